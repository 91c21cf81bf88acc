import { lateCost, lateDays, slackCost } from '../objective.ts';
import { type Clockwork, createClockwork } from '../place/clockwork.ts';
import { createDraft } from '../place/draft.ts';
import { NONE, type Problem } from '../problem.ts';
import { type ScoreParts, sumOf } from '../solution.ts';
import { furnaceBound } from './furnace.ts';
import { findHeads, type Heads } from './heads.ts';
import { startDays } from './windows.ts';

/** Values that no plan of the problem goes below, in raw units of the objective. */
export interface PlantBound extends Pick<ScoreParts, 'tardiness' | 'work_in_progress' | 'slack'> {
  /** With tardiness and slack of every order by itself in an empty plant, the elapsed time of every lot, and the fewest furnace runs. Moving costs nothing. */
  readonly total: number;
  /** Orders that are late by themselves in an empty plant, and their days together. */
  readonly unavoidable_orders: number;
  readonly unavoidable_days: number;
}

const known = new WeakMap<Problem, PlantBound>();

/** The lower bound of a problem; made once a problem. */
export function plantBound(problem: Problem, clockwork?: Clockwork): PlantBound {
  const made = known.get(problem) ?? makeBound(problem, clockwork);
  known.set(problem, made);
  return made;
}

function makeBound(problem: Problem, clockwork = createClockwork(problem)): PlantBound {
  const { objective, jobs } = problem;
  const draft = createDraft(problem, clockwork);
  const heads = findHeads(draft);
  const days = Float64Array.from(jobs.due, (due, job) => lateDays(problem, due, heads.completion[job]!));
  const tardiness = days.reduce((sum, late, job) => sum + lateCost(problem, job, late), 0);
  const flow = flowBound(problem, heads) * objective.weights.work_in_progress_day;
  const slack = heads.completion.reduce((sum, end, job) => sum + slackCost(problem, objective, jobs.due[job]!, end), 0);
  const furnace = furnaceBound(draft, startDays(problem, heads, days));
  const parts: ScoreParts = { tardiness, furnace, work_in_progress: flow, stability: 0, slack };
  return {
    total: sumOf(parts),
    tardiness,
    work_in_progress: flow,
    slack,
    unavoidable_orders: days.filter((late) => late > 0).length,
    unavoidable_days: days.reduce((sum, late) => sum + late, 0),
  };
}

/** Days in work that no lot can avoid. */
function flowBound({ chains, activities, day }: Problem, { end, own, tail }: Heads): number {
  let sum = 0;
  for (let c = 0; c < chains.count; c += 1) {
    const first = chains.activityFrom[c]!;
    const last = chains.activityFrom[c + 1]!;
    if (first === last) continue;
    const begun = chains.begun[c] === NONE ? activities.fixedStart[first]! : chains.begun[c]!;
    const latest = begun === NONE ? 0 : end.subarray(first, last).reduce((most, tick) => Math.max(most, tick), 0);
    sum += begun === NONE ? own[first]! + tail[first]! : Math.max(0, latest - begun);
  }
  return sum / (day?.ticks ?? 48);
}
