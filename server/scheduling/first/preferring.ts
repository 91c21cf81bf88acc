import { completionOf, lateDays } from '../objective.ts';
import type { Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';

/** A day of them outweighs whatever bars cost that leave their places (`stages.ts`). */
const PREFERENCE = 1e6;

/** The problem of a plan in which the lateness of these jobs outweighs all else. */
export function preferring(problem: Problem, first: readonly number[]): Problem {
  if (first.length === 0) return problem;
  const weight = problem.jobs.weight.slice();
  for (const job of first) weight[job] = weight[job]! * PREFERENCE;
  return { ...problem, jobs: { ...problem.jobs, weight } };
}

/** Whether a plan has none of these jobs later than another plan has it. */
export function holds(problem: Problem, { end }: Solution, than: Solution, first: readonly number[]): boolean {
  const daysIn = (ends: Int32Array, job: number): number => lateDays(problem, problem.jobs.due[job]!, completionOf(problem, ends, job));
  return first.every((job) => daysIn(end, job) <= daysIn(than.end, job));
}
