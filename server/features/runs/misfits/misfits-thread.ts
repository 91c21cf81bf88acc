import { parentPort, workerData } from 'node:worker_threads';
import type { Knex } from 'knex';
import { PUBLISHED } from '../../../db/plan.ts';
import { openShared, type Place } from '../../../db/share.ts';
import type { Conflict } from '../../../domain/bars/conflicts.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import { fixedConflicts, type PlanningRows } from '../../../scheduling/index.ts';
import { settingsInForce } from '../ask/plan-settings.service.ts';
import { inSnapshot, loadRows } from '../work/load-rows.ts';
import { readInPlace, rulesBroken } from './bar-rules.service.ts';
import { type MisfitBar, placedByHand } from './misfits.store.ts';

/** What the thread is started with; plain data. */
export interface MisfitsTask {
  connection: Place;
  today: PlantDate;
}

/**
 * Reads the whole plan as if all of it were fixed and gives the bars that break a rule where they stand. A thread of its own, because
 * 10,000 bars are read for a second or more. Unfinished bars that were moved by hand are left out, so that nobody's move is the cause; those of
 * them that no run moves are judged by the rules of their own tasks.
 */
const { connection, today } = workerData as MisfitsTask;
const LIMITS = { statementSeconds: 60, lockSeconds: 10 };

const db = openShared(connection, LIMITS);
try {
  parentPort?.postMessage(await inSnapshot(db, misfitBars));
} finally {
  await db.destroy();
}

type Entry = PlanningRows['plan_entries'][number];

async function misfitBars(trx: Knex.Transaction): Promise<MisfitBar[]> {
  const rows = await loadRows(trx, PUBLISHED);
  const byHand = await placedByHand(trx, PUBLISHED);
  const isMoved = ({ id, received_locked }: Entry): boolean => !received_locked && byHand.has(id);
  const placed = rows.plan_entries.filter((entry) => !isMoved(entry));
  const kept = rows.plan_entries.filter((entry) => isMoved(entry) && (entry.locked || entry.created_by_hand));
  const own = await rulesBroken(
    trx,
    PUBLISHED,
    kept.map(({ id }) => id),
    today,
  );
  const broken = new Map([...(await brokenAmong(trx, rows, placed)), ...own]);
  return [...placed, ...kept].flatMap(({ id, start_at, end_at, facility_id }) => {
    const conflicts = broken.get(id) ?? [];
    return conflicts.length > 0 ? [{ id, start_at, end_at, facility_id, conflicts }] : [];
  });
}

/** The rules that bars break, by their ids, were all of them fixed and nothing else there. */
async function brokenAmong(trx: Knex.Transaction, rows: PlanningRows, bars: readonly Entry[]): Promise<Map<number, Conflict[]>> {
  const broken = new Map<number, Conflict[]>();
  if (bars.length === 0) return broken;
  const fixed = bars.map((entry) => ({ ...entry, locked: true }));
  const problem = readInPlace({ ...rows, plan_entries: fixed }, await settingsInForce(trx), today);
  for (const { conflict, bars: party } of fixedConflicts(problem)) {
    for (const { entry_id } of party) broken.set(entry_id, [...(broken.get(entry_id) ?? []), conflict]);
  }
  return broken;
}
