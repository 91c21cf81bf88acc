import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/plant-time.ts';
import { PUBLISHED } from './completion.store.ts';

/** An open order that the published plan ends after its delivery date. */
export interface LateOrder {
  order_id: number;
  serial_number: string;
  delivery_date: PlantDate;
  /** The day on which the plan ends it. */
  end_date: PlantDate;
  late_days: number;
}

/** Open orders of the published plan as CTEs up to `open_orders`: their last end (00:00 belongs to the day before), and days late. */
export const OPEN_ORDERS = `
  planned_orders as (
    select l.order_id, max((e.end_at - interval '1 minute')::date) as end_date, bool_or(not (e.received_locked or coalesce(ot.received, false))) as open
    from plan_entries e join lots l on l.id = e.lot_id left join order_tasks ot on ot.id = e.order_task_id
    where e.plan_id = ${PUBLISHED} group by l.order_id),
  open_orders as (
    select o.id as order_id, o.serial_number, o.delivery_date, o.casting_date, p.end_date, greatest(0, p.end_date - o.delivery_date) as late_days
    from planned_orders p join orders o on o.id = p.order_id where p.open)`;

/** Open orders that the published plan ships late, the latest first. */
export async function lateOrders(db: Db): Promise<LateOrder[]> {
  const { rows } = await db.raw(
    `with ${OPEN_ORDERS} select order_id, serial_number, delivery_date, end_date, late_days from open_orders
     where late_days > 0 order by late_days desc, delivery_date, serial_number, order_id`,
  );
  return rows;
}
