import { DAY_MINUTES, LONGEST_BAR_DAYS } from '../../../domain/ground/constants.ts';
import { type Instant, type PlantDate, plantMinutes } from '../../../domain/ground/plant-time.ts';
import { LABOR_KINDS } from '../../../domain/texts/plan/schedule.ts';
import { daysOf, firstMinutes, type Stretch, workingStretches } from './working-time.ts';

/** What labour needs to know of a bar. */
export interface LaborFacts {
  start_date: Instant;
  end_date: Instant;
  facility_name: string | null;
  outsourced: boolean;
  /** Furnace and other elapsed tasks: set-up runs day and night. */
  elapsed: boolean;
  /** Hours of set-up and of work still to be done. */
  setup_hours: number;
  work_hours: number;
  isOpen: (date: PlantDate) => boolean;
}

export interface LaborForce {
  date: PlantDate;
  facility_name: string;
  kind: (typeof LABOR_KINDS)[keyof typeof LABOR_KINDS];
  hours: number;
}

/** The task's hours on each of its days, set-up first. Hours that the bar is too short for stand on its last day. */
export function laborForces(facts: LaborFacts): LaborForce[] {
  if (facts.outsourced) return [];
  const from = plantMinutes(facts.start_date);
  // A bar beyond reason, put there by hand, is told of as far as a bar may reach.
  const whole = { from, to: Math.min(plantMinutes(facts.end_date), from + LONGEST_BAR_DAYS * DAY_MINUTES) };
  const free = facts.elapsed ? daysOf(whole).map((_, index) => dayPart(whole, index)) : workingStretches(whole, facts.isOpen);
  const stretches = free.length > 0 ? free : [whole];
  const setup = facts.setup_hours * 60;
  return [
    ...perDay(facts, LABOR_KINDS.setup, setup, firstMinutes(stretches, setup)),
    ...perDay(facts, LABOR_KINDS.work, facts.work_hours * 60, firstMinutes(without(stretches, setup), facts.work_hours * 60)),
  ];
}

function dayPart(whole: Stretch, index: number): Stretch {
  const midnight = (Math.floor(whole.from / DAY_MINUTES) + index) * DAY_MINUTES;
  return { from: Math.max(whole.from, midnight), to: Math.min(whole.to, midnight + DAY_MINUTES) };
}

/** The stretches after their first `minutes`; the last one keeps its end, so that there is a day to stand on. */
function without(stretches: readonly Stretch[], minutes: number): Stretch[] {
  let left = minutes;
  const rest = stretches.flatMap(({ from, to }) => {
    const cut = Math.min(left, to - from);
    left -= cut;
    return from + cut < to ? [{ from: from + cut, to }] : [];
  });
  const last = stretches.at(-1) as Stretch;
  return rest.length > 0 ? rest : [{ from: last.to - 1, to: last.to }];
}

function perDay(facts: LaborFacts, kind: LaborForce['kind'], minutes: number, stretches: readonly Stretch[]): LaborForce[] {
  if (minutes <= 0 || stretches.length === 0) return [];
  const counted = stretches.map(({ from, to }) => to - from);
  const missing = minutes - counted.reduce((sum, part) => sum + part, 0);
  const byDate = new Map<PlantDate, number>();
  stretches.forEach((stretch, index) => {
    const date = daysOf(stretch)[0] as PlantDate;
    const extra = index === stretches.length - 1 ? missing : 0;
    byDate.set(date, (byDate.get(date) ?? 0) + (counted[index] as number) + extra);
  });
  return [...byDate].map(([date, total]) => ({
    date,
    facility_name: facts.facility_name ?? '',
    kind,
    hours: Math.round((total / 60) * 100) / 100,
  }));
}
