import { scoreOf } from '../../../server/scheduling/objective.ts';
import type { Problem } from '../../../server/scheduling/problem.ts';
import { createRandom } from '../../../server/scheduling/random.ts';
import { type Control, createControl, type Kernel } from '../../../server/scheduling/search/kernel.ts';
import type { Solution, SolveOptions, SolveResult, Statistics } from '../../../server/scheduling/solution.ts';
import { shopBound } from './bound.ts';
import { planOf, shopOf, solutionFrom, suitsShop } from './model.ts';
import { searchShop } from './search.ts';

export { suitsShop };

/** Tabu search with path relinking, for (flexible) job shops with makespan. */
export const shopKernel: Kernel = { name: 'shop', suits: suitsShop, improve, bound: (problem) => shopBound(shopOf(problem)) };

function improve(problem: Problem, start: Solution, control: Control): Solution {
  const shop = shopOf(problem);
  const given = planOf(shop, start);
  const { plan, bound, moves } = searchShop(shop, {
    random: control.random,
    spend: (iterations) => control.spend(iterations),
    ...(given ? { start: given } : {}),
    onBetter: (better) => {
      if (!control.wantsPlan) return;
      const solution = solutionFrom(shop, better);
      control.report(solution, scoreOf(problem, solution));
    },
  });
  Object.assign(control.tally('N7'), moves.resequence);
  if (shop.flexibility > 1) Object.assign(control.tally('reassignment'), moves.reassign);
  const best = solutionFrom(shop, plan);
  if (plan.makespan <= bound) control.close();
  return plan.makespan <= problem.horizon ? best : start;
}

/** Plans a shop with this search alone, without the engine's first plans. Throws RangeError where the problem does not suit. */
export function solveShop(problem: Problem, options: SolveOptions): SolveResult {
  if (!suitsShop(problem)) throw new RangeError('not a job shop with makespan alone');
  const statistics: Statistics = { rounds: 0, seconds: 0, threads: 1, moves: {}, first: [] };
  const began = options.elapsed?.() ?? 0;
  const nothing = (): Int32Array => new Int32Array(problem.activities.count).fill(-1);
  const empty: Solution = { start: nothing(), end: nothing(), mode: nothing(), furnaceRun: nothing(), furnaceRuns: [] };
  const control = createControl({ options, statistics, began, exchange: null }, createRandom(options.seed), scoreOf(problem, empty));
  const solution = improve(problem, empty, control);
  const score = scoreOf(problem, solution);
  statistics.seconds = (options.elapsed?.() ?? 0) - began;
  const bound = shopBound(shopOf(problem));
  return { solution, score, bound, statistics, status: control.cancelled ? 'cancelled' : score.total <= bound ? 'proved' : 'feasible' };
}
