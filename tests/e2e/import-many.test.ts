import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { rawWorkbook } from '../files/raw-workbook.ts';
import { workbookOf as fileOf } from '../imports/support.ts';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { asFile } from '../support/workbook.ts';

const stage = browserStage('short');

const row = (page: Page, name: string): Locator =>
  page.locator('tr', { has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
const tick = (page: Page, name: string): Locator => page.getByRole('checkbox', { name: `${name}を取り込む` });
const put = (page: Page, ...files: ReturnType<typeof asFile>[]): Promise<void> => page.locator('input[type=file]').setInputFiles(files);
const holidays = (...dates: string[]) =>
  asFile(
    '休日.xlsx',
    Buffer.from(
      fileOf(
        'holidays',
        dates.map((date) => ({ date, is_holiday: '非稼働' })),
      ),
    ),
  );
/** An order of an unknown product, which is warned of. */
const orders = (...serials: string[]) => {
  const rest = {
    ...{ product_code: 'NEW-1', product_name: '新しい製品', number: 2, weight: 10, delivery_status: '素材' },
    ...{ material: 'FC250', delivery_date: '2027-01-20', casting_date: '2026-12-15' },
  };
  return asFile(
    '受注.xlsx',
    Buffer.from(
      fileOf(
        'orders',
        serials.map((serial_number) => ({ serial_number, ...rest })),
      ),
    ),
  );
};
const UPLOADS = '**/upload_csv/**';
const away = (page: Page, address: string | RegExp): Promise<unknown> => page.route(address, (route) => route.abort('connectionrefused'));

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
  expect((await own.locator('td').allInnerTexts()).slice(3, 10)).toEqual(['2', '—', '—', '—', '—', '—', '—']);
  await own.getByRole('button', { name: '差分を見る' }).click();
  const unfetched = page.getByRole('alert').filter({ hasText: '画面の一部を読み込めませんでした。' });
  await unfetched.waitFor();
  expect(await violations(page)).toEqual([]);
  await page.unroute(preview);
  await unfetched.getByRole('button', { name: 'もう一度' }).click();
  await page.getByRole('region', { name: '差分を確認' }).waitFor();
  await page.unroute(UPLOADS);
  await row(page, '受注.xlsx').getByText('確認できません').waitFor();
  await own.getByRole('button', { name: 'もう一度' }).click();
  await own.getByText('取込可').waitFor();
  await row(page, '受注.xlsx').getByText('確認が必要').waitFor();
  await eventually(async () => (await own.locator('td').allInnerTexts()).slice(3, 10)).toEqual(['2', '2', '0', '0', '0', '0', '0']);

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

  // Without network it goes on by itself.
  await page.getByRole('button', { name: /^ファイルの行/ }).click();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: '3行目を除外' }).click();
  const paused = 'オフラインです。つながると確認を続けます。';
  await own.getByText(paused).waitFor();
  await page.getByRole('button', { name: '変わる内容' }).click();
  await page.getByRole('region', { name: '差分を確認' }).getByText(paused).waitFor();
  await page.context().setOffline(false);
  await own.getByText('取込可').waitFor();
  await eventually(async () => (await own.locator('td').allInnerTexts()).slice(3, 5)).toEqual(['1', '1']);
});

test('files that are not taken in are asked about before the page is left', async () => {
  const page = await stage.visit('/imports');
  await put(page, holidays('2027-03-08'));
  await row(page, '休日.xlsx').getByText('取込可').waitFor();
  const history = page.getByRole('link', { name: '取込履歴' }).first();
  await history.click();
  const asks = page.getByRole('dialog', { name: 'まだ取り込んでいないファイルがあります。' });
  await asks.getByRole('button', { name: '移動しない' }).click();
  await asks.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '1件を取り込む' }).click();
  await row(page, '休日.xlsx').getByText('取込済').waitFor();
  // Nothing is lost any more.
  await history.click();
  await page.getByRole('heading', { level: 1, name: '取込履歴' }).waitFor();

  await page.goBack();
  await put(page, holidays('2027-03-09'));
  await row(page, '休日.xlsx').getByText('取込可').waitFor();
  await history.click();
  await asks.getByRole('button', { name: '取り込まずに移動' }).click();
  await page.getByRole('heading', { level: 1, name: '取込履歴' }).waitFor();
});

