import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import type { Plan } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import type { Instant } from '../../domain/ground/plant-time.ts';

/** What a proposal says of itself: its sentence, and days late before and after. */
interface Proposed {
  text: string;
  late_days: [number, number];
}

/** Keeps that a scenario was made of a proposal. */
export async function keepProposed(trx: Knex.Transaction, id: number, proposal: Proposed): Promise<void> {
  await trx('plans')
    .where({ id })
    .update({ proposal: JSON.stringify(proposal) });
}

/** Notes how late orders are by the plan that lies there now, before the one with this id takes its place: only where that was made of a proposal, and lies there not yet. */
export async function noteStanding(trx: Knex.Transaction, plan: Plan, id: number): Promise<void> {
  await trx.raw(
    `insert into adopted_proposals (plan_id, proposal, late_before, last_order_id)
     select p.id, p.proposal,
       coalesce((select jsonb_object_agg(order_id, late_days) from order_states where layer = ${plan} and late_days > 0), '{}'),
       coalesce((select max(id) from orders), 0)
     from plans p where p.id = ? and p.proposal is not null and p.layer is distinct from ${plan}
     on conflict (plan_id) do update set late_before = excluded.late_before, last_order_id = excluded.last_order_id, adopted_at = now()`,
    [id],
  );
}

/** Forgets that a plan was adopted: that was taken back. */
export async function forgetAdopted(trx: Knex.Transaction, id: number): Promise<void> {
  await trx('adopted_proposals').where('plan_id', id).delete();
}

/** A proposal that was adopted: how many days late it promised to change, and how many the same orders have changed by what has happened and stands now. */
interface AdoptedProposal {
  text: string;
  adopted_at: Instant;
  promised_days: number;
  came_days: number;
}

/** The proposals that were adopted, the newest first. */
export async function adoptedProposals(db: Db, plan: Plan, most: number): Promise<AdoptedProposal[]> {
  const { rows } = await db.raw(
    `select a.proposal ->> 'text' as text, on_clock(a.adopted_at) as adopted_at,
       (a.proposal #>> '{late_days,1}')::integer - (a.proposal #>> '{late_days,0}')::integer as promised_days,
       (select coalesce(sum(s.late_days - coalesce((a.late_before ->> s.order_id::text)::integer, 0)), 0) from order_states s
          where s.layer = ${plan} and s.order_id <= a.last_order_id and (s.late_days > 0 or jsonb_exists(a.late_before, s.order_id::text)))::integer as came_days
     from adopted_proposals a order by a.adopted_at desc limit :most`,
    bound({ most }),
  );
  return rows;
}
