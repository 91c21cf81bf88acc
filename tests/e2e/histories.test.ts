import { expect, test } from 'vitest';
import { readGrid } from '../../server/files/grid.ts';
import { book, order } from '../hazards/parts.ts';
import { upload } from '../imports/support.ts';
import { browserStage, downloaded, eventually, violations } from '../support/browser.ts';
import { beyond } from '../support/page.ts';
import { plantBuilder } from '../support/plant.ts';
import { leadTo } from '../support/tabs.ts';
import { rowsOf } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;

test('the history says in words who changed what, by kind and thing; an import is one row, and leads to its records and back', async () => {
  const { facility_name: name } = (await stage.list<{ facility_name: string }>('/api/facilities/?limit=2'))[1]!;
  await stage.elsewhere('1001', 'POST', '/api/facilities/set_availability/', { [name]: { '2026-04-20': 0, '2026-04-21': 0 } });
  const rows = [
    { outsourcing_code: 'Z901', name: '内訳鍍金' },
    { outsourcing_code: 'Z902', name: '内訳研磨' },
  ];
  // The second one changes nothing: it stands in 取込履歴 alone.
  for (const _ of [1, 2]) await stage.elsewhere('1001', 'POST', '/api/outsourcings/upload_csv/', { rows });
  const page = await visit('/audit', { as: '1002' });
  const row = rowsOf(page).filter({ hasText: '2行を取り込み' });
  await row.getByText('外注: 追加 2件').waitFor();
  expect(await row.count()).toBe(1);
  expect(await page.getByText('内訳鍍金').count()).toBe(0);
  await row.getByRole('button', { name: '内訳を見る' }).click();
  await page.getByText('Z901 内訳鍍金').waitFor();
  await page.getByText('Z902 内訳研磨').waitFor();
  await page.getByRole('button', { name: 'すべての履歴に戻る' }).click();
  await row.waitFor();
  const search = page.getByRole('search');
  await search.getByRole('combobox', { name: '種類' }).click();
  await page.getByRole('option', { name: '設備稼働', exact: true }).click();
  await search.getByLabel('対象').fill(name);
  await page.keyboard.press('Enter');
  const kinds = async () => [...new Set(await rowsOf(page).locator('td:nth-child(4)').allInnerTexts())];
  await eventually(kinds).toEqual(['設備稼働']);
  const units = rowsOf(page).filter({ hasText: name }).first();
  await units.getByText(/2026\/04\/20\(月\)〜2026\/04\/21\(火\): 標準 → 0台/).waitFor();
  await eventually(() => units.innerText()).toContain('(1001)');
});

test('the master check is silent on a clean plant, mends by a press what it can, and leads to the rest', async () => {
  const page = await visit('/master_check');
  await page.getByText('計画の妨げになる不備はありません。').waitFor();
  // Two that are one but for their zeros: the press names them and what will be.
  const { db } = stage.server;
  const make = plantBuilder(db);
  for (const product_code of ['802', '00000802']) await make.product({ product_code, depth: 1, width: 1, height: 1 });
  await page.getByRole('button', { name: '再点検' }).click();
  const doubles = '先頭の0だけが違う製品「00000802」と「802」があります。';
  await page.getByRole('button', { name: `${doubles} 1つにまとめる` }).click();
  const dialog = page.getByRole('dialog', { name: doubles });
  await dialog.getByText(/^桁の多い方を残します。/).waitFor();
  await dialog.getByRole('button', { name: '1つにまとめる' }).click();
  await page.getByText('1つにまとめました。').waitFor();
  await eventually(() => page.getByRole('button', { name: `${doubles} 1つにまとめる` }).count()).toBe(0);
  expect(await db('products').where('product_code', 'like', '%802').pluck('product_code')).toEqual(['00000802']);
  await db('products').update({ depth: null, width: null, height: null, volume: null });
  await page.getByRole('button', { name: '再点検' }).click();
  await page.locator('a[href^="/products/"]').filter({ hasText: '修正する' }).first().click();
  await page.waitForURL(/\/products\/\d+$/);
});

