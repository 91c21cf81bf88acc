import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { browserStage, eventually, violations } from '../support/browser.ts';

const stage = browserStage('short');
const { visit } = stage;

const PASSWORD = 'foundry-demo';
let made = 7000;
let id = '';
beforeEach(async () => {
  made += 1;
  id = String(made);
  await stage.server.services.addEmployee({ employee_id: id, name: '試験 太郎', permission: 'master_admin', password: PASSWORD });
});

const login = async (password: string): Promise<number> =>
  (await stage.server.call('POST', '/api/login/', { body: { employee_id: id, password } })).status;
/** The page of one's own row. */
async function ownRow(): Promise<Page> {
  const row = await stage.server.db('employees').where({ employee_id: id }).first();
  const page = await visit(`/employees/${row.id}`, { as: id });
  await eventually(() => page.getByRole('textbox', { name: '社員ID' }).inputValue()).toBe(id);
  return page;
}

test('everybody changes their own password from the menu behind their name, and goes on', async () => {
  const page = await visit('/products', { as: id });
  const elsewhere = await visit('/orders', { as: id });
  await elsewhere.locator('tbody tr').first().waitFor();
  await page.getByRole('button', { name: '利用者 試験 太郎' }).click();
  await page.getByRole('menuitem', { name: 'パスワードを変更' }).click();
  await page.waitForURL('**/password');
  const fill = async (current: string, next: string, again: string): Promise<void> => {
    await page.getByLabel(/^現在のパスワード/).fill(current);
    await page.getByLabel(/^新しいパスワード(?!\()/).fill(next);
    await page.getByLabel(/^新しいパスワード\(確認\)/).fill(again);
    await page.getByRole('button', { name: 'パスワードを変更' }).click();
  };
  expect(await violations(page)).toEqual([]);
  await fill(PASSWORD, 'atarashii-kagi', 'chigau-kagi');
  await page.getByText('パスワードが一致しません。').waitFor();
  await fill('wrong-password', 'password1', 'password1');
  await page.getByText('現在のパスワードが正しくありません。').waitFor();
  await page.getByText('よく使われているパスワードのため使用できません。').waitFor();
  await fill(PASSWORD, 'atarashii-kagi', 'atarashii-kagi');
  await page.waitForURL('**/products');
  await page.getByText('パスワードを変更しました。').waitFor();
  await page.locator('tbody tr').first().waitFor();
  expect([await login(PASSWORD), await login('atarashii-kagi')]).toEqual([400, 200]);
  await elsewhere.getByRole('link', { name: '製品一覧' }).click();
  await elsewhere.waitForURL('**/login');
  await elsewhere.getByText('社員ID・権限・パスワードのいずれかが変更されたため、ログアウトしました。').waitFor();
});

test('a change of one’s own name is saved without a question, of the password and to delete oneself with one; the login page says why one is there', async () => {
  const page = await ownRow();
  const save = page.getByRole('button', { name: '保存' });
  await page.getByRole('textbox', { name: '氏名' }).fill('試験 三郎');
  await save.click();
  await page.waitForURL('**/employees');
  await page.getByText('社員を変更しました。').waitFor();
  await page.getByRole('link', { name: '試験 三郎 詳細' }).click();
  await page.getByLabel('パスワード', { exact: true }).fill('atarashii-kagi');
  await save.click();
  const question = page.getByRole('dialog');
  await question.getByText('自分の社員情報を変更しますか？').waitFor();
  await question.getByRole('button', { name: 'キャンセル' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await login(PASSWORD)).toBe(200);
  await save.click();
  await question.getByRole('button', { name: '変更してログアウト' }).click();
  await page.waitForURL('**/login');
  await page.getByText('自分の社員情報を変更したため、ログアウトしました。変更後の内容でログインしてください。').waitFor();
  await page.getByPlaceholder('社員ID').fill(id);
  await page.getByLabel('パスワード').fill('atarashii-kagi');
  await page.getByLabel('パスワード').press('Enter');
  await page.getByRole('link', { name: '試験 三郎 詳細' }).click();
  await page.getByRole('button', { name: '削除' }).click();
  await question.getByText('自分自身を削除しますか？').waitFor();
  await question.getByRole('button', { name: '削除' }).click();
  await page.waitForURL('**/login');
  await page.getByText('自分の社員情報を削除したため、ログアウトしました。').waitFor();
  expect(await login('atarashii-kagi')).toBe(400);
});
