import { endDate, epochMs, type Instant, type PlantDate, plantDate } from '../ground/plant-time.ts';
import type { Conflict } from './conflicts.ts';
import { type Occupant, overloadOf } from './occupancy.ts';
import { type FirstDay, firstDayOf } from './rules.ts';

/** The facility of a bar: its units in general and on single days. */
export interface JudgedFacility {
  facility_name: string;
  availability: number;
  overrides: ReadonlyMap<PlantDate, number>;
}

/**
 * Who put a bar where it stands: `run`, and no run has found a rule broken by it; `lock`: the same, but it is locked or was added by hand, so that no run moves it;
 * `hand`: somebody since the last run, or a run found a rule broken by it.
 */
export type PlacedBy = 'run' | 'lock' | 'hand';

/** A bar as it is judged. */
export interface PlacedBar extends Occupant {
  placed_by: PlacedBy;
}

/** What happened, to the minute, wherever the bar is drawn. */
interface Facts {
  /** The instant of `beganAt`. */
  began?: Instant | null;
  /** Where it is finished. */
  ended?: Instant | null;
}

/** What a bar is judged against. */
export interface Surroundings {
  /** A partner's ends when the partner says. */
  bar: PlacedBar & { outsourced: boolean } & Facts;
  /** The nearest bars of the lot by task_sort; one that is finished holds up what has begun alone. */
  previous: ({ task_name: string; end_at: Instant; finished?: boolean } & Pick<Facts, 'ended'>) | undefined;
  next: ({ task_name: string; start_at: Instant; finished?: boolean } & Pick<Facts, 'began'>) | undefined;
  facility: JudgedFacility | undefined;
  /** The unfinished bars that share its facility and overlap it. */
  others: readonly PlacedBar[];
  /** Holidays and overrides: those of `daysToKnow`. */
  holidays: Pick<ReadonlySet<PlantDate>, 'has'>;
}

/**
 * Judges the place of a bar among all others by order, closed days and units; asked by saves, locks, the overview and a drag. A crowded
 * facility or a closed day is a conflict only of bars placed by hand, or of fixed ones that are too many by themselves: the next run places
 * the others anew. What has begun is a fact: no day is closed to it, and its order is that of the taps.
 */
export function judgeBar(around: Surroundings): Conflict[] {
  const { bar, previous, next, facility } = around;
  const found: Conflict[] = [];
  if (bar.placed_by !== 'run' && !bar.began) found.push(...dayConflicts(around));
  const end_at = previous && endHeldTo(bar, previous);
  if (previous && end_at && epochMs(bar.began ?? bar.start_at) < epochMs(end_at))
    found.push({ kind: 'before_previous', task_name: previous.task_name, end_at });
  const start_at = next?.began ?? next?.start_at;
  if (next && start_at && !next.finished && epochMs(bar.ended ?? bar.end_at) > epochMs(start_at))
    found.push({ kind: 'after_next', task_name: next.task_name, start_at });
  const rivals = facility && rivalsOf(around);
  const overload = rivals && overloadOf(bar, rivals, { ...facility, holidays: around.holidays });
  if (facility && overload) found.push({ kind: 'over_capacity', facility_name: facility.facility_name, ...overload });
  return bar.began ? found.filter((conflict) => !hasNoUnit(conflict)) : found;
}

/** The end before which a bar must not begin; of what is finished only what has begun is held to it, and to the minute. */
const endHeldTo = ({ began }: Facts, previous: NonNullable<Surroundings['previous']>): Instant | null =>
  previous.finished ? ((began && previous.ended) ?? null) : previous.end_at;

/** The bars that leave a bar no unit to its own conflict; undefined: none does. */
function rivalsOf({ bar, others }: Surroundings): readonly PlacedBar[] | undefined {
  if (bar.placed_by === 'run' || bar.ended) return undefined;
  return bar.placed_by === 'hand' ? others : others.filter(({ placed_by }) => placed_by === 'lock');
}

/** Earlier moments, of no use to a bar that begins before the one ahead of it has ended. */
const SAID_BY_PREVIOUS: ReadonlySet<Conflict['kind']> = new Set(['before_ready', 'finished_task']);

/** The conflicts worth telling: none that another one says better. */
export function sayOnce(conflicts: readonly Conflict[]): Conflict[] {
  const isBefore = conflicts.some(({ kind }) => kind === 'before_previous');
  const isClosed = conflicts.some(({ kind }) => kind === 'closed_day' || kind === 'shut_day');
  return conflicts.filter((conflict) => !(isBefore && SAID_BY_PREVIOUS.has(conflict.kind)) && !(isClosed && hasNoUnit(conflict)));
}

/** A facility without a unit on a bar's closed first day is said to be closed, not to be crowded. */
const hasNoUnit = (conflict: Conflict): boolean => conflict.kind === 'over_capacity' && conflict.crowded.every(({ units }) => units === 0);

/** That a bar begins or ends on a closed day. */
function dayConflicts(around: Surroundings): Conflict[] {
  const date = plantDate(around.bar.start_at);
  return [...(dayAt(date, around) === 'holiday' ? [{ kind: 'closed_day' as const, date }] : []), ...endConflicts(around)];
}

/** Work ends on a day with work; elapsed time, and what a partner has, on any. Of a bar of one day its start is told. */
function endConflicts(around: Surroundings): Conflict[] {
  const { bar, facility } = around;
  const ends = endDate(bar.end_at);
  if (bar.elapsed || bar.outsourced || ends === plantDate(bar.start_at)) return [];
  return endConflictsOn(ends, dayAt(ends, around), facility?.facility_name);
}

/** What is wrong with work that ends on a day of this kind. */
export function endConflictsOn(date: PlantDate, day: FirstDay, facility_name: string | undefined): Conflict[] {
  if (day === 'holiday') return [{ kind: 'closed_end', date }];
  return day === 'shut' && facility_name !== undefined ? [{ kind: 'shut_end', date, facility_name }] : [];
}

/** Whether work may begin or end on the day: a holiday is closed, unless the facility works on it. */
const dayAt = (date: PlantDate, { holidays, facility }: Pick<Surroundings, 'holidays' | 'facility'>): FirstDay =>
  firstDayOf(unitsOn(date, holidays, facility) > 0, !holidays.has(date));

const unitsOn = (date: PlantDate, holidays: Surroundings['holidays'], facility: JudgedFacility | undefined): number =>
  facility?.overrides.get(date) ?? (holidays.has(date) ? 0 : 1);
