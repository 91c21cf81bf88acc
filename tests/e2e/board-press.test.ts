import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { barOf, drawn } from './board.ts';

const stage = browserStage('planned');

/** Where a half-day bar, 20 px wide, is pressed: its handles, where its lock once was, its middle. */
const PLACES_PX = [1, 4, 8, 10, 12, 16, 18.5];
const HALF_DAY_PX = 20;

const plannersPage = (): Promise<Page> => stage.visit('/not_found', { as: '1002', width: 1600 });

/** The three boards, each showing bars that may be changed. */
const BOARDS: Record<string, (page: Page) => Promise<void>> = {
  スタックモード: async (page) => {
    await page.goto(`${stage.server.url}/gantt?no_search=true&from_date=2026-05-01`);
    await drawn(page);
  },
  インラインモード: async (page) => {
    await BOARDS.スタックモード!(page);
    await page.getByLabel('スタックモード').click();
    await page
      .getByText(/^\d+ 工程$/)
      .first()
      .waitFor();
    await drawn(page);
  },
};

/** The half-day bars in view whose words and lock stand beside them. */
const halfDayBars = (page: Page, classes = '.is-movable'): Promise<string[]> =>
  page.locator(`.bar-wrapper${classes}`).evaluateAll((groups, width) => {
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

/** The lock calls that the page has sent. */
function lockCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('switch_lock_status') && calls.push(request.url()));
  return calls;
}

async function pressAt(page: Page, bar: Locator, x: number): Promise<void> {
  // A bar that has just changed is drawn anew: for a moment there is none to press.
  let box: { x: number; y: number; height: number } | null = null;
  await eventually(async () => {
    box = await bar.locator('rect.bar').boundingBox();
    return box;
  }).not.toBeNull();
  const { x: left, y: top, height } = box!;
  // The drawn edge lies half a pixel inside the bar.
  await page.mouse.click(left - 0.5 + x, top + height / 2);
}

async function bars(page: Page, classes?: string): Promise<Locator[]> {
  await eventually(async () => (await halfDayBars(page, classes)).length).toBeGreaterThan(0);
  return (await halfDayBars(page, classes)).map((id) => barOf(page, id));
}

test.each(Object.keys(BOARDS))('opens it wherever it is pressed, and locks nothing: %s', async (name) => {
  const page = await plannersPage();
  const calls = lockCalls(page);
  await BOARDS[name]!(page);
  const [bar] = await bars(page);
  const form = page.getByRole('dialog', { name: '生産計画 工程詳細' });
  for (const x of PLACES_PX) {
    await pressAt(page, bar!, x);
    await form.waitFor();
    await form.getByRole('button', { name: 'キャンセル' }).click();
    await form.waitFor({ state: 'detached' });
  }
  expect(calls).toEqual([]);
  // The second half of a double click does not fall on what the first has opened.
  await page.evaluate(() => {
    document.addEventListener(
      'mousedown',
      ({ target }) => document.body.toggleAttribute('data-over', !(target as Element).closest('.board')),
      true,
    );
  });
  const { x, y, height } = (await bar!.locator('rect.bar').boundingBox())!;
  await page.mouse.click(x + 2, y + height / 2);
  await form.waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(await page.locator('body[data-over]').count()).toBe(0);
  await form.getByRole('button', { name: 'キャンセル' }).click();
  await form.waitFor({ state: 'detached' });
});

test.each(Object.keys(BOARDS))('the lock beside it toggles it; locked, it shows so and opens its details: %s', async (name) => {
  const page = await plannersPage();
  await BOARDS[name]!(page);
  const calls = lockCalls(page);
  const [bar] = await bars(page);
  const beside = bar!.locator('rect.bar-beside');
  await eventually(() => beside.isVisible()).toBe(false);
  await bar!.locator('rect.bar').hover();
  await beside.click();
  await eventually(() => bar!.getAttribute('class')).toContain('is-locked');
  await page
    .getByRole('alert')
    .filter({ hasText: /をロックしました。$/ })
    .waitFor();
  await bar!.locator('.bar-lock.is-locked:not(.bar-beside)').waitFor();

  await pressAt(page, bar!, HALF_DAY_PX / 2);
  const details = page.getByRole('dialog', { name: '工程詳細' });
  await details.getByRole('button', { name: 'ロックを解除する' }).click();
  await eventually(() => bar!.getAttribute('class')).not.toContain('is-locked');
  await details.getByRole('button', { name: '閉じる' }).click();
  await details.waitFor({ state: 'detached' });
  await eventually(() => calls.length).toBe(2);
});

test('the key L toggles the lock of the bar that the keyboard is on, and says so', async () => {
  const page = await plannersPage();
  await BOARDS.スタックモード!(page);
  const [bar] = await bars(page);
  await pressAt(page, bar!, 4);
  await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('group', { name: '生産計画ガントチャート' }).focus();
  await page.keyboard.press('l');
  await page
    .getByRole('alert')
    .filter({ hasText: /をロックしました。$/ })
    .waitFor();
  await eventually(() => bar!.getAttribute('aria-label')).toContain('ロック中');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('l');
  await page
    .getByRole('alert')
    .filter({ hasText: /のロックを解除しました。$/ })
    .waitFor();
});

test('only what is wide enough bears its lock on itself, with room to open it', async () => {
  const page = await plannersPage();
  await BOARDS.スタックモード!(page);
  const wide = await page.locator('.bar-wrapper').evaluateAll((groups) =>
    groups.flatMap((group) => {
      const box = group.querySelector('rect.bar')!.getBoundingClientRect();
      const lock = group.querySelector('.bar-lock:not(.is-locked):not(.bar-beside)')?.getBoundingClientRect();
      return lock ? [lock.left - box.left] : [];
    }),
  );
  expect(wide.length).toBeGreaterThan(0);
  expect(Math.min(...wide)).toBeGreaterThanOrEqual(24);
});

test('two presses of L before the first is answered are one', async () => {
  const page = await plannersPage();
  await BOARDS.スタックモード!(page);
  const calls = lockCalls(page);
  const [bar] = await bars(page);
  await pressAt(page, bar!, 4);
  await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  let answer = () => {};
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/switch_lock_status/', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('group', { name: '生産計画ガントチャート' }).focus();
  await page.keyboard.press('l');
  await page.keyboard.press('l');
  await eventually(() => calls.length).toBe(1);
  answer();
  await page
    .getByRole('alert')
    .filter({ hasText: /をロックしました。$/ })
    .waitFor();
  await page.keyboard.press('l');
  await page
    .getByRole('alert')
    .filter({ hasText: /のロックを解除しました。$/ })
    .waitFor();
  expect(calls.length).toBe(2);
});
