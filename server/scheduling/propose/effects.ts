import { completionOf, lateDays } from '../objective.ts';
import { NONE, type Problem, stepsOf } from '../problem.ts';
import type { Moves, Solution } from '../solution.ts';

/** How late a plan is, priorities aside, and how many furnace charges it has. */
export interface PlanEffect {
  readonly late_orders: number;
  readonly late_days: number;
  readonly furnace_runs: number;
}

/** A plan that was made, by its effect; `moves`: against the one that stands. */
export interface Tried extends PlanEffect {
  readonly moves: Moves;
}

/** The orders that have a place for all of their processes in each of the plans. */
export function placedOrders(problem: Problem, plans: readonly Pick<Solution, 'start'>[]): Set<number> {
  const isPlaced = ({ start }: Pick<Solution, 'start'>, job: number): boolean => !start.subarray(...stepsOf(problem, job)).includes(NONE);
  return new Set(problem.plant!.orders.flatMap(({ order_id }, job) => (plans.every((plan) => isPlaced(plan, job)) ? [order_id] : [])));
}

/** How late a plan is in these orders: each counts by its days, whatever its priority, and one without a place as one that ends with the horizon. */
export function effectIn(problem: Problem, solution: Solution, orders: ReadonlySet<number>): PlanEffect {
  let [late_orders, late_days] = [0, 0];
  problem.plant!.orders.forEach(({ order_id }, job) => {
    if (!orders.has(order_id)) return;
    const days = lateDays(problem, problem.jobs.due[job]!, completionOf(problem, solution.end, job));
    late_days += days;
    if (days > 0) late_orders += 1;
  });
  return { late_orders, late_days, furnace_runs: solution.furnaceRuns.filter(({ members }) => members.length > 0).length };
}

/** The middle of some numbers. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}

/** How far the same plan made again lies from itself: nothing smaller is an effect. */
export const spreadOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
