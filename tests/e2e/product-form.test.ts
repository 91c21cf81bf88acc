import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FORM } from '../../admin/texts/parts.ts';
import { FIELDS } from '../../server/contract/fields.ts';
import { browserStage, eventually } from '../support/browser.ts';
import { field, optionsOf, save, tabTo } from './forms.ts';
import { rowsOf } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;

interface Product {
  id: number;
  product_code: string;
  product_name: string;
  customer_name: string;
  heat_treatments: { id: number; temperature: number }[];
  product_processings: unknown[];
  demoldings: unknown[];
}
const products = async (): Promise<Product[]> => (await stage.read<{ results: Product[] }>('/api/products/')).results;

/** A product with at least one heat treatment and one processing row. */
async function richProduct(): Promise<Product> {
  for (const { id } of await products()) {
    const product = await stage.read<Product>(`/api/products/${id}/`);
    if (product.heat_treatments.length > 0 && product.product_processings.length > 0) return product;
  }
  throw new Error('the demo has no such product');
}

test('a product is changed as a whole, with its row lists, and the list follows', async () => {
  const product = await richProduct();
  const page = await visit(`/products/${product.id}`);
  await field(page, '製品名').fill('試験用の羽根車');
  await field(page, '熱処理 1 温度(℃)').fill('９８０');
  await page.getByRole('button', { name: '解枠に行を追加' }).click();
  await eventually(() => save(page).isDisabled()).toBe(true);
  const last = product.demoldings.length + 1;
  await eventually(() => field(page, `解枠 ${last} 解枠時間(h)`).inputValue()).toBe('0');
  const choices = await optionsOf(page, page.getByRole('combobox', { name: `解枠 ${last} 工程` }));
  expect(choices.filter((choice) => !/^(320-3121-060|340-3151-040) /.test(choice))).toEqual([]);
  await page.getByRole('option').last().click();
  await save(page).click();
  await page.getByText('製品を変更しました。').waitFor();
  await page.waitForURL('**/products');
  const saved = await stage.read<Product>(`/api/products/${product.id}/`);
  expect(saved.product_name).toBe('試験用の羽根車');
  expect(saved.heat_treatments[0]?.temperature).toBe(980);
  expect(saved.demoldings).toHaveLength(last);
  // A form that was just opened accuses nobody before it has been judged.
  await page.evaluate((words) => {
    const look = () => document.body.textContent?.includes(words) && Object.assign(window, { accused: true });
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  }, FORM.incomplete);
  await rowsOf(page).first().getByRole('link').click();
  await eventually(() => field(page, '製品名').inputValue()).not.toBe('');
  expect(await page.evaluate(() => 'accused' in window)).toBe(false);
});

test('choosing a task in a processing row clears the facility and filters its choices; before a task there is none', async () => {
  const product = await richProduct();
  const page = await visit(`/products/${product.id}`);
  await page.getByRole('button', { name: '製品加工に行を追加' }).click();
  const at = product.product_processings.length + 1;
  const facility = page.getByRole('combobox', { name: `製品加工 ${at} 生産設備` });
  await eventually(() => facility.getAttribute('aria-disabled')).toBe('true');
  const task = page.getByRole('combobox', { name: `製品加工 ${at} 工程` });
  const tasks = await optionsOf(page, task);
  expect(tasks.filter((name) => !name.includes('5131'))).toEqual([]);
  await page.getByRole('option').first().click();
  await eventually(() => facility.getAttribute('aria-disabled')).not.toBe('true');
  const facilities = await optionsOf(page, facility);
  expect(facilities.filter((name) => !name.includes('320-07'))).toEqual([]);
  await page.getByRole('option', { name: facilities[0] as string, exact: true }).click();
  await eventually(() => facility.innerText()).toBe(facilities[0]);
  await optionsOf(page, task);
  await page.getByRole('option').nth(1).click();
  await eventually(async () => (await facility.innerText()).replace(/\u200b/g, '').trim()).toBe('');
  await eventually(() => save(page).isDisabled()).toBe(true);
});

