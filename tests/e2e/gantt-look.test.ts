import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DARK } from '../../admin/layout/palette.ts';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { beyond } from '../support/page.ts';
import { goTo } from '../support/tabs.ts';
import {
  arrived,
  bars,
  boxOf,
  chartOf,
  drawn,
  type Entry,
  pageField,
  pointAway,
  press,
  runButton,
  scrolledTo,
  unfold,
  wideBar,
} from './board.ts';

const stage = browserStage('planned');
const visit = (as: string, search = ''): Promise<Page> => stage.visit(`/gantt${search}`, { as, width: 1600 });

test('who may only look has no run and no locks; the tooltip comes after 300 ms, a bar opens its details', async () => {
  const page = await visit('1004');
  await drawn(page);
  await eventually(() => runButton(page).isDisabled()).toBe(true);
  expect(await runButton(page).evaluate((button) => getComputedStyle(button.parentElement!).cursor)).toBe('not-allowed');
  expect(await page.locator('.bar-lock, .pane-lock').count()).toBe(0);
  const id = await wideBar(page);
  const box = await boxOf(page, id);
  const waited = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pointed = 0;
        window.addEventListener('pointermove', ({ timeStamp }) => (pointed = timeStamp), { capture: true });
        const look = () => document.querySelector('[role=tooltip]') && resolve(performance.now() - pointed);
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.mouse.move(box.x + 4, box.y + 8);
  // The clock of an event and the page's own differ by a few milliseconds.
  expect(await waited).toBeGreaterThanOrEqual(280);
  const tooltip = page.getByRole('tooltip');
  for (const term of ['期間', '時刻', '設備', '数量', '納期']) await tooltip.getByText(term).first().waitFor();
  await page.mouse.move(5, 5);
  await tooltip.waitFor({ state: 'detached' });
  await press(page, id, 'body');
  const dialog = page.getByRole('dialog', { name: '工程詳細' });
  await dialog.getByText('工程名').waitFor();
  await eventually(() => dialog.getByRole('button').allInnerTexts()).toEqual(['閉じる']);
  await dialog.getByRole('button', { name: '閉じる' }).click();
});

test('has the widths of the specification and fits its window; only what is visible is in the document, and nothing is left of a board that is gone', async () => {
  const page = await stage.visit('/gantt', { as: '1002', width: 1280 });
  await drawn(page);
  const widths = await page.locator('.pane-head > div').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  expect(widths).toEqual([150, 110, 120, 150]);
  expect(await page.locator('.pane-head').innerText()).toBe(['製番', '納期', '前工程終了', '工程'].join('\n'));
  expect((await page.locator('.head-day').first().boundingBox())?.width).toBe(40);
  expect(await page.locator('.head-halves').first().innerText()).toMatch(/前\s*後/);
  await eventually(() => beyond(page)).toEqual([0, 0]);
  expect(await page.locator('.gantt-container').count()).toBe(1);
  const total = Number(await page.locator('svg.gantt').getAttribute('height')) / 20;
  expect(await bars(page).count()).toBeLessThan(total);
  await page.getByRole('link', { name: '工程一覧' }).click();
  await page.waitForURL('**/tasks');
  await eventually(() => page.locator('.gantt-container, .board-tooltip').count()).toBe(0);
});

test('a form that was reached from the left block leads back to the same page and place, whoever locks the order meanwhile', async () => {
  const page = await visit('1002', '?page=2');
  await drawn(page);
  await unfold(page);
  await chartOf(page).evaluate((element) => element.scrollTo(120, 60));
  await still(page);
  // By keyboard: a press with the mouse would first scroll the board to bring the link into view.
  const [lot, href] = await page.locator('.pane-group:has(.pane-lock:not(.is-locked)) .pane-cell a').evaluateAll((anchors) => {
    const link = anchors.find((anchor) => anchor.getBoundingClientRect().top > 420) as HTMLAnchorElement;
    link.focus({ preventScroll: true });
    return [link.closest<HTMLElement>('.pane-group')!.dataset.key!, link.getAttribute('href')];
  });
  // The left block is drawn anew, and the keyboard stays where it is.
  for (const write of ['lock', 'unlock']) {
    await stage.elsewhere('1001', 'POST', `/api/schedules/${write}_order/`, { order: Number.parseInt(lot, 10) });
    await page.locator(`[data-key="${lot}"] .pane-lock${write === 'lock' ? '.is-locked' : ':not(.is-locked)'}`).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/from_gantt=true/);
  await page.goBack();
  await bars(page).first().waitFor();
  await eventually(() => pageField(page).inputValue()).toBe('2');
  await eventually(() => scrolledTo(page)).toEqual([120, 60]);
});

