import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { whyMoved } from '../../admin/texts/board/story.ts';
import { NIGHT } from '../../admin/texts/nightly.ts';
import { announce } from '../../server/db/events.ts';
import { finish } from '../../server/db/jobs/jobs.ts';
import { setSetting } from '../../server/db/settings.ts';
import { NIGHT_TEXTS } from '../../server/domain/texts/nightly.ts';
import { browserStage, downloaded, eventually, still, violations } from '../support/browser.ts';
import { gate } from '../support/page.ts';
import { leadTo } from '../support/tabs.ts';
import { bars, drawn } from './board.ts';

const stage = browserStage('planned', { inboxDir: '/nowhere/inbox', nightlyCron: '30 2 * * *' });
const db = () => stage.server.db;

const MOVED = { count: 148, orders: 24, moved_by: { unfit: 31, first: 0, room: 0, plan: 117 } };
const LATE = { product_name: '弁箱 250A', late_days: 2, reason: '3号焼ならし炉の炉待ち' };

const FILE_NAME = '08-orders.xlsx';
const FILE = { kind: 'orders', row_count: 1013, left_out_count: 1 };
const REASON = '行218「発注数」: 「x」は1以上の整数を指定してください。';

/** The only night, as one leaves it, with a file that was refused and a row that was left out; gives an order of the plan that it names. */
async function keepNight(): Promise<{ id: number; serial: string }> {
  await db()('nights').delete();
  const planned = await db()('orders as o')
    .join('lots as l', 'l.order_id', 'o.id')
    .join('bars as e', 'e.lot_id', 'l.id')
    // Finished tasks are folded.
    .where({ 'e.finished': false })
    .first('o.id', 'o.serial_number');
  const [imported] = await db()('import_log')
    .insert({ actor: 'nightly', ...FILE, file_name: FILE_NAME, content_hash: 'x', headers: '["製番"]' })
    .returning('id');
  await db()('import_left_out').insert({ import_id: imported.id, row_number: 218, cells: '["026X0981"]', reason: REASON });
  const job = { kind: 'nightly', status: 'running', requested_by: 'nightly', worker: 'test', attempt: 1, heartbeat_at: db().fn.now() };
  const [held] = await db()('jobs').insert(job).returning(['id', 'attempt']);
  const order = { order_id: planned.id, serial_number: planned.serial_number };
  const counts = { file_count: 2, failed_count: 1, left_out_count: 1, late_before_count: 24, late_after_count: 19, moved_count: 148 };
  const refused = { import_id: null, row_count: 0, new_count: null, changed_count: null, left_out_count: 0 };
  const summary = {
    ...counts,
    files: [
      { ...FILE, name: FILE_NAME, outcome: 'done', import_id: imported.id, new_count: 13, changed_count: 17, message: null },
      { ...refused, name: '03-products.csv', kind: 'products', outcome: 'failed', message: '「製品ｺｰﾄﾞ」の列が見つかりませんでした。' },
    ],
    left_out: [{ import_id: imported.id, kind: 'orders', row: 218, reason: REASON }],
    notes: [
      { name: FILE_NAME, text: '合計行1件を読み飛ばしました(行1014)。' },
      { name: '06-castings.xlsx', text: '空の行3件を読み飛ばしました。' },
    ],
    newly_late: [{ ...order, ...LATE }],
    resolved: [],
    resolved_count: 4,
    lost: [
      { ...order, product_name: '羽根車 φ480', late_days: 5, reason: NIGHT_TEXTS.lost.E105 },
      { order_id: 999_999, serial_number: '026X0999', product_name: '', late_days: 3, reason: NIGHT_TEXTS.deleted },
    ],
    still_late_count: 18,
    moved: {
      ...{ ...MOVED, far_count: 7, locked_count: 31, unchanged: false },
      entries: ['焼戻し', 'ショットブラスト', '荒加工'].map((task_name, position) => ({
        ...{ ...order, lot_number: '02', task_name, days: 4 - position },
        ...{ old_start: '2026-04-02T08:00:00+09:00', new_start: `2026-04-0${6 - position}T08:00:00+09:00` },
      })),
    },
    planned: true,
    workbooks: [{ file_type: 'schedules', file_name: '通常.xlsx', output_file: '/api/schedules/excels/1/', message: null }],
  };
  const [night] = await db()('nights')
    .insert({
      ...{ job_id: held.id, day: '2026-04-01', started_at: '2026-04-01T02:30:00+09:00', finished_at: '2026-04-01T02:41:00+09:00' },
      ...{ status: 'partial', listed: true, summary: JSON.stringify(summary) },
    })
    .returning('id');
  await db()('night_files').insert({ night_id: night.id, position: 0, name: FILE_NAME, stage: 'settled', import_id: imported.id });
  await finish(db(), held, { status: 'complete' });
  // The line is its own: beside the card of a run it is a chip.
  await db()('run_reports').delete();
  return { id: night.id, serial: planned.serial_number };
}

