import type { Knex } from 'knex';
import type { components } from '../../../contract/types.ts';
import { bound } from '../../../db/bound.ts';
import { newestCompleteRun } from '../../../db/sql/newest-run.ts';
import { PUBLISHED, UNTOUCHED } from '../../../db/sql/published.ts';
import type { Db } from '../../../db/types.ts';
import type { Outcome, PlanMessage } from '../../../scheduling/index.ts';
import type { RunStatistics } from '../runs.store.ts';
import type { PlanRows } from './stage.store.ts';

/** The figures of a plan that a run offers. */
export type OfferedPlan = components['schemas']['RunAlternative'];

/** What a run says about one of its plans: why orders are late, its figures, and the days that each order would gain without frozen days (`gains`). */
export interface Said {
  /** The messages about the data come first, then the messages about the plan. */
  messages: readonly PlanMessage[];
  late: Outcome['late'];
  figures: Outcome['figures'];
  score: object;
  gains: readonly (readonly [order_id: number, days: number])[];
}

/** Replaces the kept plans by the plans that this run offers, under their numbers. Expects the bars of the published plan to be written. */
export async function keepAlternatives(
  trx: Knex.Transaction,
  jobId: number,
  plans: readonly { id: number; rows: PlanRows; said: Said }[],
): Promise<void> {
  await trx('run_alternatives').delete();
  for (const { id, rows, said } of plans)
    await trx('run_alternatives').insert({
      ...{ job_id: jobId, id, entries: JSON.stringify(rows.entries), runs: JSON.stringify(rows.runs) },
      ...{ members: JSON.stringify(rows.members), said: JSON.stringify(said) },
    });
  await trx.raw(
    `with placed as (
       select a.id as alternative, bar.* from run_alternatives a, jsonb_to_recordset(a.entries) as bar
         (order_task_id bigint, entry_id bigint, facility_id bigint, start_at timestamptz, end_at timestamptz, finished boolean)
       where a.job_id = :job and not bar.finished),
     barred as (
       select p.*, e.id as plan_entry_id from placed p join plan_entries e on e.id = coalesce(p.order_task_id, p.entry_id) where e.plan_id = ${PUBLISHED})
     insert into run_alternative_places (job_id, alternative, plan_entry_id, facility_id, start_at, end_at)
     select :job, alternative, plan_entry_id, facility_id, start_at, end_at from barred
     where plan_entry_id in (select plan_entry_id from barred group by plan_entry_id having count(distinct (start_at, end_at, facility_id)) > 1)`,
    { job: jobId },
  );
}

/** Gives what a run said about one of its plans; undefined: the plan is no longer kept. */
export const saidOf = async (db: Db, jobId: number, id: number): Promise<Said | undefined> =>
  (await db('run_alternatives').where({ job_id: jobId, id }).first('said'))?.said;

/** Gives the newest complete run of the scheduler: its job, statistics and frozen days; undefined: none has completed yet. */
export async function newestOffer(
  db: Db,
): Promise<{ job: number; statistics: RunStatistics; settings: { frozen_days?: number } } | undefined> {
  const { rows } = await db.raw(
    `select id as job, statistics, coalesce(payload -> 'settings', '{}') as settings from jobs
     where id = ${newestCompleteRun()}`,
  );
  return rows[0];
}

/** Whether the published plan is as its run wrote it: nobody has changed a bar, and the shop floor has reported nothing. */
export const isUntouched = async (db: Db): Promise<boolean> => (await db.raw(`select ${UNTOUCHED} as untouched`)).rows[0].untouched;

/** Gives the kept plans to another run, one that left the plan unchanged. `jobId` is its job. */
export async function inheritAlternatives(trx: Knex.Transaction, jobId: number): Promise<void> {
  await trx('run_alternatives').update({ job_id: jobId });
}

/**
 * Whether two things hold: every bar of the published plan stands where the staged plan has it, and no bar is held (locked, or marked on the shop
 * floor) that the plan numbered `other` of the run `jobId` has elsewhere. Expects the bars of the staged plan to be matched.
 */
export async function standsAsStaged(trx: Knex.Transaction, jobId: number, other: number): Promise<boolean> {
  const { rows } = await trx.raw(
    `select not exists (
         select 1 from planned p left join plan_entries e on e.id = p.entry_id and e.plan_id = ${PUBLISHED}
         where not p.finished and (e.start_at, e.end_at, e.facility_id) is distinct from (p.start_at, p.end_at, p.facility_id))
       and not exists (
         select 1 from run_alternative_places t join plan_entries e on e.id = t.plan_entry_id and e.plan_id = ${PUBLISHED}
         where t.job_id = ? and t.alternative = ?
           and (e.locked or exists (select 1 from actuals a where a.order_task_id = e.id and a.marked))
           and (e.start_at, e.end_at, e.facility_id) is distinct from (t.start_at, t.end_at, t.facility_id)) as stands`,
    bound([jobId, other]),
  );
  return rows[0].stands;
}

/** Writes the statistics and the report of a run anew, once another of its plans is published. */
export async function restate(trx: Knex.Transaction, jobId: number, statistics: RunStatistics, report: object): Promise<void> {
  await trx('jobs')
    .where({ id: jobId })
    .update({ statistics: JSON.stringify(statistics) });
  await trx('run_reports')
    .where({ job_id: jobId })
    .update({ report: trx.raw('report || ?::jsonb', [JSON.stringify(report)]) });
}
