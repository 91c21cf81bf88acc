import type { components } from '../../contract/types.ts';
import { PUBLISHED, RECEIVED } from '../../db/bar.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/plant-time.ts';

/** What the left block of the Gantt says of an order. */
type OrderInfo = Omit<components['schemas']['ScheduleOrderInfo'], 'castings'>;

/** Order info by order id. `locked`: every unfinished bar of the order is (with none unfinished: every bar). */
export async function orderRows(db: Db, orderIds: readonly number[]): Promise<Record<string, OrderInfo>> {
  const { rows } = await prepared<OrderInfo & { id: number }>(
    db,
    `select o.id, o.serial_number, o.product_id, coalesce(p.product_name, o.product_name) as product_name,
       coalesce(p.customer_name, '') as customer_name, o.delivery_date as deadline_date,
       coalesce((select min(c.casting_date) from castings c join lots l on l.id = c.lot_id where l.order_id = o.id), o.casting_date) as starting_date,
       o.number, o.weight, o.material, o.delivery_status, bars.task_count, bars.finished_count,
       greatest(0, coalesce(bars.last_day - o.delivery_date, 0)) as late_days, bars.locked, bars.lots
     from orders o left join products p on p.id = o.product_id
     cross join lateral (
       select coalesce(sum(lot.task_count), 0)::integer as task_count, coalesce(sum(lot.finished_count), 0)::integer as finished_count,
         max(lot.last_day) as last_day, coalesce(bool_and(lot.open_locked), bool_and(lot.all_locked), false) as locked,
         coalesce(json_agg(json_build_object('lot_number', lot.lot_number, 'task_count', lot.task_count, 'finished_count', lot.finished_count,
           'late_days', greatest(0, coalesce(lot.last_day - o.delivery_date, 0))) order by lot.lot_number), '[]') as lots
       from (
         select l.lot_number, count(*)::integer as task_count, (count(*) filter (where b.finished))::integer as finished_count,
           max((e.end_at - interval '1 minute')::date) as last_day,
           bool_and(e.locked) filter (where not b.finished) as open_locked, bool_and(e.locked) as all_locked
         from lots l join plan_entries e on e.lot_id = l.id and e.plan_id = ${PUBLISHED}
           left join order_tasks ot on ot.id = e.order_task_id
           cross join lateral (select ${RECEIVED} as finished) b
         where l.order_id = o.id group by l.lot_number) lot) bars
     where o.id = any(?::bigint[])`,
    [orderIds],
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
