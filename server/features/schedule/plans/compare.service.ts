import type { Knex } from 'knex';
import type { Success } from '../../../contract/handlers.ts';
import { keepOrderStatesIfPossible } from '../../../db/sql/states.ts';
import { notFound } from '../../../domain/ground/errors.ts';
import { planName } from '../../../domain/texts/plan/plans.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import { planById, planOf } from '../../plan/plan.service.ts';
import { differingOrders, movedBetween, weeklyLoad } from './compare.store.ts';

type Comparison = Success<'comparePlans'>;

/** A plan (the one with the first id) held against another one: figures and loads of both, and a page of the orders that they ship on another day. Throws not found. */
export async function comparePlans(
  db: Knex,
  [id, other]: readonly [number, number],
  page: { limit: number; offset: number },
): Promise<Pick<Comparison, 'plans' | 'moved_orders' | 'moved_entries'> & { count: number; orders: Comparison['orders'] }> {
  // One after another: of a plan that is laid out again one is read at a time.
  const plan = await planOf(db, id);
  const beside = await planOf(db, other);
  await keepOrderStatesIfPossible(db);
  const { count, rows } = await differingOrders(db, plan, beside, page);
  return {
    plans: [await compared(db, id), await compared(db, other)],
    ...(await movedBetween(db, plan, beside)),
    count,
    orders: rows,
  };
}

/** The figures of a plan that no run has made. */
const NOTHING_PLANNED = { late_orders: 0, late_days: 0, moved_orders: null, moved_entries: null, furnace_runs: 0 };

async function compared(db: Knex, id: number): Promise<Comparison['plans'][number]> {
  const [plan, listed] = [await planOf(db, id), await planById(db, id)];
  if (!listed) throw notFound(databaseTexts.notFound);
  const { kind, number, figures } = listed;
  return {
    ...{ id, kind, number, name: planName(listed) },
    ...(figures ?? NOTHING_PLANNED),
    load: await weeklyLoad(db, plan),
  };
}
