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

/** How the plan with this id is called, and by which number; undefined: there is none. */
export async function namedPlan(db: Db, id: number): Promise<{ name: string; number: number | null } | undefined> {
  const plan = await planById(db, id);
  return plan && { name: planName(plan), number: plan.number };
}
