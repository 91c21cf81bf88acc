import { earliestRunStart, findAt, findEarliest } from '../../place/earliest.ts';
import { type DraftRun, joinRun, openRun, readyOf, runsFor } from '../../place/occupancy.ts';
import { freshEnd, mayJoin, mayStartOn, settleAt } from '../../place/placement.ts';
import { FURNACE, NONE } from '../../problem.ts';
import { anyMode, pickHeat } from './choose.ts';
import { type Move, rebuildAll, tasteOf } from './move.ts';
import { placeAgain } from './rebuild.ts';
import { liftStep, type Workspace } from './workspace.ts';

/** Runs of one recipe close to each other: their lots are divided anew, around a start some of them have to wait for. */
export const recipe: Move = (work, choices) => {
  const { draft, random } = work;
  const centre = pickHeat(work, choices);
  const run = centre === NONE ? null : draft.furnaceRun[centre];
  if (!run) return false;
  const near = nearRuns(work, centre, run, draft.stretchTicks * (2 + random.below(8)), 1 + random.below(3));
  const members = [...near, run].flatMap((each) => each.members).filter((a) => work.problem.activities.fixedStart[a] === NONE);
  for (const member of members) liftStep(work, member);
  const lots = members.filter((member) => work.isLifted[member] && readyOf(draft, member) !== NONE);
  lots.sort((a, b) => readyOf(draft, a) - readyOf(draft, b) || a - b);
  const wait = lots.length === 0 ? 0 : readyOf(draft, lots[random.below(lots.length)]!);
  for (const lot of lots) placeTogether(work, lot, wait);
  rebuildAll(work, [], true);
  return work.lifted.length > 0;
};

/** Places a lot that is ready by `wait` at that tick or later, so that it meets its mates; others as they come. */
function placeTogether(work: Workspace, lot: number, wait: number): void {
  const ready = readyOf(work.draft, lot);
  if (work.draft.start[lot] !== NONE || ready === NONE) return;
  if (findEarliest(work.draft, lot, Math.max(ready, wait), tasteOf(work, 1), work.place)) settleAt(work.draft, lot, work.place);
}

/** Other runs that a member could share, within `reach` ticks, at most `count`. */
function nearRuns(work: Workspace, member: number, run: DraftRun, reach: number, count: number): DraftRun[] {
  const { problem, draft } = work;
  const near: DraftRun[] = [];
  for (let m = problem.activities.modeFrom[member]!; m < problem.activities.modeFrom[member + 1]!; m += 1) {
    if (problem.modes.kind[m] !== FURNACE) continue;
    for (const other of runsFor(draft, m))
      if (other !== run && other.joinable && Math.abs(other.start - run.start) <= reach) near.push(other);
  }
  while (near.length > count) near.splice(work.random.below(near.length), 1);
  return near;
}

/** A whole run to any of its furnaces, as early as all its lots are ready or some time after. */
export const moveRun: Move = (work, choices) => {
  const { draft, problem, random } = work;
  const lot = pickHeat(work, choices);
  const run = lot === NONE ? null : draft.furnaceRun[lot];
  if (!run || run.fixed || isPart(work, lot)) return false;
  const mates = run.members.filter((a) => a !== lot);
  for (const a of [lot, ...mates]) liftStep(work, a);
  const ready = Math.max(...[lot, ...mates].map((a) => readyOf(draft, a)));
  const later = random.next() < 0.5 ? 0 : random.below(Math.max(0, run.start - ready) + draft.stretchTicks);
  const mode = anyMode(work, lot);
  const start = problem.modes.kind[mode] === FURNACE ? earliestRunStart(draft, mode, ready + later) : NONE;
  if (start !== NONE) {
    const { machine, recipe } = problem.modes;
    const moved = openRun(draft, { machine: machine[mode]!, recipe: recipe[mode]!, start, end: freshEnd(problem, mode, start) });
    joinRun(draft, lot, mode, moved);
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
  const { draft, random } = work;
  let run: DraftRun | null = null;
  for (let tries = 0; tries < 4; tries += 1) {
    const other = draft.furnaceRun[pickHeat(work, choices)];
    if (other && !other.fixed && (!run || fill(work, other) < fill(work, run))) run = other;
  }
  if (!run) return false;
  const members = [...run.members];
  for (const member of members) liftStep(work, member);
  const taste = { joinAllowance: draft.stretchTicks * (2 + random.below(14)), runDelay: 0 };
  for (const member of members) placeAgain(work, member, { taste, keep: 0 });
  rebuildAll(work, [], true);
  return true;
};

function fill(work: Workspace, run: DraftRun): number {
  const { maxWeight, maxVolume } = work.problem.machines[run.machine]!;
  return Math.max(run.weight / maxWeight, run.volume / maxVolume);
}

/** Two lots of one recipe change their runs: without it full runs freeze. */
export const swapLots: Move = (work, choices) => {
  const { draft, random, problem } = work;
  const lot = pickHeat(work, choices);
  const run = lot === NONE ? null : draft.furnaceRun[lot];
  if (!run) return false;
  const [other] = nearRuns(work, lot, run, draft.stretchTicks * 21, 1);
  if (!other || other.members.length === 0) return false;
  const mate = other.members[random.below(other.members.length)]!;
  if (problem.activities.fixedStart[mate] !== NONE || problem.activities.chain[mate] === problem.activities.chain[lot]) return false;
  liftStep(work, lot);
  liftStep(work, mate);
  enter(work, lot, other);
  enter(work, mate, run);
  rebuildAll(work, [], true);
  return true;
};

/** Puts a lot into a run if it may join; a closed run is opened again. Else the lot stays lifted. */
function enter(work: Workspace, lot: number, run: DraftRun): void {
  const { draft, problem } = work;
  const ready = readyOf(draft, lot);
  if (ready === NONE || ready > run.start) return;
  for (let m = problem.activities.modeFrom[lot]!; m < problem.activities.modeFrom[lot + 1]!; m += 1) {
    if (problem.modes.machine[m] !== run.machine || problem.modes.kind[m] !== FURNACE) continue;
    if (run.alive && mayJoin(draft, lot, m, run)) joinRun(draft, lot, m, run);
    else if (!run.alive && mayStartOn(problem, m, run.start) && findAt(draft, lot, m, run.start, work.place))
      settleAt(draft, lot, work.place);
    return;
  }
}
