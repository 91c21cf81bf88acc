import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { leadTo } from '../support/tabs.ts';
import { field, save } from './forms.ts';
import { rowsOf } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;

/** Waits for a sentence in the colour of a success. */
const told = (page: Page, text: string): Promise<void> => page.locator('.RaNotification-success').getByText(text).waitFor();

test('a facility takes its tasks by name, and leads back to the Gantt chart when it was opened from there', async () => {
  const [facility] = await stage.list<{ id: number }>('/api/facilities/?active_only=1');
  const path = `/facilities/${facility!.id}`;
  const page = await visit(`${path}?from_gantt=true`);
  await field(page, '最大重量(kg)').fill('1234');
  await page.getByRole('combobox', { name: '対応工程' }).fill('ショット');
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await save(page).click();
  await page.getByText('設備を変更しました。').waitFor();
  await page.waitForURL('**/gantt');
  const saved = await stage.read<{ task_names: string[] }>(`/api${path}/`);
  expect(saved.task_names.some((name) => name.includes('ショット'))).toBe(true);
});

test('an outsourcing partner is added, changed and deleted; what was typed before the deletion is not asked about', async () => {
  const page = await visit('/outsourcings');
  await page.getByRole('link', { name: '追加' }).click();
  await field(page, '外注コード').fill('G999');
  await field(page, '外注名').fill('試験加工');
  await save(page).click();
  await told(page, '外注を追加しました。');
  await page.getByRole('link', { name: '試験加工 詳細' }).click();
  await field(page, '外注名').fill('試験加工所');
  await save(page).click();
  await told(page, '外注を変更しました。');
  await page.getByRole('link', { name: '試験加工所 詳細' }).click();
  await field(page, '外注名').fill('書きかけ');
  const dialog = page.getByRole('dialog', { name: '削除しますか？' });
  await page.getByRole('button', { name: '削除', exact: true }).click();
  await dialog.getByText('G999 試験加工所').waitFor();
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: '削除', exact: true }).click();
  await dialog.getByRole('button', { name: '削除' }).click();
  await told(page, '外注を削除しました。');
  await page.waitForURL(/\/outsourcings(\?|$)/);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('an employee is added as 一般 under an id of their own, signs in, and is changed', async () => {
  const page = await visit('/employees');
  await page.getByRole('link', { name: '追加' }).click();
  await eventually(() => page.getByRole('combobox', { name: '権限' }).innerText()).toBe('一般(閲覧)');
  await field(page, '社員ID').fill('1001');
  await field(page, '氏名').fill('試験 太郎');
  await field(page, 'フリガナ').fill('シケン タロウ');
  await field(page, 'パスワード').fill('himitsu-no-kagi');
  expect(await field(page, 'パスワード').getAttribute('type')).toBe('password');
  await save(page).click();
  await page.getByText(/登録されています。$/).waitFor();
  await field(page, '社員ID').fill('2001');
  await save(page).click();
  await page.getByText('社員を追加しました。').waitFor();
  const login = await stage.server.call('POST', '/api/login/', { body: { employee_id: '2001', password: 'himitsu-no-kagi' } });
  expect(login.status).toBe(200);
  await page.getByRole('link', { name: '試験 太郎 詳細' }).click();
  await page.getByText('変更する場合のみ入力').waitFor();
  await field(page, '氏名').fill('試験 次郎');
  await save(page).click();
  await page.getByText('社員を変更しました。').waitFor();
});

test.each([
  ['保存', '外注を変更しました。'],
  ['削除', '外注を削除しました。'],
])('what the end of a session kept from being written is not called done: %s', async (press, done) => {
  const [partner] = await stage.list<{ id: number }>('/api/outsourcings/?limit=1');
  const page = await visit(`/outsourcings/${partner!.id}`);
  await field(page, '外注名').fill('保存されない名');
  await stage.endSession(page);
  await page.getByRole('button', { name: press, exact: true }).click();
  if (press === '削除') await page.getByRole('dialog').getByRole('button', { name: press }).click();
  // The password is asked for in place; who does not want that leaves what he typed.
  await page.getByRole('button', { name: '入力を破棄してログイン画面へ' }).click();
  await page.waitForURL('**/login');
  await page.getByText('もう一度ログインしてください。').first().waitFor();
  expect(await page.getByText(done).count()).toBe(0);
});

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

test('who may only read finds no page of others in the menu, and imports, deletions and forms disabled', async () => {
  const page = await visit('/imports', { as: '1004' });
  const menu = page.getByRole('navigation', { name: 'メニュー' });
  await menu.getByRole('link', { name: 'マスタ点検' }).waitFor();
  expect(await menu.getByRole('link', { name: '変更履歴' }).count()).toBe(0);
  for (const [path, heading, ...names] of [
    ['/orders', 'オーダー一覧', 'ファイルを選択', 'インポート', '全オーダー削除'],
    ['/order_tasks', '工程情報一覧', '全工程情報削除'],
    ['/casting', '鋳込み一覧', '全鋳込み削除'],
    ['/facilities/1', '設備編集', '保存'],
    ['/facility_availability', '設備稼働', '保存'],
    ['/products/1', '製品編集', '保存', '削除', '解枠に行を追加', /1行目を削除$/],
  ] as const) {
    await leadTo(page, path, heading);
    for (const name of names) await forbidden(button(page, name));
  }
  await forbidden(page.getByRole('textbox', { name: '製品名' }));
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
