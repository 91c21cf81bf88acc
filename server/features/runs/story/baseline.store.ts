import type { Knex } from 'knex';
import type { Db } from '../../../db/types.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import type { PlanFigures } from '../../figures/figures.service.ts';
import type { ReportedOrder } from './report.store.ts';

/** A plan as it stands at one moment, for what is told of it as before and after. */
export interface Baseline {
  /** Late orders, the latest first. */
  late: ReportedOrder[];
  /** On which day each order ends that is not delivered. */
  ends: [order_id: number, end_date: PlantDate][];
  figures: PlanFigures;
}

/** Keeps with a plan how it stood when its place was taken, or when a run left it as it was: what came of that is held against it. */
export async function keepStood(trx: Knex.Transaction, planId: number, stood: Baseline): Promise<void> {
  await trx('plans')
    .where({ id: planId })
    .update({ stood: JSON.stringify(stood) });
}

/** How the plan with this id stood then; null: there was none, or nothing is kept of it. */
export const stoodOf = async (db: Db, planId: number | null): Promise<Baseline | null> =>
  (await db('plans').where({ id: planId }).first('stood'))?.stood ?? null;

/** How the plan stood before the night that asked for this run began; undefined: none did. What its imports said since is a change of the night. */
export const stoodInTheEvening = async (db: Db, jobId: number): Promise<Baseline | undefined> =>
  (await db('nights').where({ run_job_id: jobId, run_settled: true }).orderBy('id', 'desc').first('baseline'))?.baseline ?? undefined;
