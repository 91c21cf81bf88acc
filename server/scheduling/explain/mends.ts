import { changed, dayOf, machineOf } from '../changed.ts';
import { type DayShape, type Machine, NONE, type Problem } from '../problem.ts';
import { onAnyWeekday } from './relief.ts';

/**
 * Ways to make room for a step that finds no place, the easiest first: weekdays of its treatment, units of the facility on working days, the time it takes, the
 * tick from which it may begin, days on which the plant is closed.
 */
export const MENDS = ['weekdays', 'units', 'hours', 'begin', 'holidays'] as const;
export type Mend = (typeof MENDS)[number];

/** Every choice of mends, the fewest first. */
export const MEND_SETS: readonly (readonly Mend[])[] = Array.from({ length: 2 ** MENDS.length }, (_, bits) =>
  MENDS.filter((_mend, at) => bits & (1 << at)),
).toSorted((a, b) => a.length - b.length);

const CHANGES: Readonly<Record<Mend, (problem: Problem) => Problem>> = {
  weekdays: onAnyWeekday,
  units: (problem) => changed(problem, { machines: problem.machines.map((machine) => withUnits(problem, machine)) }),
  hours: (problem) => {
    const { modes, recipes } = problem;
    const duration = modes.duration.map((length) => Math.min(1, length));
    const none = new Int32Array(modes.count);
    return changed(problem, { modes: { duration, setup: none, back: none.map(() => NONE) }, recipes: { hold: recipes.hold.map(() => 0) } });
  },
  // From the planning start on: who asks says from when.
  begin: (problem) => problem,
  holidays: (problem) =>
    changed(problem, {
      day: dayOf(problem.day!, { working: problem.day!.working.map(() => 1) }),
      machines: problem.machines.map((machine, m) =>
        withHolidays(problem.day!, machine, (problem.plant?.machines[m]?.availability ?? 1) > 0),
      ),
    }),
};

/** The problem with these mended. Holidays first: units are then there on every day. */
export function mended(problem: Problem, mends: readonly Mend[]): Problem {
  const order = MENDS.toReversed().filter((mend) => mends.includes(mend));
  return order.reduce((made, mend) => CHANGES[mend](made), problem);
}

/** A unit on every working day, beside what there is; a furnace holds its run at any time. */
function withUnits({ day, horizon }: Problem, machine: Machine): Machine {
  const days = [...day!.working.keys()].filter((d) => day!.working[d]);
  if (machine.kind !== 'furnace') return machineOf(machine, { open: withDays(day!, machine.open, 3, days) });
  return machineOf(machine, { open: Int32Array.of(0, horizon, 1), starts: withDays(day!, machine.starts ?? new Int32Array(0), 2, days) });
}

/** Closed days of the plant are worked where the facility has units; a furnace says so by what it holds. */
function withHolidays(day: DayShape, machine: Machine, staffed: boolean): Machine {
  const closed = [...day.working.keys()].filter((d) => !day.working[d]);
  if (machine.kind !== 'furnace') return staffed ? machineOf(machine, { open: withDays(day, machine.open, 3, closed) }) : machine;
  const days = closed.filter((d) => holds(machine.open, d * day.ticks + day.workFrom));
  return machineOf(machine, { starts: withDays(day, machine.starts ?? new Int32Array(0), 2, days) });
}

function holds(open: Int32Array, tick: number): boolean {
  for (let i = 0; i < open.length && open[i]! <= tick; i += 3) if (tick < open[i + 1]!) return open[i + 2]! > 0;
  return false;
}

/** Days on which cells (from, to and, if `width` is 3, units) begin. */
function daysIn({ ticks }: DayShape, cells: Int32Array, width: number): number[] {
  const days: number[] = [];
  for (let i = 0; i < cells.length; i += width) if (width === 2 || cells[i + 2]! > 0) days.push(Math.floor(cells[i]! / ticks));
  return days;
}

/** Working hours of these days, beside the cells that are there. */
function withDays(day: DayShape, cells: Int32Array, width: 2 | 3, days: readonly number[]): Int32Array {
  const known = new Set(daysIn(day, cells, width));
  const all: number[][] = [];
  for (let i = 0; i < cells.length; i += width) all.push([...cells.slice(i, i + width)]);
  for (const d of days) if (!known.has(d)) all.push([d * day.ticks + day.workFrom, d * day.ticks + day.workTo, 1].slice(0, width));
  return Int32Array.from(all.sort((a, b) => a[0]! - b[0]!).flat());
}
