import {
  endClock,
  endDate,
  epochMs,
  formatMonthDay,
  type Instant,
  type PlantDate,
  plantClock,
  plantDate,
} from '../../server/domain/ground/plant-time.ts';

const onDay = (day: PlantDate, clock: string, now: number): string => (day === plantDate(now) ? clock : `${formatMonthDay(day)} ${clock}`);

/** Much before its end, work is finished by mistake. */
const EARLY_MS = 30 * 60_000;

/** `08:00`, with its day where that is not today. */
export const timeOf = (instant: Instant, now: number): string => onDay(plantDate(instant), plantClock(instant), now);

/** The same of an end: midnight is 24:00 of the day before. */
export const endTimeOf = (instant: Instant, now: number): string => onDay(endDate(instant), endClock(instant), now);

/** When work that was started is planned to end, where that is far off: its 終了 asks once. */
export const earlyEnd = (started: Instant | null, end: Instant, now: number): string | undefined =>
  started !== null && epochMs(end) - now > EARLY_MS ? endTimeOf(end, now) : undefined;
