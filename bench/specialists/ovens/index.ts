import { scoreOf } from '../../../server/scheduling/objective.ts';
import type { Problem } from '../../../server/scheduling/problem.ts';
import { createRandom } from '../../../server/scheduling/random.ts';
import { type Control, createControl, type Kernel } from '../../../server/scheduling/search/kernel.ts';
import type { Solution, SolveOptions, SolveResult, Statistics } from '../../../server/scheduling/solution.ts';
import { search } from './anneal.ts';
import { ovensBound } from './bound.ts';
import { memorize, ovensOf, solutionFrom, suitsOvens } from './model.ts';
import { emptyPlan, newMemory, type OvenPlan, recall } from './ovens.ts';

export { suitsOvens };

/** Simulated annealing on batches, for problems of parallel batch machines alone. */
export const ovensKernel: Kernel = { name: 'ovens', suits: suitsOvens, improve, bound: boundOf };

function boundOf(problem: Problem): number {
  const bound = ovensBound(ovensOf(problem));
  return problem.objective.kind === 'oven' ? bound / problem.objective.divisor : bound;
}

function improve(problem: Problem, start: Solution, control: Control): Solution {
  const ovens = ovensOf(problem);
  const plan = emptyPlan(ovens);
  const best = newMemory(plan);
  const shown = emptyPlan(ovens);
  const solutionOf = (of: OvenPlan): Solution => solutionFrom(problem, of);
  if (!memorize(plan, start, best)) best.total = Number.POSITIVE_INFINITY;
  else {
    recall(shown, best);
    best.total = shown.total;
  }
  search(plan, best, {
    control,
    bound: ovensBound(ovens),
    onBetter: () => {
      recall(shown, best);
      const solution = solutionOf(shown);
      control.report(solution, scoreOf(problem, solution));
    },
  });
  recall(plan, best);
  return solutionOf(plan);
}

/** Plans parallel batch machines with the annealing alone, without the engine's first plans. Throws RangeError where the problem does not suit. */
export function solveOvens(problem: Problem, options: SolveOptions): SolveResult {
  if (!suitsOvens(problem)) throw new RangeError('not a problem of parallel batch machines alone');
  const statistics: Statistics = { rounds: 0, seconds: 0, threads: 1, moves: {}, first: [] };
  const began = options.elapsed?.() ?? 0;
  const count = problem.activities.count;
  const nothing = (): Int32Array => new Int32Array(count).fill(-1);
  const empty: Solution = { start: nothing(), end: nothing(), mode: nothing(), furnaceRun: nothing(), furnaceRuns: [] };
  const control = createControl({ options, statistics, began, exchange: null }, createRandom(options.seed), scoreOf(problem, empty));
  const solution = improve(problem, empty, control);
  const score = scoreOf(problem, solution);
  statistics.seconds = (options.elapsed?.() ?? 0) - began;
  const bound = boundOf(problem);
  const proved = score.total <= bound * (1 + 1e-9) + 1e-9;
  return { solution, score, bound, statistics, status: control.cancelled ? 'cancelled' : proved ? 'proved' : 'feasible' };
}