test('a new heat treatment row has the defaults of the specification, and needs a task', async () => {
  const product = await richProduct();
  const page = await visit(`/products/${product.id}`);
  await page.getByRole('button', { name: '熱処理に行を追加' }).click();
  const at = product.heat_treatments.length + 1;
  for (const [label, value] of Object.entries({ '温度(℃)': '0', '保持時間(h)': '0', '冷却時間(h)': '0', '待ち日数(日)': '1' })) {
    await eventually(() => field(page, `熱処理 ${at} ${label}`).inputValue()).toBe(value);
  }
  await eventually(() => page.getByRole('combobox', { name: `熱処理 ${at} 冷却方法` }).innerText()).toBe('空冷');
  const tasks = await optionsOf(page, page.getByRole('combobox', { name: `熱処理 ${at} 工程` }));
  expect(tasks.filter((name) => !/3123|3153/.test(name))).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
  await page.keyboard.press('Tab');
  await page.getByText('この項目は必須です。').waitFor();
  const days = page.getByRole('group', { name: `熱処理 ${at} 基本実施曜日` }).getByRole('button');
  await eventually(() => days.allInnerTexts()).toEqual(['月', '火', '水', '木', '金', '土', '日']);
});

/** The message under an input. */
const messageAt = (page: Page, input: Locator) => () =>
  page.locator('.ra-input:not(.RaArrayInput-root)', { has: input }).locator('.MuiFormHelperText-root').innerText();

test('refusals of the server stand under their field and under their nested row', async () => {
  const product = await richProduct();
  const other = (await products()).find(({ id }) => id !== product.id);
  const page = await visit(`/products/${product.id}`);
  for (const row of [1, 2]) {
    await page.getByRole('button', { name: '解枠に行を追加' }).click();
    await optionsOf(page, page.getByRole('combobox', { name: `解枠 ${product.demoldings.length + row} 工程` }));
    await page.getByRole('option').last().click();
  }
  await save(page).click();
  const twice = page.getByRole('combobox', { name: `解枠 ${product.demoldings.length + 2} 工程` });
  await eventually(messageAt(page, twice)).toBe('同じ工程と設備の行が重複しています。');
  await page.getByRole('button', { name: `解枠の${product.demoldings.length + 2}行目を削除` }).click();
  await field(page, '製品コード').fill(String(other?.product_code));
  await save(page).click();
  await page.getByText(/登録されています。$/).waitFor();
  await eventually(() => field(page, '製品コード').getAttribute('aria-invalid')).toBe('true');
});

test('a number beyond the limits of the contract is refused at its cell, before it is sent, in the words of the import', async () => {
  const product = await richProduct();
  const page = await visit(`/products/${product.id}`);
  const temperature = field(page, '熱処理 1 温度(℃)');
  const { max } = FIELDS.products.heat_treatments.fields.temperature;
  await temperature.fill(String(max + 1));
  await eventually(messageAt(page, temperature)).toBe(`${max}以下の値を入力してください。`);
  await eventually(() => save(page).isDisabled()).toBe(true);
  await temperature.fill('1,000');
  await eventually(() => save(page).isDisabled()).toBe(false);
  await field(page, '熱処理 1 待ち日数(日)').fill('1.5');
  await eventually(messageAt(page, field(page, '熱処理 1 待ち日数(日)'))).toBe('整数を入力してください。');
  await field(page, '奥行(m)').fill('大きい');
  await eventually(messageAt(page, field(page, '奥行(m)'))).toBe('数値を入力してください。');
});

test('the first click after a row was added is heard, though its required field speaks up under it', async () => {
  const product = await richProduct();
  const page = await visit(`/products/${product.id}`);
  const add = page.getByRole('button', { name: '解枠に行を追加' });
  const rows = () => page.getByRole('button', { name: /^解枠の\d+行目を削除$/ }).count();
  const before = product.demoldings.length;
  await eventually(rows).toBe(before);
  await add.click();
  await eventually(rows).toBe(before + 1);
  await add.hover();
  const pressed = await add.boundingBox();
  await page.mouse.down();
  await page.getByText('この項目は必須です。').waitFor();
  expect(await add.boundingBox()).toEqual(pressed);
  await page.mouse.up();
  await eventually(rows).toBe(before + 2);
});

test('a form that cannot be saved yet says so beside the grey button, and leads to what is missing', async () => {
  const product = await richProduct();
  const page = await visit(`/products/${product.id}`);
  await page.getByRole('button', { name: '解枠に行を追加' }).click();
  await page.getByText('入力が足りない項目、または誤りのある項目があるため保存できません。').waitFor();
  await eventually(() => save(page).isDisabled()).toBe(true);
  await page.getByRole('button', { name: '該当の項目を表示' }).click();
  await page.getByText('この項目は必須です。').waitFor();
  const missing = page.getByRole('combobox', { name: `解枠 ${product.demoldings.length + 1} 工程` });
  await eventually(() => missing.evaluate((field) => field === document.activeElement)).toBe(true);
});

