import { expect, test } from 'vitest';
import { browserStage, eventually, still } from '../support/browser.ts';
import { rowsOf, search } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;

test('sign-in: errors under their field, then /products; sign-out by the menu', async () => {
  const page = await visit('/products', { as: null });
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'ログイン' }).click();
  await eventually(() => page.getByText('この項目は必須です。').count()).toBe(2);
  await page.getByPlaceholder('社員ID').fill('1002');
  await page.getByLabel('パスワード').fill('wrong-password');
  await page.getByRole('button', { name: 'ログイン' }).click();
  await page.getByText('社員IDまたはパスワードが正しくありません。').waitFor();
  await page.getByLabel('パスワード').fill('foundry-demo');
  await page.getByLabel('パスワード').press('Enter');
  await page.waitForURL('**/products');
  await page.getByText('生産計画担当').waitFor();
  await page.getByRole('link', { name: 'ログアウト' }).click();
  await page.waitForURL('**/login');
  await page.goto(`${stage.server.url}/orders`);
  await page.waitForURL('**/login');
});

test('a lost session leads to the login page with a sentence', async () => {
  const page = await visit('/products');
  await rowsOf(page).first().waitFor();
  await page.evaluate(() => localStorage.setItem('production-planner.token', 'no-longer-known'));
  await page.goto(`${stage.server.url}/orders`);
  await page.waitForURL('**/login');
  await page.getByText('セッションの有効期限が切れました。もう一度ログインしてください。').waitFor();
  await eventually(() => page.evaluate(() => localStorage.getItem('production-planner.token'))).toBe(null);
});

test('signing out in one tab leads the others to the login page, which says why; no condition of theirs is kept', async () => {
  const page = await visit('/products');
  await rowsOf(page).first().waitFor();
  const other = await page.context().newPage();
  await other.goto(`${stage.server.url}/orders`);
  await search(other, { 製番: '026' });
  await rowsOf(other).first().waitFor();
  await page.getByRole('link', { name: 'ログアウト' }).click();
  await page.waitForURL('**/login');
  await other.waitForURL('**/login');
  await other.getByText('別のタブでログアウトしました。').waitFor();
  await eventually(() => other.title()).toBe('ログイン | 生産計画立案システム');
  const kept = () => other.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('.listParams')));
  await eventually(kept).toEqual([]);
});

test('an unknown address is not found, and leads back into the program', async () => {
  const page = await visit('/not_found');
  expect((await page.goto(`${stage.server.url}/no-such-page`))?.status()).toBe(404);
  await page.getByText('ページが見つけられませんでした。').waitFor();
  await page.getByRole('link').click();
  await page.waitForURL('**/products');
});

test('an unknown address of a screen, and one for other roles, lead to the not-found page', async () => {
  for (const [path, who] of [
    ['/gantt/no-such-page', '1001'],
    ['/outsourcings/add', '1003'],
    ['/employees/add', '1002'],
    ['/audit', '1004'],
  ] as const) {
    const page = await visit('/not_found', { as: who });
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
    await page.goto(`${stage.server.url}${path}`);
    await page.waitForURL('**/not_found');
    await page.getByText('ページが見つけられませんでした。').waitFor();
    await still(page);
    // A call that the role may not make would sign out.
    expect(refused).toEqual([]);
  }
});

test('a forgotten password: the request, the link of the admin, the new password, once', async () => {
  const asking = await visit('/login', { as: null });
  await asking.getByRole('link', { name: 'パスワードを忘れたとき' }).click();
  await asking.getByLabel('社員ID').fill('1004');
  await asking.getByRole('button', { name: '依頼する' }).click();
  await asking.getByText('依頼を受け付けました。').waitFor();
  const page = await visit('/employees');
  await page.getByText('パスワードの再設定の依頼が1件あります。').waitFor();
  await page.getByRole('button', { name: 'パスワード再設定リンクを発行' }).click();
  const shown = page.getByRole('textbox', { name: 'パスワード再設定リンク' });
  await shown.waitFor();
  await still(page);
  const link = new URL(await shown.inputValue());
  await page.getByRole('button', { name: '閉じる' }).click();
  await page.getByText('パスワードの再設定の依頼が1件あります。').waitFor({ state: 'detached' });
  await asking.goto(`${stage.server.url}${link.pathname}${link.search}`);
  await asking.getByText('社員ID 1004').waitFor();
  await asking.getByLabel('新しいパスワード', { exact: true }).fill('atarashii-kagi');
  await asking.getByLabel('新しいパスワード(確認)').fill('chigau-kagi');
  await asking.getByRole('button', { name: 'パスワードを変更' }).click();
  await asking.getByText('パスワードが一致しません。').waitFor();
  await asking.getByLabel('新しいパスワード(確認)').fill('atarashii-kagi');
  await asking.getByRole('button', { name: 'パスワードを変更' }).click();
  await asking.getByText('パスワードを変更しました。').waitFor();
  await asking.reload();
  await asking.getByText('このリンクは使用済みか、有効期限が切れています。').waitFor();
  const login = (password: string) => stage.server.call('POST', '/api/login/', { body: { employee_id: '1004', password } });
  expect((await login('atarashii-kagi')).status).toBe(200);
  expect((await login('foundry-demo')).status).toBe(400);
  await stage.server.services.resetPassword('1004', 'foundry-demo');
});
