import type { Plan } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import { completed } from './completion.store.ts';

/** A day that was held and became a real order, and the day on which that was shipped; null: not yet. */
export interface PromisedOrder {
  promise_id: number;
  order_id: number | null;
  serial_number: string;
  product_code: string;
  product_name: string;
  promised_on: PlantDate;
  shipped_on: PlantDate | null;
}

/** The days of a range on which a real order was promised, the newest first; shipped as 納期遵守率 says it. An order that was deleted is known by its serial number. */
export async function promisedOrders(
  db: Db,
  plan: Plan,
  [from, to]: readonly [PlantDate, PlantDate],
  today: PlantDate,
): Promise<PromisedOrder[]> {
  const { rows } = await db.raw(
    `with ${completed(plan)}
     select k.promise_id, o.id as order_id, k.serial_number, coalesce(p.product_code, '') as product_code, coalesce(p.product_name, '') as product_name,
       k.promised_on, c.completed_on as shipped_on
     from kept_promises k left join products p on p.id = k.product_id left join orders o on o.serial_key = code_fold(k.serial_number)
       left join completed c on c.serial_key = code_fold(k.serial_number)
     where k.state = 'fulfilled' and k.promised_on between :from::date and :to::date order by k.promised_on desc, k.id desc`,
    { today, from, to },
  );
  return rows;
}

/** Nobody is told a day that is further away. */
const FARTHEST = '3 years';

/** How many days of a range were answered to a line of a question, and how many of them were held, whatever became of that. */
export async function promisedLines(db: Db, [from, to]: readonly [PlantDate, PlantDate]): Promise<{ answered: number; held: number }> {
  const { rows } = await db.raw(
    `select (select count(*)::integer from promises p cross join lateral jsonb_array_elements(p.answers) as answer
         where p.asked_at >= :from::date - interval '${FARTHEST}' and (answer ->> 'date')::date between :from::date and :to::date) as answered,
       (select count(distinct (promise_id, line))::integer from kept_promises where promised_on between :from::date and :to::date) as held`,
    { from, to },
  );
  return rows[0];
}
