import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { browserStage, eventually } from '../support/browser.ts';
import { plantBuilder } from '../support/plant.ts';
import { workbookOf } from '../support/workbook.ts';
import { choose, headers, importButton, order, panel, showChanges } from './import-files.ts';

/** Imports that forgive: what only the server can know is marked, linked and led on from like what the browser sees itself. */

const stage = browserStage('short');

const previewRow = (page: Page, row: number): Locator =>
  page
    .getByRole('table', { name: 'プレビュー' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: String(row), exact: true }) });
const errors = (page: Page): Locator => page.getByRole('list', { name: 'エラー' }).getByRole('listitem');
const warnings = (page: Page): Locator => page.getByRole('list', { name: '警告' }).getByRole('listitem');
const pane = (page: Page): Locator => page.getByRole('region', { name: '差分を確認' });
/** Whether what is pressed next by keyboard stands where one was. */
const keepsPlace = (page: Page) => eventually(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

async function open(path: string, title: string, file: Buffer): Promise<Page> {
  const page = await stage.visit(path);
  await choose(page, title, '朝のファイル.xlsx', file);
  return page;
}

const CASTINGS = '鋳込みインポート';
const TASKS = '工程情報インポート';
const ORDERS = 'オーダーインポート';
const castings = (rows: readonly (readonly [string | number, string | number])[]): Promise<Buffer> =>
  workbookOf([headers('castings'), ...rows.map(([serial, lot]) => [serial, lot, '2026-04-20'])]);
const taskRow = (serial: string, lot: string | number, sort: number): (string | number)[] => [
  ...[serial, lot, '内作', sort, `T${sort}`, '', '', ''],
  ...[0.5, 1.5, 2, 0, '', 4, 0],
];

beforeAll(async () => {
  const make = plantBuilder(stage.server.db);
  for (const sort of [10, 20]) await make.task({ task_code: `T${sort}` });
  for (const serial_number of ['00000801', '00000803']) {
    const order = await make.order({ serial_number });
    for (const lot_number of ['01', '02']) await make.lot(order, lot_number);
  }
});

test('what an import deletes is said in the preview, asked before it is written, and said after', async () => {
  const { db } = stage.server;
  const make = plantBuilder(db);
  const lot_id = await make.lot(await make.order({ serial_number: '00000804' }), '01');
  const tasks = await db('tasks').whereIn('task_code', ['T10', 'T20']).orderBy('task_code').pluck('id');
  for (const [at, task] of tasks.entries()) await make.orderTask(lot_id, task, { task_sort: 10 * (at + 1) });
  const left = () => db('order_tasks').where({ lot_id }).orderBy('task_sort').pluck('task_sort');
  const rows = [taskRow('00000804', '01', 10), taskRow('NOBODY-4', '01', 20)];
  const page = await open('/order_tasks', TASKS, await workbookOf([headers('order-tasks'), ...rows]));
  await page.getByLabel('エラー行を除く').check();
  await page.getByRole('alert').filter({ hasText: '工程 1件を削除します。' }).waitFor();
  await eventually(() => pane(page).innerText()).toMatch(/削除\s*1\s*変更なし\s*0/);
  await importButton(page, TASKS).click();
  const dialog = page.getByRole('dialog', { name: '削除されるものがあります' });
  await dialog.getByText('00000804-01 20 工程').waitFor();
  await dialog.getByText('除いた行のうち、何の行か分からないものの分も含まれます。').waitFor();
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await left()).toEqual([10, 20]);
  await importButton(page, TASKS).click();
  await dialog.getByRole('button', { name: '削除して取り込む' }).click();
  await page.getByRole('dialog', { name: '除いた行があります' }).getByText('工程 1件を削除しました。').waitFor();
  await page.getByText('工程情報をインポートしました。画面がリロードされます。工程 1件を削除しました。').waitFor();
  expect(await left()).toEqual([10]);
});

