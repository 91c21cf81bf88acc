import { performance } from 'node:perf_hooks';
import {
  asItStands,
  explain,
  frozenGains,
  type Moves,
  moveCauses,
  type PlanMessage,
  type PlanningRows,
  type Problem,
  preferring,
  type SolveResult,
  solve,
} from '../../../scheduling/index.ts';
import type { RunOptions } from '../ask/plan-settings.service.ts';
import { note } from '../publish/messages.ts';
import type { RunPlan } from '../publish/publish.service.ts';
import { type Helpers, startHelpers, threadsOf } from './helpers.ts';

/** What is solved: the rows that were read, by which options, at which minute of the plant. */
export interface Making {
  rows: PlanningRows;
  options: RunOptions;
  now: number;
}

/** How far the search is (0 to 1), and whether it shall stop. */
export interface Watching {
  onProgress(share: number): void;
  cancelled(): boolean;
}

/** A search, and the errors of threads that died in it. */
export type Searched = SolveResult & Pick<Helpers, 'errors'>;

/** Searches so many seconds with the threads that the settings say. */
export async function search(
  problem: Problem,
  { options }: Making,
  seconds: number,
  { onProgress, cancelled }: Watching,
): Promise<Searched> {
  const ids = options.first_orders ?? [];
  const first = ids.map((id) => problem.plant!.orders.findIndex(({ order_id }) => order_id === id)).filter((job) => job >= 0);
  const helpers = startHelpers(preferring(problem, first), threadsOf(options.settings.threads));
  try {
    const result = solve(problem, {
      budget: { seconds },
      seed: options.seed,
      moving: options.settings.moving,
      first,
      elapsed: () => performance.now() / 1000,
      cancelled,
      onProgress,
      team: helpers.team,
    });
    await helpers.end();
    return { ...result, errors: helpers.errors };
  } finally {
    await helpers.end();
  }
}

/** The complete plans of a search, each with why its orders are late. */
export function explained({ rows, options, now }: Making, problem: Problem, read: readonly PlanMessage[], result: SolveResult): RunPlan[] {
  const starved = result.starved ? [note('warning', 'W219', { seconds: options.time_limit_seconds })] : [];
  const standing = asItStands(rows, options.settings, now, problem);
  const of = (plan: Pick<SolveResult, 'solution' | 'score'>, moves?: Moves): RunPlan => {
    const stands = standing(plan.solution);
    const causes = result.repairs && moveCauses(problem, plan.solution, result.repairs);
    const outcome = explain(problem, plan, stands, causes ?? undefined);
    const { messages, late, figures } = outcome;
    const said = {
      messages: [...read, ...starved, ...messages],
      late,
      figures,
      score: plan.score,
      gains: [...frozenGains(problem, stands)],
    };
    return { outcome, said, moves, published: plan.solution === result.solution };
  };
  return result.alternatives.length > 0 ? result.alternatives.map((plan) => of(plan, plan.moves)) : [of(result)];
}
