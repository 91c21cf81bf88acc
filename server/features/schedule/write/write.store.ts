import type { Knex } from 'knex';
import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import { EMPTY_RUNS } from '../../../db/sql/empty-runs.ts';
import type { Instant, PlantDate } from '../../../domain/ground/plant-time.ts';

export type ClosedBy = 'order' | 'reception' | 'partner';

/** An entry's own row with what its order task says, as a write needs it. */
export interface EntryRow {
  id: number;
  version: number;
  lot_id: number;
  order_id: number;
  product_id: number | null;
  task_id: number;
  task_sort: number | null;
  facility: number | null;
  outsourced: boolean;
  /** Its process was added by hand: it goes with its bar. */
  by_hand: boolean;
  locked: boolean;
  /** It is closed in the plant, which may be taken back. */
  received_locked: boolean;
  /** What closes it whatever its own mark says: its delivered order, or all of its order task having come. */
  closed_by: ClosedBy | null;
  start_date: Instant;
  end_date: Instant;
  work_time_set: boolean;
}

const ROWS = `select e.id, e.version, e.lot_id, l.order_id, o.product_id, e.task_id, e.task_sort,
    e.facility_id as facility, e.outsourced, t.origin = 'hand' as by_hand, e.locked, coalesce(a.marked, false) as received_locked,
    case when is_delivered(o.delivery_status) then 'order' when a.closed_by = 'partner' and e.outsourced then 'partner'
      when a.received_by in ('file', 'partner') then 'reception' end as closed_by,
    e.start_at as start_date, e.end_at as end_date, e.work_time_set
  from plan_entries e join order_tasks t on t.id = e.id join lots l on l.id = e.lot_id join orders o on o.id = l.order_id
    left join actuals a on a.order_task_id = e.id`;

/** Remembers that the plan was changed by hand since it was published. */
export async function markEdited(trx: Knex.Transaction, plan: Plan): Promise<void> {
  await trx('plans').where('layer', plan).update({ edited_at: trx.fn.now() });
}

/** Remembers that the shop floor has said something of the plan since it was published. */
export async function noteMarks(trx: Knex.Transaction, plan: Plan): Promise<void> {
  await trx('plans').where('layer', plan).update({ marked_at: trx.fn.now() });
}

/** The entries of a plan with these ids, locked. */
export async function lockEntries(trx: Knex.Transaction, plan: Plan, ids: readonly number[]): Promise<EntryRow[]> {
  const { rows } = await trx.raw(`${ROWS} where e.layer = ${plan} and e.id = any(?::bigint[]) order by e.id for update of e`, bound([ids]));
  return rows;
}

/** Every entry of these orders, locked. */
export async function lockEntriesOfOrders(trx: Knex.Transaction, plan: Plan, orderIds: readonly number[]): Promise<EntryRow[]> {
  const { rows } = await trx.raw(
    `${ROWS} where e.layer = ${plan} and l.order_id = any(?::bigint[]) order by e.id for update of e`,
    bound([orderIds]),
  );
  return rows;
}

/** One parameter for any number of ids: a statement takes 65,535. */
const idIn = (column: string, ids: readonly number[]) => (query: Knex.QueryBuilder) =>
  void query.whereRaw('?? = any(?::bigint[])', bound([column, [...ids]]));

/** What of an entry may be written. */
export interface EntryChange {
  facility_id?: number | null;
  unit?: number | null;
  locked?: boolean;
  start_at?: Instant;
  end_at?: Instant;
  work_time_set?: boolean;
}

/** Writes entries with these ids; their version rises. */
export async function updateEntries(trx: Knex.Transaction, plan: Plan, ids: readonly number[], change: EntryChange): Promise<void> {
  await trx('plan_entries')
    .where('layer', plan)
    .where(idIn('id', ids))
    .update({ ...change, version: trx.raw('version + 1') });
}

/** Writes the times of entries, each its own, in one statement; their version rises. */
export async function updateTimes(
  trx: Knex.Transaction,
  plan: Plan,
  times: readonly { id: number; start_at: Instant; end_at: Instant }[],
  work_time_set: boolean,
): Promise<void> {
  await trx.raw(
    `update plan_entries e set start_at = new.start_at, end_at = new.end_at, work_time_set = ?, version = e.version + 1
     from jsonb_to_recordset(?::jsonb) as new (id bigint, start_at timestamptz, end_at timestamptz) where e.id = new.id and e.layer = ${plan}`,
    [work_time_set, JSON.stringify(times)],
  );
}

