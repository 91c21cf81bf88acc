import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/plant-time.ts';
import { ORDER_TASKS, rowsOf } from '../master/lists.service.ts';

/** A lot of an order and when it is poured. */
export interface Lot {
  id: number;
  lot_number: string;
  casting_date: PlantDate | null;
}

/** The lots of an order with their castings. */
export async function lotsOf(db: Db, orderId: number): Promise<Lot[]> {
  return (await db('lots')
    .leftJoin('castings', 'castings.lot_id', 'lots.id')
    .where('lots.order_id', orderId)
    .orderBy(['lots.lot_number', 'lots.id'])
    .select('lots.id', 'lots.lot_number', 'castings.casting_date')) as Lot[];
}

/** The order tasks of an order, lot by lot in their order. */
export async function orderTasksOf(db: Db, orderId: number): Promise<object[]> {
  return (await rowsOf(db, ORDER_TASKS).where('orders.id', orderId).orderByRaw(ORDER_TASKS.list.order.join(', '))) as object[];
}

/** Delivery date of every order, by id. */
export async function deliveryDates(db: Db): Promise<{ id: number; delivery_date: PlantDate | null }[]> {
  return (await db('orders').orderBy('id').select('id', 'delivery_date')) as { id: number; delivery_date: PlantDate | null }[];
}

/** Removes every row of the table; foreign keys take what belongs to them along. Gives how many there were. */
export async function emptyTable(trx: Db, table: 'orders' | 'order_tasks' | 'castings'): Promise<number> {
  return trx(table).del();
}

/** Removes lots that nothing is known about any more, and furnace runs that lost their last member. */
export async function sweep(trx: Db): Promise<void> {
  await trx.raw(`delete from lots where not exists (select 1 from order_tasks where lot_id = lots.id)
    and not exists (select 1 from castings where lot_id = lots.id) and not exists (select 1 from plan_entries where lot_id = lots.id)`);
  await trx.raw('delete from furnace_runs where not exists (select 1 from furnace_run_members where furnace_run_id = furnace_runs.id)');
}