test('a file with warnings is ready once it is ticked, and the same file is put down once', async () => {
  const page = await stage.visit('/imports', { width: 390, height: 844 });
  const morning = orders('02649911');
  await put(page, morning, asFile('メモ.csv', Buffer.from('何か,別の,もの\r\n1,2,3\r\n')));
  const own = row(page, '受注.xlsx');
  await own.getByText('確認が必要').waitFor();
  await tick(page, '受注.xlsx').check();
  await own.getByText('取込可').waitFor();
  await eventually(async () => (await own.locator('td').allInnerTexts()).slice(8, 10)).toEqual(['0', '1']);
  await row(page, 'メモ.csv').getByText('取込対象のファイルではないようです。').waitFor();

  await put(page, morning, { ...morning, name: '受注 (1).xlsx' });
  await page.getByText('「受注.xlsx」は、もう置いてあります。「受注 (1).xlsx」は、置いてある「受注.xlsx」と同じ内容').waitFor();
  expect(await page.getByRole('rowheader').count()).toBe(2);
  const sum = page.getByRole('status').filter({ hasText: '選択 1件' });
  expect(await sum.innerText()).toBe('選択 1件 ・ 新規 1 ・ 変更 0 ・ 変更なし 0');
  // Mended, it is another file.
  await put(page, orders('02649911', '02649912'));
  await eventually(() => page.getByRole('rowheader').count()).toBe(3);

  // The list is moved sideways without its sum.
  const left = (await sum.boundingBox())?.x;
  await page.getByRole('table', { name: '取り込むファイル' }).evaluate((table) => table.parentElement?.scrollTo(2000, 0));
  await eventually(() =>
    page.getByRole('table', { name: '取り込むファイル' }).evaluate((table) => table.getBoundingClientRect().x),
  ).toBeLessThan(0);
  expect((await sum.boundingBox())?.x).toBe(left);
  expect(left).toBeGreaterThan(0);
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

test('rows that wait for a file that is ticked later are left out no longer, and say so before the press', async () => {
  const { db } = stage.server;
  const page = await stage.visit('/imports');
  const task = { lot_number: '01', arrangement: '内作', task_code: '320-3121-010', work_hours: 1 };
  const known = await db('orders').orderBy('serial_number').first('serial_number');
  const tasks = fileOf('order-tasks', [
    { serial_number: '02649921', task_sort: 10, ...task },
    { serial_number: known.serial_number, ...task, lot_number: '99', task_sort: 10 },
  ]);
  await put(page, orders('02649921'), asFile('工程情報.xlsx', Buffer.from(tasks)));
  const own = row(page, '工程情報.xlsx');
  await own.getByText('「受注.xlsx」を選ぶと取り込めます。').waitFor();
  await own.getByRole('button', { name: '差分を見る' }).click();
  await page.getByLabel('エラー行を除く').check();
  await tick(page, '工程情報.xlsx').check();
  await page.getByRole('button', { name: '1件を取り込む' }).waitFor();
  await tick(page, '受注.xlsx').check();
  // What waits is no longer left out, and says so before the press.
  await own.getByText('1行を「受注.xlsx」のあとに取り込みます。').waitFor();
  await page.getByRole('button', { name: '2件を取り込む' }).click();
  await row(page, '受注.xlsx').getByText('取込済').waitFor();
  await own.getByText('取込済').waitFor();
  await eventually(async () => (await own.locator('td').allInnerTexts()).slice(3, 9)).toEqual(['2', '2', '0', '0', '0', '0']);
});

test('what was decided about one sheet counts for no other, and エラー行を除く stands to be taken back while no row is bad', async () => {
  const page = await stage.visit('/imports');
  const sheetOf = (name: string, good: string, bad: string) => ({
    name,
    rows: [['日付', '稼働/非稼働区分'], ...[good, bad].map((date) => [date, '非稼働'])],
  });
  const sheets = [sheetOf('朝', '2027-03-15', '2027-13-01'), sheetOf('夕', '2027-03-16', '2027-13-02')];
  await put(page, asFile('休日.xlsx', Buffer.from(rawWorkbook({ sheets }))));
  const own = row(page, '休日.xlsx');
  await own.getByText('確認が必要').waitFor();
  await own.getByRole('button', { name: '差分を見る' }).click();
  const withoutBad = page.getByLabel('エラー行を除く');
  await withoutBad.check();
  await tick(page, '休日.xlsx').check();
  await own.getByText('取込可').waitFor();
  await page.getByRole('button', { name: '3行目を除外' }).click();
  await page.getByText('1行を除外中').waitFor();
  await eventually(async () => (await own.locator('td').allInnerTexts())[8]).toBe('0');
  await eventually(() => withoutBad.isChecked()).toBe(true);

  await page.getByRole('combobox', { name: 'シート' }).click();
  await page.getByRole('option', { name: '夕' }).click();
  await own.getByText('シート「夕」').waitFor();
  await own.getByText('確認が必要').waitFor();
  await eventually(() => withoutBad.isChecked()).toBe(false);
  await eventually(() => tick(page, '休日.xlsx').isDisabled()).toBe(true);
});

test('who may not import is told so where files would be put down', async () => {
  const page = await stage.visit('/imports', { as: '1004' });
  await page.getByRole('region', { name: 'ファイルを取り込む権限がありません' }).getByText('取込はマスタ管理者が行います。').waitFor();
  await eventually(() => page.getByRole('button', { name: 'ファイルを選ぶ' }).isDisabled()).toBe(true);
});
