import { PUBLISHED } from './bar.ts';

/** SQL: the day on which the last bar of a row of `orders` ends; an end of 00:00 belongs to the day before. */
const LAST_DAY = `(select (max(plan_entries.end_at) - interval '1 minute')::date from lots join plan_entries on plan_entries.lot_id = lots.id
  and plan_entries.plan_id = ${PUBLISHED} where lots.order_id = orders.id)`;

/** SQL: the day on which a row of `orders` ships. Nobody knows it while an open task of the order is not planned. */
export const SHIPPING_DATE = `case when exists (select 1 from lots join order_tasks on order_tasks.lot_id = lots.id
    where lots.order_id = orders.id and not order_tasks.received and not exists (select 1 from plan_entries
      where plan_entries.order_task_id = order_tasks.id and plan_entries.plan_id = ${PUBLISHED}))
  then null else ${LAST_DAY} end`;

/** SQL: by how many days the last bar of a row of `orders` misses its delivery date. */
export const LATE_DAYS = `greatest(0, coalesce(${LAST_DAY} - orders.delivery_date, 0))`;
