import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { browserStage, eventually } from '../support/browser.ts';
import { plantBuilder } from '../support/plant.ts';
import { asFile, workbookOf } from '../support/workbook.ts';
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

/** Whether what is pressed next by keyboard stands where one was. */
const keepsPlace = (page: Page): Promise<boolean> => page.evaluate(() => document.activeElement !== document.body);

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
const taskRow = (serial: string | number, lot: string | number, sort: number): (string | number)[] => [
  serial,
  lot,
  '内作',
  sort,
  `T${sort}`,
  '',
  '',
  '',
  0.5,
  1.5,
  2,
  0,
  '',
  4,
  0,
];

beforeAll(async () => {
  const make = plantBuilder(stage.server.db);
  for (const sort of [10, 20]) await make.task({ task_code: `T${sort}` });
  for (const serial_number of ['00000801', '00000802', '00000803']) {
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
  const alert = page.getByRole('alert').filter({ hasText: '工程 1件を削除します。' });
  await alert.waitFor();
  await eventually(() => page.getByRole('region', { name: '差分を確認' }).innerText()).toMatch(/削除\s*1\s*変更なし\s*0/);
  await importButton(page, TASKS).click();
  const dialog = page.getByRole('dialog', { name: '削除されるものがあります' });
  await dialog.getByText('00000804-01 20 工程').waitFor();
  await dialog.getByText('除いた行のうち、何の行か分からないものの分も含まれます。').waitFor();
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await left()).toEqual([10, 20]);
  await importButton(page, TASKS).click();
  await dialog.getByRole('button', { name: '削除して取り込む' }).click();
  const done = page.getByRole('dialog', { name: '除いた行があります' });
  await done.getByText('工程 1件を削除しました。').waitFor();
  await page.getByText('工程情報をインポートしました。画面がリロードされます。工程 1件を削除しました。').waitFor();
  expect(await left()).toEqual([10]);
  const entry = await db('import_log').orderBy('id', 'desc').first();
  expect(entry).toMatchObject({ kind: 'order-tasks', deleted_count: 1, left_out_count: 1 });
  const history = await stage.visit('/import-history');
  await history.getByRole('columnheader', { name: '削除' }).waitFor();
});

test('unknown codes mark and link their rows, and エラー行を除く covers them', async () => {
  const page = await open(
    '/casting',
    CASTINGS,
    await castings([
      ['00000801', '01'],
      ['NOBODY-1', '01'],
      ['00000801', '02'],
      ['NOBODY-2', '01'],
    ]),
  );
  await eventually(() => errors(page).allInnerTexts()).toEqual([
    '行3「製番」: 「NOBODY-1」はオーダーに登録されていません。',
    '行5「製番」: 「NOBODY-2」はオーダーに登録されていません。',
  ]);
  await showChanges(page);
  await page.getByRole('region', { name: '差分を確認' }).getByText('エラーのある行を除いた内容です。').waitFor();
  // A sentence leads to its row.
  await errors(page).nth(1).getByRole('button').click();
  const cell = previewRow(page, 5).getByRole('cell').nth(1);
  expect(await cell.getAttribute('title')).toBe('行5「製番」: 「NOBODY-2」はオーダーに登録されていません。');
  await page.getByLabel('エラー行を除く').check();
  await page.getByText('エラーのある2行を除いて取り込みます。').waitFor();
  // The marks stay, and nothing is said twice.
  expect(await errors(page).count()).toBe(2);
  expect(await warnings(page).allInnerTexts()).toEqual([]);
  await importButton(page, CASTINGS).click();
  await page.getByText('鋳込みをインポートしました。画面がリロードされます。').waitFor();
  expect(
    await stage.server
      .db('castings as c')
      .join('lots as l', 'l.id', 'c.lot_id')
      .join('orders as o', 'o.id', 'l.order_id')
      .where('o.serial_number', '00000801'),
  ).toHaveLength(2);
});

