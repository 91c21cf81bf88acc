import { createBoard, solutionOf } from '../../server/scheduling/board.ts';
import { createClockwork } from '../../server/scheduling/clockwork.ts';
import { type Board, joinRun, lift, openRun, placeUnit, readyOf } from '../../server/scheduling/decode.ts';
import { earliestRunStart, findEarliest } from '../../server/scheduling/earliest.ts';
import type { Problem } from '../../server/scheduling/index.ts';
import { scoreOf } from '../../server/scheduling/objective.ts';
import { createPlace, freshEnd, mayJoin, PLAIN_TASTE } from '../../server/scheduling/placement.ts';
import { BATCH, NONE } from '../../server/scheduling/problem.ts';

/** The best total over all orders, assignments and batchings, each placed as early as it can be (the engine's own timing). For a handful of tasks. */
export function exhaustiveBest(problem: Problem): number {
  const board = createBoard(problem, createClockwork(problem));
  const next = Array.from({ length: problem.chains.count }, (_, chain) => problem.chains.activityFrom[chain]!);
  let best = Number.POSITIVE_INFINITY;
  const walk = (): void => {
    const ready = next.flatMap((a, chain) => (a < problem.chains.activityFrom[chain + 1]! ? [a] : []));
    if (ready.length === 0) best = Math.min(best, scoreOf(problem, solutionOf(board)).total);
    for (const a of ready) {
      for (let mode = problem.activities.modeFrom[a]!; mode < problem.activities.modeFrom[a + 1]!; mode += 1) {
        if (problem.modes.kind[mode] === BATCH) eachBatch(board, ready, a, mode, step);
        else if (placeIn(board, a, mode)) step([a]);
      }
    }
  };
  const step = (placed: readonly number[]): void => {
    for (const a of placed) next[problem.activities.chain[a]!]! += 1;
    walk();
    for (const a of placed) {
      next[problem.activities.chain[a]!]! -= 1;
      lift(board, a);
    }
  };
  walk();
  return best;
}

function placeIn(board: Board, activity: number, mode: number): boolean {
  const place = createPlace();
  const { activities } = board.problem;
  const [from, to] = [activities.modeFrom[activity]!, activities.modeFrom[activity + 1]!];
  // The search for a place sees this mode alone.
  activities.modeFrom[activity] = mode;
  activities.modeFrom[activity + 1] = mode + 1;
  const found = findEarliest(board, activity, readyOf(board, activity), PLAIN_TASTE, place);
  activities.modeFrom[activity] = from;
  activities.modeFrom[activity + 1] = to;
  if (found) placeUnit(board, activity, mode, place.start, place.end);
  return found;
}

/** Every run that holds `first` and any of the ready lots behind it, opened as early as all of them are ready. */
function eachBatch(board: Board, ready: readonly number[], first: number, mode: number, use: (members: readonly number[]) => void): void {
  const { problem } = board;
  const modeOn = (a: number): number => {
    for (let m = problem.activities.modeFrom[a]!; m < problem.activities.modeFrom[a + 1]!; m += 1) {
      const same = problem.modes.machine[m] === problem.modes.machine[mode] && problem.modes.recipe[m] === problem.modes.recipe[mode];
      if (same && problem.modes.kind[m] === BATCH) return m;
    }
    return NONE;
  };
  const mates = ready.filter((a) => a > first && modeOn(a) !== NONE);
  for (let subset = 0; subset < 1 << mates.length; subset += 1) {
    const members = [first, ...mates.filter((_, i) => subset & (1 << i))];
    const from = Math.max(...members.map((a) => readyOf(board, a)));
    const start = startOfAll(board, members.map(modeOn), from);
    if (start === NONE) continue;
    const run = openRun(board, problem.modes.machine[mode]!, problem.modes.recipe[mode]!, start, start);
    const joined: number[] = [];
    for (const a of members) {
      if (joined.length > 0 && !mayJoin(board, a, modeOn(a), run)) break;
      joinRun(board, a, modeOn(a), run);
      joined.push(a);
    }
    if (joined.length === members.length) use(members);
    else for (const a of joined) lift(board, a);
  }
}

/** Earliest start that suits every member's weekdays and leaves room for the longest of them. */
function startOfAll(board: Board, modes: readonly number[], from: number): number {
  let start = from;
  for (;;) {
    const starts = modes.map((mode) => earliestRunStart(board, mode, start));
    if (starts.includes(NONE)) return NONE;
    const latest = Math.max(...starts);
    if (latest === start && modes.every((mode) => freshEnd(board.problem, mode, latest) <= board.problem.horizon)) return latest;
    start = latest;
  }
}
