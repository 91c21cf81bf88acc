import { integers } from '../../../db/list.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { type ScheduleFilters, whereEntry } from '../filters.store.ts';

/** Another place of a bar: in the plan that stood before, or in any other one. */
export interface FormerPlace {
  entry_id: number;
  start_date: string;
  end_date: string;
  facility: number | null;
  facility_name: string | null;
}

const ELSEWHERE = '(e.start_at, e.end_at, e.facility_id) is distinct from (place.start_at, place.end_at, place.facility_id)';
/** A bar that the run of its plan moved into another charge, and nowhere else; a hand may have moved it since. */
const OTHER_CHARGE = `(e.moved_by is not null and (place.start_at, place.end_at, place.facility_id) is not distinct from
  (coalesce(e.sound_start, e.start_at), coalesce(e.sound_end, e.end_at), case when e.sound_start is null then e.facility_id else e.sound_facility_id end))`;

/** Whose other places are asked for. */
export interface PlacesAsked extends Pick<ScheduleFilters, 'facility_ids' | 'from_date' | 'to_date'> {
  order_ids?: string | undefined;
  /** The other plan stood before, so that its places are those before the run: a bar that has another charge alone counts, too. */
  before: boolean;
  /** Bars alone that the run of the plan moved, not those that only a hand did. */
  moved: boolean;
}

/**
 * For the given orders, or facilities and days as bars stand in the plan: where another plan has the bars that it has elsewhere. Those that stand there again are left
 * out, but not one that came into another charge.
 */
export async function formerPlaces(
  db: Db,
  plan: Plan,
  other: Plan,
  { order_ids, before, moved, ...filters }: PlacesAsked,
): Promise<FormerPlace[]> {
  const query = db('plan_entries as e')
    .joinRaw(`join plan_entries as place on place.layer = ${other} and place.id = e.id`)
    .join('lots as l', 'l.id', 'e.lot_id')
    .leftJoin('facilities as f', 'f.id', 'place.facility_id')
    .whereRaw(`e.layer = ${plan}`)
    .whereRaw(before ? `(${ELSEWHERE} or ${OTHER_CHARGE})` : ELSEWHERE)
    .orderBy('e.id')
    .select(
      'e.id as entry_id',
      'place.start_at as start_date',
      'place.end_at as end_date',
      'place.facility_id as facility',
      'f.facility_name',
    );
  if (moved) query.whereNotNull('e.moved_by');
  if (order_ids) query.whereIn('l.order_id', integers(order_ids));
  whereEntry(query, filters);
  return query as unknown as Promise<FormerPlace[]>;
}
