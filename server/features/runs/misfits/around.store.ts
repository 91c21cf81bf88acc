import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { type PlanningRows, type Premise, withPremises } from '../../../scheduling/index.ts';
import { premisesIn } from '../../plan/plan.service.ts';
import { QUERIES } from '../tables.store.ts';

/** The rows that bars are judged by, and which of the bars stand as if they were fixed. */
export interface RowsAround {
  rows: PlanningRows;
  premises: readonly Premise[];
  /** Bars of the lots in question, and of lots in a furnace run with them. */
  beside: ReadonlySet<number>;
}

interface Ids {
  lots: number[];
  orders: number[];
  products: number[];
  facilities: number[];
  runs: number[];
  beside: number[];
}

/** By table what of it matters; the others are read whole. */
const WHERE: { readonly [Table in keyof PlanningRows]?: string } = {
  orders: 'id = any(cast(:orders as bigint[]))',
  lots: 'order_id = any(cast(:orders as bigint[]))',
  order_tasks: 'lot_id = any(cast(:lots as bigint[]))',
  products: 'id = any(cast(:products as bigint[]))',
  heat_treatments: 'product_id = any(cast(:products as bigint[]))',
  product_processings: 'product_id = any(cast(:products as bigint[]))',
  demoldings: 'product_id = any(cast(:products as bigint[]))',
  facility_availabilities: 'facility_id = any(cast(:facilities as bigint[]))',
  outsourcing_answers: 'order_task_id in (select id from order_tasks where lot_id = any(cast(:lots as bigint[])))',
  closed: 'lot_id = any(cast(:lots as bigint[]))',
  plan_entries: 'lot_id = any(cast(:lots as bigint[]))',
  furnace_runs: 'id = any(cast(:runs as bigint[]))',
  furnace_run_members: 'furnace_run_id = any(cast(:runs as bigint[]))',
};

/** Reads, as a run would in the plant of the plan's premises, the lots of these bars and of those that share a furnace run, or a facility and a span, with them. */
export async function rowsAround(db: Db, plan: Plan, entryIds: readonly number[]): Promise<RowsAround> {
  const ids = await idsAround(db, plan, entryIds);
  const rows: Record<string, unknown> = {};
  for (const [table, query] of Object.entries(QUERIES)) {
    const where = WHERE[table as keyof PlanningRows];
    rows[table] = (await db.raw(where ? `select * from (${query}) whole where ${where}` : query, bound({ ...ids, plan }))).rows;
  }
  const premises = await premisesIn(db, plan);
  return { rows: withPremises(rows as unknown as PlanningRows, premises), premises, beside: new Set(ids.beside) };
}

async function idsAround(db: Db, plan: Plan, entryIds: readonly number[]): Promise<Ids> {
  const { rows } = await db.raw(
    `with chosen as (select id, lot_id, facility_id, start_at, end_at from plan_entries where id = any(cast(:ids as bigint[])) and layer = ${plan}),
     runs as (select distinct m.furnace_run_id as id from furnace_run_members m join chosen on chosen.id = m.plan_entry_id where m.layer = ${plan}),
     beside as (
       select e.id, e.lot_id, e.facility_id from plan_entries e join chosen on chosen.lot_id = e.lot_id where e.layer = ${plan}
       union
       select e.id, e.lot_id, e.facility_id from runs join furnace_run_members m on m.furnace_run_id = runs.id join plan_entries e on (e.layer, e.id) = (m.layer, m.plan_entry_id)),
     lots_around as (
       select lot_id from beside
       union
       select e.lot_id from chosen a join plan_entries e
         on e.layer = ${plan} and e.facility_id = a.facility_id and e.start_at = a.start_at and e.end_at = a.end_at)
     select array(select lot_id from lots_around) as lots,
       array(select distinct l.order_id from lots l join lots_around a on a.lot_id = l.id) as orders,
       array(select distinct o.product_id from orders o join lots l on l.order_id = o.id join lots_around a on a.lot_id = l.id
         where o.product_id is not null) as products,
       array(select distinct e.facility_id from plan_entries e join lots_around a on a.lot_id = e.lot_id where e.layer = ${plan} and e.facility_id is not null) as facilities,
       array(select distinct m.furnace_run_id from furnace_run_members m join plan_entries e on (e.layer, e.id) = (m.layer, m.plan_entry_id)
         join lots_around a on a.lot_id = e.lot_id where e.layer = ${plan}) as runs,
       array(select id from beside) as beside`,
    bound({ ids: entryIds }),
  );
  return rows[0];
}
