import { dayOfEnd, roundEnd } from '../calendar.ts';
import { runCost } from '../objective.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Clockwork } from './clockwork.ts';
import { type Found, forget, forgetBehind } from './found.ts';
import { countPart, discountPart, lastAfterOf, openParts, type Parts } from './parts.ts';
import { giveBack, type Profile, take } from './profile.ts';
import { insertSorted, removeSorted } from './sorted-runs.ts';
import type { Span } from './spans.ts';

/** A furnace run on the draft: mutable, because members come and go. */
export interface DraftRun {
  /** Counts up over the life of the draft. */
  readonly id: number;
  readonly machine: number;
  readonly recipe: number;
  start: number;
  end: number;
  weight: number;
  volume: number;
  readonly members: number[];
  /** It stays as long as it is, whoever joins it. */
  fixed: boolean;
  readonly joinable: boolean;
  alive: boolean;
  /** Its cost in the objective; 0 for fixed runs. */
  cost: number;
}

/** A plan under construction: where everything stands, and the capacity it takes. All changes go through the functions below. */
export interface Draft {
  readonly problem: Problem;
  readonly clockwork: Clockwork;
  readonly profiles: readonly (Profile | null)[];
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly mode: Int32Array;
  /** Tick from which the successor may start, for placed activities. */
  readonly after: Int32Array;
  /** Places of the parts of split lots. */
  readonly parts: Parts;
  /** Last place found for a part of a split lot. */
  readonly found: Found;
  /** The span that was found last. */
  readonly span: Span;
  readonly furnaceRun: (DraftRun | null)[];
  /** Runs by machine and recipe family, ascending start. */
  readonly familyRuns: Map<number, DraftRun[]>;
  /** All runs of a machine, ascending start. */
  readonly machineRuns: readonly DraftRun[][];
  readonly fixedRuns: DraftRun[];
  /** Activities that start on a machine in one stretch of `stretchTicks` ticks; furnaces have their runs instead. */
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
export function occupy(draft: Draft, machine: number, from: number, to: number): void {
  const profile = draft.profiles[machine];
  if (!profile) return;
  const before = draft.clockwork.work[machine]!.before;
  if (draft.problem.machines[machine]!.kind === 'furnace') take(profile, from, to);
  else take(profile, before[from]!, before[Math.min(to, draft.problem.horizon)]!);
}

/** Marks a chain as changed. */
function touch(draft: Draft, chain: number): void {
  if (draft.isTouched[chain]) return;
  draft.isTouched[chain] = 1;
  draft.touched.push(chain);
}

/** Tick from which the successor may start, after an end in this mode. */
export function availableAfter(problem: Problem, mode: number, end: number): number {
  const after = end + problem.modes.lag[mode]!;
  const wait = problem.modes.waitDays[mode]!;
  if (wait === 0 || !problem.day) return after;
  const morning = (dayOfEnd(problem.day, end) + wait) * problem.day.ticks;
  return after > morning ? after : morning;
}

/** Writes where an activity stands, and from when its successor may start. */
export function setPlace(draft: Draft, activity: number, mode: number, start: number, end: number): void {
  const moved = draft.start[activity] !== NONE;
  draft.start[activity] = start;
  draft.end[activity] = end;
  draft.mode[activity] = mode;
  draft.after[activity] = availableAfter(draft.problem, mode, end);
  countPart(draft.parts, activity, draft.problem.modes.machine[mode]!, moved);
  touch(draft, draft.problem.activities.chain[activity]!);
}

/** Earliest tick the activity may start by its release and predecessors; NONE while one of them is not placed. */
export function readyOf(draft: Draft, activity: number): number {
  const { parts } = draft;
  const { predFrom, predTo } = draft.problem.activities;
  const to = predTo[activity]!;
  for (let lead = predFrom[activity]!; lead < to; lead += parts.size[lead]!) if (openParts(parts, lead) > 0) return NONE;
  return readyByPlaced(draft, activity);
}

/** Tick from which an activity may start by its placed predecessors alone. */
export function readyByPlaced({ parts, problem }: Draft, activity: number): number {
  const { release, predFrom, predTo } = problem.activities;
  let ready = release[activity]!;
  const to = predTo[activity]!;
  for (let lead = predFrom[activity]!; lead < to; lead += parts.size[lead]!) {
    const after = lastAfterOf(parts, lead);
    if (after > ready) ready = after;
  }
  return ready;
}

/** Puts an activity of working time or of a partner on its machine. */
export function placeUnit(draft: Draft, activity: number, mode: number, start: number, end: number): void {
  const machine = draft.problem.modes.machine[mode]!;
  occupy(draft, machine, start, end);
  setPlace(draft, activity, mode, start, end);
  const at = machine * draft.stretchCount + Math.floor(start / draft.stretchTicks);
  const stretch = draft.stretches[at];
  if (stretch) stretch.push(activity);
  else draft.stretches[at] = [activity];
}

const runKey = (problem: Problem, machine: number, recipe: number): number =>
  machine * (problem.recipes.count + 1) + problem.recipes.family[recipe]!;

const noRuns: DraftRun[] = [];
/** Runs that an activity of this mode could join by recipe, ascending start. */
export const runsFor = (draft: Draft, mode: number): readonly DraftRun[] =>
  draft.familyRuns.get(runKey(draft.problem, draft.problem.modes.machine[mode]!, draft.problem.modes.recipe[mode]!)) ?? noRuns;

function listOf(draft: Draft, run: DraftRun): DraftRun[] {
  const key = runKey(draft.problem, run.machine, run.recipe);
  let list = draft.familyRuns.get(key);
  if (!list) {
    list = [];
    draft.familyRuns.set(key, list);
  }
  return list;
}

/** Brings the run's share of the objective up to date. */
function priceRun(draft: Draft, run: DraftRun): void {
  if (run.fixed) return;
  const { modes } = draft.problem;
  let [setup, duration] = [0, 0];
  for (const member of run.members) {
    const mode = draft.mode[member]!;
    if (modes.setup[mode]! > setup) setup = modes.setup[mode]!;
    if (modes.duration[mode]! > duration) duration = modes.duration[mode]!;
  }
  draft.furnace -= run.cost;
  run.cost = run.members.length === 0 ? 0 : runCost(draft.problem, run.recipe, setup, duration);
  draft.furnace += run.cost;
}

/** What a run is opened with: free, and open to others, where nothing else is said. */
type Opening = Pick<DraftRun, 'machine' | 'recipe' | 'start' | 'end'> & Partial<Pick<DraftRun, 'fixed' | 'joinable'>>;

/** Opens a run without members and takes the machine for its span. */
export function openRun(draft: Draft, { machine, recipe, start, end, fixed = false, joinable = true }: Opening): DraftRun {
  const id = draft.nextRun;
  draft.nextRun += 1;
  const run: DraftRun = { id, machine, recipe, start, end, weight: 0, volume: 0, members: [], fixed, joinable, alive: true, cost: 0 };
  occupy(draft, machine, start, end);
  forgetBehind(draft.found, start);
  insertSorted(listOf(draft, run), run);
  insertSorted(draft.machineRuns[machine]!, run);
  return run;
}

/** Brings back a run without members at its start; it takes the machine as members join. */
export function reviveRun(draft: Draft, run: DraftRun): void {
  forget(draft.found);
  run.alive = true;
  run.end = run.start;
  insertSorted(listOf(draft, run), run);
  insertSorted(draft.machineRuns[run.machine]!, run);
}

function closeRun(draft: Draft, run: DraftRun): void {
  run.alive = false;
  run.weight = 0;
  run.volume = 0;
  const profile = draft.profiles[run.machine];
  if (profile) giveBack(profile, run.start, run.end);
  removeSorted(listOf(draft, run), run);
  removeSorted(draft.machineRuns[run.machine]!, run);
}

/** End of a run of these members (one more or none): the largest set-up, the largest duration, the hold, rounded to the plant's day. */
export function runEnd(draft: Draft, run: DraftRun, extraMode: number): number {
  const { modes, recipes, day } = draft.problem;
  let setup = extraMode === NONE ? 0 : modes.setup[extraMode]!;
  let duration = extraMode === NONE ? 0 : modes.duration[extraMode]!;
  for (const member of run.members) {
    const mode = draft.mode[member]!;
    if (modes.setup[mode]! > setup) setup = modes.setup[mode]!;
    if (modes.duration[mode]! > duration) duration = modes.duration[mode]!;
  }
  return roundEnd(day, run.start + setup + duration + recipes.hold[run.recipe]!);
}

/** Gives a run another end: capacity, and the ends of its members. */
function resizeRun(draft: Draft, run: DraftRun, end: number): void {
  if (end === run.end) return;
  const profile = draft.profiles[run.machine];
  if (profile && end > run.end) take(profile, run.end, end);
  else if (profile) giveBack(profile, end, run.end);
  run.end = end;
  for (const member of run.members) setPlace(draft, member, draft.mode[member]!, run.start, end);
}

/** Counts an activity as a member of a run that has its start and end. */
export function addMember(draft: Draft, run: DraftRun, activity: number): void {
  run.members.push(activity);
  run.weight += draft.problem.activities.weight[activity]!;
  run.volume += draft.problem.activities.volume[activity]!;
  draft.furnaceRun[activity] = run;
}

/** Puts an activity into a run and lengthens the run if the member needs it. The room must have been checked. */
export function joinRun(draft: Draft, activity: number, mode: number, run: DraftRun): void {
  if (!run.fixed) resizeRun(draft, run, runEnd(draft, run, mode));
  setPlace(draft, activity, mode, run.start, run.end);
  addMember(draft, run, activity);
  priceRun(draft, run);
}

/** Takes an activity off the draft; a run without members closes, one that lost its longest member shrinks. */
export function lift(draft: Draft, activity: number): void {
  const run = draft.furnaceRun[activity] ?? null;
  const mode = draft.mode[activity]!;
  const { activities, modes } = draft.problem;
  forget(draft.found);
  if (run) leaveRun(draft, run, activity);
  else vacate(draft, activity, modes.machine[mode]!);
  discountPart(draft.parts, activity);
  draft.start[activity] = NONE;
  draft.end[activity] = NONE;
  draft.mode[activity] = NONE;
  draft.after[activity] = NONE;
  touch(draft, activities.chain[activity]!);
}

/** Where an activity stood. */
export interface Former {
  readonly mode: number;
  readonly start: number;
  readonly end: number;
  /** Null on a unit. */
  readonly run: DraftRun | null;
}

/** Puts a lifted activity back exactly where it was; everything lifted after it must be back already. */
export function putBack(draft: Draft, activity: number, { mode, start, end, run }: Former): void {
  if (!run) {
    placeUnit(draft, activity, mode, start, end);
    return;
  }
  if (!run.alive) reviveRun(draft, run);
  joinRun(draft, activity, mode, run);
}

function leaveRun(draft: Draft, run: DraftRun, activity: number): void {
  const { activities } = draft.problem;
  run.members.splice(run.members.indexOf(activity), 1);
  run.weight -= activities.weight[activity]!;
  run.volume -= activities.volume[activity]!;
  draft.furnaceRun[activity] = null;
  if (run.fixed) return;
  if (run.members.length === 0) closeRun(draft, run);
  else resizeRun(draft, run, runEnd(draft, run, NONE));
  priceRun(draft, run);
}

function vacate(draft: Draft, activity: number, machine: number): void {
  const from = draft.start[activity]!;
  const stretch = draft.stretches[machine * draft.stretchCount + Math.floor(from / draft.stretchTicks)] as number[];
  stretch[stretch.indexOf(activity)] = stretch[stretch.length - 1]!;
  stretch.pop();
  const profile = draft.profiles[machine];
  if (!profile) return;
  const { before } = draft.clockwork.work[machine]!;
  const to = draft.end[activity]!;
  if (draft.problem.machines[machine]!.kind === 'furnace') giveBack(profile, from, to);
  else giveBack(profile, before[from]!, before[to]!);
}
