import { changed, dayOf, machineOf } from '../changed.ts';
import type { DayShape, Machine, Problem } from '../problem.ts';

/** Days on which something is closed although such weekdays are worked: company holidays, maintenance. Weekly rest is none, nor is a day that has begun. */
export interface Closures {
  /** The same problem with every such day open. */
  readonly opened: Problem;
  /** The same problem with every machine open on all days on which the plant works, also on one that has begun: made anew at each call. */
  unstopped(): Problem;
  /** Whether the machine is closed on the day out of the ordinary. */
  isClosed(machine: number, day: number): boolean;
  /** Whether it is closed by itself: the plant works. Also a day that has begun. */
  isShut(machine: number, day: number): boolean;
  /** Whether it is shut by a stop. */
  isStopped(machine: number, day: number): boolean;
}

/** A weekday is worked when at least half of such days are. */
const WORKED_SHARE = 0.5;

/** Finds the closures of a problem with days. */
export function findClosures(problem: Problem, day: DayShape): Closures {
  const worked = workedWeekdays(day);
  // Today can no longer be opened.
  const today = Math.floor(problem.planningStart / day.ticks);
  const ordinary = (d: number): boolean => d > today && worked[(day.weekday + d) % 7]!;
  const found = new Map<Int32Array, Days>();
  const daysOf = (machine: number): Days => {
    const { open, starts, kind } = problem.machines[machine]!;
    const cells = kind === 'furnace' && starts ? starts : open;
    const known = found.get(cells) ?? closedDays(day, cells, cells === starts ? 2 : 3, ordinary);
    found.set(cells, known);
    return known;
  };
  const isShut: Closures['isShut'] = (machine, d) => daysOf(machine).shut[d] === 1;
  const stopsOf = (machine: number) => problem.plant?.machines[machine]?.stops ?? [];
  const working = day.working.map((works, d) => (ordinary(d) ? 1 : works));
  const shared = new Map<Int32Array, Int32Array>();
  const opened = problem.machines.map((machine, m) => openMachine(machine, day, daysOf(m).closed, shared));
  const unstopped = (): Problem => {
    const arrays = new Map<Int32Array, Int32Array>();
    return changed(problem, { machines: problem.machines.map((machine, m) => openMachine(machine, day, daysOf(m).shut, arrays)) });
  };
  return {
    opened: changed(problem, { day: dayOf(day, { working }), machines: opened }),
    unstopped,
    isClosed: (machine, d) => daysOf(machine).closed[d] === 1,
    isShut,
    isStopped: (machine, d) =>
      isShut(machine, d) && stopsOf(machine).some(({ from, to }) => from < (d + 1) * day.ticks && to > d * day.ticks),
  };
}

/** Days of a machine, 1: closed out of the ordinary, and closed while the plant works. */
interface Days {
  readonly closed: Uint8Array;
  readonly shut: Uint8Array;
}

function workedWeekdays(day: DayShape): boolean[] {
  const worked = new Array<number>(7).fill(0);
  const all = new Array<number>(7).fill(0);
  day.working.forEach((works, d) => {
    const weekday = (day.weekday + d) % 7;
    all[weekday]! += 1;
    worked[weekday]! += works;
  });
  return worked.map((count, weekday) => count >= WORKED_SHARE * all[weekday]!);
}

/** Days on which no interval with a unit lies. `width` 3: (from, to, units), 2: (from, to). */
function closedDays(day: DayShape, cells: Int32Array, width: number, ordinary: (d: number) => boolean): Days {
  const closed = Uint8Array.from(day.working, (_, d) => (ordinary(d) ? 1 : 0));
  const shut = day.working.slice();
  for (let i = 0; i < cells.length; i += width) {
    if (width === 3 && cells[i + 2]! <= 0) continue;
    const last = Math.floor((cells[i + 1]! - 1) / day.ticks);
    for (let d = Math.floor(cells[i]! / day.ticks); d <= last; d += 1) {
      closed[d] = 0;
      shut[d] = 0;
    }
  }
  return { closed, shut };
}

/** The machine with its closed days open. Equal intervals stay one array, so that calendars are shared. */
function openMachine(machine: Machine, day: DayShape, closed: Uint8Array, shared: Map<Int32Array, Int32Array>): Machine {
  if (!closed.includes(1)) return machine;
  const whole = machine.kind === 'furnace';
  const open = shared.get(machine.open) ?? withDays(machine.open, day, closed, whole);
  shared.set(machine.open, open);
  if (!machine.starts) return machineOf(machine, { open });
  const pairs: [number, number][] = [];
  for (let i = 0; i < machine.starts.length; i += 2) pairs.push([machine.starts[i]!, machine.starts[i + 1]!]);
  closed.forEach((is, d) => {
    if (is) pairs.push([d * day.ticks + day.workFrom, d * day.ticks + day.workTo]);
  });
  return machineOf(machine, { open, starts: Int32Array.from(pairs.sort((a, b) => a[0] - b[0]).flat()) });
}

/** Intervals with the closed days added: whole days that nothing covers, else their working hours. */
function withDays(open: Int32Array, day: DayShape, closed: Uint8Array, whole: boolean): Int32Array {
  const cells: [number, number, number][] = [];
  let units = 1;
  const covered = new Uint8Array(closed.length);
  for (let i = 0; i < open.length; i += 3) {
    const cell: [number, number, number] = [open[i]!, open[i + 1]!, open[i + 2]!];
    if (cell[2] <= 0) continue;
    cells.push(cell);
    units = Math.max(units, cell[2]);
    for (let d = Math.floor(cell[0] / day.ticks); d <= Math.floor((cell[1] - 1) / day.ticks); d += 1) covered[d] = 1;
  }
  closed.forEach((is, d) => {
    if (!is || covered[d]) return;
    cells.push(whole ? [d * day.ticks, (d + 1) * day.ticks, units] : [d * day.ticks + day.workFrom, d * day.ticks + day.workTo, units]);
  });
  return Int32Array.from(cells.sort((a, b) => a[0] - b[0]).flat());
}
