import { AWAY, NONE, type Problem, type Solution } from '../../../server/scheduling/index.ts';
import { type Batch, chooseBatch } from './batches.ts';
import type { Policy } from './rules.ts';
import { type Dispatch, isFull, keyOf, prepare, priority, unitsOf } from './state.ts';

/**
 * One plain forward pass through time. Whenever a machine has a free unit, the waiting task of the highest priority starts; a furnace starts the best batch
 * out of what waits, or stands idle for mates that are known to come. No tuning. For problems without fixed runs and without a present plan. Throws
 * RangeError for others.
 */
export function onePass(problem: Problem, policy: Policy): Solution {
  const one = prepare(problem, policy);
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
    const batch = chooseBatch(one, machine, waiting, here, time);
    if (typeof batch === 'object') startBatch(one, machine, batch, time);
    const next = typeof batch === 'object' ? time : batch;
    if (next < one.problem.horizon) one.queue.push(machine, next);
    return;
  }
  let best = here[0]!;
  for (const mode of here) if (priority(one, mode, time) > priority(one, best, time)) best = mode;
  if (startAlone(one, best, time)) one.queue.push(machine, time);
  else one.waiting[machine] = waiting.filter((mode) => mode !== best);
}

/** Asks a machine without a free unit again when one is free; once, however often it is asked before. */
function sleep(one: Dispatch, machine: number, time: number): void {
  if (one.wakes[machine]! > time) return;
  let next = time + 1;
  while (next < one.problem.horizon && isFull(one, machine, next)) next++;
  one.wakes[machine] = next;
  if (next < one.problem.horizon) one.queue.push(machine, next);
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

function startBatch(one: Dispatch, machine: number, { members: own, end }: Batch, time: number): void {
  const { modes } = one.problem;
  for (let t = time; t < end; t++) one.used[machine]![t]!++;
  const members = own.map((mode) => modes.activity[mode]!);
  const key = keyOf(one.problem, own[0]!);
  one.left.set(key, one.left.get(key)! - own.length);
  for (const a of members) one.furnaceRun[a] = one.runs.length;
  one.runs.push({ machine, recipe: modes.recipe[own[0]!]!, start: time, end, members });
  for (const mode of own) place(one, mode, time, end);
}
