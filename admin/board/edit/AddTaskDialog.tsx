import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { Success } from '../../../server/contract/handlers.ts';
import { DIALOG_Z_INDEX, SCHEDULE_SNACKBAR_MS, SNACKBAR_MS } from '../../../server/domain/constants.ts';
import { messageOf, fieldsOf as refusedFields } from '../../providers/client.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';
import { useCall } from '../../providers/queries.ts';
import { BOARD, FORM, savedText } from '../../texts/board.ts';
import type { Adding, Facility } from './adding.ts';
import { ErrorDialog } from './ErrorDialog.tsx';
import { TaskFormFields } from './TaskFormFields.tsx';
import { bodyOf, errorLines, type TaskFields, wrongDates } from './task-fields.ts';

type OrderRow = Success<'listOrders'>['results'][number];

/** What is chosen: an order, its lot, and an order task without a bar or a task added by hand. */
interface Chosen {
  order: OrderRow | null;
  lot: string;
  /** `order:<id>` an order task, `task:<id>` a task by hand. */
  task: string;
}

interface Props {
  adding: Adding;
  facilities: ReadonlyMap<number, Facility>;
  onAdded(): void;
  onCancel(): void;
}

const firstFields = ({ facility, date }: Adding): TaskFields => ({
  start_date_date: date,
  start_date_hour: '08:00',
  end_date_date: date,
  end_date_hour: '16:00',
  facility,
  locked: false,
  received_locked: false,
});

/** 生産計画 工程登録: 製番, 追番, 工程, and where and when. */
export const AddTaskDialog = ({ adding, facilities, onAdded, onCancel }: Props) => {
  const notify = useNotify();
  const { call } = useDataProvider<PlannerDataProvider>();
  const [chosen, setChosen] = useState<Chosen>({ order: null, lot: '', task: '' });
  const [fields, setFields] = useState(() => firstFields(adding));
  const [errors, setErrors] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const detail = useCall('getOrder', { id: chosen.order?.id ?? 0 }, chosen.order !== null).data;
  const taskId = taskIdOf(chosen.task, detail);
  const able = [...facilities.values()].filter((facility) => taskId !== undefined && facility.task_ids.includes(taskId));
  const facility = able.some(({ id }) => id === fields.facility) ? fields.facility : null;
  const ready = chosen.order !== null && chosen.task !== '' && Object.keys(wrongDates(fields)).length === 0;

  const save = async (): Promise<void> => {
    setBusy(true);
    const [kind, id] = chosen.task.split(':');
    const subject = kind === 'order' ? { order_task: Number(id) } : { task_id: Number(id), lot_number: chosen.lot };
    try {
      const { warnings = [] } = await call('addSchedule', {
        body: { ...bodyOf({ ...fields, facility }), order: chosen.order!.id, ...subject },
      });
      const autoHideDuration = warnings.length > 0 ? SNACKBAR_MS : SCHEDULE_SNACKBAR_MS;
      notify(savedText(warnings), { type: warnings.length > 0 ? 'warning' : 'success', autoHideDuration });
      onAdded();
    } catch (error) {
      const lines = errorLines(refusedFields(error));
      if (lines.length > 0) setErrors(lines);
      else notify(messageOf(error), { type: 'error', autoHideDuration: SCHEDULE_SNACKBAR_MS });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={busy ? undefined : onCancel} maxWidth="xs" fullWidth aria-labelledby="add-task-title">
      <DialogTitle id="add-task-title">{FORM.add}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
          <TaskChoice chosen={chosen} detail={detail} onChange={setChosen} />
          <TaskFormFields
            fields={fields}
            onChange={(change) => setFields((before) => ({ ...before, ...change }))}
            current={{ start: '', end: '' }}
          />
          <TextField
            select
            label={FORM.facility}
            value={facility ?? 0}
            onChange={({ target }) => setFields({ ...fields, facility: Number(target.value) || null })}
          >
            <MenuItem value={0}>{BOARD.noFacility}</MenuItem>
            {able.map(({ id, facility_name }) => (
              <MenuItem key={id} value={id}>
                {facility_name}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {FORM.cancel}
        </Button>
        <Button variant="contained" loading={busy} disabled={!ready} onClick={() => void save()}>
          {FORM.save}
        </Button>
      </DialogActions>
      <ErrorDialog lines={errors} onClose={() => setErrors([])} />
    </Dialog>
  );
};

type Detail = Success<'getOrder'> | undefined;

function taskIdOf(task: string, detail: Detail): number | undefined {
  const [kind, id] = task.split(':');
  if (kind === 'task') return Number(id);
  return detail?.order_tasks.find((row) => row.id === Number(id))?.task_id;
}

/** The order tasks of a lot that have no bar. */
function freeTasks(detail: Detail, lot: string) {
  const planned = new Set(detail?.entries.map(({ order_task_id }) => order_task_id));
  return (detail?.order_tasks ?? []).filter((row) => row.lot_number === lot && !planned.has(row.id));
}

const TaskChoice = ({ chosen, detail, onChange }: { chosen: Chosen; detail: Detail; onChange(chosen: Chosen): void }) => {
  const [typed, setTyped] = useState('');
  const orders = useCall('listOrders', { query: { serial_number_search: typed, limit: 20 } }).data?.results ?? [];
  const tasks = useCall('listTasks', { query: { active_only: 1, limit: 1000 } }).data?.results ?? [];
  const free = freeTasks(detail, chosen.lot);
  return (
    <>
      <Autocomplete
        options={orders}
        value={chosen.order}
        getOptionLabel={(order) => order.serial_number}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        filterOptions={(all) => all}
        noOptionsText={BOARD.noOption}
        openText={BOARD.openList}
        closeText={BOARD.closeList}
        clearText={BOARD.clear}
        onInputChange={(_, text) => setTyped(text)}
        onChange={(_, order) => onChange({ order, lot: '', task: '' })}
        slotProps={{ popper: { sx: { zIndex: DIALOG_Z_INDEX + 1 } } }}
        renderInput={(params) => <TextField {...params} label={FORM.order} required autoFocus />}
      />
      <TextField
        select
        label={FORM.lot_number}
        value={detail?.lots.some(({ lot_number }) => lot_number === chosen.lot) ? chosen.lot : ''}
        disabled={!detail}
        onChange={({ target }) => onChange({ ...chosen, lot: target.value, task: '' })}
      >
        {(detail?.lots ?? []).map(({ id, lot_number }) => (
          <MenuItem key={id} value={lot_number}>
            {lot_number || BOARD.unknown}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        required
        label={FORM.task_name}
        value={chosen.task}
        disabled={!detail}
        helperText={detail && free.length === 0 ? FORM.noneLeft : undefined}
        onChange={({ target }) => onChange({ ...chosen, task: target.value })}
      >
        {free.map((row) => (
          <MenuItem key={row.id} value={`order:${row.id}`}>
            {row.task_name}
          </MenuItem>
        ))}
        <MenuItem disabled divider>
          {FORM.byHand}
        </MenuItem>
        {tasks.map((task) => (
          <MenuItem key={task.id} value={`task:${task.id}`}>
            {task.task_name}
          </MenuItem>
        ))}
      </TextField>
    </>
  );
};
