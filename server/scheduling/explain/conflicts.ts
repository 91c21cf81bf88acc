import { dateOfDay } from '../../domain/plant-time.ts';
import { NONE, type Plant, type Problem } from '../problem.ts';
import type { PlanMessage, Solution } from '../solution.ts';

/** W206 for every fixed entry that begins before its predecessor in the plan has ended. */
export function conflictMessages(problem: Problem, plant: Plant, solution: Solution): PlanMessage[] {
  const { activities, chains } = problem;
  const found: PlanMessage[] = [];
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] === NONE || activities.lead[a] !== a) continue;
    for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p += 1) {
      if (solution.end[p] === NONE || solution.end[p]! <= activities.fixedStart[a]!) continue;
      const lot = plant.lots[activities.chain[a]!]!;
      const params = {
        lots: [lot.label],
        count: 1,
        with: 'predecessor',
        date: dateOfDay(problem.day!.origin + Math.floor(activities.fixedStart[a]! / problem.day!.ticks)),
      };
      const order_id = plant.orders[chains.job[activities.chain[a]!]!]!.order_id;
      const order_task_ids = [plant.tasks[p]!.order_task_id, plant.tasks[a]!.order_task_id].filter((id) => id !== null);
      found.push({
        level: 'warning',
        code: 'W206',
        params,
        order_id,
        task_id: plant.tasks[a]!.task_id,
        facility_id: null,
        order_task_ids,
        order_ids: [order_id],
      });
      break;
    }
  }
  return found;
}
