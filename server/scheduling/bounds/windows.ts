import { lateCost, runCost } from '../objective.ts';
import { mayStartOn } from '../place/placement.ts';
import { FURNACE, NEVER, NONE, type Problem } from '../problem.ts';
import type { Heads } from './heads.ts';

/** First and last day on which each activity may start in a furnace; the first 0 and the last NEVER where nothing is known. */
export interface StartDays {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Every day. */
export const anyDay = ({ activities }: Problem): StartDays => ({
  from: new Int32Array(activities.count),
  to: new Int32Array(activities.count).fill(NEVER),
});

/**
 * First and last start day of each activity. Outside of them its order would be so much later than by itself (`days`) that this costs more than a furnace run
 * for each of its lots. So a plan with fewer runs than these days ask for pays more in tardiness.
 */
export function startDays(problem: Problem, heads: Heads, days: Float64Array): StartDays {
  const { jobs, chains, activities } = problem;
  const windows = anyDay(problem);
  const ticks = problem.day?.ticks ?? 1;
  for (let j = 0; j < jobs.count; j += 1) {
    const [first, last] = [chains.activityFrom[jobs.chainFrom[j]!]!, chains.activityFrom[jobs.chainFrom[j + 1]!]!];
    const latest = latestEnd(problem, j, days[j]!, runsOfTheirOwn(problem, first, last));
    for (let a = first; a < last; a += 1) {
      if (activities.fixedStart[a] !== NONE) continue;
      let from = Math.floor(heads.head[a]! / ticks);
      let to = latest === NEVER ? NEVER : Math.floor((latest - heads.own[a]! - heads.tail[a]!) / ticks);
      while (from < to && !isStartDay(problem, a, from)) from += 1;
      while (to !== NEVER && from < to && !isStartDay(problem, a, to)) to -= 1;
      windows.from[a] = from;
      windows.to[a] = Math.max(from, to);
    }
  }
  return windows;
}

/** Σ of what a run of its own costs each free activity of a range in its costliest mode. */
function runsOfTheirOwn(problem: Problem, first: number, last: number): number {
  const { activities, modes } = problem;
  let sum = 0;
  for (let a = first; a < last; a += 1) {
    if (activities.fixedStart[a] !== NONE) continue;
    let most = 0;
    for (let mode = activities.modeFrom[a]!; mode < activities.modeFrom[a + 1]!; mode += 1)
      if (modes.kind[mode] === FURNACE)
        most = Math.max(most, runCost(problem, modes.recipe[mode]!, modes.setup[mode]!, modes.duration[mode]!));
    sum += most;
  }
  return sum;
}

/** The search for that day ends after so many days of lateness. */
const MOST_DAYS = 100;

/** The last tick by which an order can end without paying so much more than it must. */
function latestEnd(problem: Problem, job: number, late: number, cost: number): number {
  const due = problem.jobs.due[job]!;
  if (due === NEVER) return NEVER;
  const own = lateCost(problem, job, late);
  for (let days = late; days < late + MOST_DAYS; days += 1)
    if (lateCost(problem, job, days + 1) - own >= cost) return due + days * (problem.day?.ticks ?? 1);
  return NEVER;
}

function isStartDay(problem: Problem, a: number, day: number): boolean {
  const { activities, day: shape } = problem;
  for (let mode = activities.modeFrom[a]!; mode < activities.modeFrom[a + 1]!; mode += 1)
    if (problem.modes.kind[mode] !== FURNACE || mayStartOn(problem, mode, day * (shape?.ticks ?? 1))) return true;
  return false;
}
