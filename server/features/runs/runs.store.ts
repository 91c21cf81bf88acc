import type { components } from '../../contract/types.ts';
import { bound } from '../../db/bound.ts';
import { type Job, jobById } from '../../db/jobs/jobs.ts';
import { countOf, type PageBounds } from '../../db/list.ts';
import type { Plan } from '../../db/plan.ts';
import { prepared } from '../../db/prepared.ts';
import { newestCompleteRun } from '../../db/sql/newest-run.ts';
import { PARTNER_JOIN, PARTNER_NAME } from '../../db/sql/partner.ts';
import type { Db } from '../../db/types.ts';

/** A run as `schedule-queues` shows it. */
type QueueEntry = components['schemas']['ScheduleQueue'];
/** What a run says of itself. */
export type RunStatistics = components['schemas']['RunStatistics'];
/** A message of a run as `schedule-errors` shows it. */
export type ShownMessage = components['schemas']['ScheduleError'];

const QUEUE = [
  'id',
  'status',
  'progress',
  'phase',
  'requested_by',
  'created_at',
  'started_at',
  'finished_at',
  'statistics',
  'error',
] as const;

/** What of a job is shown. */
export const queueEntry = (job: Job): QueueEntry => Object.fromEntries(QUEUE.map((field) => [field, job[field]])) as unknown as QueueEntry;

/** Lists in the statistics that only the newest complete run shows. */
const LISTS = ['late', 'moved_entries'];

/** The orders that a run was asked to place first and that are still there, in that order. */
const FIRST_ORDERS = `(
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'serial_number', o.serial_number) order by asked.position), '[]')
  from jsonb_array_elements_text(payload -> 'first_orders') with ordinality as asked (id, position)
    join orders o on o.id = asked.id::bigint) as first_orders`;

/** The job that plans a scenario, or planned it last; undefined: nobody has asked for one. */
export const jobOfScenario = (db: Db, scenario: number): Promise<Pick<Job, 'id' | 'status' | 'cancel_requested'> | undefined> =>
  db('jobs')
    .where('kind', 'scenario')
    .whereIn('id', db('plans').where('id', scenario).select('job_id'))
    .first('id', 'status', 'cancel_requested');

/** The plan is made by this job. */
export const keepJob = async (db: Db, plan: number, job: number): Promise<void> => {
  await db('plans').where('id', plan).update({ job_id: job });
};

/** A page of runs, newest first. */
export async function listQueue(db: Db, page: PageBounds): Promise<{ count: number; rows: QueueEntry[] }> {
  const runs = () => db('jobs').where('kind', 'schedule');
  const [{ count }] = (await runs().count('id as count')) as unknown as [{ count: number }];
  const { complete } = await newestRuns(db);
  const rows = await runs()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .select('id', 'status', 'progress', 'phase', 'requested_by', 'error')
    .select(['created_at', 'started_at', 'finished_at'].map((at) => db.raw('on_clock(??) as ??', [at, at])))
    .select(db.raw(`(payload -> 'settings' ->> 'frozen_days')::integer as frozen_days, payload -> 'settings' ->> 'moving' as moving`))
    .select(db.raw('(select name from employees where employee_id = requested_by) as requested_by_name'))
    .select(db.raw(FIRST_ORDERS))
    .select(db.raw('case when id = ? then statistics else statistics - ?::text[] end as statistics', [complete ?? 0, LISTS]));
  return { count, rows };
}

/** Those of the given orders that are there, and whether anything of each is still to do. */
export async function openAmong(db: Db, plan: Plan, ids: readonly number[]): Promise<Map<number, boolean>> {
  const rows = await db('orders as o')
    .leftJoin('order_states as s', (join) => void join.on('s.order_id', 'o.id').andOnVal('s.layer', plan))
    .whereRaw('o.id = any(?::bigint[])', bound([ids]))
    .select('o.id', db.raw('coalesce(s.open, true) as open'));
  return new Map(rows.map(({ id, open }) => [id, open]));
}

/** The orders of these folded serial numbers that are there. */
export async function idsBySerial(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db('orders')
    .whereRaw('serial_key = any(?::text[])', bound([keys]))
    .select('serial_key', 'id');
  return new Map(rows.map(({ serial_key, id }) => [serial_key, id]));
}

/** The newest run, whatever became of it. */
export async function newestRun(db: Db): Promise<Job | undefined> {
  const newest = await db('jobs').where('kind', 'schedule').orderBy('id', 'desc').first('id');
  return newest && jobById(db, newest.id);
}

