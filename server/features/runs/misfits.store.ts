import { PLACED_BY } from '../../db/bar.ts';
import type { Db } from '../../db/types.ts';
import type { Instant } from '../../domain/plant-time.ts';
import type { PlanningRows } from '../../scheduling/index.ts';

/** A bar, and where it stood when it was read. */
export interface StandingBar {
  id: number;
  start_at: Instant;
  end_at: Instant;
  facility_id: number | null;
}

/** The id of the published plan. */
export const publishedId = async (db: Db): Promise<number> => (await db('plans').where('published', true).first('id')).id;

/** The bars of a plan that somebody put where they stand. */
export async function placedByHand(db: Db, planId: number): Promise<Set<number>> {
  const { rows } = await db.raw(`select e.id from plan_entries e where e.plan_id = ? and ${PLACED_BY} = 'hand'`, [planId]);
  return new Set(rows.map(({ id }: { id: number }) => id));
}

/** Every holiday. */
export const holidayRows = (db: Db): Promise<PlanningRows['holidays']> => db('holidays').orderBy('date').select('date');

/** How many of these bars still stand where they stood, were put there by a run that moves them again, are still to do and begin at an instant or later. */
export async function countPlacedByRun(db: Db, bars: readonly StandingBar[], from: Instant): Promise<number> {
  const { rows } = await db.raw(
    `select count(*)::integer as count from plan_entries e
     join jsonb_to_recordset(?::jsonb) as stood(id bigint, start_at timestamptz, end_at timestamptz, facility_id bigint)
       on stood.id = e.id and (stood.start_at, stood.end_at) = (e.start_at, e.end_at) and stood.facility_id is not distinct from e.facility_id
     where e.start_at >= ? and not e.received_locked and ${PLACED_BY} = 'run'`,
    [JSON.stringify(bars), from],
  );
  return rows[0].count;
}
