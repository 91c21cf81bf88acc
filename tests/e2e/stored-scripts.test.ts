import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { PUBLISHED } from '../../server/db/plan.ts';
import { cellValue } from '../../server/domain/files/grid.ts';
import { FILE_TYPES } from '../../server/domain/ground/exports.ts';
import { trimmed } from '../../server/domain/ground/fold.ts';
import { ADMIN_ADDRESSES } from '../../server/domain/ground/screens.ts';
import { summaryOf } from '../../server/features/nightly/summary.ts';
import { readSheets } from '../../server/files/grid.ts';
import { upload } from '../imports/support.ts';
import { browserStage, downloaded, eventually, still } from '../support/browser.ts';
import { tell } from '../support/figures.ts';
import { plantBuilder } from '../support/plant.ts';
import {
  ATTEMPTS,
  doneByWorkbook,
  judgedAttempts,
  markOf,
  type Planted,
  plantAttempts,
  shownTexts,
  watchAttempts,
} from '../support/scripts.ts';
import { goTo } from '../support/tabs.ts';
import { barOf, press, wideBar } from './board.ts';
import { choose } from './import-files.ts';

const stage = browserStage('planned');
const LONG = Boolean(process.env.LONG_TESTS);

let planted: Planted[];
const shown = new Map<string, string>();

/** A row for each table that the demo leaves empty. */
async function fillTables(): Promise<void> {
  const { db } = stage.server;
  const bars = await db('plan_entries').whereNotNull('facility_id').orderBy('id').limit(2);
  const [bar] = bars;
  const outside = await db('order_tasks as ot')
    .join('plan_entries as e', 'e.id', 'ot.id')
    .where({ outsourced: true })
    .select('ot.id as order_task_id', 'ot.task_id', 'ot.outsourcing_code');
  await db('terminals').insert({ name: '炉前', name_key: '炉前', facility_ids: [bar.facility_id], workers: ['山田'] });
  await db('outsourcing_answers').insert(
    outside.map((work) => ({ ...work, note: '機械待ち', file_name: '回答.xlsx', answered_by: '1003' })),
  );
  await db('outsourcing_requests').insert(outside.map((work) => ({ ...work, asked_at: '2026-04-01T08:00:00+09:00' })));
  const at = '2026-04-01T08:00:00+09:00';
  const tap = { employee_id: '1002', employee_name: '計画 花子', worker: '山田', facility_id: bar.facility_id, tapped_at: at };
  const finish = { kind: 'finish', client_id: randomUUID(), entry_ids: [bar.id], quantities: [-1], before: { bars: [] } };
  await db('work_taps').insert({ ...tap, ...finish });
  await db.raw('select open_actuals(array[?::bigint])', [bar.id]);
  await db('actuals').where({ order_task_id: bar.id }).update({ started_at: at, finished_at: at, worker: '山田', facility_name: '1号炉' });
  await db('completed_orders').insert({ serial_key: '02600001', serial_number: '02600001', completed_on: '2026-03-30' });
  const [load] = await db('furnace_loads')
    .insert({ facility_id: bar.facility_id, unit: 0, run_start: at, facility_name: '1号炉' })
    .returning('id');
  await db('furnace_load_members').insert({ furnace_load_id: load.id, order_task_id: bar.id, name: '026X0001-01' });
  const [night_job] = await db('jobs').insert({ kind: 'nightly', status: 'complete' }).returning('id');
  const [night] = await db('nights')
    .insert({ job_id: night_job.id, day: '2026-04-01', status: 'partial', finished_at: at, started_at: at })
    .returning('id');
  const file = { night_id: night.id, position: 0, name: '朝.csv', stage: 'settled', outcome: 'failed' };
  await db('night_files').insert({ ...file, sentence: '読めません。', target: 'failed/朝.csv' });
  const [excel] = await db('excel_files').insert({ file_type: 'schedules', file_name: '計画.xlsx' }).returning('id');
  const workbook = { file_type: 'schedules', excel_id: excel.id, file_name: '計画.xlsx', sentence: '書けません。' };
  await db('night_workbooks').insert({ night_id: night.id, ...workbook });
  const [promise] = await db('promises')
    .insert({ title: '見積', asked_by: '1002', wanted_by: '1002', wanted_at: at, lines: '[]', answers: '[]', refined_at: at })
    .returning('id');
  const held = { promise_id: promise.id, line: 1, serial_number: '仮1-1', product_id: 1, promised_on: '2026-04-30', awaits: '026X0999' };
  await db('kept_promises').insert({ ...held, kept_by: '1002', expires_at: at });
  await plantBuilder(db).employee({ employee_id: '2001', name: '記録 一郎', name_furigana: 'キロク' });
}

