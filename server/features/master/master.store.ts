import type { Knex } from 'knex';
import { applyFilters, type Filter } from '../../db/list.ts';
import { takeLock } from '../../db/locks.ts';
import type { Row } from '../../db/table.ts';
import type { Db } from '../../db/types.ts';
import type { Nested } from './resources.ts';

/** The nested rows of one parent, oldest first, as the wire has them. */
export async function nestedRows(db: Db, nested: Nested, parent: number): Promise<Row[]> {
  const columns = Object.entries(nested.columns).map(([field, column]) => `${column} as ${field}`);
  return (await db(nested.table)
    .select('id', ...columns)
    .where(nested.parent, parent)
    .orderBy('id')) as Row[];
}

/**
 * Replaces the nested rows of a parent: rows with an id are changed (and keep it), those without one added, the others removed.
 * Removed first, added again: a unique key may pass from one row to another.
 */
export async function replaceNested(trx: Db, nested: Nested, parent: number, rows: readonly Record<string, unknown>[]): Promise<void> {
  const gone = (await trx(nested.table).where(nested.parent, parent).del().returning('*')) as Row[];
  const before = new Map(gone.map((row) => [row.id, row]));
  const kept = rows
    .filter((row) => row.id != null)
    .map((row) => ({ ...before.get(row.id as number), ...toColumns(nested, row), [nested.parent]: parent }));
  const columns = ['id', nested.parent, ...Object.values(nested.columns)].join(', ');
  await trx.raw(
    `insert into ${nested.table} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::${nested.table}, ?::jsonb)`,
    [JSON.stringify(kept)],
  );
  const added = rows.filter((row) => row.id == null).map((row) => ({ [nested.parent]: parent, ...toColumns(nested, row) }));
  if (added.length > 0) await trx(nested.table).insert(added);
}

/** Wire fields as columns; what is absent stays absent. */
function toColumns(nested: Nested, row: Record<string, unknown>): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(nested.columns)) {
    if (row[field] !== undefined) columns[column] = row[field];
  }
  return columns;
}

/** Folded codes of tasks or facilities by id, for the rules of nested rows; with the tasks of each facility. */
export async function taskCodes(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = (await db('tasks')
    .whereRaw('id = any(?::bigint[])', [[...ids]])
    .select('id', 'code_key')) as { id: number; code_key: string }[];
  return new Map(rows.map((row) => [row.id, row.code_key]));
}

/** Folded code and tasks of each facility. */
export async function facilityAbilities(db: Db, ids: readonly number[]): Promise<Map<number, { code: string; tasks: Set<number> }>> {
  const { rows } = await db.raw(
    `select id, code_key, array(select task_id from facility_tasks where facility_id = facilities.id) as tasks
     from facilities where id = any(?::bigint[])`,
    [[...ids]],
  );
  return new Map(
    (rows as { id: number; code_key: string; tasks: number[] }[]).map((row) => [row.id, { code: row.code_key, tasks: new Set(row.tasks) }]),
  );
}

/** A task that a facility does. */
export interface FacilityTask {
  facility_id: number;
  id: number;
  task_code: string;
  task_name: string;
}

/** The tasks of these facilities, by code. */
export async function tasksOfFacilities(db: Db, ids: readonly number[]): Promise<FacilityTask[]> {
  return (await db('facility_tasks')
    .join('tasks', 'tasks.id', 'facility_tasks.task_id')
    .whereRaw('facility_tasks.facility_id = any(?::bigint[])', [[...ids]])
    .orderBy(['tasks.task_code', 'tasks.id'])
    .select('facility_tasks.facility_id', 'tasks.id', 'tasks.task_code', 'tasks.task_name')) as FacilityTask[];
}

/** Replaces what a facility can do. */
export async function setFacilityTasks(trx: Db, facility: number, taskIds: readonly number[]): Promise<void> {
  await trx('facility_tasks').where({ facility_id: facility }).del();
  await trx.raw('insert into facility_tasks (facility_id, task_id) select ?, unnest(?::bigint[])', [facility, [...new Set(taskIds)]]);
}

/** Ids of the active facilities that match, each parameter by the filter of its name. */
export const facilitiesMatching = (db: Db, filters: Record<string, Filter>, parameters: Record<string, unknown>): Promise<number[]> =>
  applyFilters(db('facilities').where('facilities.active', true), filters, parameters).pluck('facilities.id');

/** Another active facility of this name. */
export async function facilityNamed(db: Db, name: string, except: number): Promise<{ facility_code: string } | undefined> {
  return (await db('facilities').where({ facility_name: name, active: true }).whereNot('id', except).first('facility_code')) as
    | { facility_code: string }
    | undefined;
}

/** Gives orders that came before their product the product they name. */
export async function linkOrders(trx: Db, productId: number, codeKey: string): Promise<void> {
  await trx('orders').where({ product_key: codeKey }).whereNull('product_id').update({ product_id: productId });
}

/** Active master administrators, under a lock of their own so that two of them cannot remove each other at one moment. */
export async function lockedAdmins(trx: Knex.Transaction): Promise<number[]> {
  await takeLock(trx, 'admins');
  return (await trx('employees').where({ permission: 'master_admin', active: true }).pluck('id')) as number[];
}

/** A choice of a filter: what it is called and its id. */
export interface Choice {
  name: string;
  value: number;
}

/** Active products with their customers. */
export async function customerProducts(db: Db): Promise<{ customer_name: string; product_name: string; id: number }[]> {
  return (await db('products')
    .where({ active: true })
    .orderBy(['customer_name', 'product_name', 'product_code', 'id'])
    .select('id', 'customer_name', 'product_name')) as { customer_name: string; product_name: string; id: number }[];
}

/** Every active task with each active facility that does it; tasks without one come with nulls. */
export async function taskFacilities(db: Db): Promise<{ task_name: string; id: number | null; facility_name: string | null }[]> {
  const { rows } = await db.raw(
    `select tasks.task_name, facilities.id, facilities.facility_name
     from tasks left join facility_tasks on facility_tasks.task_id = tasks.id
       left join facilities on facilities.id = facility_tasks.facility_id and facilities.active
     where tasks.active order by tasks.task_code, tasks.id, facilities.facility_code, facilities.id`,
  );
  return rows as { task_name: string; id: number | null; facility_name: string | null }[];
}

/** A demolding time of a product. */
export interface ProductDemolding {
  product: number;
  product_code: string;
  task: number;
  task_code: string;
  demolding_time: number;
}

/** The demolding times of all active products. */
export async function productDemoldings(db: Db): Promise<ProductDemolding[]> {
  return (await db('demoldings')
    .join('products', 'products.id', 'demoldings.product_id')
    .join('tasks', 'tasks.id', 'demoldings.task_id')
    .where('products.active', true)
    .orderBy(['products.product_code', 'tasks.task_code', 'demoldings.id'])
    .select(
      'products.id as product',
      'products.product_code',
      'tasks.id as task',
      'tasks.task_code',
      'demoldings.demolding_time',
    )) as ProductDemolding[];
}
