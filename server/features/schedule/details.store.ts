import { PUBLISHED } from '../../db/bar.ts';
import { heatTask } from '../../db/task-purpose.ts';
import type { Db } from '../../db/types.ts';
import { endDate, type PlantDate, plantDate } from '../../domain/plant-time.ts';
import type { LaborFacts } from './labor.ts';

interface FactsRow extends Omit<LaborFacts, 'isOpen'> {
  facility_id: number | null;
}

/** What the labour of a bar is reckoned from; undefined: no such bar in the published plan. */
export async function laborFacts(db: Db, id: number): Promise<LaborFacts | undefined> {
  const { rows } = await db.raw(
    `select e.start_at as start_date, e.end_at as end_date, f.facility_name, e.outsourced, e.facility_id,
       (h.id is not null or ${heatTask('t')}) as elapsed,
       case when part.share < 1 and h.id is null then 0 else coalesce(ot.setup_hours, 0) end as setup_hours,
       case when h.id is not null and h.retention_time > 0 then 0 else coalesce(ot.work_hours, 0) * part.share end as work_hours
     from plan_entries e join lots l on l.id = e.lot_id join orders o on o.id = l.order_id join tasks t on t.id = e.task_id
       left join facilities f on f.id = e.facility_id left join order_tasks ot on ot.id = e.order_task_id
       left join lateral (select * from heat_treatments h where h.product_id = o.product_id and h.task_id = e.task_id
         and (h.facility_id = e.facility_id or h.facility_id is null) order by h.facility_id nulls last limit 1) h on true
       cross join lateral (select case when ot.received_quantity > 0 and ot.received_quantity < ot.order_quantity
         then 1 - ot.received_quantity::numeric / ot.order_quantity else 1 end as share) part
     where e.id = ? and e.plan_id = ${PUBLISHED}`,
    [id],
  );
  const row = rows[0] as FactsRow | undefined;
  return row && { ...row, isOpen: await openDays(db, row) };
}

/** On which days of a bar its facility works: the override, else not on holidays. */
async function openDays(db: Db, row: FactsRow): Promise<(date: PlantDate) => boolean> {
  const days: [PlantDate, PlantDate] = [plantDate(row.start_date), endDate(row.end_date)];
  const holidays = new Set((await db('holidays').whereBetween('date', days).select('date')).map((holiday) => holiday.date));
  const overrides = await db('facility_availabilities')
    .where('facility_id', row.facility_id)
    .whereBetween('date', days)
    .select('date', 'units');
  const units = new Map(overrides.map((override) => [override.date, override.units]));
  return (date) => (units.has(date) ? units.get(date) > 0 : !holidays.has(date));
}
