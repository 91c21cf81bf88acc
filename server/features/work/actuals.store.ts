import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import { type ListDescription, listPage, type Page } from '../../db/list.ts';
import type { Plan } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import type { Instant } from '../../domain/ground/plant-time.ts';
import type { Defect } from '../../domain/texts/plan/reasons.ts';

/** What the shop floor has said of an order task. */
export interface MarkRow {
  started_at: Instant;
  finished_at: Instant | null;
  /** Good pieces; null: not said. */
  quantity: number | null;
  /** Why the others are no good ones. */
  defect: Defect | null;
  worker: string;
  planned_start_at: Instant;
  planned_end_at: Instant;
}

/** SQL: the mark of fact `a` as it is read; null where nobody has begun. */
export const MARK = `case when a.started_at is not null then jsonb_build_object('started_at', a.started_at, 'finished_at', a.finished_at, 'quantity', a.good,
  'defect', a.defect_reason, 'worker', a.worker, 'planned_start_at', a.planned_start, 'planned_end_at', a.planned_end) end`;

/** Rows of which nothing is said any more. */
const sweep = (trx: Knex.Transaction, ids: readonly number[]): Promise<unknown> =>
  trx.raw('delete from actuals where order_task_id = any(?::bigint[]) and started_at is null and closed_by is null', bound([ids])).then();

/** SQL: where the bar of fact `a` stands in a plan. */
const barIn = (plan: Plan): string => `plan_entries e where e.id = a.order_task_id and e.layer = ${plan}`;

/**
 * Writes what the shop floor has said of an order task, null: nothing; its pieces are those in this furnace run, where one is named. Of what has begun in furnaces its pieces
 * are the sum of its loads.
 */
export async function writeMark(trx: Knex.Transaction, plan: Plan, id: number, mark: MarkRow | null, run: number | null): Promise<void> {
  await trx.raw('select open_actuals(array[?::bigint])', [id]);
  const { started_at, finished_at, quantity, defect, worker, planned_start_at, planned_end_at } = mark ?? NOTHING;
  // Who names no run counts the whole.
  await trx.raw(
    `update furnace_load_members i set (good, defect_reason) = (select :quantity::integer, :defect::text where :run::bigint is not null)
     from furnace_loads d where d.id = i.furnace_load_id and i.order_task_id = :id and d.furnace_run_id = coalesce(:run::bigint, d.furnace_run_id)`,
    { quantity, defect, run, id },
  );
  await trx.raw(
    `update actuals a set started_at = :started_at, finished_at = :finished_at, worker = :worker,
       planned_start = coalesce(:planned_start_at, planned_start), planned_end = coalesce(:planned_end_at, planned_end),
       ended_on = case when :finished_at::timestamptz is not null then :finished_at::timestamptz::date when by_hand then (select end_day(e.end_at) from ${barIn(plan)}) end,
       (facility_id, facility_name, unit) = (select coalesce(e.facility_id, a.facility_id), coalesce(f.facility_name, a.facility_name), coalesce(e.unit, a.unit)
         from (select 1) one left join (select * from ${barIn(plan)}) e on true left join facilities f on f.id = e.facility_id),
       (pieces, good, defect_reason) = (select coalesce(nullif(sum(m.pieces), 0), a.pieces),
           case when bool_or(i.good is not null) then sum(coalesce(i.good, m.pieces)) else :quantity end,
           case when bool_or(i.good is not null) then (array_agg(i.defect_reason order by d.started_at desc, d.id desc) filter (where i.defect_reason is not null))[1] else :defect end
         from furnace_run_members m join furnace_loads d on d.furnace_run_id = m.furnace_run_id
           left join furnace_load_members i on (i.furnace_load_id, i.order_task_id) = (d.id, m.plan_entry_id)
         where m.layer = ${plan} and m.plan_entry_id = a.order_task_id and d.started_at is not null),
       changed_at = clock_timestamp()
     where order_task_id = :id`,
    { id, started_at, finished_at, quantity, defect, worker, planned_start_at, planned_end_at },
  );
  if (mark === null) await sweep(trx, [id]);
}
const NOTHING = {
  started_at: null,
  finished_at: null,
  quantity: null,
  defect: null,
  worker: '',
  planned_start_at: null,
  planned_end_at: null,
};

/** Closes order tasks (工程終了) on the days on which their bars end. */
export async function closeByHand(trx: Knex.Transaction, plan: Plan, ids: readonly number[]): Promise<void> {
  await trx.raw('select open_actuals(?::bigint[])', bound([ids]));
  await trx.raw(
    `update actuals a set by_hand = true, changed_at = clock_timestamp(),
       (planned_start, planned_end) = (select case when a.started_at is null then e.start_at else a.planned_start end,
         case when a.started_at is null then e.end_at else a.planned_end end from ${barIn(plan)}), ended_on = coalesce(finished_at::date, (select end_day(e.end_at) from ${barIn(plan)}))
     where order_task_id = any(?::bigint[])`,
    bound([ids]),
  );
}

