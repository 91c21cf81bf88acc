import { expect, test } from 'vitest';
import { readGrid } from '../../server/files/grid.ts';
import { browserStage, downloaded, eventually } from '../support/browser.ts';
import { asFile, workbookOf } from '../support/workbook.ts';
import { tabTo } from './forms.ts';
import { choose, headers, importButton, order, panel, previewRows, showChanges } from './import-files.ts';
import { rowsOf } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;

test('holidays have a template, are imported without a reload, and the calendar shows them', async () => {
  const page = await visit('/holidays?date=2027-02-01');
  const day = page.getByRole('button', { name: /^2027\/02\/10/ });
  await eventually(() => day.getAttribute('aria-pressed')).toBe('false');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const template = await downloaded(page, panel(page, '休日インポート').getByRole('button', { name: /ひな形をダウンロード$/ }));
  expect(template.name).toMatch(/^休日.*\.xlsx$/);
  const chooser = panel(page, '休日インポート').locator('input[type=file]');
  await eventually(() => chooser.getAttribute('accept')).toBe('.xlsx,.xlsm,.csv,.tsv,.txt');
  await choose(page, '休日インポート', '休日.xlsx', await workbookOf([headers('holidays'), ['2027-02-10', '非稼働']]));
  await page.getByRole('button', { name: '2行目を除外' }).waitFor();
  await eventually(() => importButton(page, '休日インポート').isEnabled()).toBe(true);
  await importButton(page, '休日インポート').click();
  await page.getByText('休日をインポートしました。').waitFor();
  await eventually(() => day.getAttribute('aria-pressed')).toBe('true');
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('the employee import is hidden until the setting shows it; passwords are masked', async () => {
  const page = await visit('/employees');
  await rowsOf(page).first().waitFor();
  expect(await panel(page, '社員インポート').count()).toBe(0);
  await page.getByLabel('CSVインポートを表示').check();
  const csv =
    '\ufeff社員ID,パスワード,氏名,フリガナ,権限\r\n3001,himitsu-no-kagi,見本 花子,ミホン ハナコ,manager\r\n\r\n3002,himitsu-no-kagi,見本 一郎,ミホン イチロウ\r\n';
  await choose(page, '社員インポート', '社員.csv', Buffer.from(csv));
  await page.getByText('「行4」のサイズはヘッダのサイズと一致していません。').waitFor();
  await eventually(() => previewRows(page).first().innerText()).toContain('●●●●');
  expect(await page.getByText('himitsu-no-kagi').count()).toBe(0);
  await page.getByRole('button', { name: '4行目を除外' }).click();
  await eventually(() => importButton(page, '社員インポート').isEnabled()).toBe(true);
  await importButton(page, '社員インポート').click();
  await page.getByText('社員をインポートしました。画面がリロードされます。').waitFor();
  expect((await stage.server.call('POST', '/api/login/', { body: { employee_id: '3001', password: 'himitsu-no-kagi' } })).status).toBe(200);
});

test('5,000 rows are read in a worker and only those in view stand in the page', async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => [`9${String(index).padStart(9, '0')}`, `工程${index}`]);
  const page = await visit('/tasks');
  await choose(page, '工程インポート', '大きい.xlsx', await workbookOf([headers('tasks'), ...rows]));
  await eventually(() => page.getByRole('table', { name: 'プレビュー' }).getAttribute('aria-rowcount')).toBe('5001');
  await previewRows(page).first().waitFor();
  expect(await previewRows(page).count()).toBeLessThan(80);
  await page.getByRole('region', { name: 'プレビュー' }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await page.getByRole('rowheader', { name: '5001' }).waitFor();
  // Who is led to a row that was searched finds it in its place among all.
  await showChanges(page);
  await page.getByLabel('製品ｺｰﾄﾞで探す').fill('9000000900');
  await page.getByRole('button', { name: '902行目を見る' }).click();
  await page.getByRole('rowheader', { name: '903' }).waitFor();
  await eventually(() => page.getByRole('table', { name: 'プレビュー' }).getAttribute('aria-rowcount')).toBe('5001');
  await eventually(() => page.getByRole('rowheader', { name: '902', exact: true }).isVisible()).toBe(true);
});

test('an import by keyboard alone', async () => {
  const file = await workbookOf([headers('outsourcings'), ['G777', '鍵盤加工']]);
  const page = await visit('/outsourcings');
  await rowsOf(page).first().waitFor();
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, page.getByRole('button', { name: 'ファイルを選択', exact: true }));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(asFile('外注.xlsx', file));
  await eventually(() => importButton(page, '外注インポート').isEnabled()).toBe(true);
  await tabTo(page, importButton(page, '外注インポート'));
  await page.keyboard.press('Enter');
  await page.getByText('外注をインポートしました。画面がリロードされます。').waitFor();
});

const count = async (path: string): Promise<number> => (await stage.read<{ count: number }>(path)).count;
const ORDERS = 'オーダーインポート';

