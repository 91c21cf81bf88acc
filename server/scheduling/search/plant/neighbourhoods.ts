import { joinRun, openRun, type Run, readyOf, runsFor } from '../../decode.ts';
import { earliestRunStart, findAt, findEarliest, freshEnd, mayJoin, mayStartOn, settleAt, type Taste } from '../../placement.ts';
import { BATCH, NEVER, NONE } from '../../problem.ts';
import { type Choices, firstFree, lastChain, pick, pickLate, pickWaiting, startingBetween } from './choose.ts';
import { isPlain, type Manner, placeAgain, rebuildBackward, rebuildForward } from './rebuild.ts';
import { ruin, type Workspace } from './workspace.ts';

/** Lifts some activities and places them otherwise. False: nothing was lifted. */
export type Move = (work: Workspace, choices: Choices) => boolean;
export interface Neighbourhood {
  readonly name: string;
  readonly move: Move;
}

const tastes: readonly Taste[] = [
  { joinAllowance: 0, runDelay: 0 },
  { joinAllowance: 48, runDelay: 0 },
  { joinAllowance: 144, runDelay: 0 },
  { joinAllowance: 336, runDelay: 0 },
];
const found: number[] = [];

const manner = (work: Workspace, keepShare: number): Manner => ({
  taste: tastes[work.random.below(tastes.length)]!,
  keep: work.random.next() < keepShare,
});

/** Rebuilds the lifted chains: those given first, the others in random order. */
function rebuildAll(work: Workspace, first: readonly number[], keepShare: number): void {
  for (const chain of first) if (work.chainFrom[chain] !== NONE) rebuildForward(work, chain, manner(work, 0));
  const rest = work.chains.filter((chain) => !first.includes(chain));
  for (let left = rest.length; left > 0; left -= 1) {
    const at = work.random.below(left);
    const chain = rest[at] as number;
    rest[at] = rest[left - 1] as number;
    rebuildForward(work, chain, manner(work, keepShare));
  }
}

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
  rebuildAll(work, [chain], 0.3);
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
  rebuildAll(work, [], 0.3);
  return work.lifted.length > 0;
};

/** Runs of one recipe close to each other: their lots are divided anew, around a start some of them have to wait for. */
const recipe: Move = (work, choices) => {
  const { board, random } = work;
  const centre = pick(work, choices.heat);
  const run = centre === NONE ? null : board.run[centre];
  if (!run) return false;
  const near = nearRuns(work, centre, run, board.stretchTicks * (2 + random.below(8)), 1 + random.below(3));
  const members = [...near, run].flatMap((each) => each.members).filter((a) => work.problem.activities.fixedStart[a] === NONE);
  for (const member of members) ruin(work, member);
  const lots = members.filter((member) => work.isLifted[member] && readyOf(board, member) !== NONE);
  lots.sort((a, b) => readyOf(board, a) - readyOf(board, b) || a - b);
  const wait = lots.length === 0 ? 0 : readyOf(board, lots[random.below(lots.length)] as number);
  for (const lot of lots) placeTogether(work, lot, wait);
  rebuildAll(work, [], 0.5);
  return work.lifted.length > 0;
};

/** Places a lot not before `wait` when it is ready by then, so that it meets its mates; later ones as they come. */
function placeTogether(work: Workspace, lot: number, wait: number): void {
  const ready = readyOf(work.board, lot);
  if (work.board.start[lot] !== NONE || ready === NONE) return;
  if (findEarliest(work.board, lot, Math.max(ready, wait), tastes[1]!, work.place)) settleAt(work.board, lot, work.place);
}

/** Other runs that a member could share, within `reach` ticks, at most `count`. */
function nearRuns(work: Workspace, member: number, run: Run, reach: number, count: number): Run[] {
  const { problem, board } = work;
  const near: Run[] = [];
  for (let m = problem.activities.modeFrom[member] as number; m < (problem.activities.modeFrom[member + 1] as number); m += 1) {
    if (problem.modes.kind[m] !== BATCH) continue;
    for (const other of runsFor(board, m))
      if (other !== run && other.joinable && Math.abs(other.start - run.start) <= reach) near.push(other);
  }
  while (near.length > count) near.splice(work.random.below(near.length), 1);
  return near;
}

