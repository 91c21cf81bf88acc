import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DELIVERED_STATUSES } from '../../server/domain/ground/constants.ts';
import { RUN_TEXTS } from '../../server/domain/texts/plan/runs.ts';
import { workbookOf } from '../imports/support.ts';
import { ownDatabase } from '../support/database.ts';
import { TODAY } from '../support/demos.ts';
import { ownFolder } from '../support/here.ts';
import { planner as run, typed } from '../support/program.ts';

const database = ownDatabase();
const folder = ownFolder();

/** Started as people start them, all but the commands of a moment: what those say and do is the same without a process of their own. */
const OF_A_MOMENT = ['import', 'settings', 'user'];
const planner = (...args: string[]) =>
  (OF_A_MOMENT.includes(args[0]!) ? typed : run)({ DATABASE_URL: database.url, DATA_DIR: folder }, ...args);

test('demo files, all ten imports in their natural order, a run, and a second run that moves nothing', { timeout: 300_000 }, async () => {
  const files = join(folder, 'files');
  expect(await planner('demo', 'files', files, '--orders', '25', '--today', TODAY, '--json')).toMatchObject({ code: 0 });
  const names = (await readdir(files)).sort();
  expect(names).toHaveLength(10);
  for (const name of names) {
    const kind = /^\d\d-(.+)\.(xlsx|csv)$/.exec(name)?.[1] ?? '';
    const ran = await planner('import', kind, join(files, name), '--json');
    expect(ran, `${name}: ${ran.out}${ran.err}`).toMatchObject({ code: 0, err: '' });
    const { errors, warnings } = JSON.parse(ran.out);
    // Some dates of what was received are missing, as in a real plant; of nothing else is there anything to say.
    expect([errors, warnings.filter((warning: string) => !warning.includes('「最終受入日」'))], name).toEqual([[], []]);
  }
  const first = await planner('schedule', 'run', '--wait', '--time-limit', '1', '--json');
  expect(first, first.out + first.err).toMatchObject({ code: 0 });
  expect(JSON.parse(first.out)).toMatchObject({ status: 'complete' });
  const told = first.err
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(told.at(-1)).toEqual({ progress: expect.any(Number), phase: expect.any(String) });

  const { knex } = database;
  const unplanned = await knex('order_tasks as t')
    .join('lots as l', 'l.id', 't.lot_id')
    .join('orders as o', 'o.id', 'l.order_id')
    .leftJoin('plan_entries as e', 'e.id', 't.id')
    .whereNull('e.id')
    .whereNotIn('o.delivery_status', [...DELIVERED_STATUSES])
    .count({ n: '*' });
  expect(unplanned).toEqual([{ n: 0 }]);
  const plan = () => knex('plan_entries').orderBy('id').select('id', 'version', 'start_at', 'end_at', 'facility_id');
  const status = (await planner('schedule', 'status')).out;
  expect(status).toMatch(/所要時間\n.*完了 .* \d+秒\n/);
  expect(status).toMatch(/\n納期遅れ: \d+件\nメッセージ: /);
  const before = await plan();
  expect(await planner('schedule', 'run', '--wait', '--time-limit', '1')).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^(立案中 \d+%.*\n)+$/),
    out: expect.stringMatching(
      /^立案 \d+: 完了\n.*\n前回の立案から変更がないため、計画はそのままです。\n納期遅れ: \d+件 → \d+件\n動いた製番: 0件 \(0工程\)\n/,
    ),
  });
  const empty = await planner('export', 'charges', '--from', '2090-01-01');
  expect(empty).toMatchObject({ code: 1, err: '1/1(日)に始まる炉の運転はありません。\n' });
  expect(await plan()).toEqual(before);
});

test('orders that are to be placed first are named by their serial numbers', async () => {
  const refused = await planner('schedule', 'run', '--first', '026X9998', '026X9999');
  expect(refused).toMatchObject({ code: 1, err: `${RUN_TEXTS.unknown_orders(['026X9998', '026X9999'])}\n` });
});

test('a refused import says why on standard error, ends with 1 and changes nothing', async () => {
  const bad = join(folder, 'castings.csv');
  await writeFile(bad, '製番,追番\r\n026X0001,01\r\n');
  const ran = await planner('import', 'castings', bad);
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(ran.err).toContain('「鋳込」の列が見つかりませんでした。');
});

