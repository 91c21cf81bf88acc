import type { Knex } from 'knex';
import { codeKey } from '../../../server/domain/ground/fold.ts';
import { insertRows } from '../insert-rows.ts';
import type { History } from './types.ts';

type Words = { serial_number: string; lot_number: string };
const keyed = <Row extends Words>(row: Row) => ({ ...row, serial_key: codeKey(row.serial_number), lot_key: codeKey(row.lot_number) });

/** Writes what a plant has lived before its day into a database that holds its book already. */
export async function loadPast(trx: Knex.Transaction, { completed, promised, works, gone, book, loads, stops }: History): Promise<void> {
  await insertRows(
    trx,
    'serial_number text, serial_key text, delivery_date date, casting_date date, completed_on date',
    `insert into completed_orders (serial_key, serial_number, delivery_date, casting_date, completed_on, dated)
     select serial_key, serial_number, delivery_date, casting_date, completed_on, true from rows order by n`,
    completed.map((row) => ({ ...row, serial_key: codeKey(row.serial_number) })),
  );
  await insertRows(
    trx,
    'date date, place text, lots integer',
    'insert into works_days (date, place, lots) select date, place, lots from rows',
    works,
  );
  await loadPromised(trx, promised);
  await loadBook(trx, book);
  await loadGone(trx, gone);
  await loadLoads(trx, loads);
  await insertRows(
    trx,
    'facility_key text, unit integer, stopped_at timestamptz, resumed_at timestamptz, resumes_on date',
    `insert into facility_stops (facility_id, unit, reason, stopped_at, resumed_at, resumes_on)
     select f.id, r.unit, 'breakdown', r.stopped_at, r.resumed_at, r.resumes_on from rows r join facilities f on f.code_key = r.facility_key order by r.n`,
    stops.map((row) => ({ ...row, facility_key: codeKey(row.facility_code) })),
  );
}

/** Questions of customers with the day that each was told; all of them became orders. What the database dates itself is on the machine's clock. */
async function loadPromised(trx: Knex.Transaction, promised: History['promised']): Promise<void> {
  const { rows: ids } = await trx.raw(
    `select nextval(pg_get_serial_sequence('promises', 'id'))::integer as id from generate_series(1, ?)`,
    [promised.length],
  );
  const rows = promised.map((row, index) => ({ ...row, id: ids[index].id, product_key: codeKey(row.product_code) }));
  const columns = `id bigint, serial_number text, product_key text, customer text, pieces integer, asked_on date, ready_date date, promised_on date`;
  const at = (clock: string): string => `(r.asked_on + time '${clock}') at time zone 'Asia/Tokyo'`;
  await insertRows(
    trx,
    columns,
    `insert into promises (id, title, asked_by, asked_at, refined_at, lines, answers) overriding system value
     select r.id, r.customer, '${SALES}', off_clock(${at('09:00')}), off_clock(${at('09:01')}),
       jsonb_build_array(jsonb_build_object('product_id', p.id, 'pieces', r.pieces, 'ready_date', r.ready_date)),
       jsonb_build_array(jsonb_build_object('line', 1, 'product_id', p.id, 'product_code', p.product_code, 'product_name', p.product_name, 'pieces', r.pieces,
         'ready_date', r.ready_date, 'wished_date', null, 'date', r.promised_on, 'text', '', 'likely', null, 'moved_orders', 0, 'entries', '[]'::jsonb,
         'waits', '[]'::jsonb, 'routing', null, 'earlier', '[]'::jsonb, 'wished', null))
     from rows r join products p on p.code_key = r.product_key`,
    rows,
  );
  await insertRows(
    trx,
    columns,
    `insert into kept_promises (promise_id, line, serial_number, product_id, promised_on, kept_by, kept_at, expires_at, state, settled_at, provisional)
     select r.id, 1, r.serial_number, p.id, r.promised_on, '${PLANNER}', off_clock(${at('10:00')}), ${at('00:00')} + interval '8 days', 'fulfilled',
       off_clock(${at('15:00')}), false
     from rows r join products p on p.code_key = r.product_key order by r.n`,
    rows,
  );
}

/** Who asks, and who holds days. */
const [SALES, PLANNER] = ['1004', '1002'];

const TAPPED = 'started_at, finished_at, unit, good, defect_reason, ended_on, planned_start, planned_end';
const TAPS = `started_at timestamptz, finished_at timestamptz, unit integer, good integer, defect_reason text, ended_on date,
  planned_start timestamptz, planned_end timestamptz`;

