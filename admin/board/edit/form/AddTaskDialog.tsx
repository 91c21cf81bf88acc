import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { SCHEDULE_SNACKBAR_MS } from '../../../../server/domain/ground/constants.ts';
import { messageOf, fieldsOf as refusedFields } from '../../../providers/client.ts';
import { useActiveTasks } from '../../../providers/masters.ts';
import { useCall, useCalls } from '../../../providers/queries.ts';
import { useHeldPage } from '../../../providers/session.ts';
import { ADDING } from '../../../texts/board/adding.ts';
import { FORM } from '../../../texts/board/board.ts';
import { MOVE } from '../../../texts/board/moves.ts';
import type { Entry } from '../../chart/scene/bars.ts';
import { CautionBox } from '../CautionLine.tsx';
import { ErrorDialog } from '../ErrorDialog.tsx';
import { useSaved } from '../undo/use-undo.tsx';
import { type Adding, doneBy, type Facility, facilitiesFor, type Order, type Subject, subjectsOf, turnsOf } from './adding.ts';
import { FacilityChoice, LotChoice, OrderChoice, type OrderRow, SubjectChoice, TurnChoice } from './SubjectChoice.tsx';
import { TaskFormFields } from './TaskFormFields.tsx';
import { bodyOf, errorLines, type TaskFields, wrongDates } from './task-fields.ts';
import { useFreeTime } from './use-free-time.ts';
import { useWarnings } from './use-warnings.ts';

interface Props {
  adding: Adding;
  facilities: ReadonlyMap<number, Facility>;
  onAdded(entry: Entry): void;
  onCancel(): void;
}

/** The chosen facility and task, and the choices left: they narrow each other. */
function useChoice(adding: Adding, facilities: Props['facilities']) {
  const [row, setRow] = useState<OrderRow | null>(null);
  const [lotChosen, setLot] = useState<string>();
  const [key, setKey] = useState('');
  const [turn, setTurn] = useState<number | null>(null);
  const [facilityChosen, setFacility] = useState(adding.facility);
  const { data: order } = useCall('getOrder', { id: row?.id ?? 0 }, { enabled: row !== null });
  const { data: eligible } = useCall('getEligibleFacilities', { id: row?.id ?? 0 }, { enabled: row !== null });
  const { data: tasks } = useActiveTasks();
  // An order of one lot leaves nothing to choose.
  const lot = lotChosen ?? (order?.lots.length === 1 ? order.lots[0]?.lot_number : undefined);
  const all = useMemo(
    () => (order && eligible && tasks && lot !== undefined ? subjectsOf(order as Order, lot, tasks, eligible) : undefined),
    [order, eligible, tasks, lot],
  );
  const subject = all?.find((one) => one.key === key);
  const offered = facilitiesFor(subject, facilities.values());
  // A partner's task has no facility of ours.
  const facility = offered.some(({ id }) => id === facilityChosen) ? facilityChosen : null;
  const choose = {
    order: (next: OrderRow | null): void => {
      setRow(next);
      setLot(undefined);
      setTurn(null);
      setKey('');
    },
    lot: (next: string): void => {
      setLot(next);
      setTurn(null);
      setKey('');
    },
    subject: setKey,
    turn: setTurn,
    facility: setFacility,
  };
  const subjects = all && doneBy(all, facilityChosen);
  const turns = order && lot !== undefined && subject && subject.order_task === undefined ? turnsOf(order as Order, lot) : [];
  const narrowed = facilityChosen !== null;
  return { row, order: row ? order : undefined, lot, subject, subjects, narrowed, offered, facility, turns, turn, choose };
}

