import { backwardRule } from './backward.ts';
import { createBoard, solutionOf } from './board.ts';
import type { Clockwork } from './clockwork.ts';
import { placeAll, presentRule, type Replay } from './construct.ts';
import { isBetter, scoreOf } from './objective.ts';
import { priorityRules, type Rule } from './priorities.ts';
import { NONE, type Problem } from './problem.ts';
import type { Score, Solution, SolveOptions, Statistics } from './solution.ts';

/** A solution with its score. */
export interface Plan {
  readonly solution: Solution;
  readonly score: Score;
}

/** Share of the seconds that first plans may take. */
const FIRST_PLANS_SHARE = 0.25;

/**
 * Serial generation by several rules, the repaired present plan first where there is one, then forward, backward, forward from the best of them. The best is
 * kept; each that is better is handed to `onPlan` at once, so that a plan always exists.
 */
export function firstPlan(problem: Problem, clockwork: Clockwork, options: SolveOptions, statistics: Statistics, began: number): Plan {
  const { seconds = Number.POSITIVE_INFINITY } = options.budget;
  const isOver = (): boolean =>
    options.cancelled?.() === true || (options.elapsed !== undefined && options.elapsed() - began > seconds * FIRST_PLANS_SHARE);
  const rules = priorityRules(problem);
  let best: Plan | null = null;
  const attempt = (rule: Rule, replaying = false): void => {
    const plan = planBy(problem, clockwork, rule, replaying);
    statistics.first.push({ rule: rule.name, total: plan.score.total });
    if (best && !isBetter(problem, plan.score, best.score)) return;
    best = plan;
    options.onPlan?.(plan.solution, plan.score);
  };
  if (problem.present) attempt(presentRule(problem, rules[0]!), true);
  for (const rule of rules) {
    if (best && isOver()) return best;
    attempt(rule);
  }
  const found: Plan = best!;
  if (problem.objective.kind !== 'plant' || isOver() || found.solution.start.includes(NONE)) return found;
  attempt(backwardRule(problem, clockwork, found.solution, rules[0]!.taste));
  return best!;
}

function planBy(problem: Problem, clockwork: Clockwork, rule: Rule, replaying: boolean): Plan {
  const board = createBoard(problem, clockwork);
  const replay: Replay | null = replaying ? new Map(board.fixedRuns.map((run, index) => [index, run])) : null;
  placeAll(board, rule, replay);
  const solution = solutionOf(board);
  return { solution, score: scoreOf(problem, solution) };
}
