import { expect, test } from 'vitest';
import { browserStage, downloaded, eventually } from '../support/browser.ts';
import { workbookOf } from '../support/workbook.ts';
import { choose, headers, importButton, order, panel, previewRows, showChanges } from './import-files.ts';
import { rowsOf } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;
const count = async (path: string): Promise<number> => (await stage.read<{ count: number }>(path)).count;

test('a file is previewed with the row numbers of Excel, compared by itself, imported, and the page reloads', async () => {
  const { results } = await stage.read<{ results: { task_code: string; task_name: string }[] }>('/api/tasks/?limit=1');
  const [task] = results;
  const file = await workbookOf([
    headers('tasks'),
    ['999-0000-001', '試験工程一'],
    ['999-0000-002', '試験工程二'],
    [task?.task_code ?? '', '改名された工程'],
  ]);
  const page = await visit('/tasks');
  await eventually(() => importButton(page, '工程インポート').isDisabled()).toBe(true);
  await choose(page, '工程インポート', '工程.xlsx', file);
  // Its rows come first; what it would do is a press away, by row: a sort is hidden by a press, a row found by its code.
  await eventually(() => previewRows(page).count()).toBe(3);
  await showChanges(page);
  const compared = page.getByRole('region', { name: '差分を確認' });
  const lines = () =>
    compared.getByRole('table', { name: '変わる内容' }).locator('[role=rowgroup]').nth(1).getByRole('row').allInnerTexts();
  const flat = async () => (await lines()).map((line) => line.replace(/\s+/g, ' ').trim());
  const changed = `4 変更 ${task?.task_code} 改名された工程 製品名 ${task?.task_name} → 改名された工程`;
  await eventually(flat).toEqual(['2 新規 999-0000-001 試験工程一 — 新しい行', '3 新規 999-0000-002 試験工程二 — 新しい行', changed]);
  await eventually(() => compared.innerText()).toMatch(/新規\s*2\s*変更\s*1\s*変更なし\s*0/);
  await compared.getByRole('button', { name: '新規 2' }).click();
  await eventually(flat).toEqual([changed]);
  await compared.getByRole('button', { name: '新規 2' }).click();
  await compared.getByLabel('製品ｺｰﾄﾞで探す').fill('９９９-0000-002');
  await eventually(flat).toEqual(['3 新規 999-0000-002 試験工程二 — 新しい行']);
  await compared.getByRole('button', { name: '3行目を見る' }).click();
  // Who is led to a row sees it among its neighbours, whatever was searched before.
  await eventually(() => previewRows(page).count()).toBe(3);
  await compared.getByLabel('製品ｺｰﾄﾞで探す').fill('9990000002');
  await eventually(() => previewRows(page).count()).toBe(0);
  await compared.getByLabel('製品ｺｰﾄﾞで探す').fill('999-0000-002');
  await eventually(() => previewRows(page).count()).toBe(1);
  await compared.getByLabel('製品ｺｰﾄﾞで探す').fill('');
  await eventually(() => previewRows(page).count()).toBe(3);
  await eventually(() => previewRows(page).nth(0).getByRole('rowheader').innerText()).toBe('2');
  const cut = (cells: Element[]) =>
    cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map((cell) => cell.textContent);
  expect(await previewRows(page).getByRole('cell').evaluateAll(cut)).toEqual([]);
  expect(await count('/api/tasks/?task_code_search=999-0000')).toBe(0);
  const reloaded = page.waitForEvent('load');
  await importButton(page, '工程インポート').click();
  await page.getByText('工程をインポートしました。画面がリロードされます。').waitFor();
  await reloaded;
  expect(await count('/api/tasks/?task_code_search=999-0000')).toBe(2);
});

test('a row that repeats another shows its days as the other does', async () => {
  const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
  const [serial, ...rest] = order('26X0009', '');
  const twice = [serial ?? '', ...rest.slice(0, 6), day('2026-12-04'), day('2026-10-17')];
  const page = await visit('/orders');
  await choose(page, 'オーダーインポート', '重複.xlsx', await workbookOf([headers('orders'), twice, twice]));
  for (const row of [0, 1]) {
    await eventually(() => previewRows(page).nth(row).getByRole('cell').allInnerTexts()).toEqual(
      expect.arrayContaining(['26X0009', '2026/12/04(金)', '2026/10/17(土)']),
    );
  }
});

test('a missing column refuses the file in the words of the specification', async () => {
  const page = await visit('/orders');
  await choose(
    page,
    'オーダーインポート',
    '不足.xlsx',
    await workbookOf([headers('orders').slice(0, 8), order('26X0001', '2026-06-01').slice(0, 8)]),
  );
  await page.getByText('「納期」の列が見つかりませんでした。').waitFor();
  await eventually(() => importButton(page, 'オーダーインポート').isDisabled()).toBe(true);
});

test('a file that is no workbook is refused with advice', async () => {
  const page = await visit('/orders');
  await choose(page, 'オーダーインポート', '壊れた.xlsx', Buffer.from('PK\u0003\u0004broken'));
  await page.getByText(/Excelブック\(\.xlsx\)で保存し直してください。/).waitFor();
  await eventually(() => importButton(page, 'オーダーインポート').isDisabled()).toBe(true);
});

