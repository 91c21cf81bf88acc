import type { Query } from '../../../contract/handlers.ts';
import { integers } from '../../../db/list.ts';
import { PUBLISHED } from '../../../db/sql/published.ts';
import type { Db } from '../../../db/types.ts';
import { whereEntry } from '../filters.store.ts';

/** Another place of a bar: before the newest run, or in another plan of it. */
export interface FormerPlace {
  entry_id: number;
  start_date: string;
  end_date: string;
  facility: number | null;
  facility_name: string | null;
}

/** A bar that the run moved into another charge, and nowhere else. */
const OTHER_CHARGE =
  ' or (place.new_start_at, place.new_end_at, place.new_facility_id) is not distinct from (place.start_at, place.end_at, place.facility_id)';

/**
 * For the given orders, or facilities and days: where bars moved by the newest run stood before it, or where another plan of that run has them; those that stand
 * there again are left out, but not one that came into another charge.
 */
export async function formerPlaces(db: Db, { order_ids, alternative, ...filters }: Query<'getFormerPlaces'>): Promise<FormerPlace[]> {
  if (!order_ids && !filters.facility_ids) return [];
  const query = db(alternative ? 'run_alternative_places as place' : 'run_moves as place')
    .join('plan_entries as e', 'e.id', 'place.plan_entry_id')
    .whereRaw(`e.plan_id = ${PUBLISHED}`)
    .join('lots as l', 'l.id', 'e.lot_id')
    .leftJoin('facilities as f', 'f.id', 'place.facility_id')
    .whereRaw(
      `((e.start_at, e.end_at, e.facility_id) is distinct from (place.start_at, place.end_at, place.facility_id)${alternative ? '' : OTHER_CHARGE})`,
    )
    .orderBy('e.id')
    .select(
      'e.id as entry_id',
      'place.start_at as start_date',
      'place.end_at as end_date',
      'place.facility_id as facility',
      'f.facility_name',
    );
  if (alternative) query.where('place.alternative', alternative);
  if (order_ids) query.whereIn('l.order_id', integers(order_ids));
  whereEntry(query, filters);
  return query as unknown as Promise<FormerPlace[]>;
}
