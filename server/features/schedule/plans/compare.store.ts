import type { Success } from '../../../contract/handlers.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';

type Comparison = Success<'comparePlans'>;
export type Load = Comparison['plans'][number]['load'][number];
export type DifferingOrder = Comparison['orders'][number];

/** Hours of each facility by the week in which they begin, of what is still to do: a furnace run once, however much is in it. */
export async function weeklyLoad(db: Db, plan: Plan): Promise<Load[]> {
  const { rows } = await db.raw(
    `with work as (
       select w.facility_id, w.start_at, w.hours from planned_work w
       where w.layer = ${plan} and not w.finished and w.facility_id is not null
         and not exists (select 1 from furnace_run_members m where (m.layer, m.plan_entry_id) = (w.layer, w.id))
       union all
       select r.facility_id, r.run_start, extract(epoch from r.run_end - r.run_start) / 3600 from furnace_runs r
       where r.layer = ${plan} and exists (select 1 from furnace_run_members m join order_task_states t on t.id = m.plan_entry_id
         where m.furnace_run_id = r.id and not t.finished))
     select w.facility_id, f.facility_name, date_trunc('week', w.start_at)::date as week, round(sum(w.hours), 2)::double precision as hours
     from work w join facilities f on f.id = w.facility_id where w.hours > 0 group by 1, 2, 3 order by 1, 3`,
  );
  return rows;
}

/** How many bars stand elsewhere in the other plan, or in one of the two alone, and of how many orders. */
export async function movedBetween(db: Db, plan: Plan, other: Plan): Promise<{ moved_orders: number; moved_entries: number }> {
  const { rows } = await db.raw(
    `select count(*)::integer as moved_entries, count(distinct l.order_id)::integer as moved_orders
     from (select id, lot_id, start_at, end_at, facility_id from plan_entries where layer = ${plan}) a
       full join (select id, lot_id, start_at, end_at, facility_id from plan_entries where layer = ${other}) b using (id)
       join lots l on l.id = coalesce(a.lot_id, b.lot_id)
     where (a.start_at, a.end_at, a.facility_id) is distinct from (b.start_at, b.end_at, b.facility_id)`,
  );
  return rows[0];
}

/** Orders that the two plans ship on another day, those first that lose most by this plan. */
export async function differingOrders(
  db: Db,
  plan: Plan,
  other: Plan,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: DifferingOrder[] }> {
  const { rows } = await db.raw(
    `select o.id as order_id, o.serial_number, coalesce(p.product_name, o.product_name) as product_name, o.delivery_date as deadline_date,
       array[a.shipping_date, b.shipping_date] as ships, array[coalesce(a.late_days, 0), coalesce(b.late_days, 0)] as late_days,
       (select s.id from bars_to_show s where s.layer = ${plan} and s.order_id = o.id and s.rank = 1) as entry_id, count(*) over ()::integer as total
     from (select * from order_states where layer = ${plan}) a full join (select * from order_states where layer = ${other}) b using (order_id)
       join orders o on o.id = order_id left join products p on p.id = o.product_id
     where a.shipping_date is distinct from b.shipping_date and (coalesce(a.open, false) or coalesce(b.open, false))
     order by coalesce(a.late_days, 0) - coalesce(b.late_days, 0) desc, a.shipping_date - b.shipping_date desc nulls last, o.delivery_date, o.serial_number, o.id
     limit ? offset ?`,
    [limit, offset],
  );
  const found = rows as (DifferingOrder & { total: number })[];
  return { count: found[0]?.total ?? 0, rows: found.map(({ total: _, ...order }) => order) };
}
