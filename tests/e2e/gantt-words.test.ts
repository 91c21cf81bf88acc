import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DARK } from '../../admin/layout/palette.ts';
import { addDays, instantAt } from '../../server/domain/ground/plant-time.ts';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { barOf, drawn, pointAway } from './board.ts';

const stage = browserStage('planned');
const board = (page: Page) => page.getByRole('group', { name: '生産計画ガントチャート' });

/** Words and bars of each row as they stand on the screen, and how many of the words overlap another one's or another bar. */
const overlaps = (page: Page): Promise<{ words: number; bad: string[] }> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.bar-wrapper')].flatMap((group) =>
      [...group.querySelectorAll('rect.bar, text')].map((element) => ({
        id: group.getAttribute('data-id'),
        text: element.textContent ?? '',
        box: element.getBoundingClientRect(),
      })),
    );
    const words = boxes.filter(({ text }) => text !== '');
    const meet = (a: DOMRect, b: DOMRect): boolean =>
      a.left < b.right - 1.5 && b.left < a.right - 1.5 && a.top + 4 < b.bottom - 4 && b.top + 4 < a.bottom - 4;
    const bad = words.flatMap((word) =>
      boxes.filter((other) => other.id !== word.id && meet(word.box, other.box)).map((other) => `${word.text} / ${other.text || other.id}`),
    );
    return { words: words.length, bad };
  });

test('how late a lot is can be read beside its deadline, also in a single row', async () => {
  const { db } = stage.server;
  const lots: { id: number; order_id: number; serial_number: string; delivery_date: string; task_id: number; facility_id: number }[] =
    await db('bars as b')
      .where('b.open', true)
      .whereRaw('b.task_sort = (select max(task_sort) from plan_entries where lot_id = b.lot_id)')
      .whereRaw('(select count(*) from lots where order_id = b.order_id) = 2')
      .orderBy(['b.order_id', 'b.lot_id'])
      .select('b.id', 'b.order_id', 'b.serial_number', 'b.delivery_date', 'b.task_id', 'b.facility_id');
  const two = lots.filter(({ order_id }, at) => lots[at - 1]?.order_id === order_id || lots[at + 1]?.order_id === order_id).slice(0, 2);
  expect(two).toHaveLength(2);
  for (const [n, { id, delivery_date }] of two.entries()) {
    const day = addDays(delivery_date, 100 + 15 * n);
    await db('plan_entries')
      .where({ id })
      .update({ start_at: instantAt(day, '08:00'), end_at: instantAt(day, '12:00') });
  }
  const { serial_number, task_id, facility_id } = two[0]!;
  const { task_name } = await db('tasks').where({ id: task_id }).first('task_name');
  const badges = (page: Page): Promise<string[]> =>
    page.locator('.pane-badge').evaluateAll((all) =>
      all.map((badge) => {
        const cell = badge.closest('.pane-cell')!.getBoundingClientRect();
        return `${badge.getBoundingClientRect().right < cell.right - 1 ? '' : 'cut: '}${badge.textContent}`;
      }),
    );
  const address = `/gantt?no_search=1&serial_number_search=${serial_number}`;
  const page = await stage.visit(address, { as: '1002', width: 1440 });
  await eventually(() => badges(page)).toEqual(['ロット遅れ 100日', '遅れ 115日']);
  const alone = await stage.visit(`${address}&task_search=${task_name}~${facility_id}`, { as: '1002', width: 1440 });
  await eventually(() => badges(alone)).toEqual(['100日', '115日']);
});

