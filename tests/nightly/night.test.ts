import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventFeed, type FeedEvent } from '../../server/db/events.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { figuresOfRuns } from '../../server/features/figures/figures.service.ts';
import { acknowledgeNight, latestNight } from '../../server/features/nightly/nightly.service.ts';
import { changeOfLateness } from '../../server/features/runs/story/report.service.ts';
import { reportOfPlan } from '../../server/features/runs/story/report.store.ts';
import { createLog } from '../../server/log.ts';
import { workbookOf } from '../imports/support.ts';
import { ownDatabase, testDatabase } from '../support/database.ts';
import { TODAY } from '../support/demos.ts';
import { eventually } from '../support/wait.ts';
import { contentOf, dirtyFiles, knownOrder, latest, makeFolders, night, order, putIn, smallPlant, write } from './support.ts';

const database = ownDatabase();
let folders: Awaited<ReturnType<typeof makeFolders>>;
let demo: string;
const db = (): Knex => database.knex;

beforeAll(async () => {
  folders = await makeFolders();
  demo = join(folders.root, 'demo');
});
afterAll(async () => {
  await folders.remove();
});

test('the night over dirty files: good ones in, bad ones in failed/ with messages, the plan made, the workbooks written', async () => {
  const good = await dirtyFiles(demo);
  await putIn(folders.inbox, demo, Object.fromEntries(good.map((name) => [name, name])));
  await putIn(folders.inbox, join(demo, 'errors'), { '受注データ.xlsx': '08-orders.xlsx', 'castings.xlsx': '02-tasks.xlsx' });
  await write(folders.inbox, '06-products.csv', 'a,b\r\n1,2\r\n');
  await write(folders.inbox, 'memo.pdf', 'x');
  await write(folders.inbox, '鋳込実績.csv', '製番;追番;鋳込\r\n026X0001;01;2026/04/20\r\n');
  await write(folders.inbox, '~$08-orders.xlsx', 'x');
  const heard: FeedEvent[] = [];
  const feed = eventFeed(database.session, createLog('silent'));
  feed.hear((event) => heard.push(event));
  await eventually(() => heard).toContain('listening');
  await night(db(), { folders });
  // Open boards are told of its end.
  await eventually(() => heard).toContainEqual({ kind: 'night', job: expect.any(Number), status: 'complete' });
  await feed.close();
  const found = await latest(db());
  expect(found).toMatchObject({
    ...{ status: 'partial', problems: [], file_count: 15, failed_count: 4, planned: true, left_out_count: 2 },
    moved: { count: 0, first_plan: true },
  });
  const files = Object.fromEntries(found.files.map((file) => [file.name, file]));
  expect(found.files.map(({ name }) => name).slice(0, 7)).toEqual([...good.slice(0, 5), '06-products.csv', '06-products.xlsx']);
  expect(files['09-order-tasks.xlsx']).toMatchObject({ kind: 'order-tasks', outcome: 'done', left_out_count: 0, message: null });
  expect(files['受注データ.xlsx']).toMatchObject({ outcome: 'done', row_count: 14, left_out_count: 1 });
  const unknownOrder = '行2「製番」: 「026X0001」はオーダーに登録されていません。';
  expect(found.left_out).toMatchObject([
    { kind: 'orders', row: 16, reason: '行16「発注数」: 「0」は1以上の整数を指定してください。' },
    { kind: 'castings', row: 2, reason: unknownOrder },
  ]);
  expect(found.notes).toContainEqual({ name: '02-tasks.xlsx', text: '合計行1件を読み飛ばしました(行56)。' });
  expect(files['castings.xlsx']).toMatchObject({
    outcome: 'failed',
    message: '工程のファイルのようです。鋳込みのファイルを選んでください。',
  });
  // A file whose name says nothing is what its headers say; of one that is none, what is known of it is told.
  expect(files['memo.pdf']).toMatchObject({
    kind: null,
    outcome: 'failed',
    message: '取込対象のファイルではないようです。見出しの行があるExcelブック(.xlsx)またはCSVで入れ直してください。',
  });
  // Parted by semicolons it is read; its only row is of no order.
  expect(files['鋳込実績.csv']).toMatchObject({
    ...{ kind: 'castings', outcome: 'failed', row_count: 0, left_out_count: 1 },
    message: '取り込める行がありませんでした。',
  });

  const inbox = await contentOf(folders.inbox);
  expect(Object.keys(inbox).filter((name) => !name.includes('/'))).toEqual(['~$08-orders.xlsx']);
  expect(Object.keys(inbox).filter((name) => name.startsWith('failed/'))).toEqual(
    ['06-products.csv', 'castings.xlsx', 'memo.pdf', '鋳込実績.csv'].flatMap((name) => [
      `failed/${TODAY}/${name}`,
      `failed/${TODAY}/${name}.txt`,
    ]),
  );
  expect(inbox[`done/${TODAY}/受注データ.xlsx.txt`]?.split('\r\n')).toEqual([
    '\uFEFF夜間処理 2026/04/01(水) 02:30',
    'ファイル: 受注データ.xlsx(オーダー)',
    '結果: 取り込みました。',
    '取り込んだ行 14行: 新規 0件、変更 0件、変更なし 14件。除いた行 1件',
    '',
    '■ 除いた行',
    '行16「発注数」: 「0」は1以上の整数を指定してください。',
    '',
    '■ 次にすること',
    '元のファイルを直し、受付フォルダに入れ直すと次の夜間処理で取り込まれます。急ぐときは、オーダーの画面のインポートから取り込んでください。',
    '',
  ]);
  expect(inbox[`failed/${TODAY}/鋳込実績.csv.txt`]).toContain(unknownOrder);
  expect(inbox[`failed/${TODAY}/06-products.csv.txt`]).toContain('「製品ｺｰﾄﾞ」の列が見つかりませんでした。');
  expect(found.workbooks.map(({ file_type }) => file_type)).toContain('schedules');
  expect((await readdir(folders.outbox)).sort()).toEqual(found.workbooks.map(({ file_name }) => file_name).sort());
  const [{ count }] = (await db()('plan_entries').count('id as count')) as [{ count: number }];
  expect(count).toBeGreaterThan(50);
});

