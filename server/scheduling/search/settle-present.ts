import { findEarliest } from '../place/earliest.ts';
import { readyOf } from '../place/occupancy.ts';
import { PLAIN_TASTE, settleAt } from '../place/placement.ts';
import { NONE } from '../problem.ts';
import { createChoices, renew, startingBetween } from './choose.ts';
import { placePresent, returnTo } from './rebuild.ts';
import { conclude, currentCost, ruin, type Workspace } from './workspace.ts';

const EPSILON = 1e-9;
const SWEEPS = 3;
/** What stands in the way and has itself moved; more than this is another plan. */
const MOST_IN_THE_WAY = 6;

/** Brings back what moved against the standing plan without need: each task, with the moved ones that stand where it was, as long as the plan gets no worse. */
export function settlePresent(work: Workspace, goOn: () => boolean): void {
  const { problem } = work;
  if (!problem.present) return;
  const choices = createChoices();
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    renew(work, choices);
    let back = 0;
    const moved = [...choices.moved].sort((a, b) => problem.present!.start[a]! - problem.present!.start[b]! || a - b);
    for (const a of moved) {
      if (!goOn()) return;
      if (bringBack(work, a)) back += 1;
    }
    if (back === 0) return;
  }
}

const hasMoved = (work: Workspace, a: number): boolean => {
  const { present, modes } = work.problem;
  if (!present || present.start[a] === NONE) return false;
  return present.start[a] !== work.draft.start[a] || present.machine[a] !== modes.machine[work.draft.mode[a]!];
};

const inTheWay: number[] = [];

function bringBack(work: Workspace, activity: number): boolean {
  const { draft, problem } = work;
  if (draft.start[activity] === NONE || !hasMoved(work, activity)) return false;
  const { start, end, machine } = problem.present!;
  const from = start[activity]! - draft.stretchTicks;
  startingBetween(draft, machine[activity]!, from, end[activity]!, inTheWay);
  const others = inTheWay.filter((other) => other !== activity && hasMoved(work, other)).slice(0, MOST_IN_THE_WAY);
  ruin(work, activity);
  for (const other of others) if (draft.start[other] !== NONE) ruin(work, other);
  const lifted = [...work.lifted].sort((a, b) => a - b);
  for (const a of lifted) placePresent(work, a);
  for (const a of lifted) if (draft.start[a] === NONE) placeSomewhere(work, a);
  const cost = currentCost(work);
  const keep = cost < work.cost - EPSILON;
  conclude(work, keep, cost);
  return keep;
}

function placeSomewhere(work: Workspace, activity: number): void {
  const ready = readyOf(work.draft, activity);
  if (ready === NONE) return;
  if (work.oldStart[activity]! >= ready && returnTo(work, activity)) return;
  if (findEarliest(work.draft, activity, ready, PLAIN_TASTE, work.place)) settleAt(work.draft, activity, work.place);
}
