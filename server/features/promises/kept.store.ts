import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import type { Plan } from '../../db/plan.ts';
import { holdsDay } from '../../db/sql/held.ts';
import type { Db } from '../../db/types.ts';
import type { Instant, PlantDate } from '../../domain/ground/plant-time.ts';
import type { AddedOrder } from '../../scheduling/index.ts';

/** What became of a line that was held. */
export interface KeptLine {
  id: number;
  promise_id: number;
  line: number;
  order_id: number | null;
  serial_number: string;
  product_id: number;
  promised_on: PlantDate;
  kept_by: string;
  kept_by_name: string | null;
  kept_at: Instant;
  expires_at: Instant;
  state: 'kept' | 'fulfilled' | 'released' | 'expired';
  awaits: string | null;
}

/** What became of it, and where the plan has its order. */
export interface StandingLine extends KeptLine {
  /** The day on which the plan has all of the order done; null: it has not all of it. */
  reaches: PlantDate | null;
  /** The plan does not have it done on its day: it is held, or an order took its place that has not shipped. */
  broken: boolean;
}

/** SQL: whether the plan whose states of orders are `s` does not keep what the row `k` holds. */
export const BROKEN = `(k.state = 'kept' and k.order_id is not null and (s.order_id is null or s.unplanned_count > 0 or s.late_days > 0))`;
/** SQL: whether it has the order that took its place later. That order is due on a day of its own, so its lateness says nothing of the promise. */
const LATER = `(k.state = 'fulfilled' and s.open and s.unplanned_count = 0 and s.end_date > k.promised_on)`;

/** One whose order is gone, with all orders or by itself, is held no longer. */
const KEPT = `select k.id, k.promise_id, k.line, k.order_id, k.serial_number, k.product_id, k.promised_on, k.kept_by, e.name as kept_by_name, on_clock(k.kept_at) as kept_at,
    k.expires_at, k.awaits, case when k.state = 'kept' and k.order_id is null then 'released' else k.state end as state
  from kept_promises k left join employees e on e.employee_id = k.kept_by`;

/** The last thing that became of each line of these questions. */
export async function keptLines(db: Db, plan: Plan, promises: readonly number[]): Promise<StandingLine[]> {
  const { rows } = await db.raw(
    `select k.*, case when s.unplanned_count = 0 then s.end_date end as reaches, coalesce(${BROKEN} or ${LATER}, false) as broken
     from (select distinct on (promise_id, line) * from (${KEPT} where k.promise_id = any(?::bigint[])) k order by promise_id, line, id desc) k
       left join order_states s on s.layer = ${plan} and s.order_id = k.order_id`,
    bound([promises]),
  );
  return rows;
}

/** Lines that are held now, of one question or that expired by an instant; nobody else settles them until the transaction ends. */
export async function heldLines(trx: Knex.Transaction, of: { promise: number } | { by: Instant }): Promise<KeptLine[]> {
  const [which, value] = 'promise' in of ? ['k.promise_id = ?', of.promise] : ['k.expires_at <= ?', of.by];
  const { rows } = await trx.raw(
    `${KEPT} where k.state = 'kept' and k.order_id is not null and ${which} order by k.line for update of k skip locked`,
    [value],
  );
  return rows;
}

/** Says what became of lines; `provisional`: whether the processes of their order are still those that were made for them. */
export async function settleLines(
  trx: Knex.Transaction,
  ids: readonly number[],
  settled: { state: KeptLine['state']; order_id?: number; serial_number?: string; provisional?: boolean },
): Promise<void> {
  await trx('kept_promises')
    .whereRaw('id = any(?::bigint[])', bound([ids]))
    .update({ ...settled, settled_at: trx.fn.now() });
}

/** Lets lines expire so many days later. */
export async function extendLines(trx: Knex.Transaction, ids: readonly number[], days: number): Promise<void> {
  await trx.raw(
    `update kept_promises set expires_at = expires_at + make_interval(days => ?) where id = any(?::bigint[])`,
    bound([days, ids]),
  );
}

/** Lets a line wait for an order that is not there yet, or for none; false: another line waits for it. */
export async function awaitOrder(trx: Knex.Transaction, id: number, serial: string | null): Promise<boolean> {
  const { rowCount } = await trx.raw(
    `update kept_promises set awaits = :serial::text where id = :id
       and not exists (select 1 from kept_promises o where o.id <> :id and o.state = 'kept' and o.order_id is not null and code_fold(o.awaits) = code_fold(:serial::text))`,
    { id, serial },
  );
  return rowCount === 1;
}

/** The order with this number; undefined: there is none. */
export async function orderNumbered(db: Db, serial: string): Promise<number | undefined> {
  const { rows } = await db.raw('select id from orders where serial_key = code_fold(?)', [serial]);
  return rows[0]?.id;
}

/** A line as it was and as it is. */
interface Settled {
  old: object;
  new: object;
}