/** Closes order tasks that lie before a casting that has been, on the days on which their bars end. */
export async function closeByCasting(trx: Knex.Transaction, plan: Plan, ids: readonly number[]): Promise<void> {
  await trx.raw('select open_actuals(?::bigint[])', bound([ids]));
  await trx.raw(
    `update actuals a set received_by = 'casting', ended_on = end_day(e.end_at) from ${barIn(plan)} and a.order_task_id = any(?::bigint[])`,
    bound([ids]),
  );
}

/** Forgets order tasks of which only a file or a partner has spoken. */
export async function forgetOutside(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  await trx.raw('delete from actuals where order_task_id = any(?::bigint[]) and started_at is null and not by_hand', bound([ids]));
}

/** Takes it back that order tasks are closed in the plant; what was begun is under way again. */
export async function reopen(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  await trx.raw(
    `update actuals set by_hand = false, finished_at = null, ended_on = null, received_by = nullif(received_by, 'casting'), changed_at = clock_timestamp()
     where order_task_id = any(?::bigint[])`,
    bound([ids]),
  );
  await sweep(trx, ids);
}

/** What a planner has closed ends where its bar ends, wherever that goes. */
export async function followBars(trx: Knex.Transaction, plan: Plan, ids: readonly number[]): Promise<void> {
  await trx.raw(
    `update actuals a set ended_on = end_day(e.end_at) from ${barIn(plan)} and a.order_task_id = any(?::bigint[]) and a.marked and a.finished_at is null
       and a.ended_on is distinct from end_day(e.end_at)`,
    bound([ids]),
  );
}

/** SQL: of fact `a` what a schedule write may change of it, and what it must find as it left it. */
export const CLOSING = `jsonb_build_object('started_at', a.started_at, 'finished_at', a.finished_at, 'good', a.good, 'defect_reason', a.defect_reason,
  'worker', a.worker, 'by_hand', a.by_hand, 'ended_on', a.ended_on, 'casting', coalesce(a.received_by = 'casting', false))`;

/** Brings the closings of order tasks back to what they were, as `CLOSING` kept them; null: nothing was said. */
export async function restoreClosings(trx: Knex.Transaction, was: readonly { id: number; closing: object | null }[]): Promise<void> {
  const ids = was.map(({ id }) => id);
  await trx.raw('select open_actuals(?::bigint[])', bound([was.filter(({ closing }) => closing !== null).map(({ id }) => id)]));
  await trx.raw(
    `update actuals a set finished_at = (w.closing ->> 'finished_at')::timestamptz, by_hand = coalesce((w.closing ->> 'by_hand')::boolean, false),
       ended_on = (w.closing ->> 'ended_on')::date,
       received_by = case when (w.closing ->> 'casting')::boolean then coalesce(a.received_by, 'casting') else nullif(a.received_by, 'casting') end
     from jsonb_to_recordset(?::jsonb) as w (id bigint, closing jsonb) where a.order_task_id = w.id
       and (${CLOSING}) is distinct from w.closing`,
    [JSON.stringify(was)],
  );
  await sweep(trx, ids);
}

/** SQL: the day of fact `a`: on which it ended, under way on which it began, and where nobody said on which it was told. */
const DAY = 'coalesce(a.closed_on, a.started_at::date, on_clock(a.changed_at)::date)';
/** What is asked of facts. */
const ACTUALS: ListDescription = {
  filters: {
    from_date: { how: 'from', column: DAY },
    to_date: { how: 'to', column: DAY },
    order_id: { how: 'ids', column: 'o.id' },
    facility_id: { how: 'ids', column: 'a.facility_id' },
  },
  order: ['coalesce(a.started_at, a.closed_on::timestamptz) desc nulls last', 'a.order_task_id desc'],
  tie: 'a.order_task_id',
  sortable: {
    started_at: 'a.started_at',
    finished_at: 'a.finished_at',
    closed_on: 'a.closed_on',
    serial_number: 'a.serial_number',
    facility_name: 'a.facility_name',
  },
};

/** A page of facts, the newest first: what happened, beside what was planned then. */
export async function listActuals<Wire>(db: Db, path: string, parameters: object): Promise<Page<Wire>> {
  const query = db('actuals as a')
    .leftJoin('order_tasks as t', 't.id', 'a.order_task_id')
    .leftJoin('lots as l', 'l.id', 't.lot_id')
    .leftJoin('orders as o', 'o.id', 'l.order_id')
    .select('t.id as order_task_id', 'o.id as order_id', 'a.serial_number', 'a.lot_number', 'a.task_code', 'a.task_name')
    .select(
      'a.product_code',
      'a.product_name',
      'a.facility_id',
      'a.facility_name',
      'a.unit',
      'a.started_at',
      'a.finished_at',
      'a.closed_on',
    )
    .select('a.pieces', 'a.good', 'a.defect_reason', 'a.worker', 'a.closed_by', 'a.planned_start', 'a.planned_end', 'a.planned_hours')
    .select(db.raw('a.pieces - a.good as defect'))
    .whereRaw('(a.started_at is not null or a.closed_by is not null)');
  return listPage<Wire>(query, path, parameters as Record<string, unknown>, ACTUALS);
}
