import { beforeEach, expect, test } from 'vitest';
import { ownDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';
import { importer, workbookOf } from './support.ts';

const database = ownDatabase({ each: true });
let run: ReturnType<typeof importer>;
let make: ReturnType<typeof plantBuilder>;

beforeEach(async () => {
  run = importer(database.knex);
  make = plantBuilder(database.knex);
});

const order = {
  ...{ product_code: 'P1', product_name: '弁箱', number: 4, weight: 120, delivery_status: '素材', material: 'SC480' },
  ...{ delivery_date: '2026-05-29', casting_date: '2026-04-20' },
};

test('orders: an unknown product is a warning, the rest stay, changes are shown cell by cell', async () => {
  await make.product({ product_code: 'P1' });
  await make.order({ serial_number: '02640100' });
  const rows = [
    { ...order, serial_number: '02640123' },
    { ...order, serial_number: '02640124', product_code: 'NEW-1', casting_date: '2026-06-01' },
  ];
  expect(await run.rows('orders', rows)).toMatchObject({
    errors: [],
    warnings: [
      '行3「納期」: 鋳込日2026/06/01(月)が製作納期2026/05/29(金)より後です。',
      '行3「製番_製品ｺｰﾄﾞ」: 「NEW-1」は製品に登録されていません。',
    ],
    imported: 2,
  });
  const dry = await run.rows('orders', [{ ...rows[0], delivery_date: '2026/6/5', number: '4' }, ...rows.slice(1)], { dryRun: true });
  expect(dry).toMatchObject({ new: 0, changed_count: 1, unchanged: 1, missing: 1 });
  expect(dry.changed).toEqual([{ row: 2, key: '02640123', field: 'delivery_date', old: '2026-05-29', new: '2026-06-05' }]);
  const saved = await database.knex('orders').orderBy('id').select('serial_number', 'product_code', 'product_id');
  expect(saved.map(({ product_id }) => product_id !== null)).toEqual([false, true, false]);
});

test('orders: a priority is read in words, and what a file does not say stays as people have set it', async () => {
  await make.product({ product_code: 'P1' });
  const rows = [
    { ...order, serial_number: '02640123', priority: '特急' },
    { ...order, serial_number: '02640124', priority: '' },
  ];
  const priorities = async () =>
    Object.fromEntries((await database.knex('orders').select('serial_number', 'priority')).map((row) => [row.serial_number, row.priority]));
  await run.rows('orders', rows);
  expect(await priorities()).toEqual({ '02640123': 'rush', '02640124': 'normal' });
  await database.knex('orders').where('serial_number', '02640124').update({ priority: 'deferred' });
  expect(await run.rows('orders', [{ ...rows[0], priority: '' }, rows[1]!], { dryRun: true })).toMatchObject({
    changed_count: 0,
    unchanged: 2,
  });
  for (const again of [
    rows.map((row) => ({ ...row, priority: '' })),
    [0, 1].map((at) => ({ ...order, serial_number: rows[at]!.serial_number, number: 5 })),
  ]) {
    expect((await run.rows('orders', again)).errors).toEqual([]);
    expect(await priorities()).toEqual({ '02640123': 'rush', '02640124': 'deferred' });
  }
  // As the browser sends what it has read.
  const read = rows.map((row, at) => ({ ...row, priority: at === 0 ? 'rush' : 'deferred' }));
  expect((await run.rows('orders', read, { dryRun: true })).errors).toEqual([]);
  const dry = await run.rows('orders', [{ ...rows[0], priority: '後回し', number: 5 }], { dryRun: true });
  expect(dry.changed).toEqual([{ row: 2, key: '02640123', field: 'priority', old: 'rush', new: 'deferred' }]);
  expect((await run.rows('orders', [{ ...rows[0], priority: '最優先' }])).errors).toEqual([
    '行2「優先度」: 「最優先」は読めません。特急・通常・後回しのいずれかを指定してください。',
  ]);
});

test('a reference is stored in the spelling of its master: another width is no change', async () => {
  await make.product({ product_code: 'JSK-2636-04' });
  const row = { ...order, serial_number: '02640777', product_code: 'JSK-2636-04' };
  await run.rows('orders', [row]);
  const wide = await run.rows('orders', [{ ...row, product_code: 'ＪＳＫ－２６３６－０４' }], { dryRun: true });
  expect(wide).toMatchObject({ errors: [], new: 0, changed_count: 0, unchanged: 1 });
  await run.rows('orders', [{ ...row, serial_number: '02640778', product_code: 'ｊｓｋ－2636－04' }]);
  expect(await database.knex('orders').where('serial_number', '02640778').first('product_code')).toEqual({ product_code: 'JSK-2636-04' });
});

test('orders: a new key that an old one equals but for a zero is offered for repair, and repaired only when accepted', async () => {
  await make.order({ serial_number: '02640123' });
  const rows = [{ ...order, serial_number: '2640123' }];
  const dry = await run.rows('orders', rows, { dryRun: true, asIs: true });
  expect(dry.warnings).toContain('行2「製番」: 「2640123」は先頭の0が失われた可能性があります(02640123)。');
  expect(dry).toMatchObject({ new: 1, repairs: [{ row: 2, field: 'serial_number', from: '2640123', to: '02640123' }] });
  const repaired = await run.rows('orders', rows, { dryRun: true, repairs: dry.repairs ?? [] });
  expect(repaired).toMatchObject({ new: 0, changed_count: 1 });
  const forged = await run.rows('orders', rows, {
    dryRun: true,
    asIs: true,
    repairs: [{ row: 2, field: 'serial_number', from: '2640123', to: '99999999' }],
  });
  expect(forged).toMatchObject({ new: 1 });
});

const step = {
  ...{ serial_number: '02640123', lot_number: '01', arrangement: '内作', task_name: '', outsourcing_code: '', order_name: '' },
  ...{ setup_hours: 0.5, work_hours: 1.5, solution_frame_days: 2, received: 0, last_reception_date: '', order_quantity: 4 },
  received_quantity: 0,
};

async function lotOfThree() {
  const tasks = [await make.task({ task_code: 'T1' }), await make.task({ task_code: 'T2' }), await make.task({ task_code: 'T3' })] as const;
  const id = await make.order({ serial_number: '02640123' });
  const answer = await run.rows('order-tasks', [
    { ...step, task_sort: 10, task_code: 'T1' },
    { ...step, task_sort: 20, task_code: 'T2' },
    { ...step, task_sort: 30, task_code: 'T3' },
  ]);
  expect(answer).toMatchObject({ errors: [], imported: 3 });
  const lot = await database.knex('lots').first('id');
  const rows = await database.knex('order_tasks').orderBy('task_sort').select('id');
  const entry = (index: number, values: object = {}): Promise<number> =>
    make.entry(lot.id, tasks[index] as number, ['2026-04-06 08:00', '2026-04-06 10:00'], {
      order_task_id: rows[index].id,
      task_sort: 10 * (index + 1),
      ...values,
    });
  return { id, lot: lot.id as number, tasks, entry };
}

const sorts = async (): Promise<number[]> => (await database.knex('order_tasks').orderBy('task_sort').pluck('task_sort')) as number[];

test('order tasks: a lot is replaced as a whole, rows gone go with their entries, other lots stay', async () => {
  const { id, entry } = await lotOfThree();
  await entry(1);
  await entry(2);
  const other = await make.lot(id, '02');
  await make.orderTask(other, (await database.knex('tasks').first('id')).id);
  const rows = [
    { ...step, task_sort: 10, task_code: 'T1', received: '済', last_reception_date: '2026-03-30' },
    { ...step, task_sort: 20, task_code: 'T2' },
  ];
  const dry = await run.rows('order-tasks', rows, { dryRun: true });
  expect(dry).toMatchObject({ new: 0, changed_count: 1, unchanged: 1, deleted: 1, missing: 0 });
  expect(dry.changed).toEqual([
    { row: null, key: '02640123-01 30', field: 'order_tasks', old: '02640123-01 30', new: null },
    { row: 2, key: '02640123-01 10', field: 'received', old: false, new: true },
    { row: 2, key: '02640123-01 10', field: 'last_reception_date', old: null, new: '2026-03-30' },
  ]);
  expect(await run.rows('order-tasks', rows)).toMatchObject({ errors: [], imported: 2, deleted: 1 });
  expect(await database.knex('import_log').orderBy('id', 'desc').first()).toMatchObject({
    new_count: 0,
    changed_count: 1,
    unchanged_count: 1,
    deleted_count: 1,
  });
  expect(await database.knex('order_tasks').whereNot('lot_id', other).orderBy('task_sort').pluck('task_sort')).toEqual([10, 20]);
  expect(await database.knex('plan_entries')).toHaveLength(1);
  expect(await database.knex('order_tasks').where('lot_id', other)).toHaveLength(1);
});

test('order tasks: a step whose own row is left out stays where its lot can be told; of an unknown order nothing can, and what goes is counted', async () => {
  const { id } = await lotOfThree();
  const other = await make.lot(id, '02');
  const [first] = await database.knex('tasks').orderBy('id').pluck('id');
  for (const task_sort of [10, 20]) await make.orderTask(other, first, { task_sort });
  const rows = [
    { ...step, task_sort: 10, task_code: 'T1' },
    { ...step, task_sort: 20, task_code: 'T2' },
    { ...step, task_sort: 30, task_code: 'T3', order_quantity: 'いくつか' },
    { ...step, lot_number: '02', task_sort: 10, task_code: 'T1' },
    { ...step, serial_number: '02640999', lot_number: '02', task_sort: 20, task_code: 'T1' },
  ];
  const bytes = workbookOf('order-tasks', rows);
  const dry = await run.file('order-tasks', bytes, { dryRun: true, skipBadRows: true });
  expect(dry).toMatchObject({ bad_rows: [4, 6], deleted: 1 });
  expect(dry.changed?.filter(({ field }) => field === 'order_tasks')).toEqual([
    { row: null, key: '02640123-02 20', field: 'order_tasks', old: '02640123-02 20', new: null },
  ]);
  expect(await run.file('order-tasks', bytes, { skipBadRows: true })).toMatchObject({ imported: 3, deleted: 1 });
  expect(await database.knex('order_tasks').whereNot('lot_id', other).orderBy('task_sort').pluck('task_sort')).toEqual([10, 20, 30]);
  expect(await database.knex('order_tasks').where('lot_id', other).pluck('task_sort')).toEqual([10]);
});

test('order tasks: finished and locked rows that the file lacks stay with a warning; received 0 clears no mark', async () => {
  const { entry } = await lotOfThree();
  await entry(1, { locked: true });
  await entry(0, { received_locked: true });
  await database.knex('order_tasks').where('task_sort', 30).update({ received: true });
  const answer = await run.rows('order-tasks', [{ ...step, task_sort: 10, task_code: 'T1' }]);
  expect(answer.warnings).toEqual(
    [20, 30].map((sort) => `製番「02640123」追番「01」工程順「${sort}」はファイルにありませんが、終了またはロックされているため残します。`),
  );
  expect(await sorts()).toEqual([10, 20, 30]);
  expect(await database.knex('bars').orderBy('id').pluck('closed_by')).toEqual(['hand', null]);
});

test('order tasks: a free entry whose task changed goes, a locked one follows with a warning', async () => {
  const { entry, tasks } = await lotOfThree();
  await entry(0);
  await entry(1, { locked: true });
  const answer = await run.rows('order-tasks', [
    { ...step, task_sort: 10, task_code: 'T3' },
    { ...step, task_sort: 20, task_code: 'T3' },
  ]);
  expect(answer.warnings).toEqual([
    '行3「工程ｺｰﾄﾞ」: 製番「02640123」追番「01」工程順「20」はロックされていますが、工程が変わりました。計画を確認してください。',
  ]);
  expect(await database.knex('plan_entries').select('task_id', 'locked')).toEqual([{ task_id: tasks[2], locked: true }]);
});

test('order tasks: with a bad row left out its lot loses nothing', async () => {
  await lotOfThree();
  const rows = [
    { ...step, task_sort: 10, task_code: 'T1' },
    { ...step, task_sort: 20, task_code: 'nobody' },
  ];
  expect(await run.rows('order-tasks', rows, { skipBadRows: true })).toMatchObject({ errors: [], imported: 1 });
  expect(await sorts()).toEqual([10, 20, 30]);
});

test('order tasks: an unknown outsourcing partner is a warning, more received than ordered too', async () => {
  await lotOfThree();
  const answer = await run.rows('order-tasks', [
    { ...step, task_sort: 10, task_code: 'T1', outsourcing_code: 'G999', arrangement: '外注', received_quantity: 5 },
    { ...step, task_sort: 20, task_code: 'T2', received: 1 },
    { ...step, task_sort: 30, task_code: 'T3' },
  ]);
  expect(answer).toMatchObject({
    errors: [],
    warnings: [
      '行2「受入数」: 「5」は発注数「4」を超えています。',
      '行2「外注ｺｰﾄﾞ」: 「G999」は外注に登録されていません。',
      '行3「最終受入日」: 受入済みですが空です。',
    ],
    imported: 3,
  });
});

test('castings: upserted by order and lot, with warnings for odd days and lots', async () => {
  await lotOfThree();
  await make.holiday('2026-06-07');
  const first = await run.rows('castings', [{ serial_number: '02640123', lot_number: '01', casting_date: '2026/4/20' }]);
  expect(first).toMatchObject({ errors: [], warnings: [], imported: 1 });
  const rows = [
    { serial_number: '02640123', lot_number: '01', casting_date: '2026-06-07' },
    { serial_number: '02640123', lot_number: 2, casting_date: '2026-04-21' },
    { serial_number: '02640123', lot_number: 1, casting_date: '2026-04-22' },
  ];
  const answer = await run.rows('castings', rows, { asIs: true });
  expect(answer.warnings).toEqual([
    '行2「鋳込」: 鋳込日2026/06/07(日)が製作納期2026/05/29(金)より後です。',
    '行2「鋳込」: 鋳込日2026/06/07(日)は休日です。',
    '行3「追番」: 「2」は先頭の0が失われた可能性があります(02)。',
    '行3「追番」: 製番「02640123」の追番「2」は工程情報にありません。',
    '行4「追番」: 「1」は先頭の0が失われた可能性があります(01)。',
  ]);
  const saved = await database
    .knex('castings')
    .join('lots', 'lots.id', 'castings.lot_id')
    .orderBy('castings.id')
    .select('lot_number', 'casting_date', 'castings.version');
  expect(saved).toEqual([
    { lot_number: '01', casting_date: '2026-06-07', version: 2 },
    { lot_number: '2', casting_date: '2026-04-21', version: 1 },
    { lot_number: '1', casting_date: '2026-04-22', version: 1 },
  ]);
});
