import type { Db } from '../../../db/types.ts';
import type { PlanningRows } from '../../../scheduling/index.ts';
import type { LotTable } from '../judge/lot-rows.ts';

const OF_ORDERS = ['orders', 'products'];

/** The tables of the database that each table of a reading is made of, views with theirs. */
export const READ_OF: { readonly [Table in keyof PlanningRows | LotTable]-?: readonly string[] } = {
  orders: ['orders', 'kept_promises'],
  lots: ['lots', 'castings'],
  order_tasks: ['order_tasks'],
  tasks: ['tasks'],
  products: OF_ORDERS,
  heat_treatments: ['heat_treatments', ...OF_ORDERS],
  product_processings: ['product_processings', ...OF_ORDERS],
  demoldings: ['demoldings', ...OF_ORDERS],
  facilities: ['facilities', 'facility_tasks'],
  facility_availabilities: ['facility_availabilities', 'facility_stops', 'facilities', 'holidays'],
  holidays: ['holidays'],
  outsourcings: ['outsourcings'],
  outsourcing_answers: ['outsourcing_answers', 'order_tasks'],
  plan_entries: ['plan_entries', 'order_tasks', 'actuals', 'outsourcing_requests'],
  closed: ['actuals', 'order_tasks', 'plan_entries'],
  placed: [
    ...['plan_entries', 'order_tasks', 'actuals', 'lots', 'orders', 'tasks', 'heat_treatments', 'settings'],
    ...['furnace_runs', 'furnace_run_members', 'furnace_loads'],
  ],
  furnace_runs: ['furnace_runs'],
  furnace_run_members: ['furnace_run_members', 'furnace_runs'],
};

/** What is told of the changes of each table, in the caller's snapshot: as long as it is the same, so is the table. */
export async function changesOfTables(db: Db): Promise<Map<string, string>> {
  const { rows } = await db.raw(`select table_name, count(*) || ' ' || max(id) as told from table_changes group by table_name`);
  return new Map((rows as { table_name: string; told: string }[]).map(({ table_name, told }) => [table_name, told]));
}

/** What was told of all tables, as one text. */
export const asText = (told: ReadonlyMap<string, string>): string => JSON.stringify([...told].sort());
