import type { Locator, Page } from 'playwright-core';
import type { components } from '../../server/contract/types.ts';
import { eventually, still } from '../support/browser.ts';
import { grab } from '../support/page.ts';

export type Entry = components['schemas']['ScheduleEntry'];
export type FurnaceRun = components['schemas']['FurnaceRun'];
export type Facility = components['schemas']['Facility'];
export type Overview = components['schemas']['ScheduleOverview'];

export const EMPTY_PLAN = '生産計画がありません。立案を行なって下さい。';

const GANTT = '生産計画ガントチャート';
/** The chart as the keyboard finds it. */
export const chartOf = (page: Page, name = GANTT): Locator => page.getByRole('group', { name });
/** The rows of a facility, by its name. */
export const groupOf = (page: Page, name: string): Locator =>
  page.locator('.pane-group').filter({ has: page.getByText(name, { exact: true }) });
/** The form of a bar. */
export const taskForm = (page: Page): Locator => page.getByRole('dialog', { name: '生産計画 工程詳細' });
/** How far a chart is scrolled. */
export const scrolledTo = (page: Page): Promise<number[]> =>
  page.locator('.gantt-container').evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
export const bars = (page: Page): Locator => page.locator('.bar-wrapper');
/** The page as it may be typed. */
export const pageField = (page: Page): Locator => page.getByRole('textbox', { name: /^ページ/ });
/** The bar of a plan entry. */
export const barOf = (page: Page, id: string | number): Locator => page.locator(`[data-id="${id}"]`);
export const runButton = (page: Page): Locator => page.getByRole('button', { name: '立案実行' });

/** Waits until the board has drawn its bars and stands still. */
export async function drawn(page: Page): Promise<void> {
  await bars(page).first().waitFor();
  await still(page);
}

/** Brings the pointer to where nothing has a tooltip: axe would judge it as well. */
export async function pointAway(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).hover();
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Where the rectangle of a bar stands in the window, once it is drawn: a board that is drawn anew has it not for a moment. */
export async function boxOf(page: Page, id: string | number): Promise<Box> {
  const rect = barOf(page, id).locator('rect.bar');
  const seen: Box[] = [];
  await eventually(async () => {
    const box = await rect.boundingBox();
    return seen.push(...(box ? [box] : []));
  }).toBeGreaterThan(0);
  return seen[0]!;
}

/** Takes hold of the middle of a bar and draws it so many pixels, without letting go. */
export async function drag(page: Page, id: string | number, dx: number, dy = 0): Promise<void> {
  await still(page);
  const { x, y, width, height } = await boxOf(page, id);
  await grab(page, { x: x + width / 2, y: y + height / 2 }, dx, dy);
}

/** Waits until the board stands on the bar that the address names. */
export async function arrived(page: Page, id: string | number): Promise<void> {
  await page.locator(`[data-id="${id}"].is-active`).waitFor();
  await still(page);
}

/** Presses the middle of a bar, or its lock. */
export async function press(page: Page, id: string, part: 'lock' | 'body'): Promise<void> {
  const box = await boxOf(page, id);
  const x = part === 'body' ? box.x + 2 : box.width < 26 ? box.x + box.width / 2 : box.x + box.width - 6;
  await page.mouse.click(x, box.y + box.height / 2);
}

/** The id of a bar in view whose lock does not cover its left edge, or of any that is so wide. */
export async function wideBar(page: Page, classes = '', wider = 38): Promise<string> {
  const inView = () =>
    page.locator(`.bar-wrapper${classes}`).evaluateAll((groups, least) => {
      const view = document.querySelector('.gantt-container')!.getBoundingClientRect();
      return groups.flatMap((group) => {
        const box = group.querySelector('rect.bar')!.getBoundingClientRect();
        const seen = box.left > view.left + 540 && box.right < view.right - 20 && box.top > view.top + 70 && box.bottom < view.bottom - 20;
        return seen && box.width > least ? [group.getAttribute('data-id')!] : [];
      });
    }, wider);
  await drawn(page);
  await eventually(async () => (await inView()).length).toBeGreaterThan(0);
  return (await inView())[0]!;
}

/** Shows the orders due from a day on: those have bars that can be moved. */
export async function searchFrom(page: Page, date: string): Promise<void> {
  await drawn(page);
  await page.getByRole('button', { name: '検索' }).click();
  const panel = page.getByRole('dialog', { name: '検索条件' });
  await panel.getByLabel('納期(開始)').fill(date);
  await panel.getByRole('button', { name: '検索', exact: true }).click();
  await panel.waitFor({ state: 'detached' });
  await still(page);
  await page.locator('.bar-wrapper.is-movable').first().waitFor();
}

/** Shows the finished tasks of every lot in view one by one. */
export async function unfold(page: Page): Promise<void> {
  const folded = page.locator('.pane-fold[aria-expanded=false]');
  await page.locator('.pane-fold').first().waitFor();
  while ((await folded.count()) > 0) await folded.first().click();
}
