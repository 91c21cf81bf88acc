import type { Query } from '../../../contract/handlers.ts';
import { integers } from '../../../db/list.ts';
import type { Db } from '../../../db/types.ts';
import { whereEntry } from '../filters.store.ts';

/** Where a bar stood before the newest run. */
export interface FormerPlace {
  entry_id: number;
  start_date: string;
  end_date: string;
  facility: number | null;
  facility_name: string | null;
}

/** Where bars moved by the newest run stood before it, for the given orders, or facilities and days; bars moved back since are left out. */
export async function formerPlaces(db: Db, { order_ids, ...filters }: Query<'getFormerPlaces'>): Promise<FormerPlace[]> {
  if (!order_ids && !filters.facility_ids) return [];
  const query = db('run_moves as m')
    .join('plan_entries as e', 'e.id', 'm.plan_entry_id')
    .join('lots as l', 'l.id', 'e.lot_id')
    .leftJoin('facilities as f', 'f.id', 'm.facility_id')
    .whereRaw('(e.start_at, e.facility_id) is distinct from (m.start_at, m.facility_id)')
    .orderBy('e.id')
    .select('e.id as entry_id', 'm.start_at as start_date', 'm.end_at as end_date', 'm.facility_id as facility', 'f.facility_name');
  if (order_ids) query.whereIn('l.order_id', integers(order_ids));
  whereEntry(query, filters);
  return query as unknown as Promise<FormerPlace[]>;
}
