import type { Knex } from 'knex';
import type { Query } from '../../../contract/handlers.ts';
import { type Plan, rowOf } from '../../../db/plan.ts';
import { DomainError } from '../../../domain/ground/errors.ts';
import { planOf } from '../../plan/plan.service.ts';
import { type FormerPlace, formerPlaces } from './former-places.store.ts';

/**
 * For the given orders, or facilities and days: where bars that the run of the plan moved stood before it, or (`with`) where that plan has the bars that it has elsewhere.
 * Throws not found for a plan `with` that there is not; what stood before may be gone.
 */
export async function formerPlacesIn(db: Knex, plan: Plan, query: Query<'getFormerPlaces'>): Promise<FormerPlace[]> {
  const { with: asked, order_ids, facility_ids, from_date, to_date } = query;
  if (!order_ids && !facility_ids) return [];
  const { base_id } = await rowOf(db, plan);
  const other = asked === undefined ? base_id !== null && (await openedIfThere(db, base_id)) : await planOf(db, asked);
  if (!other) return [];
  const which = { before: asked === undefined || asked === base_id, moved: asked === undefined };
  return formerPlaces(db, plan, other, { order_ids, facility_ids, from_date, to_date, ...which });
}

const openedIfThere = (db: Knex, id: number): Promise<Plan | undefined> =>
  planOf(db, id).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === 'not_found') return undefined;
    throw error;
  });
