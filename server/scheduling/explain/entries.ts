import { TICK_MINUTES } from '../../domain/ground/constants.ts';
import type { MoveCause } from '../moves.ts';
import type { Plant, ReadyEntry } from '../plant.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';
import type { PlannedEntry, PlannedMember, PlannedRun } from './outcome.ts';
import { assignUnits, type Units } from './units.ts';
import { stepsWithoutPlace } from './unplaced.ts';

/** A plan that is described. */
interface Described {
  readonly problem: Problem;
  readonly plant: Plant;
  readonly solution: Solution;
  readonly units: Units;
  /** Place of each furnace run among those that are told, NONE. */
  readonly runIndex: readonly number[];
}

/**
 * The bars and furnace runs of a plan, in the order of the lots; an order task in several runs is one bar from its first start to its last end.
 * `causes`: why steps moved.
 */
export function describeEntries(
  problem: Problem,
  plant: Plant,
  solution: Solution,
  causes?: ReadonlyMap<number, MoveCause>,
): { entries: PlannedEntry[]; runs: PlannedRun[] } {
  const units = assignUnits(problem, solution);
  const entries: PlannedEntry[] = [];
  const entryOf = new Int32Array(problem.activities.count).fill(NONE);
  const runIndex = solution.furnaceRuns.map(() => NONE);
  const unplaced = stepsWithoutPlace(problem, solution);
  const described: Described = { problem, plant, solution, units, runIndex };
  let runs = 0;
  solution.furnaceRuns.forEach(({ members, machine }, b) => {
    const hasBar = members.some((a) => !unplaced.has(problem.activities.lead[a]!));
    // A treatment without a facility is a bar, no run.
    if (hasBar && plant.machines[machine]!.facility_id !== null) runIndex[b] = runs++;
  });
  const listed = new Set<number>();
  const add = (entry: PlannedEntry): number => entries.push(entry) - 1;
  for (const lot of plant.lots) {
    const times = readyTimes(problem, plant, lot.sequence, solution);
    lot.sequence.forEach((step, position) => {
      if (step < 0) {
        listed.add(-step - 1);
        add(readyEntry(problem, plant.entries[-step - 1]!, times[position]!));
        return;
      }
      const entry = plannedEntry(described, step);
      if (!entry) return;
      const index = add({ ...entry, moved_by: causes ? (causes.get(step) ?? 'stays') : null });
      for (let a = step; a < entryOf.length && problem.activities.lead[a] === step; a += 1) entryOf[a] = index;
    });
  }
  plant.entries.forEach((entry, index) => {
    if (!listed.has(index)) add(readyEntry(problem, entry, { start: entry.start!, end: entry.end! }));
  });
  return { entries, runs: solution.furnaceRuns.flatMap((_, b) => (runIndex[b] === NONE ? [] : [runOf(described, b, entryOf)])) };
}

/** Plant minutes of a tick. */
export const minutes = (problem: Problem, tick: number): number => (problem.day!.origin * problem.day!.ticks + tick) * TICK_MINUTES;

/** Times of the ready entries of a lot: a finished one without a date lies directly before what follows it, and before the present. */
function readyTimes(problem: Problem, plant: Plant, sequence: readonly number[], { start }: Solution): { start: number; end: number }[] {
  const times = sequence.map(() => ({ start: NONE, end: NONE }));
  let next = problem.planningStart;
  for (let position = sequence.length - 1; position >= 0; position -= 1) {
    const step = sequence[position]!;
    if (step >= 0) {
      const lead = start[step]!;
      if (lead !== NONE) next = lead;
      continue;
    }
    const entry = plant.entries[-step - 1]!;
    const end = Math.min(next, problem.planningStart);
    times[position] =
      entry.start === null || entry.end === null ? { start: end - entry.length, end } : { start: entry.start, end: entry.end };
    next = times[position]!.start;
  }
  return times;
}

function readyEntry(problem: Problem, entry: ReadyEntry, { start, end }: { start: number; end: number }): PlannedEntry {
  const { order_task_id, entry_id, lot_id, task_id, task_sort, facility_id, unit, outsourced, kind } = entry;
  return {
    order_task_id,
    entry_id,
    lot_id,
    task_id,
    task_sort,
    facility_id,
    unit,
    outsourced,
    finished: kind === 'finished',
    start_minutes: minutes(problem, start),
    end_minutes: minutes(problem, end),
    run: null,
    moved_by: null,
  };
}

/** The bar of an order task from its activities; null where one of them did not fit into the horizon. */
function plannedEntry({ problem, plant, solution, units, runIndex }: Described, lead: number): Omit<PlannedEntry, 'moved_by'> | null {
  const task = plant.tasks[lead]!;
  const lot = plant.lots[problem.activities.chain[lead]!]!;
  let [start, end, run] = [problem.horizon, 0, NONE];
  for (let a = lead; a < problem.activities.count && problem.activities.lead[a] === lead; a += 1) {
    if (solution.start[a] === NONE) return null;
    if (solution.start[a]! < start) {
      start = solution.start[a]!;
      run = solution.furnaceRun[a] === NONE ? NONE : runIndex[solution.furnaceRun[a]!]!;
    }
    end = Math.max(end, solution.end[a]!);
  }
  const { order_task_id, entry_id, task_id, task_sort, outsourced, kept } = task;
  const facility_id = plant.machines[problem.modes.machine[solution.mode[lead]!]!]!.facility_id;
  return {
    order_task_id,
    entry_id,
    lot_id: lot.lot_id,
    task_id,
    task_sort,
    facility_id,
    outsourced,
    unit: facility_id === null ? null : units.ofActivity[lead]!,
    finished: false,
    start_minutes: kept ? kept.start_minutes : minutes(problem, start),
    end_minutes: kept ? kept.end_minutes : minutes(problem, end),
    run: run === NONE ? null : run,
  };
}

/** A furnace run of the plan; `entryOf` has the bar of each activity. */
function runOf({ problem, plant, solution, units }: Described, b: number, entryOf: Int32Array): PlannedRun {
  const furnaceRun = solution.furnaceRuns[b]!;
  const longest = furnaceRun.members.reduce((best, a) => {
    const recipe = problem.modes.recipe[solution.mode[a]!]!;
    return plant.recipes[recipe]!.retention_time > plant.recipes[best]!.retention_time ? recipe : best;
  }, furnaceRun.recipe);
  const members = furnaceRun.members.map((a): PlannedMember => {
    return {
      entry: entryOf[a]!,
      pieces: plant.tasks[a]!.pieces,
      weight: problem.activities.weight[a]!,
      volume: problem.activities.volume[a]!,
    };
  });
  return {
    ...plant.recipes[longest]!,
    facility_id: plant.machines[furnaceRun.machine]!.facility_id!,
    unit: units.ofFurnaceRun[b]!,
    start_minutes: minutes(problem, furnaceRun.start),
    end_minutes: minutes(problem, furnaceRun.end),
    members: members.filter((member) => member.entry !== NONE),
  };
}