test('files that refer to each other: one waits for another before it, and says so; what cannot be meant together is refused', async () => {
  const [orders, tasks] = ['受注.xlsx', '鋳込.xlsx'].map((name) => join(folder, name)) as [string, string];
  const order = { serial_number: '026Z0001', product_code: 'X', product_name: '弁', number: 1, weight: 1, delivery_status: '素材' };
  const dates = { material: 'FC250', delivery_date: '2026-12-15', casting_date: '2026-11-25' };
  await writeFile(orders, workbookOf('orders', [{ ...order, ...dates }]));
  await writeFile(tasks, workbookOf('castings', [{ serial_number: '026Z0001', lot_number: '01', casting_date: '2026-11-25' }]));
  const looked = await planner('import', tasks, orders, '--dry-run');
  expect(looked).toMatchObject({ code: 0, out: expect.stringContaining('「受注.xlsx」のあとに取り込みます。') });
  expect(await planner('import', tasks, orders)).toMatchObject({ code: 0 });
  // What is taken in holds nothing back.
  await writeFile(tasks, workbookOf('castings', [{ serial_number: '026Z0002', lot_number: '01', casting_date: '2026-11-25' }]));
  const unknown = await planner('import', tasks, orders);
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('「026Z0002」はオーダーに登録されていません。') });
  expect(unknown.err).not.toContain('取り込めなかったため');
  // A row waits where all that it names may be brought, and then for all files that bring it.
  const [works, names] = ['工程情報.xlsx', '工程.xlsx'].map((name) => join(folder, name)) as [string, string];
  const work = { lot_number: '01', arrangement: '内作', task_sort: 10, work_hours: 1, task_code: '999-3121-009' };
  await writeFile(works, workbookOf('order-tasks', [{ serial_number: '026Z0003', ...work }]));
  await writeFile(orders, workbookOf('orders', [{ ...order, ...dates, serial_number: '026Z0003' }]));
  await writeFile(names, workbookOf('tasks', [{ task_code: '999-3121-009', task_name: '試験' }]));
  const cast = (serial_number: string) => ({ serial_number, lot_number: '01', casting_date: '2026-11-25' });
  await writeFile(tasks, workbookOf('castings', [cast('026Z0003'), cast('026X9991')]));
  const unbrought = await planner('import', works, orders, tasks, '--dry-run');
  expect(unbrought).toMatchObject({ code: 1, err: expect.stringContaining('「工程ｺｰﾄﾞ」: 「999-3121-009」は工程に登録されていません。') });
  // What no file at hand brings is an error of its row at once, and that alone.
  expect(unbrought.err).toContain('鋳込.xlsx: 行3「製番」: 「026X9991」はオーダーに登録されていません。');
  expect(unbrought.err).not.toContain('鋳込.xlsx: 行2');
  // In a chain the one in the middle waits itself, and is not refused for it.
  const [furnaces, products, heats] = ['設備.xlsx', '製品.xlsx', '熱処理.xlsx'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const step = { task_code: '999-3121-009', task_name: '試験' };
  await writeFile(furnaces, workbookOf('facilities', [{ ...step, facility_code: '999-01', facility_name: '試験機', availability: 1 }]));
  await writeFile(products, workbookOf('products', [{ product_code: 'P-999', product_name: '弁', customer_name: '試験' }]));
  const mould = { demolding_time: 8, temperature: 0, retention_time: 0, cooling_time: 0, work_settings: '毎日', waiting_days: 0 };
  await writeFile(heats, workbookOf('heat-treatments', [{ ...step, ...mould, product_code: 'P-999', facility_code: '999-01' }]));
  const brought = await planner('import', works, orders, names, furnaces, products, heats, '--dry-run');
  expect(brought).toMatchObject({ code: 0, out: expect.stringContaining('「工程.xlsx」と「受注.xlsx」のあとに取り込みます。') });
  expect(brought.out).toContain('「工程.xlsx」と「設備.xlsx」と「製品.xlsx」のあとに取り込みます。');
  const both = await planner('import', tasks, orders, '--repair', '--as-is');
  expect(both).toMatchObject({ code: 1, out: '', err: '--repair と --as-is は同時に指定できません。\n' });
});

test('plan settings are changed, shown and taken back; a wrong one is refused by name', async () => {
  expect(await planner('settings', 'set', 'frozen_days=3', 'weights.late_order=5', 'objective=strict')).toMatchObject({ code: 0 });
  const shown = JSON.parse((await planner('settings', 'show', '--json')).out);
  expect(shown).toMatchObject({ frozen_days: 3, 'weights.late_order': 5, objective: 'strict', metre_limit: 20 });
  const wrong = await planner('settings', 'set', 'frozen_day=3');
  expect(wrong).toMatchObject({ code: 1, out: '' });
  expect(wrong.err).toContain('設定「frozen_day」はありません。');
  expect((await planner('settings', 'set', 'frozen_days')).code).toBe(1);
  expect((await planner('settings', 'set', 'frozen_days=', 'weights.late_order=', 'objective=')).code).toBe(0);
  expect((await planner('settings', 'show')).out).toMatch(/^frozen_days +0 +0$/m);
});

test('a question about a plant that is not there is refused, naming the folder, and makes none', async () => {
  const nowhere = join(folder, 'nowhere');
  for (const question of ['schedule status', 'import-history', 'user list', 'backup x.backup']) {
    const ran = await typed({ DATABASE_URL: '', DATA_DIR: nowhere }, ...question.split(' '));
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain(`「${nowhere}」にデータベースがありません。`);
  }
  expect(await readdir(folder)).not.toContain('nowhere');
});

test('a port that is taken is told before anything is made', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const ran = await run({ DATABASE_URL: '', DATA_DIR: join(folder, 'taken') }, 'serve', '--port', String(port));
  other.close();
  expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining(`ポート ${port} は使用中です。`) });
  expect(await readdir(join(folder, 'taken'))).toEqual([]);
});

test('accounts are made, listed and given a new password', async () => {
  const made = await planner('user', 'add', '7001', '--name', '試験 太郎', '--permission', 'manager', '--json');
  expect(made).toMatchObject({ code: 0 });
  expect(JSON.parse(made.out).password).toMatch(/.{8,}/);
  expect(await planner('user', 'add', '7001', '--name', '試験 太郎', '--permission', 'manager')).toMatchObject({
    code: 1,
    err: '社員ID「7001」は既に登録されています。\n',
  });
  expect((await planner('user', 'reset-password', '7001', '--password', 'another-secret')).code).toBe(0);
  expect((await planner('user', 'list')).out).toContain('7001');
});

test('db status is clean, an unknown command ends with 1', async () => {
  const status = await planner('db', 'status', '--json');
  expect(JSON.parse(status.out)).toMatchObject({ pending: [] });
  expect((await planner('no-such-command')).code).toBe(1);
});
