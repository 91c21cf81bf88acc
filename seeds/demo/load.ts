import type { Knex } from 'knex';
import { refused } from '../../server/domain/ground/errors.ts';
import { codeKey } from '../../server/domain/ground/fold.ts';
import { type Clock, toInstant } from '../../server/domain/ground/plant-time.ts';
import { taskPurpose } from '../../server/domain/plant/task-purpose.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { hashPassword } from '../../server/features/session/passwords.service.ts';
import { insertRows } from './insert-rows.ts';
import { loadPartners } from './load-partners.ts';
import { factsOf, livePast } from './past/live.ts';
import { loadPast } from './past/load-past.ts';
import { ABBREVIATIONS } from './plant/masters.ts';
import type { Demo, EmployeeRow } from './types.ts';

const TABLES = 'tasks facilities outsourcings employees products holidays orders lots castings order_tasks'.split(' ');

export type LoadOptions = {
  clock: Clock;
  /** Without it maintenance and overtime of 設備稼働 stay out, as after an import of the ten files. */
  availabilities?: boolean;
  /** With it some work is with partners already, locked where it left the house: a plan before the first run. */
  partners?: boolean;
};

/** Fills an empty database with the demo in one transaction: the ten kinds as their imports would leave them, and 設備稼働.
 * Throws a refusal where the database holds anything already. */
export async function loadDemo(knex: Knex, demo: Demo, { clock, availabilities = true, partners = false }: LoadOptions): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    await refuseFilled(trx);
    await loadMasters(trx, demo, await hashed(demo.employees), toInstant(clock()));
    await loadProducts(trx, demo);
    await loadOrders(trx, demo);
    if (availabilities) await loadAvailabilities(trx, demo);
    await loadLocks(trx, demo);
    if (availabilities && demo.options.past_days > 0) await loadPast(trx, factsOf(livePast(demo)));
    if (partners) await loadPartners(trx, demo);
    await trx.raw(`analyze ${TABLES.join(', ')}, facility_tasks, heat_treatments, product_processings, demoldings`);
  });
}

async function refuseFilled(trx: Knex.Transaction): Promise<void> {
  const parts = TABLES.map((table) => `exists (select from ${table})`).join(' or ');
  const { rows } = await trx.raw(`select ${parts} as filled`);
  if ((rows as { filled: boolean }[])[0]?.filled) throw refused(CLI.demoNotEmpty);
}

type Hashed = Omit<EmployeeRow, 'password'> & { password_hash: string };

/** Hashes each password once: a demo's people share one that everybody knows. */
async function hashed(employees: readonly EmployeeRow[]): Promise<Hashed[]> {
  const hashes = new Map<string, Promise<string>>();
  const hashOf = (password: string): Promise<string> => {
    const hash = hashes.get(password) ?? hashPassword(password);
    hashes.set(password, hash);
    return hash;
  };
  return Promise.all(employees.map(async ({ password, ...employee }) => ({ ...employee, password_hash: await hashOf(password) })));
}

async function loadMasters(trx: Knex.Transaction, demo: Demo, employees: readonly Hashed[], now: string): Promise<void> {
  await insertRows(
    trx,
    'date date, is_holiday boolean',
    'insert into holidays (date) select date from rows where is_holiday order by n',
    demo.holidays,
  );
  await insertRows(
    trx,
    'task_code text, code_key text, task_name text, abbreviation text',
    'insert into tasks (task_code, code_key, task_name, abbreviation) select task_code, code_key, task_name, abbreviation from rows order by n',
    demo.tasks.map((task) => ({ ...task, code_key: codeKey(task.task_code), abbreviation: ABBREVIATIONS[task.task_name] ?? '' })),
  );
  await insertRows(
    trx,
    'outsourcing_code text, code_key text, name text',
    'insert into outsourcings (outsourcing_code, code_key, name) select outsourcing_code, code_key, name from rows order by n',
    demo.outsourcings.map((partner) => ({ ...partner, code_key: codeKey(partner.outsourcing_code) })),
  );
  await insertRows(
    trx,
    'employee_id text, employee_key text, name text, name_furigana text, password_hash text, permission text, created_at timestamptz',
    `insert into employees (employee_id, employee_key, name, name_furigana, password_hash, permission, created_at, updated_at)
     select employee_id, employee_key, name, name_furigana, password_hash, permission, created_at, created_at from rows order by n`,
    employees.map((employee) => ({ ...employee, employee_key: codeKey(employee.employee_id), created_at: now })),
  );
  await loadFacilities(trx, demo);
}

