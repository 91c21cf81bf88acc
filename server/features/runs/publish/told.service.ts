import type { Knex } from 'knex';
import { lockPlan, type Plan, rowOf } from '../../../db/plan.ts';
import { toInstant } from '../../../domain/ground/plant-time.ts';
import { planOf } from '../../plan/plan.service.ts';
import { allMoved } from '../../plan/publish.service.ts';
import { lateNow } from '../story/report.service.ts';
import { hasMessages, partnerNames, replaceMessages } from './messages.store.ts';
import { blamesPartner, messagesOf } from './messages.ts';
import { saidOf } from './said.store.ts';

/** The id of a plan, whose run has put into words what it says of it: a plan that is only offered, or planned to try things, is told of when somebody looks at it. */
export async function toldPlan(db: Knex, plan: Plan): Promise<number> {
  const { id, job_id, base_id, kind } = await rowOf(db, plan);
  const isTold = kind === 'candidate' || kind === 'scenario';
  if (!isTold || job_id === null || (await hasMessages(db, id))) return id;
  const before = base_id === null ? undefined : await planOf(db, base_id);
  await db.transaction(async (trx) => {
    const said = await saidOf(trx, plan);
    // Who looks at the same time has told it.
    if (!said || !(await lockPlan(trx, plan)) || (await hasMessages(trx, id))) return;
    const { messages, figures } = said;
    const late = await lateNow(trx, plan);
    const moves = before === undefined ? [] : await allMoved(trx, plan, before);
    const entries = moves
      .slice(0, 1)
      .map((move) => ({ ...move, old_start: toInstant(move.old_start), new_start: toInstant(move.new_start) }));
    const blamed = messages.filter(blamesPartner).flatMap(({ order_task_ids }) => order_task_ids);
    const found = {
      vanished: 0,
      moved: { count: moves.length, entries },
      partners: await partnerNames(trx, blamed),
      late_orders: late.length,
      late_days: late.reduce((sum, { late_days }) => sum + late_days, 0),
    };
    await replaceMessages(trx, { job: job_id, plan: id }, messagesOf(messages, figures, found));
  });
  return id;
}