test('no weekday chosen is said to be every day', async () => {
  const product = await richProduct();
  const page = await visit(`/products/${product.id}`);
  await page.getByRole('button', { name: '熱処理に行を追加' }).click();
  const days = page.getByRole('group', { name: `熱処理 ${product.heat_treatments.length + 1} 基本実施曜日` });
  const said = page.locator('li').filter({ has: days }).getByText('毎日');
  await said.waitFor();
  await days.getByRole('button', { name: '月' }).click();
  await said.waitFor({ state: 'hidden' });
});

test('the rows of a list keep their identity through a save', async () => {
  const product = await richProduct();
  const page = await visit(`/products/${product.id}`);
  await field(page, '熱処理 1 保持時間(h)').fill('7');
  await save(page).click();
  await page.getByText('製品を変更しました。').waitFor();
  const ids = (one: Product) => one.heat_treatments.map(({ id }) => id);
  expect(ids(await stage.read<Product>(`/api/products/${product.id}/`))).toEqual(ids(product));
});

test('unsaved changes are not lost by a click: stay, or leave without saving', async () => {
  const product = await richProduct();
  const page = await visit('/products');
  await page.goto(`${stage.server.url}/products/${product.id}`);
  await field(page, '得意先名').fill('まだ保存していない');
  const question = page.getByRole('dialog', { name: '保存していない変更があります。' });
  await page.getByRole('link', { name: '戻る' }).click();
  await question.getByRole('button', { name: '移動しない' }).click();
  await question.waitFor({ state: 'hidden' });
  await eventually(() => field(page, '得意先名').inputValue()).toBe('まだ保存していない');
  await page.getByRole('link', { name: '戻る' }).click();
  await question.getByRole('button', { name: '保存せずに移動' }).click();
  await page.waitForURL('**/products');
  expect((await stage.read<Product>(`/api/products/${product.id}/`)).customer_name).not.toBe('まだ保存していない');
});

test('who saved second is told, and may read what is there now', async () => {
  const product = await richProduct();
  const page = await visit(`/products/${product.id}`);
  await field(page, '得意先名').fill('あとの人');
  await stage.server.call('PATCH', `/api/products/${product.id}/`, {
    token: await stage.server.token(),
    body: { customer_name: '先の人' },
  });
  await save(page).click();
  await page.getByRole('dialog').getByRole('button', { name: '最新の内容を読み込む' }).click();
  await eventually(() => field(page, '得意先名').inputValue()).toBe('先の人');
});

test('a product is deleted after a question', async () => {
  const { body } = await stage.server.call('POST', '/api/products/', {
    token: await stage.server.token(),
    body: { product_code: 'ZZZ-0001', product_name: '消される製品' },
  });
  const page = await visit(`/products/${(body as Product).id}`);
  await page.getByRole('button', { name: '削除', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '削除しますか？' });
  await dialog.getByText('ZZZ-0001 消される製品').waitFor();
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: '削除', exact: true }).click();
  await dialog.getByRole('button', { name: '削除' }).click();
  await page.getByText('製品を削除しました。').waitFor();
  await page.waitForURL('**/products');
  expect(await stage.read('/api/products/?product_code_search=ZZZ-0001')).toMatchObject({ count: 0 });
});

test('a product is changed by keyboard alone', async () => {
  const product = await richProduct();
  const page = await visit('/products');
  await rowsOf(page).first().waitFor();
  await page.getByLabel('製品識別コード').focus();
  await page.keyboard.type(product.product_code);
  await page.keyboard.press('Enter');
  await eventually(() => rowsOf(page).count()).toBe(1);
  await tabTo(page, page.getByRole('link', { name: /詳細$/ }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/products\/\d+$/);
  await field(page, '製品名').waitFor();
  await tabTo(page, field(page, '製品名'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('キーボードだけの製品');
  await page.keyboard.press('Enter');
  await page.getByText('製品を変更しました。').waitFor();
  expect((await stage.read<Product>(`/api/products/${product.id}/`)).product_name).toBe('キーボードだけの製品');
});