/** Orders that held days are firm; `processes`: with processes of their own. Gives their lines. */
export async function firmLines(
  trx: Knex.Transaction,
  orders: readonly number[],
  { processes }: { processes: boolean },
): Promise<Settled[]> {
  const { rows } = await trx.raw(
    `update kept_promises k set state = 'fulfilled', settled_at = coalesce(k.settled_at, now()), serial_number = o.serial_number, provisional = not :processes
     from kept_promises old join orders o on o.id = old.order_id where old.id = k.id and k.order_id = any(:orders::bigint[]) and k.provisional and (k.state = 'kept' or :processes)
     returning to_jsonb(old) as old, to_jsonb(k) as new`,
    { orders: [...orders], processes },
  );
  return rows;
}

/** Holds a line by its order. */
export async function holdLine(
  trx: Knex.Transaction,
  held: Pick<KeptLine, 'promise_id' | 'line' | 'order_id' | 'serial_number' | 'product_id' | 'promised_on' | 'kept_by' | 'expires_at'>,
): Promise<void> {
  await trx('kept_promises').insert(held);
}

/** Adds an order that is like another one, with its lots, castings and processes; gives its id, and of each added process the one that was made. */
export async function insertProvisional(
  trx: Knex.Transaction,
  { order, lots, order_tasks, models }: AddedOrder,
  { serial, like, due }: { serial: string; like: number; due: PlantDate },
): Promise<{ order: number; tasks: ReadonlyMap<number, number> }> {
  const { rows: made } = await trx.raw(
    `insert into orders (serial_number, serial_key, product_code, product_key, product_name, product_id, number, weight, material, delivery_date, casting_date)
     select :serial, code_fold(:serial), product_code, product_key, product_name, product_id, :pieces, weight, material, :due, :ready from orders where id = :like returning id`,
    { serial, like, due, pieces: order.number, ready: order.casting_date },
  );
  const order_id: number = made[0].id;
  const { rows: own } = await trx.raw(
    `with l as (insert into lots (order_id, lot_number, lot_key)
       select ${order_id}, row.lot_number, code_fold(row.lot_number) from jsonb_to_recordset(?::jsonb) as row (lot_number text) returning id, lot_number),
     c as (insert into castings (lot_id, casting_date) select id, ?::date from l)
     select id, lot_number from l`,
    [JSON.stringify(lots), order.casting_date],
  );
  const ids = new Map((own as { id: number; lot_number: string }[]).map(({ id, lot_number }) => [lot_number, id]));
  const lotIds = new Map(lots.map((lot) => [lot.id, ids.get(lot.lot_number)!]));
  const tasks = order_tasks.map(({ lot_id, work_hours, order_quantity }, at) => ({
    lot_id: lotIds.get(lot_id)!,
    work_hours,
    order_quantity,
    model: models[at]!,
  }));
  const { rows: written } = await trx.raw(
    `insert into order_tasks (lot_id, task_id, arrangement, task_sort, task_name, outsourcing_code, order_name, setup_hours, work_hours, solution_frame_days, order_quantity)
     select a.lot_id, m.task_id, m.arrangement, m.task_sort, m.task_name, m.outsourcing_code, m.order_name, m.setup_hours, a.work_hours, m.solution_frame_days, a.order_quantity
     from jsonb_to_recordset(?::jsonb) as a (lot_id bigint, model bigint, work_hours numeric, order_quantity integer) join order_tasks m on m.id = a.model
     returning id, lot_id, task_sort`,
    [JSON.stringify(tasks)],
  );
  const byPlace = new Map(
    (written as { id: number; lot_id: number; task_sort: number }[]).map(({ id, lot_id, task_sort }) => [`${lot_id}/${task_sort}`, id]),
  );
  return {
    order: order_id,
    tasks: new Map(order_tasks.map(({ id, lot_id, task_sort }) => [id, byPlace.get(`${lotIds.get(lot_id)!}/${task_sort}`)!])),
  };
}

/** An order as far as it can take the place of another: its product, and its processes lot by lot in their order. */
export interface OrderToTie {
  id: number;
  serial_number: string;
  product_id: number | null;
  /** It only holds a day itself; another held day is tied to it. */
  held: boolean;
  tied: boolean;
  tasks: { id: number; lot: number; task_id: number }[];
}

/** Reads such an order; undefined: there is none. `lot`: which of its lots, from 1. */
export async function orderToTie(db: Db, id: number): Promise<OrderToTie | undefined> {
  const { rows } = await db.raw(
    `select o.id, o.serial_number, o.product_id, ${holdsDay('o.id')} as held,
       exists (select 1 from kept_promises k where k.order_id = o.id and k.state = 'fulfilled') as tied, coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'lot', t.lot, 'task_id', t.task_id) order by t.lot, t.task_sort, t.id)
       from (select ot.id, ot.task_id, ot.task_sort, dense_rank() over (order by l.lot_number, l.id)::integer as lot from lots l join order_tasks ot on ot.lot_id = l.id
         where l.order_id = o.id and ot.origin = 'file') t), '[]') as tasks
     from orders o where o.id = ?`,
    [id],
  );
  return rows[0];
}
