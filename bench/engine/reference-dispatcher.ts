import { AWAY, FURNACE, type Machine, NEVER, NONE, type Problem, type Solution } from '../../server/scheduling/index.ts';
import { createQueue } from './queue.ts';

/** Scaling of the exponential in ATC (Vepsalainen & Morton 1987), in mean processing times. */
const LOOK_AHEAD = 2;
/** Calendar ticks of a working tick: 8 of 24 hours on 5 of 7 days. */
const STRETCH = 4.2;

interface Dispatch {
  readonly problem: Problem;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly mode: Int32Array;
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
  /** Elapsed ticks an activity takes, roughly, and the tick at which it should end. */
  readonly length: Float64Array;
  readonly due: Float64Array;
  readonly mean: number;
  readonly queue: ReturnType<typeof createQueue>;
}

/**
 * The reference dispatcher of the bench: one plain forward pass through time. Whenever a machine has a free unit, the waiting task with the largest
 * ATC index starts; a furnace starts the batch with the largest sum of indices times fill (BATC, Mehta & Uzsoy 1998) out of what waits. One rule, one
 * pass, no look-ahead, no tuning: it stands still, so that the engine is measured against something that does not follow it.
 * For generated foundries: nothing fixed, no present plan.
 */
export function dispatch(problem: Problem): Solution {
  const one = prepare(problem);
  for (let a = 0; a < problem.activities.count; a++) release(one, a);
  for (let event = one.queue.pop(); event !== null; event = one.queue.pop()) serve(one, event.item, event.time);
  const order = one.runs
    .map((_, run) => run)
    .sort((a, b) => one.runs[a]!.machine - one.runs[b]!.machine || one.runs[a]!.start - one.runs[b]!.start);
  const rank = new Int32Array(order.length);
  order.forEach((run, at) => {
    rank[run] = at;
  });
  return {
    start: one.start,
    end: one.end,
    mode: one.mode,
    furnaceRun: one.furnaceRun.map((run) => (run === NONE ? NONE : rank[run]!)),
    furnaceRuns: order.map((run) => one.runs[run]!),
  };
}

function prepare(problem: Problem): Dispatch {
  const { activities, chains, jobs, machines, modes, horizon } = problem;
  if (problem.fixedFurnaceRuns.length > 0 || problem.present) throw new RangeError('the reference dispatcher plans from nothing');
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
  const one: Dispatch = {
    problem,
    length,
    due,
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
    mean: length.reduce((sum, value) => sum + value, 0) / Math.max(1, length.length),
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
    const own = modes.kind[mode] === FURNACE ? modes.setup[mode]! + modes.duration[mode]! : modes.duration[mode]! * STRETCH;
    return own + Math.max(modes.lag[mode]!, modes.waitDays[mode]! * (of.day?.ticks ?? 48));
  }
}

function unitsOf(machine: Machine, horizon: number): Uint16Array {
  const units = new Uint16Array(horizon + 1);
  for (let at = 0; at < machine.open.length; at += 3)
    units.fill(Math.min(65_535, machine.open[at + 2]!), machine.open[at], machine.open[at + 1]);
  return units;
}

/** Queues an activity whose predecessors have all been placed. */
function release(one: Dispatch, a: number): void {
  const { activities, modes, machines } = one.problem;
  if (one.start[a] !== NONE || one.ready[a] !== NONE) return;
  let ready = Math.max(activities.release[a]!, one.problem.planningStart);
  for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p++) {
    if (one.end[p] === NONE) return;
    ready = Math.max(ready, afterwards(one, p));
  }
  one.ready[a] = ready;
  for (let mode = activities.modeFrom[a]!; mode < activities.modeFrom[a + 1]!; mode++) {
    const machine = modes.machine[mode]!;
    if (machines[machine]!.unlimited || modes.kind[mode] === AWAY) {
      startAlone(one, mode, ready);
      return;
    }
    one.waiting[machine]!.push(mode);
    one.queue.push(machine, ready);
  }
}

