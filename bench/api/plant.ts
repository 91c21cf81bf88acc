import type { Knex } from 'knex';
import { PUBLISHED } from '../../server/db/plan.ts';
import { codeKey } from '../../server/domain/ground/fold.ts';

const TASKS = ['320-3121-010', '320-3125-010', '320-3123-020', '320-5131-010', '900-0001-010', '320-4111-010'];
const FACILITIES = 40;
const MOST_PRODUCTS = 3_000;
/** Bars of a furnace run. */
const CHARGE = 4;

/** A plant of so many orders, with its plan, its history and the messages of its last run. */
interface MadePlant {
  /** The first day of the plan: deliveries lie from two months before it to ten months after. */
  today: string;
  orders: number;
}

/**
 * Fills a migrated, empty database with a plant of any size, by sets: six processes a lot, six lots in five orders, four orders in five still
 * open and planned, one line of history an order made by hand and two by an import. For measuring: the numbers are regular, not likely.
 */
export async function fillPlant(db: Knex, { today, orders }: MadePlant): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    await fillMasters(trx, Math.max(50, Math.min(MOST_PRODUCTS, Math.round(orders / 5))));
    await fillOrders(trx, orders, today);
    await fillPlan(trx);
    await fillTraces(trx, orders);
  });
  await db.raw('vacuum analyze');
}

async function fillMasters(trx: Knex.Transaction, products: number): Promise<void> {
  await trx('tasks').insert(TASKS.map((task_code, n) => ({ task_code, code_key: codeKey(task_code), task_name: `工程${n + 1}` })));
  await trx.raw(
    `insert into facilities (facility_code, code_key, facility_name, availability, max_weight)
       select 'F' || lpad(n::text, 3, '0'), 'F' || lpad(n::text, 3, '0'), '設備' || n, 1 + n % 3, 6000 from generate_series(1, ?) n`,
    [FACILITIES],
  );
  await trx.raw(
    `insert into facility_tasks (facility_id, task_id)
       select f.id, t.id from facilities f, tasks t where (f.id + t.id) % 6 in (0, 1)`,
  );
  await trx.raw(
    `insert into facility_availabilities (facility_id, date, units)
       select f.id, d::date, 1 from facilities f, generate_series(date '2026-01-03', date '2026-12-26', interval '14 days') d`,
  );
  await trx.raw(`insert into holidays (date) select d::date from generate_series(date '2025-10-01', date '2027-03-31', interval '1 day') d
    where extract(isodow from d) in (6, 7)`);
  await trx.raw(
    `insert into products (product_code, code_key, product_name, customer_name, volume)
       select 'P-' || n, 'P-' || n, '弁箱 ' || (n % 90) * 10 || 'A', '三河バルブテック' || n % 40, 0.05 from generate_series(1, ?) n`,
    [products],
  );
  await trx.raw(`insert into heat_treatments (product_id, task_id, temperature, retention_time)
    select p.id, t.id, 900 + p.id % 4 * 10, 4 from products p, tasks t where t.task_code like '%3123%'`);
  await trx.raw(
    `insert into outsourcings (outsourcing_code, code_key, name) select 'G' || n, 'G' || n, '協力会社' || n from generate_series(1, 30) n`,
  );
}

async function fillOrders(trx: Knex.Transaction, orders: number, today: string): Promise<void> {
  await trx.raw(
    `insert into orders (serial_number, serial_key, product_code, product_key, product_name, product_id, number, weight, delivery_status, material,
         delivery_date, casting_date)
       select serial, serial, p.product_code, p.code_key, p.product_name, p.id, 4 + n % 5, 120, case when n % 5 = 0 then '完納' else '素材' end, 'SC480',
         day, day - 40
       from generate_series(1, ?::integer) n
         cross join lateral (select lpad((2600000 + n)::text, 8, '0') as serial, ?::date - 60 + (n * 7919) % 360 as day) made
         join products p on p.id = (select min(id) from products) + n % (select count(*) from products)`,
    [orders, today],
  );
  await trx.raw(`insert into lots (order_id, lot_number, lot_key) select o.id, lot, lot from orders o, unnest(array['01', '02']) lot
    where lot = '01' or o.id % 5 = 0 order by o.id, lot`);
  await trx.raw(
    `insert into castings (lot_id, casting_date) select l.id, o.casting_date from lots l join orders o on o.id = l.order_id order by l.id`,
  );
  await trx.raw(`insert into order_tasks (lot_id, task_id, arrangement, task_sort, task_name, outsourcing_code, setup_hours, work_hours, received,
      last_reception_date, order_quantity)
    select l.id, t.id, case when k = 5 then '外注' else '' end, k * 10, t.task_name, case when k = 5 then 'G' || 1 + l.id % 30 else '' end, 0.5, 3,
      o.delivery_status = '完納' or (k = 1 and o.id % 3 = 0), case when k = 1 and o.id % 3 = 0 then o.delivery_date - 30 end, o.number
    from lots l join orders o on o.id = l.order_id cross join (select id, task_name, row_number() over (order by id) as k from tasks) t
    order by l.id, t.k`);
  await trx.raw('analyze orders, lots, order_tasks, castings');
}

