import { expect, test } from 'vitest';
import { browserStage, eventually } from '../support/browser.ts';
import { plantBuilder } from '../support/plant.ts';
import { rowsOf } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;

test('the history says in words who changed what, by kind and thing; an import is one row, and leads to its records and back', async () => {
  const token = await stage.server.token('1001');
  const post = async (path: string, body: object): Promise<void> => {
    expect((await stage.server.call('POST', path, { token, body })).status, path).toBe(200);
  };
  const [, { facility_name: name }] = (await stage.read<{ results: { facility_name: string }[] }>('/api/facilities/?limit=2')).results as [
    unknown,
    { facility_name: string },
  ];
  await post('/api/facilities/set_availability/', { [name]: { '2026-04-20': 0, '2026-04-21': 0 } });
  const rows = [
    { outsourcing_code: 'Z901', name: '内訳鍍金' },
    { outsourcing_code: 'Z902', name: '内訳研磨' },
  ];
  // The second one changes nothing: it stands in 取込履歴 alone.
  for (const _ of [1, 2]) await post('/api/outsourcings/upload_csv/', { rows });
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
