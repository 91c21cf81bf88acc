import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { leadTo } from '../support/tabs.ts';
import { rowsOf } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;

/** Expects that a control stands there, disabled and with the pointer of what is not allowed. */
async function forbidden(control: Locator): Promise<void> {
  const look = () =>
    control.evaluate((element) => {
      let refuses = false;
      for (let at: Element | null = element; at; at = at.parentElement) refuses ||= getComputedStyle(at).cursor === 'not-allowed';
      return { disabled: element.matches(':disabled, [aria-disabled=true]'), refuses };
    });
  await eventually(look).toEqual({ disabled: true, refuses: true });
}
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true }).first();

test('who may only read finds imports, deletions and forms disabled, and is told why', async () => {
  const page = await visit('/orders', { as: '1004' });
  await forbidden(button(page, 'ファイルを選択'));
  await forbidden(button(page, 'インポート'));
  await forbidden(button(page, '全オーダー削除'));
  await leadTo(page, '/order_tasks', '工程情報一覧');
  await forbidden(button(page, '全工程情報削除'));
  await leadTo(page, '/casting', '鋳込み一覧');
  await forbidden(button(page, '全鋳込み削除'));
  await leadTo(page, '/products/1', '製品編集');
  await forbidden(button(page, '保存'));
  await forbidden(button(page, '削除'));
  await forbidden(button(page, '解枠に行を追加'));
  await forbidden(page.getByRole('textbox', { name: '製品名' }));
  await leadTo(page, '/facilities/1', '設備編集');
  await forbidden(button(page, '保存'));
  await leadTo(page, '/facility_availability', '設備稼働');
  await forbidden(button(page, '保存'));
  await leadTo(page, '/holidays', '休日カレンダー');
  const day = page.getByRole('button', { name: /休日/ }).last();
  await eventually(() => day.isDisabled()).toBe(true);
  await leadTo(page, '/employees', '社員一覧');
  await rowsOf(page).first().waitFor();
  expect(await page.getByRole('link', { name: /詳細$/ }).count()).toBe(0);
  await forbidden(page.getByRole('link', { name: '追加' }));
});

test('who may only read can read: no violation where buttons are signs on a phone; partners are edited by who asks them for work, added by masters', async () => {
  const page = await visit('/employees/1', { as: '1004', width: 360, height: 740 });
  await forbidden(page.getByRole('button', { name: '削除' }));
  expect(await violations(page)).toEqual([]);
  await leadTo(page, '/outsourcings/1', '外注編集');
  await eventually(() => page.getByRole('textbox', { name: '外注名' }).isDisabled()).toBe(true);
  const partners = await visit('/outsourcings', { as: '1003' });
  await forbidden(partners.getByRole('link', { name: '追加' }));
  await partners.getByRole('link', { name: /詳細$/ }).first().click();
  await eventually(() => partners.getByRole('textbox', { name: '外注名' }).isDisabled()).toBe(false);
});