async function loadFacilities(trx: Knex.Transaction, demo: Demo): Promise<void> {
  const rows = demo.facilities.map((row) => ({ ...row, code_key: codeKey(row.facility_code), task_key: codeKey(row.task_code) }));
  const facilities = [...new Map(rows.map((row) => [row.code_key, row])).values()];
  const own = 'facility_code, code_key, facility_name, availability, max_weight, depth, width, height, volume';
  await insertRows(
    trx,
    `facility_code text, code_key text, facility_name text, availability integer, max_weight numeric,
     depth numeric, width numeric, height numeric, volume numeric`,
    `insert into facilities (${own}) select ${own} from rows order by n`,
    facilities,
  );
  await insertRows(
    trx,
    'code_key text, task_key text',
    `insert into facility_tasks (facility_id, task_id) select f.id, t.id from rows r
     join facilities f on f.code_key = r.code_key join tasks t on t.code_key = r.task_key order by r.n`,
    rows,
  );
}

async function loadProducts(trx: Knex.Transaction, demo: Demo): Promise<void> {
  const rows = demo.products.map((row) => ({ ...row, code_key: codeKey(row.product_code) }));
  const own = 'product_code, code_key, product_name, customer_name, volume_factor, depth, width, height, volume, round_up';
  await insertRows(
    trx,
    `product_code text, code_key text, product_name text, customer_name text, volume_factor numeric,
     depth numeric, width numeric, height numeric, volume numeric, round_up numeric`,
    `insert into products (${own}) select ${own} from rows order by n`,
    [...new Map(rows.map((row) => [row.code_key, row])).values()],
  );
  const keyed = demo['heat-treatments'].map((row) => ({
    ...row,
    product_key: codeKey(row.product_code),
    task_key: codeKey(row.task_code),
    facility_key: codeKey(row.facility_code),
    weekdays: [...row.work_settings],
    list: taskPurpose(row.task_code),
  }));
  const joins = `from rows r join products p on p.code_key = r.product_key join tasks t on t.code_key = r.task_key
     left join facilities f on f.code_key = r.facility_key`;
  const of = (list: string) => keyed.filter((row) => row.list === list);
  await insertRows(
    trx,
    `product_key text, task_key text, facility_key text, temperature numeric, retention_time numeric, cooling_method text,
     cooling_time numeric, weekdays text[], waiting_days integer`,
    `insert into heat_treatments
       (product_id, task_id, facility_id, temperature, retention_time, cooling_method, cooling_time, work_settings, waiting_days)
     select p.id, t.id, f.id, temperature, retention_time, cooling_method, cooling_time, weekdays, waiting_days ${joins} order by r.n`,
    of('heat'),
  );
  await insertRows(
    trx,
    'product_key text, task_key text, facility_key text, waiting_days integer',
    `insert into product_processings (product_id, task_id, facility_id, waiting_days)
     select p.id, t.id, f.id, waiting_days ${joins} order by r.n`,
    of('processing'),
  );
  await insertRows(
    trx,
    'product_key text, task_key text, facility_key text, demolding_time numeric',
    `insert into demoldings (product_id, task_id, demolding_time) select p.id, t.id, demolding_time ${joins} order by r.n`,
    of('demolding'),
  );
}

