import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FORM } from '../../admin/texts/parts.ts';
import { FIELDS } from '../../server/contract/fields.ts';
import type { Success } from '../../server/contract/handlers.ts';
import { browserStage, eventually } from '../support/browser.ts';
import { isFocused } from '../support/page.ts';
import { goTo } from '../support/tabs.ts';
import { field, optionsOf, save, tabTo } from './forms.ts';
import { rowsOf } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;

type Product = Success<'getProduct'>;
const read = (id: number): Promise<Product> => stage.read(`/api/products/${id}/`);

/** A product with at least one heat treatment and one processing row, and the code of another one. */
async function richProduct(): Promise<Product & { taken: string }> {
  const all = await stage.list<Product>('/api/products/');
  for (const { id } of all) {
    const product = await read(id);
    if (product.heat_treatments.length > 0 && product.product_processings.length > 0)
      return { ...product, taken: all.find((other) => other.id !== id)!.product_code };
  }
  throw new Error('the demo has no such product');
}

/** The message under an input. */
const messageAt = (page: Page, input: Locator) => () =>
  page.locator('.ra-input:not(.RaArrayInput-root)', { has: input }).locator('.MuiFormHelperText-root').innerText();

test('a product is saved as a whole: what is missing is said and led to, refusals stand under their field and row, rows stay the same ones', async () => {
  const product = await richProduct();
  const page = await visit(`/products/${product.id}`);
  await field(page, '製品名').fill('試験用の羽根車');
  await field(page, '熱処理 1 温度(℃)').fill('９８０');
  const rows = () => page.getByRole('button', { name: /^解枠の\d+行目を削除$/ }).count();
  const before = product.demoldings.length;
  await eventually(rows).toBe(before);
  const add = page.getByRole('button', { name: '解枠に行を追加' });
  await add.click();
  await page.getByText(FORM.incomplete).waitFor();
  await eventually(() => save(page).isDisabled()).toBe(true);
  await page.getByRole('button', { name: '該当の項目を表示' }).click();
  const task = (row: number) => page.getByRole('combobox', { name: `解枠 ${before + row} 工程` });
  await isFocused(task(1));
  await eventually(() => field(page, `解枠 ${before + 1} 解枠時間(h)`).inputValue()).toBe('0');
  const choices = await optionsOf(page, task(1));
  expect(choices.filter((choice) => !/^(320-3121-060|340-3151-040) /.test(choice))).toEqual([]);
  await page.getByRole('option').last().click();
  await add.click();
  await optionsOf(page, task(2));
  await page.getByRole('option').last().click();
  await save(page).click();
  await eventually(messageAt(page, task(2))).toBe('同じ工程と設備の行が重複しています。');
  await page.getByRole('button', { name: `解枠の${before + 2}行目を削除` }).click();
  await field(page, '製品コード').fill(product.taken);
  await save(page).click();
  await page.getByText(/登録されています。$/).waitFor();
  await eventually(() => field(page, '製品コード').getAttribute('aria-invalid')).toBe('true');
  await field(page, '製品コード').fill(product.product_code);
  await save(page).click();
  await page.getByText('製品を変更しました。').waitFor();
  await page.waitForURL('**/products');
  const saved = await read(product.id);
  expect(saved).toMatchObject({
    product_name: '試験用の羽根車',
    heat_treatments: [{ temperature: 980 }, ...product.heat_treatments.slice(1)],
  });
  expect(saved.demoldings).toHaveLength(before + 1);
  expect(saved.heat_treatments.map(({ id }) => id)).toEqual(product.heat_treatments.map(({ id }) => id));
  // A form that was just opened accuses nobody before it has been judged.
  await page.evaluate((words) => {
    const look = () => document.body.textContent?.includes(words) && Object.assign(window, { accused: true });
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  }, FORM.incomplete);
  await rowsOf(page).first().getByRole('link').click();
  await eventually(() => field(page, '製品名').inputValue()).not.toBe('');
  expect(await page.evaluate(() => 'accused' in window)).toBe(false);
});

