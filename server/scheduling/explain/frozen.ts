import { createClockwork } from '../place/clockwork.ts';
import { draftOf } from '../place/draft.ts';
import { NONE, type Problem, stepsOf } from '../problem.ts';
import { daysPlaced, without } from './alone.ts';
import type { Stands } from './as-it-stands.ts';
import { findLate } from './causes.ts';

/**
 * How many days less late each order would be, by id, without the bars that only the frozen days of a run keep: it is placed again without them, everything else
 * stays. An estimate: those bars need a place too, and a run that moves everything may gain more. Orders without a gain are left out. `stands`: the plan
 * without frozen days.
 */
export function frozenGains({ plant: made }: Problem, { problem, solution }: Stands): Map<number, number> {
  const gains = new Map<number, number>();
  const frozen = new Set(made?.tasks.flatMap(({ kept, order_task_id }) => (kept?.as === 'frozen' ? [order_task_id] : [])));
  if (frozen.size === 0) return gains;
  const { plant, activities } = problem;
  const isLeft = (a: number): boolean => frozen.has(plant!.tasks[a]!.order_task_id) && activities.fixedStart[a] === NONE;
  const draft = draftOf(problem, createClockwork(problem), {
    ...solution,
    start: solution.start.map((tick, a) => (isLeft(a) ? NONE : tick)),
  });
  for (const { job, days } of findLate(problem, solution)) {
    const gain = days - without(draft, stepsOf(problem, job), () => daysPlaced(draft, job));
    if (gain > 0) gains.set(plant!.orders[job]!.order_id, gain);
  }
  return gains;
}
