import { NONE, type Plant, type Problem } from '../problem.ts';
import type { PlanMessage, Solution } from '../solution.ts';

/** W208, one message for everything that did not fit into the horizon. */
export function unplacedMessages(problem: Problem, plant: Plant, solution: Solution): PlanMessage[] {
  const lots = new Set<string>();
  const order_task_ids: number[] = [];
  const orders = new Set<number>();
  for (let a = 0; a < problem.activities.count; a += 1) {
    if (solution.start[a] !== NONE) continue;
    const chain = problem.activities.chain[a]!;
    lots.add(plant.lots[chain]!.label);
    orders.add(plant.orders[problem.chains.job[chain]!]!.order_id);
    const id = plant.tasks[a]!.order_task_id;
    if (id !== null && problem.activities.lead[a] === a) order_task_ids.push(id);
  }
  if (lots.size === 0) return [];
  const params = { lots: [...lots].slice(0, 10), count: lots.size };
  return [
    { level: 'warning', code: 'W208', params, order_id: null, task_id: null, facility_id: null, order_task_ids, order_ids: [...orders] },
  ];
}