test('a lot, then its order, goes by a press on its page, which says what goes with it', async () => {
  const { db } = stage.server;
  const make = plantBuilder(db);
  const order = await make.order({ serial_number: '02649902', product_name: '新しい製品' });
  const task = await make.task();
  await make.orderTask(await make.lot(order, '01'), task);
  const second = await make.lot(order, '02');
  for (const locked of [true, false]) {
    const order_task_id = await make.orderTask(second, task);
    await make.entry(second, task, ['2026-04-06 08:30', '2026-04-07 00:00'], { order_task_id, locked });
  }
  const page = await visit(`/orders/${order}`);
  const lot = page.getByRole('button', { name: '02 追番を削除' });
  await lot.click();
  const asks = page.getByRole('dialog', { name: '製番 02649902 の追番「02」を削除しますか？' });
  await asks.getByText('工程情報2件と、その鋳込み情報・生産計画2件も削除します。元に戻すことはできません。').waitFor();
  await asks.getByText('生産計画のうち1件はロックされています。').waitFor();
  await asks.getByRole('button', { name: '削除' }).click();
  await asks.waitFor({ state: 'detached' });
  await lot.waitFor({ state: 'detached' });
  expect(await db('lots').where({ order_id: order }).pluck('lot_number')).toEqual(['01']);
  expect(await db('plan_entries').where({ lot_id: second })).toEqual([]);
  await page.getByRole('button', { name: 'オーダーを削除' }).click();
  const dialog = page.getByRole('dialog', { name: '製番 02649902 を削除しますか？' });
  await dialog.getByText('工程情報1件と、その鋳込み情報・生産計画0件も削除します。元に戻すことはできません。').waitFor();
  await dialog.getByRole('button', { name: '削除' }).click();
  await page.getByText('削除しました。').waitFor();
  await page.waitForURL(/\/orders(\?|$)/);
  expect(await db('orders').where('serial_number', '02649902')).toEqual([]);
});

test('取込履歴 shows each import to every role, with its messages and the rows it left out to save', async () => {
  const token = await stage.server.token();
  const bytes = book('orders', [order({ serial: '02649201' }), order({ serial: '02649202', number: 'x' })]);
  await upload(stage.server, token, '/api/orders/upload_csv/', { name: '不備.xlsx', bytes });
  await upload(stage.server, token, '/api/orders/upload_csv/?skip_bad_rows=1', { name: '朝.xlsx', bytes });
  const page = await stage.visit('/import-history', { as: '1004' });
  const cells = (row: number) => page.locator('tbody tr').nth(row).getByRole('cell').allInnerTexts();
  await eventually(async () => (await cells(0)).slice(2, 11)).toEqual(['オーダー', '朝.xlsx', '取込済', '1行', '1', '0', '0', '0', '1']);
  expect((await cells(1)).slice(2, 5)).toEqual(['オーダー', '不備.xlsx', '取込不可']);
  await page.getByRole('link', { name: /朝.xlsx .*詳細/ }).click();
  await page.getByRole('heading', { name: /^取込履歴 朝.xlsx/, level: 1 }).waitFor();
  const said = page.getByRole('list', { name: 'メッセージ' });
  await said.getByText('1行を除いて取り込みました(行3)。').waitFor();
  await said.getByText('行3「発注数」: 「x」は1以上の整数を指定してください。').waitFor();
  const rows = await downloaded(page, page.getByRole('button', { name: '除いた行をダウンロード' }));
  expect(readGrid(new Uint8Array(rows.bytes)).rows[1]?.cells.slice(0, 2)).toEqual([3, '02649202']);
  const messages = await downloaded(page, page.getByRole('button', { name: 'メッセージをダウンロード' }));
  expect(messages.name).toMatch(/^オーダー取込メッセージ\d{12}\.txt$/);
  expect(messages.bytes.toString()).toContain('1行を除いて取り込みました(行3)。');
  expect(await violations(page)).toEqual([]);
});

