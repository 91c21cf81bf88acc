import { dayOfEnd, roundEnd } from './calendar.ts';
import type { Clockwork } from './clockwork.ts';
import { runCost } from './objective.ts';
import { NONE, type Problem } from './problem.ts';
import { giveBack, type Profile, take } from './profile.ts';

/** A furnace run on the board: mutable, because members come and go. */
export interface Run {
  /** Counts up over the life of the board. */
  readonly id: number;
  readonly machine: number;
  readonly recipe: number;
  start: number;
  end: number;
  weight: number;
  volume: number;
  readonly members: number[];
  readonly fixed: boolean;
  readonly joinable: boolean;
  alive: boolean;
  /** What it adds to the plant's objective; 0 for fixed runs. */
  cost: number;
}

/** A plan under construction: where everything stands, and the capacity it takes. All changes go through the functions below. */
export interface Board {
  readonly problem: Problem;
  readonly clockwork: Clockwork;
  readonly profiles: readonly (Profile | null)[];
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly mode: Int32Array;
  /** Tick from which the successor may start, for placed activities. */
  readonly after: Int32Array;
  readonly run: (Run | null)[];
  /** Runs by machine and recipe family, ascending start. */
  readonly runs: Map<number, Run[]>;
  /** All runs of a machine, ascending start. */
  readonly machineRuns: readonly Run[][];
  readonly fixedRuns: Run[];
  /** Activities that start on a machine in one stretch of `stretchTicks` ticks; batch machines have their runs instead. */
  readonly stretches: (number[] | undefined)[];
  readonly stretchTicks: number;
  readonly stretchCount: number;
  nextRun: number;
  /** Chains whose ends or starts changed since `touched` was emptied. */
  readonly touched: number[];
  readonly isTouched: Uint8Array;
  /** Σ of what the runs cost (plant objective). */
  furnace: number;
}

/** Takes capacity of a machine in ticks [from, to), wherever it is open. */
export function occupy(board: Board, machine: number, from: number, to: number): void {
  const profile = board.profiles[machine];
  if (!profile) return;
  const before = board.clockwork.work[machine]!.before;
  if (board.problem.machines[machine]!.kind === 'batch') take(profile, from, to);
  else take(profile, before[from] as number, before[Math.min(to, board.problem.horizon)] as number);
}

/** Marks a chain as changed. */
export function touch(board: Board, chain: number): void {
  if (board.isTouched[chain]) return;
  board.isTouched[chain] = 1;
  board.touched.push(chain);
}

/** Tick from which the successor may start, after an end in this mode. */
export function availableAfter(problem: Problem, mode: number, end: number): number {
  const after = end + (problem.modes.lag[mode] as number);
  const wait = problem.modes.waitDays[mode] as number;
  if (wait === 0 || !problem.day) return after;
  const morning = (dayOfEnd(problem.day, end) + wait) * problem.day.ticks;
  return after > morning ? after : morning;
}

/** Writes where an activity stands, and from when its successor may start. */
export function setPlace(board: Board, activity: number, mode: number, start: number, end: number): void {
  board.start[activity] = start;
  board.end[activity] = end;
  board.mode[activity] = mode;
  board.after[activity] = availableAfter(board.problem, mode, end);
  touch(board, board.problem.activities.chain[activity] as number);
}

/** Earliest tick the activity may start by its release and predecessors; NONE while one of them is not placed. */
export function readyOf(board: Board, activity: number): number {
  const { activities } = board.problem;
  let ready = activities.release[activity] as number;
  const to = activities.predTo[activity] as number;
  for (let p = activities.predFrom[activity] as number; p < to; p += 1) {
    if (board.start[p] === NONE) return NONE;
    if ((board.after[p] as number) > ready) ready = board.after[p] as number;
  }
  return ready;
}

/** Puts an activity of working time or of a partner on its machine. */
export function placeUnit(board: Board, activity: number, mode: number, start: number, end: number): void {
  const machine = board.problem.modes.machine[mode] as number;
  occupy(board, machine, start, end);
  setPlace(board, activity, mode, start, end);
  const at = machine * board.stretchCount + Math.floor(start / board.stretchTicks);
  const stretch = board.stretches[at];
  if (stretch) stretch.push(activity);
  else board.stretches[at] = [activity];
}

const runKey = (problem: Problem, machine: number, recipe: number): number =>
  machine * (problem.recipes.count + 1) + (problem.recipes.family[recipe] as number);

const noRuns: Run[] = [];
/** Runs that an activity of this mode could join by recipe, ascending start. */
export const runsFor = (board: Board, mode: number): readonly Run[] =>
  board.runs.get(runKey(board.problem, board.problem.modes.machine[mode] as number, board.problem.modes.recipe[mode] as number)) ?? noRuns;

function insertSorted(list: Run[], run: Run): void {
  let at = list.length;
  while (at > 0 && list[at - 1]!.start > run.start) at -= 1;
  list.splice(at, 0, run);
}

function listOf(board: Board, run: Run): Run[] {
  const key = runKey(board.problem, run.machine, run.recipe);
  let list = board.runs.get(key);
  if (!list) {
    list = [];
    board.runs.set(key, list);
  }
  return list;
}

