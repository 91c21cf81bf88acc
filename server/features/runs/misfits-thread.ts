import { parentPort, workerData } from 'node:worker_threads';
import type { Knex } from 'knex';
import { openShared, type Place } from '../../db/share.ts';
import type { PlantDate } from '../../domain/plant-time.ts';
import { fixedFaults } from '../../scheduling/index.ts';
import { readInPlace } from './bar-faults.service.ts';
import { inSnapshot, loadRows } from './load-rows.ts';
import { placedByHand, publishedId, type StandingBar } from './misfits.store.ts';
import { settingsInForce } from './plan-settings.ts';

/** What the thread is started with; plain data. */
export interface MisfitsAsked {
  connection: Place;
  today: PlantDate;
}

/**
 * Reads the whole plan as if all of it were fixed and says which bars break a rule where they stand: off the event loop, for 10,000 bars are read for a second or
 * more. Without what somebody has moved and is still to do, so that what is left is caused by nobody who moved a bar.
 */
const { connection, today } = workerData as MisfitsAsked;
const LIMITS = { statementSeconds: 60, lockSeconds: 10 };

const db = openShared(connection, LIMITS);
try {
  parentPort?.postMessage(await inSnapshot(db, misfitBars));
} finally {
  await db.destroy();
}

async function misfitBars(trx: Knex.Transaction): Promise<StandingBar[]> {
  const planId = await publishedId(trx);
  const rows = await loadRows(trx, planId);
  const byHand = await placedByHand(trx, planId);
  const standing = rows.plan_entries.filter(({ id, received_locked }) => received_locked || !byHand.has(id));
  if (standing.length === 0) return [];
  const fixed = standing.map((entry) => ({ ...entry, locked: true }));
  const problem = readInPlace({ ...rows, plan_entries: fixed }, await settingsInForce(trx), today);
  const ids = new Set(fixedFaults(problem).flatMap(({ bars }) => bars.map(({ entry_id }) => entry_id)));
  return standing.flatMap(({ id, start_at, end_at, facility_id }) => (ids.has(id) ? [{ id, start_at, end_at, facility_id }] : []));
}
