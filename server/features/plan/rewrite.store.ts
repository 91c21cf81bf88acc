import type { Knex } from 'knex';
import { announce } from '../../db/events.ts';
import { lockPlan, type Plan } from '../../db/plan.ts';
import { notFound } from '../../domain/ground/errors.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import type { Outcome, PlanMessage } from '../../scheduling/index.ts';
import { mergeStaged, type Published } from './merge.store.ts';
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

/** Writes what was planned over a scenario that is laid out, in the caller's transaction, and gives what that did to its bars. Throws not found where it was closed or deleted meanwhile. */
export async function rewriteScenario(
  trx: Knex.Transaction,
  plan: Plan,
  outcome: Outcome,
  { prints, lastTap, said, premises }: Made,
): Promise<Published> {
  const row = await lockPlan(trx, plan);
  if (row?.kind !== 'scenario') throw notFound(databaseTexts.notFound);
  await stage(trx, planColumns(outcome));
  const written = await mergeStaged(trx, plan, { messages: said.messages, lastTap, before: row.base_id });
  await trx('plans')
    .where('id', row.id)
    .update({
      said: JSON.stringify({ ...said, premises }),
      figures: JSON.stringify({ moved_orders: written.moved.orders, moved_entries: written.moved.count }),
      input_prints: JSON.stringify(prints),
      published_at: trx.fn.now(),
      edited_at: null,
      marked_at: null,
      version: trx.raw('version + 1'),
    });
  await keepFiguresNow(trx, plan);
  await pack(trx, plan, row.id);
  await announce(trx, { kind: 'schedule', plan: row.id, entries: null, orders: null });
  return written;
}