test('a file is previewed with the row numbers of Excel, compared by itself, searched, imported, and the page reloads', async () => {
  const { results } = await stage.read<{ results: { task_code: string; task_name: string }[] }>('/api/tasks/?limit=1');
  const [task] = results;
  const rows = [
    ['999-0000-001', '試験工程一'],
    ['999-0000-002', '試験工程二'],
    [task?.task_code ?? '', '改名された工程'],
  ];
  const page = await visit('/tasks');
  await eventually(() => importButton(page, '工程インポート').isDisabled()).toBe(true);
  await choose(page, '工程インポート', '工程.xlsx', await workbookOf([headers('tasks'), ...rows]));
  // Its rows come first; what it would do is a press away, by row: a sort is hidden by a press, a row found by its code.
  await eventually(() => previewRows(page).count()).toBe(3);
  await showChanges(page);
  const compared = page.getByRole('region', { name: '差分を確認' });
  const lines = async () =>
    (await compared.getByRole('table', { name: '変わる内容' }).locator('[role=rowgroup]').nth(1).getByRole('row').allInnerTexts()).map(
      (line) => line.replace(/\s+/g, ' ').trim(),
    );
  const changed = `4 変更 ${task?.task_code} 改名された工程 製品名 ${task?.task_name} → 改名された工程`;
  await eventually(lines).toEqual(['2 新規 999-0000-001 試験工程一 — 新しい行', '3 新規 999-0000-002 試験工程二 — 新しい行', changed]);
  await eventually(() => compared.innerText()).toMatch(/新規\s*2\s*変更\s*1\s*変更なし\s*0/);
  await compared.getByRole('button', { name: '新規 2' }).click();
  await eventually(lines).toEqual([changed]);
  await compared.getByRole('button', { name: '新規 2' }).click();
  const code = compared.getByLabel('製品ｺｰﾄﾞで探す');
  await code.fill('９９９-0000-002');
  await eventually(lines).toEqual(['3 新規 999-0000-002 試験工程二 — 新しい行']);
  await compared.getByRole('button', { name: '3行目を見る' }).click();
  // Who is led to a row sees it among its neighbours, whatever was searched before.
  await eventually(() => previewRows(page).count()).toBe(3);
  await code.fill('999-0000-002');
  await eventually(() => previewRows(page).count()).toBe(1);
  await code.fill('');
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

test('a file without a column, one that is no workbook and one for another screen are refused with advice', async () => {
  const { results } = await stage.read<{ results: { product_code: string; product_name: string }[] }>('/api/products/?limit=20');
  const products = results.map(({ product_code, product_name }) => [product_code, product_name, '得意先']);
  const page = await visit('/orders');
  for (const [file, words] of [
    [await workbookOf([headers('orders').slice(0, 8), order('26X0001', '2026-06-01').slice(0, 8)]), '「納期」の列が見つかりませんでした。'],
    [Buffer.from('PK\u0003\u0004broken'), /Excelブック\(\.xlsx\)で保存し直してください。/],
    [await workbookOf([headers('products'), ...products]), '製品のファイルのようです。オーダーのファイルを選んでください。'],
  ] as const) {
    await choose(page, ORDERS, 'ファイル.xlsx', file);
    await page.getByText(words).first().waitFor();
    await eventually(() => importButton(page, ORDERS).isDisabled()).toBe(true);
  }
  expect(await page.getByRole('table', { name: 'プレビュー' }).count()).toBe(0);
});

test('a wrong date keeps the button disabled until its row is left out; the rows that were are named, and come as a file for those who can mend them', async () => {
  const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
  const twice = [...order('26X0009', '').slice(0, 7), day('2026-12-04'), day('2026-10-17')];
  const page = await visit('/orders');
  const rows = [order('26X0001', '2026-06-01'), order('26X0002', '2026/13/01'), order('26X0003', '2026-06-03'), twice, twice];
  await choose(page, ORDERS, '朝のオーダー.xlsx', await workbookOf([headers('orders'), ...rows]));
  await page.getByText('行3「製番_製作納期」: 「2026/13/01」は日付として読めません。').waitFor();
  // A row that repeats another shows its days as the other does.
  for (const row of [3, 4]) {
    const cells = () => previewRows(page).nth(row).getByRole('cell').allInnerTexts();
    await eventually(cells).toEqual(expect.arrayContaining(['26X0009', '2026/12/04(金)', '2026/10/17(土)']));
  }
  const button = importButton(page, ORDERS);
  await eventually(() => button.isDisabled()).toBe(true);
  await page.getByRole('button', { name: '3行目を除外' }).click();
  await eventually(() => button.isEnabled()).toBe(true);
  await page.getByText('1行を除外中').waitFor();
  await page.getByRole('button', { name: '除外を戻す' }).click();
  await eventually(() => button.isDisabled()).toBe(true);
  await page.getByRole('button', { name: '4行目を除外' }).click();
  await page.getByLabel('エラー行を除く').check();
  await eventually(() => button.isEnabled()).toBe(true);
  await button.click();
  const dialog = page.getByRole('dialog', { name: '除いた行があります' });
  await dialog.getByText('2行を除いて取り込みました(行3、4)。').waitFor();
  const { name, bytes } = await downloaded(page, dialog.getByRole('button', { name: '除いた行をダウンロード' }));
  expect(name).toMatch(/^オーダー除いた行\d{12}\.xlsx$/);
  expect(readGrid(new Uint8Array(bytes)).rows.map(({ cells }) => [cells[0], cells[1], cells.at(-1)])).toEqual([
    ['行', '製番', '理由'],
    [3, '26X0002', '行3「製番_製作納期」: 「2026/13/01」は日付として読めません。'],
    [4, '26X0003', 'プレビューで除いた行です。'],
  ]);
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'OK' }).click()]);
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
  await page.route('**/assets/ErrorDialog-*.js', (route) => held.then(() => route.continue()));
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
  expect(bytes.toString('utf8')[0]).toBe('\ufeff');
  expect(bytes.toString('utf8')).toMatch(sentence);
  const reloaded = page.waitForResponse((response) => response.url().includes('/api/products/?'));
  await dialog.getByRole('button', { name: 'OK' }).click();
  await reloaded;
  await panel(page, title).getByText('熱処理.xlsx').waitFor();
  await page.getByRole('list', { name: 'エラー' }).getByText(sentence).waitFor();
});