test('unknown codes mark and link their rows; インポート waits while errors stand; errors that nobody knew open the dialog, which leads on', async () => {
  const { db } = stage.server;
  const rows = [
    ['00000801', '01'],
    ['NOBODY-1', '01'],
    ['00000801', '02'],
    ['NOBODY-2', '01'],
  ] as const;
  const page = await open('/casting', CASTINGS, await castings(rows));
  await eventually(() => errors(page).allInnerTexts()).toEqual([
    '行3「製番」: 「NOBODY-1」はオーダーに登録されていません。',
    '行5「製番」: 「NOBODY-2」はオーダーに登録されていません。',
  ]);
  await showChanges(page);
  await pane(page).getByText('エラーのある行を除いた内容です。').waitFor();
  // A sentence leads to its row.
  await errors(page).nth(1).getByRole('button').click();
  const cell = previewRow(page, 5).getByRole('cell').nth(1);
  expect(await cell.getAttribute('title')).toBe('行5「製番」: 「NOBODY-2」はオーダーに登録されていません。');
  await page.getByLabel('エラー行を除く').check();
  await page.getByText('エラーのある2行を除いて取り込みます。').waitFor();
  // The marks stay, and nothing is said twice.
  expect([await errors(page).count(), await warnings(page).count()]).toEqual([2, 0]);
  await page.getByLabel('エラー行を除く').uncheck();
  await eventually(() => importButton(page, CASTINGS).isDisabled()).toBe(true);
  for (const row of [3, 5]) await page.getByRole('button', { name: `${row}行目を除外` }).click();
  await eventually(() => errors(page).count()).toBe(0);
  await eventually(() => importButton(page, CASTINGS).isEnabled()).toBe(true);
  await pane(page).getByText('新規').waitFor();

  // The order goes after the looking.
  const named = (from: string, serial: string) =>
    db('orders').where('serial_number', from).update({ serial_number: serial, serial_key: serial });
  await named('00000801', 'GONE');
  const dialog = page.getByRole('dialog', { name: '下記のインポートエラーがありました' });
  await importButton(page, CASTINGS).click();
  await dialog.getByText('行2「製番」: 「00000801」はオーダーに登録されていません。').waitFor();
  await named('GONE', '00000801');
  const reloaded = page.waitForResponse((response) => response.url().includes('/api/orders/get_castings/'));
  await dialog.getByRole('button', { name: 'OK' }).click();
  await reloaded;
  await page.getByText('2行を除外中').waitFor();
  await importButton(page, CASTINGS).click();
  await page.getByText('鋳込みをインポートしました。画面がリロードされます。').waitFor();
  const cast = db('castings as c').join('lots as l', 'l.id', 'c.lot_id').join('orders as o', 'o.id', 'l.order_id');
  expect(await cast.where('o.serial_number', '00000801')).toHaveLength(2);
});

test('errors stand by cause, each with its own decision: read otherwise, taken in as it is, or the lot that is there renamed', async () => {
  const { db } = stage.server;
  const make = plantBuilder(db);
  const order = await make.order({ serial_number: '00000805' });
  for (const lot_number of ['01', '02', '3']) await make.lot(order, lot_number);
  const cells = [
    [1, 10],
    [1, 20],
    [2, 10],
    ['03', 10],
    [4, 10],
  ] as const;
  const rows = cells.map(([lot, sort]) => taskRow('00000805', lot, sort));
  const page = await open('/order_tasks', TASKS, await workbookOf([headers('order-tasks'), ...rows]));
  const said = (lot: string, known: string): string =>
    `製番「00000805」には先頭の0だけが違う追番「${known}」があります。「${lot}」を取り込むと二重になります。`;
  const cause = (text: string): Locator => errors(page).filter({ hasText: text });
  await cause(`行2〜3「追番」: ${said('1', '01')}`).waitFor();
  expect(await errors(page).count()).toBe(3);
  for (const [lot, known, decision] of [
    ['1', '01', '01 に読み替える'],
    ['2', '02', '2 のまま取り込む'],
    ['03', '3', '登録済みの追番をファイルに合わせる(すべて)'],
  ] as const) {
    await cause(said(lot, known)).getByRole('button', { name: decision }).click();
    await cause(said(lot, known)).waitFor({ state: 'detached' });
  }
  await page.getByText('1件はファイルのとおりに取り込みます。').waitFor();
  await eventually(() => errors(page).count()).toBe(0);
  // What is not decided yet is asked about.
  await importButton(page, TASKS).click();
  const dialog = page.getByRole('dialog', { name: '先頭の0を補いますか？' });
  await dialog.getByText('追番 1件(4 → 04)').waitFor();
  await dialog.getByRole('button', { name: '補わずに取り込む' }).click();
  await page.getByText('工程情報をインポートしました。画面がリロードされます。').waitFor();
  expect(await db('lots').where({ order_id: order }).orderBy('lot_number').pluck('lot_number')).toEqual(['01', '02', '03', '2', '4']);
});

