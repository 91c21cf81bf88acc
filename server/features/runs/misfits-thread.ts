import { parentPort, workerData } from 'node:worker_threads';
import { openShared, type Place } from '../../db/share.ts';
import { dayNumber, type PlantDate } from '../../domain/plant-time.ts';
import { fixedFaults, readProblem } from '../../scheduling/index.ts';
import { beforeAll, DAY_MINUTES } from './bar-faults.service.ts';
import { loadRows } from './load-rows.ts';
import { countPlacedByRun, publishedId } from './misfits.store.ts';
import { settingsInForce } from './plan-settings.ts';

/** What the thread is started with; plain data. */
export interface MisfitsAsked {
  connection: Place;
  today: PlantDate;
  now_ms: number;
}

/**
 * Reads the whole plan as if all of it were fixed and says how many bars that a run put where they stand, still to begin, break a rule there: off the event loop,
 * for 10,000 bars are read for a second or more.
 */
const { connection, today, now_ms } = workerData as MisfitsAsked;
const LIMITS = { statementSeconds: 60, lockSeconds: 10 };

const db = openShared(connection, LIMITS);
try {
  const rows = await loadRows(db, await publishedId(db));
  const ids = new Set<number>();
  if (rows.plan_entries.length > 0) {
    const now = beforeAll(rows);
    const fixed = rows.plan_entries.map((entry) => ({ ...entry, locked: true }));
    const heard = Math.max(now, dayNumber(today) * DAY_MINUTES);
    const { problem } = readProblem({ ...rows, plan_entries: fixed }, await settingsInForce(db), now, undefined, heard);
    for (const { bars } of fixedFaults(problem)) for (const { entry_id } of bars) ids.add(entry_id);
  }
  parentPort?.postMessage(await countPlacedByRun(db, [...ids], new Date(now_ms).toISOString()));
} finally {
  await db.destroy();
}