/** Brings the run's share of the objective up to date. */
function priceRun(board: Board, run: Run): void {
  if (run.fixed) return;
  const { modes } = board.problem;
  let [setup, duration] = [0, 0];
  for (const member of run.members) {
    const mode = board.mode[member] as number;
    if ((modes.setup[mode] as number) > setup) setup = modes.setup[mode] as number;
    if ((modes.duration[mode] as number) > duration) duration = modes.duration[mode] as number;
  }
  board.furnace -= run.cost;
  run.cost = run.members.length === 0 ? 0 : runCost(board.problem, run.recipe, setup, duration);
  board.furnace += run.cost;
}

/** Opens a run without members and takes the machine for its span. */
export function openRun(
  board: Board,
  machine: number,
  recipe: number,
  start: number,
  end: number,
  { fixed = false, joinable = true } = {},
): Run {
  const id = board.nextRun;
  board.nextRun += 1;
  const run: Run = { id, machine, recipe, start, end, weight: 0, volume: 0, members: [], fixed, joinable, alive: true, cost: 0 };
  occupy(board, machine, start, end);
  insertSorted(listOf(board, run), run);
  insertSorted(board.machineRuns[machine]!, run);
  return run;
}

/** Brings back a run without members at its start; it takes the machine as members join. */
export function reviveRun(board: Board, run: Run): void {
  run.alive = true;
  run.end = run.start;
  insertSorted(listOf(board, run), run);
  insertSorted(board.machineRuns[run.machine]!, run);
}

function closeRun(board: Board, run: Run): void {
  run.alive = false;
  run.weight = 0;
  run.volume = 0;
  const profile = board.profiles[run.machine];
  if (profile) giveBack(profile, run.start, run.end);
  const list = listOf(board, run);
  list.splice(list.indexOf(run), 1);
  const all = board.machineRuns[run.machine]!;
  all.splice(all.indexOf(run), 1);
}

/** End of a run of these members (one more or none): the largest set-up, the largest duration, the hold, rounded to the plant's day. */
export function runEnd(board: Board, run: Run, extraMode: number): number {
  const { modes, recipes, day } = board.problem;
  let setup = extraMode === NONE ? 0 : (modes.setup[extraMode] as number);
  let duration = extraMode === NONE ? 0 : (modes.duration[extraMode] as number);
  for (const member of run.members) {
    const mode = board.mode[member] as number;
    if ((modes.setup[mode] as number) > setup) setup = modes.setup[mode] as number;
    if ((modes.duration[mode] as number) > duration) duration = modes.duration[mode] as number;
  }
  return roundEnd(day, run.start + setup + duration + (recipes.hold[run.recipe] as number));
}

/** Gives a run another end: capacity, and the ends of its members. */
function resizeRun(board: Board, run: Run, end: number): void {
  if (end === run.end) return;
  const profile = board.profiles[run.machine];
  if (profile && end > run.end) take(profile, run.end, end);
  else if (profile) giveBack(profile, end, run.end);
  run.end = end;
  for (const member of run.members) setPlace(board, member, board.mode[member] as number, run.start, end);
}

/** Counts an activity as a member of a run that has its start and end. */
export function addMember(board: Board, run: Run, activity: number): void {
  run.members.push(activity);
  run.weight += board.problem.activities.weight[activity] as number;
  run.volume += board.problem.activities.volume[activity] as number;
  board.run[activity] = run;
}

/** Puts an activity into a run, which grows where the member needs it. Room must have been checked. */
export function joinRun(board: Board, activity: number, mode: number, run: Run): void {
  if (!run.fixed) resizeRun(board, run, runEnd(board, run, mode));
  setPlace(board, activity, mode, run.start, run.end);
  addMember(board, run, activity);
  priceRun(board, run);
}

/** Takes an activity off the board; a run without members closes, one that lost its longest member shrinks. */
export function lift(board: Board, activity: number): void {
  const run = board.run[activity] ?? null;
  const mode = board.mode[activity] as number;
  const { activities, modes } = board.problem;
  if (run) leaveRun(board, run, activity);
  else vacate(board, activity, modes.machine[mode] as number);
  board.start[activity] = NONE;
  board.end[activity] = NONE;
  board.mode[activity] = NONE;
  board.after[activity] = NONE;
  touch(board, activities.chain[activity] as number);
}

function leaveRun(board: Board, run: Run, activity: number): void {
  const { activities } = board.problem;
  run.members.splice(run.members.indexOf(activity), 1);
  run.weight -= activities.weight[activity] as number;
  run.volume -= activities.volume[activity] as number;
  board.run[activity] = null;
  if (run.fixed) return;
  if (run.members.length === 0) closeRun(board, run);
  else resizeRun(board, run, runEnd(board, run, NONE));
  priceRun(board, run);
}

function vacate(board: Board, activity: number, machine: number): void {
  const from = board.start[activity] as number;
  const stretch = board.stretches[machine * board.stretchCount + Math.floor(from / board.stretchTicks)] as number[];
  stretch[stretch.indexOf(activity)] = stretch[stretch.length - 1] as number;
  stretch.pop();
  const profile = board.profiles[machine];
  if (!profile) return;
  const { before } = board.clockwork.work[machine]!;
  const to = board.end[activity] as number;
  if (board.problem.machines[machine]!.kind === 'batch') giveBack(profile, from, to);
  else giveBack(profile, before[from] as number, before[to] as number);
}
