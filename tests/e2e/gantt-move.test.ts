import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { barOf, boxOf, drawn } from './board.ts';

const stage = browserStage('planned');

interface Entry {
  id: number;
  order_id: number;
  serial_number: string;
  lot_number: string;
  task_sort: number | null;
  task_name: string;
  facility: number | null;
  furnace_run_id: number | null;
  outsourced: boolean;
  locked: boolean;
  received_locked: boolean;
  start_date: string;
  end_date: string;
  version: number;
}

const entriesOf = async (order: number): Promise<Entry[]> =>
  (await stage.read<{ results: Entry[] }>(`/api/schedules/?limit=1000&order_ids=${order}`)).results;
const free = (entry: Entry): boolean => !entry.locked && !entry.received_locked;
const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
/** A working task with two later tasks behind it, all of them free to move, and no closed day on the four days after it. */
async function movable(): Promise<Entry> {
  const search = 'active_only=1&from_delivery=2026-05-01';
  const all = (await stage.read<{ results: Entry[] }>(`/api/schedules/?limit=1000&${search}`)).results;
  const holidays = '/api/holiday-calendars/?limit=1000&from_date=2026-03-01&to_date=2026-12-31';
  const closed = new Set((await stage.read<{ results: { date: string }[] }>(holidays)).results.map(({ date }) => date));
  const isWork = (entry: Entry): boolean => !entry.outsourced && entry.furnace_run_id === null && entry.facility !== null;
  const found = all.find((entry, at) => {
    const behind = all.slice(at + 1, at + 3);
    const same =
      behind.length === 2 && behind.every((one) => one.order_id === entry.order_id && one.lot_number === entry.lot_number && free(one));
    const clock = entry.start_date.slice(11, 16);
    const day = entry.start_date.slice(0, 10);
    const open = [1, 2, 3, 4].every((days) => !closed.has(dayAfter(day, days)));
    const short = entry.end_date.slice(0, 10) === day;
    return free(entry) && isWork(entry) && same && clock > '08:00' && clock < '12:00' && open && short;
  });
  if (!found) throw new Error('the demo plan has no such task');
  return found;
}
const open = async (entry: Entry, width = 1440): Promise<Page> => {
  const page = await stage.visit(`/gantt?no_search&bar=${entry.id}&serial=${entry.serial_number}`, { as: '1002', width });
  await drawn(page);
  await barOf(page, entry.id).waitFor();
  await still(page);
  // Far from the edges, at which the board scrolls.
  const { x } = await boxOf(page, entry.id);
  await page.locator('.gantt-container').evaluate((element, by) => element.scrollBy(by, 0), x - 800);
  await still(page);
  return page;
};
/** Where a bar begins in the chart, in pixels. */
const leftOf = async (page: Page, id: number): Promise<number> => Number(await barOf(page, id).locator('rect.bar').getAttribute('x'));
/** Presses the middle of a bar and brings it so many pixels to the right. */
async function drag(page: Page, id: number, dx: number, dy = 0): Promise<{ x: number; y: number }> {
  const box = await boxOf(page, id);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 6 });
  return { x: x + dx, y: y + dy };
}

