import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { gate } from '../support/page.ts';
import { leadTo } from '../support/tabs.ts';
import { barOf, bars, boxOf, chartOf, drawn, taskForm } from './board.ts';

const stage = browserStage('planned');
const HALF_DAY_PX = 20;

/** A half-day bar in view whose words and lock stand beside it. */
async function halfDayBar(page: Page): Promise<string> {
  const inView = () =>
    page.locator('.bar-wrapper.is-movable').evaluateAll((groups, width) => {
      const view = document.querySelector('.gantt-container')!.getBoundingClientRect();
      const pane = document.querySelector('.info-pane')!.getBoundingClientRect();
      return groups.flatMap((group) => {
        const box = group.querySelector('rect.bar')!.getBoundingClientRect();
        const seen = box.left > pane.right + 30 && box.right < view.right - 60 && box.top > view.top + 70 && box.bottom < view.bottom - 20;
        // Two characters on the bar would leave its lock no room.
        const bare = [...group.querySelectorAll('text')].every((word) => {
          const { left, right } = word.getBoundingClientRect();
          return left >= box.right || right <= box.left;
        });
        const half = Math.round(box.width) === width - 1 && group.querySelector('.bar-beside');
        return seen && bare && half ? [group.getAttribute('data-id')!] : [];
      });
    }, HALF_DAY_PX);
  await eventually(async () => (await inView()).length).toBeGreaterThan(0);
  return (await inView())[0]!;
}

async function pressAt(page: Page, id: string, x: number): Promise<void> {
  const { x: left, y: top, height } = await boxOf(page, id);
  // The drawn edge lies half a pixel inside the bar.
  await page.mouse.click(left - 0.5 + x, top + height / 2);
}

const said = (page: Page, words: RegExp): Promise<void> => page.getByRole('alert').filter({ hasText: words }).waitFor();
const closed = async (dialog: Locator, button: string): Promise<void> => {
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'detached' });
};

test('a half-day bar opens wherever it is pressed, its lock is beside it, and L pressed twice at once is one', async () => {
  const page = await stage.visit('/gantt?no_search=true&from_date=2026-05-01', { as: '1002', width: 1600 });
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('switch_lock_status') && calls.push(request.url()));
  await drawn(page);
  const id = await halfDayBar(page);
  const bar = barOf(page, id);
  const form = taskForm(page);
  // Its handles and its middle.
  for (const x of [1, HALF_DAY_PX / 2, HALF_DAY_PX - 1.5]) {
    await pressAt(page, id, x);
    await form.waitFor();
    await closed(form, 'キャンセル');
  }
  expect(calls).toEqual([]);
  // The second half of a double click does not fall on what the first has opened.
  await page.evaluate(() => {
    const note = ({ target }: Event) => document.body.toggleAttribute('data-over', !(target as Element).closest('.board'));
    document.addEventListener('mousedown', note, { capture: true });
  });
  await pressAt(page, id, 2);
  await form.waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(await page.locator('body[data-over]').count()).toBe(0);
  await closed(form, 'キャンセル');

  const beside = bar.locator('rect.bar-beside');
  await bar.locator('rect.bar').hover();
  await beside.click();
  await eventually(() => bar.getAttribute('class')).toContain('is-locked');
  await said(page, /をロックしました。$/);
  await bar.locator('.bar-lock.is-locked:not(.bar-beside)').waitFor();
  await pressAt(page, id, HALF_DAY_PX / 2);
  const details = page.getByRole('dialog', { name: '工程詳細' });
  await details.getByRole('button', { name: 'ロックを解除する' }).click();
  await eventually(() => bar.getAttribute('class')).not.toContain('is-locked');
  await closed(details, '閉じる');
  await eventually(() => calls.length).toBe(2);

  const { opened, open } = gate();
  await page.route('**/switch_lock_status/', (route) => opened.then(() => route.continue()));
  await chartOf(page).focus();
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await eventually(() => calls.length).toBe(3);
  open();
  await said(page, /をロックしました。$/);
  await page.keyboard.press('l');
  await said(page, /のロックを解除しました。$/);
  expect(calls.length).toBe(4);
});

test('an order becomes a rush order in its block on the Gantt, and says so on its bars and in the list of orders; a reader cannot choose', async () => {
  const page = await stage.visit('/gantt', { as: '1002', width: 1600 });
  await drawn(page);
  const shown = bars(page).first();
  const serial = (await shown.getAttribute('aria-label'))!.split('-')[0]!;
  await page.getByRole('combobox', { name: `優先度 ${serial}` }).selectOption('特急');
  await page.getByText(`製番 ${serial} の優先度を特急にしました。`).waitFor();
  await eventually(() => page.getByRole('combobox', { name: `優先度 ${serial}` }).inputValue()).toBe('rush');
  await eventually(() => shown.getAttribute('aria-label')).toContain('特急');
  expect(await violations(page.locator('.info-pane'))).toEqual([]);
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
