import { type Board, type Run, readyOf } from './decode.ts';
import { findAt, findEarliest } from './earliest.ts';
import { createHeap } from './heap.ts';
import { createPlace, mayJoin, type Place, settleAt } from './placement.ts';
import type { Rule } from './priorities.ts';
import { NONE, type Problem } from './problem.ts';

/** Runs of the standing plan that have been opened again, by their index there. */
export type Replay = Map<number, Run>;

/** Places every free activity that is not on the board, in the order of the rule, each as early as it can. */
export function placeAll(board: Board, rule: Rule, replay: Replay | null = null): void {
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
    const lead = next[chain] as number;
    let a = lead;
    for (; a < (chains.activityFrom[chain + 1] as number) && activities.lead[a] === lead; a += 1) {
      if (board.start[a] !== NONE) continue;
      const ready = readyOf(board, a);
      if (replay && ready !== NONE && replayPresent(board, a, ready, replay, place)) continue;
      if (ready !== NONE && findEarliest(board, a, ready, rule.taste, place)) settleAt(board, a, place);
    }
    next[chain] = a;
    push(chain);
  }
}

function nextFree(board: Board, chain: number, from: number): number {
  const last = board.problem.chains.activityFrom[chain + 1] as number;
  for (let a = from; a < last; a += 1) if (board.start[a] === NONE && board.problem.activities.fixedStart[a] === NONE) return a;
  return NONE;
}

/** Puts an activity exactly where the standing plan has it. False where that is no longer possible. */
function replayPresent(board: Board, activity: number, ready: number, replay: Replay, place: Place): boolean {
  const { problem } = board;
  const present = problem.present!;
  const start = present.start[activity] as number;
  const mode = start < ready ? NONE : modeOn(problem, activity, present.machine[activity] as number);
  if (mode === NONE) return false;
  const batch = present.batch[activity] as number;
  const run = batch === NONE ? undefined : replay.get(batch);
  if (run?.alive && run.start === start && mayJoin(board, activity, mode, run)) {
    place.mode = mode;
    place.run = run;
  } else if (!findAt(board, activity, mode, start, place)) return false;
  settleAt(board, activity, place);
  if (batch !== NONE && !run) replay.set(batch, board.run[activity]!);
  return true;
}

/** The order of the standing plan; what is new comes behind everything that stands. */
export function presentRule(problem: Problem, otherwise: Rule): Rule {
  const start = problem.present!.start;
  return {
    name: 'present_plan',
    taste: otherwise.taste,
    key: (a, ready) => (start[a] === NONE ? problem.horizon + otherwise.key(a, ready) : (start[a] as number)),
  };
}

/** Mode of an activity on a machine, NONE where it has none. */
export function modeOn(problem: Problem, activity: number, machine: number): number {
  for (let m = problem.activities.modeFrom[activity] as number; m < (problem.activities.modeFrom[activity + 1] as number); m += 1) {
    if (problem.modes.machine[m] === machine) return m;
  }
  return NONE;
}
