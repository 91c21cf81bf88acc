import { createBoard, solutionOf } from '../../server/scheduling/board.ts';
import { createClockwork } from '../../server/scheduling/clockwork.ts';
import { type Board, joinRun, lift, openRun, placeUnit, readyOf } from '../../server/scheduling/decode.ts';
import { earliestRunStart, findEarliest } from '../../server/scheduling/earliest.ts';
import type { Problem } from '../../server/scheduling/index.ts';
import { scoreOf } from '../../server/scheduling/objective.ts';
import { createPlace, freshEnd, mayJoin, PLAIN_TASTE, type Place } from '../../server/scheduling/placement.ts';
import { BATCH, NONE } from '../../server/scheduling/problem.ts';
import { createPartialBound, modesOf, within } from './exhaustive-bound.ts';

/**
 * The best total over all orders, assignments and batchings, each placed as early as it can be (the engine's own timing). For a handful of tasks: branch and
 * bound; a partial plan is entered once, whichever order led to it.
 */
export function exhaustiveBest(problem: Problem): number {
  const clockwork = createClockwork(problem);
  const board = createBoard(problem, clockwork);
  const boundOf = createPartialBound(problem, clockwork);
  const next = Array.from({ length: problem.chains.count }, (_, chain) => problem.chains.activityFrom[chain]!);
  const entered = new Set<string>();
  let best = Number.POSITIVE_INFINITY;
  const walk = (): void => {
    const name = nameOf(board);
    if (entered.has(name)) return;
    entered.add(name);
    if (boundOf(board, next) >= best) return;
    const ready = next.flatMap((a, chain) => (a < problem.chains.activityFrom[chain + 1]! ? [a] : []));
    if (ready.length === 0) best = Math.min(best, scoreOf(problem, solutionOf(board)).total);
    for (const a of ready) {
      for (const mode of modesOf(problem, a)) {
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

/** A partial plan by where everything stands, and with whom. */
const nameOf = (board: Board): string =>
  Array.from(board.start, (start, a) => `${start} ${board.mode[a]} ${board.run[a] ? Math.min(...board.run[a].members) : ''}`).join();

const place: Place = createPlace();

function placeIn(board: Board, activity: number, mode: number): boolean {
  const found = within(board.problem, activity, mode, () => findEarliest(board, activity, readyOf(board, activity), PLAIN_TASTE, place));
  if (found) placeUnit(board, activity, mode, place.start, place.end);
  return found;
}

/** Every run that holds `first` and any of the ready lots behind it, opened as early as all of them are ready. */
function eachBatch(board: Board, ready: readonly number[], first: number, mode: number, use: (members: readonly number[]) => void): void {
  const { problem } = board;
  const { modes, recipes } = problem;
  const familyOf = (m: number): number => recipes.family[modes.recipe[m]!]!;
  const modeOn = (a: number): number =>
    modesOf(problem, a).find(
      (m) => modes.kind[m] === BATCH && modes.machine[m] === modes.machine[mode] && familyOf(m) === familyOf(mode),
    ) ?? NONE;
  const mates = ready.filter((a) => a > first && modeOn(a) !== NONE);
  for (let subset = 0; subset < 1 << mates.length; subset += 1) {
    const members = [first, ...mates.filter((_, i) => subset & (1 << i))];
    const from = Math.max(...members.map((a) => readyOf(board, a)));
    const start = startOfAll(board, members.map(modeOn), from);
    if (start === NONE) continue;
    const run = openRun(board, modes.machine[mode]!, modes.recipe[mode]!, start, start);
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
