import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtAdmin, eventually, HAS_BROWSER, type Tab, type TestBrowser, testBrowser } from '../support/browser.ts';
import { type TestServer, testServer } from '../support/server.ts';

let server: TestServer;
let browser: TestBrowser;

const ADMIN = '1001';
const PLANNER = '1002';
const OUTSOURCING = '1003';
const READER = '1004';

async function visit(path: string, employeeId: string | null = ADMIN, dark = false): Promise<Tab> {
  const tab = await browser.open(server.url, employeeId, { dark });
  await tab.page.goto(`${server.url}${path}`);
  return tab;
}

/** Whether a control stands there, disabled and with the pointer of what is not allowed. */
async function isForbidden(control: Locator): Promise<boolean> {
  await control.waitFor();
  const cursor = await control.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) if (getComputedStyle(at).cursor === 'not-allowed') return true;
    return false;
  });
  const state = await control.evaluate((element) => element.matches(':disabled, [aria-disabled=true]'));
  return cursor && state;
}
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true }).first();

/** Every page of the admin with the words that tell that it is there. */
const PAGES: readonly [path: string, heading: string][] = [
  ['/gantt', '生産計画ガントチャート'],
  ['/facility-calendar', '設備別カレンダー'],
  ['/holidays', '休日カレンダー'],
  ['/products', '製品一覧'],
  ['/products/1', '製品編集'],
  ['/tasks', '工程一覧'],
  ['/orders', 'オーダー一覧'],
  ['/orders/1', 'オーダー詳細'],
  ['/order_tasks', '工程情報一覧'],
  ['/order_tasks/1', '工程情報詳細'],
  ['/casting', '鋳込み一覧'],
  ['/facilities', '設備一覧'],
  ['/facilities/1', '設備編集'],
  ['/facility_availability', '設備稼働'],
  ['/outsourcings', '外注一覧'],
  ['/outsourcings/add', '外注登録'],
  ['/outsourcings/1', '外注編集'],
  ['/employees', '社員一覧'],
  ['/employees/add', '社員登録'],
  ['/employees/1', '社員編集'],
  ['/master_check', 'マスタ点検'],
  ['/audit', '変更履歴'],
  ['/not_found', 'ページが見つかりません'],
];

/** Their own tests wait for what they draw; here the frame around an empty plan counts. */
const BOARDS = new Set(['/gantt', '/facility-calendar']);

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelectorAll('.MuiSkeleton-root, [aria-busy=true]').length === 0);
}

