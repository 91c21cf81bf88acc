import { createHeap } from '../heap.ts';
import { findEarliest } from '../place/earliest.ts';
import { type Draft, lift, readyByPlaced, readyOf } from '../place/occupancy.ts';
import { createPlace, settleAt } from '../place/placement.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Rule } from './priorities.ts';

/**
 * Places every free activity of the draft in the order of the rule, each as early as possible, unless `settleFirst` has placed it. With `pushing`, successors
 * that then stand too early are lifted and placed again.
 */
export function placeAll(draft: Draft, rule: Rule, pushing = false, settleFirst?: (activity: number) => boolean): void {
  const { chains, activities } = draft.problem;
  const heap = createHeap(chains.count);
  const next = new Int32Array(chains.count);
  const push = (chain: number): void => {
    const a = nextFree(draft, chain, next[chain]!);
    next[chain] = a;
    if (a === NONE) return;
    const ready = readyOf(draft, a);
    if (ready !== NONE) heap.push(chain, rule.key(a, ready));
  };
  for (let c = 0; c < chains.count; c += 1) {
    next[c] = chains.activityFrom[c]!;
    push(c);
  }
  const place = createPlace();
  for (let chain = heap.pop(); chain !== NONE; chain = heap.pop()) {
    let a = next[chain]!;
    // Of a lot in several parts some may stand already.
    const lead = activities.lead[a]!;
    for (; a < chains.activityFrom[chain + 1]! && activities.lead[a] === lead; a += 1) {
      if (draft.start[a] !== NONE) continue;
      const ready = readyOf(draft, a);
      if (ready === NONE || settleFirst?.(a)) continue;
      if (findEarliest(draft, a, ready, rule.taste, place)) settleAt(draft, a, place);
    }
    if (pushing) pushOn(draft, chain, a);
    next[chain] = a;
    push(chain);
  }
}

/** Lifts activities of a chain, from one on, that start before their predecessors release them. */
function pushOn(draft: Draft, chain: number, from: number): void {
  const { activities, chains } = draft.problem;
  for (let a = from; a < chains.activityFrom[chain + 1]!; a += 1) {
    if (draft.start[a] === NONE || activities.fixedStart[a] !== NONE) continue;
    if (readyByPlaced(draft, a) > draft.start[a]!) lift(draft, a);
  }
}

function nextFree(draft: Draft, chain: number, from: number): number {
  const last = draft.problem.chains.activityFrom[chain + 1]!;
  for (let a = from; a < last; a += 1) if (draft.start[a] === NONE && draft.problem.activities.fixedStart[a] === NONE) return a;
  return NONE;
}

/** Mode of an activity on a machine, NONE where it has none. */
export function modeOn(problem: Problem, activity: number, machine: number): number {
  for (let m = problem.activities.modeFrom[activity]!; m < problem.activities.modeFrom[activity + 1]!; m += 1) {
    if (problem.modes.machine[m] === machine) return m;
  }
  return NONE;
}