/** One lot into another run of its recipe. */
const join: Move = (work, choices) => {
  const lot = pick(work, choices.heat);
  const run = lot === NONE ? null : work.board.run[lot];
  if (!run) return false;
  ruin(work, lot);
  const ready = readyOf(work.board, lot);
  const options: { run: Run; mode: number }[] = [];
  eachRun(work, lot, (other, mode) => {
    if (
      other !== run &&
      other.start >= ready &&
      other.start < ready + 30 * work.board.stretchTicks &&
      mayJoin(work.board, lot, mode, other)
    )
      options.push({ run: other, mode });
  });
  const target = options[work.random.below(options.length)];
  if (target) joinRun(work.board, lot, target.mode, target.run);
  rebuildAll(work, [], 0.5);
  return true;
};

function eachRun(work: Workspace, lot: number, use: (run: Run, mode: number) => void): void {
  const { activities, modes } = work.problem;
  for (let m = activities.modeFrom[lot] as number; m < (activities.modeFrom[lot + 1] as number); m += 1) {
    if (modes.kind[m] !== BATCH) continue;
    for (const run of runsFor(work.board, m)) use(run, m);
  }
}

/** Some lots leave a run for one of their own. */
const split: Move = (work, choices) => {
  const lot = pick(work, choices.heat);
  const run = lot === NONE ? null : work.board.run[lot];
  if (!run || run.members.length < 2) return false;
  const leaving = run.members.filter((a) => work.problem.activities.fixedStart[a] === NONE && (a === lot || work.random.next() < 0.4));
  for (const a of leaving) ruin(work, a);
  openOwn(work, lot);
  for (const a of leaving) if (work.board.start[a] === NONE) placeAgain(work, a, { taste: tastes[0]!, keep: false });
  rebuildAll(work, [work.problem.activities.chain[lot] as number], 0.5);
  return true;
};

/** Opens a run for the lot alone, as early as a furnace has room. */
function openOwn(work: Workspace, lot: number): void {
  const { board, problem } = work;
  const ready = readyOf(board, lot);
  let [best, start] = [NONE, NEVER];
  for (let m = problem.activities.modeFrom[lot] as number; m < (problem.activities.modeFrom[lot + 1] as number); m += 1) {
    if (isPart(work, lot) || problem.modes.kind[m] !== BATCH) continue;
    const at = earliestRunStart(board, m, ready);
    if (at === NONE || at >= start) continue;
    best = m;
    start = at;
  }
  if (best === NONE) return;
  const { machine, recipe: recipes } = problem.modes;
  joinRun(board, lot, best, openRun(board, machine[best] as number, recipes[best] as number, start, freshEnd(problem, best, start)));
}

/** Whether the lot is too large for one run: its parts stay on one furnace. */
const isPart = (work: Workspace, lot: number): boolean =>
  work.problem.activities.lead[lot] !== lot || work.problem.activities.lead[lot + 1] === lot;

/** A poorly filled run is dissolved into others of its recipe. */
const merge: Move = (work, choices) => {
  const { board, random } = work;
  let run: Run | null = null;
  for (let tries = 0; tries < 4; tries += 1) {
    const other = board.run[pick(work, choices.heat)];
    if (other && !other.fixed && (!run || fill(work, other) < fill(work, run))) run = other;
  }
  if (!run) return false;
  const members = [...run.members];
  for (const member of members) ruin(work, member);
  const taste = { joinAllowance: board.stretchTicks * (2 + random.below(14)), runDelay: 0 };
  for (const member of members) placeAgain(work, member, { taste, keep: false });
  rebuildAll(work, [], 0.5);
  return true;
};

function fill(work: Workspace, run: Run): number {
  const { maxWeight, maxVolume } = work.problem.machines[run.machine]!;
  return Math.max(run.weight / maxWeight, run.volume / maxVolume);
}

