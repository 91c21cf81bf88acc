import { firstIndex } from '../../domain/ground/bisect.ts';
import type { Machine, Problem } from '../problem.ts';
import type { Solution, Violation } from '../solution.ts';

/** One hard rule: what a solution does against it. Written from problem and solution alone, slow and plain; shares nothing with the engine's own arithmetic. */
export type Rule = (problem: Problem, solution: Solution) => Violation[];

/** Violations of a rule that can be asked activity by activity. */
export function says(rule: string, problem: Problem, ask: (activity: number) => string | null): Violation[] {
  const found: Violation[] = [];
  for (let a = 0; a < problem.activities.count; a += 1) {
    const detail = ask(a);
    if (detail !== null) found.push({ rule, activities: [a], detail });
  }
  return found;
}

/** Intervals (from, to, units) in which a machine works: its open time, and on a furnace the time in which runs may start. */
function workIntervals(machine: Machine): { cells: Int32Array; width: number } {
  if (machine.kind === 'furnace' && machine.starts) return { cells: machine.starts, width: 2 };
  return { cells: machine.open, width: 3 };
}

/** Units of a machine that work at a tick. */
export function unitsAt(machine: Machine, tick: number): number {
  const { cells, width } = workIntervals(machine);
  const i = intervalAt(cells, width, tick);
  if (i < 0) return 0;
  return width === 2 ? 1 : cells[i + 2]!;
}

/** Index of the interval that holds a tick, -1 where none does. */
export function intervalAt(cells: Int32Array, width: number, tick: number): number {
  const at = width * firstIndex(cells.length / width, (index) => cells[index * width + 1]! > tick);
  return at < cells.length && cells[at]! <= tick ? at : -1;
}

/** Ticks of open time of a machine in [from, to). */
export function openTicks(machine: Machine, from: number, to: number): number {
  const { cells, width } = workIntervals(machine);
  let sum = 0;
  for (let tick = from; tick < to; ) {
    const i = intervalAt(cells, width, tick);
    if (i < 0) {
      tick += 1;
      continue;
    }
    const last = Math.min(cells[i + 1]!, to);
    if (width === 2 || cells[i + 2]! > 0) sum += last - tick;
    tick = last;
  }
  return sum;
}