/** Of the book's processes it is known already that they were received. */
async function loadBook(trx: Knex.Transaction, work: History['book']): Promise<void> {
  await insertRows(
    trx,
    `serial_key text, lot_key text, task_sort integer, facility_key text, ${TAPS}`,
    `update actuals a set (${TAPPED}, facility_id, facility_name, changed_at) =
       (r.${TAPPED.replaceAll(', ', ', r.')}, f.id, f.facility_name, off_clock(coalesce(r.finished_at, r.planned_end)))
     from rows r left join facilities f on f.code_key = r.facility_key
     where (a.serial_key, a.lot_key, a.task_sort) = (r.serial_key, r.lot_key, r.task_sort)`,
    work.map((row) => ({ ...keyed(row), facility_key: codeKey(row.facility_code) })),
  );
}

/** Orders that have left stand in the book no more; their processes bear numbers that no other will. */
async function loadGone(trx: Knex.Transaction, work: History['gone']): Promise<void> {
  await insertRows(
    trx,
    `serial_number text, serial_key text, lot_number text, lot_key text, task_sort integer, task_key text, product_key text, facility_key text, pieces integer,
     planned_hours numeric, ${TAPS}`,
    `insert into actuals (order_task_id, serial_number, serial_key, lot_number, lot_key, task_id, task_sort, task_code, task_name, product_code, product_name,
       facility_id, facility_name, pieces, planned_hours, ${TAPPED}, received_by, changed_at)
     select nextval(pg_get_serial_sequence('order_tasks', 'id')), r.serial_number, r.serial_key, r.lot_number, r.lot_key, t.id, r.task_sort, t.task_code, t.task_name,
       p.product_code, p.product_name, f.id, f.facility_name, r.pieces, r.planned_hours, r.${TAPPED.replaceAll(', ', ', r.')},
       case when f.id is null then 'partner' end, off_clock(coalesce(r.finished_at, r.planned_end))
     from rows r join tasks t on t.code_key = r.task_key join products p on p.code_key = r.product_key left join facilities f on f.code_key = r.facility_key
     order by r.n`,
    work.map((row) => ({
      ...keyed(row),
      facility_key: codeKey(row.facility_code),
      task_key: codeKey(row.task_code),
      product_key: codeKey(row.product_code),
    })),
  );
}

/** Furnace loads with what was in them; what was in a load is known by its words. */
async function loadLoads(trx: Knex.Transaction, loads: History['loads']): Promise<void> {
  const rows = loads.map(({ members: _, ...row }) => ({ ...row, facility_key: codeKey(row.facility_code) }));
  const told = 'temperature, retention_time, cooling_method, cooling_time, run_start, run_end, started_at, finished_at, fill';
  await insertRows(
    trx,
    `facility_key text, unit integer, temperature numeric, retention_time numeric, cooling_method text, cooling_time numeric, run_start timestamptz,
     run_end timestamptz, started_at timestamptz, finished_at timestamptz, fill numeric`,
    `insert into furnace_loads (facility_id, facility_name, unit, ${told})
     select f.id, f.facility_name, r.unit, r.${told.replaceAll(', ', ', r.')} from rows r join facilities f on f.code_key = r.facility_key order by r.n`,
    rows,
  );
  await insertRows(
    trx,
    `facility_key text, unit integer, started_at timestamptz, serial_key text, lot_key text, serial_number text, lot_number text, task_sort integer, pieces integer,
     weight numeric, volume numeric`,
    `insert into furnace_load_members (furnace_load_id, order_task_id, name, pieces, weight, volume)
     select d.id, a.order_task_id, concat_ws('-', r.serial_number, nullif(r.lot_number, '')), r.pieces, r.weight, r.volume
     from rows r join facilities f on f.code_key = r.facility_key
       join furnace_loads d on (d.facility_id, d.unit, d.started_at) = (f.id, r.unit, r.started_at)
       join actuals a on (a.serial_key, a.lot_key, a.task_sort) = (r.serial_key, r.lot_key, r.task_sort) order by r.n`,
    loads.flatMap(({ facility_code, unit, started_at, members }) =>
      members.map((member) => ({ ...keyed(member), facility_key: codeKey(facility_code), unit, started_at })),
    ),
  );
}
