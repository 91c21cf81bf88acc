import { beforeEach, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../server/features/session/passwords.service.ts';
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

const all = (table: string, ...columns: string[]) => database.knex(table).orderBy('id').select(columns);

test('holidays: closed days are added, open ones removed, others left alone', async () => {
  await make.holiday('2026-05-01');
  await make.holiday('2026-05-02');
  const rows = [
    { date: '2026-05-02', is_holiday: '稼働' },
    { date: '2026-05-03', is_holiday: '非稼働' },
    { date: '2026-05-04', is_holiday: false },
  ];
  const dry = await run.rows('holidays', rows, { dryRun: true });
  expect(dry).toMatchObject({
    new: 1,
    changed: [{ key: '2026-05-02', old: '2026-05-02', new: null }],
    changed_count: 0,
    deleted: 1,
    // A day that stays open is one of the file's days, too: three rows are three days.
    unchanged: 1,
    row_count: 3,
    missing: 0,
  });
  expect(await run.rows('holidays', rows)).toMatchObject({ errors: [], warnings: ['休日 1件を登録、1件を解除します。'], imported: 3 });
  expect((await all('holidays', 'date')).map(({ date }) => date)).toEqual(['2026-05-01', '2026-05-03']);
});

test('tasks: added, renamed and woken by their folded code, each with one line of history', async () => {
  await make.task({ task_code: '320-3121-060', task_name: '解枠' });
  await make.task({ task_code: '320-3121-070', task_name: '冷却', active: false });
  const rows = [
    { task_code: '３２０-3121-060', task_name: '解枠作業' },
    { task_code: '320-3121-070', task_name: '冷却' },
    { task_code: '320-3122-010', task_name: '砂落し' },
  ];
  const dry = await run.rows('tasks', rows, { dryRun: true });
  expect(dry).toMatchObject({ new: 1, changed_count: 2, unchanged: 0, missing: 0 });
  expect(dry.changed).toEqual([
    { row: 2, key: '３２０-3121-060', field: 'task_name', old: '解枠', new: '解枠作業' },
    { row: 3, key: '320-3121-070', field: 'active', old: false, new: true },
  ]);
  expect((await run.rows('tasks', rows)).errors).toEqual([]);
  expect(await all('tasks', 'task_code', 'task_name', 'active', 'version')).toEqual([
    { task_code: '320-3121-060', task_name: '解枠作業', active: true, version: 2 },
    { task_code: '320-3121-070', task_name: '冷却', active: true, version: 2 },
    { task_code: '320-3122-010', task_name: '砂落し', active: true, version: 1 },
  ]);
  const traces = await database.knex('audit').orderBy('key').select('actor', 'operation', 'kind', 'key', 'part_of', 'old', 'new');
  const history = traces.filter(({ part_of }) => part_of !== null);
  expect(history.length).toBe(3);
  expect(traces.filter(({ part_of }) => part_of === null)).toMatchObject([
    { actor: '1001', kind: 'tasks', new: { rows: 3, tables: { tasks: { added: 1, altered: 2, removed: 0 } } } },
  ]);
  expect(history[2]).toMatchObject({
    actor: '1001',
    operation: 'importTasks',
    kind: 'tasks',
    key: '３２０-3121-060',
    old: { task_name: '解枠' },
    new: { task_name: '解枠作業' },
  });
  expect(JSON.stringify(history)).not.toContain('code_key');
});

test('facilities: own columns agree, tasks are replaced, absent columns stay', async () => {
  const [a, b] = [await make.task({ task_code: '320-3123-010' }), await make.task({ task_code: '320-3123-020' })];
  const id = await make.facility({ facility_code: '320-05-01', facility_name: '1号炉', depth: 2.6, tasks: [a] });
  const row = {
    facility_code: '320-05-01',
    facility_name: '1号炉',
    task_name: '焼ならし',
    task_code: '320-3123-020',
    availability: 2,
    max_weight: 6000,
  };
  const fields = ['facility_code', 'facility_name', 'task_name', 'task_code', 'availability', 'max_weight'];
  expect((await run.file('facilities', workbookOf('facilities', [row], fields))).errors).toEqual([]);
  expect(await database.knex('facilities').first('availability', 'max_weight', 'depth')).toEqual({
    availability: 2,
    max_weight: 6000,
    depth: 2.6,
  });
  expect(await database.knex('facility_tasks').select('facility_id', 'task_id')).toEqual([{ facility_id: id, task_id: b }]);
  const clash = await run.rows('facilities', [{ ...row, facility_code: '320-05-02' }]);
  expect(clash.errors).toEqual(['行2「設備名」: 「1号炉」は設備「320-05-01」と同じ名前です。']);
  const two = await run.rows('facilities', [
    { ...row, facility_code: 'A', facility_name: '新' },
    { ...row, facility_code: 'B', facility_name: '新' },
  ]);
  expect(two.errors).toEqual(['行2「設備名」: 「新」は設備「B」と同じ名前です。', '行3「設備名」: 「新」は設備「A」と同じ名前です。']);
  const unnamed = await run.rows('facilities', [{ ...row, task_code: '' }]);
  expect(unnamed.errors).toEqual(['行2「工程ｺｰﾄﾞ」: 工程名があるときは工程ｺｰﾄﾞを入力してください。']);
});

test('products: own columns and heat recipes are upserted, orders that waited get their product', async () => {
  await make.task({ task_code: '320-3123-010' });
  await make.task({ task_code: '320-4111-010' });
  await make.order({ serial_number: '02640123', product_code: 'P1', product_key: 'P1', product_id: null });
  const own = { product_code: 'P1', product_name: '弁箱', customer_name: '三河' };
  const answer = await run.rows('products', [
    { ...own, task_code: '320-3123-010', temperature: '900℃', retention_time: '4h', cooling_method: '炉冷' },
    { ...own, task_code: '320-4111-010', temperature: 0, retention_time: 0, cooling_method: '' },
  ]);
  expect(answer).toMatchObject({
    errors: [],
    warnings: ['行3「工程ｺｰﾄﾞ」: 「320-4111-010」は熱処理の工程ではないため、熱処理条件は取り込みません。'],
    imported: 2,
  });
  const product = await database.knex('products').first('id', 'product_name');
  expect(await database.knex('heat_treatments').select('temperature', 'retention_time', 'cooling_method', 'waiting_days')).toEqual([
    { temperature: 900, retention_time: 4, cooling_method: '炉冷', waiting_days: 1 },
  ]);
  expect(await database.knex('orders').first('product_id')).toEqual({ product_id: product.id });
  await database.knex('products').update({ volume: 0.5 });
  await run.rows('products', [{ ...own, product_name: '弁箱 改' }]);
  expect(await database.knex('products').first('product_name', 'volume', 'version')).toEqual({
    product_name: '弁箱 改',
    volume: 0.5,
    version: 3,
  });
});

test('heat treatments: tasks sort the rows into three lists, each replaced for the products of the file', async () => {
  const [heat, mould, lathe, odd] = await Promise.all([
    make.task({ task_code: '320-3123-010', task_name: '焼なまし' }),
    make.task({ task_code: '320-3121-060', task_name: '解枠' }),
    make.task({ task_code: '320-5131-010', task_name: '荒加工' }),
    make.task({ task_code: '320-4111-010', task_name: '検査' }),
  ]);
  await make.facility({ facility_code: '320-07-01', tasks: [lathe] });
  await make.facility({ facility_code: '320-05-01', tasks: [heat] });
  const product = await make.product({ product_code: 'P1' });
  await make.heat(product, heat, { temperature: 800 });
  const other = await make.product({ product_code: 'P2' });
  await make.heat(other, heat);
  await database.knex('demoldings').insert({ product_id: product, task_id: mould, demolding_time: 8 });
  const row = {
    ...{ product_code: 'P1', facility_code: '', demolding_time: 0, temperature: 900, retention_time: 4, cooling_time: 8 },
    ...{ cooling_method: '炉冷', work_settings: '月〜水', waiting_days: '' },
  };
  const answer = await run.rows('heat-treatments', [
    { ...row, task_code: '焼なまし', facility_code: '320-05-01' },
    { ...row, task_code: '320-5131-010', facility_code: '320-07-01' },
    { ...row, task_code: '320-4111-010' },
  ]);
  expect(odd).toBeGreaterThan(0);
  expect(answer).toMatchObject({
    errors: [],
    warnings: ['行4「工程」: 「320-4111-010」は熱処理・製品加工・解枠の工程ではないため、取り込みません。'],
    imported: 3,
    deleted: 1,
  });
  expect(
    await database
      .knex('heat_treatments')
      .where({ product_id: product })
      .select('temperature', 'work_settings', 'waiting_days', 'cooling_method'),
  ).toEqual([{ temperature: 900, work_settings: ['月', '火', '水'], waiting_days: 1, cooling_method: '炉冷' }]);
  expect(await database.knex('heat_treatments').where({ product_id: other })).toHaveLength(1);
  expect(await database.knex('product_processings').select('waiting_days')).toEqual([{ waiting_days: 0 }]);
  expect(await database.knex('demoldings')).toHaveLength(1);
  expect(await database.knex('products').where({ id: product }).first('version')).toEqual({ version: 3 });
  // What goes is told before what changes, of whichever list.
  await make.facility({ facility_code: '320-07-02', tasks: [lathe] });
  const others = [
    { ...row, task_code: '焼なまし', facility_code: '320-05-01', temperature: 950 },
    { ...row, task_code: '320-5131-010', facility_code: '320-07-02' },
  ];
  const { changed } = await run.rows('heat-treatments', others, { dryRun: true });
  expect(changed?.map(({ row, field }) => [row, field])).toEqual([
    [null, 'product_processings'],
    [2, 'temperature'],
  ]);
  const wrong = await run.rows('heat-treatments', [
    { ...row, task_code: '320-3123-010', facility_code: '320-07-01' },
    { ...row, task_code: '320-5131-010' },
    { ...row, product_code: 'P2', task_code: '320-3123-010' },
    { ...row, product_code: 'P2', task_code: '焼なまし' },
  ]);
  expect(wrong.errors).toEqual([
    '行2「設備コード」: 「320-07-01」は工程「焼なまし」を行えません。',
    '行3「設備コード」: この項目は必須です。',
    '行5「工程」: 「320-3123-010」が重複しています(行4)。',
  ]);
});

test('employees: passwords are hashed, unchanged when empty or the same, and end the sessions when new', async () => {
  const stored = await hashPassword('first-pass-1');
  await make.employee({ employee_id: '1001', permission: 'master_admin', password_hash: stored });
  await make.employee({ employee_id: '1002', permission: 'manager', password_hash: stored });
  await make.employee({ employee_id: '1003', permission: 'manager', password_hash: stored });
  const row = { name: '山田', name_furigana: 'ヤマダ' };
  const answer = await run.rows('employees', [
    { ...row, employee_id: '1001', password: '', permission: 'マスタ管理者' },
    { ...row, employee_id: '１００２', password: 'first-pass-1', permission: '一般' },
    { ...row, employee_id: '1003', password: 'second-pass-2', permission: 'manager' },
    { ...row, employee_id: '1004', password: '', permission: 'planning_manager' },
  ]);
  expect(answer).toMatchObject({
    errors: [],
    warnings: ['行5「パスワード」: パスワードが空のため、再設定するまでログインできません。'],
    imported: 4,
  });
  const employees = await all('employees', 'employee_id', 'session_number', 'password_hash', 'name');
  expect(employees.map(({ employee_id, session_number, name }) => [employee_id, session_number, name])).toEqual([
    ['1001', 1, '山田'],
    ['1002', 1, '山田'],
    ['1003', 2, '山田'],
    ['1004', 1, '山田'],
  ]);
  expect(employees[0]?.password_hash).toBe(stored);
  expect(await verifyPassword(employees[2]?.password_hash, 'second-pass-2')).toBe(true);
  const history = JSON.stringify(await database.knex('audit').select());
  expect(history).not.toMatch(/second-pass|argon2/);
  const short = await run.rows('employees', [{ ...row, employee_id: '1003', password: 'short', permission: 'manager' }]);
  expect(short.errors[0]).toMatch(/^行2「パスワード」/);
  expect(short.errors[0]).not.toContain('short');
  const last = await run.rows('employees', [{ ...row, employee_id: '1001', password: '', permission: 'manager' }]);
  expect(last.errors).toEqual(['マスタ管理者が1人もいなくなるため、取り込めません。']);
});

test('bad rows can be left out: exactly they are, and nothing of their owner is taken for gone', async () => {
  const [a, b] = [await make.task({ task_code: '320-3123-010' }), await make.task({ task_code: '320-3123-020' })];
  const id = await make.facility({ facility_code: '320-05-01', facility_name: '1号炉', tasks: [a, b] });
  const row = { facility_code: '320-05-01', facility_name: '1号炉', task_name: '', availability: 2, max_weight: '' };
  const rows = [
    { ...row, task_code: '320-3123-010' },
    { ...row, task_code: '999' },
    { ...row, facility_code: '320-05-02', facility_name: '2号炉', task_code: '320-3123-020', availability: 'x' },
  ];
  const answer = await run.rows('facilities', rows, { skipBadRows: true });
  expect(answer).toMatchObject({
    errors: [],
    warnings: [
      '2行を除いて取り込みました(行3、4)。',
      '行3「工程ｺｰﾄﾞ」: 「999」は工程に登録されていません。',
      '行4「設備数」: 「x」は0以上の整数を指定してください。',
    ],
    imported: 1,
    left_out: { import_id: expect.any(Number), count: 2, rows: [3, 4] },
  });
  expect(await database.knex('facilities').select('availability')).toEqual([{ availability: 2 }]);
  expect((await database.knex('facility_tasks').orderBy('task_id').select('facility_id', 'task_id')).length).toBe(2);
  expect(id).toBeGreaterThan(0);
});
