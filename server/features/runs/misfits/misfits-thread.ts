import { parentPort, workerData } from 'node:worker_threads';
import type { Knex } from 'knex';
import { openShared, type Place } from '../../../db/share.ts';
import type { Conflict } from '../../../domain/bars/conflicts.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import { fixedConflicts } from '../../../scheduling/index.ts';
import { settingsInForce } from '../ask/plan-settings.service.ts';
import { inSnapshot, loadRows } from '../work/load-rows.ts';
import { readInPlace } from './bar-rules.service.ts';
import { type MisfitBar, placedByHand, publishedId } from './misfits.store.ts';

/** What the thread is started with; plain data. */
export interface MisfitsTask {
  connection: Place;
  today: PlantDate;
}

/**
 * Reads the whole plan as if all of it were fixed and gives the bars that break a rule where they stand. A thread of its own, because
 * 10,000 bars are read for a second or more. Unfinished bars that were moved by hand are left out, so that nobody's move is the cause.
 */
const { connection, today } = workerData as MisfitsTask;
const LIMITS = { statementSeconds: 60, lockSeconds: 10 };

const db = openShared(connection, LIMITS);
try {
  parentPort?.postMessage(await inSnapshot(db, misfitBars));
} finally {
  await db.destroy();
}

async function misfitBars(trx: Knex.Transaction): Promise<MisfitBar[]> {
  const planId = await publishedId(trx);
  const rows = await loadRows(trx, planId);
  const byHand = await placedByHand(trx);
  const bars = rows.plan_entries.filter(({ id, received_locked }) => received_locked || !byHand.has(id));
  if (bars.length === 0) return [];
  const fixed = bars.map((entry) => ({ ...entry, locked: true }));
  const problem = readInPlace({ ...rows, plan_entries: fixed }, await settingsInForce(trx), today);
  const broken = new Map<number, Conflict[]>();
  for (const { conflict, bars } of fixedConflicts(problem)) {
    for (const { entry_id } of bars) broken.set(entry_id, [...(broken.get(entry_id) ?? []), conflict]);
  }
  return bars.flatMap(({ id, start_at, end_at, facility_id }) => {
    const conflicts = broken.get(id);
    return conflicts ? [{ id, start_at, end_at, facility_id, conflicts }] : [];
  });
}
