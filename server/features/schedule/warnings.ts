import { HALF_DAY_MINUTES } from '../../domain/constants.ts';
import { daysBetween, endDate, epochMs, type Instant, type PlantDate, plantDate, plantMinutes } from '../../domain/plant-time.ts';
import { SCHEDULE_WARNINGS as WARNINGS } from '../../domain/texts/schedule.ts';
import { daysOf, firstMinutes, type Stretch, workingStretches } from './working-time.ts';

/** A bar as capacity sees it. */
export interface Occupant {
  id: number;
  furnace_run_id: number | null;
  start_at: Instant;
  end_at: Instant;
  work_time_set: boolean;
  /** Furnace and other elapsed tasks hold their unit day and night. */
  elapsed: boolean;
  /** Hours of working time; null: the whole bar. */
  hours: number | null;
}

/** What a saved bar is judged against. */
export interface Surroundings {
  bar: Occupant;
  /** The nearest bars of the lot by task_sort. */
  previous: { task_name: string; end_at: Instant } | undefined;
  next: { task_name: string; start_at: Instant } | undefined;
  facility: { facility_name: string; availability: number; overrides: ReadonlyMap<PlantDate, number> } | undefined;
  /** The unfinished bars that share its facility and overlap it. */
  others: readonly Occupant[];
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
  if (facility && overCapacity(around)) warnings.push(WARNINGS.over_capacity(facility.facility_name));
  const late = deadline_date ? daysBetween(deadline_date, endDate(bar.end_at)) : 0;
  if (late > 0) warnings.push(WARNINGS.past_deadline(late));
  return warnings;
}

/** Whether at some moment of the bar more units are taken than there are. The members of a furnace run take one together. */
function overCapacity({ bar, others, facility, holidays }: Surroundings): boolean {
  if (!facility) return false;
  const unitsToWork = (date: PlantDate): number => facility.overrides.get(date) ?? (holidays.has(date) ? 0 : facility.availability);
  const unitsToHold = (date: PlantDate): number => facility.overrides.get(date) ?? facility.availability;
  const busy = (occupant: Occupant): Stretch[] => busyStretches(occupant, (date) => unitsToWork(date) > 0);
  const own = busy(bar);
  if (own.length === 0)
    return daysOf({ from: plantMinutes(bar.start_at), to: plantMinutes(bar.end_at) }).some((date) => !holidays.has(date));
  const charge = (occupant: Occupant): string => (occupant.furnace_run_id ? `run ${occupant.furnace_run_id}` : `bar ${occupant.id}`);
  const stretches = others.flatMap((other) => busy(other).map((stretch) => ({ ...stretch, charge: charge(other) })));
  const inside = (moment: number): boolean => own.some(({ from, to }) => from <= moment && moment < to);
  const moments = [...own, ...stretches].map(({ from }) => from).filter(inside);
  const midnights = own.flatMap((stretch) => daysOf(stretch).map((date) => plantMinutes(`${date}T00:00:00+09:00`))).filter(inside);
  const units = bar.elapsed ? unitsToHold : unitsToWork;
  return [...moments, ...midnights].some((moment) => {
    const taken = new Set(stretches.filter(({ from, to }) => from <= moment && moment < to).map((stretch) => stretch.charge));
    return taken.add(charge(bar)).size > units(dateOfMinutes(moment));
  });
}

const dateOfMinutes = (minutes: number): PlantDate => daysOf({ from: minutes, to: minutes + 1 })[0] as PlantDate;

/**
 * When a bar holds a unit. A working-time bar on whole half-day blocks says only in which blocks its work lies, not when: its own hours
 * from the first working minute count.
 */
function busyStretches(occupant: Occupant, isOpen: (date: PlantDate) => boolean): Stretch[] {
  const whole = { from: plantMinutes(occupant.start_at), to: plantMinutes(occupant.end_at) };
  if (occupant.elapsed) return [whole];
  const working = workingStretches(whole, isOpen);
  const onBlocks = whole.from % HALF_DAY_MINUTES === 0 && whole.to % HALF_DAY_MINUTES === 0;
  if (occupant.hours === null || occupant.work_time_set || !onBlocks) return working;
  return firstMinutes(working, occupant.hours * 60);
}
