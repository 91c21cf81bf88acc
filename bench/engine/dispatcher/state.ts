import { AWAY, FURNACE, type Machine, NEVER, NONE, type Problem } from '../../../server/scheduling/index.ts';
import { createQueue } from '../queue.ts';
import type { Policy, Waiting } from './rules.ts';

/** Calendar ticks of a working tick: 8 of 24 hours on 5 of 7 days. */
const STRETCH = 4.2;

/** A pass under way. */
export interface Dispatch {
  readonly problem: Problem;
  readonly policy: Policy;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly mode: Int32Array;
  /** Activities of a recipe and duration that have not started, by `keyOf`. */
  readonly left: Map<string, number>;
  readonly furnaceRun: Int32Array;
  readonly runs: { machine: number; recipe: number; start: number; end: number; members: number[] }[];
  /** Units at work and units there are, per machine and tick. */
  readonly used: (Uint16Array | null)[];
  readonly units: (Uint16Array | null)[];
  /** Tick from which an activity may start, NONE while a predecessor is open. */
  readonly ready: Int32Array;
  /** Modes waiting at a machine. */
  readonly waiting: number[][];
  /** Tick at which a machine without a free unit is asked again. */
  readonly wakes: Int32Array;
  readonly tasks: readonly Waiting[];
  readonly queue: ReturnType<typeof createQueue>;
}

/** A pass at its beginning. Throws RangeError for what a pass leaves out. */
export function prepare(problem: Problem, policy: Policy): Dispatch {
  const { activities, chains, jobs, machines, modes, horizon } = problem;
  if (problem.fixedFurnaceRuns.length > 0 || problem.present) throw new RangeError('the dispatcher plans from nothing');
  const ints = (): Int32Array => new Int32Array(activities.count).fill(NONE);
  const length = Float64Array.from({ length: activities.count }, (_, a) => lengthOf(problem, activities.modeFrom[a]!));
  const due = new Float64Array(activities.count);
  for (let chain = 0; chain < chains.count; chain++) {
    const last = jobs.due[chains.job[chain]!]!;
    let left = last === NEVER ? horizon * 2 : last;
    for (let a = chains.activityFrom[chain + 1]! - 1; a >= chains.activityFrom[chain]!; a--) {
      due[a] = left;
      left -= length[a]!;
    }
  }
  const mean = length.reduce((sum, value) => sum + value, 0) / Math.max(1, length.length);
  const weightOf = (a: number): number => jobs.weight[chains.job[activities.chain[a]!]!]!;
  const tasks = Array.from(length, (own, a): Waiting => ({ length: own, due: due[a]!, weight: weightOf(a), mean }));
  const left = new Map<string, number>();
  for (let a = 0; a < activities.count; a++)
    if (modes.kind[activities.modeFrom[a]!] === FURNACE) {
      const key = keyOf(problem, activities.modeFrom[a]!);
      left.set(key, (left.get(key) ?? 0) + 1);
    }
  const one: Dispatch = {
    left,
    problem,
    policy,
    tasks,
    start: ints(),
    end: ints(),
    mode: ints(),
    furnaceRun: ints(),
    ready: ints(),
    runs: [],
    used: machines.map((machine) => (machine.unlimited ? null : new Uint16Array(horizon + 1))),
    units: machines.map((machine) => (machine.unlimited ? null : unitsOf(machine, horizon))),
    waiting: machines.map(() => []),
    wakes: new Int32Array(machines.length),
    queue: createQueue(),
  };
  for (const { machine, from, to } of problem.blocks) for (let t = Math.max(0, from); t < to; t++) one.used[machine]![t]!++;
  for (let a = 0; a < activities.count; a++) {
    if (activities.fixedStart[a] === NONE) continue;
    one.start[a] = activities.fixedStart[a]!;
    one.end[a] = activities.fixedEnd[a]!;
    one.mode[a] = activities.modeFrom[a]!;
  }
  return one;

  function lengthOf(of: Problem, mode: number): number {
    if (modes.kind[mode] === AWAY) return modes.duration[mode]! * 48 * 1.2;
    const own = modes.kind[mode] === FURNACE ? modes.setup[mode]! + modes.duration[mode]! : modes.duration[mode]! * (of.day ? STRETCH : 1);
    return own + Math.max(modes.lag[mode]!, modes.waitDays[mode]! * (of.day?.ticks ?? 48));
  }
}

/** What shares a batch: recipe and duration. */
export const keyOf = ({ modes }: Problem, mode: number): string => `${modes.recipe[mode]}/${modes.duration[mode]}`;

/** Units of a machine, per tick. */
export function unitsOf(machine: Machine, horizon: number): Uint16Array {
  const units = new Uint16Array(horizon + 1);
  for (let at = 0; at < machine.open.length; at += 3)
    units.fill(Math.min(65_535, machine.open[at + 2]!), machine.open[at], machine.open[at + 1]);
  return units;
}

/** Priority of what a mode does, now. */
export const priority = (one: Dispatch, mode: number, time: number): number =>
  one.policy.priority(one.tasks[one.problem.modes.activity[mode]!]!, time);

/** Whether a machine has no unit free at a tick. */
export const isFull = (one: Dispatch, machine: number, time: number): boolean => one.used[machine]![time]! >= one.units[machine]![time]!;
