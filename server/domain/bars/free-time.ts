import { firstIndex } from '../ground/bisect.ts';
import { DAY_MINUTES, HALF_DAY_MINUTES, TICK_MINUTES } from '../ground/constants.ts';
import { CLOSES, dateOfDay, instantOfMinutes, isOnWeekday, OPENS, plantMinutes } from '../ground/plant-time.ts';
import { ticksOfHours } from '../plant/hours.ts';
import { endOnGrid } from './marks.ts';
import { type Capacity, type Occupant, overloadOf } from './occupancy.ts';
import type { TaskSpan } from './task-form.ts';

/** What a place is looked for. */
export interface Wanted {
  hours: number;
  /** Furnaces and partners count hours by the clock, everything else by working time. */
  elapsed: boolean;
  /** Weekdays on which it may start, bit 0 = Sunday. */
  weekdays: number;
}

/** Days in a row from the first one on, whether work may begin on each. */
interface Days {
  first: number;
  open: readonly boolean[];
}

function daysFrom(first: number, count: number, { availability, overrides, holidays }: Capacity): Days {
  const isOpen = (date: string): boolean => (overrides.get(date) ?? (holidays.has(date) ? 0 : availability)) > 0;
  return { first, open: Array.from({ length: count }, (_, at) => isOpen(dateOfDay(first + at))) };
}

/** The end of so many working minutes; undefined where the days do not suffice. */
function workedUp(start: number, minutes: number, { first, open }: Days): number | undefined {
  let left = minutes;
  for (let at = Math.floor(start / DAY_MINUTES) - first; at < open.length; at++) {
    if (!open[at]) continue;
    const from = Math.max(start, (first + at) * DAY_MINUTES + OPENS);
    const room = (first + at) * DAY_MINUTES + CLOSES - from;
    if (left <= room) return from + left;
    left -= Math.max(0, room);
  }
  return undefined;
}

/** A way to ask when a facility is free for a task, its days and bars known. */
interface Asked {
  /** The task from a minute on; undefined where the days do not suffice for it. */
  spanAt(start: number): { start: number; end: number } | undefined;
  /** The last half day, by its first minute, in which no unit is free; undefined: one is free all the while. */
  lastTaken(start: number, end: number): number | undefined;
  /** The minutes between two at which the task may begin. */
  starts(from: number, to: number): Generator<number>;
  /** Where work of so many minutes ends that begins at a minute. */
  endOf(start: number, minutes: number): number | undefined;
  minutes: number;
}

function asked(from: number, wanted: Wanted, others: readonly Occupant[], capacity: Capacity, dayCount: number): Asked {
  const { hours, elapsed, weekdays } = wanted;
  const days = daysFrom(Math.floor(from / DAY_MINUTES), dayCount, capacity);
  const minutes = Math.max(1, ticksOfHours(hours)) * TICK_MINUTES;
  const held = others.map((other) => ({ other, from: plantMinutes(other.start_at), to: plantMinutes(other.end_at) }));
  const endOf = (start: number, work: number): number | undefined => (elapsed ? start + work : workedUp(start, work, days));
  return {
    minutes,
    endOf,
    spanAt: (start) => {
      const worked = endOf(start, minutes);
      const end = worked !== undefined && elapsed ? endOnGrid(worked) : worked;
      return end === undefined || end > (days.first + dayCount) * DAY_MINUTES ? undefined : { start, end };
    },
    lastTaken: (start, end) => {
      const bar = {
        id: 0,
        furnace_run_id: null,
        start_at: instantOfMinutes(start),
        end_at: instantOfMinutes(end),
        work_time_set: true,
        elapsed,
        hours,
      };
      const beside = held.filter((one) => one.from < end && one.to > start).map(({ other }) => other);
      const block = overloadOf(bar, beside, capacity)?.crowded.at(-1)?.block;
      return block === undefined ? undefined : block * HALF_DAY_MINUTES;
    },
    starts: function* (first, to) {
      for (let at = Math.floor(first / DAY_MINUTES) - days.first; at < dayCount && (days.first + at) * DAY_MINUTES < to; at++) {
        const day = days.first + at;
        if (!days.open[at] || !isOnWeekday(weekdays, day)) continue;
        for (let start = day * DAY_MINUTES + OPENS; start < Math.min(to, day * DAY_MINUTES + CLOSES); start += TICK_MINUTES)
          if (start >= first) yield start;
      }
    },
  };
}

const instants = ({ start, end }: { start: number; end: number }): TaskSpan => ({
  start: instantOfMinutes(start),
  end: instantOfMinutes(end),
});

/**
 * The first time from `from` (plant minutes) on at which the facility has a unit free for the whole task: it begins within the working
 * hours of an open day that is one of its weekdays, at a half hour that the task form offers. Undefined where there is none within `dayCount` days.
 */
export function firstFree(
  from: number,
  wanted: Wanted,
  others: readonly Occupant[],
  capacity: Capacity,
  dayCount: number,
): TaskSpan | undefined {
  const { spanAt, lastTaken, starts } = asked(from, wanted, others, capacity, dayCount);
  let taken = Number.NEGATIVE_INFINITY;
  for (const start of starts(from, Number.POSITIVE_INFINITY)) {
    // Whoever begins before it, and ends no earlier than who was tried, meets it as well.
    if (start < taken) continue;
    const span = spanAt(start);
    if (!span) return undefined;
    const last = lastTaken(start, span.end);
    if (last === undefined) return instants(span);
    taken = last;
  }
  return undefined;
}

/** A place in a half day, whatever stands there: the task from its widest gap on, and the hours until somebody else needs the facility. */
export interface Gap {
  span: TaskSpan;
  hours: number;
}

/** The widest gap from `from` to the end of its half day, where the task may begin then; undefined where it may not. */
export function widestGap(
  from: number,
  wanted: Wanted,
  others: readonly Occupant[],
  capacity: Capacity,
  dayCount: number,
): Gap | undefined {
  const { spanAt, lastTaken, starts, endOf, minutes } = asked(from, wanted, others, capacity, dayCount);
  let widest: Gap | undefined;
  for (const start of starts(from, (Math.floor(from / HALF_DAY_MINUTES) + 1) * HALF_DAY_MINUTES)) {
    const span = spanAt(start);
    if (!span) return widest;
    const ticks = minutes / TICK_MINUTES;
    const isTaken = (tick: number): boolean => {
      const part = tick + 1 < ticks ? endOf(start, (tick + 1) * TICK_MINUTES) : undefined;
      return lastTaken(start, part ?? span.end) !== undefined;
    };
    const hours = (firstIndex(ticks, isTaken) * TICK_MINUTES) / 60;
    if (!widest || hours > widest.hours) widest = { span: instants(span), hours };
  }
  return widest;
}
