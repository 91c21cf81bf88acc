import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import type { Plan } from '../../db/plan.ts';
import { holdsDay } from '../../db/sql/held.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';

/** What premises speak of, by its ids: only what is there. */
export interface Named {
  facilities: ReadonlyMap<number, string>;
  orders: ReadonlyMap<number, string>;
  partners: ReadonlyMap<number, { name: string; outsourcing_code: string }>;
  products: ReadonlyMap<number, { name: string; routing_order_id: number | null }>;
  processes: ReadonlyMap<number, { name: string; outsourced: boolean; finished: boolean }>;
}
/** What is known of one of them, with its id. */
type Row<Field extends keyof Named> = (Named[Field] extends ReadonlyMap<number, infer Value> ? Value : never) & { id: number };
export type NamedIds = Readonly<Record<keyof Named, readonly number[]>>;

/** Names of what has these ids. Of a product beside it the newest order by whose processes it can be made, of a process whether a partner does it. */
export async function namesOf(db: Db, ids: NamedIds): Promise<Named> {
  const named = async <Row extends { id: number }>(sql: string, of: readonly number[]): Promise<Map<number, Row>> => {
    if (of.length === 0) return new Map();
    const rows: Row[] = (await db.raw(sql, bound([of]))).rows;
    return new Map(rows.map((row) => [row.id, row]));
  };
  const names = async (sql: string, of: readonly number[]): Promise<Map<number, string>> =>
    new Map([...(await named<{ id: number; name: string }>(sql, of))].map(([id, { name }]) => [id, name]));
  return {
    facilities: await names('select id, facility_name as name from facilities where id = any(?::bigint[])', ids.facilities),
    orders: await names('select id, serial_number as name from orders where id = any(?::bigint[])', ids.orders),
    partners: await named<Row<'partners'>>('select id, name, outsourcing_code from outsourcings where id = any(?::bigint[])', ids.partners),
    products: await named<Row<'products'>>(
      `select p.id, p.product_name as name, (select max(o.id) from orders o where o.product_id = p.id and ${holdsDay('o.id')} is not true
         and exists (select 1 from lots l where l.order_id = o.id)
         and not exists (select 1 from lots l where l.order_id = o.id and not exists (select 1 from order_tasks t where t.lot_id = l.id))) as routing_order_id
       from products p where p.active and p.id = any(?::bigint[])`,
      ids.products,
    ),
    processes: await named<Row<'processes'>>(
      `select t.id, o.serial_number || case when l.lot_number = '' then '' else '-' || l.lot_number end || ' ' || k.task_name as name,
         is_outsourced(t.arrangement, t.outsourcing_code) as outsourced, s.finished
       from order_tasks t join lots l on l.id = t.lot_id join orders o on o.id = l.order_id join tasks k on k.id = t.task_id
         join order_task_states s on s.id = t.id where t.id = any(?::bigint[])`,
      ids.processes,
    ),
  };
}

/** The tables that premises are written to: by which columns a row is found, and which of it are written. */
const TABLES = {
  facility_availabilities: { key: ['facility_id', 'date'], columns: ['units'] },
  holidays: { key: ['date'], columns: [] },
  orders: { key: ['id'], columns: ['delivery_date', 'priority', 'number'] },
  order_tasks: { key: ['id'], columns: ['solution_frame_days', 'work_hours', 'order_quantity'] },
  outsourcing_answers: {
    key: ['order_task_id'],
    columns: ['task_id', 'outsourcing_code', 'answered_date', 'completed_quantity', 'note', 'handover_date', 'handed_on', 'answered_by'],
  },
  settings: { key: ['key'], columns: ['value'] },
} as const satisfies Record<string, { key: readonly string[]; columns: readonly string[] }>;
export type WrittenTable = keyof typeof TABLES;

type Values = Readonly<Record<string, unknown>>;

/** A row before and after it is written, by its key; null: there is none. */
export interface RowChange {
  readonly key: Values;
  readonly old: Values | null;
  readonly now: Values | null;
}

/** Rows of one table, before and after. */
export interface Written {
  readonly table: WrittenTable;
  readonly rows: readonly RowChange[];
}