/** Tick from which the successor of a placed activity may start. */
function afterwards({ problem, mode, end }: Dispatch, a: number): number {
  const { modes, day } = problem;
  const lag = end[a]! + modes.lag[mode[a]!]!;
  const days = modes.waitDays[mode[a]!]!;
  return day && days > 0 ? Math.max(lag, (Math.floor((end[a]! - 1) / day.ticks) + days) * day.ticks) : lag;
}

/** A machine may have a free unit at `time`: the best of what waits starts, and the machine is asked again. */
function serve(one: Dispatch, machine: number, time: number): void {
  const { activities, modes, machines } = one.problem;
  if (isFull(one, machine, time)) {
    sleep(one, machine, time);
    return;
  }
  const bound = (mode: number): boolean => {
    const lead = activities.lead[modes.activity[mode]!]!;
    return one.mode[lead] === NONE || modes.machine[one.mode[lead]!] === machine;
  };
  const waiting = one.waiting[machine]!.filter((mode) => one.start[modes.activity[mode]!] === NONE && bound(mode));
  one.waiting[machine] = waiting;
  const here = waiting.filter((mode) => one.ready[modes.activity[mode]!]! <= time);
  if (here.length === 0) return;
  if (machines[machine]!.kind === 'furnace') {
    const wait = startBatch(one, machine, here, time);
    if (wait < one.problem.horizon) one.queue.push(machine, wait);
    return;
  }
  let best = here[0]!;
  for (const mode of here) if (index(one, mode, time) > index(one, best, time)) best = mode;
  if (startAlone(one, best, time)) one.queue.push(machine, time);
  else one.waiting[machine] = waiting.filter((mode) => mode !== best);
}

const isFull = (one: Dispatch, machine: number, time: number): boolean => one.used[machine]![time]! >= one.units[machine]![time]!;

/** Asks a machine without a free unit again when one is free; once, however often it is asked before. */
function sleep(one: Dispatch, machine: number, time: number): void {
  if (one.wakes[machine]! > time) return;
  let next = time + 1;
  while (next < one.problem.horizon && isFull(one, machine, next)) next++;
  one.wakes[machine] = next;
  if (next < one.problem.horizon) one.queue.push(machine, next);
}

/** Apparent tardiness cost: urgent and short first. */
function index(one: Dispatch, mode: number, time: number): number {
  const a = one.problem.modes.activity[mode]!;
  const length = Math.max(1, one.length[a]!);
  const slack = Math.max(0, one.due[a]! - length - time);
  return Math.exp(-slack / (LOOK_AHEAD * one.mean)) / length;
}

/** Places one activity at the earliest tick from `time` on. False where the horizon ends before. */
function startAlone(one: Dispatch, mode: number, time: number): boolean {
  const { modes, horizon, day } = one.problem;
  const [machine, a] = [modes.machine[mode]!, modes.activity[mode]!];
  if (modes.kind[mode] === AWAY) {
    for (let start = time; start < horizon && day; start++) {
      const [date, inDay] = [Math.floor(start / day.ticks), start % day.ticks];
      if (!day.working[date] || inDay < day.workFrom || inDay >= day.workTo) continue;
      let back = date + modes.duration[mode]!;
      while (back < day.working.length && (!day.working[back] || back * day.ticks + day.firstEnd <= start)) back++;
      return place(one, mode, start, back * day.ticks + day.firstEnd);
    }
    return false;
  }
  const units = one.units[machine] ?? unitsOf(one.problem.machines[machine]!, horizon);
  const used = one.used[machine];
  for (let start = time; start < horizon; start++) {
    let [left, t] = [modes.duration[mode]!, start];
    for (; left > 0 && t < horizon; t++) {
      if (units[t] === 0 && t > start) continue;
      if (units[t] === 0 || (used && used[t]! >= units[t]!)) break;
      left--;
    }
    if (left > 0) continue;
    for (let at = start; used && at < t; at++) if (units[at]! > 0) used[at]!++;
    return place(one, mode, start, t, a);
  }
  return false;
}

