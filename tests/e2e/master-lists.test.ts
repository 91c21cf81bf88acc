import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtAdmin, eventually, HAS_BROWSER, type Tab, type TestBrowser, testBrowser } from '../support/browser.ts';
import { type TestServer, testServer } from '../support/server.ts';

let server: TestServer;
let browser: TestBrowser;

const rowsOf = (page: Page) => page.locator('tbody tr');
const status = (page: Page) => page.getByRole('status').first();

async function visit(path: string, employeeId = '1001'): Promise<Tab> {
  const tab = await browser.open(server.url, employeeId);
  await tab.page.goto(`${server.url}${path}`);
  return tab;
}

/** Fills search boxes by their labels and presses the button. */
async function search(page: Page, boxes: Record<string, string>): Promise<void> {
  const form = page.getByRole('search');
  for (const [label, text] of Object.entries(boxes)) await form.getByLabel(label, { exact: true }).fill(text);
  await form.getByRole('button', { name: '検索' }).click();
}

describe.skipIf(!HAS_BROWSER)('lists of the admin', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    await builtAdmin();
    server = await testServer({ demo: { orders: 130, products: 120 } });
    browser = await testBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('the root leads to /products, which lists 100 a page and has a second page', async () => {
    const { page, troubles, context } = await visit('/');
    await page.waitForURL('**/products');
    await rowsOf(page).nth(99).waitFor();
    expect(await status(page).innerText()).toBe('全120件中 1〜100件');
    await page.getByRole('button', { name: '2ページ目へ' }).click();
    await eventually(() => status(page).innerText()).toBe('全120件中 101〜120件');
    await eventually(() => rowsOf(page).count()).toBe(20);
    expect(await page.title()).toBe('製品一覧 | 生産計画立案システム');
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a table of more than ten rows is 600 px high', async () => {
    const { page, context } = await visit('/products');
    await rowsOf(page).nth(99).waitFor();
    const box = await page.getByRole('region', { name: '製品一覧の表' }).boundingBox();
    expect(box?.height).toBe(600);
    await context.close();
  });

  test('a search waits for its button, is blind to width and kana, is remembered, and is cleared', async () => {
    const { body } = await server.call('GET', '/api/products/?limit=1', { token: await server.token() });
    const [product] = (body as { results: { product_code: string }[] }).results;
    const code = product?.product_code ?? '';
    const wide = [...code].map((one) => (one >= '0' && one <= '9' ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : one)).join('');
    const { page, troubles, context } = await visit('/products');
    await rowsOf(page).nth(99).waitFor();
    await page.getByLabel('製品識別コード').fill(wide);
    expect(await rowsOf(page).count()).toBe(100);
    await page.getByRole('button', { name: '検索' }).click();
    await eventually(() => rowsOf(page).count()).toBe(1);
    expect(await rowsOf(page).first().innerText()).toContain(code);
    await page.goto(`${server.url}/tasks`);
    await page.goto(`${server.url}/products`);
    await eventually(() => rowsOf(page).count()).toBe(1);
    expect(await page.getByLabel('製品識別コード').inputValue()).toBe(wide);
    await page.getByRole('button', { name: '条件クリア' }).click();
    await eventually(() => rowsOf(page).count()).toBe(100);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a search without a hit says so', async () => {
    const { page, context } = await visit('/orders');
    await search(page, { 製番: 'この世にない' });
    await page.getByText('該当するデータがありません。').waitFor();
    await context.close();
  });

  test('columns sort, are chosen and remembered, and the CSV is what is listed', async () => {
    const { page, troubles, context } = await visit('/products');
    await rowsOf(page).nth(99).waitFor();
    const first = await rowsOf(page).first().innerText();
    await page.getByRole('button', { name: '製品コード' }).click();
    await eventually(() => rowsOf(page).first().innerText()).not.toBe(first);
    await page.getByRole('button', { name: '列を編集' }).click();
    await page.getByRole('menuitemcheckbox', { name: '奥行' }).click();
    await page.keyboard.press('Escape');
    await eventually(() => page.getByRole('columnheader', { name: '奥行' }).count()).toBe(0);
    await page.reload();
    await rowsOf(page).nth(99).waitFor();
    expect(await page.getByRole('columnheader', { name: '奥行' }).count()).toBe(0);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '出力' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^製品一覧\d{12}\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const lines = text.slice(1).trimEnd().split('\r\n');
    expect(lines[0]).toBe('製品コード,製品名,得意先名,容積係数,幅,高さ,容積');
    expect(lines).toHaveLength(121);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('orders: the three searches, quantities and weights rounded with separators, the details', async () => {
    const { page, troubles, context } = await visit('/orders');
    await rowsOf(page).nth(99).waitFor();
    const serial = (await rowsOf(page).nth(4).locator('td').first().innerText()).trim();
    await search(page, { 製番: serial });
    await eventually(() => rowsOf(page).count()).toBe(1);
    expect(await rowsOf(page).first().locator('td').nth(4).innerText()).toMatch(/^[\d,]*$/);
    await page.getByRole('link', { name: `${serial} 詳細` }).click();
    await page.getByRole('heading', { name: 'オーダー詳細' }).waitFor();
    await page.getByRole('heading', { name: '工程情報' }).waitFor();
    await page.getByRole('link', { name: '戻る' }).click();
    await eventually(() => rowsOf(page).count()).toBe(1);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('order tasks: the list counts them, the detail shows the lot first and received as 0 or 1', async () => {
    const { page, troubles, context } = await visit('/order_tasks');
    await rowsOf(page).nth(99).waitFor();
    const count = Number(await rowsOf(page).first().locator('td').nth(3).innerText());
    await rowsOf(page).first().getByRole('link').click();
    await page.waitForURL(/\/order_tasks\/\d+$/);
    await eventually(() => rowsOf(page).count()).toBe(count);
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
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
    expect(await rowsOf(page).first().locator('td').nth(7).innerText()).toMatch(/^[01]$/);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('castings are filtered by dates', async () => {
    const { page, troubles, context } = await visit('/casting');
    await rowsOf(page).first().waitFor();
    const all = await status(page).innerText();
    await search(page, { '鋳込日(開始)': '2026-03-20', '鋳込日(終了)': '2026-03-31' });
    await eventually(() => status(page).innerText()).not.toBe(all);
    const dates = await rowsOf(page).locator('td:nth-child(3)').allInnerTexts();
    expect(dates.every((date) => date >= '2026/03/20' && date < '2026/04/01')).toBe(true);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('facilities are found by the name of a task, one task a line', async () => {
    const { page, troubles, context } = await visit('/facilities');
    await rowsOf(page).first().waitFor();
    await search(page, { 工程名: '焼' });
    await eventually(async () =>
      (await rowsOf(page).locator('td:nth-child(3)').allInnerTexts()).every((names) => names.includes('焼')),
    ).toBe(true);
    expect((await rowsOf(page).locator('td:nth-child(3)').allInnerTexts()).some((names) => names.includes('\n'))).toBe(true);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('tasks, outsourcings and employees are searched by their own boxes', async () => {
    const { page, troubles, context } = await visit('/tasks');
    await search(page, { 工程コード: '3123' });
    await eventually(async () =>
      (await rowsOf(page).locator('td:first-child').allInnerTexts()).every((code) => code.includes('3123')),
    ).toBe(true);
    await page.goto(`${server.url}/outsourcings`);
    await rowsOf(page).first().waitFor();
    const name = (await rowsOf(page).first().locator('td').nth(1).innerText()).trim();
    await search(page, { 外注名: name });
    await eventually(() => rowsOf(page).count()).toBe(1);
    await page.goto(`${server.url}/employees`);
    await rowsOf(page).first().waitFor();
    await page.getByRole('combobox', { name: '権限' }).click();
    await page.getByRole('option', { name: '外注担当' }).click();
    await page.getByRole('button', { name: '検索' }).click();
    await eventually(async () => [...new Set(await rowsOf(page).locator('td:nth-child(4)').allInnerTexts())]).toEqual(['外注担当']);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a bulk delete asks with the counts, deletes, says so and reloads; cancelling changes nothing', async () => {
    const { page, troubles, context } = await visit('/casting');
    await rowsOf(page).first().waitFor();
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
    await page.goto(`${server.url}/order_tasks`);
    await page.getByRole('button', { name: '全工程情報削除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '削除', exact: true }).click();
    await page.getByText('全工程情報を削除しました。画面がリロードされます。').waitFor();
    await page.goto(`${server.url}/orders`);
    await page.getByRole('button', { name: '全オーダー削除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '削除', exact: true }).click();
    await page.getByText('全オーダー情報を削除しました。画面がリロードされます。').waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });
});
