import { firstIndex } from '../../domain/ground/bisect.ts';
import { createHeap } from '../heap.ts';

/** One machine of changing speed: what it can do before each tick, nothing of it lost. `done` has horizon + 1 entries and never falls. */
export interface RelaxedMachine {
  readonly done: Float64Array;
}

/** Work of one order on a relaxed machine. */
export interface RelaxedTask {
  readonly owner: number;
  readonly release: number;
  readonly work: number;
  /** It is in time if its work is done by this tick; NEVER where it cannot be late. */
  readonly due: number;
}

const SLACK = 1e-9;

/** First tick by which the machine can have done so much; the end of its time where it cannot. */
const tickOfWork = ({ done }: RelaxedMachine, work: number): number => firstIndex(done.length - 1, (tick) => done[tick]! >= work - SLACK);

/**
 * Completion ticks under shortest remaining processing time, ascending: no plan has its i-th completion earlier than the i-th of these (Schrage 1968). Any
 * task may be interrupted, split, and done by all units at once.
 */
export function srptCompletions(machine: RelaxedMachine, tasks: readonly RelaxedTask[]): Float64Array {
  const { done } = machine;
  const order = tasks.map((_, index) => index).sort((a, b) => tasks[a]!.release - tasks[b]!.release);
  const left = Float64Array.from(tasks, (task) => task.work);
  const waiting = createHeap(tasks.length);
  const completions = new Float64Array(tasks.length);
  let [now, next, count] = [0, 0, 0];
  const admit = (): void => {
    for (; next < order.length && done[tasks[order[next]!]!.release]! <= now + SLACK; next += 1)
      waiting.push(order[next]!, left[order[next]!]!);
  };
  while (count < tasks.length) {
    admit();
    const task = waiting.pop();
    if (task < 0) {
      now = done[tasks[order[next]!]!.release]!;
      continue;
    }
    const until = next < order.length ? done[tasks[order[next]!]!.release]! : Number.POSITIVE_INFINITY;
    if (now + left[task]! <= until + SLACK) {
      now += left[task]!;
      completions[count] = tickOfWork(machine, now);
      count += 1;
    } else {
      left[task] = left[task]! - (until - now);
      now = until;
      waiting.push(task, left[task]!);
    }
  }
  return completions;
}

/** Σ cost of the completions matched to the due ticks in order: the least any plan can have, for a convex cost that never falls (Chu 1992). */
export function matchedCost(completions: Float64Array, tasks: readonly RelaxedTask[], cost: (over: number) => number): number {
  const dues = tasks.map((task) => task.due).sort((a, b) => a - b);
  let sum = 0;
  for (let i = 0; i < dues.length; i += 1) if (completions[i]! > dues[i]!) sum += cost(completions[i]! - dues[i]!);
  return sum;
}

/** The fewest late tasks, all of them ready from the first release (Moore 1968). */
export function fewestLate({ done }: RelaxedMachine, tasks: readonly RelaxedTask[]): number {
  const ready = tasks.reduce((first, task) => Math.min(first, task.release), done.length - 1);
  const begun = done[ready]!;
  const sorted = tasks.filter((task) => task.due < done.length).sort((a, b) => a.due - b.due);
  const taken = createHeap(sorted.length);
  let [sum, late] = [0, 0];
  sorted.forEach((task, index) => {
    sum += task.work;
    taken.push(index, -task.work);
    if (sum <= done[Math.max(0, task.due)]! - begun + SLACK) return;
    late += 1;
    sum -= sorted[taken.pop()]!.work;
  });
  return late;
}
