import { chooseFrom } from './alternatives.ts';
import { plantBound } from './bounds/index.ts';
import { type FirstPlans, firstPlan, type Plan } from './first/portfolio.ts';
import { holds, preferring } from './first/preferring.ts';
import { priorityRules } from './first/priorities.ts';
import { repairPresent } from './first/repair.ts';
import { movesOf } from './moves.ts';
import { isBetter, scoreOf } from './objective.ts';
import { type Clockwork, createClockwork } from './place/clockwork.ts';
import type { Problem } from './problem.ts';
import { createRandom } from './random.ts';
import { createControl, isProved, type Kernel } from './search/kernel.ts';
import { memoryOf } from './search/lots/workspace.ts';
import { plantKernel } from './search/plant-kernel.ts';
import { joinTeam, type Seat } from './search/team/team.ts';
import type { Alternative, Repairs, Score, Solution, SolveOptions, SolveResult, Statistics } from './solution.ts';

/**
 * Plans: a first plan, improved until the budget ends or no plan can be better. The first complete plan is handed to `onPlan` before anything else. Beside a
 * standing plan several plans are found that move more and more, and `moving` says which of them is the result. A team's other threads end with it; they
 * search the problem that prefers `first`.
 */
export function solve(problem: Problem, options: SolveOptions, kernel: Kernel = plantKernel): SolveResult {
  const seat = options.team ? joinTeam(options.team, 0, options.cancelled) : null;
  try {
    const { first = [] } = options;
    return first.length === 0
      ? planWith(seat, problem, options, kernel)
      : scored(problem, planWith(seat, preferring(problem, first), options, kernel));
  } finally {
    seat?.leave();
  }
}

/** Plans of a search that preferred some jobs, by the objective itself. */
function scored(problem: Problem, result: SolveResult): SolveResult {
  const anew = <Scored extends Plan>(plan: Scored): Scored => ({ ...plan, score: scoreOf(problem, plan.solution) });
  return { ...anew(result), alternatives: result.alternatives.map(anew) };
}

/** Moves for each activity without which a search has changed little. */
const ROUNDS_AT_LEAST = 1;

function planWith(seat: Seat | null, problem: Problem, options: SolveOptions, kernel: Kernel): SolveResult {
  const began = options.elapsed?.() ?? 0;
  const statistics: Statistics = { rounds: 0, seconds: 0, threads: 1, moves: {}, first: [] };
  const clockwork = createClockwork(problem);
  const first = firstPlan(problem, clockwork, options, statistics, began);
  const bound = plantBound(problem, clockwork).total;
  const plans = improve({ kernel, problem, clockwork, first, bound, seat, options, statistics, began });
  const { chosen, offered } = chosenOf(problem, plans, first, options);
  statistics.seconds = (options.elapsed?.() ?? 0) - began;
  const status =
    problem.activities.count === 0 ? 'empty' : options.cancelled?.() ? 'cancelled' : isProved(chosen.score, bound) ? 'proved' : 'feasible';
  const { solution, score } = chosen;
  const starved =
    status === 'feasible' && options.budget.seconds !== undefined && statistics.rounds < ROUNDS_AT_LEAST * problem.activities.count;
  return {
    solution,
    score,
    status,
    bound,
    statistics,
    alternatives: offered,
    starved,
    repairs: repairsOf(problem, clockwork, first, options),
  };
}

/** The standing plan as far as it fits, alone and around what is placed first. */
function repairsOf(problem: Problem, clockwork: Clockwork, { kept }: FirstPlans, { first = [] }: SolveOptions): Repairs | null {
  if (!kept) return null;
  const repaired = first.length === 0 ? kept.solution : repairPresent(problem, clockwork, priorityRules(problem)[0]!);
  return { repaired, kept: kept.solution, first };
}

function chosenOf(
  problem: Problem,
  plans: readonly Plan[],
  { kept }: FirstPlans,
  { moving = 'standard', first = [] }: SolveOptions,
): { chosen: Plan; offered: readonly Alternative[] } {
  if (!kept) return { chosen: plans.reduce((one, other) => better(problem, one, other)), offered: [] };
  const withMoves = (plan: Plan): Alternative => ({ ...plan, moves: movesOf(problem, plan.solution) });
  const held = plans.filter(({ solution }) => holds(problem, solution, kept.solution, first));
  return chooseFrom(problem, held.map(withMoves), withMoves(kept), moving);
}

/** The later of two that are equal. */
const better = (problem: Problem, one: Plan, other: Plan): Plan => (isBetter(problem, one.score, other.score) ? one : other);

/** What is to be improved, and with what. */
interface Improving {
  readonly kernel: Kernel;
  readonly problem: Problem;
  readonly clockwork: Clockwork;
  readonly first: FirstPlans;
  readonly bound: number;
  /** In a team. */
  readonly seat: Seat | null;
  readonly options: SolveOptions;
  readonly statistics: Statistics;
  /** Seconds at which planning began. */
  readonly began: number;
}

/** The complete plans that there are once the budget has ended. */
function improve({ kernel, problem, clockwork, first: { best, kept, begin }, bound, seat, options, statistics, began }: Improving): Plan[] {
  const { rounds, seconds = 1 } = options.budget;
  const first = best === kept ? [] : [best];
  if (options.cancelled?.()) return first;
  const isSpent = (rounds ?? 1) <= 0 || seconds <= 0 || isProved(best.score, bound);
  // A short search must not end behind the first plan as it is tidied where there is no search; by seconds that is not worth the time.
  if (isSpent || rounds !== undefined) first.push(planOf(settled()));
  return isSpent ? first : [...first, ...improved()];

  function planOf(solution: Solution): Plan {
    return { solution, score: scoreOf(problem, solution) };
  }

  function improved(): Plan[] {
    const { seed, moving = 'standard', budget } = options;
    seat?.begin(memoryOf(begin.solution), { seed, moving, rounds: budget.rounds ?? Number.POSITIVE_INFINITY });
    // At another price of moving the search may be below what was passed on: until it is better nothing is.
    let passed = best.score;
    const onPlan = (plan: Solution, score: Score): void => {
      if (!isBetter(problem, score, passed)) return;
      passed = score;
      options.onPlan?.(plan, score);
    };
    const offers: Plan[] = [];
    const control = createControl(
      {
        options: { ...options, onPlan },
        statistics,
        began,
        exchange: seat,
        bound,
        onOffer: (solution) => offers.push(planOf(solution)),
      },
      createRandom(seed),
      best.score,
    );
    const solution = kernel.improve(problem, begin.solution, control, clockwork);
    if (seat) statistics.threads = seat.present();
    return [...offers, planOf(solution)];
  }

  function settled(): Solution {
    const control = createControl({ options, statistics, began, exchange: null }, createRandom(options.seed), best.score);
    return kernel.settle?.(problem, best.solution, control, clockwork) ?? best.solution;
  }
}
