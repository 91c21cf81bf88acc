import type { Clockwork } from '../place/clockwork.ts';
import { createDraft } from '../place/draft.ts';
import { findEarliest } from '../place/earliest.ts';
import { type Draft, lift, putBack, readyByPlaced } from '../place/occupancy.ts';
import { createPlace, PLAIN_TASTE, settleAt } from '../place/placement.ts';
import { NONE, type Problem } from '../problem.ts';
import { createKeeper, presentActivities } from './repair.ts';

/** A draft of the standing plan as far as it still fits; of two bars that cannot both stay, the earlier one stays. */
export function presentDraft(problem: Problem, clockwork: Clockwork): Draft {
  const draft = createDraft(problem, clockwork);
  const keeper = createKeeper(draft);
  for (const a of presentActivities(problem)) keeper(a);
  return draft;
}

/**
 * Steps of the standing plan that no longer fit once all others stand on the draft, and later steps of their lots that they push. Each such lot is placed anew
 * by itself, as early as possible, in the room that is left. Steps that it would push in other lots do not count. The draft is left as it was.
 */
export function displacedFrom(draft: Draft): Set<number> {
  const found = new Set<number>();
  for (let chain = 0; chain < draft.problem.chains.count; chain += 1) addDisplaced(draft, chain, found);
  return found;
}

/** Adds the displaced steps of one lot; the draft is left as it was. */
function addDisplaced(draft: Draft, chain: number, found: Set<number>): void {
  const { activities, chains, present } = draft.problem;
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
      lifted.push(() => putBack(draft, a, { mode, start, end, run }));
    }
    if (!findEarliest(draft, a, ready, PLAIN_TASTE, place)) continue;
    settleAt(draft, a, place);
    placed.push(a);
  }
  for (const a of placed) lift(draft, a);
  for (const putItBack of lifted.reverse()) putItBack();
}
