import { expect, test } from 'vitest';
import { readGrid } from '../../server/files/grid.ts';
import { browserStage, downloaded, eventually, still, violations } from '../support/browser.ts';
import { logIn } from '../support/page.ts';
import { leadTo } from '../support/tabs.ts';
import { column, rowsOf, search, status } from './tables.ts';

const stage = browserStage('long');
const { visit } = stage;

test('products: 100 a page in a table of 600 px, on paper all of it; columns sort, are chosen and remembered; the file is what is listed', async () => {
  const page = await visit('/');
  await page.waitForURL('**/products');
  await rowsOf(page).nth(99).waitFor();
  await eventually(() => status(page).innerText()).toBe('全120件中 1〜100件');
  await eventually(() => page.title()).toBe('製品一覧 | 生産計画立案システム');
  const table = page.getByRole('region', { name: '製品一覧の表' });
  await eventually(async () => (await table.boundingBox())?.height).toBe(600);
  await page.emulateMedia({ media: 'print' });
  await eventually(() => table.evaluate((box) => box.clientHeight > 1_000 && box.scrollHeight === box.clientHeight)).toBe(true);
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: '2ページ目へ' }).click();
  await eventually(() => status(page).innerText()).toBe('全120件中 101〜120件');
  await eventually(() => rowsOf(page).count()).toBe(20);
  const last = await rowsOf(page).first().innerText();
  await page.getByRole('button', { name: '製品コード' }).click();
  await eventually(() => rowsOf(page).first().innerText()).not.toBe(last);

  await page.getByRole('button', { name: '列を編集' }).click();
  await page.getByRole('switch', { name: '奥行' }).click();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('columnheader', { name: '奥行' }).count()).toBe(0);
  await page.reload();
  await rowsOf(page).nth(19).waitFor();
  await eventually(() => page.getByRole('columnheader', { name: '奥行' }).count()).toBe(0);
  const book = await downloaded(page, page.getByRole('button', { name: '出力' }));
  expect(book.name).toMatch(/^製品一覧\d{12}\.xlsx$/);
  const { rows } = readGrid(book.bytes);
  expect(rows).toHaveLength(121);
  expect(rows[1]?.cells.map((cell) => typeof cell)).toEqual(['string', 'string', 'string', 'number', 'number', 'number', 'number']);
  await page.getByRole('button', { name: 'ファイル形式を選択' }).click();
  const { name, bytes } = await downloaded(page, page.getByRole('menuitem', { name: 'CSV' }));
  expect(name).toMatch(/^製品一覧\d{12}\.csv$/);
  const lines = bytes.toString('utf8').trimEnd().split('\r\n');
  expect(lines[0]).toBe('\ufeff製品コード,製品名,得意先名,容積係数,幅(m),高さ(m),容積(m³)');
  expect(lines).toHaveLength(121);
});

