import { createKeeper, standing } from '../../server/scheduling/first/repair.ts';
import { NONE, type Problem, type Solution } from '../../server/scheduling/index.ts';
import type { Clockwork } from '../../server/scheduling/place/clockwork.ts';
import { createDraft } from '../../server/scheduling/place/draft.ts';
import { findEarliest } from '../../server/scheduling/place/earliest.ts';
import { availableAfter, type Draft, lift, putBack, readyByPlaced } from '../../server/scheduling/place/occupancy.ts';
import { createPlace, PLAIN_TASTE, settleAt } from '../../server/scheduling/place/placement.ts';

/**
 * Steps of the standing plan that no plan can leave where they are, as far as this is told lot by lot: those that fit there no longer once all others stand,
 * and those that would be pushed even if what precedes them had the plant to itself. Of two that now overlap the earlier stands, whichever would push less.
 */
export function mustMove(problem: Problem, clockwork: Clockwork): number {
  const { present, activities } = problem;
  if (!present) return 0;
  const draft = createDraft(problem, clockwork);
  const keeper = createKeeper(draft);
  for (const a of standing(problem)) keeper(a);
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

/**
 * Steps of the standing plan that no longer fit where they are once all others stand, and those behind them in their lots that are pushed where each lot by
 * itself is placed anew, as early as it can, in the room that is left. What that would push in other lots is not counted.
 */
export function displacedSteps(problem: Problem, clockwork: Clockwork): number {
  if (!problem.present) return 0;
  const draft = createDraft(problem, clockwork);
  const keeper = createKeeper(draft);
  for (const a of standing(problem)) keeper(a);
  let steps = 0;
  for (let chain = 0; chain < problem.chains.count; chain += 1) steps += displacedOf(draft, chain);
  return steps;
}

/** The displaced steps of one lot; the draft is left as it was. */
function displacedOf(draft: Draft, chain: number): number {
  const { activities, chains, present } = draft.problem;
  const found = new Set<number>();
  const place = createPlace();
  const placed: number[] = [];
  const lifted: (() => void)[] = [];
  for (let a = chains.activityFrom[chain]!; a < chains.activityFrom[chain + 1]!; a += 1) {
    if (activities.fixedStart[a] !== NONE) continue;
    const ready = readyByPlaced(draft, a);
    const [start, end, mode, run] = [draft.start[a]!, draft.end[a]!, draft.mode[a]!, draft.furnaceRun[a] ?? null];
    if (start !== NONE && start >= ready) continue;
    if (present!.start[a] !== NONE) found.add(activities.lead[a]!);
    if (start !== NONE) {
      lift(draft, a);
      lifted.push(() => putBack(draft, a, mode, start, end, run));
    }
    if (!findEarliest(draft, a, ready, PLAIN_TASTE, place)) continue;
    settleAt(draft, a, place);
    placed.push(a);
  }
  for (const a of placed) lift(draft, a);
  for (const putItBack of lifted.reverse()) putItBack();
  return found.size;
}

/** Steps of the standing plan that are free and stand elsewhere now, or nowhere. */
export function movedSteps(problem: Problem, { start, mode }: Solution): number {
  const { activities, modes, present } = problem;
  if (!present) return 0;
  let moved = 0;
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.lead[a] !== a || activities.fixedStart[a] !== NONE || present.start[a] === NONE) continue;
    if (start[a] !== present.start[a] || modes.machine[mode[a]!] !== present.machine[a]) moved += 1;
  }
  return moved;
}
