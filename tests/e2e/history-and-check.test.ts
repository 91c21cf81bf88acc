import { expect, test } from 'vitest';
import { browserStage, eventually } from '../support/browser.ts';
import { plantBuilder } from '../support/plant.ts';
import { rowsOf } from './tables.ts';

const stage = browserStage('short');
const { visit } = stage;

test('the history names who changed what, by kind and key', async () => {
  await stage.server.call('PATCH', '/api/products/2/', { token: await stage.server.token(), body: { product_name: '履歴に残る製品' } });
  const page = await visit('/audit', { as: '1002' });
  await page.getByText(/製品名: .* → 履歴に残る製品$/).waitFor();
  await page.getByRole('combobox', { name: '種類' }).click();
  await page.getByRole('option', { name: '製品', exact: true }).click();
  await page.getByRole('button', { name: '検索' }).click();
  await eventually(async () => [...new Set(await page.locator('tbody td:nth-child(4)').allInnerTexts())]).toEqual(['製品']);
  await eventually(() => rowsOf(page).first().innerText()).toContain('製品名: ');
});

test('who changed the units of a facility, from what to what: two filters, in words', async () => {
  const token = await stage.server.token('1001');
  const { results } = await stage.read<{ results: { facility_name: string }[] }>('/api/facilities/?limit=2');
  const [{ facility_name: name }] = [results[1]!];
  await stage.server.call('POST', '/api/facilities/set_availability/', { token, body: { [name]: { '2026-04-20': 0, '2026-04-21': 0 } } });
  const page = await visit('/audit', { as: '1002' });
  const search = page.getByRole('search');
  await search.getByRole('combobox', { name: '種類' }).click();
  await page.getByRole('option', { name: '設備稼働', exact: true }).click();
  await search.getByLabel('対象').fill(name);
  await page.keyboard.press('Enter');
  const row = page.locator('tbody tr').filter({ hasText: name }).first();
  await row.getByText(/2026\/04\/20\(月\)〜2026\/04\/21\(火\): 標準 → 0台/).waitFor();
  await eventually(() => row.innerText()).toContain('(1001)');
});

test('an import is one row with its counts, and leads to its records and back', async () => {
  const token = await stage.server.token('1001');
  const rows = [
    { outsourcing_code: 'Z901', name: '内訳鍍金' },
    { outsourcing_code: 'Z902', name: '内訳研磨' },
  ];
  await stage.server.call('POST', '/api/outsourcings/upload_csv/', { token, body: { rows } });
  const page = await visit('/audit', { as: '1002' });
  const row = page.locator('tbody tr').filter({ hasText: '2行を取り込み' });
  await row.getByText('外注: 追加 2件').waitFor();
  await eventually(() => page.getByText('内訳鍍金').count()).toBe(0);
  await row.getByRole('button', { name: '内訳を見る' }).click();
  await page.getByText('Z901 内訳鍍金').waitFor();
  await page.getByText('Z902 内訳研磨').waitFor();
  await page.getByRole('button', { name: 'すべての履歴に戻る' }).click();
  await row.waitFor();
  await stage.server.call('POST', '/api/outsourcings/upload_csv/', { token, body: { rows } });
  await page.reload();
  await row.first().waitFor();
  // An import that changed nothing stands in 取込履歴 alone.
  await eventually(() => row.count()).toBe(1);
});

test('the master check is silent on a clean plant and leads to what is to be mended', async () => {
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
  const mend = page.locator('a[href^="/products/"]').filter({ hasText: '修正する' }).first();
  await mend.click();
  await page.waitForURL(/\/products\/\d+$/);
});
