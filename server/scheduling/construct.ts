import { type Board, lift, readyOf } from './decode.ts';
import { findEarliest } from './earliest.ts';
import { createHeap } from './heap.ts';
import { createPlace, settleAt } from './placement.ts';
import type { Rule } from './priorities.ts';
import { NONE, type Problem } from './problem.ts';

/**
 * Places every free activity that is not on the board, in the order of the rule, each as early as it can. With `pushing` the board may hold successors of
 * what is placed: those that stand too early for it are lifted and placed again in their turn. `settleFirst` may put an activity somewhere before the
 * earliest place is looked for; it says whether it did.
 */
export function placeAll(board: Board, rule: Rule, pushing = false, settleFirst?: (activity: number) => boolean): void {
  const { chains, activities } = board.problem;
  const heap = createHeap(chains.count);
  const next = new Int32Array(chains.count);
  const push = (chain: number): void => {
    const a = nextFree(board, chain, next[chain] as number);
    next[chain] = a;
    if (a === NONE) return;
    const ready = readyOf(board, a);
    if (ready !== NONE) heap.push(chain, rule.key(a, ready));
  };
  for (let c = 0; c < chains.count; c += 1) {
    next[c] = chains.activityFrom[c] as number;
    push(c);
  }
  const place = createPlace();
  for (let chain = heap.pop(); chain !== NONE; chain = heap.pop()) {
    let a = next[chain] as number;
    // Of a lot in several parts some may stand already.
    const lead = activities.lead[a] as number;
    for (; a < (chains.activityFrom[chain + 1] as number) && activities.lead[a] === lead; a += 1) {
      if (board.start[a] !== NONE) continue;
      const ready = readyOf(board, a);
      if (ready === NONE || settleFirst?.(a)) continue;
      if (findEarliest(board, a, ready, rule.taste, place)) settleAt(board, a, place);
    }
    if (pushing) pushOn(board, chain, a);
    next[chain] = a;
    push(chain);
  }
}

/** Lifts the activities of a chain from one on that start before what precedes them lets them. */
function pushOn(board: Board, chain: number, from: number): void {
  const { activities, chains } = board.problem;
  for (let a = from; a < (chains.activityFrom[chain + 1] as number); a += 1) {
    if (board.start[a] === NONE || activities.fixedStart[a] !== NONE) continue;
    for (let p = activities.predFrom[a] as number; p < (activities.predTo[a] as number); p += 1) {
      if (board.start[p] === NONE || (board.after[p] as number) <= (board.start[a] as number)) continue;
      lift(board, a);
      break;
    }
  }
}

function nextFree(board: Board, chain: number, from: number): number {
  const last = board.problem.chains.activityFrom[chain + 1] as number;
  for (let a = from; a < last; a += 1) if (board.start[a] === NONE && board.problem.activities.fixedStart[a] === NONE) return a;
  return NONE;
}

/** The order of the standing plan; what is new, or can no longer start when it stood, comes when it could start. */
export function presentRule(problem: Problem, { taste }: Rule): Rule {
  const start = problem.present!.start;
  return { name: 'present_plan', taste, key: (a, ready) => Math.max(start[a] as number, ready) };
}

/** Mode of an activity on a machine, NONE where it has none. */
export function modeOn(problem: Problem, activity: number, machine: number): number {
  for (let m = problem.activities.modeFrom[activity] as number; m < (problem.activities.modeFrom[activity + 1] as number); m += 1) {
    if (problem.modes.machine[m] === machine) return m;
  }
  return NONE;
}
