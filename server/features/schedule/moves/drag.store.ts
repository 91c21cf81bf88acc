import { bound } from '../../../db/bound.ts';
import type { Db } from '../../../db/types.ts';
import type { PlacedBar } from '../../../domain/bars/judge.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';

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
  lot_id: number;
  order_id: number;
  product_id: number | null;
  task_id: number;
  task_sort: number | null;
  deadline_date: PlantDate | null;
}

const LOT_BAR = `e.id, e.start_at, e.end_at, e.work_time_set, e.furnace_run_id, e.elapsed, e.work_hours as hours, e.placed_by, e.version, t.task_name,
  e.facility_id as facility, e.outsourced, e.locked, e.finished`;

/** A bar of the published plan; undefined when it is not there. */
export async function draggedRow(db: Db, id: number): Promise<DraggedRow | undefined> {
  const { rows } = await db.raw(
    `select ${LOT_BAR}, e.lot_id, e.task_id, e.task_sort, e.order_id, e.product_id, e.delivery_date as deadline_date
     from bars e join tasks t on t.id = e.task_id where e.id = ?`,
    [id],
  );
  return rows[0];
}

/** The bars of its lot that have a place in it, in their order. */
export async function lotBars(db: Db, { lot_id }: DraggedRow): Promise<LotBar[]> {
  const { rows } = await db.raw(
    `select ${LOT_BAR} from bars e join tasks t on t.id = e.task_id where e.lot_id = ? and e.task_sort is not null order by e.task_sort, e.id`,
    [lot_id],
  );
  return rows;
}

/** The end day of the order, and its end day without the unfinished ones among these bars; null: not known, nothing. */
export async function orderEnds(
  db: Db,
  { order_id }: DraggedRow,
  ids: readonly number[],
): Promise<{ order_end_date: PlantDate | null; others_end_date: PlantDate | null }> {
  const { rows } = await db.raw(
    `select s.end_date as order_end_date,
       (select max(b.end_date) from lot_steps b where b.order_id = s.order_id and (b.finished or b.entry_id is null or not b.entry_id = any(?::bigint[]))) as others_end_date
     from order_states s where s.order_id = ?`,
    bound([ids, order_id]),
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
    bound([...days, ids]),
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
