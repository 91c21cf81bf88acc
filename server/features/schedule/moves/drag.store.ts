import { OCCUPANT, OCCUPANT_TABLES, PLACED_BY, PUBLISHED, RECEIVED } from '../../../db/bar.ts';
import type { Db } from '../../../db/types.ts';
import type { PlacedBar } from '../../../domain/bar-judge.ts';
import type { Instant, PlantDate } from '../../../domain/plant-time.ts';

/** A bar of the lot whose bar is moved. */
export interface LotBar extends PlacedBar {
  version: number;
  task_name: string;
  facility: number | null;
  outsourced: boolean;
  locked: boolean;
  finished: boolean;
}

/** The bar that is asked about, with its place in its lot. */
export interface DraggedRow extends LotBar {
  plan_id: number;
  lot_id: number;
  order_id: number;
  product_id: number | null;
  task_id: number;
  task_sort: number | null;
  deadline_date: PlantDate | null;
}

const LOT_BAR = `${OCCUPANT}, ${PLACED_BY} as placed_by, e.version, t.task_name, e.facility_id as facility, e.outsourced, e.locked,
  ${RECEIVED} as finished`;

/** A bar of the published plan; undefined when it is not there. */
export async function draggedRow(db: Db, id: number): Promise<DraggedRow | undefined> {
  const { rows } = await db.raw(
    `select ${LOT_BAR}, e.plan_id, e.lot_id, e.task_id, e.task_sort, l.order_id, o.product_id, o.delivery_date as deadline_date
     from ${OCCUPANT_TABLES} where e.id = ? and e.plan_id = ${PUBLISHED}`,
    [id],
  );
  return rows[0];
}

/** The bars of its lot that have a place in it, in their order. */
export async function lotBars(db: Db, { plan_id, lot_id }: DraggedRow): Promise<LotBar[]> {
  const { rows } = await db.raw(
    `select ${LOT_BAR} from ${OCCUPANT_TABLES} where e.plan_id = ? and e.lot_id = ? and e.task_sort is not null order by e.task_sort, e.id`,
    [plan_id, lot_id],
  );
  return rows;
}

/** The last end of the order, and of what of it is not among these bars. */
export async function orderEnds(
  db: Db,
  { plan_id, order_id }: DraggedRow,
  ids: readonly number[],
): Promise<{ order_end: Instant; others_end: Instant | null }> {
  const { rows } = await db.raw(
    `select max(e.end_at) as order_end, max(e.end_at) filter (where not e.id = any(?::bigint[])) as others_end
     from plan_entries e join lots l on l.id = e.lot_id where e.plan_id = ? and l.order_id = ?`,
    [ids, plan_id, order_id] as never,
  );
  return rows[0];
}

/** These facilities by code, with the units of single days between the two. */
export async function unitsOf(db: Db, ids: readonly number[], days: readonly [PlantDate, PlantDate]) {
  const { rows } = await db.raw(
    `select f.id, f.facility_name, f.availability,
       coalesce((select jsonb_object_agg(to_char(a.date, 'YYYY-MM-DD'), a.units) from facility_availabilities a
         where a.facility_id = f.id and a.date between ? and ?), '{}') as overrides
     from facilities f where f.id = any(?::bigint[]) order by f.facility_code, f.id`,
    [...days, ids] as never,
  );
  return rows as { id: number; facility_name: string; availability: number; overrides: Record<PlantDate, number> }[];
}

/** The holidays between the two days, inclusive. */
export async function holidaysBetween(db: Db, days: readonly [PlantDate, PlantDate]): Promise<PlantDate[]> {
  return (
    await db('holidays')
      .whereBetween('date', [...days])
      .orderBy('date')
      .select('date')
  ).map((row) => row.date);
}
