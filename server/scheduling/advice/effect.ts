import { movesOf } from '../moves.ts';
import { daysLateIn } from '../objective.ts';
import { NONE, type Problem, stepsOf } from '../problem.ts';
import type { Solution } from '../solution.ts';

/** An order that pays for what another one wins: its days late before and after. */
export interface Payer {
  readonly order_id: number;
  readonly serial_number: string;
  readonly days_before: number;
  readonly days_after: number;
}

/** What a plan changes against the one that stands. */
export interface Effect {
  /** By how much less late the order is, and how late it still is. */
  readonly gain_days: number;
  readonly late_days_after: number;
  /** Of all orders that stand in both plans: days late more, and late orders more; negative: fewer. */
  readonly total_days: number;
  readonly late_orders: number;
  readonly moved_entries: number;
  readonly moved_orders: number;
  /** The orders that become late or later, those that lose most first. */
  readonly pays: readonly Payer[];
}

/** Days late of each job in a plan; null where something of it has no place. */
export function daysLate(problem: Problem, end: Int32Array): (number | null)[] {
  return Array.from({ length: problem.jobs.count }, (_, job) =>
    end.subarray(...stepsOf(problem, job)).includes(NONE) ? null : daysLateIn(problem, end, job),
  );
}

/** Where each activity ends in the standing plan; NONE: it has no place there. */
export const standingEnds = ({ present, activities }: Problem): Int32Array =>
  activities.fixedEnd.map((end, a) => (activities.fixedStart[a] === NONE ? (present?.end[a] ?? NONE) : end));

/** What a plan wins for a job and costs the others. `standing`: the problem of the plan that stands; `late`: the days late of its jobs there; `promised`: by how many days late the job is at most. */
export function effectOf(
  standing: Problem,
  late: readonly (number | null)[],
  solution: Solution,
  { job, promised }: { job: number; promised: number },
): Effect {
  const after = daysLate(standing, solution.end);
  const both = after.flatMap((days_after, each) => {
    const days_before = late[each] ?? null;
    return days_before === null || days_after === null ? [] : [{ each, days_before, days_after }];
  });
  const orders = standing.plant!.orders;
  const pays = both
    .filter(({ days_before, days_after }) => days_after > days_before)
    .map(({ each, ...days }) => ({ order_id: orders[each]!.order_id, serial_number: orders[each]!.serial_number, ...days }))
    .sort((a, b) => b.days_after - b.days_before - (a.days_after - a.days_before) || a.order_id - b.order_id);
  const moves = movesOf(standing, solution);
  return {
    gain_days: late[job]! - promised,
    late_days_after: promised,
    total_days: both.reduce((sum, { days_before, days_after }) => sum + days_after - days_before, 0),
    late_orders: both.reduce((sum, { days_before, days_after }) => sum + Math.sign(days_after) - Math.sign(days_before), 0),
    moved_entries: moves.entries,
    moved_orders: moves.orders,
    pays,
  };
}
