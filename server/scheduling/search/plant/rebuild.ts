import { joinRun, lift, readyOf, runsFor } from '../../decode.ts';
import { findAt, findEarliest } from '../../earliest.ts';
import { findLatest } from '../../latest.ts';
import { mayJoin, settleAt, type Taste } from '../../placement.ts';
import { BATCH, NONE } from '../../problem.ts';
import type { Workspace } from './workspace.ts';

/** How the lifted activities of a chain are placed again. */
export interface Manner {
  readonly taste: Taste;
  /** How often the old place is tried first (0..1): what need not move does not. */
  readonly keep: number;
}

/** Places the lifted activities of a chain, front to back, each as early as it can (or where it was). */
export function rebuildForward(work: Workspace, chain: number, manner: Manner): void {
  const { board, problem } = work;
  const to = problem.chains.activityFrom[chain + 1] as number;
  for (let a = work.chainFrom[chain] as number; a < to; a += 1) {
    if (work.isLifted[a] && board.start[a] === NONE) placeAgain(work, a, manner);
  }
}

/** Places one lifted activity. */
export function placeAgain(work: Workspace, activity: number, manner: Manner): void {
  const ready = readyOf(work.board, activity);
  if (ready === NONE) return;
  if (manner.keep > 0 && (work.oldStart[activity] as number) >= ready && work.random.next() < manner.keep && returnTo(work, activity))
    return;
  if (findEarliest(work.board, activity, ready, manner.taste, work.place)) settleAt(work.board, activity, work.place);
}

/** Puts an activity back exactly where it was. False where somebody else is there now. */
export function returnTo(work: Workspace, activity: number): boolean {
  const { board, place } = work;
  const run = work.oldRun[activity];
  const mode = work.oldMode[activity] as number;
  if (run?.alive && mayJoin(board, activity, mode, run)) {
    joinRun(board, activity, mode, run);
    return true;
  }
  if (!findAt(board, activity, mode, work.oldStart[activity] as number, place)) return false;
  settleAt(board, activity, place);
  return true;
}

/** Puts a lifted activity where the standing plan has it, into the run it had there where that is open. False where that is not possible. */
export function placePresent(work: Workspace, activity: number): boolean {
  const { problem, board } = work;
  const { present, activities, modes } = problem;
  const ready = readyOf(board, activity);
  const start = present ? (present.start[activity] as number) : NONE;
  if (!present || ready === NONE || start < ready) return false;
  for (let m = activities.modeFrom[activity] as number; m < (activities.modeFrom[activity + 1] as number); m += 1) {
    if (modes.machine[m] !== present.machine[activity]) continue;
    const mates =
      modes.kind[m] === BATCH ? runsFor(board, m).find((run) => run.start === start && mayJoin(board, activity, m, run)) : undefined;
    if (mates) joinRun(board, activity, m, mates);
    else if (findAt(board, activity, m, start, work.place)) settleAt(board, activity, work.place);
    else return false;
    return true;
  }
  return false;
}

/** Whether the lifted part of a chain can be placed from its end: nothing fixed in it, no split lot. */
export function isPlain(work: Workspace, chain: number): boolean {
  const { activities, chains } = work.problem;
  const to = chains.activityFrom[chain + 1] as number;
  for (let a = work.chainFrom[chain] as number; a < to; a += 1)
    if (activities.lead[a] !== a || activities.fixedStart[a] !== NONE) return false;
  return true;
}

/** Places the lifted part of a chain back to front, to end by `limit`, each as late as it can. False (and nothing placed) where it does not fit. */
export function rebuildBackward(work: Workspace, chain: number, limit: number): boolean {
  const { board, problem, place } = work;
  const from = work.chainFrom[chain] as number;
  const to = problem.chains.activityFrom[chain + 1] as number;
  const floor = readyOf(board, from);
  let successor = limit;
  for (let a = to - 1; a >= from; a -= 1) {
    const earliest = Math.max(floor, problem.activities.release[a] as number);
    if (floor === NONE || successor <= earliest || !findLatest(board, a, earliest, successor, a === to - 1, place)) {
      for (let placed = a + 1; placed < to; placed += 1) lift(board, placed);
      return false;
    }
    settleAt(board, a, place);
    successor = board.start[a] as number;
  }
  return true;
}
