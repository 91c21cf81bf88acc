import type { Problem } from '../problem.ts';
import type { Closures } from './closures.ts';

/** Days of a wait that no place among the others could have saved: its facility was out of order, closed, or the weekday was none of the process's. */
export interface Held {
  readonly stopped: number;
  readonly closed: number;
  readonly weekday: number;
}

export const NOT_HELD: Held = { stopped: 0, closed: 0, weekday: 0 };

/** The days of several waits together. */
export const heldTogether = (all: readonly Held[]): Held =>
  all.reduce(
    (sum, { stopped, closed, weekday }) => ({
      stopped: sum.stopped + stopped,
      closed: sum.closed + closed,
      weekday: sum.weekday + weekday,
    }),
    NOT_HELD,
  );

/** Where and when something waits; `weekdays`: those on which it may begin, none: any. */
export interface Stretch {
  readonly machine: number;
  readonly from: number;
  readonly to: number;
  readonly weekdays: readonly number[];
}

/**
 * The days from the one on which a process could have begun to the one on which it does, by what kept it from beginning there. A day on which the plant rests goes
 * with the one before it: whoever stands still on Friday has lost the weekend, too.
 */
export function heldDays({ day }: Problem, closures: Closures, { machine, from, to, weekdays }: Stretch): Held {
  const { ticks, weekday, working } = day!;
  const days = { ...NOT_HELD };
  let held: keyof Held | null = null;
  for (let d = Math.floor(from / ticks); d < Math.floor(to / ticks); d += 1) {
    if (closures.isShut(machine, d)) held = closures.isStopped(machine, d) ? 'stopped' : 'closed';
    else if (working[d] === 1) held = weekdays.length > 0 && !weekdays.includes((weekday + d) % WEEK_DAYS) ? 'weekday' : null;
    if (held) days[held] += 1;
  }
  return days;
}

const WEEK_DAYS = 7;
