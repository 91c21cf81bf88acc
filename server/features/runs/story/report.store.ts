import type { Knex } from 'knex';
import type { components } from '../../../contract/types.ts';
import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import { newestCompleteRun } from '../../../db/sql/newest-run.ts';
import type { Db } from '../../../db/types.ts';
import { IMPORT_KINDS } from '../../../domain/files/imports.ts';
import type { Instant, PlantDate } from '../../../domain/ground/plant-time.ts';
import type { Moment, SeenChange } from './reasons.ts';

type Shown = components['schemas']['RunReport'];

/** An order that a run made late or saved. */
export type ReportedOrder = Pick<Shown['saved'][number], 'order_id' | 'serial_number' | 'late_days'>;

/** An order that was late and left the plan: something of it has no place, or it was deleted. */
export interface LostOrder extends ReportedOrder {
  deleted: boolean;
}

/** One that waits because of the frozen days. */
export type BehindFrozen = ReportedOrder & Pick<Shown['behind_frozen'][number], 'late_days_before' | 'gain_days'>;

/** One that was late and is later. */
export type LaterLate = ReportedOrder & Pick<Shown['later_late'][number], 'late_days_before'>;

/** The report as it is kept with its run: without the run's own data, and without names, which are looked up for each reader. */
export type RunReport = Omit<
  Shown,
  | 'id'
  | 'finished_at'
  | 'requested_by'
  | 'requested_by_name'
  | 'night_id'
  | 'closed'
  | 'newly_late'
  | 'saved'
  | 'later_late'
  | 'behind_frozen'
  | 'alternatives'
  | 'choosable'
> & { newly_late: ReportedOrder[]; saved: ReportedOrder[]; later_late: LaterLate[]; behind_frozen: BehindFrozen[]; lost: LostOrder[] };

/** Keeps the report of a run. */
export async function saveReport(trx: Knex.Transaction, jobId: number, report: RunReport): Promise<void> {
  await trx('run_reports').insert({ job_id: jobId, report: JSON.stringify(report) });
}

/** A reason names a few of them; one that has more is named by their number. */
const MOST_CHANGES = 1_000;

/** What the history says of these changes, the earliest first. */
export async function changesOf(trx: Db, seen: readonly number[]): Promise<SeenChange[]> {
  const { rows } = await trx.raw(
    `select c.part, a.operation, a.kind || ' ' || a.key as of, coalesce(a.new ->> 'facility_name', a.old ->> 'facility_name', a.key) as key, a.old, a.new
     from input_changes c join audit a on a.id = c.audit_id
     where c.audit_id = any(?::bigint[]) order by c.audit_id limit ${MOST_CHANGES}`,
    bound([seen]),
  );
  return (rows as (Omit<SeenChange, 'imported'> & { operation: string })[]).map(({ operation, ...change }) => {
    const imported = IMPORT_KINDS.find((kind) => kind.operation === operation)?.label;
    return imported === undefined ? change : { ...change, imported };
  });
}

/** A stop as the history has it last; null: it was taken back. */
type TracedStop = { reason: string; resumes_on: PlantDate | null; resumed_at: Instant | null } | null;

/** What changed of the availability since the plan was made, the earliest first: the stop of a facility (undefined: something else). */
export async function availabilitySince(db: Db): Promise<{ facility_name: string; stop: TracedStop | undefined }[]> {
  const { rows } = await db.raw(
    `select a.kind, a.key as facility_name, a.new as stop from input_changes c join audit a on a.id = c.audit_id
     where c.part = 'availability' order by c.audit_id limit ${MOST_CHANGES}`,
  );
  type Row = { kind: string; facility_name: string; stop: TracedStop };
  return (rows as Row[]).map(({ kind, facility_name, stop }) => ({ facility_name, stop: kind === 'facility_stops' ? stop : undefined }));
}

/** The given orders with open work but no bar for it (true: without a place or excluded), and the deleted ones (false). */
export async function ordersWithoutPlace(db: Db, plan: Plan, orders: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await db.raw(
    `select wanted.id, o.id is not null as exists from unnest(:wanted::bigint[]) as wanted(id) left join orders o on o.id = wanted.id
       left join order_states s on s.layer = ${plan} and s.order_id = o.id and s.order_id = any(:wanted::bigint[])
     where o.id is null or (not is_delivered(o.delivery_status) and (s.order_id is null or s.unplanned_count > 0))`,
    bound({ wanted: orders }),
  );
  return new Map(rows.map(({ id, exists }: { id: number; exists: boolean }) => [id, exists]));
}

