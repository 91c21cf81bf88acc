import { createKeeper, presentActivities } from '../../server/scheduling/first/repair.ts';
import { NONE, type Problem, type Solution } from '../../server/scheduling/index.ts';
import { hasMoved } from '../../server/scheduling/objective.ts';
import type { Clockwork } from '../../server/scheduling/place/clockwork.ts';
import { createDraft } from '../../server/scheduling/place/draft.ts';
import { findEarliest } from '../../server/scheduling/place/earliest.ts';
import { availableAfter } from '../../server/scheduling/place/occupancy.ts';
import { createPlace, PLAIN_TASTE } from '../../server/scheduling/place/placement.ts';

/**
 * Steps of the standing plan that hardly any plan can leave at their place, judged lot by lot: they no longer fit once all others stand, or would be pushed
 * even if their predecessors had the plant alone. Of two bars that now overlap the earlier one stays.
 */
export function mustMove(problem: Problem, clockwork: Clockwork): number {
  const { present, activities } = problem;
  if (!present) return 0;
  const draft = createDraft(problem, clockwork);
  const keeper = createKeeper(draft);
  for (const a of presentActivities(problem)) keeper(a);
  const empty = createDraft(problem, clockwork);
  const place = createPlace();
  const after = Int32Array.from(empty.after);
  let [steps, before] = [0, NONE];
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] !== NONE) continue;
    // The parts of a step wait for the same.
    if (activities.lead[a] === a) {
      before = NONE;
      for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p += 1) before = Math.max(before, after[p]!);
    }
    const ready = Math.max(activities.release[a]!, before);
    const stays = draft.start[a] !== NONE && draft.start[a]! >= ready;
    if (!stays && present.start[a] !== NONE && activities.lead[a] === a) steps += 1;
    if (stays) after[a] = draft.after[a]!;
    else if (findEarliest(empty, a, ready, PLAIN_TASTE, place)) after[a] = availableAfter(problem, place.mode, place.end);
    else after[a] = problem.horizon;
  }
  return steps;
}

/** Steps of the standing plan that are free and stand elsewhere now, or nowhere. */
export function movedSteps(problem: Problem, solution: Solution): number {
  const { count, lead, fixedStart } = problem.activities;
  let moved = 0;
  for (let a = 0; a < count; a += 1) if (lead[a] === a && fixedStart[a] === NONE && hasMoved(problem, solution, a)) moved += 1;
  return moved;
}
