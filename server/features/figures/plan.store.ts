import type { components } from '../../contract/types.ts';
import type { Plan } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import { liveRuns } from '../work/work.service.ts';

/** An open order that a plan ends after its delivery date. */
export interface LateOrder {
  order_id: number;
  serial_number: string;
  delivery_date: PlantDate;
  /** The day on which the plan ends it. */
  end_date: PlantDate;
  late_days: number;
}

/** Open orders that the plan ships late, the latest first. */
export async function lateOrders(db: Db, plan: Plan): Promise<LateOrder[]> {
  const { rows } = await db.raw(
    `select order_id, serial_number, delivery_date, end_date, late_days from late_orders where layer = ${plan} order by place`,
  );
  return rows;
}

/** What a plan promises: its open orders, and its furnaces from a day on. */
export type PlanFigures = components['schemas']['PlanFigures'];

/** The figures of no plan: of what stands before the first run, whatever was put there by hand. */
export const NO_PLAN: PlanFigures = {
  entries: 0,
  open_orders: 0,
  late_orders: 0,
  late_days: 0,
  worst_late_days: 0,
  flow_days: null,
  furnace_runs: 0,
  furnace_fill: null,
};

/** How far ahead a plan's furnaces are counted. */
export const AHEAD_DAYS = 14;

/** The figures of the plan as it stands. */
export async function planFigures(db: Db, plan: Plan, today: PlantDate): Promise<PlanFigures> {
  const { rows } = await db.raw(
    `with ${liveRuns(plan, `r.run_start >= :today::date and r.run_start < :today::date + ${AHEAD_DAYS}`)},
     first_castings as (select l.order_id, min(c.casting_date) as casting_date from castings c join lots l on l.id = c.lot_id group by l.order_id),
     promised as (
       select count(*)::integer as open_orders, (count(*) filter (where late_days > 0))::integer as late_orders,
         coalesce(sum(late_days), 0)::integer as late_days, coalesce(max(late_days), 0)::integer as worst_late_days,
         avg(s.end_date - coalesce(c.casting_date, o.casting_date))::double precision as flow_days
       from order_states s join orders o on o.id = s.order_id left join first_castings c on c.order_id = s.order_id
       where s.layer = ${plan} and s.open and s.end_date is not null),
     ahead as (select count(*)::integer as furnace_runs, avg(fill)::double precision as furnace_fill from live)
     select (select count(*)::integer from plan_entries where layer = ${plan}) as entries, promised.*, ahead.* from promised, ahead`,
    { today },
  );
  return rows[0];
}

/** Keeps the figures of the plan before and after a run, instead of those of another plan of that run. */
export async function saveRunFigures(db: Db, jobId: number, before: PlanFigures, after: PlanFigures): Promise<void> {
  await db('run_figures')
    .insert({ job_id: jobId, before: JSON.stringify(before), after: JSON.stringify(after) })
    .onConflict('job_id')
    .merge();
}

/** The plan before and after a run. */
export interface RunFigures {
  before: PlanFigures;
  after: PlanFigures;
}

/** What is kept of these runs, by job id. */
export async function figuresOfRuns(db: Db, jobIds: readonly number[]): Promise<Map<number, RunFigures>> {
  const rows = await db('run_figures')
    .whereIn('job_id', [...jobIds])
    .select('job_id', 'before', 'after');
  return new Map(rows.map(({ job_id, before, after }) => [job_id, { before, after }]));
}

/** The newest run whose figures are kept. */
export interface LastRun extends RunFigures {
  id: number;
  started_at: string;
  finished_at: string;
  requested_by: string;
  /** Null: a program. */
  requested_by_name: string | null;
  /** Bars that moved, and the number of those that did by three days or more. */
  moved: number;
  moved_far: number;
  /** Orders of these bars; null: not counted. */
  moved_orders: number | null;
  /** How many bars moved for which reason; null: not counted. */
  moved_by: components['schemas']['MovedBy'] | null;
}

/** The newest complete run with its figures; undefined: none yet. */
export async function lastRun(db: Db): Promise<LastRun | undefined> {
  const { rows } = await db.raw(
    `select j.id, on_clock(j.started_at) as started_at, on_clock(j.finished_at) as finished_at, j.requested_by, e.name as requested_by_name, f.before, f.after,
       coalesce((j.statistics ->> 'moved')::integer, 0) as moved, coalesce((j.statistics ->> 'moved_far')::integer, 0) as moved_far,
       (j.statistics ->> 'moved_orders')::integer as moved_orders, nullif(j.statistics -> 'moved_by', 'null') as moved_by
     from run_figures f join jobs j on j.id = f.job_id left join employees e on e.employee_id = j.requested_by
     where j.status = 'complete' order by j.id desc limit 1`,
  );
  return rows[0];
}
