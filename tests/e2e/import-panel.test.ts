import { expect, test } from 'vitest';
import { browserStage, downloaded, eventually } from '../support/browser.ts';
import { asFile, workbookOf } from '../support/workbook.ts';
import { tabTo } from './forms.ts';
import { choose, headers, importButton, panel, previewRows, showChanges } from './import-files.ts';
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
