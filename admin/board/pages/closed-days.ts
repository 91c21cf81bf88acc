import { dayNumber, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';

/** Holidays of the plant in these days, inclusive, by day number. */
export async function closedDays(
  { callAll }: Pick<PlannerDataProvider, 'callAll'>,
  days: { from_date: PlantDate; to_date: PlantDate },
  signal: AbortSignal,
): Promise<Set<number>> {
  return new Set((await callAll('listHolidays', days, signal)).map(({ date }) => dayNumber(date)));
}