test('a night that finds the same files again changes nothing, and overwrites none of the first night', async () => {
  const before = await contentOf(folders.inbox);
  const state = async () => ({
    orders: await db()('orders').orderBy('id').select('id', 'serial_number', 'version'),
    plan: await db()('plan_entries').orderBy('id').select('id', 'version', 'start_at', 'end_at'),
    audit: await db()('audit').where('operation', 'like', 'import%').count('id as count'),
  });
  const was = await state();
  await putIn(folders.inbox, demo, { '08-orders.xlsx': '08-orders.xlsx', '10-castings.xlsx': '10-castings.xlsx' });
  await night(db(), { folders });
  const found = await latest(db());
  expect(found).toMatchObject({
    status: 'complete',
    moved_count: 0,
    moved: { unchanged: true, moved_by: null, first_plan: false },
    late_before_count: found.late_after_count,
  });
  expect(found.files.map(({ new_count, changed_count }) => [new_count, changed_count])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(await state()).toEqual(was);
  const after = await contentOf(folders.inbox);
  expect(after).toMatchObject(before);
  expect(Object.keys(after).filter((name) => !(name in before))).toEqual(
    ['08-orders (2).xlsx', '10-castings (2).xlsx'].flatMap((name) => [`done/${TODAY}/${name}`, `done/${TODAY}/${name}.txt`]),
  );
});

test('an order that is left out of the plan is not said to be resolved', async () => {
  const small = await testDatabase();
  const { inbox, remove } = await makeFolders();
  try {
    await smallPlant(small.knex);
    for (const serial of ['02640001', '02640002']) await knownOrder(small.knex, serial, '01');
    await small.knex('orders').update({ delivery_date: '2026-03-20' });
    await night(small.knex, { folders: { inbox, outbox: undefined } });
    await write(inbox, '08-orders.xlsx', workbookOf('orders', [order('02640001', { delivery_date: '2026-06-19' })]));
    await small.knex('orders').where({ serial_number: '02640002' }).update({ product_id: null });
    await night(small.knex, { folders: { inbox, outbox: undefined } });
    const found = await latest(small.knex);
    expect(found).toMatchObject({ planned: true, late_before_count: 2, late_after_count: 0, resolved_count: 1, still_late_count: 0 });
    expect(found.resolved.map(({ serial_number }) => serial_number)).toEqual(['02640001']);
    expect(found.lost).toMatchObject([{ serial_number: '02640002', reason: '製品ｺｰﾄﾞが製品に登録されていない' }]);
    expect(found.moved.moved_by).toEqual({ unfit: 0, first: 0, room: 0, plan: 0 });
    const deleted = { order_id: 999, serial_number: '02640003', late_days: 3 };
    expect(await small.knex.transaction((trx) => changeOfLateness(trx, PUBLISHED, [deleted], []))).toMatchObject({
      late_before: 1,
      saved_count: 0,
      saved: [],
      lost: [{ ...deleted, deleted: true }],
    });
    // The report of its run and the figures tell the same: from the evening on, whatever the imports have said since.
    const kept = await reportOfPlan(small.knex, PUBLISHED, 0);
    expect(kept?.report).toMatchObject({ late_before: 2, late_after: 0, saved_count: 1 });
    const [run] = (await figuresOfRuns(small.knex, [kept!.id])).values();
    expect([run?.before.late_orders, run?.after.late_orders]).toEqual([2, 0]);
    // A summary of an earlier version counted neither, and names none of them.
    await small
      .knex('nights')
      .update({ summary: small.knex.raw(`(summary - 'resolved_count' - 'lost') #- '{moved,moved_by}' #- '{moved,first_plan}'`) });
    expect(await latest(small.knex)).toMatchObject({ resolved_count: 2, lost: [], moved: { moved_by: null, first_plan: false } });
  } finally {
    await small.close();
    await remove();
  }
});

test('a night that nobody has confirmed stays before newer ones until it is; the newest stays for each who has not', async () => {
  await db()('nights').del();
  const ids: number[] = [];
  for (const [day, status] of [
    ['2026-04-01', 'complete'],
    ['2026-04-02', 'error'],
    ['2026-04-03', 'complete'],
  ] as const) {
    const [job] = await db()('jobs').insert({ kind: 'nightly', status: 'complete', requested_by: 'nightly' }).returning('id');
    const at = `${day}T02:30:00+09:00`;
    const row = { job_id: job.id, day, started_at: at, finished_at: at, status, listed: true };
    ids.push((await db()('nights').insert(row).returning('id'))[0].id);
  }
  const [first, second, third] = ids as [number, number, number];
  const [me, other] = await db()('employees')
    .insert(['7001', '7002'].map((employee_id) => ({ employee_id, employee_key: employee_id, name: employee_id, permission: 'manager' })))
    .returning('id');
  const shown = async (employee: number) => {
    const { night, newer, waiting } = await latestNight(db(), employee);
    return [waiting, night?.id, ...newer.map(({ id }) => id)];
  };
  expect(await shown(me.id)).toEqual([true, first, second, third]);
  await acknowledgeNight(db(), first, other.id);
  await acknowledgeNight(db(), third, other.id);
  expect(await shown(other.id)).toEqual([true, second]);
  // The newest is this employee's to confirm, too.
  expect(await shown(me.id)).toEqual([true, second, third]);
  await acknowledgeNight(db(), second, me.id);
  expect(await shown(other.id)).toEqual([false, third]);
});
