import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Flag from '@mui/icons-material/OutlinedFlag';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type ReactNode, useState } from 'react';
import { addDays, endClock, epochMs, formatMonthDay, plantClock, plantDate } from '../../server/domain/ground/plant-time.ts';
import { lateBy } from '../texts/board/board.ts';
import { TODAY } from '../texts/today.ts';
import { Actions, StartRow, UndoRow } from './Actions.tsx';
import { card, chip, TARGET_PX } from './look.ts';
import { OpenBefore } from './OpenBefore.tsx';
import { earlyEnd, finishOf, startOfTask } from './questions.ts';
import { GoodPieces, Lost, type StopActions, StopButton, StopChip } from './Reasons.tsx';
import type { TaskActions } from './use-actions.ts';
import { endTimeOf, timeOf } from './when.ts';
import type { Task, Today } from './with-taps.ts';

const weightOf = (task: Task): string => (task.weight === null ? '' : `${TODAY.dot}${Math.round(task.weight).toLocaleString('ja-JP')} kg`);
const leftOf = (task: Task, now: number): string => TODAY.left(Math.round((epochMs(task.done_at) - now) / 60_000));

/** `翌08:30` where a task goes on over the night. */
const endOf = ({ start_date, end_date }: Task): string => {
  const end = endClock(end_date);
  const last = plantDate(epochMs(end_date) - 60_000);
  return last > plantDate(start_date)
    ? last > addDays(plantDate(start_date), 1)
      ? `${formatMonthDay(last)} ${end}`
      : TODAY.overnight(end)
    : end;
};

const Late = ({ task }: { task: Task }) =>
  task.late_days > 0 ? (
    <Box component="span" sx={chip('late')}>
      <Flag aria-hidden />
      {lateBy(task.late_days)}
    </Box>
  ) : null;

const Facts = ({ task }: { task: Task }) => (
  <Box sx={{ fontSize: 14, color: 'text.secondary' }}>
    <Box sx={{ color: 'text.primary', fontSize: 17, fontWeight: 700 }}>
      {task.unique_order}　{task.product_name}
    </Box>
    {task.material}
    {TODAY.dot}
    {TODAY.pieces(task.pieces)}
    {weightOf(task)}　{task.deadline_date ? TODAY.deadline(formatMonthDay(task.deadline_date)) : ''}
    {task.next ? <Box>{TODAY.nextTask(task.next.task_name, task.next.facility_name)}</Box> : null}
  </Box>
);

/** The task in work, or the one that comes first. */
const Current = ({
  task,
  today,
  now,
  actions,
  stop,
}: {
  task: Task;
  today: Today;
  now: number;
  actions: TaskActions | undefined;
  stop: ReactNode;
}) => (
  <Box component="section" aria-label={task.task_name} sx={[card(task.started_at !== null) as object, { flexShrink: 0 }]}>
    <Box sx={{ px: 2, py: 1.25 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
            <Box component="span" sx={chip(task.started_at ? 'running' : 'waiting')}>
              <PlayArrow aria-hidden />
              {task.started_at ? `${TODAY.working} ${TODAY.startedAt(timeOf(task.started_at, now))}` : TODAY.ready}
            </Box>
            <Late task={task} />
          </Box>
          <Box component="h2" sx={{ m: 0, mt: 0.5, fontSize: { xs: 22, md: 26 } }}>
            {task.task_name}
          </Box>
        </Box>
        <Box sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
          <Box sx={{ fontSize: 14, color: 'text.secondary' }}>
            {task.started_at ? TODAY.plannedEnd(endTimeOf(task.done_at, now)) : TODAY.planned(timeOf(task.start_date, now))}
          </Box>
          <Box sx={{ fontSize: { xs: 20, md: 24 }, fontWeight: 700 }}>{task.started_at ? leftOf(task, now) : ''}</Box>
        </Box>
      </Box>
      <Facts task={task} />
      <OpenBefore processes={task.open_before} />
    </Box>
    {task.started_at !== null && actions ? (
      <Box sx={{ display: 'flex', alignItems: 'center', borderTop: 1, borderColor: 'divider', pl: 2 }}>
        <Box sx={{ flex: 1 }}>
          <Box sx={{ fontWeight: 700 }}>{TODAY.good}</Box>
          <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
            {TODAY.among(task.pieces)} <Lost value={task.good ?? task.pieces} most={task.pieces} defect={task.defect} />
          </Box>
        </Box>
        <GoodPieces
          what={task.unique_order}
          value={task.good ?? task.pieces}
          most={task.pieces}
          defect={task.defect}
          onCount={(quantity, defect) => actions.count(task, quantity, defect)}
        />
      </Box>
    ) : null}
    {actions ? (
      <Actions
        what={`${task.unique_order} ${task.task_name}`}
        startedAt={task.started_at}
        onStart={() => actions.start(task)}
        onFinish={() => actions.finish(task)}
        questions={task.started_at === null ? startOfTask(task, today, now) : finishOf(task, task.done_at, now)}
        early={earlyEnd(task.done_at, now)}
        onUndo={task.started_by ? () => actions.undoStart(task) : undefined}
        stop={stop}
      />
    ) : null}
  </Box>
);

interface LaterProps {
  task: Task;
  at: number;
  today: Today;
  now: number;
  actions: TaskActions | undefined;
}

const Later = ({ task, at, today, now, actions }: LaterProps) => {
  const day = plantDate(task.start_date);
  const startable = day <= today.date;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minHeight: 84, px: 1.25, borderTop: at > 2 ? 1 : 0, borderColor: 'divider' }}
    >
      <Box
        component="span"
        sx={{
          width: 26,
          height: 26,
          borderRadius: 4,
          bgcolor: 'action.selected',
          display: 'grid',
          placeItems: 'center',
          fontSize: 14,
          fontWeight: 700,
          flexShrink: 0,
        }}
      >
        {at}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: 14, color: 'text.secondary', fontWeight: 600 }}>
          {plantClock(task.start_date)}〜{endOf(task)}
          <Late task={task} />
        </Box>
        <Box sx={{ fontSize: 17, fontWeight: 700 }}>{task.task_name}</Box>
        <Box sx={{ fontSize: 14, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {task.unique_order} {TODAY.pieces(task.pieces)} {task.product_name}
        </Box>
        {startable ? <OpenBefore processes={task.open_before} /> : null}
      </Box>
      {!startable ? <Box sx={{ fontSize: 14, color: 'text.secondary', whiteSpace: 'nowrap' }}>{formatMonthDay(day)}</Box> : null}
      {startable && actions ? (
        <StartRow
          label={TODAY.startOf(`${task.unique_order} ${task.task_name}`)}
          questions={startOfTask(task, today, now)}
          onClick={() => actions.start(task)}
        />
      ) : null}
    </Box>
  );
};

