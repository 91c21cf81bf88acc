import type { FixedBar, Plant } from './plant.ts';
import type { Problem } from './problem.ts';

/** A fixed activity as messages name it; null for a free one. */
export function fixedBarOf({ activities, chains }: Problem, plant: Plant, activity: number): FixedBar | null {
  const { kept, entry_id, order_task_id, task_id } = plant.tasks[activity]!;
  if (!kept || entry_id === null) return null;
  const chain = activities.chain[activity]!;
  const { order_id } = plant.orders[chains.job[chain]!]!;
  return { entry_id, order_task_id, order_id, task_id, label: plant.lots[chain]!.label, start_minutes: kept.start_minutes, kept: kept.as };
}
