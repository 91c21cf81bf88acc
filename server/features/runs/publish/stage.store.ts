import type { Knex } from 'knex';
import { instantOfMinutes } from '../../../domain/ground/plant-time.ts';
import type { Outcome } from '../../../scheduling/index.ts';

/** Rows per statement: a few hundred kilobytes of JSON each. */
const CHUNK = 5_000;

/** The tables that a plan is laid into beside the one that stands; they end with the transaction. */
const STAGED = {
  planned: `position integer, order_task_id bigint, entry_id bigint, lot_id bigint, task_id bigint, task_sort integer, facility_id bigint, unit integer,
    outsourced boolean, finished boolean, moved_by text, start_at timestamptz, end_at timestamptz`,
  planned_runs: `position integer, facility_id bigint, unit integer, temperature numeric, retention_time numeric, cooling_method text, cooling_time numeric,
    run_start timestamptz, run_end timestamptz`,
  planned_members: 'run integer, entry integer, pieces integer, weight numeric, volume numeric',
} as const;
type Staged = keyof typeof STAGED;

/** A plan as it is written: bars, furnace runs and their members, by their positions. */
export interface PlanRows {
  entries: readonly object[];
  runs: readonly object[];
  members: readonly object[];
}

/** What of an outcome is written. */
export const planRows = ({ entries, runs }: Outcome): PlanRows => ({
  entries: entries.map(({ start_minutes, end_minutes, run: _run, ...entry }, position) => ({
    ...entry,
    position,
    start_at: instantOfMinutes(start_minutes),
    end_at: instantOfMinutes(end_minutes),
  })),
  runs: runs.map(({ start_minutes, end_minutes, members: _members, ...run }, position) => ({
    ...run,
    position,
    run_start: instantOfMinutes(start_minutes),
    run_end: instantOfMinutes(end_minutes),
  })),
  members: runs.flatMap((run, position) => run.members.map((member) => ({ ...member, run: position }))),
});

async function create(trx: Knex.Transaction, table: Staged): Promise<void> {
  await trx.raw(`drop table if exists ${table}`);
  await trx.raw(`create temporary table ${table} (${STAGED[table]}) on commit drop`);
}

async function fill(trx: Knex.Transaction, table: Staged, rows: readonly object[]): Promise<void> {
  await create(trx, table);
  for (let from = 0; from < rows.length; from += CHUNK)
    await trx.raw(`insert into ${table} select * from jsonb_to_recordset(?::jsonb) as row (${STAGED[table]})`, [
      JSON.stringify(rows.slice(from, from + CHUNK)),
    ]);
  await trx.raw(`analyze ${table}`);
}

/** Lays a plan beside the one that stands. */
export async function stage(trx: Knex.Transaction, { entries, runs, members }: PlanRows): Promise<void> {
  await fill(trx, 'planned', entries);
  await fill(trx, 'planned_runs', runs);
  await fill(trx, 'planned_members', members);
}

const KEPT_AS: Record<Staged, keyof PlanRows> = { planned: 'entries', planned_runs: 'runs', planned_members: 'members' };

/** Lays a plan beside the one that stands that a run has kept. */
export async function stageKept(trx: Knex.Transaction, jobId: number, id: number): Promise<void> {
  for (const table of Object.keys(STAGED) as Staged[]) {
    await create(trx, table);
    await trx.raw(
      `insert into ${table} select row.* from run_alternatives a, jsonb_to_recordset(a.${KEPT_AS[table]}) as row (${STAGED[table]})
       where a.job_id = ? and a.id = ?`,
      [jobId, id],
    );
    await trx.raw(`analyze ${table}`);
  }
}
