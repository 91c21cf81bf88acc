import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDemoFiles } from '../../seeds/demo/files.ts';
import { generateDemo } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import { keepOrderStates } from '../../server/db/sql/states.ts';
import { IMPORT_KINDS, importFileName } from '../../server/domain/files/imports.ts';
import { epochMs } from '../../server/domain/ground/plant-time.ts';
import type { ImportAnswer } from '../../server/features/imports/answer.ts';
import { type ImportOptions, importFile } from '../../server/features/imports/imports.service.ts';
import { dumpOf } from '../imports/support.ts';
import { ownDatabase, testDatabase } from '../support/database.ts';

const TODAY = '2026-11-20';
const clock = (): number => epochMs(`${TODAY}T07:30:00+09:00`);
let folder: string;
const imported = ownDatabase();
const loaded = ownDatabase();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planner-import-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** What each of the ten files says, in their natural order. */
async function importAll(knex: Knex, paths: readonly string[], more: Partial<ImportOptions> = {}) {
  const answers: ImportAnswer[] = [];
  for (const [index, kind] of IMPORT_KINDS.entries()) {
    const path = paths[index] as string;
    const file = { name: basename(path), bytes: await readFile(path) };
    const answer = await importFile(knex, kind.name, file, { actor: '1001', clock, ...more });
    expect(answer.errors, kind.name).toEqual([]);
    answers.push(answer);
  }
  return answers;
}

/** Every table of the ten kinds, told by codes instead of ids. */
const CONTENTS: { readonly [table: string]: string } = {
  holidays: 'select date from holidays order by date',
  tasks: 'select task_code, code_key, task_name, active from tasks order by code_key',
  facilities: `select facility_code, code_key, facility_name, availability, max_weight, depth, width, height, volume, active,
    array(select t.code_key from facility_tasks ft join tasks t on t.id = ft.task_id where ft.facility_id = f.id order by 1) as tasks
    from facilities f order by code_key`,
  outsourcings: 'select outsourcing_code, code_key, name, active from outsourcings order by code_key',
  employees: `select employee_id, name, name_furigana, permission, active, password_hash is not null as has_password
    from employees order by employee_id`,
  products: `select product_code, code_key, product_name, customer_name, volume_factor, depth, width, height, volume, round_up, active
    from products order by code_key`,
  heat_treatments: `select p.code_key as product, t.code_key as task, f.code_key as facility, temperature, retention_time, cooling_method,
    cooling_time, work_settings, waiting_days from heat_treatments h join products p on p.id = h.product_id join tasks t on t.id = h.task_id
    left join facilities f on f.id = h.facility_id order by 1, 2, 3`,
  product_processings: `select p.code_key as product, t.code_key as task, f.code_key as facility, waiting_days from product_processings h
    join products p on p.id = h.product_id join tasks t on t.id = h.task_id join facilities f on f.id = h.facility_id order by 1, 2, 3`,
  demoldings: `select p.code_key as product, t.code_key as task, demolding_time from demoldings d
    join products p on p.id = d.product_id join tasks t on t.id = d.task_id order by 1, 2`,
  orders: `select serial_number, serial_key, o.product_code, product_key, o.product_name, p.code_key as product, number, weight, delivery_status,
    material, delivery_date, casting_date from orders o left join products p on p.id = o.product_id order by serial_key`,
  order_tasks: `select o.serial_key, l.lot_number, l.lot_key, t.code_key as task, arrangement, task_sort, ot.task_name, outsourcing_code,
    order_name, setup_hours, work_hours, solution_frame_days, received, last_reception_date, order_quantity, received_quantity
    from order_tasks ot join lots l on l.id = ot.lot_id join orders o on o.id = l.order_id join tasks t on t.id = ot.task_id
    order by o.serial_key, l.lot_key, task_sort`,
  castings: `select o.serial_key, l.lot_key, c.casting_date from castings c join lots l on l.id = c.lot_id
    join orders o on o.id = l.order_id order by 1, 2`,
  lots: 'select o.serial_key, l.lot_number, l.lot_key from lots l join orders o on o.id = l.order_id order by 1, 3',
};

test('loading the demo leaves what importing its ten files leaves', async () => {
  const demo = generateDemo({ today: TODAY, orders: 60, products: 40 });
  const answers = await importAll(imported.knex, await writeDemoFiles(folder, demo));
  expect(answers.map(({ imported: rows }) => rows)).toEqual(IMPORT_KINDS.map(({ name }) => demo[name].length));
  expect(answers.flatMap(({ warnings }) => warnings).filter((warning) => !warning.includes('最終受入日'))).toEqual([]);
  await loadDemo(loaded.knex, demo, { clock, availabilities: false });
  for (const [table, sql] of Object.entries(CONTENTS)) {
    const [one, other] = [await imported.knex.raw(sql), await loaded.knex.raw(sql)];
    expect(one.rows.length, table).toBeGreaterThan(0);
    expect(one.rows, table).toEqual(other.rows);
  }
});

test('the same files again change nothing but the log of imports, and say that they are known', async () => {
  const paths = IMPORT_KINDS.map((kind) => join(folder, importFileName(kind)));
  // What the first import has noted is reckoned by the first who asks.
  await keepOrderStates(imported.knex);
  const { import_log: _, sequences: __, ...before } = await dumpOf(imported.knex);
  for (const dry of await importAll(imported.knex, paths, { dryRun: true }))
    expect(dry).toMatchObject({ new: 0, changed: [], changed_count: 0, missing: 0 });
  for (const { warnings } of await importAll(imported.knex, paths))
    expect(warnings).toContainEqual(expect.stringMatching(/^同じファイルが/));
  const { import_log: ___, sequences: ____, ...after } = await dumpOf(imported.knex);
  expect(after).toEqual(before);
});

test('the files of a dirty demo import without an error: what is wrong with them is for the master check', async () => {
  const fresh = await testDatabase();
  try {
    const demo = generateDemo({ today: TODAY, orders: 60, products: 40, dirty: 1 });
    const paths = await writeDemoFiles(join(folder, 'dirty'), demo);
    const warnings = (await importAll(fresh.knex, paths)).flatMap((answer) => answer.warnings);
    const unknown = demo.defects.filter((one) => one.code === 'product_unknown');
    expect(unknown.length).toBeGreaterThan(0);
    for (const defect of unknown) {
      const { product_code } = demo.orders.find((order) => order.serial_number === defect.key)!;
      expect(warnings.some((warning) => warning.includes(product_code))).toBe(true);
    }
  } finally {
    await fresh.close();
  }
});
