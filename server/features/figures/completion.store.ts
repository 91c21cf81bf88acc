import type { Knex } from 'knex';
import { FINISHED, IS_DELIVERED, PUBLISHED } from '../../db/bar.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/plant-time.ts';

/**
 * What became of each order that stands in the database, as CTEs up to `order_state`: shipped when the last order task of each lot is finished, or the
 * core system closed it. A last task without a day counts on the day it was first seen; on the very first look at a plant, where everything is seen
 * at once, on the last day its lot is known to have had. `:today` is the plant day. Days to come count as today.
 */
const ORDER_STATE = `
  recollection as (select exists (select 1 from completed_orders) as begun),
  last_tasks as (
    select distinct on (lot_id) id, lot_id, received, order_quantity, received_quantity, last_reception_date
    from order_tasks order by lot_id, task_sort desc),
  first_look as (
    select lot_id, max(last_reception_date) as day from order_tasks where not (select begun from recollection) group by lot_id),
  lot_state as (
    select l.order_id, c.casting_date, ot.id is not null as known, ${FINISHED} as done,
      coalesce(ot.last_reception_date, case when e.received_locked and not ot.received then (e.end_at - interval '1 minute')::date end, f.day) as day
    from lots l left join castings c on c.lot_id = l.id left join last_tasks ot on ot.lot_id = l.id
    left join plan_entries e on e.order_task_id = ot.id and e.plan_id = ${PUBLISHED} left join first_look f on f.lot_id = l.id),
  order_lots as (
    select order_id, min(casting_date) as casting_date, bool_and(coalesce(done, false)) as done, bool_or(known) as known,
      max(day) as day, bool_and(day is not null) as dated
    from lot_state group by order_id),
  order_state as (
    select o.id, o.serial_key, o.serial_number, o.delivery_date, coalesce(s.casting_date, o.casting_date, r.casting_date) as casting_date,
      coalesce(s.known, false) or ${IS_DELIVERED} as known,
      coalesce(s.done, false) or ${IS_DELIVERED} as shipped,
      coalesce(s.done and s.dated, false) as dated,
      case when s.done and s.dated then least(s.day, :today::date) else coalesce(r.completed_on, :today::date) end as completed_on
    from orders o left join order_lots s on s.order_id = o.id left join completed_orders r on r.serial_key = o.serial_key)`;

/** Completed orders, remembered or standing, each once: CTEs up to `completed`. */
const COMPLETED = `${ORDER_STATE},
  completed as (
    select delivery_date, casting_date, completed_on, greatest(0, completed_on - delivery_date) as late_days from order_state where known and shipped
    union all
    select r.delivery_date, r.casting_date, r.completed_on, r.late_days from completed_orders r
    left join order_state s on s.serial_key = r.serial_key and s.known where r.completed_on is not null and s.id is null)`;

/**
 * Brings what is remembered of completed orders up to date, by sets: those shipped are kept with their day, those that turned out open are forgotten.
 * An order of which nothing is known any more (its processes were deleted) keeps what is remembered.
 */
export async function rememberCompleted(trx: Knex.Transaction, today: PlantDate): Promise<void> {
  await trx.raw(
    `with ${ORDER_STATE},
     reopened as (delete from completed_orders r using order_state s where s.serial_key = r.serial_key and s.known and not s.shipped)
     insert into completed_orders (serial_key, serial_number, delivery_date, casting_date, completed_on, dated)
     select serial_key, serial_number, delivery_date, casting_date, completed_on, dated from order_state where known and shipped
     on conflict (serial_key) do update set serial_number = excluded.serial_number, delivery_date = excluded.delivery_date,
       casting_date = excluded.casting_date, completed_on = excluded.completed_on, dated = excluded.dated, gone_on = null
     where (completed_orders.delivery_date, completed_orders.casting_date, completed_orders.completed_on, completed_orders.dated, completed_orders.gone_on)
       is distinct from (excluded.delivery_date, excluded.casting_date, excluded.completed_on, excluded.dated, null::date)`,
    { today },
  );
}

/** Notes the open orders that are about to be deleted, as far as they are cast: they may be closed ones, which the next file of orders lacks. */
export async function noteGone(trx: Knex.Transaction, today: PlantDate): Promise<void> {
  await trx.raw(
    `with ${ORDER_STATE}
     insert into completed_orders (serial_key, serial_number, delivery_date, casting_date, gone_on)
     select serial_key, serial_number, delivery_date, casting_date, :today::date from order_state
     where not shipped and casting_date < :today::date
     on conflict (serial_key) do nothing`,
    { today },
  );
}

/** A file of orders has come: what was deleted while open and did not come back was closed by the core system on that day. */
export async function closeGone(trx: Knex.Transaction): Promise<void> {
  await trx.raw(
    `delete from completed_orders r where completed_on is null and exists (select 1 from orders o where o.serial_key = r.serial_key)`,
  );
  await trx.raw('update completed_orders set completed_on = gone_on where completed_on is null');
}

/** What was shipped on a day. */
export interface ShippedDay {
  day: PlantDate;
  shipped: number;
  /** Those with a delivery date, and of these the ones shipped by it. */
  due: number;
  on_time: number;
  late_days: number;
  /** Orders with a casting date, and the days from it to the shipment. */
  flowed: number;
  flow_days: number;
}

/** What was shipped on each day of a range. */
export async function shippedDays(db: Db, [from, to]: readonly [PlantDate, PlantDate], today: PlantDate): Promise<ShippedDay[]> {
  const { rows } = await db.raw(
    `with ${COMPLETED}
     select completed_on as day, count(*)::integer as shipped, count(delivery_date)::integer as due,
       (count(*) filter (where completed_on <= delivery_date))::integer as on_time, sum(late_days)::integer as late_days,
       count(casting_date)::integer as flowed, coalesce(sum(greatest(0, completed_on - casting_date)), 0)::integer as flow_days
     from completed where completed_on between :from::date and :to::date group by completed_on order by completed_on`,
    { today, from, to },
  );
  return rows;
}
