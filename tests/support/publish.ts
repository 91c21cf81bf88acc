import type { Knex } from 'knex';
import { lockPlan, PUBLISHED } from '../../server/db/plan.ts';
import { mergeStaged, type Published, planColumns, stage } from '../../server/features/plan/publish.service.ts';
import type { Outcome } from '../../server/scheduling/index.ts';

/** Writes an outcome into the published plan, as a run that read it at a moment does; without the newest tap that it has read as one that has read all of them. */
export async function publishOutcome(trx: Knex.Transaction, outcome: Outcome, lastTap?: number): Promise<Published> {
  await lockPlan(trx, PUBLISHED);
  await stage(trx, planColumns(outcome));
  const newest = (await trx('work_taps').max('id as id').first())?.id ?? 0;
  return mergeStaged(trx, PUBLISHED, { messages: outcome.messages, lastTap: lastTap ?? newest, before: 'standing' });
}
