import { joinRun, openRun, type Run, readyOf, runsFor } from '../../decode.ts';
import { earliestRunStart, findAt, findEarliest } from '../../earliest.ts';
import { freshEnd, mayJoin, mayStartOn, settleAt } from '../../placement.ts';
import { BATCH, NEVER, NONE } from '../../problem.ts';
import { anyMode, pickHeat } from './choose.ts';
import { type Move, rebuildAll, tastes } from './move.ts';
import { placeAgain } from './rebuild.ts';
import { ruin, type Workspace } from './workspace.ts';

/** Runs of one recipe close to each other: their lots are divided anew, around a start some of them have to wait for. */
export const recipe: Move = (work, choices) => {
  const { board, random } = work;
  const centre = pickHeat(work, choices);
  const run = centre === NONE ? null : board.run[centre];
  if (!run) return false;
  const near = nearRuns(work, centre, run, board.stretchTicks * (2 + random.below(8)), 1 + random.below(3));
  const members = [...near, run].flatMap((each) => each.members).filter((a) => work.problem.activities.fixedStart[a] === NONE);
  for (const member of members) ruin(work, member);
  const lots = members.filter((member) => work.isLifted[member] && readyOf(board, member) !== NONE);
  lots.sort((a, b) => readyOf(board, a) - readyOf(board, b) || a - b);
  const wait = lots.length === 0 ? 0 : readyOf(board, lots[random.below(lots.length)] as number);
  for (const lot of lots) placeTogether(work, lot, wait);
  rebuildAll(work, [], true);
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
export const join: Move = (work, choices) => {
  const lot = pickHeat(work, choices);
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
  rebuildAll(work, [], true);
  return true;
};

function eachRun(work: Workspace, lot: number, use: (run: Run, mode: number) => void): void {
  const { activities, modes } = work.problem;
  for (let m = activities.modeFrom[lot] as number; m < (activities.modeFrom[lot + 1] as number); m += 1) {
    if (modes.kind[m] !== BATCH) continue;
    for (const run of runsFor(work.board, m)) use(run, m);
  }
}

/** A lot into an earlier run of its recipe; lots in it that have more time make room. */
export const hurry: Move = (work, choices) => {
  const { board, random, problem } = work;
  const lot = pickHeat(work, choices);
  const run = lot === NONE ? null : board.run[lot];
  if (!run) return false;
  const before = run.start;
  ruin(work, lot);
  const ready = readyOf(board, lot);
  const options: { run: Run; mode: number }[] = [];
  eachRun(work, lot, (other, mode) => {
    if (other !== run && other.start >= ready && other.start < before && mayStartOn(problem, mode, other.start))
      options.push({ run: other, mode });
  });
  const target = options[random.below(options.length)];
  if (!target) return false;
  const mates = target.run.members.filter((a) => problem.activities.fixedStart[a] === NONE);
  for (let left = Math.min(3, mates.length - 1); left > 0 && !mayJoin(board, lot, target.mode, target.run); left -= 1) {
    const [mate] = mates.splice(random.below(mates.length), 1);
    if (board.start[mate!] !== NONE) ruin(work, mate!);
  }
  if (mayJoin(board, lot, target.mode, target.run)) joinRun(board, lot, target.mode, target.run);
  rebuildAll(work, [problem.activities.chain[lot] as number], true);
  return true;
};

/** Some lots leave a run for one of their own. */
export const split: Move = (work, choices) => {
  const lot = pickHeat(work, choices);
  const run = lot === NONE ? null : work.board.run[lot];
  if (!run || run.members.length < 2) return false;
  const leaving = run.members.filter((a) => work.problem.activities.fixedStart[a] === NONE && (a === lot || work.random.next() < 0.4));
  for (const a of leaving) ruin(work, a);
  openOwn(work, lot);
  for (const a of leaving) if (work.board.start[a] === NONE) placeAgain(work, a, { taste: tastes[0]!, keep: 0 });
  rebuildAll(work, [work.problem.activities.chain[lot] as number], true);
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
  if (best !== NONE) openWith(work, lot, best, start);
}

function openWith({ board, problem }: Workspace, lot: number, mode: number, start: number): Run {
  const { machine, recipe: recipes } = problem.modes;
  const run = openRun(board, machine[mode] as number, recipes[mode] as number, start, freshEnd(problem, mode, start));
  joinRun(board, lot, mode, run);
  return run;
}

/** A whole run to any of its furnaces, as early as all its lots are ready or some time after. */
export const moveRun: Move = (work, choices) => {
  const { board, problem, random } = work;
  const lot = pickHeat(work, choices);
  const run = lot === NONE ? null : board.run[lot];
  if (!run || run.fixed || isPart(work, lot)) return false;
  const mates = run.members.filter((a) => a !== lot);
  for (const a of [lot, ...mates]) ruin(work, a);
  const ready = Math.max(...[lot, ...mates].map((a) => readyOf(board, a)));
  const later = random.next() < 0.5 ? 0 : random.below(Math.max(0, run.start - ready) + board.stretchTicks);
  const mode = anyMode(work, lot);
  const start = problem.modes.kind[mode] === BATCH ? earliestRunStart(board, mode, ready + later) : NONE;
  if (start !== NONE) {
    const moved = openWith(work, lot, mode, start);
    for (const mate of mates) enter(work, mate, moved);
  }
  rebuildAll(work, [], true);
  return true;
};

/** Whether the lot is too large for one run: its parts stay on one furnace. */
const isPart = (work: Workspace, lot: number): boolean =>
  work.problem.activities.lead[lot] !== lot || work.problem.activities.lead[lot + 1] === lot;

/** A poorly filled run is dissolved into others of its recipe. */
export const merge: Move = (work, choices) => {
  const { board, random } = work;
  let run: Run | null = null;
  for (let tries = 0; tries < 4; tries += 1) {
    const other = board.run[pickHeat(work, choices)];
    if (other && !other.fixed && (!run || fill(work, other) < fill(work, run))) run = other;
  }
  if (!run) return false;
  const members = [...run.members];
  for (const member of members) ruin(work, member);
  const taste = { joinAllowance: board.stretchTicks * (2 + random.below(14)), runDelay: 0 };
  for (const member of members) placeAgain(work, member, { taste, keep: 0 });
  rebuildAll(work, [], true);
  return true;
};

function fill(work: Workspace, run: Run): number {
  const { maxWeight, maxVolume } = work.problem.machines[run.machine]!;
  return Math.max(run.weight / maxWeight, run.volume / maxVolume);
}

/** Two lots of one recipe change their runs: without it full runs freeze. */
export const swapLots: Move = (work, choices) => {
  const { board, random, problem } = work;
  const lot = pickHeat(work, choices);
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
  rebuildAll(work, [], true);
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
export const swapRuns: Move = (work, choices) => {
  const { board, random } = work;
  const lot = pickHeat(work, choices);
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
  rebuildAll(work, [], true);
  return true;
};
