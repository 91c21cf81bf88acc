import type { Knex } from 'knex';
import type { components } from '../../../contract/types.ts';
import type { Plan, PlanRow } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import type { Outcome, PlanMessage } from '../../../scheduling/index.ts';
import type { RunStatistics } from '../runs.store.ts';

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

/** Gives what the run of a plan said about it; undefined where nothing is kept of that. */
export const saidOf = async (db: Db, plan: Plan): Promise<Said | undefined> =>
  (await db('plans').where('layer', plan).first('said'))?.said ?? undefined;

/** Gives the statistics of a run; undefined: the run is gone. */
export const statisticsOfJob = async (db: Db, jobId: number | null): Promise<RunStatistics | undefined> =>
  (await db('jobs').where('id', jobId).first('statistics'))?.statistics ?? undefined;

/** Gives the plans that a run has made to another run, one that left the published plan unchanged, which is the plan before of all of them. `jobId` is its job. */
export async function inheritPlans(trx: Knex.Transaction, { id, job_id }: Pick<PlanRow, 'id' | 'job_id'>, jobId: number): Promise<void> {
  await trx('plans')
    .where('id', id)
    .orWhere((query) => query.where('kind', 'candidate').whereNotNull('job_id').where('job_id', job_id))
    .update({ job_id: jobId, base_id: id });
}

/** Keeps the fingerprint of the next run with a plan, where it is still the one that was published at that moment. */
export async function keepFingerprint(db: Db, plan: Plan, published_at: string, fingerprint: string): Promise<void> {
  await db('plans').where('layer', plan).whereRaw('published_at = ?::timestamptz', [published_at]).update({ fingerprint });
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