/** The end day of each order in a plan; delivered orders are left out. */
export async function orderEnds(db: Db, plan: Plan): Promise<Map<number, PlantDate>> {
  const { rows } = await db.raw(
    `select s.order_id as id, s.end_date as day from order_states s join orders o on o.id = s.order_id
     where s.layer = ${plan} and s.end_date is not null and not is_delivered(o.delivery_status)`,
  );
  return new Map(rows.map(({ id, day }: { id: number; day: PlantDate }) => [id, day]));
}

/** Those of the given orders that are rush orders. */
export async function rushAmong(db: Db, orders: readonly number[]): Promise<Set<number>> {
  const rows = await db('orders')
    .whereRaw(`id = any(?::bigint[]) and priority = 'rush'`, bound([orders]))
    .select('id');
  return new Set(rows.map(({ id }: { id: number }) => id));
}

/** The newest complete run before this one; undefined: there was none. */
export async function momentBefore(trx: Db, jobId: number): Promise<Moment | undefined> {
  const job = await trx('jobs')
    .whereRaw(`id = ${newestCompleteRun('?')}`, [jobId])
    .first(trx.raw(`payload -> 'settings' as settings`), trx.raw(`(statistics ->> 'now_ms')::double precision as now_ms`));
  return job && job.now_ms !== null ? job : undefined;
}

/** No order waits because of the frozen days. */
export const NONE_BEHIND: Pick<RunReport, 'behind_frozen_count' | 'behind_frozen'> = { behind_frozen_count: 0, behind_frozen: [] };

/** What a report of an earlier version does not say. */
export const UNCOUNTED = {
  frozen_days: null,
  ...NONE_BEHIND,
  moved_orders: null,
  moved_by: null,
  excluded_orders: null,
  late_days_before: null,
  late_days_after: null,
  rush_count: null,
  rush_days_before: null,
  rush_days_after: null,
  later_late_count: null,
  later_late: [],
  earlier_count: null,
  later_count: null,
  lost: [],
  first_orders: [],
} satisfies Partial<RunReport>;

/** A run's report as it was kept, with who asked for the run. */
export interface KeptReport {
  id: number;
  finished_at: string;
  requested_by: string;
  requested_by_name: string | null;
  /** The night that asked for it. */
  night_id: number | null;
  /** Whether this employee has closed it. */
  closed: boolean;
  alternatives: Shown['alternatives'];
  /** Whether another of them can be taken over. */
  choosable: boolean;
  /** One kept by an earlier version says less (`UNCOUNTED`). */
  report: Omit<RunReport, keyof typeof UNCOUNTED> & Partial<RunReport>;
}

/** What is kept of a run; undefined where nothing is. */
export const reportOfRun = async (db: Db, jobId: number): Promise<KeptReport['report'] | undefined> =>
  (await db('run_reports').where({ job_id: jobId }).first('report'))?.report;

/** The report of the run of a plan; undefined where that keeps none. */
export async function reportOfPlan(db: Db, plan: Plan, employeeId: number): Promise<KeptReport | undefined> {
  const { rows } = await db.raw(
    `select j.id, on_clock(j.finished_at) as finished_at, j.requested_by, e.name as requested_by_name, r.report,
       (select n.id from nights n where n.run_job_id = j.id order by n.id desc limit 1) as night_id,
       exists (select 1 from run_report_closings c where c.job_id = j.id and c.employee_id = ?) as closed,
       coalesce(j.statistics -> 'alternatives', '[]') as alternatives, exists (select 1 from plans c where c.kind = 'candidate' and c.job_id = j.id) as choosable
     from run_reports r join jobs j on j.id = r.job_id left join employees e on e.employee_id = j.requested_by
     where j.id = (select job_id from plans where layer = ${plan})`,
    [employeeId],
  );
  return rows[0];
}

/** Notes that an employee has closed a report; false where there is none. */
export async function insertClosing(db: Db, jobId: number, employeeId: number): Promise<boolean> {
  if (!(await db('run_reports').where('job_id', jobId).first('job_id'))) return false;
  await db('run_report_closings').insert({ job_id: jobId, employee_id: employeeId }).onConflict(['job_id', 'employee_id']).ignore();
  return true;
}

/** Of each of these orders: what its product is called, and its bar to show. */
export async function shownBars(
  db: Db,
  plan: Plan,
  orders: readonly number[],
): Promise<Map<number, { product_name: string; entry_id: number | null }>> {
  const { rows } = await db.raw(
    `select o.id, coalesce(p.product_name, o.product_name) as product_name, shown.id as entry_id
     from orders o left join products p on p.id = o.product_id
       left join bars_to_show shown on shown.layer = ${plan} and shown.order_id = o.id and shown.rank = 1 and shown.order_id = any(:wanted::bigint[])
     where o.id = any(:wanted::bigint[])`,
    bound({ wanted: orders }),
  );
  return new Map(rows.map(({ id, ...shown }: { id: number; product_name: string; entry_id: number | null }) => [id, shown]));
}
