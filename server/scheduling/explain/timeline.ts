import { roundEnd } from '../calendar.ts';
import { type Clockwork, createClockwork } from '../place/clockwork.ts';
import { giveBack, type Profile, take } from '../place/profile.ts';
import { FURNACE, NONE, type Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';

/**
 * What a plan takes of every machine, so that one lot can be taken out and timed again by itself: slow beside a draft, but each limit can be lifted alone.
 * Without a solution only fixed entries stand on it.
 */
export interface Timeline {
  readonly problem: Problem;
  readonly clockwork: Clockwork;
  /** Everything that stands; null: the machine is unlimited. */
  readonly full: readonly (Profile | null)[];
  /** The same without fixed entries and fixed runs; the same object where a machine has none. */
  readonly loose: readonly (Profile | null)[];
  /** Nothing on the machine. */
  empty(machine: number): Profile;
  readonly runs: readonly StandingRun[];
  /** Indexes into `runs` by machine and recipe family, ascending start. */
  readonly runsOf: ReadonlyMap<number, number[]>;
}

export interface StandingRun {
  readonly machine: number;
  readonly recipe: number;
  readonly start: number;
  readonly end: number;
  readonly fixed: boolean;
  readonly joinable: boolean;
  weight: number;
  volume: number;
  members: number[];
}

const keyOf = (problem: Problem, machine: number, recipe: number): number =>
  machine * (problem.recipes.count + 1) + problem.recipes.family[recipe]!;

/** Lays a solution out. `clockwork` is made anew unless given. */
export function createTimeline(problem: Problem, solution: Solution | null, clockwork = createClockwork(problem)): Timeline {
  const bound = new Set([...problem.blocks, ...problem.fixedFurnaceRuns].map((each) => each.machine));
  const full = problem.machines.map(({ unlimited }, m) => (unlimited ? null : clockwork.emptyProfile(m)));
  const loose = full.map((profile, m) => (profile && bound.has(m) ? clockwork.emptyProfile(m) : profile));
  const nothing: (Profile | undefined)[] = [];
  const timeline: Timeline = {
    problem,
    clockwork,
    full,
    loose,
    runs: standingRuns(problem, solution),
    runsOf: new Map(),
    empty(machine) {
      const known = nothing[machine] ?? clockwork.emptyProfile(machine);
      nothing[machine] = known;
      return known;
    },
  };
  for (const { machine, from, to } of problem.blocks) changeTicks(timeline, full[machine] ?? null, machine, from, to, take);
  timeline.runs.forEach((run, index) => {
    if (run.fixed) changeTicks(timeline, full[run.machine] ?? null, run.machine, run.start, run.end, take);
    else changeBoth(timeline, run.machine, run.start, run.end, take);
    const key = keyOf(problem, run.machine, run.recipe);
    const list = timeline.runsOf.get(key);
    if (list) list.push(index);
    else (timeline.runsOf as Map<number, number[]>).set(key, [index]);
  });
  for (const list of timeline.runsOf.values()) list.sort((a, b) => timeline.runs[a]!.start - timeline.runs[b]!.start);
  if (solution)
    for (let a = 0; a < problem.activities.count; a += 1) if (isPlain(problem, solution, a)) changeActivity(timeline, solution, a, take);
  return timeline;
}

function standingRuns(problem: Problem, solution: Solution | null): StandingRun[] {
  const { activities, fixedFurnaceRuns } = problem;
  const fixed = fixedFurnaceRuns.map((run): StandingRun => ({ ...run, fixed: true, members: [] }));
  if (!solution) {
    for (let a = 0; a < activities.count; a += 1) {
      const run = fixed[activities.fixedFurnaceRun[a]!];
      if (run) addLoad(problem, run, a);
    }
    return fixed;
  }
  const all = [
    ...fixed,
    ...solution.furnaceRuns.slice(fixed.length).map(({ machine, recipe, start, end }): StandingRun => {
      return { machine, recipe, start, end, fixed: false, joinable: true, weight: 0, volume: 0, members: [] };
    }),
  ];
  solution.furnaceRuns.forEach((furnaceRun, index) => {
    for (const member of furnaceRun.members) addLoad(problem, all[index]!, member);
  });
  return all;
}

function addLoad({ activities }: Problem, run: StandingRun, activity: number): void {
  run.members.push(activity);
  run.weight += activities.weight[activity]!;
  run.volume += activities.volume[activity]!;
}

/** Free, placed, and not in a furnace run. */
const isPlain = ({ activities, modes }: Problem, { start, mode }: Solution, a: number): boolean =>
  start[a] !== NONE && activities.fixedStart[a] === NONE && modes.kind[mode[a]!] !== FURNACE;

type Change = (profile: Profile, from: number, to: number) => void;

/** Changes a profile over ticks [from, to) of its machine. */
export function changeTicks(
  { problem, clockwork }: Timeline,
  profile: Profile | null,
  machine: number,
  from: number,
  to: number,
  change: Change,
): void {
  if (!profile || to <= from) return;
  const last = Math.min(to, problem.horizon);
  const { before } = clockwork.work[machine]!;
  if (problem.machines[machine]!.kind === 'furnace') change(profile, from, last);
  else change(profile, before[from]!, before[last]!);
}

function changeBoth(timeline: Timeline, machine: number, from: number, to: number, change: Change): void {
  const full = timeline.full[machine] ?? null;
  const loose = timeline.loose[machine] ?? null;
  changeTicks(timeline, full, machine, from, to, change);
  if (loose !== full) changeTicks(timeline, loose, machine, from, to, change);
}

function changeActivity(timeline: Timeline, { start, end, mode }: Solution, a: number, change: Change): void {
  changeBoth(timeline, timeline.problem.modes.machine[mode[a]!]!, start[a]!, end[a]!, change);
}

/** Takes the free activities of a chain out, does the work, and puts them back exactly. A run of this chain alone is gone meanwhile. */
export function without<T>(timeline: Timeline, solution: Solution, chain: number, work: () => T): T {
  const { problem } = timeline;
  const { activityFrom } = problem.chains;
  const own: number[] = [];
  for (let a = activityFrom[chain]!; a < activityFrom[chain + 1]!; a += 1) {
    if (solution.start[a] !== NONE && problem.activities.fixedStart[a] === NONE) own.push(a);
  }
  for (const a of own) move(timeline, solution, a, false);
  const result = work();
  for (const a of own.toReversed()) move(timeline, solution, a, true);
  return result;
}

function move(timeline: Timeline, solution: Solution, a: number, back: boolean): void {
  const change = back ? take : giveBack;
  if (isPlain(timeline.problem, solution, a)) {
    changeActivity(timeline, solution, a, change);
    return;
  }
  const run = timeline.runs[solution.furnaceRun[a]!]!;
  const { weight, volume } = timeline.problem.activities;
  if (back && run.members.length === 0 && !run.fixed) changeBoth(timeline, run.machine, run.start, run.end, take);
  run.members = back ? [...run.members, a] : run.members.filter((member) => member !== a);
  run.weight += back ? weight[a]! : -weight[a]!;
  run.volume += back ? volume[a]! : -volume[a]!;
  if (!back && run.members.length === 0 && !run.fixed) changeBoth(timeline, run.machine, run.start, run.end, giveBack);
}

/** Runs that an activity of this mode could share by recipe, ascending start, those without members left out. */
export function* sharedRuns(timeline: Timeline, mode: number): Generator<StandingRun> {
  const { modes } = timeline.problem;
  const list = timeline.runsOf.get(keyOf(timeline.problem, modes.machine[mode]!, modes.recipe[mode]!)) ?? [];
  for (const index of list) {
    const run = timeline.runs[index]!;
    if (run.joinable && (run.fixed || run.members.length > 0)) yield run;
  }
}

/** End of a run of the mode alone from `start`. */
export function ownRunEnd({ modes, recipes, day }: Problem, mode: number, start: number): number {
  const need = modes.setup[mode]! + modes.duration[mode]! + recipes.hold[modes.recipe[mode]!]!;
  return roundEnd(day, start + need);
}
