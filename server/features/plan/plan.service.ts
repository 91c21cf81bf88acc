import type { Knex } from 'knex';
import { type Plan, PUBLISHED } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import { notFound } from '../../domain/ground/errors.ts';
import { planName } from '../../domain/texts/plan/plans.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { openPlan } from './open.store.ts';
import { type ListedPlan, listPlans, planById } from './plans.store.ts';

export { type ListedPlan, listPlans, planById };

/** The plan with this id, laid out where it was packed; without one the published plan. Throws not found. */
export async function planOf(db: Knex, id?: number | null): Promise<Plan> {
  if (id === undefined || id === null) return PUBLISHED;
  const plan = await openPlan(db, id);
  if (plan === undefined) throw notFound(databaseTexts.notFound);
  return plan;
}

/** How the plan with this id is called; empty: it is gone. */
export async function nameOfPlan(db: Db, id: number): Promise<string> {
  const plan = await planById(db, id);
  return plan ? planName(plan) : '';
}
