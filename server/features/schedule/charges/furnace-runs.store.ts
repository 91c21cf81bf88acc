import { bound } from '../../../db/bound.ts';
import { applyFilters, type Filter, type PageBounds } from '../../../db/list.ts';
import type { Plan } from '../../../db/plan.ts';
import { treatmentOn } from '../../../db/sql/treatment.ts';
import type { Db } from '../../../db/types.ts';
import { addDays, type Instant, instantAt, type PlantDate } from '../../../domain/ground/plant-time.ts';
import { facilityMembers } from '../filters.store.ts';

/** A furnace run as it is stored, with its furnace. */
export interface RunRow {
  id: number;
  facility_id: number;
  facility_code: string;
  facility_name: string;
  unit: number;
  units: number;
  depth: number | null;
  width: number | null;
  height: number | null;
  max_weight: number | null;
  volume: number | null;
  recipe: { temperature: number; retention_time: number; cooling_method: string; cooling_time: number };
  run_start: Instant;
  run_end: Instant;
  started_at: Instant | null;
  /** Which run of its furnace this is on the day it starts, from 1. */
  number_of_day: number;
  planned_at: Instant | null;
}

/** A member of a run with its order, its treatment and what lies behind it. */
export interface MemberRow {
  furnace_run_id: number;
  entry_id: number;
  order_id: number;
  serial_number: string;
  lot_number: string;
  unique_order: string;
  product_name: string;
  material: string;
  task_name: string;
  pieces: number;
  unit_weight: number | null;
  weight: number;
  volume: number;
  depth: number | null;
  width: number | null;
  height: number | null;
  deadline_date: PlantDate | null;
  locked: boolean;
  received_locked: boolean;
  setup_hours: number;
  /** Whether the product has a treatment for the task. */
  treated: boolean;
  waiting_days: number;
  weekdays: string[];
  next_task_name: string | null;
  next_facility_name: string | null;
  next_partner_name: string | null;
  next_start: Instant | null;
  lot_end_date: PlantDate | null;
  order_end_date: PlantDate | null;
  late_days: number;
}

/** What runs are asked for: those of a bar, by id, or of furnaces and the days on which they start. */
export interface RunFilters {
  ids?: readonly number[];
  entry_id?: number;
  facility_ids?: string;
  from_date?: string;
  to_date?: string;
}

const DAYS: Record<string, Filter> = { from_date: { how: 'from', column: 'r.run_start' } };

function matching(db: Db, plan: Plan, { ids, entry_id, facility_ids, from_date, to_date }: RunFilters) {
  const query = db('furnace_runs as r').join('facilities as f', 'f.id', 'r.facility_id').whereRaw(`r.layer = ${plan}`);
  if (ids) query.whereRaw('r.id = any(?::bigint[])', bound([ids]));
  if (entry_id !== undefined)
    query.whereExists(
      db('furnace_run_members as m').whereRaw('m.furnace_run_id = r.id').where('m.plan_entry_id', entry_id).select(db.raw('1')),
    );
  const furnaces = facilityMembers(facility_ids);
  if (furnaces) query.whereRaw('r.facility_id = any(?::bigint[])', bound([furnaces.ids]));
  applyFilters(query, DAYS, { from_date: from_date && instantAt(from_date, '00:00') });
  if (to_date) query.where('r.run_start', '<', instantAt(addDays(to_date, 1), '00:00'));
  return query;
}

/** Whether any run of the plan matches. */
export const hasRun = async (db: Db, plan: Plan, filters: RunFilters): Promise<boolean> =>
  (await matching(db, plan, filters).first('r.id')) !== undefined;

/** Runs of the plan by start, furnace and unit, and how many match in all. */
export async function listRuns(db: Db, plan: Plan, filters: RunFilters, page?: PageBounds): Promise<{ count: number; rows: RunRow[] }> {
  const query = matching(db, plan, filters)
    .orderByRaw('r.run_start, f.facility_code, r.unit, r.id')
    .select('r.id', 'r.facility_id', 'f.facility_code', 'f.facility_name', 'r.unit', 'f.availability as units')
    .select('f.depth', 'f.width', 'f.height', 'f.max_weight', 'f.volume', 'r.run_start', 'r.run_end')
    .select(db.raw('(select d.started_at from furnace_loads d where d.furnace_run_id = r.id) as started_at'))
    .select(
      db.raw(`jsonb_build_object('temperature', r.temperature, 'retention_time', r.retention_time, 'cooling_method', r.cooling_method,
          'cooling_time', r.cooling_time) as recipe`),
      db.raw(`(select count(*) from furnace_runs s where s.layer = r.layer and s.facility_id = r.facility_id
          and s.run_start >= date_trunc('day', r.run_start) and (s.run_start, s.unit, s.id) <= (r.run_start, r.unit, r.id)) as number_of_day`),
      db.raw('(select on_clock(published_at) from plans where layer = r.layer) as planned_at'),
    );
  if (!page) {
    const rows: RunRow[] = await query;
    return { count: rows.length, rows };
  }
  const [{ count }] = (await matching(db, plan, filters).count('r.id as count')) as unknown as [{ count: number }];
  return { count, rows: await query.limit(page.limit).offset(page.offset) };
}