/** Open bars of a plan that a run may move: neither begun, locked nor made by hand. */
export async function countMovable(db: Db, plan: Plan): Promise<number> {
  const { rows } = await db.raw(
    `select count(*)::integer as count from bars b left join actuals a on a.order_task_id = b.id
     where b.layer = ${plan} and b.open and not b.locked and b.origin = 'file' and a.started_at is null`,
  );
  return rows[0].count;
}

/** The newest complete run, and the newest run that failed after it (its job id), if any. */
export async function newestRuns(db: Db): Promise<{ complete: number | undefined; failed: number | undefined }> {
  const { rows } = await prepared<{ complete: number | null; failed: number | null }>(
    db,
    `select ${newestCompleteRun()} as complete, (select max(id) from jobs where kind = 'schedule' and status = 'error') as failed`,
    [],
  );
  const [{ complete, failed }] = rows as [(typeof rows)[0]];
  return { complete: complete ?? undefined, failed: failed !== null && failed > (complete ?? 0) ? failed : undefined };
}

/** A page of what is said of a plan by its run. */
export async function listMessages(db: Db, planId: number, page: PageBounds): Promise<{ count: number; rows: ShownMessage[] }> {
  const messages = () => db('schedule_messages').where('plan_id', planId);
  const found: (Omit<ShownMessage, 'orders'> & { order_ids: number[] })[] = await messages()
    .orderBy('position')
    .limit(page.limit)
    .offset(page.offset)
    .select('id', 'level', 'code', 'message', 'order_id', 'task_id', 'facility_id', 'order_task_ids', 'order_ids')
    .select(db.raw('cause is not null as late'));
  const serials = await serialsOf(
    db,
    found.flatMap(({ order_ids }) => order_ids),
  );
  const rows = found.map(({ order_ids, ...message }) => ({ ...message, orders: order_ids.flatMap((id) => serials.get(id) ?? []) }));
  const count = await countOf(page, rows.length, async () => Number((await messages().count('id as count'))[0]?.count));
  return { count, rows };
}

async function serialsOf(db: Db, ids: readonly number[]): Promise<Map<number, ShownMessage['orders'][number]>> {
  if (ids.length === 0) return new Map();
  const rows: ShownMessage['orders'] = await db('orders')
    .whereRaw('id = any(?::bigint[])', bound([[...new Set(ids)]]))
    .select('id as order_id', 'serial_number');
  return new Map(rows.map((row) => [row.order_id, row]));
}

/** Why an order is late. */
export interface LateCause {
  cause: LateNote['cause'];
  /** Where it lies: a facility, of outsourced work the partner. */
  place: string | null;
  /** Of the latest orders, what the days that the run found are made of. */
  late_days: number | null;
  parts: LateNote['parts'];
  /** The process that the cause speaks of. */
  order_task_id: number | null;
  wait: LateNote['wait'];
}
type LateNote = components['schemas']['LateNote'];

/** What makes each of these late orders so, as the run of the plan found it. */
export async function lateCauses(db: Db, plan: Plan, orderIds: readonly number[]): Promise<Map<number, LateCause>> {
  const { rows } = await db.raw(
    `select named.id as order_id, m.cause, coalesce(f.facility_name, case when m.cause = 'outsourcing_lead' then outside.name end) as place,
       note.late_days, coalesce(note.parts, '[]') as parts, note.order_task_id, note.wait
     from plans p join schedule_messages m on m.plan_id = p.id cross join lateral unnest(m.order_ids) as named (id)
       left join facilities f on f.id = m.facility_id
       left join (select (late ->> 'order_id')::bigint as order_id, (late ->> 'order_task_id')::bigint as order_task_id,
           (late ->> 'late_days')::integer as late_days, late -> 'parts' as parts, nullif(late -> 'wait', 'null') as wait
         from plans own cross join lateral jsonb_array_elements(own.said -> 'late') as late where own.layer = ${plan}) note on note.order_id = named.id
       left join lateral (select ${PARTNER_NAME} as name from order_tasks ot ${PARTNER_JOIN} where ot.id = note.order_task_id) outside on true
     where p.layer = ${plan} and m.cause is not null and named.id = any(?::bigint[]) order by m.position desc`,
    bound([orderIds]),
  );
  return new Map((rows as (LateCause & { order_id: number })[]).map(({ order_id, ...why }) => [order_id, why]));
}
