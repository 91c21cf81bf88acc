import { changed } from '../changed.ts';
import { daysLateIn } from '../objective.ts';
import type { Clockwork } from '../place/clockwork.ts';
import type { Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';
import { leastDisturbing, type Wanted } from './least-disturbing.ts';
import type { Rule } from './priorities.ts';
import { repairPresent } from './repair.ts';

/** A day of them outweighs whatever bars cost that leave their places (`stages.ts`). */
const PREFERENCE = 1e6;

/** The problem of a plan in which the lateness of these jobs outweighs all else. */
export function preferring(problem: Problem, first: readonly number[]): Problem {
  if (first.length === 0) return problem;
  const weight = problem.jobs.weight.slice();
  for (const job of first) weight[job] = weight[job]! * PREFERENCE;
  return changed(problem, { jobs: { weight } });
}

/** Repairs the standing plan around jobs that are placed before all others, pushing as little as that needs. */
export function placedFirst(problem: Problem, clockwork: Clockwork, rule: Rule, first: readonly number[]): Solution {
  if (first.length === 0) return repairPresent(problem, clockwork, rule);
  const repaired = ({ problem: wanted, reserved }: Wanted): Solution => repairPresent(wanted, clockwork, rule, reserved);
  const gentle = leastDisturbing(problem, clockwork, first);
  const solution = repaired(gentle);
  const isAsGood = first.every((job, at) => daysLateIn(problem, solution.end, job) <= gentle.days[at]!);
  // Lots of one job may be in each other's way: then all of them take the places they want.
  return isAsGood ? solution : repaired(leastDisturbing(problem, clockwork, first, true));
}

/** Whether a plan has none of these jobs later than another plan has it. */
export const holds = (problem: Problem, plan: Solution, than: Solution, first: readonly number[]): boolean =>
  first.every((job) => daysLateIn(problem, plan.end, job) <= daysLateIn(problem, than.end, job));
