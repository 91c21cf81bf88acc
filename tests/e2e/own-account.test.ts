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

test('everybody changes their own password from the menu behind their name, and goes on', async () => {
  const page = await visit('/products', { as: id });
  const elsewhere = await visit('/orders', { as: id });
  await elsewhere.locator('tbody tr').first().waitFor();
  await page.getByRole('button', { name: '利用者' }).click();
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

test('whoever signs in next at the same machine finds no conditions of the one before', async () => {
  const page = await visit('/products', { as: id });
  await page.getByLabel('製品名').first().fill('インペラ');
  await page.getByRole('button', { name: '検索' }).click();
  await page.waitForURL('**/products?**');
  await page.getByRole('link', { name: 'ログアウト' }).click();
  await page.waitForURL('**/login');
  await page.getByPlaceholder('社員ID').fill('1002');
  await page.getByLabel('パスワード').fill(PASSWORD);
  await page.getByLabel('パスワード').press('Enter');
  await page.waitForURL('**/products');
  await page.locator('tbody tr').first().waitFor();
  await eventually(() => page.getByLabel('製品名').first().inputValue()).toBe('');
});
