import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
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

/** These bars of the plan, as far as they are there. */
export async function draggedRows(db: Db, plan: Plan, ids: readonly number[]): Promise<DraggedRow[]> {
  const { rows } = await db.raw(
    `select ${LOT_BAR}, e.lot_id, e.task_id, e.task_sort, e.order_id, e.product_id, e.delivery_date as deadline_date
     from bars e join tasks t on t.id = e.task_id where e.layer = ${plan} and e.id = any(?::bigint[])`,
    bound([ids]),
  );
  return rows;
}

/** The bars of these lots in the plan that have a place in them, in their order. */
export async function lotBars(db: Db, plan: Plan, lots: readonly number[]): Promise<ReadonlyMap<number, LotBar[]>> {
  const { rows } = await db.raw(
    `select e.lot_id, ${LOT_BAR} from bars e join tasks t on t.id = e.task_id
     where e.layer = ${plan} and e.lot_id = any(?::bigint[]) and e.task_sort is not null order by e.task_sort, e.id`,
    bound([lots]),
  );
  const byLot = new Map<number, LotBar[]>();
  for (const { lot_id, ...bar } of rows as (LotBar & { lot_id: number })[]) byLot.set(lot_id, [...(byLot.get(lot_id) ?? []), bar]);
  return byLot;
}

/** When an order ends; null: not known, nothing. */
interface OrderEnd {
  order_end_date: PlantDate | null;
  order_shipping_date: PlantDate | null;
  others_end_date: PlantDate | null;
}

/** The end day of each of these orders in the plan, and its end day without the unfinished ones among these bars. */
export async function orderEnds(
  db: Db,
  plan: Plan,
  orders: readonly number[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, OrderEnd>> {
  const { rows } = await db.raw(
    `select s.order_id, s.end_date as order_end_date, s.shipping_date as order_shipping_date,
       (select max(b.end_date) from lot_steps b where b.layer = s.layer and b.order_id = s.order_id and (b.finished or b.entry_id is null or not b.entry_id = any(?::bigint[]))) as others_end_date
     from order_states s where s.layer = ${plan} and s.order_id = any(?::bigint[])`,
    bound([ids, orders]),
  );
  return new Map((rows as (OrderEnd & { order_id: number })[]).map(({ order_id, ...end }) => [order_id, end]));
}

/** These facilities by code, with the units of single days between the two in the plan. */
export async function unitsOf(db: Db, plan: Plan, ids: readonly number[], days: readonly [PlantDate, PlantDate]) {
  const { rows } = await db.raw(
    `select f.id, f.facility_name, f.availability,
       coalesce((select jsonb_object_agg(to_char(a.date, 'YYYY-MM-DD'), a.units) from plan_day_units(${plan}) a
         where a.facility_id = f.id and a.date between ? and ?), '{}') as overrides
     from facilities f where f.id = any(?::bigint[]) order by f.facility_code, f.id`,
    bound([...days, ids]),
  );
  return rows as { id: number; facility_name: string; availability: number; overrides: Record<PlantDate, number> }[];
}
