import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import type { Conflict } from '../../../domain/bars/conflicts.ts';
import type { Instant } from '../../../domain/ground/plant-time.ts';
import type { KeptAs } from '../../../scheduling/index.ts';

/** A bar that breaks rules where it stood when it was read. */
export interface MisfitBar {
  id: number;
  start_at: Instant;
  end_at: Instant;
  facility_id: number | null;
  conflicts: Conflict[];
}

/** A bar that was found to break rules and still stands there, to be done; `kept`: why no run moves it, null: the next one places it anew. */
export interface OpenMisfit {
  entry_id: number;
  start_at: Instant;
  kept: Extract<KeptAs, 'locked' | 'by_hand'> | null;
}

/**
 * The given bars that stand where they stood and are still to begin, by start. Bars no run moves count from `now`, all others, unless somebody has
 * moved them, from `planned`, the instant from which a run plans.
 */
export async function openMisfits(
  db: Db,
  plan: Plan,
  bars: readonly MisfitBar[],
  { now, planned }: { now: Instant; planned: Instant },
): Promise<OpenMisfit[]> {
  const places = bars.map(({ conflicts: _, ...place }) => place);
  const { rows } = await db.raw(
    `select e.id as entry_id, e.start_at, case when e.locked then 'locked' when e.origin = 'hand' then 'by_hand' end as kept from bars e
     join jsonb_to_recordset(?::jsonb) as stood(id bigint, start_at timestamptz, end_at timestamptz, facility_id bigint)
       on stood.id = e.id and (stood.start_at, stood.end_at) = (e.start_at, e.end_at) and stood.facility_id is not distinct from e.facility_id
     where e.layer = ${plan} and e.open and case when e.locked or e.origin = 'hand' then e.start_at >= ?::timestamptz else e.placed_by <> 'hand' and e.start_at >= ?::timestamptz end
     order by e.start_at, e.id`,
    [JSON.stringify(places), now, planned],
  );
  return rows;
}