/** What the dates are: the first free time, or a place without room, with the way to the free time; and how late they make the order. */
const Room = ({ time: { noRoom, hint, late, toFree } }: { time: ReturnType<typeof useFreeTime> }) => {
  const way = toFree ? (
    <Button size="small" onClick={toFree} sx={{ ml: -1, my: -0.5 }}>
      {noRoom ? ADDING.toNext : ADDING.toFree}
    </Button>
  ) : null;
  return (
    <Box role="status" sx={{ minHeight: 40, mt: -1, typography: 'body2', color: 'text.secondary' }}>
      {noRoom ? (
        <Alert severity="warning" sx={{ py: 0, mb: 0.5 }}>
          <div>{noRoom.text}</div>
          <div>{noRoom.offer}</div>
          {way}
        </Alert>
      ) : (
        <div>
          {hint}
          {way}
        </div>
      )}
      {late === undefined ? null : <Box sx={late > 0 ? { color: 'error.main' } : {}}>{ADDING.order(late)}</Box>}
    </Box>
  );
};

/** What is sent of the chosen task. */
const subjectBody = ({ order_task, task_id }: Subject, lot: string, turn: number | null) =>
  order_task === undefined ? { task_id, lot_number: lot, ...(turn === null ? {} : { task_sort: turn }) } : { order_task };

/** 生産計画 工程登録: the task of a lot, its facility and its time; the first free time is proposed. */
export const AddTaskDialog = ({ adding, facilities, onAdded, onCancel }: Props) => {
  useHeldPage(true);
  const notify = useNotify();
  const saved = useSaved();
  const { call } = useCalls();
  const { row, order, lot, subject, subjects, narrowed, offered, facility, turns, turn, choose } = useChoice(adding, facilities);
  const time = useFreeTime(adding, facility, subject, order as Order | undefined);
  const [marks, setMarks] = useState({ locked: false, received_locked: false });
  const [errors, setErrors] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const fields: TaskFields = { ...time.dates, ...marks, facility };
  const ready = row !== null && lot !== undefined && subject !== undefined && Object.keys(wrongDates(fields)).length === 0;

  const body = ready ? { ...bodyOf(fields), order: row.id, ...subjectBody(subject, lot, turn) } : undefined;
  const { warnings: foreseen, reading } = useWarnings(body);

  const save = async (): Promise<void> => {
    if (!body) return;
    setBusy(true);
    try {
      const { results, warnings = [] } = await call('addSchedule', { body });
      saved(FORM.saved, { warnings });
      onAdded(results[0]!);
    } catch (error) {
      const lines = errorLines(refusedFields(error));
      if (lines.length > 0) setErrors(lines);
      else notify(messageOf(error), { type: 'error', autoHideDuration: SCHEDULE_SNACKBAR_MS });
    } finally {
      setBusy(false);
    }
  };
  const change = ({ locked, received_locked, ...dates }: Partial<TaskFields>): void => {
    if (Object.keys(dates).length > 0) time.change(dates);
    setMarks((before) => ({ locked: locked ?? before.locked, received_locked: received_locked ?? before.received_locked }));
  };
  return (
    <Dialog open onClose={busy ? undefined : onCancel} maxWidth="xs" fullWidth aria-labelledby="add-task-title">
      <DialogTitle id="add-task-title">{FORM.add}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
          <OrderChoice order={row} onChange={choose.order} />
          <LotChoice order={order} lot={lot} onChange={choose.lot} />
          <SubjectChoice subjects={subjects} chosen={subject} narrowed={narrowed} onChange={choose.subject} />
          {turns.length > 0 ? <TurnChoice turns={turns} turn={turn} onChange={choose.turn} /> : null}
          <FacilityChoice facilities={offered} facility={facility} outsourced={subject?.outsourced ?? false} onChange={choose.facility} />
          <TaskFormFields fields={fields} onChange={change} current={{ start: '', end: '' }} />
          <Room time={time} />
          <Box role="status" sx={{ mt: -2, typography: 'body2', color: 'text.secondary' }}>
            {foreseen.length > 0 ? (
              <CautionBox lines={foreseen.map((text) => ({ sign: 'conflict', text }))} />
            ) : reading ? (
              MOVE.reading
            ) : null}
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {FORM.cancel}
        </Button>
        <Button variant="contained" loading={busy} disabled={!body} onClick={() => void save()}>
          {FORM.save}
        </Button>
      </DialogActions>
      <ErrorDialog lines={errors} onClose={() => setErrors([])} />
    </Dialog>
  );
};