test('a search waits for its button, is asked anew by it, remembered and saved; a sign-out forgets conditions, not colours and what was saved', async () => {
  const [{ product_code: code }] = (await stage.list<{ product_code: string }>('/api/products/?limit=1')) as [{ product_code: string }];
  const wide = code.replace(/\d/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
  const page = await visit('/products');
  await rowsOf(page).nth(99).waitFor();
  await page.getByLabel('製品識別コード').fill(wide);
  await still(page);
  expect(await rowsOf(page).count()).toBe(100);
  await page.getByRole('button', { name: '検索' }).click();
  await eventually(() => rowsOf(page).count()).toBe(1);
  await eventually(() => rowsOf(page).first().innerText()).toContain(code);
  const again = page.waitForRequest((request) => request.url().includes('product_code_search='));
  await page.getByRole('button', { name: '検索' }).click();
  await again;
  await page.goto(`${stage.server.url}/products`);
  await eventually(() => page.getByLabel('製品識別コード').inputValue()).toBe(wide);
  await eventually(() => rowsOf(page).count()).toBe(1);

  await page.getByRole('button', { name: '保存した条件' }).click();
  await page.getByRole('menuitem', { name: 'この検索条件を保存' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('一つだけ');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: '条件クリア' }).click();
  await eventually(() => status(page).innerText()).toMatch(/1〜100件$/);
  await page.getByRole('button', { name: '保存した条件' }).click();
  await page.getByRole('menuitem', { name: '一つだけ' }).click();
  await eventually(() => page.getByLabel('製品識別コード').inputValue()).toBe(wide);

  await page.getByRole('button', { name: '配色を切り替える' }).click();
  await page.getByRole('link', { name: 'ログアウト' }).click();
  await page.waitForURL('**/login');
  const kept = await page.evaluate(() => Object.keys(localStorage).flatMap((key) => /^RaStore.*\.(\w+)$/.exec(key)?.[1] ?? []));
  expect(kept).toEqual(expect.arrayContaining(['theme', 'savedQueries']));
  expect(kept).not.toContain('listParams');
  // Who signs in next at the same machine finds no conditions of the one before.
  await logIn(page, '1002');
  await page.waitForURL('**/products');
  await rowsOf(page).nth(99).waitFor();
  expect(await page.getByLabel('製品識別コード').inputValue()).toBe('');
});

test('orders: no hit says so; a file heeds the conditions, with dates and numbers; a row opens, its title names it, 戻る leads where one came from', async () => {
  const page = await visit('/orders');
  await rowsOf(page).nth(99).waitFor();
  const serial = (await rowsOf(page).nth(2).locator('td').first().innerText()).trim();
  await search(page, { 製番: 'この世にない' });
  await page.getByText('該当するデータがありません。').waitFor();
  await search(page, { 製番: serial });
  await eventually(() => rowsOf(page).count()).toBe(1);
  const { bytes } = await downloaded(page, page.getByRole('button', { name: '出力' }));
  const [head, row, ...rest] = readGrid(bytes).rows;
  expect(rest).toEqual([]);
  const at = (label: string) => row?.cells[head?.cells.indexOf(label) ?? -1];
  expect(at('製作納期')).toMatchObject({ mark: 'date' });
  expect(at('発注数')).toBeTypeOf('number');

  const cells = await rowsOf(page).first().locator('td').allInnerTexts();
  await rowsOf(page).first().locator('td').nth(2).click();
  await page.waitForURL(/\/orders\/\d+$/);
  await page.getByRole('heading', { level: 1, name: `オーダー詳細 ${cells[0]} ${cells[2]}` }).waitFor();
  await eventually(() => page.title()).toBe(`オーダー詳細 ${cells[0]} ${cells[2]} | 生産計画立案システム`);
  for (const label of ['製番', '単重量(kg)', '納入状態']) await page.getByText(label, { exact: true }).first().waitFor();
  await page.getByRole('link', { name: '製品を開く' }).click();
  await page.waitForURL(/\/products\/\d+$/);
  await page.getByRole('link', { name: '戻る' }).click();
  await page.waitForURL(/\/orders\/\d+$/);
  await page.getByRole('link', { name: '戻る' }).click();
  await page.waitForURL(/\/orders\?.*serial_number_search/);
  await eventually(() => rowsOf(page).count()).toBe(1);
});

test('lists are searched by days, words and choices; 工程情報 counts the rows of its detail', async () => {
  const page = await visit('/order_tasks');
  await rowsOf(page).nth(99).waitFor();
  const count = Number(await column(page, 4).first().innerText());
  await rowsOf(page).first().getByRole('link').click();
  await page.waitForURL(/\/order_tasks\/\d+$/);
  await eventually(() => rowsOf(page).count()).toBe(count);
  const heads = '追番 工程順 工程コード 工程名 段取時間(h) 作業時間(h) 解枠LT(日) 受入 最終受入日 発注数 受入数';
  await eventually(async () => (await page.getByRole('columnheader').allInnerTexts()).join(' ')).toBe(heads);
  await eventually(() => column(page, 8).first().innerText()).toMatch(/^[01]$/);

  /** Expects that rows are shown, and of this column nothing else. */
  const shows = (place: number, fits: (text: string) => boolean) =>
    eventually(async () => {
      const texts = await column(page, place).allInnerTexts();
      return texts.length > 0 && texts.every(fits);
    }).toBe(true);
  await leadTo(page, '/casting', '鋳込み一覧');
  await search(page, { '鋳込日(開始)': '2026-03-20', '鋳込日(終了)': '2026-03-31' });
  await shows(3, (day) => day >= '2026/03/20' && day < '2026/04/01');
  await leadTo(page, '/facilities', '設備一覧');
  await search(page, { 工程名: '焼' });
  await shows(3, (names) => names.includes('焼'));
  expect((await column(page, 3).allInnerTexts()).some((names) => names.includes('\n'))).toBe(true);
  await leadTo(page, '/employees', '社員一覧');
  await page.getByRole('combobox', { name: '権限' }).click();
  await page.getByRole('option', { name: '外注担当' }).click();
  await page.getByRole('button', { name: '検索' }).click();
  await shows(4, (role) => role === '外注担当');
});

test('a bulk delete asks with the counts, says why where it is refused, deletes and reloads; cancelling changes nothing', async () => {
  const page = await visit('/casting');
  await rowsOf(page).first().waitFor();
  await eventually(() => status(page).innerText()).toMatch(/^全/);
  const total = /全([\d,]+)件/.exec(await status(page).innerText())?.[1];
  const all = page.getByRole('button', { name: '全鋳込み削除' });
  const dialog = page.getByRole('dialog', { name: '全データを削除しますか？' });
  const sure = dialog.getByRole('button', { name: '削除', exact: true });
  await all.click();
  await dialog.getByText(`鋳込み情報${total}件を削除します。`).waitFor();
  expect(await violations(dialog)).toEqual([]);
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await stage.read('/api/orders/get_castings/')).not.toMatchObject({ count: 0 });
  const error = 'ほかの処理が終わるまでお待ちください。';
  await page.route('**/delete_all_castings/', (call) => call.fulfill({ status: 409, json: { error } }), { times: 1 });
  await all.click();
  await sure.click();
  const refused = page.locator('.RaNotification-error').getByText(error);
  await refused.waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await refused.waitFor({ state: 'detached' });
  await all.click();
  const reloaded = page.waitForEvent('load');
  await sure.click();
  await page.getByText('全鋳込み情報を削除しました。画面がリロードされます。').waitFor();
  await reloaded;
  await page.getByText('該当するデータがありません。').waitFor();
});
