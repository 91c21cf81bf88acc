import { expect, test } from 'vitest';
import { readGrid } from '../../server/files/grid.ts';
import { browserStage, downloaded, eventually } from '../support/browser.ts';
import { rowsOf, status } from './tables.ts';

const stage = browserStage('long');
const { visit } = stage;

test('the root leads to /products, which lists 100 a page and has a second page', async () => {
  const page = await visit('/');
  await page.waitForURL('**/products');
  await rowsOf(page).nth(99).waitFor();
  await eventually(() => status(page).innerText()).toBe('全120件中 1〜100件');
  await page.getByRole('button', { name: '2ページ目へ' }).click();
  await eventually(() => status(page).innerText()).toBe('全120件中 101〜120件');
  await eventually(() => rowsOf(page).count()).toBe(20);
  await eventually(() => page.title()).toBe('製品一覧 | 生産計画立案システム');
});

test('a table of more than ten rows is 600 px high', async () => {
  const page = await visit('/products');
  await rowsOf(page).nth(99).waitFor();
  const table = page.getByRole('region', { name: '製品一覧の表' });
  await eventually(async () => (await table.boundingBox())?.height).toBe(600);
});

test('columns sort, are chosen and remembered, and the CSV is what is listed', async () => {
  const page = await visit('/products');
  await rowsOf(page).nth(99).waitFor();
  const first = await rowsOf(page).first().innerText();
  await page.getByRole('button', { name: '製品コード' }).click();
  await eventually(() => rowsOf(page).first().innerText()).not.toBe(first);
  await page.getByRole('button', { name: '列を編集' }).click();
  await page.getByRole('switch', { name: '奥行' }).click();
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('columnheader', { name: '奥行' }).count()).toBe(0);
  await page.reload();
  await rowsOf(page).nth(99).waitFor();
  await eventually(() => page.getByRole('columnheader', { name: '奥行' }).count()).toBe(0);
  const book = await downloaded(page, page.getByRole('button', { name: '出力' }));
  expect(book.name).toMatch(/^製品一覧\d{12}\.xlsx$/);
  const { rows } = readGrid(book.bytes);
  expect(rows).toHaveLength(121);
  expect(rows[1]?.cells.map((cell) => typeof cell)).toEqual(['string', 'string', 'string', 'number', 'number', 'number', 'number']);
  await page.getByRole('button', { name: 'ファイル形式を選択' }).click();
  const { name } = await downloaded(page, page.getByRole('menuitem', { name: 'CSV' }));
  expect(name).toMatch(/^製品一覧\d{12}\.csv$/);
  const { bytes } = await downloaded(page, page.getByRole('button', { name: '出力' }));
  const text = bytes.toString('utf8');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const lines = text.slice(1).trimEnd().split('\r\n');
  expect(lines[0]).toBe('製品コード,製品名,得意先名,容積係数,幅(m),高さ(m),容積(m³)');
  expect(lines).toHaveLength(121);
});

test('order tasks: the list counts them, the detail shows the lot first and received as 0 or 1', async () => {
  const page = await visit('/order_tasks');
  await rowsOf(page).nth(99).waitFor();
  const count = Number(await rowsOf(page).first().locator('td').nth(3).innerText());
  await rowsOf(page).first().getByRole('link').click();
  await page.waitForURL(/\/order_tasks\/\d+$/);
  await eventually(() => rowsOf(page).count()).toBe(count);
  await eventually(() => page.getByRole('columnheader').allInnerTexts()).toEqual([
    '追番',
    '工程順',
    '工程コード',
    '工程名',
    '段取時間(h)',
    '作業時間(h)',
    '解枠LT(日)',
    '受入',
    '最終受入日',
    '発注数',
    '受入数',
  ]);
  await eventually(() => rowsOf(page).first().locator('td').nth(7).innerText()).toMatch(/^[01]$/);
});

test('a bulk delete asks with the counts, deletes, says so and reloads; cancelling changes nothing', async () => {
  const page = await visit('/casting');
  await rowsOf(page).first().waitFor();
  await eventually(() => status(page).innerText()).toMatch(/^全/);
  const total = /全([\d,]+)件/.exec(await status(page).innerText())?.[1];
  await page.getByRole('button', { name: '全鋳込み削除' }).click();
  const dialog = page.getByRole('dialog', { name: '全データを削除しますか？' });
  await dialog.getByText(`鋳込み情報${total}件を削除します。`).waitFor();
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await rowsOf(page).count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: '全鋳込み削除' }).click();
  const reloaded = page.waitForEvent('load');
  await dialog.getByRole('button', { name: '削除', exact: true }).click();
  await page.getByText('全鋳込み情報を削除しました。画面がリロードされます。').waitFor();
  await reloaded;
  await page.getByText('該当するデータがありません。').waitFor();
  await page.goto(`${stage.server.url}/order_tasks`);
  await page.getByRole('button', { name: '全工程情報削除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '削除', exact: true }).click();
  await page.getByText('全工程情報を削除しました。画面がリロードされます。').waitFor();
  await page.goto(`${stage.server.url}/orders`);
  await page.getByRole('button', { name: '全オーダー削除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '削除', exact: true }).click();
  await page.getByText('全オーダー情報を削除しました。画面がリロードされます。').waitFor();
});
