import type { Problem } from '../../server/scheduling/index.ts';
import { lateDays, runCost, slackCost, tardinessCost } from '../../server/scheduling/objective.ts';
import type { Clockwork } from '../../server/scheduling/place/clockwork.ts';
import { createDraft } from '../../server/scheduling/place/draft.ts';
import { findEarliest } from '../../server/scheduling/place/earliest.ts';
import { type Draft, readyOf } from '../../server/scheduling/place/occupancy.ts';
import { createPlace, PLAIN_TASTE } from '../../server/scheduling/place/placement.ts';
import { FURNACE } from '../../server/scheduling/problem.ts';

/** A value that no completion of a partial plan goes below, by the draft and the next task of every lot. */
type PartialBound = (draft: Draft, next: readonly number[]) => number;

/** A bound: the placed part, the rest of every lot as if alone in the plant, and a run for every recipe that still needs one. */
export function createPartialBound(problem: Problem, clockwork: Clockwork): PartialBound {
  const { activities, chains, jobs, objective } = problem;
  const ticks = problem.day?.ticks ?? 48;
  const aloneFrom = createAlone(problem, clockwork);
  const all = Array.from({ length: activities.count }, (_, a) => a);
  const work = all.map((a) => Math.min(...modesOf(problem, a).map((mode) => problem.modes.duration[mode]!)));
  const run = all.map((a) => Math.min(...modesOf(problem, a).map((mode) => ownRunCost(problem, mode))));
  return (draft, next) => {
    let total = draft.furnace;
    const runs = new Map<number, number>();
    for (let j = 0; j < jobs.count; j += 1) {
      let completion = jobs.floor[j]!;
      for (let c = jobs.chainFrom[j]!; c < jobs.chainFrom[j + 1]!; c += 1) {
        const [from, to] = [chains.activityFrom[c]!, chains.activityFrom[c + 1]!];
        const a = next[c]!;
        const rest = all.slice(a, to);
        const end = a < to ? aloneFrom(a, readyOf(draft, a)) : draft.end[to - 1]!;
        const inWork = a > from ? end - draft.start[from]! : rest.reduce((sum, each) => sum + work[each]!, 0);
        completion = Math.max(completion, end);
        total += (inWork / ticks) * objective.weights.work_in_progress_day;
        for (const each of rest) runs.set(familyOf(problem, each), Math.max(runs.get(familyOf(problem, each)) ?? 0, run[each]!));
      }
      total += tardinessCost(objective, lateDays(problem, jobs.due[j]!, completion));
      total += slackCost(problem, objective, jobs.due[j]!, completion);
    }
    // Fixed runs may be joined at no cost.
    if (problem.fixedFurnaceRuns.length === 0) for (const cost of runs.values()) total += cost;
    return total;
  };
}

/** Least end of a lot whose task `a` may start at a tick, every task in its best mode with nobody in its way. */
function createAlone(problem: Problem, clockwork: Clockwork): (a: number, ready: number) => number {
  const { activities, chains } = problem;
  const empty = createDraft(problem, clockwork);
  const place = createPlace();
  const known = new Map<string, number>();
  const aloneFrom = (a: number, ready: number): number => {
    const key = `${a} ${ready}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const isLast = a + 1 === chains.activityFrom[activities.chain[a]! + 1];
    const ends = modesOf(problem, a).map((mode) => {
      if (!within(problem, a, mode, () => findEarliest(empty, a, ready, PLAIN_TASTE, place))) return problem.horizon;
      return isLast ? place.end : aloneFrom(a + 1, Math.max(place.after, activities.release[a + 1]!));
    });
    const end = Math.min(...ends);
    known.set(key, end);
    return end;
  };
  return aloneFrom;
}

/** What a run of this mode alone would cost; mates only make it dearer. */
const ownRunCost = (problem: Problem, mode: number): number => {
  const { kind, recipe, setup, duration } = problem.modes;
  return kind[mode] === FURNACE ? runCost(problem, recipe[mode]!, setup[mode]!, duration[mode]!) : 0;
};

/** What may share a run, by an activity's first mode; all modes of a task have one treatment in these plants. */
const familyOf = (problem: Problem, activity: number): number => {
  const mode = problem.activities.modeFrom[activity]!;
  return problem.modes.kind[mode] === FURNACE ? problem.recipes.family[problem.modes.recipe[mode]!]! : -1;
};

/** The modes of an activity. */
export const modesOf = ({ activities }: Problem, activity: number): number[] => {
  const from = activities.modeFrom[activity]!;
  return Array.from({ length: activities.modeFrom[activity + 1]! - from }, (_, i) => from + i);
};

/** Calls `use` while the activity has this mode alone. */
export function within<T>({ activities }: Problem, activity: number, mode: number, use: () => T): T {
  const [from, to] = [activities.modeFrom[activity]!, activities.modeFrom[activity + 1]!];
  activities.modeFrom[activity] = mode;
  activities.modeFrom[activity + 1] = mode + 1;
  const result = use();
  activities.modeFrom[activity] = from;
  activities.modeFrom[activity + 1] = to;
  return result;
}
