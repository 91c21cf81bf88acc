import type { Knex } from 'knex';
import type { Plan } from '../../db/plan.ts';
import { keepOrderStates } from '../../db/sql/states.ts';
import { overWholeTables } from '../../db/sql/whole.ts';
import { type PlantDate, plantDate, toInstant } from '../../domain/ground/plant-time.ts';
import { rememberLoads } from '../work/work.service.ts';
import { closeGone, correctCastings, noteGone, rememberCompleted } from './completion.store.ts';
import { NO_PLAN, type PlanFigures, planFigures, saveRunFigures } from './plan.store.ts';
import { rememberWorks } from './works.store.ts';

export { correctCastings, NO_PLAN };

/** Keeps what the plant has done up to now by its plan, in the caller's transaction: before anything goes that says so. */
async function rememberPlant(trx: Knex.Transaction, plan: Plan, now_ms: number): Promise<void> {
  const today = plantDate(now_ms);
  await overWholeTables(trx, async () => {
    await keepOrderStates(trx);
    await rememberCompleted(trx, plan, today);
    await rememberLoads(trx, plan, toInstant(now_ms));
    await rememberWorks(trx, today);
  });
}

/** The figures of the plan as it stands now; also before a run writes its own. */
export const figuresNow = (trx: Knex.Transaction, plan: Plan, now_ms: number): Promise<PlanFigures> =>
  overWholeTables(trx, () => planFigures(trx, plan, plantDate(now_ms)));

/** A run has written the plan: keeps what it changed and what the plant has done. Without `before` the plan stands as it stood. */
export async function rememberRun(
  trx: Knex.Transaction,
  plan: Plan,
  run: { job: number; now_ms: number; before?: PlanFigures | undefined },
): Promise<void> {
  const after = await figuresNow(trx, plan, run.now_ms);
  await saveRunFigures(trx, run.job, run.before ?? after, after);
  await rememberPlant(trx, plan, run.now_ms);
}

/** Orders, their processes or castings are about to be deleted, as a whole or of one order alone: keeps what they say. */
export async function rememberBeforeDelete(
  trx: Knex.Transaction,
  plan: Plan,
  table: 'orders' | 'order_tasks' | 'castings',
  now_ms: number,
  order: number | null = null,
): Promise<void> {
  await rememberPlant(trx, plan, now_ms);
  if (table === 'orders') await overWholeTables(trx, () => noteGone(trx, plan, plantDate(now_ms), order));
}

/** Lots or processes were deleted: what is complete without them is so from today on. */
export async function rememberAfterDelete(trx: Knex.Transaction, plan: Plan, now_ms: number): Promise<void> {
  await overWholeTables(trx, async () => {
    await keepOrderStates(trx);
    await rememberCompleted(trx, plan, plantDate(now_ms), { deleted: true });
  });
}

/** A file of orders or of their processes was imported. */
export async function rememberAfterImport(
  trx: Knex.Transaction,
  plan: Plan,
  kind: 'orders' | 'order-tasks',
  today: PlantDate,
): Promise<void> {
  if (kind === 'orders') await closeGone(trx);
  await overWholeTables(trx, async () => {
    await keepOrderStates(trx);
    await rememberCompleted(trx, plan, today);
  });
}
