import { firstIndex } from '../ground/bisect.ts';
import { DAY_MINUTES, HALF_DAY_MINUTES, LONGEST_BAR_DAYS } from '../ground/constants.ts';
import { CLOSES, dateOfDay, type Instant, OPENS, type PlantDate, plantMinutes } from '../ground/plant-time.ts';

/** What says when a bar holds its unit. */
export interface HeldAs {
  work_time_set: boolean;
  /** Furnace and other elapsed tasks hold their unit day and night. */
  elapsed: boolean;
  /** Hours of working time; null: the whole bar. */
  hours: number | null;
}

/** A bar as capacity sees it. */
export interface Occupant extends HeldAs {
  id: number;
  furnace_run_id: number | null;
  start_at: Instant;
  end_at: Instant;
}

/** How many units a facility has, in general and on single days. */
export interface Capacity {
  availability: number;
  overrides: ReadonlyMap<PlantDate, number>;
  holidays: Pick<ReadonlySet<PlantDate>, 'has'>;
}

/** Plant minutes, end exclusive. */
interface Interval {
  from: number;
  to: number;
}

/** The days that must be known to judge the bar: from the first start of those that share its facility to its own end, two bars' length at most. */
export function daysToKnow(bar: Occupant, others: readonly Occupant[]): [PlantDate, PlantDate] {
  const { first, last } = dayRange(bar, others);
  return [dateOfDay(first), dateOfDay(last)];
}

function dayRange(bar: Occupant, others: readonly Occupant[]): { first: number; last: number } {
  const from = Math.floor(plantMinutes(bar.start_at) / DAY_MINUTES);
  const last = Math.min(Math.floor((plantMinutes(bar.end_at) - 1) / DAY_MINUTES), from + LONGEST_BAR_DAYS);
  let earliest = from;
  for (const other of others) earliest = Math.min(earliest, Math.floor(plantMinutes(other.start_at) / DAY_MINUTES));
  return { first: Math.max(earliest, from - LONGEST_BAR_DAYS), last };
}

/** A half day of a bar in which more units are taken than there are. */
export interface CrowdedBlock {
  /** Half days since 1970-01-01 00:00 plant time. */
  block: number;
  /** Units taken at the worst moment, the bar's own among them, and how many there are. */
  taken: number;
  units: number;
}

/** Where a bar finds its facility full. */
export interface Overload {
  /** In order of time. */
  crowded: CrowdedBlock[];
  /** Ids of the other bars that hold a unit at the worst moment of the first, ascending. */
  others: number[];
}

/**
 * The half days of a bar in which more units are taken than there are; the members of a furnace run take one together. Undefined: none.
 * Starts and ends are sorted once and counted by bisection where something begins: n log n in bars and days, whatever their length.
 */
export function overloadOf(bar: Occupant, others: readonly Occupant[], capacity: Capacity): Overload | undefined {
  const range = dayRange(bar, others);
  const days = knownDays(range, capacity);
  const whole = { from: plantMinutes(bar.start_at), to: Math.min(plantMinutes(bar.end_at), (range.last + 1) * DAY_MINUTES) };
  if (!bar.elapsed && !worksWithin(whole, days)) return shutWithin(whole, capacity.holidays);
  const own = held(bar, whole, days);
  const foreign = others.filter(({ furnace_run_id }) => furnace_run_id === null || furnace_run_id !== bar.furnace_run_id);
  const chargesOf = (kind: boolean): Counted => {
    const occupants = foreign.filter(({ elapsed }) => elapsed === kind);
    return counted(
      charges(occupants, (other) => held(other, { from: plantMinutes(other.start_at), to: plantMinutes(other.end_at) }, days)),
    );
  };
  const [elapsed, working] = [chargesOf(true), chargesOf(false)];
  const worst = new Map<number, CrowdedBlock & { moment: number; inWork: boolean }>();
  for (const moment of momentsOf(own, elapsed.starts, working.starts)) {
    if (moment < own.from || moment >= own.to) continue;
    const day = Math.floor(moment / DAY_MINUTES) - days.first;
    const inWork = days.open[day] === 1 && moment % DAY_MINUTES >= OPENS && moment % DAY_MINUTES < CLOSES;
    if (!bar.elapsed && !inWork) continue;
    const taken = 1 + elapsed.at(moment) + (inWork ? working.at(moment) : 0);
    const units = (bar.elapsed ? days.toHold : days.toWork)[day] as number;
    const block = Math.floor(moment / HALF_DAY_MINUTES);
    if (taken - units > excessOf(worst.get(block))) worst.set(block, { block, taken, units, moment, inWork });
  }
  const found = [...worst.values()].sort((one, other) => one.block - other.block);
  const [first] = found;
  if (!first) return undefined;
  const holders = [...elapsed.holding(first.moment), ...(first.inWork ? working.holding(first.moment) : [])];
  return { crowded: found.map(({ block, taken, units }) => ({ block, taken, units })), others: holders.sort((one, other) => one - other) };
}

const excessOf = (one: CrowdedBlock | undefined): number => (one ? one.taken - one.units : 0);

/** Days in a row, by number since `first`. */
export interface KnownDays {
  first: number;
  open: Uint8Array;
  toWork: number[];
  toHold: number[];
  /** The open days, in order. */
  opened: number[];
}