/** What is written of the rows with these keys, locked in one order; null for one that is not there. */
export async function rowsNow(trx: Knex.Transaction, table: WrittenTable, keys: readonly Values[]): Promise<(Values | null)[]> {
  const { key, columns } = TABLES[table];
  const { rows } = await trx.raw(
    `select to_jsonb(t) as row from ${table} t where (${key.join(', ')}) in (select ${key.join(', ')} from jsonb_populate_recordset(null::${table}, ?::jsonb))
     order by ${key.join(', ')} for update`,
    [JSON.stringify(keys)],
  );
  const textOf = (row: Values): string => JSON.stringify(key.map((name) => row[name]));
  const found = new Map((rows as { row: Values }[]).map(({ row }) => [textOf(row), row]));
  return keys.map((one) => {
    const row = found.get(textOf(one));
    return row ? Object.fromEntries(columns.map((name) => [name, row[name]])) : null;
  });
}

/** Writes rows that stand as their `old` says. */
export async function writeRows(trx: Knex.Transaction, { table, rows }: Written): Promise<void> {
  const { key, columns } = TABLES[table];
  const given = (some: readonly RowChange[]): string => JSON.stringify(some.map((row) => ({ ...row.key, ...row.now })));
  const from = `jsonb_populate_recordset(null::${table}, ?::jsonb)`;
  const isRow = key.map((name) => `t.${name} = n.${name}`).join(' and ');
  const gone = rows.filter(({ now }) => now === null);
  const added = rows.filter(({ old, now }) => old === null && now !== null);
  const changed = rows.filter(({ old, now }) => old !== null && now !== null);
  if (gone.length > 0) await trx.raw(`delete from ${table} t using ${from} n where ${isRow}`, [given(gone)]);
  const all = [...key, ...columns].join(', ');
  if (added.length > 0) await trx.raw(`insert into ${table} (${all}) select ${all} from ${from}`, [given(added)]);
  // An order counts its versions, so that whoever has it open hears of it.
  const counted = table === 'orders' || table === 'outsourcing_answers' ? ['version = t.version + 1'] : [];
  const sets = [...columns.map((name) => `${name} = n.${name}`), ...counted].join(', ');
  if (changed.length > 0 && sets !== '') await trx.raw(`update ${table} t set ${sets} from ${from} n where ${isRow}`, [given(changed)]);
}

/** Open order tasks with a partner. */
export async function tasksOfPartner(trx: Knex.Transaction, outsourcing_code: string): Promise<number[]> {
  const { rows } = await trx.raw(
    `select t.id from order_tasks t join order_task_states s on s.id = t.id
     where t.outsourcing_code = ? and is_outsourced(t.arrangement, t.outsourcing_code) and t.origin = 'file' and not s.finished order by t.id`,
    [outsourcing_code],
  );
  return rows.map(({ id }: { id: number }) => id);
}

/** Order tasks of an order, as files have them. */
export const tasksOfOrder = async (
  trx: Knex.Transaction,
  order_id: number,
): Promise<{ id: number; work_hours: number; order_quantity: number; received_quantity: number }[]> =>
  trx('order_tasks as t')
    .join('lots as l', 'l.id', 't.lot_id')
    .where({ order_id, origin: 'file' })
    .orderBy('t.id')
    .select('t.id', trx.raw('t.work_hours::double precision as work_hours'), 't.order_quantity', 't.received_quantity');

/** What an answer says of its work beside the day: of which process with which partner it is, and for which handover it is given. */
export async function workOfTask(
  trx: Knex.Transaction,
  plan: Plan,
  order_task_id: number,
): Promise<{ task_id: number; outsourcing_code: string; handover_date: PlantDate | null } | undefined> {
  const { rows } = await trx.raw(
    `select t.task_id, t.outsourcing_code, e.start_at::date as handover_date
     from order_tasks t left join plan_entries e on e.id = t.id and e.layer = ${plan} where t.id = ?`,
    [order_task_id],
  );
  return rows[0];
}

/** How many units facilities have, by their ids. */
export async function unitsOf(trx: Knex.Transaction, facility_id: number): Promise<number | undefined> {
  return (await trx('facilities').where('id', facility_id).first('availability'))?.availability;
}

/** The ids of partners by their codes. */
export async function partnersByCode(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.raw(
    'select outsourcing_code, id from outsourcings where active and outsourcing_code = any(?::text[])',
    bound([codes]),
  );
  return new Map(rows.map((row: { outsourcing_code: string; id: number }) => [row.outsourcing_code, row.id]));
}
