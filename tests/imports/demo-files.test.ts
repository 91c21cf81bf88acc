import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDemoFiles } from '../../seeds/demo/files.ts';
import { generateDemo } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import type { Database } from '../../server/db/connect.ts';
import { IMPORT_KINDS, importFileName } from '../../server/domain/imports.ts';
import { epochMs } from '../../server/domain/plant-time.ts';
import { importFile } from '../../server/features/imports/imports.service.ts';
import { testDatabase } from '../support/database.ts';

const TODAY = '2026-11-20';
const clock = (): number => epochMs(`${TODAY}T07:30:00+09:00`);
const demo = generateDemo({ today: TODAY });
const kinds = [...IMPORT_KINDS].sort((one, other) => one.order - other.order);
let database: Database;
let loaded: Database;
let folder: string;

beforeAll(async () => {
  [database, loaded] = [await testDatabase(), await testDatabase()];
  folder = await mkdtemp(join(tmpdir(), 'planner-imports-'));
  await writeDemoFiles(folder, demo);
});
afterAll(async () => {
  await database.close();
  await loaded.close();
  await rm(folder, { recursive: true, force: true });
});

const bytesOf = (kind: (typeof kinds)[number]): Promise<Uint8Array> => readFile(join(folder, importFileName(kind)));
const options = { actor: '1001', clock };

/** The content of the tables by what people call the rows: ids, versions and hashes may differ. */
const CONTENT: Readonly<Record<string, string>> = {
  holidays: 'select date from holidays',
  tasks: 'select task_code, code_key, task_name, active from tasks',
  facilities:
    'select facility_code, code_key, facility_name, availability, max_weight, depth, width, height, volume, active from facilities',
  facility_tasks:
    'select facility_code, task_code from facility_tasks join facilities f on f.id = facility_id join tasks t on t.id = task_id',
  outsourcings: 'select outsourcing_code, code_key, name from outsourcings',
  employees: 'select employee_id, name, name_furigana, permission from employees',
  products:
    'select product_code, code_key, product_name, customer_name, volume_factor, depth, width, height, volume, round_up from products',
  heat_treatments: `select product_code, task_code, facility_code, temperature, retention_time, cooling_method, cooling_time, work_settings, waiting_days
    from heat_treatments h join products p on p.id = product_id join tasks t on t.id = task_id left join facilities f on f.id = facility_id`,
  product_processings: `select product_code, task_code, facility_code, waiting_days
    from product_processings h join products p on p.id = product_id join tasks t on t.id = task_id join facilities f on f.id = facility_id`,
  demoldings:
    'select product_code, task_code, demolding_time from demoldings d join products p on p.id = product_id join tasks t on t.id = task_id',
  orders: `select serial_number, serial_key, o.product_code, product_key, o.product_name, p.product_code as linked, number, weight, delivery_status, material,
    delivery_date, casting_date from orders o left join products p on p.id = o.product_id`,
  order_tasks: `select serial_number, lot_number, lot_key, task_code, arrangement, task_sort, ot.task_name, outsourcing_code, order_name, setup_hours, work_hours,
    solution_frame_days, received, last_reception_date, order_quantity, received_quantity
    from order_tasks ot join lots l on l.id = lot_id join orders o on o.id = order_id join tasks t on t.id = task_id`,
  castings: `select serial_number, lot_number, c.casting_date from castings c join lots l on l.id = lot_id join orders o on o.id = order_id`,
};

async function contentOf(one: Database, table: string): Promise<unknown[]> {
  const { rows } = await one.knex.raw(`select to_jsonb(x)::text as line from (${CONTENT[table]}) x order by 1`);
  return rows.map(({ line }: { line: string }) => line);
}

test('the ten demo files import in their natural order without an error and give what loading the demo gives', async () => {
  for (const kind of kinds) {
    const answer = await importFile(database.knex, kind.name, { name: importFileName(kind), bytes: await bytesOf(kind) }, options);
    expect(answer.errors, kind.name).toEqual([]);
    expect(answer.imported, kind.name).toBe((demo[kind.name] as unknown[]).length);
  }
  await loadDemo(loaded.knex, demo, { clock });
  for (const table of Object.keys(CONTENT)) {
    const [imported, expected] = [await contentOf(database, table), await contentOf(loaded, table)];
    expect(imported.length, table).toBe(expected.length);
    expect(imported, table).toEqual(expected);
  }
}, 120_000);

test('a second import of the same files changes nothing and says that the file is known', async () => {
  const dump = async () => Promise.all(Object.keys(CONTENT).map((table) => contentOf(database, table)));
  const before = await dump();
  const audits = await database.knex('audit').count('* as n');
  for (const kind of kinds) {
    const file = { name: importFileName(kind), bytes: await bytesOf(kind) };
    const dry = await importFile(database.knex, kind.name, file, { ...options, dryRun: true });
    expect({ errors: dry.errors, new: dry.new, changed: dry.changed, missing: dry.missing }, kind.name).toEqual({
      errors: [],
      new: 0,
      changed: [],
      missing: 0,
    });
    const answer = await importFile(database.knex, kind.name, file, options);
    expect(answer.errors, kind.name).toEqual([]);
    expect(
      answer.warnings.some((text) => text.startsWith('同じファイルが2026/')),
      kind.name,
    ).toBe(true);
  }
  expect(await dump()).toEqual(before);
  expect(await database.knex('audit').count('* as n')).toEqual(audits);
}, 120_000);
