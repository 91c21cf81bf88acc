import { plantBound } from './bounds/index.ts';
import { type Clockwork, createClockwork } from './clockwork.ts';
import { firstPlan, type Plan } from './first-plan.ts';
import { isBetter, scoreOf } from './objective.ts';
import type { Problem } from './problem.ts';
import { createRandom } from './random.ts';
import { createControl } from './search/kernel.ts';
import { KERNELS } from './search/kernels.ts';
import type { SolveOptions, SolveResult, Statistics } from './solution.ts';

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

function improve(problem: Problem, clockwork: Clockwork, first: Plan, options: SolveOptions, statistics: Statistics, began: number): Plan {
  const kernel = KERNELS.find((each) => each.suits(problem));
  const { rounds = 1, seconds = 1 } = options.budget;
  if (!kernel || rounds <= 0 || seconds <= 0 || options.cancelled?.()) return first;
  const control = createControl(options, createRandom(options.seed), statistics, began, first.score);
  const solution = kernel.improve(problem, first.solution, control, clockwork);
  const score = scoreOf(problem, solution);
  return isBetter(problem, score, first.score) ? { solution, score } : first;
}
