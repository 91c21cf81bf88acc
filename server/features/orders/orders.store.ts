import type { Knex } from 'knex';
import type { components } from '../../contract/types.ts';
import { bound } from '../../db/bound.ts';
import type { Plan } from '../../db/plan.ts';
import { rowsOf } from '../../db/rows.ts';
import { EMPTY_RUNS } from '../../db/sql/empty-runs.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import type { Priority } from '../../domain/plant/priority.ts';
import { ORDER_TASKS } from './lists.store.ts';

/** The lots of an order with their castings and what has become of them by a plan. */
export async function lotsOf(db: Db, plan: Plan, orderId: number): Promise<components['schemas']['Lot'][]> {
  const { rows } = await db.raw(
    `select l.id, l.lot_number, c.casting_date, coalesce(s.task_count, 0) as task_count, coalesce(s.finished_count, 0) as finished_count,
       coalesce(s.unplanned_count, 0) as unplanned_count, s.end_date, coalesce(s.late_days, 0) as late_days
     from lots l left join castings c on c.lot_id = l.id left join (select * from lot_states where layer = ${plan} and order_id = :order) s on s.lot_id = l.id
     where l.order_id = :order order by l.lot_number, l.id`,
    { order: orderId },
  );
  return rows;
}

/** The order tasks of an order, lot by lot in their order. */
export async function orderTasksOf(db: Db, orderId: number): Promise<components['schemas']['OrderTask'][]> {
  return (await rowsOf(db, ORDER_TASKS)
    .where('orders.id', orderId)
    .orderByRaw(ORDER_TASKS.list.order.join(', '))) as components['schemas']['OrderTask'][];
}

/** The priorities of these orders, whose rows nobody else changes until the transaction ends. */
export async function lockedPriorities(
  trx: Knex.Transaction,
  ids: readonly number[],
): Promise<{ id: number; serial_number: string; priority: Priority }[]> {
  return await trx('orders')
    .whereRaw('id = any(?::bigint[])', bound([ids]))
    .orderBy('id')
    .forUpdate()
    .select('id', 'serial_number', 'priority');
}

/** Gives these orders a priority. */
export async function updatePriority(trx: Knex.Transaction, ids: readonly number[], priority: Priority): Promise<void> {
  await trx('orders')
    .whereRaw('id = any(?::bigint[])', bound([ids]))
    .update({ priority, version: trx.raw('version + 1') });
}

/** Delivery date of every order, by id. */
export async function deliveryDates(db: Db): Promise<{ id: number; delivery_date: PlantDate | null }[]> {
  return (await db('orders').orderBy('id').select('id', 'delivery_date')) as { id: number; delivery_date: PlantDate | null }[];
}

/** Removes every row of the table; foreign keys take what belongs to them along. Gives how many there were. */
export async function emptyTable(trx: Db, table: 'orders' | 'order_tasks' | 'castings'): Promise<number> {
  const rows = trx(table);
  // What planners added by hand goes with its order alone.
  return (table === 'order_tasks' ? rows.where('origin', 'file') : rows).del();
}

/** An order, lot or casting as it stands, with its place among them as people call it; undefined when there is none. Nobody else changes it until the transaction ends. */
export async function rowToDelete(
  trx: Knex.Transaction,
  table: 'orders' | 'lots' | 'castings',
  id: number,
): Promise<{ row: Record<string, unknown>; order: number; serial: string; lot: string } | undefined> {
  const lots = { orders: 'null::bigint', lots: 't.id', castings: 't.lot_id' }[table];
  const { rows } = await trx.raw(
    `select to_jsonb(t) as row, o.id as order, o.serial_number as serial, coalesce(l.lot_number, '') as lot
     from ${table} t left join lots l on l.id = ${lots} join orders o on o.id = ${table === 'orders' ? 't.id' : 'l.order_id'} where t.id = ? for update of t`,
    [id],
  );
  return rows[0];
}

/** Removes one row; foreign keys take what belongs to it along. */
export const removeRow = (trx: Knex.Transaction, table: 'orders' | 'lots' | 'castings', id: number): Promise<number> =>
  trx(table).where({ id }).del();

/** Removes lots that nothing is known about any more, and furnace runs that lost their last member. */
export async function sweep(trx: Db): Promise<void> {
  await trx.raw(`delete from lots where not exists (select 1 from order_tasks where lot_id = lots.id)
    and not exists (select 1 from castings where lot_id = lots.id) and not exists (select 1 from plan_entries where lot_id = lots.id)`);
  await sweepRuns(trx);
}

/** Removes furnace runs that lost their last member. */
export const sweepRuns = (trx: Db): Promise<unknown> => trx.raw(`delete from ${EMPTY_RUNS}`);