/** Imports a file of this name, of which a row is left out, and locks a bar. */
async function takeFile(name: string, word: string): Promise<void> {
  const { db, token } = stage.server;
  const bytes = Buffer.from(`日付,稼働/非稼働区分\n2027-01-03,1\n${word},1\n`);
  const taken = await upload(stage.server, await token(), '/api/holiday-calendars/upload_csv/?skip_bad_rows=1', { name, bytes });
  expect(taken.status, JSON.stringify(taken.body)).toBe(200);
  const { id } = await db('bars').where({ finished: false, locked: false }).orderBy('id', 'desc').first('id');
  await stage.elsewhere('1001', 'POST', `/api/schedules/${id}/switch_lock_status/`, {});
}

/** Gives one product these names, one after another, by calls. */
async function rename(names: readonly string[]): Promise<void> {
  const { id, version } = await stage.server.db('products').orderBy('product_code').first('id', 'version');
  for (const [n, product_name] of names.entries())
    await stage.elsewhere('1001', 'PATCH', `/api/products/${id}/`, { version: version + n, product_name });
}

beforeAll(async () => {
  const { db } = stage.server;
  await fillTables();
  await takeFile('休日.csv', '弁箱');
  planted = await plantAttempts(db);
  for (const attempt of LONG ? ATTEMPTS : ATTEMPTS.slice(0, 1)) await takeFile(`${attempt}.csv`, attempt);
  await rename(ATTEMPTS);
  const { id } = await db('nights').first('id');
  await db('nights').update({ summary: JSON.stringify(await summaryOf(db, PUBLISHED, { id, late_before: [] }, undefined)) });
});

/** Leads the tab to a page, which has another heading than the one before. */
async function go(page: Page, path: string): Promise<void> {
  const was = await page.evaluate(() => document.querySelector('h1')?.textContent ?? '');
  await page.evaluate(goTo, path);
  await page.waitForFunction((heading) => ![heading, ''].includes(document.querySelector('h1')?.textContent ?? ''), was);
  await still(page);
}

/** Leads the tab to a page from one that is no page, so that its own state is a new one. */
async function goAnew(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname !== '/not_found') await go(page, '/not_found');
  await go(page, path);
}

/** Expects that nothing of what is shown was taken for more than a text; keeps the texts. */
async function judge(page: Page, what: string): Promise<void> {
  expect(await page.evaluate(judgedAttempts), what).toEqual([]);
  shown.set(what, await page.evaluate(shownTexts));
}

/** The columns of which a text was shown as it is. */
function seenColumns(): Set<string> {
  const all = [...shown.values()].join('\n');
  const seen = planted.filter(({ column, texts }) => all.includes(markOf(column)) && texts.some((text) => all.includes(text)));
  return new Set(seen.map(({ table, column }) => `${table}.${column}`));
}

async function watched(): Promise<Page> {
  const page = await stage.visit('/not_found', { width: 1600, height: 1400 });
  await page.evaluate(watchAttempts);
  return page;
}

