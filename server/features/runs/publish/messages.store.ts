import type { Knex } from 'knex';
import { bound } from '../../../db/bound.ts';
import { PARTNER_JOIN, PARTNER_NAME } from '../../../db/sql/partner.ts';
import type { Db } from '../../../db/types.ts';
import type { RunMessage } from './messages.ts';

/** Messages per statement. */
const CHUNK = 5_000;

/** Whether it is put into words what a run says of a plan. */
export const hasMessages = async (db: Db, planId: number): Promise<boolean> =>
  (await db('schedule_messages').where('plan_id', planId).first('id')) !== undefined;

/** Keeps what is said of a plan, in its order, instead of what was; its run may be gone. */
export async function replaceMessages(
  trx: Knex.Transaction,
  { job, plan }: { job: number | null; plan: number },
  messages: readonly RunMessage[],
): Promise<void> {
  await trx('schedule_messages').where('plan_id', plan).delete();
  for (let from = 0; from < messages.length; from += CHUNK)
    await trx.raw(
      `insert into schedule_messages (job_id, plan_id, position, level, code, message, order_id, task_id, facility_id, order_task_ids, order_ids, cause)
       select (select id from jobs where id = ?), ?, position, level, code, message, order_id, task_id, facility_id, order_task_ids, order_ids, cause from jsonb_to_recordset(?::jsonb)
         as row (position integer, level text, code text, message text, order_id bigint, task_id bigint, facility_id bigint, order_task_ids bigint[], order_ids bigint[],
         cause text)`,
      [job, plan, JSON.stringify(messages.slice(from, from + CHUNK).map((message, index) => ({ ...message, position: from + index })))],
    );
}

/** Names of the partners of these order tasks, by their ids. */
export async function partnerNames(db: Knex, orderTasks: readonly number[]): Promise<Map<number, string>> {
  if (orderTasks.length === 0) return new Map();
  const { rows } = await db.raw(
    `select ot.id, ${PARTNER_NAME} as name from order_tasks ot ${PARTNER_JOIN} where ot.id = any(?::bigint[])`,
    bound([orderTasks]),
  );
  return new Map((rows as { id: number; name: string | null }[]).flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

/** Says what the run moved: not said again by a run that moved nothing. */
const MOVED_CODE = 'I306';

/** Gives a run that changed nothing the messages of the plan that stands, all but what the run before had moved. */
export async function repeatMessages(trx: Knex.Transaction, { job, plan }: { job: number; plan: number }): Promise<void> {
  await trx('schedule_messages').where({ plan_id: plan, code: MOVED_CODE }).delete();
  await trx('schedule_messages').where({ plan_id: plan }).update({ job_id: job });
}

/** Keeps a plan that broke a rule, with what it was made from, for replay. */
export async function keepFailedProblem(db: Db, jobId: number, problem: object, violations: readonly object[]): Promise<void> {
  await db('failed_problems').insert({ job_id: jobId, problem: JSON.stringify(problem), violations: JSON.stringify(violations) });
}
