import type { Problem } from '../../../server/scheduling/index.ts';
import { type Dispatch, keyOf, priority } from './state.ts';

/** Modes that could start together, what they are worth, and how they load the furnace. */
export interface Batch {
  readonly members: readonly number[];
  readonly value: number;
  readonly end: number;
  readonly weight: number;
  readonly volume: number;
  /** A lot that waits found no room. */
  readonly isFull: boolean;
}

/** The best batch of what waits, or the tick at which the furnace is to be asked again: nothing fits, or mates are waited for. */
export function chooseBatch(
  one: Dispatch,
  machine: number,
  waiting: readonly number[],
  here: readonly number[],
  time: number,
): Batch | number {
  const { machines, horizon } = one.problem;
  const { starts } = machines[machine]!;
  if (starts && !inside(starts, time)) return nextStart(starts, time + 1, horizon);
  const groups = new Map<string, number[]>();
  for (const mode of here) {
    if (!allowed(one, mode, time)) continue;
    const key = keyOf(one.problem, mode);
    groups.set(key, [...(groups.get(key) ?? []), mode]);
  }
  let best: Batch | null = null;
  let again = horizon;
  for (const group of groups.values()) {
    const batch = formBatch(one, machine, group, time);
    if (!batch) continue;
    const held = heldUntil(one, batch, time);
    if (held > time) again = Math.min(again, held);
    else if (!best || batch.value > best.value) best = batch;
  }
  if (!best && again < horizon) return starts ? nextStart(starts, again, horizon) : again;
  if (!best) return starts ? nextStart(starts, time + 1, horizon) : time + 1;
  const mate = nextMate(one, machine, waiting, best, time);
  return mate > time ? mate : best;
}

/** The batch that a group of one recipe would start with now, by priority as long as there is room; null where it cannot start. */
function formBatch(one: Dispatch, machine: number, group: readonly number[], time: number): Batch | null {
  const { modes, activities, machines, recipes, horizon } = one.problem;
  const { maxWeight, maxVolume } = machines[machine]!;
  const ranked = group.map((mode) => ({ mode, rank: priority(one, mode, time) })).sort((a, b) => b.rank - a.rank || a.mode - b.mode);
  const members: number[] = [];
  let [weight, volume, sum, setup] = [0, 0, 0, 0];
  for (const { mode, rank } of ranked) {
    const a = modes.activity[mode]!;
    if (weight + activities.weight[a]! > maxWeight || volume + activities.volume[a]! > maxVolume) continue;
    weight += activities.weight[a]!;
    volume += activities.volume[a]!;
    sum += rank;
    setup = Math.max(setup, modes.setup[mode]!);
    members.push(mode);
  }
  const opener = members[0];
  if (opener === undefined) return null;
  const end = rounded(one.problem, time + setup + modes.duration[opener]! + recipes.hold[modes.recipe[opener]!]!);
  if (end > horizon || !holds(one, machine, time, end)) return null;
  const fill = Math.max(0.01, Math.min(1, Math.max(weight / maxWeight || 0, volume / maxVolume || 0)));
  return { members, value: one.policy.addsUp ? sum * fill : ranked[0]!.rank, end, weight, volume, isFull: members.length < group.length };
}

/** Until when a batch that more lots could join is held back, by the slack of the one that has least; `time`: not at all. */
function heldUntil(one: Dispatch, batch: Batch, time: number): number {
  const { modes } = one.problem;
  if (batch.isFull || one.left.get(keyOf(one.problem, batch.members[0]!))! <= batch.members.length) return time;
  let latest = Number.POSITIVE_INFINITY;
  for (const mode of batch.members) {
    const { due, length } = one.tasks[modes.activity[mode]!]!;
    latest = Math.min(latest, due - length);
  }
  return Math.floor(Math.max(time, latest - one.policy.wait.slack * (batch.end - time)));
}

/** When the next lot comes that the batch has room for, as far as the policy waits; `time` where there is none. */
function nextMate(one: Dispatch, machine: number, waiting: readonly number[], batch: Batch, time: number): number {
  const { modes, activities, machines } = one.problem;
  const { maxWeight, maxVolume } = machines[machine]!;
  const until = time + one.policy.wait.ahead * (batch.end - time);
  const key = keyOf(one.problem, batch.members[0]!);
  let next = Number.POSITIVE_INFINITY;
  for (const mode of waiting) {
    const a = modes.activity[mode]!;
    const ready = one.ready[a]!;
    if (ready <= time || ready > until || ready >= next || keyOf(one.problem, mode) !== key) continue;
    if (batch.weight + activities.weight[a]! <= maxWeight && batch.volume + activities.volume[a]! <= maxVolume) next = ready;
  }
  return Number.isFinite(next) ? next : time;
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