test('a row with an unknown code can be taken out alone', async () => {
  const page = await open(
    '/casting',
    CASTINGS,
    await castings([
      ['00000803', '01'],
      ['NOBODY-1', '01'],
    ]),
  );
  await eventually(() => errors(page).count()).toBe(1);
  await page.getByRole('button', { name: '3行目を除外' }).click();
  await eventually(() => errors(page).count()).toBe(0);
  await page.getByRole('region', { name: '差分を確認' }).getByText('新規').waitFor();
  expect(await page.getByLabel('エラー行を除く').count()).toBe(0);
});

test('インポート waits while errors stand, whoever found them; errors that nobody knew open the dialog, which leads to エラー行を除く', async () => {
  const rows = [
    ['00000803', '01'],
    ['NOBODY-1', '01'],
    ['00000803', '02'],
  ] as const;
  const page = await open('/casting', CASTINGS, await castings(rows));
  await eventually(() => errors(page).count()).toBe(1);
  await page.getByRole('button', { name: '4行目を除外' }).click();
  await page.getByText('1行を除外中').waitFor();
  await eventually(() => errors(page).count()).toBe(1);
  await eventually(() => importButton(page, CASTINGS).isDisabled()).toBe(true);
  await page.getByRole('button', { name: '3行目を除外' }).click();
  await eventually(() => errors(page).count()).toBe(0);
  await eventually(() => importButton(page, CASTINGS).isEnabled()).toBe(true);
  await page.getByRole('region', { name: '差分を確認' }).getByText('新規').waitFor();
  // The order goes after the looking.
  await stage.server.db('orders').where('serial_number', '00000803').update({ serial_number: 'GONE', serial_key: 'GONE' });
  const dialog = page.getByRole('dialog', { name: '下記のインポートエラーがありました' });
  await importButton(page, CASTINGS).click();
  await dialog.getByText('行2「製番」: 「00000803」はオーダーに登録されていません。').waitFor();
  await stage.server.db('orders').where('serial_number', 'GONE').update({ serial_number: '00000803', serial_key: '00000803' });
  const reloaded = page.waitForResponse((response) => response.url().includes('/api/orders/get_castings/'));
  await dialog.getByRole('button', { name: 'OK' }).click();
  await reloaded;
  await panel(page, CASTINGS).getByText('朝のファイル.xlsx').waitFor();
  await page.getByText('2行を除外中').waitFor();
  await importButton(page, CASTINGS).click();
  await page.getByText('鋳込みをインポートしました。画面がリロードされます。').waitFor();
});

test('zeros that only the database knows are offered in words, with their lots, and given back', async () => {
  const page = await open(
    '/order_tasks',
    TASKS,
    await workbookOf([headers('order-tasks'), ...[1, 2].flatMap((lot) => [10, 20].map((sort) => taskRow(802, lot, sort)))]),
  );
  await page.getByText('先頭の0が失われた可能性のある値が8件あります: 製番 4件(802 → 00000802 など)、追番 4件(1 → 01 など)。').waitFor();
  await page.getByLabel('先頭の0を補う').check();
  await page.getByText('先頭の0を補いました: 製番 4件(802 → 00000802 など)、追番 4件(1 → 01 など)。').waitFor();
  await eventually(() => errors(page).count()).toBe(0);
  expect(await previewRow(page, 2).getByRole('cell').nth(1).innerText()).toBe('00000802');
  expect(await previewRow(page, 2).getByRole('cell').nth(2).innerText()).toBe('01');
  await importButton(page, TASKS).click();
  await page.getByText('工程情報をインポートしました。画面がリロードされます。').waitFor();
  expect(
    await stage.server
      .db('lots')
      .whereIn('order_id', stage.server.db('orders').where('serial_number', '00000802').select('id'))
      .pluck('lot_number'),
  ).toEqual(['01', '02']);
});

