import { expect, test } from 'vitest';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { beyond } from '../support/page.ts';
import { leadTo } from '../support/tabs.ts';
import { rowsOf } from './tables.ts';

const { visit } = browserStage('short');

test('the drawer starts as a rail of 65 px, opens to 300, and closes when an entry is chosen', async () => {
  const page = await visit('/products');
  const drawer = page.getByRole('navigation', { name: 'メニュー' });
  await eventually(async () => (await drawer.boundingBox())?.width).toBe(65);
  await page.getByRole('button', { name: 'メニューを開く' }).click();
  await eventually(async () => (await drawer.boundingBox())?.width).toBe(300);
  await eventually(() => drawer.getByRole('link', { name: '製品一覧' }).getAttribute('aria-current')).toBe('page');
  await drawer.getByRole('link', { name: 'オーダー一覧' }).click();
  await page.waitForURL('**/orders');
  await eventually(async () => (await drawer.boundingBox())?.width).toBe(65);
  await leadTo(page, '/order_tasks/1', '工程情報詳細');
  await eventually(() => drawer.getByRole('link', { name: '工程情報一覧' }).getAttribute('aria-current')).toBe('page');
  await eventually(() => drawer.getByRole('link', { name: 'オーダー一覧' }).getAttribute('aria-current')).toBe(null);
  // No page is wider than the window; of boards their own files say so.
  for (const [path, heading] of [
    ['/products', '製品一覧'],
    ['/products/1', '製品編集'],
  ] as const) {
    await leadTo(page, path, heading);
    await still(page);
    expect((await beyond(page))[0], path).toBe(0);
  }
});

test('the first load weighs at most 330 kB, packed', async () => {
  const page = await visit('/products', { fresh: true });
  await rowsOf(page).nth(10).waitFor();
  await still(page);
  const sizes = await page.evaluate(() => {
    const loaded = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    return loaded.filter(({ name }) => !name.includes('/api/')).map(({ encodedBodySize }) => encodedBodySize);
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(330_000);
});

test('what is printed out of the dark colours is drawn in the light ones', async () => {
  const page = await visit('/figures');
  const ink = () => page.getByRole('heading', { name: '指標' }).evaluate((heading) => getComputedStyle(heading).color);
  const light = await ink();
  await page.getByRole('button', { name: '配色を切り替える' }).click();
  await eventually(ink).not.toBe(light);
  // A tooltip is part of what it describes, come or going.
  await page.getByRole('tooltip').waitFor();
  expect(await violations(page, ['region'])).toEqual([]);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await eventually(ink).toBe(light);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await eventually(ink).not.toBe(light);
});
