import {
  endClock,
  endDate,
  formatMonthDay,
  type Instant,
  type PlantDate,
  plantClock,
  plantDate,
} from '../../server/domain/ground/plant-time.ts';

const onDay = (day: PlantDate, clock: string, now: number): string => (day === plantDate(now) ? clock : `${formatMonthDay(day)} ${clock}`);

/** `08:00`, with its day where that is not today. */
export const timeOf = (instant: Instant, now: number): string => onDay(plantDate(instant), plantClock(instant), now);

/** The same of an end: midnight is 24:00 of the day before. */
export const endTimeOf = (instant: Instant, now: number): string => onDay(endDate(instant), endClock(instant), now);
