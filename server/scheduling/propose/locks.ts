import type { Stands } from '../explain/as-it-stands.ts';
import { isOfOthers, type LateOrder } from '../explain/causes.ts';
import { NONE, type Problem, stepsOf } from '../problem.ts';
import type { FurnaceRun, Solution } from '../solution.ts';
import { type Crowd, daysOf } from './crowds.ts';
import { type DaysByOrder, heldBy, type Ranked, type TrialKind } from './trial.ts';

/** Locked bars that are tried one by one: of one late order, and in the way of those that wait at a facility. */
const [OWN_BARS, IN_THE_WAY] = [2, 2];
/** Charges further apart than this could not be one without making lots wait for days. */
const APART_DAYS = 7;

/** The order task whose lock can be lifted: it is still to begin, and nothing but its lock keeps it; null: there is none. */
function lockedTask({ plant }: Problem, activity: number): number | null {
  const task = plant!.tasks[activity]!;
  return task.kept?.as === 'locked' ? task.order_task_id : null;
}

const facilityOf = ({ plant, modes }: Problem, { mode }: Solution, activity: number): number | null =>
  plant!.machines[modes.machine[mode[activity]!]!]!.facility_id;

/** A trial in which the locks of these activities are lifted. */
function unlocked({ problem, solution }: Stands, kind: TrialKind, activities: readonly number[], held: DaysByOrder): Ranked[] {
  const ids = [...new Set(activities.flatMap((a) => lockedTask(problem, a) ?? []))];
  if (ids.length === 0) return [];
  const why = { kind, facility_id: facilityOf(problem, solution, activities[0]!), outsourcing_code: null, ...heldBy(held) };
  return [{ trial: { premises: ids.map((order_task_id) => ({ kind: 'unlock', order_task_id })), why }, rank: why.late_days }];
}

/** Trials in which a late order is freed of its own locks: of the bars before which it waits longest, and of all of them. A bar in a charge with other lots parts from these mates. */
export function ownLockTrials(stands: Stands, late: readonly LateOrder[]): Ranked[] {
  const { problem, solution } = stands;
  return late.flatMap((order) => {
    const days = daysOf(order, (cause) => cause === 'lock');
    if (days === 0) return [];
    const held = new Map([[problem.plant!.orders[order.job]!.order_id, days]]);
    const [from, to] = stepsOf(problem, order.job);
    const locked = Array.from({ length: to - from }, (_, at) => from + at).filter((a) => lockedTask(problem, a) !== null);
    const longest = locked.toSorted((a, b) => idleBefore(stands, b) - idleBefore(stands, a) || a - b);
    const single = longest.slice(0, OWN_BARS).flatMap((a) => unlocked(stands, hasMates(problem, solution, a) ? 'mate' : 'lock', [a], held));
    return locked.length > 1 ? [...single, ...unlocked(stands, 'lock', longest, held)] : single;
  });
}

/** How long an activity stands behind what it waits for. */
function idleBefore({ problem: { activities, planningStart }, solution }: Stands, a: number): number {
  let ready = Math.max(planningStart, activities.release[a]!);
  for (let before = activities.predFrom[a]!; before < activities.predTo[a]!; before += 1) ready = Math.max(ready, solution.end[before]!);
  return solution.start[a]! - ready;
}

const hasMates = ({ activities }: Problem, { furnaceRun, furnaceRuns }: Solution, a: number): boolean =>
  furnaceRun[a] !== NONE && furnaceRuns[furnaceRun[a]!]!.members.some((mate) => activities.chain[mate] !== activities.chain[a]);

/** Trials in which locked bars, or charges, leave the way of late orders that wait at a facility: those that stand there longest. */
export function lockInWayTrials(stands: Stands, { machine, days, from, to }: Crowd, late: readonly LateOrder[]): Ranked[] {
  const { problem, solution } = stands;
  if (!late.some((order) => order.wait?.machine === machine && order.wait.locked > 0 && daysOf(order, isOfOthers) > 0)) return [];
  const groups = new Map<string, number[]>();
  for (let a = 0; a < problem.activities.count; a += 1) {
    if (lockedTask(problem, a) === null || problem.modes.machine[solution.mode[a]!] !== machine) continue;
    if (solution.start[a]! >= to || solution.end[a]! <= from) continue;
    const key = solution.furnaceRun[a] === NONE ? `bar ${a}` : `run ${solution.furnaceRun[a]}`;
    groups.set(key, [...(groups.get(key) ?? []), a]);
  }
  const lengthOf = ([a]: readonly number[]): number => Math.min(to, solution.end[a!]!) - Math.max(from, solution.start[a!]!);
  return [...groups.values()]
    .sort((one, other) => lengthOf(other) - lengthOf(one) || one[0]! - other[0]!)
    .slice(0, IN_THE_WAY)
    .flatMap((members) => unlocked(stands, 'lock', members, days));
}

/** A trial of two furnace charges that could be one, were one of them not locked: the nearest two. The search joins those that are free by itself. */
export function chargesTrial(stands: Stands): Ranked[] {
  const { problem, solution } = stands;
  const { recipes, planningStart, day } = problem;
  const runs = solution.furnaceRuns.filter(({ start, members }) => start >= planningStart && members.length > 0);
  const isFree = ({ members }: FurnaceRun): boolean => members.every((a) => lockedTask(problem, a) !== null);
  let nearest: { free: FurnaceRun; apart: number } | null = null;
  for (const free of runs.filter(isFree)) {
    for (const other of runs) {
      const apart = Math.abs(other.start - free.start);
      if (other === free || recipes.family[other.recipe] !== recipes.family[free.recipe] || apart > APART_DAYS * day!.ticks) continue;
      if (fitsIn(problem, solution, [free, other]) && (!nearest || apart < nearest.apart)) nearest = { free, apart };
    }
  }
  return nearest ? unlocked(stands, 'charges', nearest.free.members, new Map()) : [];
}

/** Whether all lots of two charges find room in the furnace of the second one, and need as long there. */
function fitsIn({ activities, machines, modes, recipes }: Problem, { mode }: Solution, runs: readonly [FurnaceRun, FurnaceRun]): boolean {
  const members = runs.flatMap((run) => run.members);
  const sum = (of: Float64Array): number => members.reduce((all, a) => all + of[a]!, 0);
  const lengths = members.map((a) => modes.duration[mode[a]!]!);
  const { maxWeight, maxVolume } = machines[runs[1].machine]!;
  const isAlike = Math.max(...lengths) - Math.min(...lengths) <= recipes.tolerance[runs[1].recipe]!;
  return isAlike && sum(activities.weight) <= maxWeight && sum(activities.volume) <= maxVolume;
}
