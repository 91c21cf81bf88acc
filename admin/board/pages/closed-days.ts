import { dayNumber, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';

/** The closed days of the plant in these days, inclusive, by day number. */
export async function closedDays(
  { call }: Pick<PlannerDataProvider, 'call'>,
  days: { from_date: PlantDate; to_date: PlantDate },
  signal: AbortSignal,
): Promise<Set<number>> {
  return new Set((await call('getClosedDays', { query: days, signal })).days.map(dayNumber));
}
