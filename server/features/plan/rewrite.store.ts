import type { Knex } from 'knex';
import { announce } from '../../db/events.ts';
import { lockPlan, type Plan } from '../../db/plan.ts';
import { notFound } from '../../domain/ground/errors.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import type { Outcome, PlanMessage } from '../../scheduling/index.ts';
import { mergeStaged } from './merge.store.ts';
import { keepFiguresNow } from './open.store.ts';
import { pack, planColumns, stage } from './stage.store.ts';

/** What a scenario was planned from, and what is said of it. */
interface Made {
  prints: object;
  lastTap: number;
  said: { messages: readonly PlanMessage[] };
  /** In sentences. */
  premises: readonly string[];
}

/** Writes what was planned over a scenario that is laid out, in the caller's transaction. Throws not found where it was closed or deleted meanwhile. */
export async function rewriteScenario(
  trx: Knex.Transaction,
  plan: Plan,
  outcome: Outcome,
  { prints, lastTap, said, premises }: Made,
): Promise<void> {
  const row = await lockPlan(trx, plan);
  if (row?.kind !== 'scenario') throw notFound(databaseTexts.notFound);
  await stage(trx, planColumns(outcome));
  const { moved } = await mergeStaged(trx, plan, { messages: said.messages, lastTap, before: row.base_id });
  await trx('plans')
    .where('id', row.id)
    .update({
      said: JSON.stringify({ ...said, premises }),
      figures: JSON.stringify({ moved_orders: moved.orders, moved_entries: moved.count }),
      input_prints: JSON.stringify(prints),
      published_at: trx.fn.now(),
      edited_at: null,
      marked_at: null,
      version: trx.raw('version + 1'),
    });
  // What was said of it before is said anew when somebody looks.
  await trx('schedule_messages').where('plan_id', row.id).delete();
  await keepFiguresNow(trx, plan);
  await pack(trx, plan, row.id);
  await announce(trx, { kind: 'schedule', plan: row.id, entries: null, orders: null });
}