function place(one: Dispatch, mode: number, start: number, end: number, a = one.problem.modes.activity[mode]!): boolean {
  if (end > one.problem.horizon) return false;
  one.start[a] = start;
  one.end[a] = end;
  one.mode[a] = mode;
  const { activities, chains } = one.problem;
  for (let next = a + 1; next < chains.activityFrom[activities.chain[a]! + 1]!; next++) {
    if (activities.predFrom[next]! > a) break;
    if (activities.predTo[next]! > a) release(one, next);
  }
  return true;
}

/** Forms the best batch of what waits and starts it; gives the tick at which the furnace is asked again. */
function startBatch(one: Dispatch, machine: number, here: readonly number[], time: number): number {
  const { modes, activities, machines, recipes, horizon } = one.problem;
  const { maxWeight, maxVolume, starts } = machines[machine]!;
  if (starts && !inside(starts, time)) return nextStart(starts, time + 1, horizon);
  const groups = new Map<string, number[]>();
  for (const mode of here) {
    if (!allowed(one, mode, time)) continue;
    const key = `${modes.recipe[mode]}/${modes.duration[mode]}`;
    groups.set(key, [...(groups.get(key) ?? []), mode]);
  }
  let [best, bestValue, bestEnd]: [number[], number, number] = [[], 0, 0];
  for (const group of groups.values()) {
    const members: number[] = [];
    let [weight, volume, value, setup] = [0, 0, 0, 0];
    for (const mode of group.sort((a, b) => index(one, b, time) - index(one, a, time) || a - b)) {
      const a = modes.activity[mode]!;
      if (weight + activities.weight[a]! > maxWeight || volume + activities.volume[a]! > maxVolume) continue;
      weight += activities.weight[a]!;
      volume += activities.volume[a]!;
      value += index(one, mode, time);
      setup = Math.max(setup, modes.setup[mode]!);
      members.push(mode);
    }
    if (members.length === 0) continue;
    const end = rounded(one.problem, time + setup + modes.duration[members[0]!]! + recipes.hold[modes.recipe[members[0]!]!]!);
    if (end > horizon || !holds(one, machine, time, end)) continue;
    const fill = Math.min(1, Math.max(weight / maxWeight || 0, volume / maxVolume || 0));
    if (members.length > 0 && value * Math.max(fill, 0.01) > bestValue)
      [best, bestValue, bestEnd] = [members, value * Math.max(fill, 0.01), end];
  }
  if (best.length === 0) return starts ? nextStart(starts, time + 1, horizon) : time + 1;
  for (let t = time; t < bestEnd; t++) one.used[machine]![t]!++;
  const members = best.map((mode) => modes.activity[mode]!);
  for (const a of members) one.furnaceRun[a] = one.runs.length;
  one.runs.push({ machine, recipe: modes.recipe[best[0]!]!, start: time, end: bestEnd, members });
  for (const mode of best) place(one, mode, time, bestEnd);
  return time;
}

const inside = (pairs: Int32Array, time: number): boolean => {
  for (let at = 0; at < pairs.length; at += 2) if (pairs[at]! <= time && time < pairs[at + 1]!) return true;
  return false;
};

function nextStart(pairs: Int32Array, time: number, horizon: number): number {
  for (let at = 0; at < pairs.length; at += 2) if (time < pairs[at + 1]!) return Math.max(time, pairs[at]!);
  return horizon;
}

function allowed({ problem: { day, modes } }: Dispatch, mode: number, time: number): boolean {
  return !day || (modes.weekdays[mode]! & (1 << ((day.weekday + Math.floor(time / day.ticks)) % 7))) !== 0;
}

function holds({ used, units }: Dispatch, machine: number, from: number, to: number): boolean {
  for (let t = from; t < to; t++) if (used[machine]![t]! >= units[machine]![t]!) return false;
  return true;
}

function rounded({ day }: Problem, end: number): number {
  if (!day || end % day.ticks === 0) return end;
  const inDay = end % day.ticks;
  if (inDay < day.firstEnd) return end - inDay + day.firstEnd;
  return inDay > day.workTo ? end - inDay + day.ticks : end;
}
