import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMPORT_KINDS, type ImportKindName, importKind } from '../../server/domain/imports.ts';
import { builtAdmin, eventually, HAS_BROWSER, type Tab, type TestBrowser, testBrowser } from '../support/browser.ts';
import { type TestServer, testServer } from '../support/server.ts';
import { asFile, workbookOf } from '../support/workbook.ts';

let server: TestServer;
let browser: TestBrowser;

async function visit(path: string, employeeId = '1001'): Promise<Tab> {
  const tab = await browser.open(server.url, employeeId);
  await tab.page.goto(`${server.url}${path}`);
  return tab;
}

const headers = (kind: ImportKindName): string[] =>
  (importKind(kind)?.columns ?? []).filter(({ required }) => required).map(({ header }) => header);
const panel = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
const importButton = (page: Page, title: string): Locator => panel(page, title).getByRole('button', { name: 'インポート', exact: true });
const previewRows = (page: Page): Locator =>
  page.getByRole('table', { name: 'プレビュー' }).locator('[role=rowgroup]').nth(1).getByRole('row');

async function choose(page: Page, title: string, name: string, buffer: Buffer): Promise<void> {
  await panel(page, title).locator('input[type=file]').setInputFiles(asFile(name, buffer));
}
async function count(path: string): Promise<number> {
  const { body } = await server.call('GET', path, { token: await server.token() });
  return (body as { count: number }).count;
}

/** An order of the file with its fields in the order of the headers. */
const order = (serial: string | number, delivery: string, casting = '2026-05-01'): (string | number)[] => [
  serial,
  'NEW-1',
  '新しい製品',
  2,
  10,
  '素材',
  'FC250',
  delivery,
  casting,
];

