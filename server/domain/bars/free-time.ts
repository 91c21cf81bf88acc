import { DAY_MINUTES, TICK_MINUTES } from '../ground/constants.ts';
import { CLOSES, dateOfDay, instantOfMinutes, isOnWeekday, OPENS, plantMinutes } from '../ground/plant-time.ts';
import { ticksOfHours } from '../plant/hours.ts';
import { type Capacity, type Occupant, overCapacity } from './occupancy.ts';
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

/** The next end that the task form offers: 8:30 to 16:00 by half hours, or midnight. */
function offeredEnd(minute: number): number {
  const end = Math.ceil(minute / TICK_MINUTES) * TICK_MINUTES;
  const clock = end % DAY_MINUTES;
  if (clock === 0 || (clock > OPENS && clock <= CLOSES)) return end;
  return clock > CLOSES ? end - clock + DAY_MINUTES : end - clock + OPENS + TICK_MINUTES;
}

/**
 * The first time from `from` (plant minutes) on at which the facility has a unit free for the whole task: it begins within the working
 * hours of an open day that is one of its weekdays, at a half hour that the task form offers. Undefined where there is none within `dayCount` days.
 */
export function firstFree(
  from: number,
  { hours, elapsed, weekdays }: Wanted,
  others: readonly Occupant[],
  capacity: Capacity,
  dayCount: number,
): TaskSpan | undefined {
  const days = daysFrom(Math.floor(from / DAY_MINUTES), dayCount, capacity);
  const minutes = Math.max(1, ticksOfHours(hours)) * TICK_MINUTES;
  const held = others.map((other) => ({ other, from: plantMinutes(other.start_at), to: plantMinutes(other.end_at) }));
  for (let at = 0; at < dayCount; at++) {
    if (!days.open[at] || !isOnWeekday(weekdays, days.first + at)) continue;
    for (let start = (days.first + at) * DAY_MINUTES + OPENS; start < (days.first + at) * DAY_MINUTES + CLOSES; start += TICK_MINUTES) {
      if (start < from) continue;
      const end = elapsed ? offeredEnd(start + minutes) : workedUp(start, minutes, days);
      if (end === undefined || end > (days.first + dayCount) * DAY_MINUTES) return undefined;
      const span = { start: instantOfMinutes(start), end: instantOfMinutes(end) };
      const bar = { id: 0, furnace_run_id: null, start_at: span.start, end_at: span.end, work_time_set: true, elapsed, hours };
      const beside = held.filter((one) => one.from < end && one.to > start).map(({ other }) => other);
      if (!overCapacity(bar, beside, capacity)) return span;
    }
  }
  return undefined;
}