test('この取込を取り消す takes two clicks: the dialog says what goes back and what stays', async () => {
  const token = await stage.server.token();
  const bytes = book('orders', [order({ serial: '02649221' }), order({ serial: '02649222' })]);
  await upload(stage.server, token, '/api/orders/upload_csv/', { name: '先月.xlsx', bytes });
  await stage.server.db('orders').where({ serial_number: '02649222' }).update({ number: 77 });
  const page = await stage.visit('/import-history');
  await page
    .getByRole('row', { name: /先月.xlsx/ })
    .getByRole('button', { name: /この取込を取り消す/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'この取込を取り消しますか？' });
  await dialog.getByText('追加を取り除く 1件').waitFor();
  await dialog.getByText('オーダー「02649222」: このあと変更されたため、そのままです。').waitFor();
  expect(await violations(dialog)).toEqual([]);
  await dialog.getByRole('button', { name: '取り消す' }).click();
  await page.getByText('取込を取り消しました。').waitFor();
  const outcome = (row: number) => page.locator('tbody tr').nth(row).getByRole('cell').nth(4).innerText();
  await eventually(async () => [await outcome(0), await outcome(1)]).toEqual(['取り消し', '取消済']);
  expect(await page.locator('tbody tr').first().getByRole('cell').nth(5).innerText()).toBe('1行');
  // Its last column stands in the window.
  const table = page.getByRole('region', { name: '取込履歴の表' });
  await eventually(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await stage.server.db('orders').whereIn('serial_number', ['02649221', '02649222']).pluck('number')).toEqual([77]);
  // From its line to its changed rows, and back to it.
  await page
    .getByRole('row', { name: /先月.xlsx/ })
    .nth(1)
    .getByRole('link', { name: '変更された内容を見る' })
    .click();
  await page.getByText('インポート1回の内訳を表示しています。').waitFor();
  await eventually(() => page.locator('tbody tr').count()).toBe(2);
  await page.getByRole('link', { name: '取込履歴で見る' }).click();
  await page.getByRole('heading', { name: /^取込履歴 先月.xlsx/, level: 1 }).waitFor();
  await page.getByRole('link', { name: '変更された内容を見る' }).waitFor();
});

/** Figures of the largest plant, with whatever else an answer says. */
const large = (late_orders: number) => ({
  ...{ entries: 16_000, late_orders, late_days: 12_345 - late_orders, worst_late_days: late_orders % 400, furnace_runs: 1_204 },
  ...{ furnace_fill: late_orders / 1_300, flow_days: 100 + late_orders / 10 },
});

test('立案の履歴 fits a small desk, however large the numbers', async () => {
  const page = await visit('/products');
  const results = [
    {
      ...{ id: 1, status: 'complete', progress: 1, phase: null, requested_by: '1001', requested_by_name: '桐沢 浩二', error: null },
      ...{ created_at: '2026-04-01T18:02:00+09:00', started_at: '2026-04-01T18:02:00+09:00', finished_at: '2026-04-01T18:03:00+09:00' },
      ...{ frozen_days: 14, moving: 'normal', figures: { before: large(1_234), after: large(987) } },
      statistics: { moved: 15_678, moved_orders: 1_234, conflicts: 12, moved_by: { unfit: 3_000, follows: 5_000, plan: 7_678 } },
    },
  ];
  await page.route('**/api/schedule-queues/?*', (route) => route.fulfill({ json: { count: 1, next: null, previous: null, results } }));
  await leadTo(page, '/run-history', '立案の履歴');
  const runs = page.getByRole('group', { name: '立案の履歴' });
  await runs.getByText('14日').waitFor();
  // The table stands in its card, and the page in its window.
  const out = (card: Element) => card.querySelector('table')!.getBoundingClientRect().right - card.getBoundingClientRect().right;
  await eventually(() => runs.evaluate(out)).toBeLessThanOrEqual(0);
  expect((await beyond(page))[0]).toBe(0);
  // No head stands one letter a line.
  expect(
    await runs.locator('th').evaluateAll((heads) => heads.filter((head) => head.clientHeight > 60).map((head) => head.textContent)),
  ).toEqual([]);
});
