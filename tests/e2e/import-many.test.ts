import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rawWorkbook } from '../files/raw-workbook.ts';
import { workbookOf } from '../imports/support.ts';
import { browserStage, downloaded, eventually, violations } from '../support/browser.ts';
import { asFile } from '../support/workbook.ts';
import { drop } from './import-files.ts';

const stage = browserStage('short');

const row = (page: Page, name: string): Locator =>
  page.locator('tr', { has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
const tick = (page: Page, name: string): Locator => page.getByRole('checkbox', { name: `${name}を取り込む` });
const put = (page: Page, ...files: ReturnType<typeof asFile>[]): Promise<void> => page.locator('input[type=file]').setInputFiles(files);
const bookOf = (name: string, ...given: Parameters<typeof workbookOf>) => asFile(name, Buffer.from(workbookOf(...given)));
const holidays = (...dates: string[]) => {
  const rows = dates.map((date) => ({ date, is_holiday: '非稼働' }));
  return bookOf('休日.xlsx', 'holidays', rows);
};
/** A file of no kind. */
const memo = (name: string) => asFile(name, Buffer.from('何か,別の,もの\r\n1,2,3\r\n'));
/** One that cannot be taken in. */
const BAD = '02649903';
/** Orders of an unknown product, which is warned of. */
const orders = (...serials: string[]) => {
  const rest = {
    ...{ product_code: 'NEW-1', product_name: '新しい製品', number: 2, weight: 10, delivery_status: '素材' },
    ...{ material: 'FC250', delivery_date: '2027-01-20', casting_date: '2026-12-15' },
  };
  const rows = serials.map((serial_number) => ({ serial_number, ...rest, ...(serial_number === BAD && { number: 'x' }) }));
  return bookOf('受注.xlsx', 'orders', rows);
};
const UPLOADS = '**/upload_csv/**';
const away = (page: Page, address: string | RegExp): Promise<unknown> => page.route(address, (route) => route.abort('connectionrefused'));

/** The numbers of a row: rows, new, changed, unchanged, deleted, bad, warnings. */
const numbers = async (page: Page, name: string): Promise<string[]> => (await row(page, name).locator('td').allInnerTexts()).slice(3, 10);
/** Lets the rows of a file that cannot be taken in be left out, and ticks it. */
async function withoutBad(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('button', { name: '差分を見る' }).click();
  await page.getByLabel('エラー行を除く').check();
  await tick(page, name).check();
}

test('the files of the morning in any order: each recognised, taken in by one press as it was shown, what was left out as one file', async () => {
  const { db } = stage.server;
  const page = await stage.visit('/imports');
  const work = {
    serial_number: '02649902',
    lot_number: '01',
    arrangement: '内作',
    task_sort: 10,
    task_code: '320-3121-010',
    work_hours: 1,
  };
  // Put down by the pointer, as from a folder.
  await drop(
    page.getByRole('region', { name: 'ここへファイルを置いてください' }),
    bookOf('工程情報.xlsx', 'order-tasks', [work]),
    memo('外注依頼書.csv'),
    orders('02649902', BAD),
    holidays('2026-12-29'),
  );
  await row(page, '休日.xlsx').getByText('取込可').or(row(page, '休日.xlsx').getByText('確認が必要')).waitFor();
  await row(page, '外注依頼書.csv').getByText('別の種類').waitFor();
  // In the natural order, whatever the order in which they came.
  const names = async () => (await page.locator('tbody th').allInnerTexts()).map((text) => text.split('\n')[0]);
  await eventually(names).toEqual(['休日.xlsx', '受注.xlsx', '工程情報.xlsx', '外注依頼書.csv']);
  await row(page, '受注.xlsx').getByText('確認が必要').waitFor();
  // What refers to an order that is not taken in has nothing to wait for, and says so.
  for (const name of ['受注.xlsx', '工程情報.xlsx']) await eventually(() => tick(page, name).isDisabled()).toBe(true);
  await row(page, '工程情報.xlsx').getByText('「受注.xlsx」を選ぶと取り込めます。').waitFor();
  await withoutBad(page, '受注.xlsx');
  await tick(page, '休日.xlsx').check();
  await row(page, '工程情報.xlsx').getByText('「受注.xlsx」のあとに取り込みます。').waitFor();
  await eventually(() => tick(page, '工程情報.xlsx').isChecked()).toBe(true);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: '3件を取り込む' }).click();
  for (const name of ['休日.xlsx', '受注.xlsx', '工程情報.xlsx']) await row(page, name).getByText('取込済').waitFor();
  // What was taken in keeps its counts.
  expect((await numbers(page, '工程情報.xlsx')).slice(0, 6)).toEqual(['1', '1', '0', '0', '0', '0']);
  const saved = await downloaded(page, page.getByRole('button', { name: '除いた行 1行を保存(.xlsx)' }));
  expect(saved.name).toMatch(/除いた行\d{12}\.xlsx$/);
  const lots = db('order_tasks as t').join('lots as l', 'l.id', 't.lot_id').join('orders as o', 'o.id', 'l.order_id');
  expect(await lots.where('serial_number', '02649902').pluck('task_sort')).toEqual([10]);
});

