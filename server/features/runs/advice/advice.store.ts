import type { Db } from '../../../db/types.ts';

/** By how many days the published plan ends an order late (0: it is not, or not open); undefined: there is no such order. */
export async function lateDaysOf(db: Db, orderId: number): Promise<number | undefined> {
  const { rows } = await db.raw(
    `select coalesce(case when s.open then s.late_days end, 0) as late_days from orders o left join order_states s on s.order_id = o.id
     where o.id = ?`,
    [orderId],
  );
  return rows[0]?.late_days;
}
