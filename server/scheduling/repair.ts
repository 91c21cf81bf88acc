import { createBoard, solutionOf } from './board.ts';
import type { Clockwork } from './clockwork.ts';
import { modeOn, placeAll } from './construct.ts';
import { availableAfter, type Board, lift, type Run } from './decode.ts';
import { findAt, findEarliest } from './earliest.ts';
import { createPlace, mayJoin, PLAIN_TASTE, settleAt } from './placement.ts';
import type { Rule } from './priorities.ts';
import { NONE, type Problem } from './problem.ts';
import type { Solution } from './solution.ts';

/**
 * The standing plan, repaired in two phases: first all that still fits, and starts at `from` or later, stays exactly where it is, whatever became of what
 * precedes it; then the rest is placed in the order of the rule, where it stood if that is still free, and pushes on only those of its successors that it
 * reaches. With a later `from` a near stretch of the plan closes up or gives way as a whole before the plan behind it stands still.
 */
export function repairPresent(problem: Problem, clockwork: Clockwork, rule: Rule, from: number): Solution {
  const board = createBoard(problem, clockwork);
  const keeper = createKeeper(board);
  const { start } = problem.present!;
  for (const a of standing(problem)) if ((start[a] as number) >= from) keeper(a);
  placeAll(board, rule, true, keeper);
  liftOrphans(board);
  return solutionOf(board);
}

/** Free activities that have a place in the standing plan, in the order of their starts there. */
function standing(problem: Problem): number[] {
  const { start } = problem.present!;
  const { fixedStart, count } = problem.activities;
  const found: number[] = [];
  for (let a = 0; a < count; a += 1) if (start[a] !== NONE && fixedStart[a] === NONE) found.push(a);
  return found.sort((a, b) => (start[a] as number) - (start[b] as number) || a - b);
}

/** Puts an activity where the standing plan has it, if calendar, capacity, release and the predecessors that are placed allow it; says whether. */
function createKeeper(board: Board): (activity: number) => boolean {
  const { problem } = board;
  const present = problem.present!;
  const runs = new Map<number, Run>(board.fixedRuns.map((run, index) => [index, run]));
  const place = createPlace();
  return (activity) => {
    const start = present.start[activity] as number;
    const mode = start < readyByPlaced(board, activity) ? NONE : modeOn(problem, activity, present.machine[activity] as number);
    if (mode === NONE) return false;
    const batch = present.batch[activity] as number;
    const run = batch === NONE ? undefined : runs.get(batch);
    if (run?.alive && run.start === start && mayJoin(board, activity, mode, run)) {
      place.mode = mode;
      place.run = run;
    } else if (!findAt(board, activity, mode, start, place)) return false;
    settleAt(board, activity, place);
    if (batch !== NONE && !run?.alive) runs.set(batch, board.run[activity]!);
    return true;
  };
}

/** Earliest start by release and by those predecessors that are placed. */
function readyByPlaced(board: Board, activity: number): number {
  const { activities } = board.problem;
  let ready = activities.release[activity] as number;
  for (let p = activities.predFrom[activity] as number; p < (activities.predTo[activity] as number); p += 1) {
    if (board.start[p] !== NONE && (board.after[p] as number) > ready) ready = board.after[p] as number;
  }
  return ready;
}

/** Nothing stands behind what found no place. */
function liftOrphans(board: Board): void {
  const { activities } = board.problem;
  for (let a = 0; a < activities.count; a += 1) {
    if (board.start[a] === NONE || activities.fixedStart[a] !== NONE) continue;
    for (let p = activities.predFrom[a] as number; p < (activities.predTo[a] as number); p += 1) {
      if (board.start[p] !== NONE) continue;
      lift(board, a);
      break;
    }
  }
}

/**
 * Steps of the standing plan that no plan can leave where they are, as far as this is told lot by lot: those that fit there no longer once all others stand,
 * and those that would be pushed even if what precedes them had the plant to itself.
 */
export function mustMove(problem: Problem, clockwork: Clockwork): number {
  const { present, activities } = problem;
  if (!present) return 0;
  const board = createBoard(problem, clockwork);
  const keeper = createKeeper(board);
  for (const a of standing(problem)) keeper(a);
  const empty = createBoard(problem, clockwork);
  const place = createPlace();
  const after = Int32Array.from(empty.after);
  let steps = 0;
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] !== NONE) continue;
    let ready = activities.release[a] as number;
    for (let p = activities.predFrom[a] as number; p < (activities.predTo[a] as number); p += 1)
      ready = Math.max(ready, after[p] as number);
    const stays = board.start[a] !== NONE && (board.start[a] as number) >= ready;
    if (!stays && present.start[a] !== NONE && activities.lead[a] === a) steps += 1;
    if (stays) after[a] = board.after[a] as number;
    else if (findEarliest(empty, a, ready, PLAIN_TASTE, place)) after[a] = availableAfter(problem, place.mode, place.end);
    else after[a] = problem.horizon;
  }
  return steps;
}

/** Steps of the standing plan that are free and stand elsewhere now, or nowhere. */
export function movedSteps(problem: Problem, { start, mode }: Solution): number {
  const { activities, modes, present } = problem;
  if (!present) return 0;
  let moved = 0;
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.lead[a] !== a || activities.fixedStart[a] !== NONE || present.start[a] === NONE) continue;
    if (start[a] !== present.start[a] || modes.machine[mode[a] as number] !== present.machine[a]) moved += 1;
  }
  return moved;
}
