import { onceFor } from '../../domain/ground/collections.ts';
import { createWorkCalendar, nextWorkingDays, startBits, unitsPerTick, type WorkCalendar } from '../calendar.ts';
import type { Problem } from '../problem.ts';
import { copyOf, createProfile, type Profile } from './profile.ts';

/** Calendars, start masks and capacity, which never change while a problem is solved. Shared by all its drafts. */
export interface Clockwork {
  /** Of unit machines, and of furnaces the time in which runs may start. */
  readonly work: readonly WorkCalendar[];
  readonly nextWorkingDay: Int32Array;
  /** Capacity of a machine with nothing taken, the caller's own: over its working ticks, of a furnace over plain ticks. */
  emptyProfile(machine: number): Profile;
  startMask(machine: number, weekdays: number): Int32Array;
}

const NEVER_OPEN = new Int32Array(0);
const WEEKDAY_SETS = 128;

/** Builds calendars and masks of a problem once. */
export function createClockwork(problem: Problem): Clockwork {
  const { machines, horizon } = problem;
  const workCalendar = onceFor((open: Int32Array) => createWorkCalendar(open, horizon));
  const startCalendar = onceFor((starts: Int32Array) => createWorkCalendar(oneUnit(starts), horizon));
  const work = machines.map(({ kind, open, starts }) => (kind === 'furnace' ? startCalendar(starts ?? NEVER_OPEN) : workCalendar(open)));
  const profileOfRuns = onceFor((open: Int32Array) => createProfile(unitsPerTick(open, horizon)));
  const profileOfWork = onceFor((calendar: WorkCalendar) => createProfile(calendar.units));
  const emptyProfile = (machine: number): Profile => {
    const { kind, open } = machines[machine]!;
    return copyOf(kind === 'furnace' ? profileOfRuns(open) : profileOfWork(work[machine]!));
  };
  // Most machines share the plant's hours, and then the array that says so.
  const masks = onceFor((key: number) => startBits(problem, machines[Math.floor(key / WEEKDAY_SETS)]!, key % WEEKDAY_SETS));
  const startMask = (machine: number, weekdays: number): Int32Array => masks(machine * WEEKDAY_SETS + weekdays);
  return { work, emptyProfile, nextWorkingDay: problem.day ? nextWorkingDays(problem.day) : new Int32Array(1), startMask };
}

/** Pairs (from, to) as open intervals of one unit: working time on a furnace is the time in which runs may start. */
function oneUnit(pairs: Int32Array): Int32Array {
  const open = new Int32Array((pairs.length / 2) * 3);
  for (let i = 0; i < pairs.length / 2; i += 1) open.set([pairs[2 * i]!, pairs[2 * i + 1]!, 1], 3 * i);
  return open;
}
