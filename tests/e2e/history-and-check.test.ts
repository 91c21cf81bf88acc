import { test } from 'vitest';
import { browserStage, eventually } from '../support/browser.ts';

const stage = browserStage('short');
const { visit } = stage;

test('the history names who changed what, by kind and key', async () => {
  await stage.server.call('PATCH', '/api/products/2/', { token: await stage.server.token(), body: { product_name: '履歴に残る製品' } });
  const page = await visit('/audit', { as: '1002' });
  await page.getByText('履歴に残る製品').waitFor();
  await page.getByRole('combobox', { name: '種類' }).click();
  await page.getByRole('option', { name: '製品', exact: true }).click();
  await page.getByRole('button', { name: '検索' }).click();
  await eventually(async () => [...new Set(await page.locator('tbody td:nth-child(4)').allInnerTexts())]).toEqual(['製品']);
  await eventually(() => page.locator('tbody tr').first().innerText()).toContain('製品名: ');
});

test('the master check is silent on a clean plant and leads to what is to be mended', async () => {
  const page = await visit('/master_check');
  await page.getByText('計画の妨げになる不備はありません。').waitFor();
  await stage.server.db('products').update({ depth: null, width: null, height: null, volume: null });
  await page.getByRole('button', { name: '再点検' }).click();
  const mend = page.locator('a[href^="/products/"]').filter({ hasText: '修正する' }).first();
  await mend.click();
  await page.waitForURL(/\/products\/\d+$/);
});
