import { draftFor } from '../place/draft.ts';
import { findEarliestIn } from '../place/earliest.ts';
import { availableAfter, type Draft, runsFor } from '../place/occupancy.ts';
import { createPlace, mayJoin, PLAIN_TASTE, type Place } from '../place/placement.ts';
import { firstAtOrAfter } from '../place/sorted-runs.ts';
import { FURNACE, NONE, type Problem, WORK } from '../problem.ts';

/** Limits that every plan keeps, activity by activity: no start before `head`, no end before `end`, and at least `tail` ticks from its end to the chain's. */
export interface Heads {
  readonly head: Int32Array;
  readonly end: Int32Array;
  /** Least elapsed ticks of its own. */
  readonly own: Int32Array;
  readonly tail: Int32Array;
  /** Per job: no plan completes it before this tick. */
  readonly completion: Int32Array;
}

/** Every lot by itself, beside fixed entries only: each activity as early as the engine could place it, whatever the others do. `empty`: a draft of fixed entries only. */
export function findHeads(empty: Draft): Heads {
  const { problem } = empty;
  const draft = draftFor(problem, empty);
  const place = createPlace();
  const { activities, chains, jobs } = problem;
  const [head, end, after] = Array.from({ length: 3 }, () => new Int32Array(activities.count)) as [Int32Array, Int32Array, Int32Array];
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] !== NONE) {
      head[a] = activities.fixedStart[a]!;
      end[a] = activities.fixedEnd[a]!;
      after[a] = availableAfter(problem, activities.modeFrom[a]!, end[a]!);
      continue;
    }
    let ready = Math.max(problem.planningStart, activities.release[a]!);
    for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p += 1) ready = Math.max(ready, after[p]!);
    head[a] = Math.min(ready, problem.horizon);
    [end[a], after[a]] = leastEnd(draft, a, head[a]!, place);
  }
  const { own, tail } = findTails(problem);
  const completion = new Int32Array(jobs.count);
  for (let j = 0; j < jobs.count; j += 1) {
    let last = jobs.floor[j]!;
    for (let a = chains.activityFrom[jobs.chainFrom[j]!]!; a < chains.activityFrom[jobs.chainFrom[j + 1]!]!; a += 1)
      last = Math.max(last, end[a]!);
    completion[j] = last;
  }
  return { head, end, own, tail, completion };
}

/**
 * The least end and the least availability of an activity, over all its modes and all fixed runs that it may join; the horizon where nothing fits. Placing
 * would look at the first run alone, and only at the start of the successor.
 */
function leastEnd(draft: Draft, a: number, ready: number, place: Place): [number, number] {
  const { problem } = draft;
  const { activities, horizon } = problem;
  let [end, after] = [horizon, horizon];
  for (let mode = activities.modeFrom[a]!; mode < activities.modeFrom[a + 1]!; mode += 1) {
    if (findEarliestIn(draft, mode, ready, PLAIN_TASTE, place)) end = Math.min(end, place.end);
    if (place.mode !== NONE) after = Math.min(after, place.after);
    const runs = problem.modes.kind[mode] === FURNACE ? runsFor(draft, mode) : [];
    for (let i = firstAtOrAfter(runs, ready); i < runs.length && runs[i]!.start < Math.max(end, after); i += 1) {
      if (!mayJoin(draft, a, mode, runs[i]!)) continue;
      end = Math.min(end, runs[i]!.end);
      after = Math.min(after, availableAfter(problem, mode, runs[i]!.end));
    }
  }
  return [end, after];
}

/** Least elapsed ticks of each activity and behind it. A fixed successor is pushed by nothing. */
function findTails(problem: Problem): { own: Int32Array; tail: Int32Array } {
  const { activities } = problem;
  const own = new Int32Array(activities.count);
  const tail = new Int32Array(activities.count);
  // The longest part of a step with all behind it: its parts have the same predecessors.
  let longest = NONE;
  for (let a = activities.count - 1; a >= 0; a -= 1) {
    own[a] = least(problem, a, elapsedOf);
    if (activities.fixedStart[a] === NONE) longest = Math.max(longest, own[a]! + tail[a]!);
    if (activities.lead[a] !== a) continue;
    for (let p = activities.predFrom[a]!; longest !== NONE && p < activities.predTo[a]!; p += 1)
      tail[p] = Math.max(tail[p]!, least(problem, p, gapOf) + longest);
    longest = NONE;
  }
  return { own, tail };
}

function least(problem: Problem, a: number, of: (problem: Problem, mode: number) => number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let mode = problem.activities.modeFrom[a]!; mode < problem.activities.modeFrom[a + 1]!; mode += 1)
    best = Math.min(best, of(problem, mode));
  return best;
}

/** Elapsed ticks a mode takes at least: work pauses every night, a partner takes until 15:30 and gives back at 08:30. */
function elapsedOf({ modes, recipes, day }: Problem, mode: number): number {
  const duration = modes.duration[mode]!;
  if (modes.kind[mode] === FURNACE) return modes.setup[mode]! + duration + recipes.hold[modes.recipe[mode]!]!;
  if (!day) return duration;
  // Back when the partner said, however late it was handed over.
  if (modes.back[mode] !== NONE) return 1;
  const hours = day.workTo - day.workFrom;
  if (modes.kind[mode] === WORK) return duration + Math.max(0, Math.ceil(duration / hours) - 1) * (day.ticks - hours);
  return Math.max(1, duration * day.ticks + day.firstEnd - day.workTo + 1);
}

/** Elapsed ticks from an end until the successor may start, at least. */
function gapOf({ modes, day }: Problem, mode: number): number {
  const wait = modes.waitDays[mode]!;
  return Math.max(modes.lag[mode]!, day && wait > 1 ? (wait - 1) * day.ticks : 0);
}
