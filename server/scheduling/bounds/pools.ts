import type { Draft, DraftRun } from '../place/occupancy.ts';
import { FURNACE, NEVER, NONE, type Problem, WORK } from '../problem.ts';
import { elapsedOf, type Heads } from './heads.ts';
import type { RelaxedMachine, RelaxedTask } from './relaxed.ts';

/** Facilities that share work, as one machine of the speed of all their units, with the work every order has there. */
export interface Pool {
  readonly machine: RelaxedMachine;
  readonly tasks: readonly RelaxedTask[];
}

/** The pools of a problem: working time of unit machines; of furnaces the weight and the volume that their runs can take. `draft`: an empty one. */
export function findPools(draft: Draft, heads: Heads): Pool[] {
  const { problem } = draft;
  return groupMachines(problem).flatMap(({ machines, activities }) => {
    const furnaceRun = problem.machines[machines[0]!]!.kind === 'furnace';
    const kind = furnaceRun ? FURNACE : WORK;
    const own = activities.filter((a) => problem.modes.kind[problem.activities.modeFrom[a]!] === kind);
    if (own.length === 0) return [];
    if (!furnaceRun) return [unitPool(draft, heads, machines, own)];
    return loadsOf(draft, machines).flatMap((load) => furnacePool(draft, heads, machines, own, load) ?? []);
  });
}

/** Machines of limited capacity, joined where some free activity may be done on either. */
function groupMachines(problem: Problem): { machines: number[]; activities: number[] }[] {
  const { activities, modes, machines } = problem;
  const root = machines.map((_, m) => m);
  const find = (m: number): number => {
    let at = m;
    while (root[at] !== at) at = root[at]!;
    return at;
  };
  const limited: number[] = [];
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] !== NONE) continue;
    const all = [...machinesOf(problem, a)];
    if (all.some((m) => machines[m]!.unlimited)) continue;
    limited.push(a);
    for (const m of all) root[find(m)] = find(all[0]!);
  }
  const groups = new Map<number, { machines: number[]; activities: number[] }>();
  for (const a of limited) {
    const at = find(modes.machine[activities.modeFrom[a]!]!);
    const group = groups.get(at) ?? { machines: machines.flatMap((_, m) => (find(m) === at ? [m] : [])), activities: [] };
    groups.set(at, group);
    group.activities.push(a);
  }
  return [...groups.values()].filter((group) => new Set(group.machines.map((m) => machines[m]!.kind)).size === 1);
}

function* machinesOf({ activities, modes }: Problem, a: number): Generator<number> {
  for (let mode = activities.modeFrom[a]!; mode < activities.modeFrom[a + 1]!; mode += 1) yield modes.machine[mode]!;
}

function unitPool({ problem, clockwork, profiles }: Draft, heads: Heads, machines: readonly number[], activities: readonly number[]): Pool {
  const rate = new Float64Array(problem.horizon);
  for (const m of machines) {
    const { tickOf } = clockwork.work[m]!;
    const { units, used } = profiles[m]!;
    for (let slot = 0; slot < tickOf.length; slot += 1) rate[tickOf[slot]!]! += Math.max(0, units[slot]! - used[slot]!);
  }
  const work = (a: number): number => least(problem, a, (mode) => problem.modes.duration[mode]!);
  return {
    machine: summed(rate),
    tasks: tasksOf(problem, heads, activities, work),
  };
}

const least = ({ activities }: Problem, a: number, of: (mode: number) => number): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let mode = activities.modeFrom[a]!; mode < activities.modeFrom[a + 1]!; mode += 1) best = Math.min(best, of(mode));
  return best;
};

function summed(rate: Float64Array): RelaxedMachine {
  const done = new Float64Array(rate.length + 1);
  for (let t = 0; t < rate.length; t += 1) done[t + 1] = done[t]! + rate[t]!;
  return { done };
}

/** The work of each order in the pool as one task: ready with the first of it, behind it the least that follows any of it. */
function tasksOf(
  problem: Problem,
  heads: Heads,
  activities: readonly number[],
  work: (a: number) => number,
  behind = (a: number): number => heads.tail[a]!,
  release = (tick: number): number => tick,
): RelaxedTask[] {
  const { chains, jobs } = problem;
  const tasks = new Map<number, { release: number; work: number; behind: number }>();
  for (const a of activities) {
    const owner = chains.job[problem.activities.chain[a]!]!;
    const task = tasks.get(owner) ?? { release: NEVER, work: 0, behind: NEVER };
    tasks.set(owner, task);
    task.release = Math.min(task.release, release(heads.head[a]!));
    task.work += work(a);
    task.behind = Math.min(task.behind, behind(a));
  }
  return [...tasks].map(([owner, { behind: least_, ...task }]) => {
    const due = jobs.due[owner]!;
    return { owner, ...task, due: due === NEVER ? NEVER : due - least_ };
  });
}

