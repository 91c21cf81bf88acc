import { addDays, addMonths, isPlanDate, type PlantDate, plantDate, weekStart } from '../../server/domain/ground/plant-time.ts';
import { now } from '../providers/clock.ts';

/** The plant's today, by the server's clock. */
export const today = (): PlantDate => plantDate(now());

/** The date of an address, or today. */
export const dateOr = (text: string | null): PlantDate => (text !== null && isPlanDate(text) ? text : today());

/** Whether the whole week from a Sunday can be planned. */
export const isPlanWeek = (sunday: PlantDate): boolean => isPlanDate(sunday) && isPlanDate(addDays(sunday, 6));

/** The seven days from a Sunday. */
export const daysOfWeek = (sunday: PlantDate): PlantDate[] => Array.from({ length: 7 }, (_, index) => addDays(sunday, index));

/** The first day of a date's month. */
export const monthStart = (date: PlantDate): PlantDate => `${date.slice(0, 8)}01`;

/** The weeks that show a month, Sunday first: five or six, always six so that the page keeps its height. */
export function weeksOfMonth(first: PlantDate): PlantDate[][] {
  const start = weekStart(first);
  return Array.from({ length: 6 }, (_, week) => daysOfWeek(addDays(start, week * 7)));
}

/** The first day of the month so many months on. */
export const monthsLater = (first: PlantDate, months: number): PlantDate => addMonths(first, months);
