import type { Page } from '../../db/list.ts';
import { listRows } from '../../db/rows.ts';
import type { Row } from '../../db/table.ts';
import type { Db } from '../../db/types.ts';
import { type Choice, customerProducts, type FacilityTask, facilitiesMatching, taskFacilities, tasksOfFacilities } from './master.store.ts';
import { FACILITIES } from './resources.ts';

/** A facility as the wire has it. */
export type FacilityRow = Row & {
  tasks: Omit<FacilityTask, 'facility_id'>[];
  task_ids: number[];
  task_names: string[];
  task_codes: string[];
};

/** A page of facilities, each with its tasks. */
export async function facilityPage(db: Db, path: string, parameters: object): Promise<Page<never>> {
  const page = await listRows<Row>(db, FACILITIES, path, parameters);
  const tasks = await tasksOfFacilities(
    db,
    page.results.map((row) => row.id),
  );
  const byFacility = new Map<number, Omit<FacilityTask, 'facility_id'>[]>(page.results.map((row) => [row.id, []]));
  for (const { facility_id, ...task } of tasks) byFacility.get(facility_id)?.push(task);
  const results = page.results.map((row): FacilityRow => {
    const own = byFacility.get(row.id) ?? [];
    return {
      ...row,
      tasks: own,
      task_ids: own.map((task) => task.id),
      task_names: own.map((task) => task.task_name),
      task_codes: own.map((task) => task.task_code),
    };
  });
  return { ...page, results: results as never[] };
}

const SEARCHES = ['facility_code_search', 'facility_name_search', 'task_name_search'];

/** Ids of the active facilities that match the searches among the parameters; null: nothing is searched for. */
export async function searchedFacilities(db: Db, parameters: Record<string, unknown>): Promise<number[] | null> {
  const asked = SEARCHES.filter((name) => parameters[name]);
  if (asked.length === 0) return null;
  const filters = Object.fromEntries(asked.map((name) => [name, FACILITIES.list.filters[name]!]));
  return facilitiesMatching(db, filters, parameters);
}

/** Products by customer, for the filters. */
export async function customerProductMap(db: Db): Promise<Record<string, Choice[]>> {
  const map = new Map<string, Choice[]>();
  for (const { customer_name, product_name, id } of await customerProducts(db)) {
    const choices = map.get(customer_name) ?? [];
    choices.push({ name: product_name, value: id });
    map.set(customer_name, choices);
  }
  return Object.fromEntries(map);
}

/** Facilities by task name; tasks of one name together, a task that no facility does with an empty list. */
export async function taskFacilityMap(db: Db): Promise<Record<string, Choice[]>> {
  const map = new Map<string, Map<number, Choice>>();
  for (const { task_name, id, facility_name } of await taskFacilities(db)) {
    const choices = map.get(task_name) ?? new Map<number, Choice>();
    if (id !== null && facility_name !== null && !choices.has(id)) choices.set(id, { name: facility_name, value: id });
    map.set(task_name, choices);
  }
  return Object.fromEntries([...map].map(([name, choices]) => [name, [...choices.values()]]));
}