/** Judges the tip of a bar of the board, and its details. */
async function judgeBar(page: Page): Promise<void> {
  const id = await wideBar(page);
  // A board that is drawn once more on a busy machine forgets where the pointer was.
  let moves = 0;
  await eventually(async () => {
    await barOf(page, id)
      .locator('rect.bar')
      .hover({ position: { x: 6 + (moves++ % 2), y: 6 } });
    return page.locator('.board-tooltip').isVisible();
  }, 500).toBe(true);
  await judge(page, 'the tip of a bar');
  await press(page, id, 'body');
  await page.getByRole('dialog').waitFor();
  await still(page);
  await judge(page, 'the details of a bar');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('what is stored is shown as it is on the board, in 変更履歴, 取込履歴 and a list, and nothing of it is done', async () => {
  const page = await watched();
  for (const name of ['audit', 'import-history', 'products', 'gantt']) {
    await go(page, `/${name}`);
    await judge(page, name);
  }
  await judgeBar(page);
  const seen = seenColumns();
  for (const column of ['orders.serial_number', 'tasks.task_name', 'products.product_name', 'import_log.file_name'])
    expect(seen).toContain(column);
  // What was typed by a call stands in the history as it was typed, but for marks of direction.
  for (const attempt of ATTEMPTS) expect(shown.get('audit')).toContain(trimmed(attempt));
});

/** Buttons that open something, by the page on which they are. */
const OPENED: readonly (readonly [string, string | RegExp])[] = [
  ['/gantt', /^メッセージがあります/],
  ['/gantt', '立案実行'],
  ['/gantt', '検索'],
  ['/gantt', 'ファイルを出力'],
  ['/facility-calendar', '工程を追加'],
  ['/outsourcing-work', /の回答を入力$/],
  ['/orders', '全オーダー削除'],
  ['/casting', / 削除$/],
  ['/employees/1', 'パスワード再設定リンクを発行'],
  ['/products/1', '削除'],
  ['/products', '列を編集'],
  ['/terminals', /編集|変更/],
];
/** No pages of their own, and those that are tried with nobody signed in. */
const ELSEWHERE: ReadonlySet<string> = new Set(['', 'login', 'logout', 'not_found', 'terminal']);
/** Columns that no page shows: what only a file or its download bears, who tapped, and steps that newer ones stand before. */
const SHOWN_NOWHERE = [
  'excel_files.file_name',
  'import_left_out.reason',
  'night_workbooks.file_name',
  'outsourcing_answers.file_name',
  'plans.name',
  'schedule_step_bars.name',
  'schedule_steps.name',
  'work_taps.employee_name',
];

describe.runIf(LONG)('everywhere', () => {
  test('every page, with a row of its list, its dialogs and on paper', { timeout: 1_200_000 }, async ({ task }) => {
    const page = await watched();
    for (const name of ADMIN_ADDRESSES.filter((one) => !ELSEWHERE.has(one))) {
      await goAnew(page, `/${name}`);
      await judge(page, name);
      const first = page.locator(`main a[href*="/${name}/"]:not([href$="/add"])`).first();
      if ((await first.count()) === 0) continue;
      const href = String(await first.getAttribute('href'));
      await go(page, href);
      await judge(page, href);
    }
    const { facility_id } = await stage.server.db('work_taps').first('facility_id');
    for (const path of [`/today?facility=${facility_id}`, '/charge-sheet?from=2026-04-01&to=2026-04-14', '/nights/1', '/gantt']) {
      await goAnew(page, path);
      await judge(page, path);
      await page.emulateMedia({ media: 'print' });
      await judge(page, `${path} on paper`);
      await page.emulateMedia({ media: null });
    }
    await judgeBar(page);
    const device = await stage.visit('/login', { as: null });
    await device.evaluate(watchAttempts);
    const { code } = await stage.elsewhere<{ code: string }>('1001', 'POST', '/api/terminals/1/code/');
    await go(device, `/terminal?code=${code}`);
    await device.getByText(markOf('name')).first().waitFor();
    await still(device);
    await judge(device, 'terminal');
    for (const [path, name] of OPENED) {
      await goAnew(page, path);
      const before = await page.evaluate(() => document.body.innerText);
      await page
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first()
        .click();
      await page.waitForFunction((text) => document.body.innerText !== text, before);
      await still(page);
      await judge(page, `${path} ${name}`);
      await page.keyboard.press('Escape');
    }
    const seen = seenColumns();
    const unseen = planted.map(({ table, column }) => `${table}.${column}`).filter((one) => !seen.has(one));
    const what = `${planted.length} columns of texts with attempts on ${shown.size} pages, dialogs and sheets of paper`;
    tell(task, { part: 'security', what, found: '0 done, 0 against the policy', wanted: '0' });
    expect(unseen).toEqual(SHOWN_NOWHERE);
  });

  test('addresses, wrong logins, refused files and their names', { timeout: 600_000 }, async () => {
    const page = await watched();
    for (const attempt of ATTEMPTS) {
      const text = encodeURIComponent(attempt);
      const filter = encodeURIComponent(JSON.stringify({ product_code_search: attempt, q: attempt }));
      for (const path of [
        `/gantt?serial_number_search=${text}&task_search=${text}&from_date=${text}`,
        `/products/${text}`,
        `/products?filter=${filter}&sort=${text}&order=${text}`,
        `/charge-sheet?run=${text}&from=${text}`,
        `/today?facility=${text}`,
        `/outsourcing-work?partner=${text}&entry=${text}`,
        `/reset_password?token=${text}`,
      ]) {
        // Whatever it shows, a sentence that there is no such page among it.
        await page.evaluate(goTo, path);
        await still(page);
        await judge(page, path);
      }
    }
    const file = Buffer.from(`日付,稼働/非稼働区分\n${ATTEMPTS.map((attempt) => `"${attempt.replaceAll('"', '""')}",1`).join('\n')}\n`);
    for (const attempt of ATTEMPTS) {
      await goAnew(page, '/holidays');
      await choose(page, '休日インポート', `${attempt}.csv`, file);
      await page.getByRole('list', { name: 'エラー' }).waitFor();
      await still(page);
      await judge(page, `a file named ${attempt}`);
      // A name of a file has no folders.
      expect(shown.get(`a file named ${attempt}`)).toContain(String(attempt.split('/').at(-1)));
    }
    const login = await stage.visit('/login', { as: null });
    await login.evaluate(watchAttempts);
    for (const attempt of ATTEMPTS) {
      await login.getByLabel('社員ID').fill(attempt);
      await login.getByLabel('パスワード', { exact: true }).fill(attempt);
      await login.getByRole('button', { name: 'ログイン' }).click();
      await login
        .getByText(/違います|正しくありません|試行回数/)
        .first()
        .waitFor();
      await judge(login, `a login by ${attempt}`);
    }
  });

  test('no workbook holds what could be done', { timeout: 600_000 }, async ({ task }) => {
    const token = await stage.server.token();
    const books = new Map<string, Uint8Array>();
    const left = await stage.server.db('import_log').where('left_out_count', '>', 0).orderBy('id', 'desc').limit(2).pluck('id');
    for (const path of [
      ...FILE_TYPES.map((type) => `/api/schedules/download_excel_gantt/?file_type=${type}&file_start_date=2026-04-01`),
      `/api/import-history/${left[0]}/left_out_rows/`,
      `/api/imports/left_out_rows/?ids=${left.join(',')}`,
    ]) {
      const answer = await fetch(`${stage.server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status, path).toBe(200);
      books.set(path, new Uint8Array(await answer.arrayBuffer()));
    }
    const page = await watched();
    for (const list of 'products tasks orders order_tasks facilities outsourcings employees audit import-history'.split(' ')) {
      const path = `/${list}`;
      await go(page, path);
      const { bytes } = await downloaded(page, page.getByRole('button', { name: '出力', exact: true }));
      books.set(path, new Uint8Array(bytes));
    }
    for (const [what, bytes] of books) {
      expect(doneByWorkbook(bytes), what).toEqual([]);
      const held = readSheets(bytes, 200_000).flatMap(({ rows }) =>
        rows.flatMap(({ cells }) => cells.map((cell) => String(cellValue(cell)))),
      );
      expect(
        held.some((text) => ATTEMPTS.some((attempt) => text.includes(attempt))),
        what,
      ).toBe(true);
    }
    tell(task, { part: 'security', what: `${books.size} workbooks of texts with attempts`, found: '0 formulas, all quoted', wanted: '0' });
  });
});
