import { dayNumber, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';

/** The closed days of the plant in these days, inclusive, by day number, and the last day that the holiday table speaks of. */
export interface ClosedDays {
  closed: Set<number>;
  calendarEnd: PlantDate | null;
}

export const NO_CLOSED_DAYS: ClosedDays = { closed: new Set(), calendarEnd: null };

/** The closed days of the plant in these days, inclusive. */
export async function closedDays(
  { call }: Pick<PlannerDataProvider, 'call'>,
  days: { from_date: PlantDate; to_date: PlantDate },
  signal: AbortSignal,
): Promise<ClosedDays> {
  const answer = await call('getClosedDays', { query: days, signal });
  return { closed: new Set(answer.days.map(dayNumber)), calendarEnd: answer.last };
}