test('a new treatment has the defaults of the specification; a facility goes with its task; beyond the contract is refused at its cell; the first click after a row is heard', async () => {
  const product = await richProduct();
  const page = await visit(`/products/${product.id}`);
  await page.getByRole('button', { name: '熱処理に行を追加' }).click();
  const at = product.heat_treatments.length + 1;
  for (const [label, value] of Object.entries({ '温度(℃)': '0', '保持時間(h)': '0', '冷却時間(h)': '0', '待ち日数(日)': '1' }))
    await eventually(() => field(page, `熱処理 ${at} ${label}`).inputValue()).toBe(value);
  await eventually(() => page.getByRole('combobox', { name: `熱処理 ${at} 冷却方法` }).innerText()).toBe('空冷');
  const days = page.getByRole('group', { name: `熱処理 ${at} 基本実施曜日` });
  const said = page.locator('li').filter({ has: days }).getByText('毎日');
  await said.waitFor();
  await days.getByRole('button', { name: '月' }).click();
  await said.waitFor({ state: 'hidden' });
  const heats = await optionsOf(page, page.getByRole('combobox', { name: `熱処理 ${at} 工程` }));
  expect(heats.filter((name) => !/3123|3153/.test(name))).toEqual([]);
  await page.getByRole('option').first().click();

  const temperature = field(page, '熱処理 1 温度(℃)');
  const { max } = FIELDS.products.heat_treatments.fields.temperature;
  await temperature.fill(String(max + 1));
  await eventually(messageAt(page, temperature)).toBe(`${max}以下の値を入力してください。`);
  await eventually(() => save(page).isDisabled()).toBe(true);
  await temperature.fill('1,000');
  await eventually(() => save(page).isDisabled()).toBe(false);
  await field(page, '奥行(m)').fill('大きい');
  await eventually(messageAt(page, field(page, '奥行(m)'))).toBe('数値を入力してください。');

  const add = page.getByRole('button', { name: '製品加工に行を追加' });
  const row = product.product_processings.length + 1;
  const facility = page.getByRole('combobox', { name: `製品加工 ${row} 生産設備` });
  await add.click();
  await eventually(() => facility.getAttribute('aria-disabled')).toBe('true');
  // Its required field speaks up while the button is pressed again.
  await add.hover();
  const pressed = await add.boundingBox();
  await page.mouse.down();
  await page.getByText('この項目は必須です。').first().waitFor();
  expect(await add.boundingBox()).toEqual(pressed);
  await page.mouse.up();
  await page.getByRole('button', { name: `製品加工の${row + 1}行目を削除` }).waitFor();
  const task = page.getByRole('combobox', { name: `製品加工 ${row} 工程` });
  await optionsOf(page, task);
  await page.getByRole('option').first().click();
  await eventually(() => facility.getAttribute('aria-disabled')).not.toBe('true');
  const [first] = await optionsOf(page, facility);
  await page.getByRole('option', { name: first!, exact: true }).click();
  await eventually(() => facility.innerText()).toBe(first);
  await optionsOf(page, task);
  await page.getByRole('option').nth(1).click();
  await eventually(async () => (await facility.innerText()).replace(/\u200b/g, '').trim()).toBe('');
});

test('unsaved changes are not lost by a click; who saved second is told, and may read what is there now', async () => {
  const product = await richProduct();
  const page = await visit('/products');
  await page.evaluate(goTo, `/products/${product.id}`);
  await field(page, '得意先名').fill('あとの人');
  const question = page.getByRole('dialog', { name: '保存していない変更があります。' });
  const back = page.getByRole('link', { name: '戻る' });
  await back.click();
  await question.getByRole('button', { name: '移動しない' }).click();
  await question.waitFor({ state: 'hidden' });
  await eventually(() => field(page, '得意先名').inputValue()).toBe('あとの人');
  await stage.elsewhere('1001', 'PATCH', `/api/products/${product.id}/`, { customer_name: '先の人' });
  await save(page).click();
  await page.getByRole('dialog').getByRole('button', { name: '最新の内容を読み込む' }).click();
  await eventually(() => field(page, '得意先名').inputValue()).toBe('先の人');
  await field(page, '得意先名').fill('まだ保存していない');
  await back.click();
  await question.getByRole('button', { name: '保存せずに移動' }).click();
  await page.waitForURL('**/products');
  expect((await read(product.id)).customer_name).toBe('先の人');
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
  expect((await read(product.id)).product_name).toBe('キーボードだけの製品');
});