/** For how long the server has heard nothing. */
async function quiet(): Promise<number> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${await stage.server.token()}` };
  const { body } = await fetch(`${stage.server.url}/api/events/`, { headers, signal: stop.signal });
  const { value } = await body!.pipeThrough(new TextDecoderStream()).getReader().read();
  stop.abort();
  return Number(/"quiet_ms":(\d+)/.exec(value ?? '')?.[1]);
}

/** The board in a tab whose connection for events is held back until `connect`, and what it asks the server from its opening on. */
async function deafBoard(page: Page): Promise<{ asked: string[]; connect(): void }> {
  const { opened, open: connect } = gate();
  await page.route('**/api/events/', (route) => opened.then(() => route.continue()));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().slice(stage.server.url.length)));
  await leadTo(page, '/gantt', 'ガントチャート');
  await bars(page).first().waitFor();
  return { asked, connect };
}

test('a board that is connected late shows a night that ended before; where nothing has happened it reads nothing twice', async () => {
  const page = await stage.visit('/nights', { as: '1004' });
  const card = page.getByRole('region', { name: '夜間処理の結果' });
  // More than what browser and server allow each other.
  await eventually(quiet).toBeGreaterThan(3_000);
  const calm = await deafBoard(page);
  calm.connect();
  await still(page);
  // The first event comes after whatever the connection itself would have asked for.
  await announce(db(), { kind: 'night', job: 0 });
  const twice = () => calm.asked.filter((url, position) => calm.asked.indexOf(url) < position);
  await eventually(twice).toEqual(['/api/nights/latest/']);

  await leadTo(page, '/nights', '過去の夜間処理');
  const { connect } = await deafBoard(page);
  await card.getByText('夜間処理は実行されていません').waitFor();
  const { id } = await keepNight();
  connect();
  await card.getByText('取り込めないファイル 1件').waitFor();

  // What happens while the first answer is on its way is read once that is there.
  const [answer, delivery] = [gate(), gate()];
  await page.unroute('**/api/events/');
  await page.route(
    '**/api/nights/latest/',
    async (route) => {
      const response = await route.fetch();
      answer.open();
      await delivery.opened;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const connected = page.waitForResponse('**/api/events/');
  await page.reload({ waitUntil: 'commit' });
  await Promise.all([connected, answer.opened]);
  const said = (count: number) =>
    db().raw(`update nights set summary = jsonb_set(summary, '{failed_count}', '${count}') where id = ?`, [id]);
  await said(2);
  await announce(db(), { kind: 'night', job: 0 });
  // Longer than events are gathered for.
  await page.waitForTimeout(500);
  delivery.open();
  await card.getByText('取り込めないファイル 2件').waitFor();

  // That a server has heard nothing is no sign that it hears: the next one's word counts for all the time since the page was read.
  const words = [1e9, 2_500];
  const change = gate();
  await page.route('**/api/events/', async (route) => {
    if (words.length === 2) await page.waitForTimeout(3_000);
    if (words.length === 1) await change.opened;
    const quiet_ms = words.shift();
    if (quiet_ms === undefined) return await route.continue();
    await route.fulfill({ contentType: 'text/event-stream', body: `event: ready\ndata: {"quiet_ms":${quiet_ms}}\n\n` });
  });
  await page.reload();
  await card.getByText('取り込めないファイル 2件').waitFor();
  await said(1);
  change.open();
  await card.getByText('取り込めないファイル 1件').waitFor();
});

test('the night stands above the board until it has been seen; its orders lead to the board, its rows to their reasons', {
  timeout: 180_000,
}, async () => {
  const { id, serial } = await keepNight();
  const page = await stage.visit('/gantt', { as: '1002' });
  const card = page.getByRole('region', { name: '夜間処理の結果' });
  await card.getByText('取り込めないファイル 1件').waitFor();
  await drawn(page);
  // One line, until it is unfolded.
  expect((await card.boundingBox())?.height).toBe(34);
  for (const part of ['取り込んだファイル 1件', '除外した行 1件', '納期遅れ 24→19件', '動いた製番 24件(148工程)'])
    await card.getByText(part, { exact: true }).waitFor();
  await card.getByRole('button', { name: '詳しく見る' }).click();
  await eventually(async () => (await card.boundingBox())?.height).toBe(265);
  for (const text of [
    '4/1(水) 02:30〜02:41',
    '1,013行',
    '除外した行 1件',
    '3号焼ならし炉の炉待ち',
    '▼ 5件',
    '解消 4件 新たに遅れ 1件 計画から外れた 2件',
    '+4日',
    'ほか1件',
    '08-orders.xlsx 合計行1件を読み飛ばしました(行1014)。',
    '3日以上動いた工程 7件・ロック中 31件は動かず',
    ...whyMoved({ moved: MOVED.count, moved_by: MOVED.moved_by }),
  ])
    expect(await card.getByText(text).count(), text).toBe(1);
  const cut = await card.evaluate((section) =>
    [...section.lastElementChild!.children].map((column) => column.scrollHeight - column.clientHeight),
  );
  expect(cut).toEqual([0, 0, 0, 0]);
  expect(await card.getByRole('link', { name: 'オーダー 行218' }).getAttribute('href')).toMatch(/^\/import-history\/\d+$/);
  const rows = await downloaded(page, card.getByRole('button', { name: '一覧を保存' }));
  expect(rows.name).toBe('夜間処理除いた行20260401.xlsx');
  expect(await violations(card)).toEqual([]);

  await card.getByRole('link', { name: serial, exact: true }).click();
  await page.waitForURL(/\/gantt\?.*bar=\d+/);
  await drawn(page);

  // A later one that was missed is said beside it, and takes nothing away.
  const missed_at = '2026-04-02T02:30:00+09:00';
  await setSetting(db(), 'nightly_timetable', { cron: '30 2 * * *', next_at: null, missed_at });
  await announce(db(), { kind: 'night', job: id });
  await card.getByText(NIGHT.missed(missed_at)).waitFor();
  await card.getByText('取り込めないファイル 1件').waitFor();
  await card.getByRole('button', { name: '閉じる' }).click();
  await eventually(async () => (await card.boundingBox())?.height).toBe(34);
  await card.getByText(NIGHT.missed(missed_at)).waitFor();
  await card.getByRole('button', { name: '確認済みにする' }).click();
  await card.getByRole('button', { name: '確認済みにする' }).waitFor({ state: 'detached' });
  await card.getByRole('link', { name: NIGHT.notRun }).waitFor();
  await card.getByTitle(NIGHT.due(missed_at)).waitFor();
  expect((await card.boundingBox())?.height).toBe(34);
  // Seen by one, not by the other.
  await db()('nights')
    .where({ id })
    .update({ summary: db().raw(`jsonb_set(summary, '{resolved_count}', '6')`) });
  const other = await stage.visit('/facility-calendar', { as: '1004' });
  await other.getByRole('button', { name: '確認済みにする' }).waitFor();
  await other.getByRole('button', { name: '詳しく見る' }).click();
  await other.getByText('解消 6件 新たに遅れ 1件', { exact: true }).waitFor();
  await other.setViewportSize({ width: 360, height: 740 });
  await still(other);
  expect(await other.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('過去の夜間処理 lists the nights and opens one, for every role', async () => {
  await keepNight();
  const page = await stage.visit('/nights', { as: '1004' });
  await page.getByRole('cell', { name: '一部取込不可' }).first().waitFor();
  await page.getByRole('link', { name: /詳細/ }).first().click();
  await page.getByRole('heading', { name: /^夜間処理 4\/1/, level: 1 }).waitFor();
  await page.getByText('「製品ｺｰﾄﾞ」の列が見つかりませんでした。').waitFor();
  await page.getByText('3号焼ならし炉の炉待ち').waitFor();
  const lost = page.getByRole('region', { name: '遅れていて計画から外れた製番' });
  await lost.getByRole('row', { name: /羽根車 φ480 5 対象の炉に入らない$/ }).waitFor();
  // Nothing to lead to.
  await lost.getByRole('row', { name: /^026X0999\(削除済み\) .*3 オーダーが削除された$/ }).waitFor();
  await eventually(() => lost.getByRole('link').count()).toBe(1);
  expect(await violations(page)).toEqual([]);
});
