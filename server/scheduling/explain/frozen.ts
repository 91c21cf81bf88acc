import { lateDays } from '../objective.ts';
import type { Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';
import { findLate } from './late.ts';
import { createInquiry } from './reasons.ts';
import { timeAlone, timesOf } from './what-if.ts';

/**
 * How many days less late each order would be, by id, without the bars that only the frozen days keep. Each lot of the order is placed again by itself,
 * everything else stays. An estimate: those bars need a place too, and a run that moves everything may gain more. Orders without a gain are left out.
 */
export function frozenGains(problem: Problem, solution: Solution): Map<number, number> {
  const gains = new Map<number, number>();
  const { plant, jobs } = problem;
  if (!plant?.tasks.some(({ kept }) => kept?.as === 'frozen')) return gains;
  const inquiry = createInquiry(problem, solution);
  for (const { job, days } of findLate(problem, solution)) {
    const due = jobs.due[job]!;
    let end = jobs.floor[job]!;
    for (let chain = jobs.chainFrom[job]!; chain < jobs.chainFrom[job + 1]!; chain += 1) {
      const stands = timesOf({ problem, ...solution }, chain).finish;
      if (lateDays(problem, due, stands) === 0) continue;
      end = Math.max(end, Math.min(stands, timeAlone(inquiry.without(chain, { frozen: true }), chain).finish));
    }
    const gain = days - lateDays(problem, due, end);
    if (gain > 0) gains.set(plant.orders[job]!.order_id, gain);
  }
  return gains;
}
