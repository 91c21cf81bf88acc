import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import type { Plan } from '../../db/plan.ts';
import { holdsDay } from '../../db/sql/held.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';

/**
 * What became of each order that stands in the database, by a plan, as the CTE `order_state`. What was seen to be shipped counts on the day that was kept then, until its processes say
 * another one (`said_on`) than they did when it was kept. One whose day nobody said counts on the day it was first seen; on the very first look at
 * a plant, where everything is seen at once, on the last day it is known to have had. When it was cast stays as it was kept, too, whatever castings go afterwards.
 * `:today` is the plant day. Days to come count as today.
 */
const orderState = (plan: Plan): string => `
  order_state as (
    select o.id, o.serial_key, o.serial_number, o.delivery_date, coalesce(case when r.completed_on is not null then r.casting_date end, c.casting_date, o.casting_date, r.casting_date) as casting_date,
      s.order_id is not null or is_delivered(o.delivery_status) as known, not coalesce(s.open, not is_delivered(o.delivery_status)) as shipped,
      coalesce(s.dated, false) as dated, r.completed_on is not null as kept, r.completed_on as kept_on,
      case when s.dated then least(s.end_date, :today::date) end as said_on,
      coalesce(case when s.dated and least(s.end_date, :today::date) is distinct from r.seen_on then least(s.end_date, :today::date) end,
        r.completed_on, f.day, :today::date) as completed_on,
      case when s.dated and least(s.end_date, :today::date) is distinct from r.seen_on then s.late_days else coalesce(r.late_days, s.late_days, 0) end as late_days
    from orders o left join order_states s on s.layer = ${plan} and s.order_id = o.id left join completed_orders r on r.serial_key = o.serial_key
      left join (select l.order_id, min(c.casting_date) as casting_date from castings c join lots l on l.id = c.lot_id group by 1) c on c.order_id = o.id
      left join (select l.order_id, max(ot.last_reception_date) as day from order_tasks ot join lots l on l.id = ot.lot_id
        where not exists (select 1 from completed_orders) group by 1) f on f.order_id = o.id)`;

/** Completed orders, remembered or standing, each once: CTEs up to `completed`, by the day named `:today`. */
export const completed = (plan: Plan): string => `${orderState(plan)},
  completed as (
    select serial_key, delivery_date, casting_date, completed_on, late_days from order_state where known and shipped
    union all
    select r.serial_key, r.delivery_date, r.casting_date, r.completed_on, r.late_days from completed_orders r
    left join order_state s on s.serial_key = r.serial_key and s.known where r.completed_on is not null and s.id is null)`;

/**
 * Brings the remembered completions up to date by sets: shipped orders are kept with their day, orders that turned out open are forgotten. A day that arrives later
 * corrects it. What is complete only because the rest of it was deleted counts on that day, and an order whose processes were deleted keeps its own.
 */
export async function rememberCompleted(trx: Knex.Transaction, plan: Plan, today: PlantDate, { deleted = false } = {}): Promise<void> {
  await trx.raw(
    `with ${orderState(plan)},
     reopened as (delete from completed_orders r using order_state s where s.serial_key = r.serial_key and s.known and not s.shipped)
     insert into completed_orders (serial_key, serial_number, delivery_date, casting_date, completed_on, dated, seen_on)
     select serial_key, serial_number, delivery_date, casting_date,
       case when :deleted and kept then kept_on when :deleted then :today::date else completed_on end, dated, said_on
     from order_state where known and shipped
     on conflict (serial_key) do update set serial_number = excluded.serial_number, delivery_date = excluded.delivery_date,
       casting_date = excluded.casting_date, completed_on = excluded.completed_on, dated = excluded.dated, seen_on = excluded.seen_on, gone_on = null
     where (completed_orders.delivery_date, completed_orders.casting_date, completed_orders.completed_on, completed_orders.dated, completed_orders.seen_on, completed_orders.gone_on)
       is distinct from (excluded.delivery_date, excluded.casting_date, excluded.completed_on, excluded.dated, excluded.seen_on, null::date)`,
    { today, deleted },
  );
}

/**
 * Notes the open orders that are about to be deleted, all or one, as far as they are cast: they may be closed ones, which the next file of orders lacks. No file
 * has ever known the provisional ones.
 */
export async function noteGone(trx: Knex.Transaction, plan: Plan, today: PlantDate, order: number | null): Promise<void> {
  await trx.raw(
    `with ${orderState(plan)}
     insert into completed_orders (serial_key, serial_number, delivery_date, casting_date, gone_on)
     select serial_key, serial_number, delivery_date, casting_date, :today::date from order_state
     where not shipped and casting_date < :today::date and (:order::bigint = id or :order::bigint is null)
       and not ${holdsDay('order_state.id')}
     on conflict (serial_key) do nothing`,
    { today, order },
  );
}

/** A file of orders has come: what was deleted while open and did not come back was closed by the core system on that day. */
export async function closeGone(trx: Knex.Transaction): Promise<void> {
  await trx.raw(
    `delete from completed_orders r where completed_on is null and exists (select 1 from orders o where o.serial_key = r.serial_key)`,
  );
  await trx.raw('update completed_orders set completed_on = gone_on where completed_on is null');
}

/** A file of castings has come: what it says of orders that are kept already, by their keys, corrects them. */
export async function correctCastings(trx: Knex.Transaction, orders: readonly string[]): Promise<void> {
  await trx.raw(
    `update completed_orders r set casting_date = c.casting_date
     from (select o.serial_key, min(c.casting_date) as casting_date from castings c join lots l on l.id = c.lot_id join orders o on o.id = l.order_id
       where o.serial_key = any(?::text[]) group by 1) c
     where r.serial_key = c.serial_key and r.completed_on is not null and r.casting_date is distinct from c.casting_date`,
    bound([orders]),
  );
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
export async function shippedDays(
  db: Db,
  plan: Plan,
  [from, to]: readonly [PlantDate, PlantDate],
  today: PlantDate,
): Promise<ShippedDay[]> {
  const { rows } = await db.raw(
    `with ${completed(plan)}
     select completed_on as day, count(*)::integer as shipped, count(delivery_date)::integer as due,
       (count(*) filter (where delivery_date is not null and late_days = 0))::integer as on_time, sum(late_days)::integer as late_days,
       count(casting_date)::integer as flowed, coalesce(sum(greatest(0, completed_on - casting_date)), 0)::integer as flow_days
     from completed where completed_on between :from::date and :to::date group by completed_on order by completed_on`,
    { today, from, to },
  );
  return rows;
}
