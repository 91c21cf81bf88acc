import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, formatMonthDay } from '../../server/domain/ground/plant-time.ts';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { grab, isFocused } from '../support/page.ts';
import { barOf, boxOf, drag, drawn, type Entry, scrolledTo, taskForm } from './board.ts';

const stage = browserStage('planned');

const entriesOf = (order: number): Promise<Entry[]> => stage.list(`/api/schedules/?limit=1000&order_ids=${order}`);
const free = (entry: Entry): boolean => !entry.locked && !entry.received_locked;
/** A working task with two later tasks behind it, all of them free to move, and no closed day on the four days after it. */
async function movable(): Promise<Entry> {
  const all = await stage.list<Entry>('/api/schedules/?limit=1000&active_only=1&from_delivery=2026-05-01');
  const holidays = await stage.list<{ date: string }>('/api/holiday-calendars/?limit=1000&from_date=2026-03-01&to_date=2026-12-31');
  const closed = new Set(holidays.map(({ date }) => date));
  const isWork = (entry: Entry): boolean => !entry.outsourced && entry.furnace_run_id === null && entry.facility !== null;
  const found = all.find((entry, at) => {
    const behind = all.slice(at + 1, at + 3);
    const same =
      behind.length === 2 && behind.every((one) => one.order_id === entry.order_id && one.lot_number === entry.lot_number && free(one));
    const clock = entry.start_date.slice(11, 16);
    const day = entry.start_date.slice(0, 10);
    const open = [1, 2, 3, 4].every((days) => !closed.has(addDays(day, days)));
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
  await toMiddle(page, entry);
  return page;
};
/** Far from the edges, at which the board scrolls. */
async function toMiddle(page: Page, { id }: Entry): Promise<void> {
  const { x } = await boxOf(page, id);
  await page.locator('.gantt-container').evaluate((element, by) => element.scrollBy(by, 0), x - 800);
  await still(page);
}
/** A finger on a page, as the browser itself hears of one: it may take the touch for scrolling. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  return {
    down: (x: number, y: number) => send('touchStart', x, y),
    /** Goes on from one place to the other in small steps, as fingers do. */
    slide: async (from: number, to: number, y: number): Promise<void> => {
      for (let step = 1; step <= 8; step++) await send('touchMove', from + ((to - from) * step) / 8, y);
    },
    up: () => send('touchEnd'),
    gone: () => session.detach(),
  };
}
/** Where a bar begins in the chart, in pixels. */
const leftOf = async (page: Page, id: number): Promise<number> => Number(await barOf(page, id).locator('rect.bar').getAttribute('x'));
/** Takes hold of the middle of a bar, draws it so many pixels to the right and lets it go. */
async function move(page: Page, id: number, dx: number): Promise<void> {
  await drag(page, id, dx);
  await page.mouse.up();
}