test('a wrong date keeps the button disabled until its row is taken out', async () => {
  const file = await workbookOf([
    headers('orders'),
    order('26X0001', '2026-06-01'),
    order('26X0002', '2026/13/01'),
    order('26X0003', '2026-06-03'),
  ]);
  const page = await visit('/orders');
  await choose(page, 'オーダーインポート', 'オーダー.xlsx', file);
  await page.getByText('行3「製番_製作納期」: 「2026/13/01」は日付として読めません。').waitFor();
  await eventually(() => importButton(page, 'オーダーインポート').isDisabled()).toBe(true);
  await page.getByRole('button', { name: '3行目を除外' }).click();
  await eventually(() => importButton(page, 'オーダーインポート').isEnabled()).toBe(true);
  await eventually(() => previewRows(page).count()).toBe(2);
  await page.getByText('1行を除外中').waitFor();
  await page.getByRole('button', { name: '除外を戻す' }).click();
  await eventually(() => importButton(page, 'オーダーインポート').isDisabled()).toBe(true);
  await page.getByLabel('エラー行を除く').check();
  await eventually(() => importButton(page, 'オーダーインポート').isEnabled()).toBe(true);
  await importButton(page, 'オーダーインポート').click();
  await page.getByText('オーダーをインポートしました。画面がリロードされます。').waitFor();
  expect(await count('/api/orders/?serial_number_search=26X000')).toBe(2);
});

test('what only the server knows comes as errors: the dialog, its text file, and nothing written', async () => {
  const file = await workbookOf([headers('heat-treatments'), ['NO-SUCH-PRODUCT', '320-3123-010', '', 0, 900, 3, '空冷', 1, '月水金', 1]]);
  const page = await visit('/products');
  const title = '熱処理・加工機情報インポート';
  // Where it could not be looked at, nobody knows of an error before the press.
  const busy = { status: 409, contentType: 'application/json', body: JSON.stringify({ error: '他の処理が実行中です。' }) };
  await page.route('**/*dry_run=1*', (route) => route.fulfill(busy), { times: 1 });
  await choose(page, title, '熱処理.xlsx', file);
  const sentence = /行2「製品ｺｰﾄﾞ」: 「NO-SUCH-PRODUCT」は製品に登録されていません。/;
  await page.getByText('差分を確認できませんでした。').waitFor();
  // While the code of the dialog is on its way the page stays as it is.
  const asked = page.waitForRequest(/\/assets\/ErrorDialog-/);
  let arrive = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/ErrorDialog-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await importButton(page, title).click();
  await asked;
  await eventually(() => importButton(page, title).isEnabled()).toBe(true);
  for (const shown of [panel(page, title), rowsOf(page).first(), previewRows(page).first()])
    await eventually(() => shown.isVisible()).toBe(true);
  arrive();
  const dialog = page.getByRole('dialog', { name: '下記のインポートエラーがありました' });
  await dialog.getByText(sentence).waitFor();
  const { name, bytes } = await downloaded(page, dialog.getByRole('button', { name: 'エラーをダウンロード' }));
  expect(name).toMatch(/^熱処理情報エラー20260401\d{4}\.txt$/);
  const text = bytes.toString('utf8');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  expect(text).toMatch(sentence);
  const reloaded = page.waitForResponse((response) => response.url().includes('/api/products/?'));
  await dialog.getByRole('button', { name: 'OK' }).click();
  await reloaded;
  await panel(page, title).getByText('熱処理.xlsx').waitFor();
  await page.getByRole('list', { name: 'エラー' }).getByText(sentence).waitFor();
});

test('a file for another screen is told apart', async () => {
  const { results } = await stage.read<{ results: { product_code: string; product_name: string }[] }>('/api/products/?limit=20');
  const file = await workbookOf([
    headers('products'),
    ...results.map(({ product_code, product_name }) => [product_code, product_name, '得意先']),
  ]);
  const page = await visit('/tasks');
  await choose(page, '工程インポート', '製品.xlsx', file);
  await page.getByText('製品のファイルのようです。工程のファイルを選んでください。').first().waitFor();
  expect(await page.getByRole('table', { name: 'プレビュー' }).count()).toBe(0);
});

test('lost leading zeros are offered back, never given silently', async () => {
  const file = await workbookOf([
    headers('orders'),
    order('02640121', '2026-06-01'),
    order('02640122', '2026-06-01'),
    order(2640123, '2026-06-01'),
  ]);
  const page = await visit('/orders');
  await choose(page, 'オーダーインポート', 'ゼロ落ち.xlsx', file);
  await page.getByText('先頭の0が失われた可能性のある値が1件あります: 製番 1件(2640123 → 02640123)。').waitFor();
  await eventually(() => previewRows(page).nth(2).getByRole('cell').nth(1).innerText()).toBe('2640123');
  await page.getByLabel('先頭の0を補う').check();
  await eventually(() => previewRows(page).nth(2).getByRole('cell').nth(1).innerText()).toBe('02640123');
  await importButton(page, 'オーダーインポート').click();
  await page.getByText('オーダーをインポートしました。画面がリロードされます。').waitFor();
  expect(await count('/api/orders/?serial_number_search=02640123')).toBe(1);
});
