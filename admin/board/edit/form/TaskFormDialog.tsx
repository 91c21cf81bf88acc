import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { formatInstant, plantClock } from '../../../../server/domain/ground/plant-time.ts';
import { TaskName } from '../../../parts/lists/TaskName.tsx';
import { PriorityChoice } from '../../../parts/PriorityChoice.tsx';
import { useHeldPage } from '../../../providers/session.ts';
import { BOARD, FORM } from '../../../texts/board/board.ts';
import { movesAlong } from '../../../texts/board/moves.ts';
import { PRIORITY } from '../../../texts/priority.ts';
import type { Bar } from '../../chart/scene/bars.ts';
import type { Around } from '../../chart/scene/group/arounds.ts';
import { keepsElapsed } from '../../chart/scene/rules.ts';
import type { Change } from '../../chart/scene/scene.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { actualFacts } from '../actual-facts.ts';
import { BarLinks } from '../BarLinks.tsx';
import { CautionBox } from '../CautionLine.tsx';
import { ChangedFirst } from '../ChangedFirst.tsx';
import { Facts } from '../Facts.tsx';
import { TaskFacility } from './TaskFacility.tsx';
import { TaskFormFields } from './TaskFormFields.tsx';
import { type TaskFields, wrongDates } from './task-fields.ts';
import { useCautions } from './use-cautions.ts';

interface Props {
  bar: Bar;
  /** Who was first with the bar. */
  told: string | undefined;
  /** The form as it opens: the entry, or what a drag proposes. */
  initial: TaskFields;
  facilityName: string;
  /** What a drag or the keyboard made of the bar, which it proposes. */
  change: Change | undefined;
  /** Reads what bars are judged against. */
  surroundings(bars: readonly Bar[]): Promise<readonly Around[]>;
  busy: boolean;
  /** Later tasks that are moved with the bar. */
  alongOf(fields: TaskFields): number;
  onSave(fields: TaskFields): void;
  onDelete(): void;
  /** Fixes its clock times to the working day, or lets them go. */
  onFixHours(): void;
  onCancel(): void;
  onJump(jump: Jump): void;
}

/** 保存. After a move the keyboard is on it at once, so that Enter saves; on closing, the focus returns to its former place. */
const SaveButton = ({ focused, ...props }: ComponentProps<typeof Button> & { focused: boolean }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return <Button ref={button} variant="contained" type="submit" {...props} />;
};

/** The priority of its order, which is changed at once, apart from the form. */
const Priority = ({ bar: { entry } }: Pick<Props, 'bar'>) => {
  const [priority, choose] = useState(entry.priority);
  return <PriorityChoice order={entry.order_id} serial={entry.serial_number} priority={priority} onChosen={choose} />;
};

/** The fields as they are typed; where the bar is another by now, those that were not touched are the bar's. */
function useFields(initial: TaskFields) {
  const [fields, setFields] = useState(initial);
  const begun = useRef(initial);
  useEffect(() => {
    const before = begun.current;
    begun.current = initial;
    if (before === initial) return;
    setFields((typed) => {
      const touched = Object.entries(typed).filter(([name, value]) => value !== before[name as keyof TaskFields]);
      return { ...initial, ...Object.fromEntries(touched) };
    });
  }, [initial]);
  return [fields, setFields] as const;
}

/** 生産計画 工程詳細: a bar's dates and marks. */
export const TaskFormDialog = ({
  bar,
  told,
  initial,
  facilityName,
  change,
  surroundings,
  busy,
  alongOf,
  onSave,
  onDelete,
  onFixHours,
  onCancel,
  onJump,
}: Props) => {
  useHeldPage(true);
  const moved = change !== undefined;
  const { entry } = bar;
  const [fields, setFields] = useFields(initial);
  const along = alongOf(fields);
  const cautions = useCautions(bar, fields, change, surroundings);
  const wrong = Object.keys(wrongDates(fields)).length > 0;
  return (
    <Dialog open onClose={busy ? undefined : onCancel} maxWidth="xs" fullWidth aria-labelledby="task-form-title">
      <DialogTitle id="task-form-title">{FORM.edit}</DialogTitle>
      <DialogContent>
        <Box
          component="form"
          id="task-form"
          noValidate
          sx={{ display: 'grid', gap: 2 }}
          onSubmit={(event) => {
            event.preventDefault();
            if (!wrong) onSave(fields);
          }}
        >
          <ChangedFirst told={told} />
          <Facts
            facts={[
              [FORM.task_name, <TaskName key="task" {...entry} />],
              [FORM.order, entry.serial_number],
              [FORM.lot_number, entry.lot_number || BOARD.unknown],
              [FORM.product_name, entry.product_name],
              [PRIORITY.title, <Priority key="priority" bar={bar} />],
              [FORM.current_start_time, formatInstant(entry.start_date)],
              [FORM.current_end_time, formatInstant(entry.end_date)],
              ...actualFacts(entry),
            ]}
          />
          <BarLinks entry={entry} />
          <TaskFormFields
            fields={fields}
            onChange={(typed) => setFields((before) => ({ ...before, ...typed }))}
            current={{ start: plantClock(entry.start_date), end: plantClock(entry.end_date) }}
          />
          {moved || keepsElapsed(entry) ? null : (
            <Button onClick={onFixHours} disabled={busy} title={FORM.hoursHint} sx={{ justifySelf: 'start', minHeight: 28 }}>
              {entry.work_time_set ? FORM.freeHours : FORM.fixHours}
            </Button>
          )}
          <TaskFacility
            entry={entry}
            name={facilityName}
            facility={fields.facility}
            onChange={(facility) => setFields((before) => ({ ...before, facility }))}
          />
          {entry.furnace_run_id === null ? null : (
            <Alert severity="info" sx={{ py: 0 }}>
              {FORM.leavesRun}
            </Alert>
          )}
          <Box role="status" sx={{ my: -1.25 }}>
            <CautionBox lines={cautions} onJump={onJump} />
          </Box>
          {along > 0 ? (
            <Alert severity="info" sx={{ py: 0 }}>
              {movesAlong(along)}
            </Alert>
          ) : null}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onDelete} disabled={busy}>
          {FORM.delete}
        </Button>
        <Box sx={{ flex: 1 }} />
        <Button onClick={onCancel} disabled={busy}>
          {FORM.cancel}
        </Button>
        <SaveButton form="task-form" loading={busy} disabled={wrong} focused={moved}>
          {FORM.save}
        </SaveButton>
      </DialogActions>
    </Dialog>
  );
};
