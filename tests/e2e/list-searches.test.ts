import { expect, test } from 'vitest';
import { browserStage, eventually, still } from '../support/browser.ts';
import { column, rowsOf, search, status } from './tables.ts';

const stage = browserStage('long');
const { visit } = stage;

test('a search waits for its button, is blind to width and kana, is remembered, and is cleared', async () => {
  const { results } = await stage.read<{ results: { product_code: string }[] }>('/api/products/?limit=1');
  const code = results[0]?.product_code ?? '';
  const wide = [...code].map((one) => (one >= '0' && one <= '9' ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : one)).join('');
  const page = await visit('/products');
  await rowsOf(page).nth(99).waitFor();
  await page.getByLabel('製品識別コード').fill(wide);
  await still(page);
  expect(await rowsOf(page).count()).toBe(100);
  await page.getByRole('button', { name: '検索' }).click();
  await eventually(() => rowsOf(page).count()).toBe(1);
  await eventually(() => rowsOf(page).first().innerText()).toContain(code);
  await page.goto(`${stage.server.url}/tasks`);
  await page.goto(`${stage.server.url}/products`);
  await eventually(() => rowsOf(page).count()).toBe(1);
  await eventually(() => page.getByLabel('製品識別コード').inputValue()).toBe(wide);
  await page.getByRole('button', { name: '条件クリア' }).click();
  await eventually(() => rowsOf(page).count()).toBe(100);
});

test('a search without a hit says so', async () => {
  const page = await visit('/orders');
  await search(page, { 製番: 'この世にない' });
  await page.getByText('該当するデータがありません。').waitFor();
});

test('orders: the three searches, quantities and weights rounded with separators, the details', async () => {
  const page = await visit('/orders');
  await rowsOf(page).nth(99).waitFor();
  const serial = (await rowsOf(page).nth(4).locator('td').first().innerText()).trim();
  await search(page, { 製番: serial });
  await eventually(() => rowsOf(page).count()).toBe(1);
  await eventually(() => column(page, 5).innerText()).toMatch(/^[\d,]*$/);
  await page.getByRole('link', { name: new RegExp(`^${serial} .+ 詳細$`) }).click();
  await page.getByRole('heading', { name: 'オーダー詳細' }).waitFor();
  await page.getByRole('heading', { name: '工程情報' }).waitFor();
  await page.getByRole('link', { name: '戻る' }).click();
  await eventually(() => rowsOf(page).count()).toBe(1);
});

test('castings are filtered by dates', async () => {
  const page = await visit('/casting');
  await rowsOf(page).first().waitFor();
  await eventually(() => status(page).innerText()).toMatch(/^全/);
  const all = await status(page).innerText();
  await search(page, { '鋳込日(開始)': '2026-03-20', '鋳込日(終了)': '2026-03-31' });
  await eventually(() => status(page).innerText()).not.toBe(all);
  const among = (date: string): boolean => date >= '2026/03/20' && date < '2026/04/01';
  await rowsOf(page).first().waitFor();
  await eventually(async () => (await column(page, 3).allInnerTexts()).filter((date) => !among(date))).toEqual([]);
});

test('facilities are found by the name of a task, one task a line', async () => {
  const page = await visit('/facilities');
  await rowsOf(page).first().waitFor();
  await search(page, { 工程名: '焼' });
  await eventually(async () => (await column(page, 3).allInnerTexts()).filter((names) => !names.includes('焼'))).toEqual([]);
  await eventually(async () => (await column(page, 3).allInnerTexts()).some((names) => names.includes('\n'))).toBe(true);
});

test('tasks, outsourcings and employees are searched by their own boxes', async () => {
  const page = await visit('/tasks');
  await search(page, { 工程コード: '3123' });
  await rowsOf(page).first().waitFor();
  await eventually(async () => (await column(page, 1).allInnerTexts()).filter((code) => !code.includes('3123'))).toEqual([]);
  await page.goto(`${stage.server.url}/outsourcings`);
  await rowsOf(page).first().waitFor();
  const name = (await column(page, 2).first().innerText()).trim();
  await search(page, { 外注名: name });
  await eventually(() => rowsOf(page).count()).toBe(1);
  await page.goto(`${stage.server.url}/employees`);
  await rowsOf(page).first().waitFor();
  await page.getByRole('combobox', { name: '権限' }).click();
  await page.getByRole('option', { name: '外注担当' }).click();
  await page.getByRole('button', { name: '検索' }).click();
  await eventually(async () => [...new Set(await column(page, 4).allInnerTexts())]).toEqual(['外注担当']);
});