test('errors stand by cause, each with its own decision: read otherwise, taken in as it is, or the lot that is there renamed', async () => {
  const { db } = stage.server;
  const make = plantBuilder(db);
  const order = await make.order({ serial_number: '00000805' });
  for (const lot_number of ['01', '02', '3']) await make.lot(order, lot_number);
  const rows = [
    taskRow('00000805', 1, 10),
    taskRow('00000805', 1, 20),
    taskRow('00000805', 2, 10),
    taskRow('00000805', '03', 10),
    taskRow('00000805', 4, 10),
  ];
  const page = await open('/order_tasks', TASKS, await workbookOf([headers('order-tasks'), ...rows]));
  const said = (lot: string, known: string): string =>
    `製番「00000805」には先頭の0だけが違う追番「${known}」があります。「${lot}」を取り込むと二重になります。`;
  const cause = (text: string): Locator => errors(page).filter({ hasText: text });
  await cause(`行2〜3「追番」: ${said('1', '01')}`).waitFor();
  expect(await errors(page).count()).toBe(3);
  await eventually(() => importButton(page, TASKS).isDisabled()).toBe(true);
  await cause(said('1', '01')).getByRole('button', { name: '01 に読み替える' }).click();
  await cause(said('1', '01')).waitFor({ state: 'detached' });
  await cause(said('2', '02')).getByRole('button', { name: '2 のまま取り込む' }).click();
  await cause(said('2', '02')).waitFor({ state: 'detached' });
  await page.getByText('1件はファイルのとおりに取り込みます。').waitFor();
  await cause(said('03', '3')).getByRole('button', { name: '登録済みの追番をファイルに合わせる(すべて)' }).click();
  await eventually(() => errors(page).count()).toBe(0);
  // What is not decided yet is asked about.
  await importButton(page, TASKS).click();
  const dialog = page.getByRole('dialog', { name: '先頭の0を補いますか？' });
  await dialog.getByText('追番 1件(4 → 04)').waitFor();
  await dialog.getByRole('button', { name: '補わずに取り込む' }).click();
  await page.getByText('工程情報をインポートしました。画面がリロードされます。').waitFor();
  const lots = await db('lots as l')
    .leftJoin('order_tasks as t', 't.lot_id', 'l.id')
    .where({ order_id: order })
    .groupBy('l.id')
    .orderBy('l.lot_number')
    .select('l.lot_number', db.raw('count(t.id)::int as tasks'));
  expect(lots).toEqual([
    { lot_number: '01', tasks: 2 },
    { lot_number: '02', tasks: 0 },
    { lot_number: '03', tasks: 1 },
    { lot_number: '2', tasks: 1 },
    { lot_number: '4', tasks: 1 },
  ]);
});

test('まとめて取込 takes in what was decided cause by cause, however much is said of the rest', async () => {
  const { db } = stage.server;
  const order = await plantBuilder(db).order({ serial_number: '00000806' });
  await plantBuilder(db).lot(order, '02');
  // More sentences than are told: each row is received without a day.
  const many = Array.from({ length: 1_005 }, (_, at) => taskRow('00000806', '01', 10 + at)).map((row) => row.with(4, 'T10').with(11, 1));
  const page = await stage.visit('/imports');
  const rows = [taskRow('00000806', 2, 10), ...many];
  const file = asFile('二のまま.xlsx', await workbookOf([headers('order-tasks'), ...rows]));
  await page.locator('input[type=file]').setInputFiles(file);
  const line = page.locator('tr', { has: page.getByRole('rowheader', { name: /^二のまま/ }) });
  await line.getByRole('button', { name: '差分を見る' }).click();
  await errors(page).getByRole('button', { name: '2 のまま取り込む' }).click();
  await eventually(() => errors(page).count()).toBe(0);
  // Once the server has looked again it says of the cell that it may have lost its zero.
  await warnings(page).filter({ hasText: '「2」は先頭の0が失われた可能性があります' }).waitFor();
  const confirm = page.getByRole('button', { name: /^警告 1,00\d件を確認した$/ });
  await confirm.click();
  await confirm.waitFor({ state: 'detached' });
  await eventually(() => keepsPlace(page)).toBe(true);
  await page.getByRole('button', { name: '1件を取り込む' }).click();
  await line.getByText('取込済').waitFor();
  const counts = (await line.locator('td').allInnerTexts()).slice(3, 9);
  expect(counts).toEqual(['1,006', '1,006', '0', '0', '0', '0']);
  expect(await db('lots').where({ order_id: order }).orderBy('lot_number').pluck('lot_number')).toEqual(['01', '02', '2']);
});

