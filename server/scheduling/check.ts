import type { Problem } from './problem.ts';
import { capacity } from './rules/capacity.ts';
import type { Rule } from './rules/rule.ts';
import { lengths, loads, membership, recipes, starts } from './rules/runs.ts';
import { eligibility, fixedEntries, grid, partners, precedence, release, workingTime } from './rules/time.ts';
import type { Solution, Violation } from './solution.ts';

/** Every hard rule, in the order of docs/planning-rules.md. */
const RULES: readonly Rule[] = [
  precedence,
  release,
  workingTime,
  partners,
  capacity,
  membership,
  recipes,
  loads,
  starts,
  lengths,
  eligibility,
  fixedEntries,
  grid,
];

/**
 * Tests a solution against every hard rule, from problem and solution alone: slow, plain, and sharing no line with the search. An empty list means feasible.
 * Activities without a place in the horizon break no rule (W208), but nothing may follow them.
 */
export function check(problem: Problem, solution: Solution): Violation[] {
  return RULES.flatMap((rule) => rule(problem, solution));
}