test('a bar says what it breaks while it is dragged, Esc puts it back, and the confirmation pushes the later tasks in one step', async () => {
  const entry = await movable();
  const page = await open(entry);
  const list = page.getByRole('tooltip');
  const before = await leftOf(page, entry.id);
  const clock = `${entry.start_date.slice(11, 16)}`;

  // A day is not far enough: nothing moves, and that is said.
  await drag(page, entry.id, 40);
  await page.mouse.up();
  await page.getByText('動いていません。バーは1日分より大きく引くと動き、').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await drag(page, entry.id, 160);
  await list.getByText('後工程「').first().waitFor();
  await list.getByText('納期').waitFor();
  await eventually(() => list.locator('h4').textContent()).toContain(clock);
  await page.locator('.drag-zone-word', { hasText: '後工程に重なる' }).waitFor();
  await page.keyboard.press('Shift');
  await list.getByText('後工程も移動(入)').waitFor();
  await list.getByText(/後工程 \d+件を後へ送ります/).waitFor();
  await page.locator('.drag-zone-word', { hasText: '後工程に重なる' }).waitFor({ state: 'detached' });
  await page.locator('.drag-zone.is-closed').first().waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await eventually(() => leftOf(page, entry.id)).toBe(before);
  await page.mouse.up();
  await still(page);
  expect(await page.getByRole('dialog').count()).toBe(0);

  await drag(page, entry.id, 81);
  await page.mouse.up();
  const confirmation = page.getByRole('dialog', { name: '工程の日程を変更します' });
  const push = confirmation.getByRole('checkbox', { name: '後工程も移動' });
  await push.waitFor();
  // Two days on, no closed day between them: nothing is lengthened.
  expect(await confirmation.getByText('休日をまたぐため').count()).toBe(0);
  await drag(page, entry.id, 80);
  await page.mouse.up();
  await eventually(() => confirmation.locator('table').first().textContent()).toContain(clock);
  // What is pushed may break something of its own where it comes to: that is told as well.
  const overlap = confirmation.getByText(/^後工程「.*より後に終わります。$/).first();
  await overlap.waitFor();
  await push.check();
  await overlap.waitFor({ state: 'detached' });
  expect(await violations(page)).toEqual([]);
  await confirmation.getByRole('button', { name: '変更する' }).click();
  const form = page.getByRole('dialog', { name: '生産計画 工程詳細' });
  await form.getByText(/後工程 \d+件も一緒に移動します/).waitFor();
  // Enter saves.
  await eventually(() => form.getByRole('button', { name: '保存' }).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('工程が保存されました。').waitFor();

  const old = await entriesOf(entry.order_id);
  const lot = old.filter(({ lot_number }) => lot_number === entry.lot_number);
  const at = lot.findIndex(({ id }) => id === entry.id);
  expect(lot[at]!.start_date.slice(11)).toBe(entry.start_date.slice(11));
  expect(lot[at]!.start_date > entry.start_date).toBe(true);
  expect(Date.parse(lot[at + 1]!.start_date)).toBeGreaterThanOrEqual(Date.parse(lot[at]!.end_date));
  expect(lot[at + 1]!.version).toBeGreaterThan(1);
  await eventually(() => leftOf(page, entry.id)).toBe(before + 160);
});

test('Alt and the arrows go on from where the bar is, Enter confirms, Esc takes it back; the board scrolls at its edge', async () => {
  const entry = await movable();
  const page = await open(entry);
  const before = await leftOf(page, entry.id);
  await page.getByRole('group', { name: '生産計画ガントチャート' }).focus();
  const confirmation = page.getByRole('dialog', { name: '工程の日程を変更します' });
  await page.keyboard.press('Alt+ArrowRight');
  await confirmation.waitFor();
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  await eventually(() => leftOf(page, entry.id)).toBe(before + 80);
  await eventually(() =>
    confirmation.getByRole('button', { name: '変更する' }).evaluate((button) => button === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await confirmation.waitFor({ state: 'detached' });
  await eventually(() => leftOf(page, entry.id)).toBe(before);

  const container = page.locator('.gantt-container');
  const left = (): Promise<number> => container.evaluate((element) => element.scrollLeft);
  const start = await left();
  await drag(page, entry.id, 60);
  const view = (await container.boundingBox())!;
  await page.mouse.move(view.x + view.width - 6, view.y + 300, { steps: 4 });
  await eventually(left).toBeGreaterThan(start + 100);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
});

test('a bar that is pulled shorter than its work says so beside the pointer, in the confirmation and under the save, in the same words', async () => {
  const all = (await stage.read<{ results: Entry[] }>('/api/schedules/?limit=1000&active_only=1&from_delivery=2026-05-01')).results;
  const days = (entry: Entry): number => (Date.parse(entry.end_date) - Date.parse(entry.start_date)) / 86_400_000;
  const entry = all.find(
    (one) => free(one) && !one.outsourced && one.furnace_run_id === null && one.facility !== null && days(one) > 1 && days(one) < 8,
  )!;
  const page = await open(entry);
  const short = /作業できる時間 .+に足りません。/;
  const { x, y, width, height } = await boxOf(page, entry.id);
  await page.mouse.move(x + width - 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 15, y + height / 2, { steps: 6 });
  const said = page.getByRole('tooltip').getByText(short);
  await said.waitFor();
  const words = await said.textContent();
  await page.mouse.up();
  const confirmation = page.getByRole('dialog', { name: '工程の日程を変更します' });
  await confirmation.getByText(words!, { exact: true }).waitFor();
  expect(await confirmation.getByText(short).count()).toBe(1);
  await confirmation.getByRole('button', { name: '変更する' }).click();
  await page.getByRole('dialog', { name: '生産計画 工程詳細' }).getByRole('button', { name: '保存' }).click();
  await page.getByText('工程が保存されました。').waitFor();
  await page.getByRole('alert').getByText(words!).waitFor();
});