/**
 * The members of runs of the plan, the heaviest piece first. The next process is the lot's next bar by task_sort, with its facility or the
 * partner it goes to.
 */
export async function membersOf(db: Db, plan: Plan, runIds: readonly number[]): Promise<MemberRow[]> {
  const { rows } = await db.raw(
    `with of_orders as (
       select array(select distinct l.order_id from furnace_run_members m join order_tasks e on e.id = m.plan_entry_id join lots l on l.id = e.lot_id
         where m.furnace_run_id = any(:runs::bigint[])) as ids),
     states as (select order_id, end_date, late_days from order_states where layer = ${plan} and order_id = any((select ids from of_orders)::bigint[])),
     lot_ends as (select lot_id, end_date from lot_states where layer = ${plan} and order_id = any((select ids from of_orders)::bigint[]))
     select m.furnace_run_id, e.id as entry_id, o.id as order_id, o.serial_number, e.lot_number, e.unique_order,
       coalesce(p.product_name, o.product_name) as product_name, o.material, t.task_name, m.pieces, o.weight as unit_weight, m.weight, m.volume,
       p.depth, p.width, p.height, o.delivery_date as deadline_date, e.locked, not e.open as received_locked,
       coalesce(ot.setup_hours, 0) as setup_hours, h.id is not null as treated, coalesce(h.waiting_days, 0) as waiting_days,
       to_jsonb(coalesce(h.work_settings, '{}')) as weekdays,
       next.task_name as next_task_name, next.facility_name as next_facility_name, next.partner_name as next_partner_name, next.start_at as next_start,
       lot_ends.end_date as lot_end_date, states.end_date as order_end_date, states.late_days
     from furnace_run_members m join furnace_runs r on r.id = m.furnace_run_id join bars e on e.id = m.plan_entry_id
       join orders o on o.id = e.order_id join tasks t on t.id = e.task_id join states on states.order_id = o.id join lot_ends on lot_ends.lot_id = e.lot_id
       left join products p on p.id = o.product_id left join order_tasks ot on ot.id = e.id
       ${treatmentOn('o.product_id', 'e.task_id', 'r.facility_id')}
       left join lateral (
         select nt.task_name, nf.facility_name, b.start_at,
           case when b.outsourced then coalesce(x.name, nullif(bot.order_name, ''), nullif(bot.outsourcing_code, '')) end as partner_name
         from plan_entries b join tasks nt on nt.id = b.task_id left join facilities nf on nf.id = b.facility_id
           left join order_tasks bot on bot.id = b.id left join outsourcings x on x.outsourcing_code = bot.outsourcing_code
         where b.lot_id = e.lot_id and b.layer = e.layer and b.task_sort > e.task_sort order by b.task_sort, b.id limit 1) next on true
     where m.layer = ${plan} and e.layer = ${plan} and m.furnace_run_id = any(:runs::bigint[])
     order by o.weight desc nulls last, m.weight desc, o.serial_number, e.lot_number, e.id`,
    bound({ runs: runIds }),
  );
  return rows;
}

/** Codes of every furnace: it may treat, or has a run in the plan. */
export async function furnaceCodes(db: Db, plan: Plan): Promise<string[]> {
  const { rows } = await db.raw(
    `select f.facility_code from facilities f
     where f.id in (select id from furnaces)
       or exists (select 1 from furnace_runs r where r.facility_id = f.id and r.layer = ${plan})`,
  );
  return rows.map((row: { facility_code: string }) => row.facility_code);
}

/** What is said of days of facilities from one on. */
export async function unitsFrom(
  db: Db,
  plan: Plan,
  date: PlantDate,
  facilityIds: readonly number[],
): Promise<{ facility_id: number; date: PlantDate; units: number }[]> {
  const { rows } = await db.raw(
    `select facility_id, date, units from plan_day_units(${plan}) where facility_id = any(?::bigint[]) and date >= ?`,
    bound([facilityIds, date]),
  );
  return rows;
}
