import { expect, test } from 'vitest';
import { readGrid } from '../../server/files/grid.ts';
import { browserStage, downloaded, eventually } from '../support/browser.ts';
import { rowsOf, search, status } from './tables.ts';

const stage = browserStage('long');
const { visit } = stage;

test('the same conditions are asked anew by 検索', async () => {
  const page = await visit('/products');
  await rowsOf(page).nth(99).waitFor();
  const asked = page.waitForRequest((request) => request.url().includes('/api/products/?'));
  await page.getByRole('button', { name: '検索' }).click();
  await asked;
  await search(page, { 製品識別コード: '0' });
  await page.waitForURL(/product_code_search/);
  const again = page.waitForRequest((request) => request.url().includes('product_code_search=0'));
  await page.getByRole('button', { name: '検索' }).click();
  await again;
});

test('on paper stands every row of the page', async () => {
  const page = await visit('/products');
  await rowsOf(page).nth(99).waitFor();
  const table = page.getByRole('region', { name: '製品一覧の表' });
  await eventually(async () => (await table.boundingBox())?.height).toBe(600);
  await page.emulateMedia({ media: 'print' });
  await eventually(() => table.evaluate((box) => box.clientHeight > 1_000 && box.scrollHeight === box.clientHeight)).toBe(true);
});

test('deleting everything, where it is refused, says why', async () => {
  const page = await visit('/casting');
  const error = 'ほかの処理が終わるまでお待ちください。';
  await page.route('**/delete_all_castings/', (call) => call.fulfill({ status: 409, json: { error } }));
  await page.getByRole('button', { name: '全鋳込み削除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '削除' }).click();
  await page.locator('.RaNotification-error').getByText(error).waitFor();
});

test('filters are gone after a sign-out, colours stay', async () => {
  const page = await visit('/products');
  await search(page, { 製品名: 'この世にない' });
  await page.getByText('該当するデータがありません。').waitFor();
  await page.getByRole('button', { name: '配色を切り替える' }).click();
  await page.getByRole('link', { name: 'ログアウト' }).click();
  await page.waitForURL('**/login');
  const remembered = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('RaStore')));
  expect(remembered.some((key) => key.endsWith('.listParams'))).toBe(false);
  expect(remembered.some((key) => key.endsWith('.theme'))).toBe(true);
});

test('a row opens by a click, its title names it, and 戻る leads where one came from', async () => {
  const page = await visit('/orders');
  await search(page, { 製品名: '弁' });
  await page.waitForURL(/product_name_search/);
  await eventually(() => rowsOf(page).first().locator('td').nth(2).innerText()).toContain('弁');
  const cells = await rowsOf(page).first().locator('td').allInnerTexts();
  await rowsOf(page).first().locator('td').nth(2).click();
  await page.waitForURL(/\/orders\/\d+$/);
  await page.getByRole('heading', { level: 1, name: `オーダー詳細 ${cells[0]} ${cells[2]}` }).waitFor();
  await eventually(() => page.title()).toBe(`オーダー詳細 ${cells[0]} ${cells[2]} | 生産計画立案システム`);
  for (const label of ['製番', '単重量(kg)', '納入状態']) await page.getByText(label, { exact: true }).first().waitFor();
  await page.getByRole('link', { name: '製品を開く' }).click();
  await page.waitForURL(/\/products\/\d+$/);
  await page.getByRole('link', { name: '戻る' }).click();
  await page.waitForURL(/\/orders\/\d+$/);
  await page.getByRole('link', { name: '戻る' }).click();
  await page.waitForURL(/\/orders\?.*product_name_search/);
});

test('a file bears numbers and dates as spreadsheets read them, and heeds the conditions', async () => {
  const page = await visit('/orders');
  await rowsOf(page).nth(99).waitFor();
  const serial = (await rowsOf(page).nth(2).locator('td').first().innerText()).trim();
  await search(page, { 製番: serial });
  await eventually(() => rowsOf(page).count()).toBe(1);
  const { bytes } = await downloaded(page, page.getByRole('button', { name: '出力' }));
  const [head, row, ...rest] = readGrid(bytes).rows;
  expect(rest).toEqual([]);
  const at = (label: string) => row?.cells[head?.cells.indexOf(label) ?? -1];
  expect(at('製作納期')).toMatchObject({ mark: 'date' });
  expect(at('発注数')).toBeTypeOf('number');
});

test('conditions are saved under a name, found again by it, and stay when one signs out', async () => {
  const page = await visit('/products');
  await search(page, { 製品名: '弁' });
  await page.waitForURL(/product_name_search/);
  await page.getByRole('button', { name: '保存した条件' }).click();
  await page.getByRole('menuitem', { name: 'この検索条件を保存' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('弁だけ');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: '条件クリア' }).click();
  await eventually(() => status(page).innerText()).toMatch(/1〜100件$/);
  await page.getByRole('button', { name: '保存した条件' }).click();
  await page.getByRole('menuitem', { name: '弁だけ' }).click();
  await page.waitForURL(/product_name_search/);
  await eventually(() => page.getByRole('textbox', { name: '製品名' }).inputValue()).toBe('弁');
  await page.getByRole('link', { name: 'ログアウト' }).click();
  await page.waitForURL('**/login');
  const remembered = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('.savedQueries')));
  expect(remembered).toHaveLength(1);
});
