import { daysBetween, endDate, epochMs, type Instant, type PlantDate, plantDate } from '../../domain/plant-time.ts';
import { SCHEDULE_WARNINGS as WARNINGS } from '../../domain/texts/schedule.ts';
import { type Occupant, overCapacity } from './occupancy.ts';

/** What a saved bar is judged against. */
export interface Surroundings {
  bar: Occupant;
  /** The nearest bars of the lot by task_sort. */
  previous: { task_name: string; end_at: Instant } | undefined;
  next: { task_name: string; start_at: Instant } | undefined;
  facility: { facility_name: string; availability: number; overrides: ReadonlyMap<PlantDate, number> } | undefined;
  /** The unfinished bars that share its facility and overlap it. */
  others: readonly Occupant[];
  /** Holidays and overrides: those of `daysToKnow`. */
  holidays: ReadonlySet<PlantDate>;
  deadline_date: PlantDate | null;
}

/** The warnings of a saved bar, each a sentence; it stands as it was saved whatever they say. */
export function warningsOf(around: Surroundings): string[] {
  const { bar, previous, next, facility, deadline_date } = around;
  const warnings: string[] = [];
  if (around.holidays.has(plantDate(bar.start_at))) warnings.push(WARNINGS.start_on_holiday);
  if (previous && epochMs(bar.start_at) < epochMs(previous.end_at)) warnings.push(WARNINGS.before_previous(previous.task_name));
  if (next && epochMs(bar.end_at) > epochMs(next.start_at)) warnings.push(WARNINGS.after_next(next.task_name));
  if (facility && overCapacity(bar, around.others, { ...facility, holidays: around.holidays }))
    warnings.push(WARNINGS.over_capacity(facility.facility_name));
  const late = deadline_date ? daysBetween(deadline_date, endDate(bar.end_at)) : 0;
  if (late > 0) warnings.push(WARNINGS.past_deadline(late));
  return warnings;
}
