import { expect, test } from 'vitest';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { logIn } from '../support/page.ts';
import { goTo, leadTo } from '../support/tabs.ts';
import { rowsOf } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;

test('sign-in: errors under their field, then /products; sign-out by the menu', async () => {
  const page = await visit('/products', { as: null });
  await page.waitForURL('**/login');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'ログイン' }).click();
  await eventually(() => page.getByText('この項目は必須です。').count()).toBe(2);
  await logIn(page, '1002', 'wrong-password');
  await page.getByText('社員IDまたはパスワードが正しくありません。').waitFor();
  await logIn(page, '1002');
  await page.waitForURL('**/products');
  await page.getByText('生産計画担当').waitFor();
  await page.getByRole('link', { name: 'ログアウト' }).click();
  await page.waitForURL('**/login');
  await page.goto(`${stage.server.url}/orders`);
  await page.waitForURL('**/login');
});

test('signing out in one tab leads the others to the login page, which says why', async () => {
  const page = await visit('/products');
  await rowsOf(page).first().waitFor();
  const other = await page.context().newPage();
  await other.goto(`${stage.server.url}/orders`);
  await rowsOf(other).first().waitFor();
  await page.getByRole('link', { name: 'ログアウト' }).click();
  await page.waitForURL('**/login');
  await other.waitForURL('**/login');
  await other.getByText('別のタブでログアウトしました。').waitFor();
  await eventually(() => other.title()).toBe('ログイン | 生産計画立案システム');
});

test('an unknown address, and one for other roles, lead to the not-found page, and that back into the program', async () => {
  const lost = await visit('/not_found');
  expect((await lost.goto(`${stage.server.url}/no-such-page`))?.status()).toBe(404);
  await lost.getByText('ページが見つけられませんでした。').waitFor();
  await lost.getByRole('link').click();
  await lost.waitForURL('**/products');
  for (const [path, who] of [
    ['/gantt/no-such-page', '1001'],
    ['/outsourcings/add', '1003'],
    ['/audit', '1004'],
  ] as const) {
    const page = await visit('/imports', { as: who });
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
    await page.evaluate(goTo, path);
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
  expect(await violations(asking)).toEqual([]);
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
  expect(await violations(asking)).toEqual([]);
  await asking.getByLabel('新しいパスワード', { exact: true }).fill('atarashii-kagi');
  await asking.getByLabel('新しいパスワード(確認)').fill('chigau-kagi');
  await asking.getByRole('button', { name: 'パスワードを変更' }).click();
  await asking.getByText('パスワードが一致しません。').waitFor();
  await asking.getByLabel('新しいパスワード(確認)').fill('atarashii-kagi');
  await asking.getByRole('button', { name: 'パスワードを変更' }).click();
  await asking.getByText('パスワードを変更しました。').waitFor();
  await asking.reload();
  await asking.getByText('このリンクは使用済みか、有効期限が切れています。').waitFor();
  expect([await login('1004', 'atarashii-kagi'), await login('1004', 'foundry-demo')]).toEqual([200, 400]);
  await stage.server.services.resetPassword('1004', 'foundry-demo');
});

const PASSWORD = 'foundry-demo';
let made = 7000;
/** Somebody who is not of the demo. */
async function somebody(): Promise<string> {
  made += 1;
  const employee_id = String(made);
  await stage.server.services.addEmployee({ employee_id, name: '試験 太郎', permission: 'master_admin', password: PASSWORD });
  return employee_id;
}
const login = async (employee_id: string, password: string): Promise<number> =>
  (await stage.server.call('POST', '/api/login/', { body: { employee_id, password } })).status;

test('everybody changes their own password from the menu behind their name, and goes on', async () => {
  const id = await somebody();
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
  expect([await login(id, PASSWORD), await login(id, 'atarashii-kagi')]).toEqual([400, 200]);
  await elsewhere.getByRole('link', { name: '製品一覧' }).click();
  await elsewhere.waitForURL('**/login');
  await elsewhere.getByText('社員ID・権限・パスワードのいずれかが変更されたため、ログアウトしました。').waitFor();
});

test('a change of one’s own name is saved without a question, of the password and to delete oneself with one; the login page says why one is there', async () => {
  const id = await somebody();
  const { id: row } = await stage.server.db('employees').where({ employee_id: id }).first('id');
  const page = await visit(`/employees/${row}`, { as: id });
  await eventually(() => page.getByRole('textbox', { name: '社員ID' }).inputValue()).toBe(id);
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
  expect(await login(id, PASSWORD)).toBe(200);
  await save.click();
  await question.getByRole('button', { name: '変更してログアウト' }).click();
  await page.waitForURL('**/login');
  await page.getByText('自分の社員情報を変更したため、ログアウトしました。変更後の内容でログインしてください。').waitFor();
  // A login loads the whole page anew.
  await Promise.all([page.waitForEvent('load'), logIn(page, id, 'atarashii-kagi')]);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await leadTo(page, `/employees/${row}`, '社員編集');
  await page.getByRole('button', { name: '削除' }).click();
  await question.getByText('自分自身を削除しますか？').waitFor();
  await question.getByRole('button', { name: '削除' }).click();
  await page.waitForURL('**/login');
  await page.getByText('自分の社員情報を削除したため、ログアウトしました。').waitFor();
  expect(await login(id, 'atarashii-kagi')).toBe(400);
});
