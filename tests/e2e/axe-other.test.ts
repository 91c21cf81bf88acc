import { expect, test } from 'vitest';
import { browserStage, violations } from '../support/browser.ts';
import { workbookOf } from '../support/workbook.ts';
import { AXE_TIMEOUT_MS, expectAccessible } from './axe-pages.ts';
import { choose, headers, order } from './import-files.ts';

const stage = browserStage('short');
const { visit } = stage;

test('no calendar, board or message page has an axe violation in light or dark colours', { timeout: AXE_TIMEOUT_MS }, async () => {
  await expectAccessible(stage, [
    ['/gantt', '生産計画ガントチャート', 'dark'],
    ['/facility-calendar', '設備別カレンダー', 'dark'],
    ['/today', '今日の作業', 'dark'],
    ['/outsourcing-work', '外注', 'dark'],
    ['/figures', '指標', 'dark'],
    ['/run-history', '立案の履歴'],
    ['/holidays', '休日カレンダー'],
    ['/facility_availability', '設備稼働', 'dark'],
    ['/master_check', 'マスタ点検'],
    ['/not_found', 'ページが見つかりません'],
  ]);
});

test('no page before the login has an axe violation', async () => {
  for (const path of ['/login', '/reset_password_token', '/reset_password?token=none']) {
    const page = await visit(path, { as: null });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await violations(page), path).toEqual([]);
  }
});

test('preview, dry run, dialogs and menus have no axe violation', async () => {
  const page = await visit('/orders');
  const file = await workbookOf([headers('orders'), order('26Y0001', '2026-06-01'), order('26Y0002', '2026/13/01')]);
  await choose(page, 'オーダーインポート', 'オーダー.xlsx', file);
  await page.getByLabel('エラー行を除く').check();
  await page.getByRole('region', { name: '差分を確認' }).getByText('新規').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '列を編集' }).click();
  await page.getByRole('switch').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('switch').first().waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: '全オーダー削除' }).click();
  await page
    .getByRole('dialog')
    .getByText(/を削除します。/)
    .waitFor();
  expect(await violations(page)).toEqual([]);
});