/** One way to measure what a run holds: what lots take of it, and what a run of each furnace has. */
interface Load {
  of(a: number): number;
  most(machine: number): number;
  /** What is left in a fixed run. */
  room(run: DraftRun): number;
}

/** Weight, volume, and lots so large that no two share a run; where a furnace is unlimited, not that way. */
function loadsOf({ problem }: Draft, machines: readonly number[]): Load[] {
  return (['weight', 'volume'] as const).flatMap((kind) => {
    const most = (m: number): number => (kind === 'weight' ? problem.machines[m]!.maxWeight : problem.machines[m]!.maxVolume);
    const of = (a: number): number => problem.activities[kind][a]!;
    const half = Math.max(...machines.map(most)) / 2;
    if (!Number.isFinite(half)) return [];
    return [
      { of, most, room: (run) => Math.max(0, most(run.machine) - run[kind]) },
      { of: (a) => (of(a) > half ? 1 : 0), most: () => 1, room: () => 1 },
    ];
  });
}

/**
 * Furnaces by what a run can take. Where no two runs fit between the first and the last start of a day, each unit has one run a day, all of it at its first
 * start; else a run's load is spread over its time.
 */
function furnacePool(draft: Draft, heads: Heads, machines: readonly number[], all: readonly number[], load: Load): Pool | null {
  const { problem } = draft;
  const activities = all.filter((a) => load.of(a) > 0);
  if (activities.length === 0) return null;
  const elapsed = (a: number): number => least(problem, a, (mode) => elapsedOf(problem, mode));
  const shortest = activities.reduce((best, a) => Math.min(best, elapsed(a)), NEVER);
  const { day } = problem;
  const daily = day !== null && machines.every((m) => problem.machines[m]!.starts) && shortest >= day.workTo - day.workFrom;
  const rate = new Float64Array(problem.horizon);
  for (const m of machines) (daily ? addDaily : addSpread)(draft, m, load.most(m), rate);
  addJoinable(draft, machines, load, daily, rate);
  if (!daily)
    return {
      machine: summed(rate),
      tasks: tasksOf(problem, heads, activities, (a) => load.of(a) * elapsed(a)),
    };
  const morning = (tick: number): number => tick - (tick % day.ticks);
  // The tick after the first start of a day stands for that start.
  const behind = (a: number): number => elapsed(a) + heads.tail[a]! - 1;
  return { machine: summed(rate), tasks: tasksOf(problem, heads, activities, load.of, behind, morning) };
}

/** A run a day for each unit that is free at some tick of the day's starts. */
function addDaily({ problem, profiles }: Draft, m: number, most: number, rate: Float64Array): void {
  const { starts } = problem.machines[m]!;
  const { units, used } = profiles[m]!;
  for (let i = 0; i < starts!.length; i += 2) {
    let free = 0;
    for (let t = starts![i]!; t < starts![i + 1]!; t += 1) free = Math.max(free, units[t]! - used[t]!);
    rate[starts![i]!]! += free * most;
  }
}

function addSpread({ profiles }: Draft, m: number, most: number, rate: Float64Array): void {
  const { units, used } = profiles[m]!;
  for (let t = 0; t < rate.length; t += 1) rate[t]! += Math.max(0, units[t]! - used[t]!) * most;
}

/** Fixed runs that free lots may join. */
function addJoinable({ fixedRuns, problem }: Draft, machines: readonly number[], load: Load, daily: boolean, rate: Float64Array): void {
  const day = problem.day!;
  for (const run of fixedRuns) {
    if (!run.joinable || !machines.includes(run.machine)) continue;
    const room = load.room(run);
    // Not later than its own start, so that nobody is told he must wait longer.
    if (daily) rate[run.start - (run.start % day.ticks)]! += room;
    else for (let t = run.start; t < Math.min(run.end, rate.length); t += 1) rate[t]! += room;
  }
}
