import { plantBound } from './bounds/index.ts';
import { type FirstPlans, firstPlan, type Plan } from './first/portfolio.ts';
import { isBetter, scoreOf } from './objective.ts';
import { type Clockwork, createClockwork } from './place/clockwork.ts';
import type { Problem } from './problem.ts';
import { createRandom } from './random.ts';
import { createControl, isProved, type Kernel } from './search/kernel.ts';
import { memoryOf } from './search/lots/workspace.ts';
import { plantKernel } from './search/plant-kernel.ts';
import { joinTeam, type Seat } from './search/team/team.ts';
import type { Score, Solution, SolveOptions, SolveResult, Statistics } from './solution.ts';

/**
 * Plans: several first plans, the best of them improved until the budget ends or no plan can be better. The first complete plan is handed to `onPlan` before
 * anything else. A team's other threads end with it.
 */
export function solve(problem: Problem, options: SolveOptions, kernel: Kernel = plantKernel): SolveResult {
  const seat = options.team ? joinTeam(options.team, 0, options.cancelled) : null;
  try {
    return planWith(seat, problem, options, kernel);
  } finally {
    seat?.leave();
  }
}

function planWith(seat: Seat | null, problem: Problem, options: SolveOptions, kernel: Kernel): SolveResult {
  const began = options.elapsed?.() ?? 0;
  const statistics: Statistics = { rounds: 0, seconds: 0, threads: 1, moves: {}, first: [] };
  const clockwork = createClockwork(problem);
  const first = firstPlan(problem, clockwork, options, statistics, began);
  const bound = plantBound(problem, clockwork).total;
  const best = improve(kernel, problem, clockwork, first, bound, seat, options, statistics, began);
  statistics.seconds = (options.elapsed?.() ?? 0) - began;
  const status =
    problem.activities.count === 0 ? 'empty' : options.cancelled?.() ? 'cancelled' : isProved(best.score, bound) ? 'proved' : 'feasible';
  return { ...best, status, bound, statistics };
}

function improve(
  kernel: Kernel,
  problem: Problem,
  clockwork: Clockwork,
  { best, start }: FirstPlans,
  bound: number,
  seat: Seat | null,
  options: SolveOptions,
  statistics: Statistics,
  began: number,
): Plan {
  const { rounds, seconds = 1 } = options.budget;
  if (options.cancelled?.()) return best;
  const isSpent = (rounds ?? 1) <= 0 || seconds <= 0 || isProved(best.score, bound);
  // A short search must not end behind the first plan as it is tidied where there is no search; by seconds that is not worth the time.
  const first = isSpent || rounds !== undefined ? better(best, planOf(settled())) : best;
  return isSpent ? first : better(first, planOf(improved()));

  function planOf(solution: Solution): Plan {
    return { solution, score: scoreOf(problem, solution) };
  }

  /** The later of two that are equal. */
  function better(one: Plan, other: Plan): Plan {
    return isBetter(problem, one.score, other.score) ? one : other;
  }

  function improved(): Solution {
    seat?.begin(memoryOf(start.solution), { seed: options.seed, rounds: options.budget.rounds ?? Number.POSITIVE_INFINITY });
    // The search may begin below the best first plan: until it is better nothing is passed on.
    const onPlan = (plan: Solution, score: Score): void => {
      if (isBetter(problem, score, first.score)) options.onPlan?.(plan, score);
    };
    const control = createControl(
      { options: { ...options, onPlan }, statistics, began, exchange: seat, bound },
      createRandom(options.seed),
      first.score,
    );
    const solution = kernel.improve(problem, start.solution, control, clockwork);
    if (seat) statistics.threads = seat.present();
    return solution;
  }

  function settled(): Solution {
    const control = createControl({ options, statistics, began, exchange: null }, createRandom(options.seed), best.score);
    return kernel.settle?.(problem, best.solution, control, clockwork) ?? best.solution;
  }
}