test('lost zeros are offered, never given silently: an import without them is asked about first; what was said stands in 取込履歴', async () => {
  const rows = [order('02648801', '2026-06-01'), order('02648802', '2026-06-01'), order(2648803, '2026-06-01'), ['合計']];
  const file = await workbookOf([headers('orders'), ...rows]);
  const page = await open('/orders', ORDERS, file);
  const lost = warnings(page).filter({ hasText: '行4「製番」: 「2648803」は先頭の0が失われた可能性があります(02648803)。' });
  await lost.waitFor();
  const serial = () => previewRow(page, 4).getByRole('cell').nth(1).innerText();
  await eventually(serial).toBe('2648803');
  await importButton(page, ORDERS).click();
  const dialog = page.getByRole('dialog', { name: '先頭の0を補いますか？' });
  await dialog.getByText('先頭の0が失われた可能性のある値が1件あります: 製番 1件(2648803 → 02648803)。').waitFor();
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  // What is said of a code stays said where it was decided; all at once can be decided, too, and anew.
  for (const decision of ['すべてこのまま取り込む', '選び直す']) {
    await page.getByRole('button', { name: decision }).click();
    await page.getByRole('button', { name: decision }).waitFor({ state: 'detached' });
    await keepsPlace(page);
  }
  await page.getByLabel('先頭の0を補う').check();
  await page.getByText('先頭の0を補いました: 製番 1件(2648803 → 02648803)。').waitFor();
  await lost.waitFor({ state: 'detached' });
  await eventually(serial).toBe('02648803');
  await importButton(page, ORDERS).click();
  await page.getByText('オーダーをインポートしました。画面がリロードされます。').waitFor();
  const [{ id }] = (await stage.read<{ results: [{ id: number }] }>('/api/import-history/')).results;
  const { warnings: kept } = await stage.read<{ warnings: string[] }>(`/api/import-history/${id}/`);
  expect(kept).toEqual(
    expect.arrayContaining(['合計行1件を読み飛ばしました(行5)。', '先頭の0を補いました: 製番 1件(2648803 → 02648803)。']),
  );
  const later = await open('/orders', ORDERS, file);
  await later.getByText(/^同じファイル/).waitFor();
});

test('without network the panel says so, and goes on once that is back; why an import could not be carried out stands there, and the file stays', async () => {
  const page = await stage.visit('/casting');
  const tell = (what: 'online' | 'offline') => page.evaluate((name) => window.dispatchEvent(new Event(name)), what);
  await tell('offline');
  await choose(page, CASTINGS, '朝のファイル.xlsx', await castings([['00000803', '01']]));
  await pane(page).getByText('オフラインです。つながると確認を続けます。').waitFor();
  const error = '他の処理が実行中です。しばらくしてからもう一度実行してください。';
  await page.route('**/upload_order_casting_csv/**', (route) => route.fulfill({ status: 409, json: { error } }));
  await tell('online');
  await page.getByText(`差分を確認できませんでした。 ${error}`).waitFor();
  await importButton(page, CASTINGS).click();
  await page.getByText('エラーが発生しました。').waitFor();
  await panel(page, CASTINGS).getByRole('alert').getByText(error, { exact: true }).waitFor();
  await page.unroute('**/upload_order_casting_csv/**');
  await page.getByRole('button', { name: 'もう一度確認する' }).click();
  await pane(page)
    .getByRole('button', { name: /^新規\s*1$/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await importButton(page, CASTINGS).click();
  await page.getByText('鋳込みをインポートしました。画面がリロードされます。').waitFor();
});
