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

/** Keeps what a run is to be held against, instead of the plan as it will find it. */
export async function keepBaseline(db: Db, jobId: number, baseline: Baseline): Promise<void> {
  await db('run_baselines')
    .insert({ job_id: jobId, baseline: JSON.stringify(baseline) })
    .onConflict('job_id')
    .ignore();
}

/** What is kept for a run; undefined: the plan as it finds it. */
export const keptBaseline = async (db: Db, jobId: number): Promise<Baseline | undefined> =>
  (await db('run_baselines').where({ job_id: jobId }).first('baseline'))?.baseline;
