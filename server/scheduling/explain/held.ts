import { NONE, type Problem } from '../problem.ts';
import type { Closures } from './closures.ts';

/** Days of a wait that no place among the others could have saved: a facility was out of order, closed, or the weekday was none of the process's. */
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

/** The days that a wait is held, and the machine that was shut on most of them; NONE: none was. */
export interface HeldBy {
  readonly days: Held;
  readonly shut: number;
}

/**
 * The days from the one on which a process could have begun to the one on which it does, by what kept it from beginning there: a machine that it missed because that
 * was shut (`missed`: which one, NONE: none); its weekday had not come. A day on which the plant rests goes with the one before it: whoever stands still on Friday
 * has lost the weekend, too.
 */
export function heldDays(
  { day }: Problem,
  closures: Closures,
  { machine, from, to, weekdays }: Stretch,
  missed: (day: number) => number,
): HeldBy {
  const { ticks, weekday, working } = day!;
  const days = { ...NOT_HELD };
  const shutDays = new Map<number, number>();
  let held: keyof Held | null = null;
  let shut = NONE;
  for (let d = Math.floor(from / ticks); d < Math.floor(to / ticks); d += 1) {
    if (working[d] === 1 || closures.isShut(machine, d)) {
      shut = missed(d);
      const isOtherWeekday = weekdays.length > 0 && !weekdays.includes((weekday + d) % WEEK_DAYS);
      held = shut !== NONE ? (closures.isStopped(shut, d) ? 'stopped' : 'closed') : isOtherWeekday ? 'weekday' : null;
    }
    if (held) days[held] += 1;
    if (shut !== NONE) shutDays.set(shut, (shutDays.get(shut) ?? 0) + 1);
  }
  const [most] = [...shutDays].reduce<readonly [number, number]>((found, one) => (one[1] > found[1] ? one : found), [NONE, 0]);
  return { days, shut: most };
}

const WEEK_DAYS = 7;
