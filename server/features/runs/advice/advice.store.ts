import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import { PARTNER_JOIN, PARTNER_NAME } from '../../../db/sql/partner.ts';
import type { Db } from '../../../db/types.ts';

/** By how many days a plan ends an order late (0: it is not, or not open); undefined: there is no such order. */
export async function lateDaysOf(db: Db, plan: Plan, orderId: number): Promise<number | undefined> {
  const { rows } = await db.raw(
    `select coalesce(case when s.open then s.late_days end, 0) as late_days from orders o left join order_states s on s.order_id = o.id and s.layer = ${plan}
     where o.id = ?`,
    [orderId],
  );
  return rows[0]?.late_days;
}

/** As what a plan stands since it was last changed: by a run, by hand, by the shop floor. */
export async function planPrint(db: Db, plan: Plan): Promise<string> {
  const { rows } = await db.raw(
    `select jsonb_build_array(id, version, published_at, edited_at, marked_at)::text as print from plans where layer = ${plan}`,
  );
  return rows[0].print;
}

/** The partner of an order task; null: none is named. */
export async function partnerOfTask(db: Db, orderTaskId: number): Promise<string | null> {
  const { rows } = await db.raw(
    `select ${PARTNER_NAME} as name from order_tasks ot ${PARTNER_JOIN} where ot.id = any(?::bigint[])`,
    bound([[orderTaskId]]),
  );
  return rows[0]?.name ?? null;
}
