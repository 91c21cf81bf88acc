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
 * Reads the whole plan as if all of it were fixed and says which bars break a rule where they stand, but for what somebody who moved a bar has caused: off the
 * event loop, for 10,000 bars are read for a second or more.
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
  if (rows.plan_entries.length === 0) return [];
  const fixed = rows.plan_entries.map((entry) => ({ ...entry, locked: true }));
  const problem = readInPlace({ ...rows, plan_entries: fixed }, await settingsInForce(trx), today);
  const byHand = await placedByHand(trx, planId);
  const ids = new Set<number>();
  for (const { bars, others } of fixedFaults(problem)) {
    if ([...bars, ...others].some(({ entry_id }) => byHand.has(entry_id))) continue;
    for (const { entry_id } of bars) ids.add(entry_id);
  }
  return rows.plan_entries.flatMap(({ id, start_at, end_at, facility_id }) => (ids.has(id) ? [{ id, start_at, end_at, facility_id }] : []));
}