describe.skipIf(!HAS_BROWSER)('the shell of the admin, and who may do what', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    await builtAdmin();
    server = await testServer({ demo: { orders: 25, products: 20 } });
    browser = await testBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('sign-in: errors under their field, then /products; sign-out by the menu', async () => {
    const { page, troubles, context } = await visit('/products', null);
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
    await page.goto(`${server.url}/orders`);
    await page.waitForURL('**/login');
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('the drawer starts as a rail of 65 px, opens to 300, and closes when an entry is chosen', async () => {
    const { page, context } = await visit('/products');
    const drawer = page.getByRole('navigation', { name: 'メニュー' });
    expect((await drawer.boundingBox())?.width).toBe(65);
    await page.getByRole('button', { name: 'メニューを開く' }).click();
    await eventually(async () => (await drawer.boundingBox())?.width).toBe(300);
    expect(await drawer.getByRole('link', { name: '製品一覧' }).getAttribute('aria-current')).toBe('page');
    await drawer.getByRole('link', { name: 'オーダー一覧' }).click();
    await page.waitForURL('**/orders');
    await eventually(async () => (await drawer.boundingBox())?.width).toBe(65);
    await page.goto(`${server.url}/order_tasks/1`);
    expect(await drawer.getByRole('link', { name: '工程情報一覧' }).getAttribute('aria-current')).toBe('page');
    expect(await drawer.getByRole('link', { name: 'オーダー一覧' }).getAttribute('aria-current')).toBe(null);
    await context.close();
  });

  test('a lost session leads to the login page with a sentence', async () => {
    const { page, context } = await visit('/products');
    await settled(page);
    await page.evaluate(() => localStorage.setItem('production-planner.token', 'no-longer-known'));
    await page.goto(`${server.url}/orders`);
    await page.waitForURL('**/login');
    await page.getByText('セッションの有効期限が切れました。もう一度ログインしてください。').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('production-planner.token'))).toBe(null);
    await context.close();
  });

  test('an unknown address, and one for other roles, lead to the not-found page', async () => {
    for (const [path, who] of [
      ['/no-such-page', ADMIN],
      ['/outsourcings/add', OUTSOURCING],
      ['/employees/add', PLANNER],
      ['/audit', READER],
    ] as const) {
      const { page, context } = await visit(path, who);
      await page.waitForURL('**/not_found');
      await page.getByText('ページが見つけられませんでした。').waitFor();
      await context.close();
    }
  });

  test('the menu leaves out what a role may not open', async () => {
    const { page, context } = await visit('/products', READER);
    const menu = page.getByRole('navigation', { name: 'メニュー' });
    await menu.getByRole('link', { name: 'マスタ点検' }).waitFor();
    expect(await menu.getByRole('link', { name: '変更履歴' }).count()).toBe(0);
    await context.close();
  });

  test('who may only read finds imports, deletions and forms disabled, and is told why', async () => {
    const { page, troubles, context } = await visit('/orders', READER);
    expect(await isForbidden(button(page, 'ファイルを選択'))).toBe(true);
    expect(await isForbidden(button(page, 'インポート'))).toBe(true);
    expect(await isForbidden(button(page, '全オーダー削除'))).toBe(true);
    await page.goto(`${server.url}/order_tasks`);
    expect(await isForbidden(button(page, '全工程情報削除'))).toBe(true);
    await page.goto(`${server.url}/casting`);
    expect(await isForbidden(button(page, '全鋳込み削除'))).toBe(true);
    await page.goto(`${server.url}/products/1`);
    expect(await isForbidden(button(page, '保存'))).toBe(true);
    expect(await isForbidden(button(page, '削除'))).toBe(true);
    expect(await isForbidden(button(page, '解枠に行を追加'))).toBe(true);
    expect(await page.getByRole('textbox', { name: '製品名' }).isDisabled()).toBe(true);
    await page.goto(`${server.url}/facilities/1`);
    expect(await isForbidden(button(page, '保存'))).toBe(true);
    await page.goto(`${server.url}/facility_availability`);
    expect(await isForbidden(button(page, '保存'))).toBe(true);
    await page.goto(`${server.url}/holidays`);
    const day = page.getByRole('button', { name: /休日/ }).last();
    await eventually(() => day.isDisabled()).toBe(true);
    await page.goto(`${server.url}/employees`);
    await page.locator('tbody tr').first().waitFor();
    expect(await page.getByRole('link', { name: /詳細$/ }).count()).toBe(0);
    expect(await isForbidden(page.getByRole('link', { name: '追加' }))).toBe(true);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('outsourcing partners are edited by three roles, added by one', async () => {
    const [id] = [1];
    for (const [who, mayEdit] of [
      [ADMIN, true],
      [PLANNER, true],
      [OUTSOURCING, true],
      [READER, false],
    ] as const) {
      const { page, context } = await visit('/outsourcings', who);
      await settled(page);
      expect((await page.getByRole('link', { name: /詳細$/ }).count()) > 0).toBe(mayEdit);
      if (who !== ADMIN) expect(await isForbidden(page.getByRole('link', { name: '追加' }))).toBe(true);
      await page.goto(`${server.url}/outsourcings/${id}`);
      await page.getByRole('textbox', { name: '外注先名' }).waitFor();
      expect(await page.getByRole('textbox', { name: '外注先名' }).isDisabled()).toBe(!mayEdit);
      await context.close();
    }
  });

  test('a day is closed and opened again by a press; ?date= chooses the month', async () => {
    const { page, troubles, context } = await visit('/holidays?date=2026-06-15');
    await page.getByRole('heading', { name: '2026年6月' }).waitFor();
    const day = page.getByRole('button', { name: /^2026\/06\/17/ });
    await day.click();
    await eventually(() => day.getAttribute('aria-pressed')).toBe('true');
    expect(await day.innerText()).toContain('休日');
    await day.click();
    await eventually(() => day.getAttribute('aria-pressed')).toBe('false');
    await page.getByRole('button', { name: '翌月' }).click();
    await page.getByRole('heading', { name: '2026年7月' }).waitFor();
    await page.getByRole('button', { name: '前月' }).click();
    await page.getByRole('heading', { name: '2026年6月' }).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('availability: the week of today, Sunday first; only edited cells are saved; a header leads to its day', async () => {
    const { page, troubles, context } = await visit('/facility_availability');
    await page.getByRole('heading', { name: '2026年3月29日〜' }).waitFor();
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads.slice(1).map((text) => text.split('\n').at(-1))).toEqual([
      '日曜日',
      '月曜日',
      '火曜日',
      '水曜日',
      '木曜日',
      '金曜日',
      '土曜日',
    ]);
    await page.getByRole('button', { name: '翌週' }).click();
    await page.getByRole('heading', { name: '2026年4月5日〜' }).waitFor();
    await settled(page);
    const facility = await page.locator('tbody th').first().innerText();
    const cell = page.getByRole('textbox', { name: `${facility} 2026/04/08(水)の台数` });
    const before = await cell.inputValue();
    await cell.fill('7');
    await page.getByText('変更 1件').waitFor();
    const request = page.waitForRequest((one) => one.url().includes('set_availability'));
    await button(page, '保存').click();
    expect((await request).postDataJSON()).toEqual({ [facility]: { '2026-04-08': 7 } });
    await page.getByText('設備稼働を保存しました。').waitFor();
    await page.getByRole('button', { name: `${facility} 2026/04/08(水)を既定値に戻す` }).click();
    await button(page, '保存').click();
    await eventually(() => cell.inputValue()).toBe(before);
    await cell.fill('-1');
    expect(await button(page, '保存').isDisabled()).toBe(true);
    await page.getByRole('button', { name: '変更を取り消す' }).click();
    await page.getByRole('link', { name: '2026/04/08(水)の休日カレンダーを開く' }).click();
    await page.waitForURL('**/holidays?date=2026-04-08');
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a forgotten password: the request, the link of the admin, the new password, once', async () => {
    const asking = await visit('/login', null);
    await asking.page.getByRole('link', { name: 'パスワードを忘れたとき' }).click();
    await asking.page.getByLabel('社員ID').fill('1004');
    await asking.page.getByRole('button', { name: '依頼する' }).click();
    await asking.page.getByText('依頼を受け付けました。').waitFor();
    const { page, troubles, context } = await visit('/employees');
    await page.getByText('パスワードの再設定の依頼が1件あります。').waitFor();
    await page.getByRole('button', { name: 'パスワード再設定リンクを発行' }).click();
    const link = new URL(await page.getByRole('textbox', { name: 'パスワード再設定リンク' }).inputValue());
    const fresh = asking.page;
    await fresh.goto(`${server.url}${link.pathname}${link.search}`);
    await fresh.getByText('社員ID 1004').waitFor();
    await fresh.getByLabel('新しいパスワード', { exact: true }).fill('atarashii-kagi');
    await fresh.getByLabel('新しいパスワード(確認)').fill('chigau-kagi');
    await fresh.getByRole('button', { name: 'パスワードを変更' }).click();
    await fresh.getByText('パスワードが一致しません。').waitFor();
    await fresh.getByLabel('新しいパスワード(確認)').fill('atarashii-kagi');
    await fresh.getByRole('button', { name: 'パスワードを変更' }).click();
    await fresh.getByText('パスワードを変更しました。').waitFor();
    await fresh.reload();
    await fresh.getByText('このリンクは使用済みか、有効期限が切れています。').waitFor();
    const login = (password: string) => server.call('POST', '/api/login/', { body: { employee_id: '1004', password } });
    expect((await login('atarashii-kagi')).status).toBe(200);
    expect((await login('foundry-demo')).status).toBe(400);
    await server.services.resetPassword('1004', 'foundry-demo');
    expect([...troubles, ...asking.troubles]).toEqual([]);
    await context.close();
    await asking.context.close();
  });

  test('the history names who changed what, by kind and key', async () => {
    await server.call('PATCH', '/api/products/2/', { token: await server.token(), body: { product_name: '履歴に残る製品' } });
    const { page, troubles, context } = await visit('/audit', PLANNER);
    await page.getByText('履歴に残る製品').waitFor();
    await page.getByRole('combobox', { name: '種類' }).click();
    await page.getByRole('option', { name: '製品', exact: true }).click();
    await page.getByRole('button', { name: '検索' }).click();
    await eventually(async () => [...new Set(await page.locator('tbody td:nth-child(4)').allInnerTexts())]).toEqual(['製品']);
    expect(await page.locator('tbody tr').first().innerText()).toContain('製品名: ');
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('the master check is silent on a clean plant and leads to what is to be mended', async () => {
    const { page, troubles, context } = await visit('/master_check');
    await page.getByText('計画の妨げになる不備はありません。').waitFor();
    await server.db('products').update({ depth: null, width: null, height: null, volume: null });
    await page.getByRole('button', { name: '再点検' }).click();
    const mend = page.locator('a[href^="/products/"]').filter({ hasText: '修正する' }).first();
    await mend.click();
    await page.waitForURL(/\/products\/\d+$/);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('no page has an axe violation in light or dark colours, nor a word on the console', { timeout: 600_000 }, async () => {
    const found: string[] = [];
    const { page: shown, troubles, context: signedIn } = await visit('/products');
    const judge = async (path: string, colours: string, axe: AxeBuilder) => {
      const { violations } = await axe.analyze();
      for (const { id, nodes } of violations)
        found.push(
          `${path} ${colours} ${id}: ${nodes
            .slice(0, 3)
            .map(({ html }) => html.slice(0, 160))
            .join(' | ')}`,
        );
    };
    // Without the pointer, whose tooltip would be judged as well.
    const press = async (name: string) => {
      await shown.getByRole('button', { name }).evaluate((element) => (element as HTMLElement).click());
      await shown.waitForTimeout(500);
    };
    for (const [path, heading] of PAGES) {
      await shown.goto(`${server.url}${path}`);
      await shown.getByRole('heading', { name: heading, level: 1 }).waitFor();
      if (BOARDS.has(path)) await shown.waitForTimeout(2_500);
      else await settled(shown);
      await judge(path, 'light', new AxeBuilder({ page: shown }));
      await press('暗い配色にする');
      // The same page in other colours: only what depends on them can have changed.
      await judge(path, 'dark', new AxeBuilder({ page: shown }).withRules(['color-contrast', 'link-in-text-block']));
      await press('明るい配色にする');
    }
    found.push(...troubles);
    await signedIn.close();
    for (const path of ['/login', '/reset_password_token', '/reset_password?token=none']) {
      const { page, context } = await visit(path, null);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      found.push(...violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html.slice(0, 160)}`));
      await context.close();
    }
    expect(found).toEqual([]);
  });

  test('the first load weighs at most 350 kB, packed', async () => {
    const { page, context } = await visit('/login', null);
    await page.evaluate(() => sessionStorage.clear());
    const sizes: number[] = [];
    page.on('response', async (response) => {
      if (response.url().includes('/assets/') || response.request().resourceType() === 'document') {
        sizes.push((await response.request().sizes()).responseBodySize);
      }
    });
    const token = await server.token();
    await page.evaluate((given) => localStorage.setItem('production-planner.token', given), token);
    await context.clearCookies();
    const fresh = await context.browser()?.newContext({ storageState: await context.storageState() });
    const cold = await fresh?.newPage();
    cold?.on('response', async (response) => {
      if (response.url().startsWith(server.url) && !response.url().includes('/api/'))
        sizes.push((await response.request().sizes()).responseBodySize);
    });
    await cold?.goto(`${server.url}/products`);
    await cold?.locator('tbody tr').nth(10).waitFor();
    await cold?.waitForLoadState('networkidle');
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThanOrEqual(350_000);
    await fresh?.close();
    await context.close();
  });
});
