import type { Clockwork } from '../place/clockwork.ts';
import { createDraft, solutionOf } from '../place/draft.ts';
import { findAt } from '../place/earliest.ts';
import { type Draft, type DraftRun, lift, readyByPlaced, readyOf } from '../place/occupancy.ts';
import { createPlace, mayJoin, settleAt } from '../place/placement.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';
import { modeOn, placeAll } from './construct.ts';
import type { Rule } from './priorities.ts';

/**
 * Repairs the standing plan. Every bar that fits stays exactly where it is, whatever became of its predecessors. The rest is placed by
 * the rule, at its old place if that is free, and pushes only the successors that it reaches. What is `reserved` is put there before all else.
 */
export function repairPresent(problem: Problem, clockwork: Clockwork, rule: Rule, reserved: readonly number[] = []): Solution {
  const draft = createDraft(problem, clockwork);
  const keeper = createKeeper(draft);
  for (const a of [...reserved, ...presentActivities(problem)]) if (draft.start[a] === NONE) keeper(a);
  placeAll(draft, rule, true, keeper);
  liftOrphans(draft);
  return solutionOf(draft);
}

/**
 * Free activities with a place in the standing plan, by their starts there, but never before a predecessor: moved by hand, a lot may stand in the wrong order,
 * and its later task then gives way.
 */
export function presentActivities(problem: Problem): number[] {
  const { start } = problem.present!;
  const { fixedStart, count, predFrom, predTo } = problem.activities;
  const from = Int32Array.from(start);
  const found: number[] = [];
  for (let a = 0; a < count; a += 1) {
    for (let b = predFrom[a]!; b < predTo[a]!; b += 1) from[a] = Math.max(from[a]!, from[b]!);
    if (start[a] !== NONE && fixedStart[a] === NONE) found.push(a);
  }
  return found.sort((a, b) => from[a]! - from[b]! || a - b);
}

/** Puts an activity at its place in the standing plan if calendar, capacity, release and placed predecessors allow it; says whether. */
export function createKeeper(draft: Draft): (activity: number) => boolean {
  const { problem } = draft;
  const present = problem.present!;
  const runs = new Map<number, DraftRun>(draft.fixedRuns.map((run, index) => [index, run]));
  const place = createPlace();
  return (activity) => {
    const start = present.start[activity]!;
    const mode = start < readyByPlaced(draft, activity) ? NONE : modeOn(problem, activity, present.machine[activity]!);
    if (mode === NONE) return false;
    const furnaceRun = present.furnaceRun[activity]!;
    const run = furnaceRun === NONE ? undefined : runs.get(furnaceRun);
    if (run?.alive && run.start === start && mayJoin(draft, activity, mode, run)) {
      place.mode = mode;
      place.run = run;
    } else if (!findAt(draft, activity, mode, start, place)) return false;
    settleAt(draft, activity, place);
    if (furnaceRun !== NONE && !run?.alive) runs.set(furnaceRun, draft.furnaceRun[activity]!);
    return true;
  };
}

/** Nothing stands behind what found no place. */
function liftOrphans(draft: Draft): void {
  const { activities } = draft.problem;
  for (let a = 0; a < activities.count; a += 1) {
    if (draft.start[a] === NONE || activities.fixedStart[a] !== NONE) continue;
    if (readyOf(draft, a) === NONE) lift(draft, a);
  }
}