async function fillPlan(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`insert into plan_entries (layer, id, lot_id, task_id, task_sort, facility_id, unit, outsourced, locked, start_at, end_at)
    select ${PUBLISHED}, ot.id, l.id, ot.task_id, ot.task_sort,
      case when ot.outsourcing_code = '' then (select min(id) from facilities) + (o.id + ot.task_sort) % ${FACILITIES} end, 0, ot.outsourcing_code <> '',
      o.id % 17 = 0, (o.delivery_date - 32 + ot.task_sort / 2 + time '08:00') at time zone 'Asia/Tokyo',
      (o.delivery_date - 32 + ot.task_sort / 2 + time '12:00') at time zone 'Asia/Tokyo'
    from order_tasks ot join lots l on l.id = ot.lot_id join orders o on o.id = l.order_id
    where o.delivery_status <> '完納' order by ot.id`);
  // As a run leaves them: nothing contradicts the plan.
  await trx.raw('update plan_entries set sound_start = start_at, sound_end = end_at, sound_facility_id = facility_id');
  await trx.raw(`create temporary table charge on commit drop as
    select e.id, (row_number() over (order by e.start_at, e.id) - 1) / ${CHARGE} as run, e.start_at, e.end_at
    from plan_entries e join tasks t on t.id = e.task_id where t.task_code like '%3123%'`);
  await trx.raw(`with made as (
      insert into furnace_runs (layer, facility_id, unit, temperature, retention_time, cooling_method, run_start, run_end)
      select ${PUBLISHED}, (select min(id) from facilities), run, 900, 4, '空冷', min(start_at), max(end_at)
      from charge group by run order by run returning id, unit)
    insert into furnace_run_members (layer, furnace_run_id, plan_entry_id, pieces, weight, volume)
    select ${PUBLISHED}, made.id, charge.id, 4, 480, 0.2 from charge join made on made.unit = charge.run`);
  await trx.raw('update furnace_runs set unit = 0');
}

async function fillTraces(trx: Knex.Transaction, orders: number): Promise<void> {
  await trx.raw(`insert into jobs (kind, status, requested_by, started_at, finished_at, statistics)
    values ('schedule', 'complete', '1001', now(), now(), '{"late": []}')`);
  await trx.raw(`update plans set job_id = (select max(id) from jobs), said = '{"late": []}' where layer = ${PUBLISHED}`);
  await trx.raw(
    `insert into schedule_messages (job_id, plan_id, position, level, code, message, order_id, order_task_ids)
       select job_id, id, n, 'warning', 'W201', '納期に間に合いません。', (select min(id) from orders) + n * 20, '{}'
       from plans, generate_series(0, ?::integer) n where layer = ${PUBLISHED}`,
    [Math.floor((orders - 1) / 20)],
  );
  await trx.raw(`with import as (
      insert into audit (actor, operation, kind, key, new) values ('1001', 'importOrders', 'imports', '受注.xlsx', '{}') returning id)
    insert into audit (actor, operation, kind, key, new, part_of)
    select '1001', 'importOrders', 'orders', o.serial_number, jsonb_build_object('id', o.id, 'serial_number', o.serial_number), import.id
    from orders o, import, generate_series(1, 2) order by o.id`);
  await trx.raw(`insert into audit (at, actor, operation, kind, key, old, new)
    select now() - o.id * interval '1 minute', '100' || 1 + o.id % 2, 'modifySchedule', 'plan_entries', o.serial_number || '-01 工程1',
      jsonb_build_object('id', o.id, 'facility', 1, 'locked', false), jsonb_build_object('id', o.id, 'facility', 2, 'locked', true)
    from orders o order by o.id`);
}
