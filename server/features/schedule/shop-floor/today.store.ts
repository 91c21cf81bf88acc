import type { components } from '../../../contract/types.ts';
import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { addDays, type Instant, instantAt, type PlantDate } from '../../../domain/ground/plant-time.ts';
import type { Defect } from '../../../domain/texts/plan/reasons.ts';
import { STANDS } from './marks.store.ts';

/** A facility as today's page shows it. */
export type TodayFacility = NonNullable<components['schemas']['Today']['facility']>;

/** Every active facility on which the plan has anything, by code. */
export async function todayFacilities(db: Db, plan: Plan, today: PlantDate): Promise<TodayFacility[]> {
  const { rows } = await db.raw(
    `select f.id, f.facility_name as name, f.availability as units, f.max_weight, f.volume,
       coalesce(a.units, case when d.closed then 0 else f.availability end) as units_today, d.closed as closed_today,
       exists (select 1 from furnace_runs r where r.facility_id = f.id and r.layer = ${plan})
         or f.id in (select id from furnaces) as furnace
     from facilities f left join day_units a on a.facility_id = f.id and a.date = :today::date
       cross join (select exists (select from closed_days(:today::date, :today::date)) as closed) d
     where f.active and exists (select 1 from plan_entries e where e.facility_id = f.id and e.layer = ${plan})
     order by f.facility_code, f.id`,
    { today },
  );
  return rows;
}

/** The tap of facility `f` that began bar `e`; of a bar in several furnace runs that of run `r`. */
const startedBy = (run: string): string =>
  `(select w.client_id from work_taps w where w.entry_ids @> array[e.id] and w.kind = 'start' and w.facility_id = :facility and ${STANDS}
    order by w.furnace_run_id = ${run} desc, w.tapped_at desc, w.id desc limit 1)`;

/** What is marked of furnace runs of a facility. */
export async function runMarks(
  db: Db,
  facility: number,
  ids: readonly number[],
): Promise<{ id: number; finished_at: Instant | null; started_by: string | null }[]> {
  const { rows } = await db.raw(
    `select r.id, d.finished_at, case when d.started_at is not null and d.finished_at is null then ${startedBy('r.id')} end as started_by
     from furnace_runs r left join furnace_loads d on d.furnace_run_id = r.id cross join lateral (select min(m.plan_entry_id) as id from furnace_run_members m where m.furnace_run_id = r.id) e
     where r.id = any(:ids::bigint[])`,
    bound({ facility, ids }),
  );
  return rows;
}

/** Good pieces that were said of furnace runs, by what is in them. */
export async function goodPieces(
  db: Db,
  runs: readonly number[],
): Promise<{ run: number; entry_id: number; quantity: number; defect: Defect | null }[]> {
  return db('furnace_load_members as i')
    .join('furnace_loads as d', 'd.id', 'i.furnace_load_id')
    .whereRaw('d.furnace_run_id = any(?::bigint[])', bound([runs]))
    .whereNotNull('i.good')
    .select('d.furnace_run_id as run', 'i.order_task_id as entry_id', 'i.good as quantity', 'i.defect_reason as defect');
}

/** A task of a facility that is no furnace. */
export type TodayTask = components['schemas']['TodayTask'];
/** The same as it is stored: with its planned span once it was started. */
type TaskRow = Omit<TodayTask, 'done_at' | 'open_before'> & { planned_start_at: Instant | null; planned_end_at: Instant | null };

/** Open bars of a facility in plan order, at most so many, after those that were marked today or are under way; what was done today stays, whatever became of its order. */
export async function todayTasks(db: Db, plan: Plan, facilityId: number, today: PlantDate, most: number): Promise<TaskRow[]> {
  const { rows } = await db.raw(
    `select * from (
     select e.id as entry_id, e.unique_order,
       coalesce(p.product_name, o.product_name) as product_name, o.material, t.task_name, e.pieces, o.weight * e.pieces as weight,
       o.delivery_date as deadline_date, (select s.late_days from order_states s where s.layer = ${plan} and s.order_id = o.id) as late_days,
       e.start_at as start_date, e.end_at as end_date, m.started_at, m.finished_at,
       case when m.finished_at is null then ${startedBy('0')} end as started_by, m.good, m.defect_reason as defect, m.planned_start as planned_start_at, m.planned_end as planned_end_at,
       (select jsonb_build_object('task_name', nt.task_name, 'facility_name', nf.facility_name)
        from plan_entries b join tasks nt on nt.id = b.task_id left join facilities nf on nf.id = b.facility_id
        where b.lot_id = e.lot_id and b.layer = e.layer and b.task_sort > e.task_sort order by b.task_sort, b.id limit 1) as next
     from bars e join orders o on o.id = e.order_id join tasks t on t.id = e.task_id
       left join products p on p.id = o.product_id left join actuals m on m.order_task_id = e.id
     where e.layer = ${plan} and e.facility_id = :facility
       and (m.finished_at >= :today or (m.started_at is not null and m.finished_at is null)
         or (m.started_at is null and e.end_at > :today and not e.finished))
     union all
     select m.order_task_id, concat_ws('-', m.serial_number, nullif(m.lot_number, '')), m.product_name, '', m.task_name, coalesce(m.pieces, 0), null, null, 0,
       coalesce(m.planned_start, m.started_at), coalesce(m.planned_end, m.finished_at), m.started_at, m.finished_at, null, m.good, m.defect_reason,
       m.planned_start, m.planned_end, null
     from actuals m where m.facility_id = :facility and m.finished_at >= :today
       and not exists (select 1 from plan_entries e where e.id = m.order_task_id and e.layer = ${plan})) told
     order by finished_at is null, finished_at, started_at nulls last, start_date, entry_id limit :most`,
    { facility: facilityId, today: instantAt(today, '00:00'), most },
  );
  return rows;
}

/** A tap that can be taken back. */
export interface LastTap {
  client_id: string;
  kind: 'start' | 'finish' | 'stop' | 'resume';
  tapped_at: Instant;
  employee_name: string;
  worker: string;
  reason: string | null;
  unit: number | null;
  furnace_run_id: number | null;
  entries: { entry_id: number; quantity: number | null; pieces: number | null; unique_order: string }[];
}

/** The standing tap of each unit of a facility that came last, of today and yesterday, as it is taken back; pieces are counted anew instead. */
export async function lastTaps(db: Db, plan: Plan, facilityId: number, today: PlantDate): Promise<LastTap[]> {
  const { rows } = await db.raw(
    `select distinct on (w.unit) w.client_id, w.kind, w.tapped_at, w.employee_name, w.worker, w.reason, w.unit, w.furnace_run_id,
       (select coalesce(jsonb_agg(jsonb_build_object('entry_id', e.id, 'quantity', nullif(x.quantity, -1), 'pieces', coalesce((select nullif(i.pieces, 0)
             from furnace_run_members i where i.furnace_run_id = w.furnace_run_id and i.plan_entry_id = e.id), e.pieces), 'unique_order', e.unique_order) order by x.position), '[]')
        from unnest(w.entry_ids, w.quantities) with ordinality as x(id, quantity, position) join bars e on e.layer = ${plan} and e.id = x.id) as entries
     from work_taps w where w.facility_id = ? and ${STANDS} and w.kind <> 'quantity' and w.tapped_at >= ? order by w.unit, w.id desc`,
    [facilityId, instantAt(addDays(today, -1), '00:00')],
  );
  return rows;
}
