import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtAdmin, eventually, HAS_BROWSER, type Tab, type TestBrowser, testBrowser } from '../support/browser.ts';
import { type TestServer, testServer } from '../support/server.ts';

let server: TestServer;
let browser: TestBrowser;

async function visit(path: string, employeeId = '1001'): Promise<Tab> {
  const tab = await browser.open(server.url, employeeId);
  await tab.page.goto(`${server.url}${path}`);
  return tab;
}

type Row = { id: number } & Record<string, unknown>;
async function rows(path: string): Promise<Row[]> {
  const { body } = await server.call('GET', path, { token: await server.token() });
  return (body as { results: Row[] }).results;
}
async function one(path: string): Promise<Row> {
  const { body } = await server.call('GET', path, { token: await server.token() });
  return body;
}

/** A product with at least one heat treatment and one processing row. */
async function richProduct(): Promise<Row> {
  for (const { id } of await rows('/api/products/')) {
    const product = await one(`/api/products/${id}/`);
    if ((product.heat_treatments as unknown[]).length > 0 && (product.product_processings as unknown[]).length > 0) return product;
  }
  throw new Error('the demo has no such product');
}

const field = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label });
const save = (page: Page): Locator => page.getByRole('button', { name: '保存' });

async function pick(page: Page, box: Locator, option: RegExp): Promise<void> {
  await box.click();
  await page.getByRole('option', { name: option }).first().click();
}