describe.skipIf(!HAS_BROWSER)('imports of the admin', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    await builtAdmin();
    server = await testServer({ demo: { orders: 30, products: 30 } });
    browser = await testBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('a file is previewed with the row numbers of Excel, compared by itself, imported, and the page reloads', async () => {
    const { body } = await server.call('GET', '/api/tasks/?limit=1', { token: await server.token() });
    const [task] = (body as { results: { task_code: string; task_name: string }[] }).results;
    const file = await workbookOf([
      headers('tasks'),
      ['999-0000-001', '試験工程一'],
      ['999-0000-002', '試験工程二'],
      [task?.task_code ?? '', '改名された工程'],
    ]);
    const { page, troubles, context } = await visit('/tasks');
    expect(await importButton(page, '工程インポート').isDisabled()).toBe(true);
    await choose(page, '工程インポート', '工程.xlsx', file);
    await eventually(() => previewRows(page).count()).toBe(3);
    expect(await previewRows(page).nth(0).getByRole('rowheader').innerText()).toBe('2');
    const compared = page.getByRole('region', { name: '差分を確認' });
    await compared.getByText(task?.task_name ?? '', { exact: true }).waitFor();
    await compared.getByText('改名された工程').waitFor();
    expect(await compared.innerText()).toMatch(/新規\s*2\s*変更\s*1\s*変更なし\s*0/);
    expect(await count('/api/tasks/?task_code_search=999-0000')).toBe(0);
    const reloaded = page.waitForEvent('load');
    await importButton(page, '工程インポート').click();
    await page.getByText('工程をインポートしました。画面がリロードされます。').waitFor();
    await reloaded;
    expect(await count('/api/tasks/?task_code_search=999-0000')).toBe(2);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a missing column refuses the file in the words of the specification', async () => {
    const { page, troubles, context } = await visit('/orders');
    await choose(
      page,
      'オーダーインポート',
      '不足.xlsx',
      await workbookOf([headers('orders').slice(0, 8), order('26X0001', '2026-06-01').slice(0, 8)]),
    );
    await page.getByText('「納期」の列が見つかりませんでした。').waitFor();
    expect(await importButton(page, 'オーダーインポート').isDisabled()).toBe(true);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a file that is no workbook is refused with advice', async () => {
    const { page, context } = await visit('/orders');
    await choose(page, 'オーダーインポート', '壊れた.xlsx', Buffer.from('PK\u0003\u0004broken'));
    await page.getByText(/Excelブック\(\.xlsx\)で保存し直してください。/).waitFor();
    expect(await importButton(page, 'オーダーインポート').isDisabled()).toBe(true);
    await context.close();
  });

  test('a wrong date keeps the button disabled until its row is taken out', async () => {
    const file = await workbookOf([
      headers('orders'),
      order('26X0001', '2026-06-01'),
      order('26X0002', '2026/13/01'),
      order('26X0003', '2026-06-03'),
    ]);
    const { page, troubles, context } = await visit('/orders');
    await choose(page, 'オーダーインポート', 'オーダー.xlsx', file);
    await page.getByText('行3「製番_製作納期」: 「2026/13/01」は日付として読めません。').waitFor();
    expect(await importButton(page, 'オーダーインポート').isDisabled()).toBe(true);
    await page.getByRole('button', { name: '3行目を除外' }).click();
    await eventually(() => importButton(page, 'オーダーインポート').isEnabled()).toBe(true);
    expect(await previewRows(page).count()).toBe(2);
    await page.getByText('1行を除外中').waitFor();
    await page.getByRole('button', { name: '除外を戻す' }).click();
    await eventually(() => importButton(page, 'オーダーインポート').isDisabled()).toBe(true);
    await page.getByLabel('エラー行を除く').check();
    await eventually(() => importButton(page, 'オーダーインポート').isEnabled()).toBe(true);
    await importButton(page, 'オーダーインポート').click();
    await page.getByText('オーダーをインポートしました。画面がリロードされます。').waitFor();
    expect(await count('/api/orders/?serial_number_search=26X000')).toBe(2);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('what only the server knows comes as errors: the dialog, its text file, and nothing written', async () => {
    const file = await workbookOf([headers('heat-treatments'), ['NO-SUCH-PRODUCT', '320-3123-010', '', 0, 900, 3, '空冷', 1, '月水金', 1]]);
    const { page, troubles, context } = await visit('/products');
    const title = '熱処理・加工機情報インポート';
    await choose(page, title, '熱処理.xlsx', file);
    const sentence = /行2「製品ｺｰﾄﾞ」: 「NO-SUCH-PRODUCT」は製品に登録されていません。/;
    await page.getByRole('region', { name: '差分を確認' }).getByText(sentence).waitFor();
    await importButton(page, title).click();
    const dialog = page.getByRole('dialog', { name: '下記のインポートエラーがありました' });
    await dialog.getByText(sentence).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'エラーをダウンロード' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^熱処理情報エラー20260401\d{4}\.txt$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text).toMatch(sentence);
    const reloaded = page.waitForEvent('load');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await reloaded;
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a file for another screen is told apart', async () => {
    const { body } = await server.call('GET', '/api/products/?limit=20', { token: await server.token() });
    const products = (body as { results: { product_code: string; product_name: string }[] }).results;
    const file = await workbookOf([
      headers('products'),
      ...products.map(({ product_code, product_name }) => [product_code, product_name, '得意先']),
    ]);
    const { page, context } = await visit('/tasks');
    await choose(page, '工程インポート', '製品.xlsx', file);
    await page.getByText('製品のファイルが選択されている可能性があります。工程ファイルか確認してください。').waitFor();
    await context.close();
  });

  test('lost leading zeros are offered back, never given silently', async () => {
    const file = await workbookOf([
      headers('orders'),
      order('02640121', '2026-06-01'),
      order('02640122', '2026-06-01'),
      order(2640123, '2026-06-01'),
    ]);
    const { page, troubles, context } = await visit('/orders');
    await choose(page, 'オーダーインポート', 'ゼロ落ち.xlsx', file);
    await page.getByText('先頭の0が失われた可能性のある値が1件あります。').waitFor();
    expect(await previewRows(page).nth(2).getByRole('cell').nth(1).innerText()).toBe('2640123');
    await page.getByLabel('先頭の0を補う').check();
    await eventually(() => previewRows(page).nth(2).getByRole('cell').nth(1).innerText()).toBe('02640123');
    await importButton(page, 'オーダーインポート').click();
    await page.getByText('オーダーをインポートしました。画面がリロードされます。').waitFor();
    expect(await count('/api/orders/?serial_number_search=02640123')).toBe(1);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('holidays are imported without a reload, and the calendar shows them', async () => {
    const { page, troubles, context } = await visit('/holidays?date=2027-02-01');
    const day = page.getByRole('button', { name: /^2027\/02\/10/ });
    expect(await day.getAttribute('aria-pressed')).toBe('false');
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await choose(page, '休日インポート', '休日.xlsx', await workbookOf([headers('holidays'), ['2027-02-10', '非稼働']]));
    await eventually(() => importButton(page, '休日インポート').isEnabled()).toBe(true);
    await importButton(page, '休日インポート').click();
    await page.getByText('休日をインポートしました。').waitFor();
    await eventually(() => day.getAttribute('aria-pressed')).toBe('true');
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('the employee import is hidden until the setting shows it; passwords are masked', async () => {
    const { page, troubles, context } = await visit('/employees');
    await page.locator('tbody tr').first().waitFor();
    expect(await panel(page, '社員インポート').count()).toBe(0);
    await page.getByLabel('CSVインポートを表示').check();
    const csv =
      '\ufeff社員ID,パスワード,氏名,フリガナ,権限\r\n3001,himitsu-no-kagi,見本 花子,ミホン ハナコ,manager\r\n\r\n3002,himitsu-no-kagi,見本 一郎,ミホン イチロウ\r\n';
    await choose(page, '社員インポート', '社員.csv', Buffer.from(csv));
    await page.getByText('「行4」のサイズはヘッダのサイズと一致していません。').waitFor();
    expect(await page.getByText('himitsu-no-kagi').count()).toBe(0);
    expect(await previewRows(page).first().innerText()).toContain('●●●●');
    await page.getByRole('button', { name: '4行目を除外' }).click();
    await eventually(() => importButton(page, '社員インポート').isEnabled()).toBe(true);
    await importButton(page, '社員インポート').click();
    await page.getByText('社員をインポートしました。画面がリロードされます。').waitFor();
    expect((await server.call('POST', '/api/login/', { body: { employee_id: '3001', password: 'himitsu-no-kagi' } })).status).toBe(200);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('20,000 rows are read in a worker and only those in view stand in the page', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`9${String(index).padStart(9, '0')}`, `工程${index}`]);
    const { page, troubles, context } = await visit('/tasks');
    await choose(page, '工程インポート', '大きい.xlsx', await workbookOf([headers('tasks'), ...rows]));
    await page.getByRole('table', { name: 'プレビュー' }).waitFor({ timeout: 30_000 });
    expect(await page.getByRole('table', { name: 'プレビュー' }).getAttribute('aria-rowcount')).toBe('20001');
    expect(await previewRows(page).count()).toBeLessThan(80);
    await page.getByRole('region', { name: 'プレビュー' }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.getByRole('rowheader', { name: '20001' }).waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('an import by keyboard alone', async () => {
    const file = await workbookOf([headers('outsourcings'), ['G777', '鍵盤加工']]);
    const { page, troubles, context } = await visit('/outsourcings');
    const press = async (label: string): Promise<void> => {
      for (let tries = 0; tries < 80; tries += 1) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((wanted) => document.activeElement?.textContent === wanted, label)) return page.keyboard.press('Enter');
      }
      throw new Error(`${label} is not reached by Tab`);
    };
    await page.locator('tbody tr').first().waitFor();
    const chooser = page.waitForEvent('filechooser');
    await press('ファイルを選択');
    await (await chooser).setFiles(asFile('外注.xlsx', file));
    await eventually(() => importButton(page, '外注インポート').isEnabled()).toBe(true);
    await press('インポート');
    await page.getByText('外注をインポートしました。画面がリロードされます。').waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('preview, dry run, dialogs and menus have no axe violation', async () => {
    const { page, troubles, context } = await visit('/orders');
    const judge = async (): Promise<string[]> =>
      (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
    const file = await workbookOf([headers('orders'), order('26Y0001', '2026-06-01'), order('26Y0002', '2026/13/01')]);
    await choose(page, 'オーダーインポート', 'オーダー.xlsx', file);
    await page.getByLabel('エラー行を除く').check();
    await page.getByRole('region', { name: '差分を確認' }).getByText('新規').waitFor();
    expect(await judge()).toEqual([]);
    await page.getByRole('button', { name: '列を編集' }).click();
    await page.getByRole('menuitemcheckbox').first().waitFor();
    expect(await judge()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '全オーダー削除' }).click();
    await page
      .getByRole('dialog')
      .getByText(/を削除します。/)
      .waitFor();
    expect(await judge()).toEqual([]);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('every kind has a template to download', async () => {
    const { page, troubles, context } = await visit('/employees');
    await page.getByLabel('CSVインポートを表示').check();
    const places: Record<ImportKindName, string> = {
      holidays: '/holidays',
      tasks: '/tasks',
      facilities: '/facilities',
      outsourcings: '/outsourcings',
      employees: '/employees',
      products: '/products',
      'heat-treatments': '/products',
      orders: '/orders',
      'order-tasks': '/order_tasks',
      castings: '/casting',
    };
    for (const kind of IMPORT_KINDS) {
      await page.goto(`${server.url}${places[kind.name]}`);
      const section = page.locator('section', { has: page.locator(`input[type=file]`) });
      const button = section.getByRole('button', { name: /ひな形をダウンロード$/ }).nth(kind.name === 'heat-treatments' ? 1 : 0);
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${kind.file_format}$`));
      expect(readFileSync(await download.path()).byteLength).toBeGreaterThan(20);
    }
    expect(troubles).toEqual([]);
    await context.close();
  });
});
