import { createBoard, solutionOf } from './board.ts';
import { plantBound } from './bounds/index.ts';
import { type Clockwork, createClockwork } from './clockwork.ts';
import { placeAll, presentRule, type Replay } from './construct.ts';
import { isBetter, scoreOf } from './objective.ts';
import { priorityRules, type Rule } from './priorities.ts';
import type { Problem } from './problem.ts';
import { createRandom } from './random.ts';
import { createControl } from './search/kernel.ts';
import { KERNELS } from './search/kernels.ts';
import type { Score, Solution, SolveOptions, SolveResult, Statistics } from './solution.ts';

interface Plan {
  readonly solution: Solution;
  readonly score: Score;
}

/** Plans: several first plans, the best of them improved until the budget ends. The first complete plan is handed to `onPlan` before anything else. */
export function solve(problem: Problem, options: SolveOptions): SolveResult {
  const began = options.elapsed?.() ?? 0;
  const statistics: Statistics = { rounds: 0, seconds: 0, moves: {}, first: [] };
  const clockwork = createClockwork(problem);
  const first = firstPlan(problem, clockwork, options, statistics, began);
  const best = improve(problem, clockwork, first, options, statistics, began);
  statistics.seconds = (options.elapsed?.() ?? 0) - began;
  const bound = boundOf(problem, clockwork);
  const status =
    problem.activities.count === 0
      ? 'empty'
      : options.cancelled?.()
        ? 'cancelled'
        : best.score.total <= bound + PROVED
          ? 'proved'
          : 'feasible';
  return { ...best, status, bound, statistics };
}

const PROVED = 1e-9;

/** A value no plan can go below. */
function boundOf(problem: Problem, clockwork: Clockwork): number {
  if (problem.objective.kind === 'plant') return plantBound(problem, clockwork).total;
  return KERNELS.find((each) => each.suits(problem))?.bound?.(problem) ?? 0;
}

/** Serial generation by several rules, the repaired present plan first where there is one; the best is kept. */
function firstPlan(problem: Problem, clockwork: Clockwork, options: SolveOptions, statistics: Statistics, began: number): Plan {
  const { seconds = Number.POSITIVE_INFINITY } = options.budget;
  let best: Plan | null = null;
  for (const rule of firstRules(problem)) {
    const board = createBoard(problem, clockwork);
    const replay: Replay | null = rule.name === 'present_plan' ? new Map(board.fixedRuns.map((run, index) => [index, run])) : null;
    placeAll(board, rule, replay);
    const solution = solutionOf(board);
    const score = scoreOf(problem, solution);
    statistics.first.push({ rule: rule.name, total: score.total });
    if (!best || isBetter(problem, score, best.score)) {
      best = { solution, score };
      options.onPlan?.(solution, score);
    }
    if (options.cancelled?.() || (options.elapsed && options.elapsed() - began > seconds / 4)) break;
  }
  return best!;
}

function firstRules(problem: Problem): Rule[] {
  const rules = priorityRules(problem);
  return problem.present ? [presentRule(problem, rules[0]!), ...rules] : rules;
}

function improve(problem: Problem, clockwork: Clockwork, first: Plan, options: SolveOptions, statistics: Statistics, began: number): Plan {
  const kernel = KERNELS.find((each) => each.suits(problem));
  const { rounds = 1, seconds = 1 } = options.budget;
  if (!kernel || rounds <= 0 || seconds <= 0 || options.cancelled?.()) return first;
  const control = createControl(options, createRandom(options.seed), statistics, began, first.score);
  const solution = kernel.improve(problem, first.solution, control, clockwork);
  const score = scoreOf(problem, solution);
  return isBetter(problem, score, first.score) ? { solution, score } : first;
}