describe.skipIf(!HAS_BROWSER)('forms of the admin', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    await builtAdmin();
    server = await testServer({ demo: { orders: 20, products: 20 } });
    browser = await testBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('a product is changed as a whole, with its row lists, and the list follows', async () => {
    const product = await richProduct();
    const { page, troubles, context } = await visit(`/products/${product.id}`);
    await field(page, '製品名').fill('試験用の羽根車');
    await field(page, '熱処理 1 温度(℃)').fill('９８０');
    await page.getByRole('button', { name: '解枠に行を追加' }).click();
    await eventually(() => save(page).isDisabled()).toBe(true);
    const last = (product.demoldings as unknown[]).length + 1;
    expect(await field(page, `解枠 ${last} 解枠時間(h)`).inputValue()).toBe('0');
    await page.getByRole('combobox', { name: `解枠 ${last} 工程` }).click();
    const choices = await page.getByRole('option').allInnerTexts();
    expect(choices.every((choice) => /^(320-3121-060|340-3151-040) /.test(choice))).toBe(true);
    await page.getByRole('option').last().click();
    await save(page).click();
    await page.getByText('製品を変更しました。').waitFor();
    await page.waitForURL('**/products');
    const saved = await one(`/api/products/${product.id}/`);
    expect(saved.product_name).toBe('試験用の羽根車');
    expect((saved.heat_treatments as { temperature: number }[])[0]?.temperature).toBe(980);
    expect(saved.demoldings).toHaveLength(last);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('choosing a task in a processing row clears the facility and filters its choices; before a task there is none', async () => {
    const product = await richProduct();
    const { page, troubles, context } = await visit(`/products/${product.id}`);
    await page.getByRole('button', { name: '製品加工に行を追加' }).click();
    const at = (product.product_processings as unknown[]).length + 1;
    const facility = page.getByRole('combobox', { name: `製品加工 ${at} 生産設備` });
    expect(await facility.getAttribute('aria-disabled')).toBe('true');
    const task = page.getByRole('combobox', { name: `製品加工 ${at} 工程` });
    await task.click();
    const tasks = await page.getByRole('option').allInnerTexts();
    expect(tasks.every((name) => name.includes('5131'))).toBe(true);
    await page.getByRole('option').first().click();
    await facility.click();
    const facilities = await page.getByRole('option').allInnerTexts();
    expect(facilities.length).toBeGreaterThan(0);
    expect(facilities.every((name) => name.includes('320-07'))).toBe(true);
    await page.getByRole('option').first().click();
    expect(await facility.innerText()).not.toBe('');
    await pick(page, task, /.+/);
    await task.click();
    await page.getByRole('option').nth(1).click();
    await eventually(async () => (await facility.innerText()).replace(/\u200b/g, '').trim()).toBe('');
    expect(await save(page).isDisabled()).toBe(true);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a new heat treatment row has the defaults of the specification, and needs a task', async () => {
    const product = await richProduct();
    const { page, context } = await visit(`/products/${product.id}`);
    await page.getByRole('button', { name: '熱処理に行を追加' }).click();
    const at = (product.heat_treatments as unknown[]).length + 1;
    for (const [label, value] of Object.entries({ '温度(℃)': '0', '保持時間(h)': '0', '冷却時間(h)': '0', '待ち日数(日)': '1' })) {
      expect(await field(page, `熱処理 ${at} ${label}`).inputValue()).toBe(value);
    }
    expect(await page.getByRole('combobox', { name: `熱処理 ${at} 冷却方法` }).innerText()).toBe('空冷');
    const task = page.getByRole('combobox', { name: `熱処理 ${at} 工程` });
    await task.click();
    expect((await page.getByRole('option').allInnerTexts()).every((name) => /3123|3153/.test(name))).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.getByText('この項目は必須です。').waitFor();
    expect(
      await page
        .getByRole('group', { name: `熱処理 ${at} 基本実施曜日` })
        .getByRole('button')
        .allInnerTexts(),
    ).toEqual(['月', '火', '水', '木', '金', '土', '日']);
    await context.close();
  });

  test('refusals of the server stand under their field and under their nested row', async () => {
    const product = await richProduct();
    const [other] = (await rows('/api/products/')).filter(({ id }) => id !== product.id);
    const { page, troubles, context } = await visit(`/products/${product.id}`);
    await field(page, '熱処理 1 温度(℃)').fill('99999');
    await save(page).click();
    const cell = page.getByRole('region', { name: '熱処理' }).locator('td', { has: field(page, '熱処理 1 温度(℃)') });
    await eventually(() => cell.locator('.MuiFormHelperText-root').innerText()).not.toBe('');
    await field(page, '熱処理 1 温度(℃)').fill('900');
    await field(page, '製品コード').fill(String(other?.product_code));
    await save(page).click();
    await page.getByText(/登録されています。$/).waitFor();
    expect(await field(page, '製品コード').getAttribute('aria-invalid')).toBe('true');
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('after a save the form leads back to the Gantt chart when it was opened from there', async () => {
    const product = await richProduct();
    const { page, context } = await visit(`/products/${product.id}?from_gantt=true`);
    await field(page, '得意先名').fill('みなと重機');
    await save(page).click();
    await page.waitForURL('**/gantt');
    const [facility] = await rows('/api/facilities/?active_only=1');
    await page.goto(`${server.url}/facilities/${facility?.id}?from_gantt=true`);
    await field(page, '最大重量(kg)').fill('1234');
    await save(page).click();
    await page.getByText('設備を変更しました。').waitFor();
    await page.waitForURL('**/gantt');
    await context.close();
  });

  test('who saved second is told, and may read what is there now', async () => {
    const product = await richProduct();
    const { page, context } = await visit(`/products/${product.id}`);
    await field(page, '得意先名').fill('あとの人');
    await server.call('PATCH', `/api/products/${product.id}/`, { token: await server.token(), body: { customer_name: '先の人' } });
    await save(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '最新の内容を読み込む' }).click();
    await eventually(() => field(page, '得意先名').inputValue()).toBe('先の人');
    await context.close();
  });

  test('a product is deleted after a question', async () => {
    const { body } = await server.call('POST', '/api/products/', {
      token: await server.token(),
      body: { product_code: 'ZZZ-0001', product_name: '消される製品' },
    });
    const { page, troubles, context } = await visit(`/products/${(body as Row).id}`);
    await page.getByRole('button', { name: '削除', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '削除しますか？' });
    await dialog.getByText('ZZZ-0001 消される製品').waitFor();
    await dialog.getByRole('button', { name: 'キャンセル' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: '削除', exact: true }).click();
    await dialog.getByRole('button', { name: '削除' }).click();
    await page.getByText('製品を削除しました。').waitFor();
    await page.waitForURL('**/products');
    expect((await server.call('GET', '/api/products/?product_code_search=ZZZ-0001', { token: await server.token() })).body).toMatchObject({
      count: 0,
    });
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a facility takes its tasks by name', async () => {
    const [facility] = await rows('/api/facilities/?active_only=1');
    const { page, troubles, context } = await visit(`/facilities/${facility?.id}`);
    await page.getByRole('combobox', { name: '対応工程' }).fill('ショット');
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await save(page).click();
    await page.getByText('設備を変更しました。').waitFor();
    const saved = await one(`/api/facilities/${facility?.id}/`);
    expect((saved.task_names as string[]).some((name) => name.includes('ショット'))).toBe(true);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('an outsourcing partner is added, changed and deleted', async () => {
    const { page, troubles, context } = await visit('/outsourcings');
    await page.getByRole('link', { name: '追加' }).click();
    await field(page, '外注コード').fill('G999');
    await field(page, '外注先名').fill('試験加工');
    await save(page).click();
    await page.getByText('外注を追加しました。').waitFor();
    await page.getByRole('link', { name: '試験加工 詳細' }).click();
    await field(page, '外注先名').fill('試験加工所');
    await save(page).click();
    await page.getByText('外注を変更しました。').waitFor();
    await page.getByRole('link', { name: '試験加工所 詳細' }).click();
    await page.getByRole('button', { name: '削除', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '削除' }).click();
    await page.getByText('外注を削除しました。').waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('an employee is added as 一般, signs in, is changed and deleted', async () => {
    const { page, troubles, context } = await visit('/employees');
    await page.getByRole('link', { name: '追加' }).click();
    expect(await page.getByRole('combobox', { name: '権限' }).innerText()).toBe('一般(閲覧)');
    await field(page, '社員ID').fill('1001');
    await field(page, '氏名').fill('試験 太郎');
    await field(page, 'フリガナ').fill('シケン タロウ');
    await page.getByLabel('パスワード').fill('himitsu-no-kagi');
    expect(await page.getByLabel('パスワード').getAttribute('type')).toBe('password');
    await save(page).click();
    await page.getByText(/登録されています。$/).waitFor();
    await field(page, '社員ID').fill('2001');
    await save(page).click();
    await page.getByText('社員を追加しました。').waitFor();
    const login = await server.call('POST', '/api/login/', { body: { employee_id: '2001', password: 'himitsu-no-kagi' } });
    expect(login.status).toBe(200);
    await page.getByRole('link', { name: '試験 太郎 詳細' }).click();
    await page.getByText('変更する場合のみ入力').waitFor();
    await field(page, '氏名').fill('試験 次郎');
    await save(page).click();
    await page.getByText('社員を変更しました。').waitFor();
    await page.getByRole('link', { name: '試験 次郎 詳細' }).click();
    await page.getByRole('button', { name: '削除', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '削除' }).click();
    await page.getByText('社員を削除しました。').waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a product is changed by keyboard alone', async () => {
    const product = await richProduct();
    const { page, troubles, context } = await visit('/products');
    await page.locator('tbody tr').first().waitFor();
    await page.getByLabel('製品識別コード').focus();
    await page.keyboard.type(String(product.product_code));
    await page.keyboard.press('Enter');
    await eventually(() => page.locator('tbody tr').count()).toBe(1);
    for (let tries = 0; tries < 40; tries += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.endsWith('詳細'))) break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/products\/\d+$/);
    await field(page, '製品名').waitFor();
    for (let tries = 0; tries < 60; tries += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => (document.activeElement as HTMLInputElement).name)) === 'product_name') break;
    }
    await page.keyboard.press('Control+A');
    await page.keyboard.type('キーボードだけの製品');
    await page.keyboard.press('Enter');
    await page.getByText('製品を変更しました。').waitFor();
    expect((await one(`/api/products/${product.id}/`)).product_name).toBe('キーボードだけの製品');
    expect(troubles).toEqual([]);
    await context.close();
  });
});