test('an import that leaves offered zeros away is asked about first', async () => {
  const page = await open(
    '/orders',
    ORDERS,
    await workbookOf([headers('orders'), order('02648801', '2026-06-01'), order('02648802', '2026-06-01'), order(2648803, '2026-06-01')]),
  );
  const lost = warnings(page).filter({ hasText: '行4「製番」: 「2648803」は先頭の0が失われた可能性があります(02648803)。' });
  await lost.waitFor();
  await importButton(page, ORDERS).click();
  const dialog = page.getByRole('dialog', { name: '先頭の0を補いますか？' });
  await dialog.getByText('先頭の0が失われた可能性のある値が1件あります: 製番 1件(2648803 → 02648803)。').waitFor();
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  // What is said of a code stays said where it was decided; all at once can be decided, too, and anew.
  await page.getByRole('button', { name: 'すべてこのまま取り込む' }).click();
  await page.getByText('先頭の0の違いは、ファイルのとおりに取り込みます。').waitFor();
  await page.getByRole('button', { name: 'すべてこのまま取り込む' }).waitFor({ state: 'detached' });
  await eventually(() => keepsPlace(page)).toBe(true);
  await page.getByRole('button', { name: '選び直す' }).click();
  await page.getByRole('button', { name: '選び直す' }).waitFor({ state: 'detached' });
  await eventually(() => keepsPlace(page)).toBe(true);
  await importButton(page, ORDERS).click();
  await dialog.getByRole('button', { name: '先頭の0を補う' }).click();
  await lost.waitFor({ state: 'detached' });
  await importButton(page, ORDERS).click();
  await page.getByText('オーダーをインポートしました。画面がリロードされます。').waitFor();
  expect(await stage.server.db('orders').whereLike('serial_number', '%2648803').pluck('serial_number')).toEqual(['02648803']);
});

test('without network the panel says so, and goes on once that is back', async () => {
  const page = await stage.visit('/casting');
  const tell = (what: 'online' | 'offline') => page.evaluate((name) => window.dispatchEvent(new Event(name)), what);
  await tell('offline');
  await choose(page, CASTINGS, '朝のファイル.xlsx', await castings([['00000802', '02']]));
  const pane = page.getByRole('region', { name: '差分を確認' });
  await pane.getByText('オフラインです。つながると確認を続けます。').waitFor();
  await tell('online');
  await pane.getByRole('button', { name: /^新規\s*1$/ }).waitFor();
});

test('why an import could not be carried out stands in the panel, and the file stays', async () => {
  const page = await open('/casting', CASTINGS, await castings([['00000803', '01']]));
  const sentence = '他の処理が実行中です。しばらくしてからもう一度実行してください。';
  await page.route('**/upload_order_casting_csv/**', (route) =>
    route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify({ error: sentence }) }),
  );
  await page.getByText(`差分を確認できませんでした。 ${sentence}`).waitFor();
  await importButton(page, CASTINGS).click();
  await page.getByText('エラーが発生しました。').waitFor();
  await panel(page, CASTINGS).getByRole('alert').getByText(sentence, { exact: true }).waitFor();
  await page.unroute('**/upload_order_casting_csv/**');
  await page.getByRole('button', { name: 'もう一度確認する' }).click();
  await page.getByRole('region', { name: '差分を確認' }).getByText('新規').waitFor();
  await importButton(page, CASTINGS).click();
  await page.getByText('鋳込みをインポートしました。画面がリロードされます。').waitFor();
});
