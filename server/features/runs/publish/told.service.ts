import type { Knex } from 'knex';
import { announce } from '../../../db/events.ts';
import { lockPlan, type Plan, type PlanRow, rowOf } from '../../../db/plan.ts';
import { toInstant } from '../../../domain/ground/plant-time.ts';
import { planOf } from '../../plan/plan.service.ts';
import { allMoved, type Published } from '../../plan/publish.service.ts';
import { lateNow } from '../story/report.service.ts';
import { hasMessages, partnerNames, replaceMessages } from './messages.store.ts';
import { blamesPartner, messagesOf } from './messages.ts';
import { type Said, saidOf } from './said.store.ts';

/** What was written, as far as it is said. */
type Written = Pick<Published, 'vanished'> & { moved: Pick<Published['moved'], 'count' | 'entries'> };

/** Puts into words what is said of a plan that is laid out, in place of what was, and gives its late orders, how many they are and their days. */
export async function putIntoWords(
  trx: Knex.Transaction,
  { id, job_id, plan }: Pick<PlanRow, 'id' | 'job_id'> & { plan: Plan },
  { messages, figures }: Said,
  { vanished, moved }: Written,
): Promise<{ late: Awaited<ReturnType<typeof lateNow>>; late_orders: number; late_days: number }> {
  const blamed = messages.filter(blamesPartner).flatMap(({ order_task_ids }) => order_task_ids);
  const partners = await partnerNames(trx, blamed);
  const late = await lateNow(trx, plan);
  const lateness = { late_orders: late.length, late_days: late.reduce((sum, { late_days }) => sum + late_days, 0) };
  await replaceMessages(trx, { job: job_id, plan: id }, messagesOf(messages, figures, { vanished, moved, partners, ...lateness }));
  return { late, ...lateness };
}

/** The id of a plan that has been put into words: one that is only offered is so when somebody looks at it. */
export async function toldPlan(db: Knex, plan: Plan): Promise<number> {
  const { id, base_id } = await rowOf(db, plan);
  if (await hasMessages(db, id)) return id;
  const before = base_id === null ? undefined : await planOf(db, base_id);
  await db.transaction(async (trx) => {
    const said = await saidOf(trx, plan);
    const row = said && (await lockPlan(trx, plan));
    // Who looks at the same time has told it.
    if (!said || !row || (await hasMessages(trx, id))) return;
    const moves = before === undefined ? [] : await allMoved(trx, plan, before);
    const entries = moves
      .slice(0, 1)
      .map((move) => ({ ...move, old_start: toInstant(move.old_start), new_start: toInstant(move.new_start) }));
    await putIntoWords(trx, { ...row, plan }, said, { vanished: 0, moved: { count: moves.length, entries } });
    await announce(trx, { kind: 'schedule', plan: id, entries: null, orders: null });
  });
  return id;
}
