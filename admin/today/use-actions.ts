import { DEFECTS, type Defect, STOPS } from '../../server/domain/texts/plan/reasons.ts';
import { useMay } from '../providers/roles.ts';
import { STOPPING, TAPS, TODAY } from '../texts/today.ts';
import type { StopActions } from './Reasons.tsx';
import { takeBack, tapped } from './taps.ts';
import { goodPieces, type LastTap, type Run, type Task, type Unit } from './with-taps.ts';

type Member = Run['members'][number];

/** What can be said of a unit of a furnace. */
export interface UnitActions {
  start(unit: Unit, run: Run): void;
  finish(unit: Unit, run: Run): void;
  count(unit: Unit, run: Run, member: Member, quantity: number, defect: Defect | null): void;
  undo(unit: Unit, last: LastTap): void;
  /** Takes the start back. */
  undoStart(unit: Unit, run: Run): void;
}

/** What can be said of a task at a machine. */
export interface TaskActions {
  start(task: Task): void;
  finish(task: Task): void;
  count(task: Task, quantity: number, defect: Defect | null): void;
  undo(last: LastTap): void;
  undoStart(task: Task): void;
}

const labelOf = (kind: keyof typeof TAPS.kinds, what: string): string => `${TAPS.kinds[kind]} ${what}`;
/** `026X0255-01 9／11個 割れ 2`. */
const countOf = (order: string, quantity: number, pieces: number, defect: Defect | null): string =>
  [order, TODAY.goodOf(quantity, pieces), quantity < pieces ? STOPPING.lost(defect && DEFECTS[defect], pieces - quantity) : '']
    .filter(Boolean)
    .join(' ');
const names = (run: Run): string =>
  `${run.charge_number} ${run.task_names.join(TODAY.dot)} ${run.members.map(({ unique_order }) => unique_order).join(', ')}`;

/** The taps of a facility; undefined for roles that may only read. */
export function useActions(facility: number | undefined): { units: UnitActions; tasks: TaskActions; stops: StopActions } | undefined {
  const may = useMay('postMark');
  if (!may || facility === undefined) return undefined;
  const of = (unit: Unit, run: Run) => ({ facility, unit: unit.unit, furnace_run: run.id });
  const at = { facility, unit: null, furnace_run: null };
  return {
    units: {
      start: (unit, run) =>
        tapped(
          { ...of(unit, run), kind: 'start', entries: run.members.map(({ entry_id, unique_order: name }) => ({ entry_id, name })) },
          labelOf('start', names(run)),
        ),
      finish: (unit, run) =>
        tapped(
          {
            ...of(unit, run),
            kind: 'finish',
            entries: run.members.map((member) => ({
              entry_id: member.entry_id,
              name: member.unique_order,
              quantity: goodPieces(run, member),
            })),
          },
          labelOf('finish', names(run)),
        ),
      count: (unit, run, { entry_id, unique_order, pieces }, quantity, defect) =>
        tapped(
          { ...of(unit, run), kind: 'quantity', defect, entries: [{ entry_id, quantity, name: unique_order }] },
          labelOf('quantity', countOf(unique_order, quantity, pieces, defect)),
        ),
      undo: (unit, last) =>
        takeBack(
          last.client_id,
          { facility, unit: unit.unit, furnace_run: last.furnace_run_id, entries: last.entries.map(({ entry_id }) => ({ entry_id })) },
          labelOf('undo', last.entries[0]?.unique_order ?? ''),
        ),
      undoStart: (unit, run) => {
        const entries = run.members.map(({ entry_id }) => ({ entry_id }));
        if (run.started_by) takeBack(run.started_by, { ...of(unit, run), entries }, labelOf('undo', names(run)));
      },
    },
    stops: {
      stop: (unit, reason) => tapped({ ...at, unit, kind: 'stop', stop: reason }, labelOf('stop', STOPS[reason])),
      resume: (unit) => tapped({ ...at, unit, kind: 'resume' }, TAPS.kinds.resume),
    },
    tasks: {
      start: ({ entry_id, unique_order, task_name }) =>
        tapped(
          { ...at, kind: 'start', entries: [{ entry_id, name: `${unique_order} ${task_name}` }] },
          labelOf('start', `${unique_order} ${task_name}`),
        ),
      finish: ({ entry_id, unique_order, task_name, good, pieces }) =>
        tapped(
          { ...at, kind: 'finish', entries: [{ entry_id, quantity: good ?? pieces, name: `${unique_order} ${task_name}` }] },
          labelOf('finish', `${unique_order} ${task_name}`),
        ),
      count: ({ entry_id, unique_order, pieces }, quantity, defect) =>
        tapped(
          { ...at, kind: 'quantity', defect, entries: [{ entry_id, quantity, name: unique_order }] },
          labelOf('quantity', countOf(unique_order, quantity, pieces, defect)),
        ),
      undo: (last) =>
        takeBack(
          last.client_id,
          { ...at, entries: last.entries.map(({ entry_id }) => ({ entry_id })) },
          labelOf('undo', last.entries[0]?.unique_order ?? ''),
        ),
      undoStart: ({ started_by, entry_id, unique_order, task_name }) => {
        if (started_by) takeBack(started_by, { ...at, entries: [{ entry_id }] }, labelOf('undo', `${unique_order} ${task_name}`));
      },
    },
  };
}
