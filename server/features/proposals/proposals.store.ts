import type { Knex } from 'knex';
import type { JobStatus } from '../../db/jobs/jobs.ts';
import type { Db } from '../../db/types.ts';
import type { TrialKind } from '../../scheduling/index.ts';
import type { PlanPremise } from '../plan/publish.service.ts';

/** A change of the plant that was tried and is worth showing; before and after: without and with it. */
export interface ProposalRow {
  premises: PlanPremise[];
  text: string;
  why: TrialKind;
  /** Late orders of which it comes. */
  late_of: number;
  late_orders: [number, number];
  late_days: [number, number];
  noise_days: number;
  /** With each of the seeds. */
  gain_days: number[];
  moved_orders: number;
  moved_entries: number;
  /** The scenario of it, once somebody has asked for it. */
  plan: number | null;
}

/** What was tried beside a plan. */
export interface Tried {
  tried: number;
  noise_days: number;
  results: ProposalRow[];
}

/** What was tried beside the plan with this id; undefined: nothing yet. */
export const triedBeside = (db: Db, plan: number): Promise<Tried | undefined> =>
  db('proposals').where('plan_id', plan).first('tried', 'noise_days', 'results');

/** The same, locked. */
export const lockTried = (trx: Knex.Transaction, plan: number): Promise<Tried | undefined> =>
  trx('proposals').where('plan_id', plan).forUpdate().first('tried', 'noise_days', 'results');

/** Keeps what was tried beside a plan, as long as the plan. */
export async function keepTried(trx: Knex.Transaction, plan: number, { results, ...counts }: Tried): Promise<void> {
  await trx.raw(
    `insert into proposals (plan_id, tried, noise_days, results) select id, :tried, :noise_days, :results from plans where id = :plan
     on conflict (plan_id) do update set tried = excluded.tried, noise_days = excluded.noise_days, results = excluded.results`,
    { plan, ...counts, results: JSON.stringify(results) },
  );
}

/** Which of these plans are scenarios that are there. */
export const scenariosOf = async (db: Db, ids: readonly number[]): Promise<Set<number>> =>
  new Set(
    await db('plans')
      .whereIn('id', [...ids])
      .where('kind', 'scenario')
      .pluck('id'),
  );

/** Where the newest job that tries changes beside a plan stands; undefined: nobody has asked. */
export const jobBeside = async (db: Db, plan: number): Promise<{ status: JobStatus; progress: number } | undefined> =>
  db('jobs')
    .where('kind', 'proposals')
    .whereRaw("payload ->> 'plan' = ?", [String(plan)])
    .orderBy('id', 'desc')
    .first('status', 'progress');