/** Two lots of one recipe change their runs: without it full runs freeze. */
const swapLots: Move = (work, choices) => {
  const { board, random, problem } = work;
  const lot = pick(work, choices.heat);
  const run = lot === NONE ? null : board.run[lot];
  if (!run) return false;
  const [other] = nearRuns(work, lot, run, board.stretchTicks * 21, 1);
  if (!other || other.members.length === 0) return false;
  const mate = other.members[random.below(other.members.length)] as number;
  if (problem.activities.fixedStart[mate] !== NONE || problem.activities.chain[mate] === problem.activities.chain[lot]) return false;
  ruin(work, lot);
  ruin(work, mate);
  enter(work, lot, other);
  enter(work, mate, run);
  rebuildAll(work, [], 0.5);
  return true;
};

/** Puts a lot into a run (opened again where it had closed), where it may; else it stays lifted. */
function enter(work: Workspace, lot: number, run: Run): void {
  const { board, problem } = work;
  const ready = readyOf(board, lot);
  if (ready === NONE || ready > run.start) return;
  for (let m = problem.activities.modeFrom[lot] as number; m < (problem.activities.modeFrom[lot + 1] as number); m += 1) {
    if (problem.modes.machine[m] !== run.machine || problem.modes.kind[m] !== BATCH) continue;
    if (run.alive && mayJoin(board, lot, m, run)) joinRun(board, lot, m, run);
    else if (!run.alive && mayStartOn(problem, m, run.start) && findAt(board, lot, m, run.start, work.place))
      settleAt(board, lot, work.place);
    return;
  }
}

/** Two neighbouring runs of a furnace change places. */
const swapRuns: Move = (work, choices) => {
  const { board, random } = work;
  const lot = pick(work, choices.heat);
  const run = lot === NONE ? null : board.run[lot];
  if (!run || run.fixed) return false;
  const runs = board.machineRuns[run.machine]!;
  const other = runs[runs.indexOf(run) + 1 + random.below(2)];
  if (!other || other.fixed) return false;
  const later = [...other.members];
  const earlier = [...run.members];
  for (const a of [...later, ...earlier]) ruin(work, a);
  const wait = Math.min(run.start, Math.max(...later.map((a) => readyOf(board, a))));
  for (const a of later) placeTogether(work, a, wait);
  for (const a of earlier) placeTogether(work, a, 0);
  rebuildAll(work, [], 0.5);
  return true;
};

/** A lot that has time is placed from its end: it starts late and is short in work. */
const justInTime: Move = (work, choices) => {
  const chain = pick(work, choices.open);
  if (chain === NONE) return false;
  const { problem, ledger, random } = work;
  const first = random.next() < 0.7 ? firstFree(work, chain) : pickWaiting(work, chain);
  if (first === NONE) return false;
  const end = ledger.chainEnd[chain] as number;
  const due = problem.jobs.due[problem.chains.job[chain] as number] as number;
  ruin(work, first);
  const limit =
    random.next() < 0.8 || due < end ? end : Math.min(due, end + random.below(Math.max(1, Math.min(due, problem.horizon) - end)));
  if (!isPlain(work, chain) || !rebuildBackward(work, chain, Math.min(limit, problem.horizon))) rebuildAll(work, [], 0);
  return true;
};

/** A lot by itself, as early as it can. */
const leftShift: Move = (work, choices) => {
  const chain = pick(work, choices.open);
  const from = chain === NONE ? NONE : pickWaiting(work, chain);
  if (from === NONE) return false;
  ruin(work, from);
  rebuildAll(work, [], 0);
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
  for (let m = problem.activities.modeFrom[a] as number; m < (problem.activities.modeFrom[a + 1] as number); m += 1) {
    if (problem.modes.machine[m] !== machine || readyOf(board, a) === NONE || readyOf(board, a) > start) continue;
    const mates =
      problem.modes.kind[m] === BATCH ? runsFor(board, m).find((run) => run.start === start && mayJoin(board, a, m, run)) : undefined;
    if (mates) joinRun(board, a, m, mates);
    else if (findAt(board, a, m, start, work.place)) settleAt(board, a, work.place);
    break;
  }
  rebuildAll(work, [], 0.7);
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