test('a server that is away loses nothing: the row says so and tries again, and so does what shows it', async () => {
  const page = await stage.visit('/imports', { fresh: true });
  // A file that nobody could look into is not called unreadable for it.
  const looks = /\/import\.worker-[^/]*\.js/;
  await away(page, looks);
  await put(page, holidays('2027-03-01'));
  await row(page, '休日.xlsx').getByText('画面の一部を読み込めませんでした。通信を確認してください。').waitFor();
  await page.unroute(looks);
  const preview = /\/Preview-[^/]*\.js/;
  await Promise.all([away(page, UPLOADS), away(page, preview)]);
  // What shows a file is fetched before it is opened.
  const fetched = page.waitForRequest(preview);
  await put(page, holidays('2027-03-01', '2027-03-02'), orders('02649901'));
  await fetched;
  const own = row(page, '休日.xlsx');
  await own.getByText('確認できません').waitFor();
  await own.getByText('サーバーに接続できません。').waitFor();
  // What is wrong with it nobody knows yet: row, new, changed, unchanged, deleted, bad, warnings.
  expect(await numbers(page, '休日.xlsx')).toEqual(['2', '—', '—', '—', '—', '—', '—']);
  await own.getByRole('button', { name: '差分を見る' }).click();
  const unfetched = page.getByRole('alert').filter({ hasText: '画面の一部を読み込めませんでした。' });
  await unfetched.waitFor();
  expect(await violations(unfetched)).toEqual([]);
  await page.unroute(preview);
  await unfetched.getByRole('button', { name: 'もう一度' }).click();
  await page.getByRole('region', { name: '差分を確認' }).waitFor();
  await page.unroute(UPLOADS);
  await row(page, '受注.xlsx').getByText('確認できません').waitFor();
  await own.getByRole('button', { name: 'もう一度' }).click();
  await own.getByText('取込可').waitFor();
  await row(page, '受注.xlsx').getByText('確認が必要').waitFor();
  await eventually(async () => await numbers(page, '休日.xlsx')).toEqual(['2', '2', '0', '0', '0', '0', '0']);

  // Away when it is sent: what came of that press is said until it is asked about anew.
  await away(page, UPLOADS);
  await page.getByRole('button', { name: '1件を取り込む' }).click();
  const failure = page.getByRole('table', { name: '取り込むファイル' }).getByRole('alert');
  await failure.getByText('サーバーに接続できません。').waitFor();
  const again = own.getByRole('button', { name: 'もう一度' });
  await again.waitFor();
  await page.unroute(UPLOADS);
  await again.click();
  await own.getByText('取込可').waitFor();
  expect(await failure.count()).toBe(0);
});

