import type { Knex } from 'knex';
import { isPublished, type Plan, PUBLISHED } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import { notFound } from '../../domain/ground/errors.ts';
import { planName } from '../../domain/texts/plan/plans.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { openPlan } from './open.store.ts';
import { type ListedPlan, listPlans, namingOf, planById, premisesIn } from './plans.store.ts';

export { type ListedPlan, listPlans, planById, premisesIn };

/** The plan with this id, laid out where it was packed; without one the published plan. Throws not found. */
export async function planOf(db: Knex, id?: number | null): Promise<Plan> {
  if (id === undefined || id === null) return PUBLISHED;
  const plan = await openPlan(db, id);
  if (plan === undefined) throw notFound(databaseTexts.notFound);
  return plan;
}

/** How a plan is called, by which number its run offers it, and how many orders it has late. */
interface NamedPlan {
  name: string;
  alternative: number | null;
  late_orders: number;
}

/** A plan as the history names it. */
export const named = (plan: ListedPlan): NamedPlan => ({
  name: planName(plan),
  alternative: plan.number,
  late_orders: plan.figures?.late_orders ?? 0,
});

/** The plan with this id as the history names it; undefined: there is none. */
export async function namedPlan(db: Db, id: number): Promise<NamedPlan | undefined> {
  const plan = await planById(db, id);
  return plan && named(plan);
}

/** How a plan is called that is not the published one, on whatever is taken away or said of it; undefined: it is published. */
export async function nameBeside(db: Db, plan: Plan): Promise<string | undefined> {
  if (isPublished(plan)) return undefined;
  const naming = await namingOf(db, plan);
  return naming && planName(naming);
}