/** The days from `first` to `last` as a facility has them. */
export function knownDays({ first, last }: { first: number; last: number }, { availability, overrides, holidays }: Capacity): KnownDays {
  const days: KnownDays = { first, open: new Uint8Array(last - first + 1), toWork: [], toHold: [], opened: [] };
  for (let day = first; day <= last; day++) {
    const date = dateOfDay(day);
    const override = overrides.get(date);
    const units = override ?? (holidays.has(date) ? 0 : availability);
    days.toWork.push(units);
    days.toHold.push(override ?? availability);
    if (units <= 0) continue;
    days.open[day - first] = 1;
    days.opened.push(day);
  }
  return days;
}

/** Working minutes of a day inside an interval. */
const workOf = (day: number, { from, to }: Interval): number =>
  Math.max(0, Math.min(to, day * DAY_MINUTES + CLOSES) - Math.max(from, day * DAY_MINUTES + OPENS));

/** Whether any working time lies in an interval. */
export const worksWithin = (whole: Interval, { opened }: KnownDays): boolean => opened.some((day) => workOf(day, whole) > 0);

/** The half days of a bar that never works because its facility has no unit, on days when the plant is open. */
function shutWithin({ from, to }: Interval, holidays: Capacity['holidays']): Overload | undefined {
  const crowded: CrowdedBlock[] = [];
  for (let block = Math.floor(from / HALF_DAY_MINUTES); block * HALF_DAY_MINUTES < to; block++)
    if (!holidays.has(dateOfDay(Math.floor(block / 2)))) crowded.push({ block, taken: 1, units: 0 });
  return crowded.length > 0 ? { crowded, others: [] } : undefined;
}

/** Whether a bar of working time says only in which half-day blocks its work lies, not when: its own hours from the first working minute count. */
export const saysBlocksOnly = ({ from, to }: Interval, { work_time_set }: Pick<Occupant, 'work_time_set'>): boolean =>
  !work_time_set && from % HALF_DAY_MINUTES === 0 && to % HALF_DAY_MINUTES === 0;

/**
 * From when to when a bar holds its unit, as far as the days are known.
 */
export function held(occupant: HeldAs, whole: Interval, days: KnownDays): Interval {
  if (occupant.elapsed || occupant.hours === null || !saysBlocksOnly(whole, occupant)) return whole;
  return { from: whole.from, to: Math.min(whole.to, afterWork(Math.max(whole.from, days.first * DAY_MINUTES), occupant.hours * 60, days)) };
}

/** The minute at which so much work is done that begins at `from`; for ever where the known days do not suffice. */
function afterWork(from: number, minutes: number, { opened }: KnownDays): number {
  const at = countUpTo(opened, Math.floor(from / DAY_MINUTES) - 1);
  const first = opened[at];
  if (first === undefined) return Number.POSITIVE_INFINITY;
  const begins = Math.max(from, first * DAY_MINUTES + OPENS);
  const today = Math.max(0, first * DAY_MINUTES + CLOSES - begins);
  if (minutes <= today) return begins + minutes;
  const left = minutes - today;
  const more = Math.ceil(left / (CLOSES - OPENS));
  const last = opened[at + more];
  return last === undefined ? Number.POSITIVE_INFINITY : last * DAY_MINUTES + OPENS + left - (more - 1) * (CLOSES - OPENS);
}

/** A unit taken, and the bars that take it. */
interface Charge extends Interval {
  ids: number[];
}

/** When each unit is taken: the members of a furnace run together, every other bar by itself. */
function charges(occupants: readonly Occupant[], heldBy: (occupant: Occupant) => Interval): Charge[] {
  const runs = new Map<number, Charge[]>();
  const all: Charge[] = [];
  for (const occupant of occupants) {
    const { id, furnace_run_id } = occupant;
    const together = furnace_run_id === null ? all : (runs.get(furnace_run_id) ?? []);
    together.push({ ...heldBy(occupant), ids: [id] });
    if (furnace_run_id !== null) runs.set(furnace_run_id, together);
  }
  return [all, ...[...runs.values()].map(merged)].flat();
}

/** Overlapping charges as one. */
function merged(parts: Charge[]): Charge[] {
  const joined: Charge[] = [];
  for (const { from, to, ids } of parts.sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) {
      last.to = Math.max(last.to, to);
      last.ids.push(...ids);
    } else joined.push({ from, to, ids });
  }
  return joined;
}

/** Charges, asked how many of them hold a moment, and whose they are. */
interface Counted {
  starts: Float64Array;
  at(moment: number): number;
  holding(moment: number): number[];
}

function counted(all: readonly Charge[]): Counted {
  const starts = Float64Array.from(all, ({ from }) => from).sort();
  const ends = Float64Array.from(all, ({ to }) => to).sort();
  return {
    starts,
    at: (moment) => countUpTo(starts, moment) - countUpTo(ends, moment),
    holding: (moment) => all.flatMap(({ from, to, ids }) => (from <= moment && moment < to ? ids : [])),
  };
}

/** How many of the sorted numbers are not above the limit. */
const countUpTo = (sorted: ArrayLike<number>, limit: number): number =>
  firstIndex(sorted.length, (index) => (sorted[index] as number) > limit);

/** Where units, working time or charges may change for a bar, or a half day begins: its beginning, midnights, the beginning of work, noons. */
function* momentsOf(own: Interval, ...starts: Float64Array[]): Generator<number> {
  yield own.from;
  for (let day = Math.floor(own.from / DAY_MINUTES); day * DAY_MINUTES < own.to; day++) {
    yield day * DAY_MINUTES;
    yield day * DAY_MINUTES + OPENS;
    yield day * DAY_MINUTES + HALF_DAY_MINUTES;
  }
  for (const sorted of starts) yield* sorted;
}