async function loadOrders(trx: Knex.Transaction, demo: Demo): Promise<void> {
  await insertRows(
    trx,
    `serial_number text, serial_key text, product_code text, product_key text, product_name text, number integer, weight numeric,
     delivery_status text, material text, delivery_date date, casting_date date`,
    `insert into orders (serial_number, serial_key, product_code, product_key, product_name, product_id, number, weight,
       delivery_status, material, delivery_date, casting_date)
     select r.serial_number, r.serial_key, r.product_code, r.product_key, r.product_name, p.id, r.number, r.weight,
       r.delivery_status, r.material, r.delivery_date, r.casting_date
     from rows r left join products p on p.code_key = r.product_key order by r.n`,
    demo.orders.map((row) => ({ ...row, serial_key: codeKey(row.serial_number), product_key: codeKey(row.product_code) })),
  );
  const inLot = <Row extends { serial_number: string; lot_number: string }>(row: Row) => ({
    ...row,
    serial_key: codeKey(row.serial_number),
    lot_key: codeKey(row.lot_number),
  });
  const tasks = demo['order-tasks'].map((row) => ({ ...inLot(row), task_key: codeKey(row.task_code) }));
  const castings = demo.castings.map(inLot);
  const lots = new Map(
    [...tasks, ...castings].map(({ serial_key, lot_key, lot_number }) => [`${serial_key}/${lot_key}`, { serial_key, lot_key, lot_number }]),
  );
  await insertRows(
    trx,
    'serial_key text, lot_key text, lot_number text',
    `insert into lots (order_id, lot_number, lot_key) select o.id, r.lot_number, r.lot_key
     from rows r join orders o on o.serial_key = r.serial_key order by r.n`,
    [...lots.values()],
  );
  const join = 'from rows r join orders o on o.serial_key = r.serial_key join lots l on l.order_id = o.id and l.lot_key = r.lot_key';
  const own = `arrangement, task_sort, task_name, outsourcing_code, order_name, setup_hours, work_hours, solution_frame_days,
       received, last_reception_date, order_quantity, received_quantity`;
  await insertRows(
    trx,
    `serial_key text, lot_key text, task_key text, arrangement text, task_sort integer, task_name text, outsourcing_code text,
     order_name text, setup_hours numeric, work_hours numeric, solution_frame_days integer, received boolean,
     last_reception_date date, order_quantity integer, received_quantity integer`,
    `insert into order_tasks (lot_id, task_id, ${own})
     select l.id, t.id, ${own.replace('task_name', 'r.task_name')} ${join} join tasks t on t.code_key = r.task_key order by r.n`,
    tasks,
  );
  await insertRows(
    trx,
    'serial_key text, lot_key text, casting_date date',
    `insert into castings (lot_id, casting_date) select l.id, r.casting_date ${join} order by r.n`,
    castings,
  );
}

async function loadAvailabilities(trx: Knex.Transaction, demo: Demo): Promise<void> {
  await insertRows(
    trx,
    'code_key text, date date, units integer',
    `insert into facility_availabilities (facility_id, date, units) select f.id, r.date, r.units
     from rows r join facilities f on f.code_key = r.code_key order by r.n`,
    demo.availabilities.map((row) => ({ ...row, code_key: codeKey(row.facility_code) })),
  );
}

async function loadLocks(trx: Knex.Transaction, demo: Demo): Promise<void> {
  await insertRows(
    trx,
    'serial_key text, lot_key text, task_sort integer, facility_key text, start_at timestamptz, end_at timestamptz',
    `insert into plan_entries (layer, id, lot_id, task_id, task_sort, facility_id, unit, locked, start_at, end_at)
     select published_layer(), ot.id, l.id, ot.task_id, ot.task_sort, f.id, 0, true, r.start_at, r.end_at
     from rows r join orders o on o.serial_key = r.serial_key
     join lots l on l.order_id = o.id and l.lot_key = r.lot_key join order_tasks ot on ot.lot_id = l.id and ot.task_sort = r.task_sort
     join facilities f on f.code_key = r.facility_key order by r.n`,
    demo.locks.map((row) => ({
      ...row,
      serial_key: codeKey(row.serial_number),
      lot_key: codeKey(row.lot_number),
      facility_key: codeKey(row.facility_code),
    })),
  );
}
