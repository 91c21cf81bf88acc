import { createWorkCalendar, nextWorkingDays, startBits, unitsPerTick, type WorkCalendar } from './calendar.ts';
import type { Problem } from './problem.ts';

/** What never changes while a problem is solved: calendars, start masks, run capacity. Shared by all boards of a problem. */
export interface Clockwork {
  /** Of unit machines, and of batch machines never used. */
  readonly work: readonly WorkCalendar[];
  readonly runUnits: readonly (Uint16Array | null)[];
  readonly nextWorkingDay: Int32Array;
  startMask(machine: number, weekdays: number): Int32Array;
}

/** Builds calendars and masks of a problem once. */
export function createClockwork(problem: Problem): Clockwork {
  const known: { readonly intervals: Int32Array; readonly calendar: WorkCalendar }[] = [];
  const work = problem.machines.map(({ kind, open, starts }) => {
    const intervals = kind === 'batch' ? oneUnit(starts ?? new Int32Array(0)) : open;
    const equal = known.find((one) => areEqual(one.intervals, intervals));
    if (equal) return equal.calendar;
    const calendar = createWorkCalendar(intervals, problem.horizon);
    known.push({ intervals, calendar });
    return calendar;
  });
  const runUnits = problem.machines.map((machine) => (machine.kind === 'batch' ? unitsPerTick(machine.open, problem.horizon) : null));
  const masks = new Map<number, Int32Array>();
  const startMask = (machine: number, weekdays: number): Int32Array => {
    const key = machine * 128 + weekdays;
    let bits = masks.get(key);
    if (!bits) {
      bits = startBits(problem, problem.machines[machine]!, weekdays);
      masks.set(key, bits);
    }
    return bits;
  };
  return { work, runUnits, nextWorkingDay: problem.day ? nextWorkingDays(problem.day) : new Int32Array(1), startMask };
}

const areEqual = (one: Int32Array, other: Int32Array): boolean =>
  one === other || (one.length === other.length && one.every((value, at) => value === other[at]));

/** Pairs (from, to) as open intervals of one unit: working time on a batch machine is the time in which runs may start. */
function oneUnit(pairs: Int32Array): Int32Array {
  const open = new Int32Array((pairs.length / 2) * 3);
  for (let i = 0; i < pairs.length / 2; i += 1) open.set([pairs[2 * i] as number, pairs[2 * i + 1] as number, 1], 3 * i);
  return open;
}
