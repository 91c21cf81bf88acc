import { isHeatCode } from '../../../domain/plant/task-purpose.ts';
import { type Facts, productTask } from '../rows/facts.ts';

/** Facilities on which some task is a furnace run. */
export function furnaceFacilities(facts: Facts): Set<number> {
  const heatTasks = new Set(facts.rows.heat_treatments.map((row) => row.task_id));
  for (const task of facts.rows.tasks) if (isHeatCode(task.task_code)) heatTasks.add(task.id);
  const furnaces = new Set<number>();
  for (const facility of facts.rows.facilities) if (facility.task_ids.some((task) => heatTasks.has(task))) furnaces.add(facility.id);
  for (const row of facts.rows.heat_treatments) if (row.facility_id !== null) furnaces.add(row.facility_id);
  for (const row of facts.rows.product_processings) if (heatTasks.has(row.task_id)) furnaces.add(row.facility_id);
  return furnaces;
}

/** Calendar days until the successor may start, by the rows of (product, task, facility); without a known facility the longest of its rows. */
export function waitingDays(facts: Facts, product: number, task: number, facility: number | null): number {
  const key = productTask(product, task);
  const heat = facts.heatRows.get(key);
  const processed = facts.processings.get(key);
  // Most have neither, and are asked of once for each facility.
  if (!heat && !processed) return 0;
  const own = (heat ?? []).filter((row) => row.facility_id === facility);
  const general = own.length > 0 ? own : (heat ?? []).filter((row) => row.facility_id === null || facility === null);
  const processings = (processed ?? []).filter((row) => facility === null || row.facility_id === facility);
  return Math.max(0, ...general.map((row) => row.waiting_days), ...processings.map((row) => row.waiting_days));
}