test('a file with warnings is ready once it is ticked, the same file is put down once; what is not taken in is asked about before the page is left', async () => {
  const page = await stage.visit('/imports', { width: 390, height: 844 });
  const morning = orders('02649911');
  await put(page, morning, memo('メモ.csv'));
  const own = row(page, '受注.xlsx');
  await own.getByText('確認が必要').waitFor();
  await tick(page, '受注.xlsx').check();
  await own.getByText('取込可').waitFor();
  await eventually(async () => (await numbers(page, '受注.xlsx')).slice(5)).toEqual(['0', '1']);
  await row(page, 'メモ.csv').getByText('取込対象のファイルではないようです。').waitFor();
  await put(page, morning, { ...morning, name: '受注 (1).xlsx' });
  await page.getByText('「受注.xlsx」は、もう置いてあります。「受注 (1).xlsx」は、置いてある「受注.xlsx」と同じ内容').waitFor();
  expect(await page.getByRole('rowheader').count()).toBe(2);
  const sum = page.getByRole('status').filter({ hasText: '選択 1件' });
  expect(await sum.innerText()).toBe('選択 1件 ・ 新規 1 ・ 変更 0 ・ 変更なし 0');

  // On a phone the list is moved sideways, without its sum and without the page.
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const left = (await sum.boundingBox())?.x;
  const table = page.getByRole('table', { name: '取り込むファイル' });
  await table.evaluate((element) => element.parentElement?.scrollTo(2000, 0));
  await eventually(() => table.evaluate((element) => element.getBoundingClientRect().x)).toBeLessThan(0);
  expect((await sum.boundingBox())?.x).toBe(left);
  expect(left).toBeGreaterThan(0);

  await page.setViewportSize({ width: 1280, height: 900 });
  const history = page.getByRole('link', { name: '取込履歴' }).first();
  const asks = page.getByRole('dialog', { name: 'まだ取り込んでいないファイルがあります。' });
  await history.click();
  await asks.getByRole('button', { name: '移動しない' }).click();
  await asks.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '1件を取り込む' }).click();
  await own.getByText('取込済').waitFor();
  await page.getByRole('button', { name: 'メモ.csvを外す' }).click();
  // Nothing is lost any more.
  await history.click();
  await page.getByRole('heading', { level: 1, name: '取込履歴' }).waitFor();
});

test('a file that is not there any more as it was put down says so when it is sent', async () => {
  const page = await stage.visit('/imports', { fresh: true });
  // What is said of the file, here of a row that stands twice, goes with it.
  await put(page, orders('02649931', '02649931'));
  await tick(page, '受注.xlsx').check();
  await row(page, '受注.xlsx').getByText('取込可').waitFor();
  // As a browser answers, once, of a file that was saved anew.
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = () => {
      Blob.prototype.arrayBuffer = arrayBuffer;
      return Promise.reject(new DOMException('gone', 'NotReadableError'));
    };
  });
  await page.getByRole('button', { name: '1件を取り込む' }).click();
  await page
    .getByText(/^ファイルを読み込めませんでした。選択したあとに変更・移動されたか/)
    .first()
    .waitFor();
});

test('another sheet of a file is judged by itself; who may not import is told so where files would be put down', async () => {
  const page = await stage.visit('/imports');
  const sheetOf = (name: string, good: string, bad: string) => ({
    name,
    rows: [['日付', '稼働/非稼働区分'], ...[good, bad].map((date) => [date, '非稼働'])],
  });
  const sheets = [sheetOf('朝', '2027-03-15', '2027-13-01'), sheetOf('夕', '2027-03-16', '2027-13-02')];
  await put(page, asFile('休日.xlsx', Buffer.from(rawWorkbook({ sheets }))));
  const own = row(page, '休日.xlsx');
  await own.getByText('確認が必要').waitFor();
  await withoutBad(page, '休日.xlsx');
  await own.getByText('取込可').waitFor();
  await page.getByRole('combobox', { name: 'シート' }).click();
  await page.getByRole('option', { name: '夕' }).click();
  await own.getByText('シート「夕」').waitFor();
  await own.getByText('確認が必要').waitFor();
  await eventually(() => page.getByLabel('エラー行を除く').isChecked()).toBe(false);
  await eventually(() => tick(page, '休日.xlsx').isDisabled()).toBe(true);

  const reader = await stage.visit('/imports', { as: '1004' });
  await reader.getByRole('region', { name: 'ファイルを取り込む権限がありません' }).getByText('取込はマスタ管理者が行います。').waitFor();
  await eventually(() => reader.getByRole('button', { name: 'ファイルを選ぶ' }).isDisabled()).toBe(true);
});