test('every zoom has its head; a zoom keeps the day under the pointer; nothing for axe to say, also in the dark', async () => {
  const page = await stage.visit('/gantt?no_search=true&ordering=-late_days', { as: '1002', width: 1440 });
  await drawn(page);
  await page.getByRole('button', { name: '今日へ' }).click();
  for (const [name, cells] of [
    ['日', '.head-day:not(.is-week)'],
    ['週', '.head-day.is-week'],
    ['半日', '.head-halves'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator(cells).first().waitFor();
  }
  const today = () => page.locator('.mark-now').evaluate((line) => line.getBoundingClientRect().left);
  const pointer = await today();
  await page.mouse.move(pointer, (await chartOf(page).boundingBox())!.y + 200);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 100);
  await page.keyboard.up('Control');
  await page.locator('.head-date + .head-halves i').first().waitFor();
  // Unless the timeline ends before it can.
  const ends = () =>
    chartOf(page).evaluate(({ scrollLeft, scrollWidth, clientWidth }) => scrollLeft === 0 || scrollLeft >= scrollWidth - clientWidth - 1);
  await eventually(async () => Math.abs((await today()) - pointer) < 2 || (await ends())).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '配色を切り替える' }).click();
  const paper = () => page.locator('.board').evaluate((element) => getComputedStyle(element).getPropertyValue('--paper'));
  await eventually(paper).toBe(DARK.paper);
  await pointAway(page);
  expect(await violations(page, ['color-contrast'])).toEqual([]);
});

test('finished tasks fold by mouse, Enter and arrows; a jump shows the bar that is folded away with its lot lit, and names its deadline', async () => {
  const entries = await stage.list<Entry>('/api/schedules/?limit=1000');
  const finished = entries.find((entry) => entry.received_locked)!;
  const open = entries.find((entry) => !entry.received_locked && entry.deadline_date)!;
  const page = await visit('1002', `?bar=${finished.id}`);
  await arrived(page, finished.id);
  await page.locator('.spot-ring').waitFor();
  await page.locator('.pane-group.is-spot').waitFor();
  await page.evaluate(goTo, `/gantt?bar=${open.id}`);
  await arrived(page, open.id);
  const tags = () => page.locator('.mark-tag text, .edge-tag').allInnerTexts();
  await eventually(async () => (await tags()).some((text) => /納期 \d+\/\d+\(.\)/.test(text))).toBe(true);
  await page.locator('.pane-head').click();
  await page.locator('.spot-ring').waitFor({ state: 'detached' });

  // Back by the keyboard, which stays on the button.
  const button = page.locator(`[data-fold="${await page.locator('.pane-fold').first().getAttribute('data-fold')}"]`);
  const height = () => page.locator('svg.gantt').getAttribute('height').then(Number);
  const before = await height();
  await button.click();
  await eventually(() => button.getAttribute('aria-expanded')).toBe('true');
  await eventually(height).toBeGreaterThan(before);
  await page.keyboard.press('Enter');
  await eventually(() => button.getAttribute('aria-expanded')).toBe('false');
  await eventually(height).toBe(before);
  await chartOf(page).focus();
  const active = page.locator('.pane-fold.is-active');
  for (let step = 0; step < 60 && !(await active.count()); step += 1) await page.keyboard.press(step < 20 ? 'ArrowUp' : 'ArrowDown');
  await active.waitFor();
  await page.keyboard.press('ArrowRight');
  await eventually(() => active.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('ArrowDown');
  await page.locator('.bar-wrapper.is-active.is-finished, .bar-wrapper.is-active.is-undated').waitFor();
  await page.keyboard.press('ArrowLeft');
  await eventually(() => active.getAttribute('aria-expanded')).toBe('false');
});
