import fc from 'fast-check';
import { type Capacity, overloadOf } from '../../server/domain/bars/occupancy.ts';
import { addDays, dateOfDay } from '../../server/domain/ground/plant-time.ts';

export const DAY = 24 * 60;
/** Minutes of whole half hours, and of whole half days. */
export const ticks = (least: number, most: number) => fc.integer({ min: least, max: most }).map((tick) => tick * 30);
export const halves = (least: number, most: number) => fc.integer({ min: least, max: most }).map((half) => half * 720);

/** A facility that has other units, or is closed, on some days from Monday, 2026-04-06, to so many later. */
export function capacityWithin(days: number): fc.Arbitrary<Capacity> {
  const day = fc.integer({ min: 0, max: days }).map((number) => addDays('2026-04-06', number));
  return fc.record({
    availability: fc.integer({ min: 1, max: 3 }),
    overrides: fc.array(fc.tuple(day, fc.integer({ min: 0, max: 3 })), { maxLength: 4 }).map((rows) => new Map(rows)),
    holidays: fc.uniqueArray(day, { maxLength: 4 }).map((dates) => new Set(dates)),
  });
}

/** How many units work at a minute. */
export function unitsAt(minute: number, { availability, overrides, holidays }: Capacity): number {
  const date = dateOfDay(Math.floor(minute / DAY));
  return overrides.get(date) ?? (holidays.has(date) ? 0 : availability);
}
export const inWork = (minute: number, capacity: Capacity): boolean =>
  unitsAt(minute, capacity) > 0 && minute % DAY >= 480 && minute % DAY < 960;
export const isOver = (...asked: Parameters<typeof overloadOf>): boolean => overloadOf(...asked) !== undefined;