test('words stand beside bars and over nothing; finished tasks fold; days, weeks and half days; dark; nothing for axe to say', async () => {
  const page = await stage.visit('/gantt?no_search=true', { as: '1002', width: 1440 });
  await drawn(page);
  for (const stack of [true, false]) {
    await page.getByLabel('スタックモード').setChecked(stack);
    await drawn(page);
    const { words, bad } = await overlaps(page);
    expect(words).toBeGreaterThan(0);
    expect(bad).toEqual([]);
  }
  await page.getByLabel('スタックモード').setChecked(true);
  await drawn(page);

  // By mouse, and back by the keyboard, which stays on the button.
  const folded = page.locator('.pane-fold').first();
  const key = await folded.getAttribute('data-fold');
  const button = page.locator(`[data-fold="${key}"]`);
  const height = () => page.locator('svg.gantt').getAttribute('height').then(Number);
  const before = await height();
  await button.click();
  await eventually(() => button.getAttribute('aria-expanded')).toBe('true');
  await eventually(height).toBeGreaterThan(before);
  await page.keyboard.press('Enter');
  await eventually(() => button.getAttribute('aria-expanded')).toBe('false');
  await eventually(height).toBe(before);
  // By the arrow keys on the board.
  await board(page).focus();
  await page.keyboard.press('ArrowDown');
  for (let step = 0; step < 40 && !(await page.locator('.pane-fold.is-active').count()); step += 1) await page.keyboard.press('ArrowDown');
  const active = page.locator('.pane-fold.is-active');
  await active.waitFor();
  await page.keyboard.press('ArrowRight');
  await eventually(() => active.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('ArrowDown');
  await page.locator('.bar-wrapper.is-active.is-finished, .bar-wrapper.is-active.is-undated').waitFor();
  await page.keyboard.press('ArrowLeft');
  await eventually(() => active.getAttribute('aria-expanded')).toBe('false');

  // The zooms keep the day in the middle.
  const today = () => page.locator('.mark-now').evaluate((line) => line.getBoundingClientRect().left);
  await page.getByRole('button', { name: '今日へ' }).click();
  for (const [name, cells] of [
    ['日', '.head-day:not(.is-week)'],
    ['週', '.head-day.is-week'],
    ['半日', '.head-halves'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator(cells).first().waitFor();
    const { bad } = await overlaps(page);
    expect(bad).toEqual([]);
  }
  const pointer = await today();
  const box = (await board(page).boundingBox())!;
  await page.mouse.move(pointer, box.y + 200);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 100);
  await page.keyboard.up('Control');
  await page.locator('.head-date + .head-halves i').first().waitFor();
  // Unless the timeline ends before it can.
  const ends = () =>
    board(page).evaluate(({ scrollLeft, scrollWidth, clientWidth }) => scrollLeft === 0 || scrollLeft >= scrollWidth - clientWidth - 1);
  await eventually(async () => Math.abs((await today()) - pointer) < 2 || (await ends())).toBe(true);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: '配色を切り替える' }).click();
  const paper = () => page.locator('.board').evaluate((element) => getComputedStyle(element).getPropertyValue('--paper'));
  await eventually(paper).toBe(DARK.paper);
  await pointAway(page);
  expect(await violations(page)).toEqual([]);
});

test('a jump shows the bar with its lot lit, also where it is folded away, and its deadline is named', async () => {
  const { results } = await stage.read<{
    results: { id: number; received_locked: boolean; deadline_date: string | null; late_days: number }[];
  }>('/api/schedules/?limit=1000');
  const finished = results.find((entry) => entry.received_locked)!;
  const open = results.find((entry) => !entry.received_locked && entry.deadline_date)!;
  const page = await stage.visit(`/gantt?bar=${finished.id}`, { as: '1002', width: 1440 });
  await page.locator(`[data-id="${finished.id}"].is-active`).waitFor();
  await page.locator('.spot-ring').waitFor();
  await page.locator('.pane-group.is-spot').waitFor();
  await page.goto(`${stage.server.url}/gantt?bar=${open.id}`);
  await page.locator(`[data-id="${open.id}"].is-active`).waitFor();
  const tags = () => page.locator('.mark-tag text, .edge-tag').allInnerTexts();
  await eventually(async () => (await tags()).some((text) => /納期 \d+\/\d+\(.\)/.test(text))).toBe(true);
  expect(await violations(page)).toEqual([]);
  // A zoom keeps the chosen bar where it is, unless the days end before it can.
  const left = () =>
    barOf(page, open.id)
      .locator('rect.bar')
      .evaluate((bar) => bar.getBoundingClientRect().left);
  const ends = () =>
    board(page).evaluate(({ scrollLeft, scrollWidth, clientWidth }) => scrollLeft === 0 || scrollLeft >= scrollWidth - clientWidth - 1);
  const before = await left();
  await page.getByRole('button', { name: '日', exact: true }).click();
  await page.locator('.head-day:not(.is-week)').first().waitFor();
  await eventually(async () => Math.abs((await left()) - before) < 2 || (await ends())).toBe(true);
  await page.locator('.pane-head').click();
  await page.locator('.spot-ring').waitFor({ state: 'detached' });
});
