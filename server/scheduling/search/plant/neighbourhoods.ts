import { readyOf } from '../../decode.ts';
import { NONE } from '../../problem.ts';
import { firstFree, lastChain, pick, pickLate, pickWaiting, startingBetween } from './choose.ts';
import { join, merge, recipe, split, swapLots, swapRuns } from './furnace-moves.ts';
import { type Move, type Neighbourhood, rebuildAll } from './move.ts';
import { isPlain, placePresent, rebuildBackward } from './rebuild.ts';
import { ruin, type Workspace } from './workspace.ts';

/** Reused by the moves below. */
const found: number[] = [];

/** A late lot goes first, then what stood before it where it waited longest. */
const lateOrder: Move = (work, choices) => {
  const job = pickLate(work, choices);
  if (job === NONE) return false;
  const chain = lastChain(work, job);
  const waiting = pickWaiting(work, chain);
  if (waiting === NONE) return false;
  const { board, problem, random } = work;
  const mode = random.next() < 0.7 ? (board.mode[waiting] as number) : anyMode(work, waiting);
  const ready = readyOf(board, waiting);
  startingBetween(board, problem.modes.machine[mode] as number, ready - board.stretchTicks, board.start[waiting] as number, found);
  ruin(work, waiting);
  const blockers = Math.min(found.length, 1 + random.below(4));
  for (let i = 0; i < blockers; i += 1) {
    const blocker = found[random.below(found.length)] as number;
    if (problem.activities.chain[blocker] !== chain && board.start[blocker] !== NONE) ruin(work, blocker);
  }
  rebuildAll(work, [chain], true);
  return true;
};

function anyMode(work: Workspace, activity: number): number {
  const { modeFrom } = work.problem.activities;
  const from = modeFrom[activity] as number;
  return from + work.random.below((modeFrom[activity + 1] as number) - from);
}

/** A few days of one facility in another order. */
const window: Move = (work, choices) => {
  const chain = pick(work, choices.open);
  if (chain === NONE) return false;
  const centre = pickWaiting(work, chain);
  if (centre === NONE) return false;
  const { board, problem, random } = work;
  const machine = problem.modes.machine[board.mode[centre] as number] as number;
  const half = board.stretchTicks * (1 + random.below(4));
  startingBetween(board, machine, (board.start[centre] as number) - half, (board.start[centre] as number) + half, found);
  for (let count = 2 + random.below(7); count > 0 && found.length > 0; count -= 1) {
    const at = random.below(found.length);
    const a = found[at] as number;
    found[at] = found[found.length - 1] as number;
    found.pop();
    if (board.start[a] !== NONE) ruin(work, a);
  }
  rebuildAll(work, [], true);
  return work.lifted.length > 0;
};

/** A lot that has time is placed from its end: it starts late and is short in work. */
const justInTime: Move = (work, choices) => {
  const chain = pick(work, choices.open);
  if (chain === NONE) return false;
  const { problem, board, ledger, random } = work;
  const first = random.next() < 0.7 ? firstFree(work, chain) : pickWaiting(work, chain);
  if (first === NONE) return false;
  const end = ledger.chainEnd[chain] as number;
  const free = Math.min(endForFree(work, problem.chains.job[chain] as number), problem.horizon);
  ruin(work, first);
  const room = Math.min(free - end, board.stretchTicks * 10);
  const limit =
    room <= 0 || random.next() < 0.4 ? end : random.next() < 0.3 ? Math.min(free, end + board.stretchTicks) : end + 1 + random.below(room);
  if (!isPlain(work, chain) || !rebuildBackward(work, chain, limit)) rebuildAll(work, [], false);
  return true;
};

/** Latest end of a job that costs nothing more: its due, or 24:00 of the day on which it ends anyway. */
function endForFree(work: Workspace, job: number): number {
  const { jobs, day } = work.problem;
  let end = jobs.floor[job] as number;
  for (let c = jobs.chainFrom[job] as number; c < (jobs.chainFrom[job + 1] as number); c += 1)
    end = Math.max(end, work.ledger.chainEnd[c] as number);
  const midnight = day ? Math.ceil(end / day.ticks) * day.ticks : end;
  return Math.max(jobs.due[job] as number, midnight);
}

/** A lot by itself, as early as it can. */
const leftShift: Move = (work, choices) => {
  const chain = pick(work, choices.open);
  const from = chain === NONE ? NONE : pickWaiting(work, chain);
  if (from === NONE) return false;
  ruin(work, from);
  rebuildAll(work, [], false);
  return true;
};

/** What the standing plan has elsewhere goes back, what stands there now makes way. */
const presentPlan: Move = (work, choices) => {
  const { problem, board, random } = work;
  const a = pick(work, choices.moved);
  if (a === NONE || !problem.present || board.start[a] === NONE) return false;
  const start = problem.present.start[a] as number;
  const machine = problem.present.machine[a] as number;
  ruin(work, a);
  if (random.next() < 0.5) {
    startingBetween(board, machine, start - board.stretchTicks, start + board.stretchTicks, found);
    for (const other of [...found].slice(0, 3))
      if (board.start[other] !== NONE && problem.present.start[other] !== board.start[other]) ruin(work, other);
  }
  placePresent(work, a);
  rebuildAll(work, [], true);
  return true;
};

/** The neighbourhoods of the plant's problem. */
export const NEIGHBOURHOODS: readonly Neighbourhood[] = [
  { name: 'late_order', move: lateOrder },
  { name: 'window', move: window },
  { name: 'recipe', move: recipe },
  { name: 'join_run', move: join },
  { name: 'split_run', move: split },
  { name: 'merge_runs', move: merge },
  { name: 'swap_lots', move: swapLots },
  { name: 'swap_runs', move: swapRuns },
  { name: 'just_in_time', move: justInTime },
  { name: 'left_shift', move: leftShift },
  { name: 'present_plan', move: presentPlan },
];
