import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';

/** A late open order with its place among all of them, from 0. */
export interface LateOrder {
  order_id: number;
  place: number;
  serial_number: string;
  delivery_date: PlantDate;
  late_days: number;
}

/** What is said of all late open orders. */
export interface LateCounts {
  count: number;
  /** Those whose deadline is before today. */
  overdue: number;
  worst_days: number;
}

/** A page of all late orders, or of those among these. */
export interface LatePage {
  limit: number;
  offset: number;
  orderIds?: readonly number[] | undefined;
}

/** The late open orders of a page of the plan, and what is said of all of them (`found`: of how many the page is). */
export async function latePage(
  db: Db,
  plan: Plan,
  today: PlantDate,
  { limit, offset, orderIds }: LatePage,
): Promise<LateCounts & { found: number; orders: LateOrder[] }> {
  const { rows } = await db.raw(
    `with late as materialized (select order_id, place, serial_number, delivery_date, late_days from late_orders where layer = ${plan}),
     asked as (select * from late where :all or order_id = any(:ids::bigint[]))
     select count(*)::integer as count, (count(*) filter (where delivery_date < :today::date))::integer as overdue, coalesce(max(late_days), 0) as worst_days,
       (select count(*)::integer from asked) as found,
       (select coalesce(json_agg(page order by page.place), '[]') from (select * from asked order by place limit :limit offset :offset) page) as orders
     from late`,
    bound({ today, all: orderIds === undefined, ids: orderIds ?? [], limit, offset }),
  );
  return rows[0];
}

/** The order of a bar of the plan; none where there is no such bar. */
export const entryOrder = async (db: Db, plan: Plan, entry: number): Promise<number[]> =>
  (await db('bars').where({ layer: plan, id: entry }).pluck('order_id')) as number[];
