import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import type { Knex } from 'knex';
import { openShared, type Place } from '../../../db/share.ts';
import { type Advice, advise, readForRun } from '../../../scheduling/index.ts';
import { settingsInForce } from '../ask/plan-settings.service.ts';
import { publishedId } from '../misfits/misfits.store.ts';
import { inSnapshot, loadRows } from '../work/load-rows.ts';

/** What the thread is started with; plain data. */
export interface AdviceTask {
  connection: Place;
  orderId: number;
  /** Plant minutes. */
  now: number;
}

/** What placing an order first costs the others falls for about a second; where there is more room there is little to search. */
const BUDGETS = { first: { seconds: 1 }, more: { seconds: 0.4 } };

/** Reads the published plan as a run would, and makes the plans in which an order is less late. A thread of its own: they take a second or two. */
const { connection, orderId, now } = workerData as AdviceTask;
const LIMITS = { statementSeconds: 60, lockSeconds: 10 };

const db = openShared(connection, LIMITS);
try {
  parentPort?.postMessage(await inSnapshot(db, advised));
} finally {
  await db.destroy();
}

async function advised(trx: Knex.Transaction): Promise<Advice> {
  const settings = await settingsInForce(trx);
  const { problem } = readForRun(await loadRows(trx, await publishedId(trx)), settings, now);
  const elapsed = (): number => performance.now() / 1000;
  return advise(problem, orderId, { budgets: BUDGETS, seed: 1, moving: settings.moving, elapsed });
}
