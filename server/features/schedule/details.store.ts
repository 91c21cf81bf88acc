import type { Db } from '../../db/types.ts';
import { HEAT_TASK_PARTS } from '../../domain/constants.ts';
import { endDate, type Instant, type PlantDate, plantDate } from '../../domain/plant-time.ts';
import { PUBLISHED } from './entries.store.ts';
import type { LaborFacts } from './labor.ts';

/** A furnace run as the details of one of its members show it. */
export interface FurnaceRun {
  id: number;
  facility_code: string;
  facility_name: string;
  unit: number;
  recipe: { temperature: number; retention_time: number; cooling_method: string; cooling_time: number };
  run_start: Instant;
  run_end: Instant;
  load_weight: number;
  max_weight: number | null;
  load_volume: number;
  volume: number | null;
  members: { entry_id: number; serial_number: string; lot_number: string; product_name: string; pieces: number; weight: number }[];
}

interface FactsRow extends Omit<LaborFacts, 'isOpen'> {
  facility_id: number | null;
}

/** What the labour of a bar is reckoned from; undefined: no such bar in the published plan. */
export async function laborFacts(db: Db, id: number): Promise<LaborFacts | undefined> {
  const heat = HEAT_TASK_PARTS.map((part) => `t.task_code like '%${part}%'`).join(' or ');
  const { rows } = await db.raw(
    `select e.start_at as start_date, e.end_at as end_date, f.facility_name, e.outsourced, e.facility_id,
       (h.id is not null or ${heat}) as elapsed,
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

/** The furnace runs of a bar, in their order, with all their members. */
export async function furnaceRunsOf(db: Db, entryId: number): Promise<FurnaceRun[]> {
  const { rows } = await db.raw(
    `select r.id, f.facility_code, f.facility_name, r.unit,
       jsonb_build_object('temperature', r.temperature, 'retention_time', r.retention_time, 'cooling_method', r.cooling_method,
         'cooling_time', r.cooling_time) as recipe,
       r.run_start, r.run_end, f.max_weight, f.volume, loads.*
     from furnace_runs r join facilities f on f.id = r.facility_id
     cross join lateral (
       select coalesce(sum(m.weight), 0) as load_weight, coalesce(sum(m.volume), 0) as load_volume,
         jsonb_agg(jsonb_build_object('entry_id', e.id, 'serial_number', o.serial_number, 'lot_number', l.lot_number,
           'product_name', coalesce(p.product_name, o.product_name), 'pieces', m.pieces, 'weight', m.weight)
           order by o.serial_number, l.lot_number, e.id) as members
       from furnace_run_members m join plan_entries e on e.id = m.plan_entry_id join lots l on l.id = e.lot_id
         join orders o on o.id = l.order_id left join products p on p.id = o.product_id
       where m.furnace_run_id = r.id) loads
     where exists (select 1 from furnace_run_members m where m.furnace_run_id = r.id and m.plan_entry_id = ?)
     order by r.run_start, r.id`,
    [entryId],
  );
  return rows;
}
