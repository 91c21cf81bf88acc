import { TICK_MINUTES } from '../domain/ground/constants.ts';
import type { DayShape, Machine, Problem } from './problem.ts';

/** Working time of a machine: prefix sums and their inverse, so that adding working time costs the same for an hour and for a year. */
export interface WorkCalendar {
  /** Working ticks before tick t, for 0..horizon. */
  readonly before: Int32Array;
  /** Tick of the nth working tick. */
  readonly tickOf: Int32Array;
  /** Units in the nth working tick. */
  readonly units: Uint16Array;
}

/** Hours of the plant's ticks. */
export const hoursOf = (ticks: number): number => (ticks * TICK_MINUTES) / 60;

/** Units above this count as no limit. */
const MOST_UNITS = 65_000;

/** Builds the calendar of open intervals (from, to, units). Machines with equal intervals should share one. */
export function createWorkCalendar(open: Int32Array, horizon: number): WorkCalendar {
  const before = new Int32Array(horizon + 1);
  let total = 0;
  for (let i = 0; i < open.length; i += 3) if (open[i + 2]! > 0) total += open[i + 1]! - open[i]!;
  const tickOf = new Int32Array(total);
  const units = new Uint16Array(total);
  let worked = 0;
  let tick = 0;
  for (let i = 0; i < open.length; i += 3) {
    const count = open[i + 2]!;
    if (count <= 0) continue;
    const [from, to] = [open[i]!, open[i + 1]!];
    before.fill(worked, tick, from + 1);
    units.fill(Math.min(count, MOST_UNITS), worked, worked + to - from);
    for (let t = from; t < to; t += 1) {
      tickOf[worked] = t;
      worked += 1;
      before[t + 1] = worked;
    }
    tick = to + 1;
  }
  before.fill(worked, tick);
  return { before, tickOf, units };
}

/** Units per plain tick of open intervals. */
export function unitsPerTick(open: Int32Array, horizon: number): Uint16Array {
  const units = new Uint16Array(horizon);
  for (let i = 0; i < open.length; i += 3) units.fill(Math.min(open[i + 2]!, MOST_UNITS), open[i]!, open[i + 1]!);
  return units;
}

/** An end as the plant's day has it: after 16:00 becomes 24:00, after 00:00 and before 08:30 becomes 08:30. */
export function roundEnd(day: DayShape | null, end: number): number {
  if (!day) return end;
  const inDay = end % day.ticks;
  if (inDay === 0) return end;
  if (inDay < day.firstEnd) return end - inDay + day.firstEnd;
  return inDay > day.workTo ? end - inDay + day.ticks : end;
}

/** The day an end belongs to: 24:00 of D is D. */
export const dayOfEnd = (day: DayShape, end: number): number => Math.floor((end - 1) / day.ticks);

/** First working day at or after a day, per day of the horizon. */
export function nextWorkingDays(day: DayShape): Int32Array {
  const next = new Int32Array(day.working.length + 1);
  next[day.working.length] = day.working.length;
  for (let d = day.working.length - 1; d >= 0; d -= 1) next[d] = day.working[d] ? d : next[d + 1]!;
  return next;
}

/** One bit a tick: where a furnace run of the machine may start on the weekdays of the mask. */
export function startBits(problem: Problem, machine: Machine, weekdays: number): Int32Array {
  const { day, horizon } = problem;
  const bits = new Int32Array((horizon >> 5) + 2);
  const pairs = machine.starts ?? openPairs(machine.open);
  for (let i = 0; i < pairs.length; i += 2) {
    const to = pairs[i + 1]!;
    for (let from = pairs[i]!; from < to; ) {
      const today = day ? Math.floor(from / day.ticks) : 0;
      const until = day ? Math.min(to, (today + 1) * day.ticks) : to;
      if (!day || weekdays & (1 << ((day.weekday + today) % 7))) for (let t = from; t < until; t += 1) bits[t >> 5]! |= 1 << (t & 31);
      from = until;
    }
  }
  return bits;
}

function openPairs(open: Int32Array): Int32Array {
  const pairs: number[] = [];
  for (let i = 0; i < open.length; i += 3) if (open[i + 2]! > 0) pairs.push(open[i]!, open[i + 1]!);
  return Int32Array.from(pairs);
}
