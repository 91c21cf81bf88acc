import type { Knex } from 'knex';
import { type Published, publishStaged } from '../../server/features/runs/publish/publish.store.ts';
import { planRows, stage } from '../../server/features/runs/publish/stage.store.ts';
import type { Outcome } from '../../server/scheduling/index.ts';

/** Writes an outcome into a plan, as a run that read it at a moment does. */
export async function publishOutcome(trx: Knex.Transaction, planId: number, outcome: Outcome, lastTap?: number): Promise<Published> {
  await stage(trx, planRows(outcome));
  return publishStaged(trx, planId, outcome.messages, lastTap === undefined ? {} : { lastTap });
}
