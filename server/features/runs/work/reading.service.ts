import type { Knex } from 'knex';
import type { Plan } from '../../../db/plan.ts';
import type { PlanningRows } from '../../../scheduling/index.ts';
import { inSnapshot, loadRows } from './load-rows.ts';

/** Everything that a run would read of a plan, in one snapshot. */
export const readPlan = (db: Knex, plan: Plan): Promise<PlanningRows> => inSnapshot(db, (trx) => loadRows(trx, plan));
