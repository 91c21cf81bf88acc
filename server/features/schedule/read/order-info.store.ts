import type { components } from '../../../contract/types.ts';
import type { Plan } from '../../../db/plan.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Db } from '../../../db/types.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';

/** What the left block of the Gantt says of an order. */
type OrderInfo = Omit<components['schemas']['ScheduleOrderInfo'], 'castings'>;

/** Order info by order id. `locked`: every unfinished bar of the order is (with none unfinished: every bar). */
export async function orderRows(db: Db, plan: Plan, orderIds: readonly number[]): Promise<Record<string, OrderInfo>> {
  const { rows } = await prepared<OrderInfo & { id: number }>(
    db,
    `with states as (select * from order_states where layer = ? and order_id = any(?::bigint[])),
     lots_of as (
       select s.order_id, json_agg(json_build_object('lot_number', l.lot_number, 'task_count', s.task_count, 'finished_count', s.finished_count,
         'late_days', s.late_days) order by l.lot_number) as lots
       from lot_states s join lots l on l.id = s.lot_id where s.layer = ? and s.order_id = any(?::bigint[]) group by s.order_id),
     locks as (
       select order_id, coalesce(bool_and(locked) filter (where not finished), bool_and(locked)) as locked
       from bars where layer = ? and order_id = any(?::bigint[]) group by order_id)
     select o.id, o.serial_number, o.product_id, coalesce(p.product_name, o.product_name) as product_name,
       coalesce(p.customer_name, '') as customer_name, case when s.order_id is null then o.delivery_date else s.delivery_date end as deadline_date, s.shipping_date,
       coalesce((select min(c.casting_date) from castings c join lots l on l.id = c.lot_id where l.order_id = o.id), o.casting_date) as starting_date,
       o.number, o.weight, o.material, o.delivery_status, o.priority, coalesce(s.task_count, 0) as task_count, coalesce(s.finished_count, 0) as finished_count,
       coalesce(s.late_days, 0) as late_days, coalesce(locks.locked, false) as locked, coalesce(lots_of.lots, '[]') as lots
     from orders o left join products p on p.id = o.product_id left join states s on s.order_id = o.id
       left join lots_of on lots_of.order_id = o.id left join locks on locks.order_id = o.id
     where o.id = any(?::bigint[])`,
    [plan, orderIds, plan, orderIds, plan, orderIds, orderIds],
  );
  return Object.fromEntries(rows.map(({ id, ...info }) => [String(id), info]));
}

/** The day on which a lot is cast. */
interface Casting {
  order_id: number;
  lot_number: string;
  casting_date: PlantDate;
}

/** When the lots of these orders are cast, by lot number: by their own date, else by the order's. */
export async function castingDates(db: Db, orderIds: readonly number[]): Promise<Casting[]> {
  const { rows } = await prepared<Casting>(
    db,
    `select o.id as order_id, l.lot_number, coalesce(c.casting_date, o.casting_date) as casting_date
     from orders o join lots l on l.order_id = o.id left join castings c on c.lot_id = l.id
     where o.id = any(?::bigint[]) and coalesce(c.casting_date, o.casting_date) is not null order by l.lot_number`,
    [orderIds],
  );
  return rows;
}