test('a bar says what it breaks while it is dragged, Esc puts it back, and the confirmation pushes the later tasks in one step', async () => {
  const entry = await movable();
  const page = await open(entry);
  const list = page.getByRole('tooltip');
  const before = await leftOf(page, entry.id);
  const clock = `${entry.start_date.slice(11, 16)}`;

  // A day is not far enough: nothing moves, and that is said.
  await move(page, entry.id, 40);
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

  await move(page, entry.id, 81);
  const confirmation = page.getByRole('dialog', { name: '工程の日程を変更します' });
  const push = confirmation.getByRole('checkbox', { name: '後工程も移動' });
  await push.waitFor();
  // Two days on, no closed day between them: nothing is lengthened.
  expect(await confirmation.getByText('休日をまたぐため').count()).toBe(0);
  await move(page, entry.id, 80);
  await eventually(() => confirmation.locator('table').first().textContent()).toContain(clock);
  // What is pushed may break something of its own where it comes to: that is told as well.
  const overlap = confirmation.getByText(/^後工程「.*より後に終わります。$/).first();
  await overlap.waitFor();
  await push.check();
  await overlap.waitFor({ state: 'detached' });
  expect(await violations(confirmation)).toEqual([]);
  await confirmation.getByRole('button', { name: '変更する' }).click();
  const form = taskForm(page);
  await form.getByText(/後工程 \d+件も一緒に移動します/).waitFor();
  // Enter saves.
  await isFocused(form.getByRole('button', { name: '保存' }));
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

test('the wheel turns under a bar that is held, and Esc puts it back', async () => {
  const entry = await movable();
  const page = await open(entry);
  const before = await leftOf(page, entry.id);
  const left = async () => (await scrolledTo(page))[0]!;
  await drag(page, entry.id, 80);
  const [wheeled, seen] = [await left(), await boxOf(page, entry.id)];
  await page.mouse.wheel(80, 0);
  await eventually(left).toBe(wheeled + 80);
  await eventually(() => leftOf(page, entry.id)).toBe(before + 160);
  expect((await boxOf(page, entry.id)).x).toBeCloseTo(seen.x, 0);
  await page.keyboard.press('Escape');
  await eventually(() => leftOf(page, entry.id)).toBe(before);
  await page.mouse.up();
});

test('a bar and what follows it in its lot are selected by its menu, then locked, moved by the same days and removed together, each in one step', async () => {
  const entry = await movable();
  const chain = async (): Promise<Entry[]> =>
    (await entriesOf(entry.order_id))
      .filter(({ lot_number, task_sort }) => lot_number === entry.lot_number && (task_sort ?? 0) >= (entry.task_sort ?? 0))
      .sort((one, other) => one.task_sort! - other.task_sort!);
  const before = await chain();
  const starts = async (): Promise<string[]> => (await chain()).map(({ start_date }) => start_date);
  const page = await open(entry);
  const undo = page.getByRole('button', { name: '元に戻す' }).first();
  await barOf(page, entry.id).locator('rect.bar').click({ button: 'right' });
  await page.getByRole('menuitem', { name: `${entry.serial_number}-${entry.lot_number} のこれ以降を選択` }).click();
  const toolbar = page.getByRole('toolbar', { name: '選択した工程' });
  await toolbar.getByText(`${before.length}工程を選択中`).waitFor();
  await eventually(() => page.locator('.bar-wrapper.is-picked').count()).toBe(before.length);
  // It lies over none of the rows, of which any may be selected next.
  const [bar, board] = [await toolbar.boundingBox(), await page.locator('.gantt-container').boundingBox()];
  expect(bar!.y + bar!.height).toBeLessThanOrEqual(board!.y);
  expect(await violations(toolbar)).toEqual([]);

  await toolbar.getByRole('button', { name: 'ロック', exact: true }).click();
  await page.getByText(`${before.length}工程をロックしました。`).waitFor();
  expect((await chain()).every(({ locked }) => locked)).toBe(true);
  await undo.click();
  await eventually(async () => (await chain()).some(({ locked }) => locked)).toBe(false);

  await toolbar.getByRole('button', { name: '移動', exact: true }).click();
  const confirmation = page.getByRole('dialog', { name: '選んだ工程を移動します' });
  await confirmation.getByText(`動かす工程 ${before.length}/${before.length}`).waitFor();
  await confirmation.getByRole('button', { name: '1日後へ' }).click();
  await confirmation.getByText('稼働日で 1日後へ').waitFor();
  expect(await violations(confirmation)).toEqual([]);
  await confirmation.getByRole('button', { name: '移動する' }).click();
  await page.getByText(/^移動しました。/).waitFor();
  const moved = await starts();
  expect(moved.every((start, at) => start > before[at]!.start_date)).toBe(true);
  await undo.click();
  await eventually(starts).toEqual(before.map(({ start_date }) => start_date));

  await toolbar.getByRole('button', { name: '削除' }).click();
  const removal = page.getByRole('dialog', { name: `${before.length}工程を削除しますか？` });
  await removal.getByText(`${entry.serial_number}-${entry.lot_number} ${entry.task_name}`, { exact: true }).waitFor();
  expect(await removal.getByRole('listitem').count()).toBe(Math.min(7, before.length));
  await removal.getByRole('button', { name: '削除' }).click();
  await page.getByText(`${before.length}工程を削除しました。`).waitFor();
  expect(await starts()).toEqual([]);
  await toolbar.waitFor({ state: 'detached' });
  await undo.click();
  await eventually(starts).toEqual(before.map(({ start_date }) => start_date));
});

test('bars are selected by Shift and a press, the space bar and a frame on free ground; drawn together they say what becomes of them, and Esc lets them go', async () => {
  const entry = await movable();
  const page = await open(entry);
  const picked = (): Promise<number> => page.locator('.bar-wrapper.is-picked').count();
  const toolbar = page.getByRole('toolbar', { name: '選択した工程' });
  const lot = (await entriesOf(entry.order_id)).filter(({ lot_number }) => lot_number === entry.lot_number);
  const next = lot[lot.findIndex(({ id }) => id === entry.id) + 1]!;
  await barOf(page, entry.id)
    .locator('rect.bar')
    .click({ modifiers: ['Shift'] });
  await toolbar.getByText('1工程を選択中').waitFor();
  await page.locator('.gantt-container').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await toolbar.getByText('2工程を選択中').waitFor();
  const [one, other] = [await leftOf(page, entry.id), await leftOf(page, next.id)];
  await drag(page, entry.id, 120);
  const told = page.getByRole('tooltip');
  await told.getByText(/^2工程 · 稼働日で/).waitFor();
  await told.getByText(/\d\/2工程はそのまま置けます|そのまま置ける工程はありません/).waitFor();
  expect((await leftOf(page, entry.id)) > one && (await leftOf(page, next.id)) > other).toBe(true);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await eventually(async () => [await leftOf(page, entry.id), await leftOf(page, next.id)]).toEqual([one, other]);
  expect(await picked()).toBe(2);
  await page.keyboard.press('Escape');
  await toolbar.waitFor({ state: 'detached' });

  const [first, second] = [await boxOf(page, entry.id), await boxOf(page, next.id)];
  const corner = { x: Math.min(first.x, second.x) - 3, y: first.y - 3 };
  const right = Math.max(first.x + first.width, second.x + second.width) + 3;
  await grab(page, corner, right - corner.x, second.y + second.height - 2 - corner.y);
  await page.locator('.pick-frame').waitFor();
  await page.mouse.up();
  await eventually(picked).toBeGreaterThanOrEqual(2);
  expect(await page.locator('.pick-frame').count()).toBe(0);
  await toolbar.getByRole('button', { name: '選択を解除' }).click();
  await eventually(picked).toBe(0);
});

test('a finger that rests on a bar takes it a day on, one that goes on scrolls the board, and one that taps opens the form', async () => {
  const entry = await movable();
  const page = await open(entry);
  const finger = await fingerOn(page);
  const scrolled = async () => (await scrolledTo(page))[0]!;
  const middle = async () => {
    const { x, y, width, height } = await boxOf(page, entry.id);
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [before, start] = [await leftOf(page, entry.id), await scrolled()];

  const held = await middle();
  await finger.down(held.x, held.y);
  await page.getByRole('tooltip').waitFor();
  await finger.slide(held.x, held.x + 40, held.y);
  await eventually(() => leftOf(page, entry.id)).toBe(before + 40);
  await finger.up();
  const confirmation = page.getByRole('dialog', { name: '工程の日程を変更します' });
  const day = formatMonthDay(addDays(entry.start_date.slice(0, 10), 1));
  await confirmation.getByText(day).first().waitFor();
  expect(await scrolled()).toBe(start);
  await confirmation.getByRole('button', { name: 'キャンセル' }).click();
  await confirmation.waitFor({ state: 'detached' });
  await eventually(() => leftOf(page, entry.id)).toBe(before);

  // On a busy machine a finger that goes on too late has rested: what it took goes back, and it goes on again.
  await eventually(async () => {
    await toMiddle(page, entry);
    const [{ x, y }, from] = [await middle(), await scrolled()];
    await Promise.all([finger.down(x, y), finger.slide(x, x - 120, y)]);
    await finger.up();
    const isTaken = await confirmation.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
    if (isTaken) await confirmation.getByRole('button', { name: 'キャンセル' }).click();
    return !isTaken && (await scrolled()) > from + 60;
  }).toBe(true);
  await still(page);
  expect([await leftOf(page, entry.id), await page.getByRole('dialog').count()]).toEqual([before, 0]);

  const form = taskForm(page);
  // The swiped board rolls on, be it until the bar is out of sight, and on a busy machine a tap that takes too long is a hold: it is made again.
  await eventually(async () => {
    await toMiddle(page, entry);
    const { x, y } = await middle();
    await Promise.all([finger.down(x, y), finger.up()]);
    await form.waitFor({ timeout: 3_000 }).catch(() => undefined);
    return form.isVisible();
  }).toBe(true);
  await finger.gone();
});
