import type { Success } from '../../server/contract/handlers.ts';
import { startedBar, startedRunTimes } from '../../server/domain/bars/marks.ts';
import { epochMs, plantDate } from '../../server/domain/ground/plant-time.ts';
import type { Defect } from '../../server/domain/texts/plan/reasons.ts';
import type { KeptTap, Tap } from './taps.ts';

/** 今日の作業 of a facility. */
export type Today = Success<'getToday'>;
export type Unit = Today['units'][number];
export type Run = NonNullable<Unit['run']>;
export type Task = Today['tasks'][number];
export type LastTap = NonNullable<Today['last_tap']>;

/** The good pieces of a member: as many as were said, else all. */
export const goodPieces = ({ good }: Run, { entry_id, pieces }: Run['members'][number]): number =>
  good.find((one) => one.entry_id === entry_id)?.quantity ?? pieces;

/** What a tap is about, as its row names it. */
type Named = Pick<Task, 'entry_id' | 'unique_order' | 'pieces'>;

/** Why the other pieces of a member are none, as far as anybody said. */
export const defectOf = ({ good }: Run, { entry_id }: Run['members'][number]): Defect | null =>
  good.find((one) => one.entry_id === entry_id)?.defect ?? null;

const lastTapOf = (tap: Tap, members: readonly Named[]): LastTap => ({
  client_id: tap.client_id,
  kind: tap.kind as LastTap['kind'],
  tapped_at: tap.at,
  employee_name: '',
  worker: tap.worker ?? '',
  reason: tap.stop ?? null,
  unit: tap.unit ?? null,
  furnace_run_id: tap.furnace_run ?? null,
  entries: (tap.entries ?? []).map(({ entry_id, quantity }) => {
    const member = members.find((one) => one.entry_id === entry_id);
    return { entry_id, quantity: quantity ?? null, pieces: member?.pieces ?? null, unique_order: member?.unique_order ?? '' };
  }),
});

/** Good pieces with those of a tap, and why the others are none: a reason stays until all are good again. */
function goodOf(run: Run, tap: Tap): Run['good'] {
  const good = new Map(run.good.map((one) => [one.entry_id, one]));
  const pieces = new Map(run.members.map((member) => [member.entry_id, member.pieces]));
  for (const { entry_id, quantity } of tap.entries ?? []) {
    if (quantity === null || quantity === undefined) continue;
    const defect = quantity < (pieces.get(entry_id) ?? 0) ? (tap.defect ?? good.get(entry_id)?.defect ?? null) : null;
    good.set(entry_id, { entry_id, quantity, defect });
  }
  return [...good.values()];
}

/** The stop that holds after a tap. */
const stopAfter = (stop: Unit['stop'], tap: Tap, last: LastTap | null): Unit['stop'] => {
  if (tap.kind === 'stop') return stop ?? { unit: tap.unit ?? null, reason: tap.stop ?? 'other', stopped_at: tap.at, resumes_on: null };
  if (tap.kind === 'resume') return null;
  return tap.kind === 'undo' && last?.client_id === tap.undoes && last?.kind === 'stop' ? null : stop;
};

function unitWith(unit: Unit, tap: Tap, today: string): Unit {
  const { run, next } = unit;
  if (tap.kind === 'stop' || tap.kind === 'resume') return { ...unit, stop: stopAfter(unit.stop, tap, null), last_tap: lastTapOf(tap, []) };
  if (tap.kind === 'undo') {
    // What was counted since goes with the start.
    if (run && run.started_by !== null && run.started_by === tap.undoes) {
      const last_tap = unit.last_tap?.client_id === tap.undoes ? null : unit.last_tap;
      return { ...unit, last_tap, state: 'waiting' as const, run: { ...run, started_at: null, started_by: null, good: [] } };
    }
    if (unit.last_tap?.client_id !== tap.undoes) return unit;
    return { ...unit, last_tap: null, stop: stopAfter(unit.stop, tap, unit.last_tap) };
  }
  // A furnace that is empty early takes what comes next.
  if (!run && next?.id === tap.furnace_run && tap.kind === 'start') return unitWith({ ...unit, run: next, next: null }, tap, today);
  if (!run || run.id !== tap.furnace_run) return unit;
  if (tap.kind === 'quantity') return { ...unit, run: { ...run, good: goodOf(run, tap) } };
  const last_tap = lastTapOf(tap, run.members);
  if (tap.kind === 'start')
    return {
      ...unit,
      state: 'running',
      run: { ...run, ...startedRunTimes(run, tap.at), started_at: tap.at, started_by: tap.client_id },
      last_tap,
    };
  // After an early finish the next run stays the next one: its 開始 does not come under the finger that pressed 終了.
  const follows = next !== null && plantDate(next.run_start) <= today && epochMs(next.run_start) <= epochMs(tap.at);
  return { ...unit, state: follows ? 'waiting' : 'idle', run: follows ? next : null, next: follows ? null : next, last_tap };
}

function taskWith(task: Task, tap: Tap): Task {
  const entry = tap.entries?.find(({ entry_id }) => entry_id === task.entry_id);
  if (!entry) return task;
  if (tap.kind === 'start') {
    if (task.started_at !== null) return task;
    const { start_at: start_date, end_at: end_date, done_at } = startedBar({ start_at: task.start_date, end_at: task.end_date }, tap.at);
    return { ...task, start_date, end_date, done_at, started_at: tap.at, started_by: tap.client_id };
  }
  if (tap.kind === 'undo')
    return task.started_by !== null && task.started_by === tap.undoes
      ? { ...task, started_at: null, started_by: null, good: null, defect: null }
      : { ...task, finished_at: null };
  const good = entry.quantity ?? task.good;
  const defect = good !== null && good < task.pieces ? (tap.defect ?? task.defect) : null;
  return tap.kind === 'finish' ? { ...task, good, defect, finished_at: tap.at } : { ...task, good, defect };
}

function withTap(at: Today, { tap }: KeptTap): Today {
  const units = at.units.map((unit) => (unit.unit === tap.unit ? unitWith(unit, tap, at.date) : unit));
  const tasks = at.tasks.map((task) => taskWith(task, tap));
  if (units.length > 0 || tap.kind === 'quantity') return { ...at, units, tasks };
  return {
    ...at,
    units,
    tasks,
    stop: stopAfter(at.stop, tap, at.last_tap),
    last_tap: tap.kind === 'undo' ? null : lastTapOf(tap, at.tasks),
  };
}

/** The kept taps without those that were taken back before they were sent. */
function standing(kept: readonly KeptTap[]): KeptTap[] {
  const ids = new Set(kept.map(({ tap }) => tap.client_id));
  const undone = new Set(kept.flatMap(({ tap }) => (tap.undoes && ids.has(tap.undoes) ? [tap.undoes, tap.client_id] : [])));
  return kept.filter(({ tap }) => !undone.has(tap.client_id));
}

/** How many taps at a unit, or at a machine, are still to be sent; what was refused is told elsewhere. */
export const unsentTaps = (kept: readonly KeptTap[], facility: number | undefined, unit: number | null): number =>
  kept.filter(({ tap, reason }) => reason === undefined && tap.facility === facility && (tap.unit ?? null) === unit).length;

/** The facility as it stands with what the device has not sent yet (what was refused does not count). */
export function withTaps(today: Today, kept: readonly KeptTap[]): Today {
  return standing(kept.filter(({ tap, reason }) => reason === undefined && tap.facility === today.facility?.id)).reduce(withTap, today);
}
