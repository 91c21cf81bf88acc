import { expect, test } from 'vitest';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { leadTo } from '../support/tabs.ts';
import { bars, drawn } from './board.ts';

const stage = browserStage('planned');

test('an order becomes a rush order in its block on the Gantt, and says so on its bars and in the list of orders; a reader cannot choose', async () => {
  const page = await stage.visit('/gantt', { as: '1002', width: 1600 });
  await drawn(page);
  const shown = bars(page).first();
  const serial = (await shown.getAttribute('aria-label'))!.split('-')[0]!;
  await page.getByRole('combobox', { name: `優先度 ${serial}` }).selectOption('特急');
  await page.getByText(`製番 ${serial} の優先度を特急にしました。`).waitFor();
  await eventually(() => page.getByRole('combobox', { name: `優先度 ${serial}` }).inputValue()).toBe('rush');
  await eventually(() => shown.getAttribute('aria-label')).toContain('特急');
  expect(await violations(page)).toEqual([]);
  await shown.dblclick();
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: `優先度 ${serial}` })
    .waitFor();

  await leadTo(page, '/orders', 'オーダー一覧');
  const ofOrder = page.getByRole('row').filter({ hasText: serial }).getByRole('combobox');
  await eventually(() => ofOrder.inputValue()).toBe('rush');
  await ofOrder.click();
  await page.keyboard.press('Escape');
  await ofOrder.selectOption('後回し');
  await page.getByText(`製番 ${serial} の優先度を後回しにしました。`).waitFor();
  await eventually(() => ofOrder.inputValue()).toBe('deferred');
  // The row was not opened by it.
  expect(new URL(page.url()).pathname).toBe('/orders');
  const reader = await stage.visit('/gantt', { as: '1004', width: 1600 });
  await drawn(reader);
  expect(await reader.getByRole('combobox', { name: /^優先度 / }).count()).toBe(0);
});
