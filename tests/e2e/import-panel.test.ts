import { expect, test } from 'vitest';
import { IMPORT_KINDS, type ImportKindName } from '../../server/domain/files/imports.ts';
import { workbookOf as fileOf } from '../imports/support.ts';
import { browserStage, downloaded, eventually, violations } from '../support/browser.ts';
import { plantBuilder } from '../support/plant.ts';
import { leadTo } from '../support/tabs.ts';
import { asFile, workbookOf } from '../support/workbook.ts';
import { tabTo } from './forms.ts';
import { choose, drop, headers, importButton, panel, previewRows, showChanges } from './import-files.ts';
import { rowsOf } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;

test('holidays are imported without a reload, and the calendar shows them', async () => {
  const page = await visit('/holidays?date=2027-02-01');
  const day = page.getByRole('button', { name: /^2027\/02\/10/ });
  await eventually(() => day.getAttribute('aria-pressed')).toBe('false');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
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

test('20,000 rows are read in a worker and only those in view stand in the page', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [`9${String(index).padStart(9, '0')}`, `工程${index}`]);
  const page = await visit('/tasks');
  await choose(page, '工程インポート', '大きい.xlsx', await workbookOf([headers('tasks'), ...rows]));
  await eventually(() => page.getByRole('table', { name: 'プレビュー' }).getAttribute('aria-rowcount')).toBe('20001');
  await previewRows(page).first().waitFor();
  expect(await previewRows(page).count()).toBeLessThan(80);
  await page.getByRole('region', { name: 'プレビュー' }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await page.getByRole('rowheader', { name: '20001' }).waitFor();
  // Who is led to a row that was searched finds it in its place among all.
  await showChanges(page);
  await page.getByLabel('製品ｺｰﾄﾞで探す').fill('9000000900');
  await page.getByRole('button', { name: '902行目を見る' }).click();
  await page.getByRole('rowheader', { name: '903' }).waitFor();
  await eventually(() => page.getByRole('table', { name: 'プレビュー' }).getAttribute('aria-rowcount')).toBe('20001');
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

test('every kind has a template to download', async () => {
  const page = await visit('/employees');
  await page.getByLabel('CSVインポートを表示').check();
  const places: Record<ImportKindName, [path: string, heading: string]> = {
    holidays: ['/holidays', '休日カレンダー'],
    tasks: ['/tasks', '工程一覧'],
    facilities: ['/facilities', '設備一覧'],
    outsourcings: ['/outsourcings', '外注一覧'],
    employees: ['/employees', '社員一覧'],
    products: ['/products', '製品一覧'],
    'heat-treatments': ['/products', '製品一覧'],
    orders: ['/orders', 'オーダー一覧'],
    'order-tasks': ['/order_tasks', '工程情報一覧'],
    castings: ['/casting', '鋳込み一覧'],
  };
  for (const kind of IMPORT_KINDS) {
    await leadTo(page, ...places[kind.name]);
    const section = page.locator('section', { has: page.locator(`input[type=file]`) });
    const button = section.getByRole('button', { name: /ひな形をダウンロード$/ }).nth(kind.name === 'heat-treatments' ? 1 : 0);
    const { name, bytes } = await downloaded(page, button);
    expect(name).toMatch(new RegExp(`\\.${kind.file_format}$`));
    expect(bytes.byteLength).toBeGreaterThan(20);
  }
});

const orderOf = (serial_number: string) => ({
  ...{ serial_number, product_code: 'NEW-1', product_name: '新しい製品', number: 2, weight: 10, delivery_status: '素材' },
  ...{ material: 'FC250', delivery_date: '2027-01-20', casting_date: '2026-12-15' },
});

test('まとめて取込: the files of the morning in any order, each recognised, taken in by one press, what was left out as one file', async () => {
  const page = await stage.visit('/imports');
  const tasks = fileOf('order-tasks', [
    { serial_number: '02649902', lot_number: '01', arrangement: '内作', task_sort: 10, task_code: '320-3121-010', work_hours: 1 },
  ]);
  const orders = asFile('受注.xlsx', Buffer.from(fileOf('orders', [orderOf('02649902'), { ...orderOf('02649903'), number: 'x' }])));
  // Put down by the pointer, as from a folder.
  await drop(
    page.getByRole('region', { name: 'ここへファイルを置いてください' }),
    asFile('工程情報.xlsx', Buffer.from(tasks)),
    asFile('外注依頼書.csv', Buffer.from('何か,別の,もの\r\n1,2,3\r\n')),
    orders,
    asFile('休日.xlsx', Buffer.from(fileOf('holidays', [{ date: '2026-12-29', is_holiday: '非稼働' }]))),
  );
  const row = (name: string) => page.locator('tr', { has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
  const tick = (name: string) => page.getByRole('checkbox', { name: `${name}を取り込む` });
  await row('休日.xlsx').getByText('取込可').or(row('休日.xlsx').getByText('確認が必要')).waitFor();
  await row('外注依頼書.csv').getByText('別の種類').waitFor();
  // In the natural order, whatever the order in which they came.
  await eventually(async () => (await page.locator('tbody th').allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
    '休日.xlsx',
    '受注.xlsx',
    '工程情報.xlsx',
    '外注依頼書.csv',
  ]);
  await row('受注.xlsx').getByText('確認が必要').waitFor();
  await eventually(() => tick('受注.xlsx').isDisabled()).toBe(true);
  // What refers to an order that is not taken in has nothing to wait for, and says so.
  await eventually(() => tick('工程情報.xlsx').isDisabled()).toBe(true);
  await row('工程情報.xlsx').getByText('「受注.xlsx」を選ぶと取り込めます。').waitFor();
  await row('受注.xlsx').getByRole('button', { name: '差分を見る' }).click();
  await page.getByLabel('エラー行を除く').check();
  await tick('受注.xlsx').check();
  await tick('休日.xlsx').check();
  await row('工程情報.xlsx').getByText('「受注.xlsx」のあとに取り込みます。').waitFor();
  await eventually(() => tick('工程情報.xlsx').isChecked()).toBe(true);
  expect(await violations(page)).toEqual([]);
  // On a phone the list is moved sideways, not the page.
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  if (wide) await page.setViewportSize(wide);

  // Meanwhile a row more has become bad: no more is left out than was shown, and what waited for it is held back.
  const { db } = stage.server;
  const twin = await plantBuilder(db).order({ serial_number: '2649902' });
  await page.getByRole('button', { name: '3件を取り込む' }).click();
  await page.getByText('表示した内容から変わったため、取り込んでいません。もう一度確認してください。').waitFor();
  await page.getByText('「受注.xlsx」を取り込めなかったため、このファイルは取り込んでいません。').waitFor();
  await row('休日.xlsx').getByText('取込済').waitFor();
  expect(await db('orders').where('serial_number', '02649902')).toEqual([]);

  await db('orders').where({ id: twin }).delete();
  await page.getByRole('button', { name: '受注.xlsxを外す' }).click();
  await page.locator('input[type=file]').setInputFiles(orders);
  await row('受注.xlsx').getByRole('button', { name: '差分を見る' }).click();
  await page.getByLabel('エラー行を除く').check();
  await tick('受注.xlsx').check();
  await eventually(() => tick('工程情報.xlsx').isChecked()).toBe(true);
  await page.getByRole('button', { name: '2件を取り込む' }).click();
  await row('工程情報.xlsx').getByText('取込済').waitFor();
  await row('受注.xlsx').getByText('取込済').waitFor();
  // What was taken in keeps its counts: row, new, changed, unchanged, deleted, bad.
  const counts = (await row('工程情報.xlsx').locator('td').allInnerTexts()).slice(3, 9);
  expect(counts).toEqual(['1', '1', '0', '0', '0', '0']);
  const saved = await downloaded(page, page.getByRole('button', { name: '除いた行 1行を保存(.xlsx)' }));
  expect(saved.name).toMatch(/除いた行\d{12}\.xlsx$/);
  const made = db('order_tasks').join('lots', 'lots.id', 'order_tasks.lot_id').join('orders', 'orders.id', 'lots.order_id');
  const rows = await made.where('serial_number', '02649902');
  expect(rows).toMatchObject([{ task_sort: 10 }]);

  // A lot, then the order, goes by a press on its page, which says what goes with it.
  const make = plantBuilder(db);
  const { task_id } = rows[0];
  const lot = await make.lot(rows[0].order_id, '02');
  for (const locked of [true, false]) {
    const order_task_id = await make.orderTask(lot, task_id);
    await make.entry(lot, task_id, ['2026-04-06 08:30', '2026-04-07 00:00'], { order_task_id, locked });
  }
  await leadTo(page, `/orders/${rows[0].order_id}`, 'オーダー詳細 02649902 新しい製品');
  const deleteLot = page.getByRole('button', { name: '02 追番を削除' });
  await deleteLot.click();
  const asks = page.getByRole('dialog', { name: '製番 02649902 の追番「02」を削除しますか？' });
  await asks.getByText('工程情報2件と、その鋳込み情報・生産計画2件も削除します。元に戻すことはできません。').waitFor();
  await asks.getByText('生産計画のうち1件はロックされています。').waitFor();
  await asks.getByRole('button', { name: '削除' }).click();
  await asks.waitFor({ state: 'detached' });
  await deleteLot.waitFor({ state: 'detached' });
  expect(await db('lots').where({ order_id: rows[0].order_id }).pluck('lot_number')).toEqual(['01']);
  expect(await db('plan_entries').where({ lot_id: lot })).toEqual([]);
  await page.getByRole('button', { name: 'オーダーを削除' }).click();
  const dialog = page.getByRole('dialog', { name: '製番 02649902 を削除しますか？' });
  await dialog.getByText('工程情報1件と、その鋳込み情報・生産計画0件も削除します。元に戻すことはできません。').waitFor();
  await dialog.getByRole('button', { name: '削除' }).click();
  await page.getByText('削除しました。').waitFor();
  await page.waitForURL(/\/orders(\?|$)/);
  expect(await db('orders').where('serial_number', '02649902')).toEqual([]);
});
