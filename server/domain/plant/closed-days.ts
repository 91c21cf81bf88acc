import { weekdayOfDay } from '../ground/plant-time.ts';

/** When the plant is closed, by day number. */
export interface ClosedDays {
  isClosed(day: number): boolean;
  /** The last day that the holiday table speaks of; undefined without rows. */
  last: number | undefined;
}

/**
 * The closed days of the plant: within its first and last row the holiday table says them all; before and behind it, weekends are closed. SQL says the same in
 * `closed_days`.
 */
export function closedDays(holidays: ReadonlySet<number>): ClosedDays {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of holidays) [first, last] = [Math.min(first, day), Math.max(last, day)];
  const isWeekend = (day: number): boolean => [0, 6].includes(weekdayOfDay(day));
  return {
    isClosed: (day) => (day >= first && day <= last ? holidays.has(day) : isWeekend(day)),
    last: holidays.size === 0 ? undefined : last,
  };
}