const Done = ({ tasks }: { tasks: readonly Task[] }) => {
  const [open, setOpen] = useState(false);
  const last = tasks.at(-1)!;
  return (
    <Box sx={[card(false) as object, { flexShrink: 0 }]}>
      <ButtonBase
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        sx={{ minHeight: TARGET_PX, px: 1.75, gap: 1, justifyContent: 'flex-start' }}
      >
        <CheckCircle color="success" aria-hidden />
        <strong>{TODAY.done(tasks.length)}</strong>
        <Box component="span" sx={{ flex: 1, textAlign: 'left', fontSize: 14, color: 'text.secondary' }}>
          {open ? '' : `${last.unique_order} ${TODAY.doneAt(plantClock(last.finished_at!))}`}
        </Box>
        <ExpandMore aria-hidden sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />
      </ButtonBase>
      {open
        ? tasks.map((task) => (
            <Box key={task.entry_id} sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider', fontSize: 14 }}>
              <strong>{task.unique_order}</strong> {task.task_name} {TODAY.doneGood(task.good ?? task.pieces, task.pieces)}{' '}
              <Lost value={task.good ?? task.pieces} most={task.pieces} defect={task.defect} />{' '}
              {TODAY.doneAt(plantClock(task.finished_at!))}
            </Box>
          ))
        : null}
    </Box>
  );
};

interface Props {
  today: Today;
  now: number;
  actions: TaskActions | undefined;
  stops: StopActions | undefined;
  unsent: number;
}

/** A facility other than a furnace: work under way, then the next in plan order, then the finished. */
export const Machine = ({ today, now, actions, stops, unsent }: Props) => {
  const done = today.tasks.filter((task) => task.finished_at !== null);
  const open = today.tasks.filter((task) => task.finished_at === null);
  const working = open.filter((task) => task.started_at !== null);
  const current = working.length > 0 ? working : open.slice(0, 1);
  const later = open.filter((task) => !current.includes(task));
  const last = today.last_tap;
  const undo = last && actions ? () => actions.undo(last) : undefined;
  const stop = stops ? <StopButton what={today.facility?.name ?? ''} unit={null} stop={today.stop} actions={stops} /> : null;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, width: '100%', maxWidth: 1024 }}>
      {today.stop ? (
        <Box>
          <StopChip stop={today.stop} now={now} />
        </Box>
      ) : null}
      {current.map((task, index) => (
        <Current key={task.entry_id} task={task} today={today} now={now} actions={actions} stop={index === 0 ? stop : null} />
      ))}
      {open.length === 0 ? (
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', p: 2 }}>
          {TODAY.noneLater}
          {stop}
        </Box>
      ) : null}
      {last && last.kind !== 'start' ? <UndoRow tap={last} unsent={unsent} onUndo={undo} /> : null}
      {later.length > 0 ? (
        <>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', px: 0.5 }}>
            <Box component="h2" sx={{ m: 0, fontSize: 17 }}>
              {TODAY.later}
            </Box>
            <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{TODAY.inOrder}</Box>
          </Box>
          <Box component="ol" sx={[card(false) as object, { m: 0, p: 0, listStyle: 'none', flexShrink: 0 }]}>
            {later.map((task, index) => (
              <Later key={task.entry_id} task={task} at={index + 2} today={today} now={now} actions={actions} />
            ))}
          </Box>
        </>
      ) : null}
      {done.length > 0 ? <Done tasks={done} /> : null}
    </Box>
  );
};
