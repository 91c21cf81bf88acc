import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/plant-time.ts';
import { PUBLISHED } from './filters.store.ts';

/** What the left block of the Gantt says of an order. */
export interface OrderInfo {
  serial_number: string;
  product_id: number | null;
  product_name: string;
  customer_name: string;
  deadline_date: PlantDate | null;
  starting_date: PlantDate | null;
  number: number;
  weight: number | null;
  material: string;
  delivery_status: string;
  task_count: number;
  finished_count: number;
  late_days: number;
  locked: boolean;
}

/** Order info by order id. `locked`: every unfinished bar of the order is (with none unfinished: every bar). */
export async function orderInfo(db: Db, orderIds: readonly number[]): Promise<Record<string, OrderInfo>> {
  const { rows } = await prepared<OrderInfo & { id: number }>(
    db,
    `select o.id, o.serial_number, o.product_id, coalesce(p.product_name, o.product_name) as product_name,
       coalesce(p.customer_name, '') as customer_name, o.delivery_date as deadline_date,
       coalesce((select min(c.casting_date) from castings c join lots l on l.id = c.lot_id where l.order_id = o.id), o.casting_date) as starting_date,
       o.number, o.weight, o.material, o.delivery_status, bars.task_count, bars.finished_count,
       greatest(0, coalesce(bars.last_day - o.delivery_date, 0)) as late_days, bars.locked
     from orders o left join products p on p.id = o.product_id
     cross join lateral (
       select count(*)::integer as task_count, (count(*) filter (where b.finished))::integer as finished_count,
         max((b.end_at - interval '1 minute')::date) as last_day,
         coalesce(bool_and(b.locked) filter (where not b.finished), bool_and(b.locked), false) as locked
       from (select e.locked, e.end_at, (e.received_locked or coalesce(ot.received, false)) as finished
             from lots l join plan_entries e on e.lot_id = l.id and e.plan_id = ${PUBLISHED}
             left join order_tasks ot on ot.id = e.order_task_id where l.order_id = o.id) b) bars
     where o.id = any(?::bigint[])`,
    [orderIds],
  );
  return Object.fromEntries(rows.map(({ id, ...info }) => [String(id), info]));
}