/** Takes entries out of their furnace runs; a run that loses its last member goes. True when there was one. */
export async function leaveFurnaceRuns(trx: Knex.Transaction, plan: Plan, ids: readonly number[]): Promise<boolean> {
  const left = await trx('furnace_run_members').where('layer', plan).where(idIn('plan_entry_id', ids)).delete('furnace_run_id');
  if (left.length === 0) return false;
  await trx('furnace_runs')
    .where(
      idIn(
        'id',
        left.map((row) => row.furnace_run_id),
      ),
    )
    .whereNotExists(trx('furnace_run_members as m').whereRaw('m.furnace_run_id = furnace_runs.id').select(trx.raw('1')))
    .delete();
  return true;
}

/** Adds the entry of an order task. */
export async function insertEntry(
  trx: Knex.Transaction,
  plan: Plan,
  row: Required<Pick<EntryChange, 'facility_id' | 'locked' | 'start_at' | 'end_at'>> & {
    id: number;
    lot_id: number;
    task_id: number;
    task_sort: number | null;
    outsourced: boolean;
  },
): Promise<void> {
  await trx('plan_entries').insert({ layer: plan, ...row });
}

/** Adds a process to a lot by hand, and gives its id. */
export async function insertHandTask(
  trx: Knex.Transaction,
  { lot_id, task_id, task_sort }: { lot_id: number; task_id: number; task_sort: number | null },
): Promise<number> {
  const { rows } = await trx.raw(
    `insert into order_tasks (lot_id, task_id, task_sort, task_name, origin, order_quantity)
     select :lot_id, id, :task_sort, task_name, 'hand', coalesce((select max(own.order_quantity) from order_tasks own where own.lot_id = :lot_id), 0)
     from tasks where id = :task_id returning id`,
    bound({ lot_id, task_sort, task_id }),
  );
  return rows[0].id;
}

/** Removes entries from a plan. */
export async function removeEntries(trx: Knex.Transaction, plan: Plan, ids: readonly number[]): Promise<void> {
  await trx('plan_entries').where('layer', plan).where(idIn('id', ids)).delete();
}

/** Removes those of these processes that were added by hand and have left this plan, with their bars in every other one; furnace runs that lose their last member there go. */
export async function removeHandTasks(trx: Knex.Transaction, plan: Plan, ids: readonly number[]): Promise<void> {
  const gone = await trx('order_tasks').where(idIn('id', ids)).where('origin', 'hand').delete();
  if (gone > 0) await trx.raw(`delete from ${EMPTY_RUNS} and f.layer <> ${plan}`);
}

/** An order task as adding an entry for it needs it. */
export interface OrderTaskRow {
  id: number;
  lot_id: number;
  order_id: number;
  product_id: number | null;
  task_id: number;
  task_sort: number;
  arrangement: string;
  outsourcing_code: string;
  received: boolean;
  has_entry: boolean;
}

const orderTasks = (
  plan: Plan,
): string => `select ot.id, ot.lot_id, l.order_id, o.product_id, ot.task_id, ot.task_sort, ot.arrangement, ot.outsourcing_code,
    state.finished as received, exists (select 1 from plan_entries e where e.id = ot.id and e.layer = ${plan}) as has_entry
  from order_tasks ot join order_task_states state on state.id = ot.id join lots l on l.id = ot.lot_id join orders o on o.id = l.order_id`;

/** One order task. */
export async function orderTask(trx: Knex.Transaction, plan: Plan, id: number): Promise<OrderTaskRow | undefined> {
  return (await trx.raw(`${orderTasks(plan)} where ot.id = ?`, [id])).rows[0];
}

/** The order tasks of a lot that are this task, in their order. */
export async function orderTasksOfLot(trx: Knex.Transaction, plan: Plan, lotId: number, taskId: number): Promise<OrderTaskRow[]> {
  const own = `ot.lot_id = ? and ot.task_id = ? and ot.origin = 'file'`;
  return (await trx.raw(`${orderTasks(plan)} where ${own} order by ot.task_sort, ot.id`, [lotId, taskId])).rows;
}

/** The given orders that exist, with their product. */
export async function ordersById(
  trx: Knex.Transaction,
  ids: readonly number[],
): Promise<{ id: number; product_id: number | null; delivery_date: PlantDate | null }[]> {
  return trx('orders').where(idIn('id', ids)).select('id', 'product_id', 'delivery_date');
}

/** The lots of an order. */
export async function lotsOfOrder(trx: Knex.Transaction, orderId: number): Promise<{ id: number; lot_number: string; lot_key: string }[]> {
  return trx('lots').where('order_id', orderId).orderBy('lot_number').select('id', 'lot_number', 'lot_key');
}

/** Whether the task exists and is active. */
export async function taskExists(trx: Knex.Transaction, id: number): Promise<boolean> {
  return (await trx('tasks').where({ id, active: true }).select('id').limit(1)).length > 0;
}
