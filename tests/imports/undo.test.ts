import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { IMPORT_KINDS, type ImportKindName } from '../../server/domain/files/imports.ts';
import { DomainError } from '../../server/domain/ground/errors.ts';
import { UNDO_TEXTS } from '../../server/domain/texts/files/undo.ts';
import { newestImports } from '../../server/features/imports/history.service.ts';
import { lookAtUndo, type UndoAnswer, undoImport } from '../../server/features/imports/undo/undo.service.ts';
import { hashPassword } from '../../server/features/session/passwords.service.ts';
import { ownDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';
import { draws } from '../support/properties.ts';
import { clock, importer, stateOf } from './support.ts';

/** An import is taken back: what each row was, it is again. */

const database = ownDatabase();
let run: ReturnType<typeof importer>;
const by = { actor: '1001', clock };

const TASKS = ['320-3121-060', '320-3123-010', '320-3153-010', '320-5131-010', '320-4111-010'];
const PRODUCTS = ['P1', 'P2', 'P3'];
const ORDERS = ['02640001', '02640002', '02640003'];
const FACILITIES = ['F1', 'F2'];
const HOLDING = '仮1-1';

/** A plant in which every table that an import touches holds something. */
async function foundry(): Promise<void> {
  const { knex } = database;
  const make = plantBuilder(knex);
  const tasks = await Promise.all(TASKS.map((task_code) => make.task({ task_code, task_name: `工程${task_code}` })));
  const [mould, heat, temper, machine] = tasks as [number, number, number, number];
  const furnace = await make.facility({ facility_code: 'F1', facility_name: '1号炉', tasks: [heat, temper] });
  const lathe = await make.facility({ facility_code: 'F2', facility_name: '旋盤', tasks: [machine] });
  await make.facility({ facility_code: 'F3', facility_name: '旧旋盤', tasks: [machine], active: false });
  await knex('outsourcings').insert({ outsourcing_code: 'G1', code_key: 'G1', name: '協力会社' });
  await make.employee({ employee_id: '1001', permission: 'master_admin', password_hash: await hashPassword('foundry-demo-1') });
  await make.employee({ employee_id: '1002', password_hash: await hashPassword('foundry-demo-2') });
  const products = await Promise.all(PRODUCTS.slice(0, 2).map((product_code) => make.product({ product_code })));
  const product = products[0] as number;
  await make.heat(product, heat);
  await make.heat(product, temper, { facility_id: furnace });
  await knex('product_processings').insert({ product_id: product, task_id: machine, facility_id: lathe });
  await knex('demoldings').insert({ product_id: product, task_id: mould, demolding_time: 24 });
  await make.holiday('2026-05-04');
  for (const [at, serial_number] of ORDERS.slice(0, 2).entries()) {
    const code = PRODUCTS[at] as string;
    const order = await make.order({ serial_number, product_code: code, product_key: code, product_id: products[at] });
    const lot = await make.lot(order, '01');
    await make.casting(lot, '2026-04-20');
    const bars: number[] = [];
    for (const [index, task] of tasks.entries()) {
      const order_task_id = await make.orderTask(lot, task, { task_sort: 10 * (index + 1) });
      const state = { order_task_id, task_sort: 10 * (index + 1), locked: at === 1 && index === 3 };
      bars.push(await make.entry(lot, task, [`2026-05-1${index} 08:00`, `2026-05-1${index} 16:00`], state));
      if (index === 4) await knex('outsourcing_requests').insert({ order_task_id, task_id: task, asked_at: new Date(clock()) });
    }
    await make.furnaceRun(furnace, ['2026-05-11 08:00', '2026-05-11 16:00'], [bars[1] as number]);
    await knex('plan_entries').where('id', bars[2]).update({ moved_by: 'first' });
  }
  // A day that is held, by an order of two lots.
  const holding = await make.order({ serial_number: HOLDING, product_code: 'P1', product_key: 'P1', product_id: product });
  for (const lot_number of ['01', '02']) {
    const lot = await make.lot(holding, lot_number);
    await make.casting(lot, '2026-04-20');
    for (const [index, task] of tasks.slice(0, 2).entries()) {
      const order_task_id = await make.orderTask(lot, task, { task_sort: 10 * (index + 1) });
      await make.entry(lot, task, [`2026-05-2${index} 08:00`, `2026-05-2${index} 16:00`], { order_task_id, task_sort: 10 * (index + 1) });
    }
  }
  const [promise] = await knex('promises').insert({ title: '', asked_by: '1001', lines: '[]', answers: '[]' }).returning('id');
  const held = {
    promise_id: promise.id,
    line: 1,
    order_id: holding,
    serial_number: HOLDING,
    product_id: product,
    promised_on: '2026-05-29',
    awaits: ORDERS[2],
  };
  await knex('kept_promises').insert({ ...held, kept_by: '1002', expires_at: new Date(clock()) });
  // An order that waits for its product, and one that was delivered long ago.
  await make.order({ serial_number: '02640008', product_code: 'P3', product_key: 'P3' });
  await make.order({ serial_number: '02640009', delivery_status: '納入済' });
  await knex('completed_orders').insert({
    serial_key: '02640009',
    serial_number: '02640009',
    delivery_date: '2026-05-29',
    casting_date: '2026-04-01',
    completed_on: '2026-03-02',
  });
}

beforeAll(async () => {
  run = importer(database.knex);
  await foundry();
});

/** Imports rows, and gives the number of the entry in the history. */
async function imported(kind: ImportKindName, rows: readonly object[]): Promise<number> {
  const { errors } = await run.rows(kind, rows, { skipBadRows: true });
  expect([kind, errors]).toEqual([kind, []]);
  return (await newestImports(database.knex, 1))[0]?.id as number;
}
const undo = (id: number): Promise<UndoAnswer> => undoImport(database.knex, id, by);

const of = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const number = fc.integer({ min: 0, max: 40 });
const name = of('あ', 'い', 'う');
const date = of('2026-04-13', '2026-05-04', '2026-05-05', 'x', '');
/** Rows of each kind: known, new and wrong ones. */
const ROWS: Record<ImportKindName, fc.Arbitrary<Record<string, unknown>>> = {
  holidays: fc.record({ date: of('2026-05-04', '2026-05-05', '2026-05-06', 'x'), is_holiday: fc.boolean() }),
  tasks: fc.record({ task_code: of(...TASKS, '320-9999-010'), task_name: name }),
  facilities: fc.record({
    ...{ facility_code: of('F1', 'F2', 'F3', 'F9'), facility_name: of('1号炉', '旋盤', '新炉', '旧旋盤'), task_name: of('') },
    ...{ task_code: of(...TASKS, ''), availability: of(1, 2), max_weight: number },
  }),
  outsourcings: fc.record({ outsourcing_code: of('G1', 'G2', ''), name }),
  employees: fc.record({
    ...{ employee_id: of('1002', '1003', '1004'), password: of('', 'kotonaru-no-9x', 'mijikai'), name, name_furigana: of('') },
    permission: of('manager', 'planning_manager', '社長'),
  }),
  products: fc.record({
    ...{ product_code: of(...PRODUCTS, 'P9'), product_name: name, customer_name: name, task_code: of('', ...TASKS.slice(1, 3)) },
    ...{ temperature: number, retention_time: number, cooling_method: of('空冷', '炉冷', '?') },
  }),
  'heat-treatments': fc.record({
    ...{ product_code: of(...PRODUCTS), task_code: of(...TASKS.slice(0, 4)), facility_code: of('', ...FACILITIES), demolding_time: number },
    ...{ temperature: number, retention_time: number, cooling_method: of('空冷', '水冷'), cooling_time: number },
    ...{ work_settings: of([], ['月'], ['月', '火']), waiting_days: of(0, 2) },
  }),
  orders: fc.record({
    ...{
      serial_number: of(...ORDERS, '02640008', '02640009', '02640010', HOLDING),
      product_code: of(...PRODUCTS, 'ＰＸ－9'),
      product_name: name,
    },
    ...{
      number: of<unknown>(1, 4, 'x'),
      weight: number,
      delivery_status: of('素材', '納入済'),
      material: of('SC480'),
      delivery_date: date,
    },
    ...{ casting_date: date, priority: of('', '特急') },
  }),
  'order-tasks': fc.record({
    ...{
      serial_number: of(...ORDERS.slice(0, 2), '02640008', '0264xxxx', HOLDING),
      lot_number: of('01', '02', '11'),
      arrangement: of('', '外注'),
    },
    ...{ task_sort: of(10, 20, 30, 40, 50, 60), task_code: of(...TASKS), task_name: of(''), outsourcing_code: of('', 'G1') },
    ...{ order_name: of(''), setup_hours: number, work_hours: of<unknown>(1, 'x'), solution_frame_days: of(0, 2), received: fc.boolean() },
    ...{ last_reception_date: of('2026-03-30', ''), order_quantity: of(4), received_quantity: of(0, 4) },
  }),
  castings: fc.record({ serial_number: of(...ORDERS.slice(0, 2), '02640008'), lot_number: of('01', '02'), casting_date: date }),
};

test('an import of any rows that is taken back leaves every table as it was', { timeout: 300_000 }, async () => {
  const files = of(...IMPORT_KINDS).chain(({ name: kind, key }) =>
    fc
      .oneof(
        fc.array(ROWS[kind], { minLength: 1, maxLength: 12 }),
        // Rows that differ in what names them: more of them are taken.
        fc.uniqueArray(ROWS[kind], { minLength: 3, maxLength: 12, selector: (row) => key.map((field) => row[field]).join() }),
      )
      .map((rows) => ({ kind, rows })),
  );
  const before = await stateOf(database.knex);
  let changing = 0;
  await fc.assert(
    fc.asyncProperty(files, async ({ kind, rows }) => {
      const id = await imported(kind, rows).catch((error: unknown) => {
        // Facilities that change their names with each other are refused as a whole.
        if (error instanceof DomainError && error.kind === 'conflict') return undefined;
        throw error;
      });
      if (id === undefined) return;
      const [entry] = await newestImports(database.knex, 1);
      if (JSON.stringify(await stateOf(database.knex)) === JSON.stringify(before)) return;
      changing += 1;
      const foreseen = await lookAtUndo(database.knex, id, by);
      const answer = await undo(id);
      expect({ ...foreseen, import_id: null, later: 0 }).toEqual({ ...answer, import_id: null, later: 0 });
      expect(answer).toMatchObject({ left: 0 });
      expect(entry).toMatchObject({ id, undone_by: null, undoes: null });
      expect(await stateOf(database.knex)).toEqual(before);
    }),
    // One plant for all draws: after a failure it is none to shrink on.
    draws(120, { endOnFailure: true }),
  );
  expect(changing).toBeGreaterThan(5);
});

test('what was changed since, or is used by now, is left and named; the rest goes back, once', async () => {
  const { knex } = database;
  const make = plantBuilder(knex);
  const product = (product_code: string, product_name: string) => ({ product_code, product_name, customer_name: '' });
  await imported('products', [product('PA', '古い'), product('PB', '古い')]);
  const id = await imported('products', [
    product('PA', '新しい'),
    product('PB', '新しい'),
    product('PC', '新しい'),
    product('PD', '新しい'),
  ]);
  await knex('products').where({ product_code: 'PB' }).update({ product_name: '手で直した' });
  const { id: used } = await knex('products').where({ product_code: 'PC' }).first('id');
  await make.order({ serial_number: '02640020', product_code: 'PC', product_key: 'PC', product_id: used });
  const answer = await undo(id);
  expect(answer).toMatchObject({ restored: 1, removed: 1, left: 2 });
  expect(answer.left_records.map(({ table, key, reason }) => UNDO_TEXTS.left(table, key, reason))).toEqual([
    '製品「PB」: このあと変更されたため、そのままです。',
    '製品「PC」: ほかで使われているため、そのままです。',
  ]);
  expect(await knex('products').whereIn('product_code', ['PA', 'PB', 'PC', 'PD']).orderBy('product_code').pluck('product_name')).toEqual([
    '古い',
    '手で直した',
    '新しい',
  ]);
  const [entry, former] = await newestImports(knex, 2);
  expect(entry).toMatchObject({ undoes: id, kind: 'products', changed_count: 1, deleted_count: 1, warning_count: 2 });
  expect(former).toMatchObject({ id, undone_by: entry?.id });
  await expect(undo(id)).rejects.toThrow(UNDO_TEXTS.already);
  await expect(undo(entry?.id as number)).rejects.toThrow(UNDO_TEXTS.isUndo);
});

test('a lot that an import leaves without process and casting is named', async () => {
  const { knex } = database;
  const lot = { serial_number: '02640001', lot_number: '77' };
  const tasks = await imported('order-tasks', [{ ...lot, task_sort: 10, task_code: TASKS[4], task_name: '', work_hours: 1 }]);
  const castings = await imported('castings', [{ ...lot, casting_date: '2026-05-01' }]);
  expect(await undo(tasks)).toMatchObject({ removed: 1, left: 0 });
  const answer = await lookAtUndo(knex, castings, by);
  expect(answer).toMatchObject({ removed: 1, left: 1 });
  expect(answer.left_records.map(({ table, key, reason }) => UNDO_TEXTS.left(table, key, reason))).toEqual([
    '追番「02640001-77」: 工程も鋳込みもない追番として残ります。',
  ]);
});

test('bars go from every plan with their processes, whatever is fixed beside the published one, whose bars come back', async () => {
  const { knex } = database;
  await knex('plans').insert({ kind: 'scenario', layer: 2 });
  await knex.raw(`insert into plan_entries (id, layer, lot_id, task_id, task_sort, locked, start_at, end_at)
    select id, 2, lot_id, task_id, task_sort, true, start_at, end_at from plan_entries`);
  const bars = () => knex('plan_entries').groupBy('layer').orderBy('layer').select('layer', knex.raw('count(*)::integer as count'));
  const [published] = await bars();
  const lot = { serial_number: '02640001', lot_number: '01', task_sort: 98, task_code: TASKS[4], task_name: '', work_hours: 1 };
  const id = await imported('order-tasks', [lot]);
  expect(await bars()).toEqual([1, 2].map((layer) => ({ layer, count: published.count - 5 })));
  expect(await undo(id)).toMatchObject({ removed: 1, returned: 5, bars: 5 });
  expect(await bars()).toEqual([published, { layer: 2, count: published.count - 5 }]);
  await knex('plan_entries').where('layer', 2).delete();
  await knex('plans').where('layer', 2).delete();
});

test('an older import says that a newer one stands; where a run, or somebody, has published since, bars stay away', async () => {
  const { knex } = database;
  const holidays = (date: string) => imported('holidays', [{ date, is_holiday: true }]);
  const [first] = [await holidays('2026-07-20'), await holidays('2026-07-21')];
  expect(await lookAtUndo(knex, first, by)).toMatchObject({ removed: 1, later: 1, import_id: null });
  const bars = await knex('plan_entries').count('* as n');
  const lot = { serial_number: '02640001', lot_number: '01', task_sort: 99, task_code: TASKS[4], task_name: '', work_hours: 1 };
  const id = await imported('order-tasks', [lot]);
  expect((await knex('plan_entries').count('* as n'))[0]).not.toEqual(bars[0]);
  expect(await lookAtUndo(knex, id, by)).toMatchObject({ removed: 1, returned: 5, bars: 5 });
  const adopted = await knex('plans')
    .insert({ kind: 'former', left_at: knex.raw("now() + interval '1 minute'") })
    .returning('id');
  expect(await lookAtUndo(knex, id, by)).toMatchObject({ removed: 1, returned: 5, bars: 0 });
  await knex('plans')
    .whereIn(
      'id',
      adopted.map(({ id: plan }) => plan),
    )
    .delete();
  await knex('plans')
    .where('kind', 'published')
    .update({ published_at: knex.raw("now() + interval '1 minute'") });
  expect(await undo(id)).toMatchObject({ removed: 1, returned: 5, bars: 0, left: 0 });
});

test('a password and a session come back as they must', async () => {
  const { knex } = database;
  const row = () => knex('employees').where({ employee_id: '1002' }).first('password_hash', 'permission', 'session_number');
  const before = await row();
  const id = await imported('employees', [
    { employee_id: '1002', password: 'kotonaru-no-7x', name: '計画 花子', name_furigana: '', permission: 'manager' },
  ]);
  await undo(id);
  // What the import logged out stays logged out.
  expect(await row()).toEqual({ ...before, session_number: before.session_number + 2 });
});
