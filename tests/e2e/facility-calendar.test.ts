import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, still } from '../support/browser.ts';
import { barOf, bars, boxOf, drawn } from './board.ts';

const stage = browserStage('planned');
/** The calendar with the bars of every row. */
async function visit(as: string): Promise<Page> {
  const page = await stage.visit('/facility-calendar', { as, width: 1600 });
  await page.getByRole('button', { name: 'バー', exact: true }).click();
  return page;
}

interface Entry {
  id: number;
  order_id: number;
  task_id: number;
  facility: number | null;
  furnace_run_id: number | null;
  outsourced: boolean;
  locked: boolean;
  received_locked: boolean;
}

interface Facility {
  id: number;
  facility_name: string;
  task_ids: number[];
}

/** An open entry of April in view that another facility of the page can do, and the next such facility. */
async function movable(): Promise<{ entry: Entry; facility: Facility & { below: boolean } }> {
  const list = async <Row>(path: string): Promise<Row[]> => (await stage.read<{ results: Row[] }>(path)).results;
  const search = 'active_only=1&from_delivery=2026-04-01&from_date=2026-04-01&to_date=2026-05-01';
  const rows = await list<number | null>(`/api/schedule-facilities/?limit=30&${search}`);
  const facilities = new Map((await list<Facility>('/api/facilities/?limit=1000')).map((one) => [one.id, one]));
  const entries = await list<Entry>(`/api/schedules/get_facility_schedules/?limit=1000&${search}`);
  for (const entry of entries) {
    if (entry.furnace_run_id !== null || entry.outsourced || entry.locked || entry.received_locked) continue;
    const at = rows.indexOf(entry.facility);
    const able = rows.flatMap((id, row) =>
      id !== null && row !== at && facilities.get(id)!.task_ids.includes(entry.task_id) ? [row] : [],
    );
    const next = able.find((row) => row > at) ?? able.findLast((row) => row < at);
    if (at >= 0 && next !== undefined) return { entry, facility: { ...facilities.get(rows[next]!)!, below: next > at } };
  }
  throw new Error('the demo plan has no task that two facilities can do');
}

/** Scrolls down until the board has drawn the bar. */
async function bringIntoView(page: Page, id: number): Promise<void> {
  const container = page.locator('.gantt-container');
  for (let top = 0; top < 20_000 && (await barOf(page, id).count()) === 0; top += 300) {
    await container.evaluate((element, to) => element.scrollTo(0, to), top);
    await still(page);
  }
  const [own, view] = [await boxOf(page, id), (await container.boundingBox())!];
  await container.evaluate((element, by) => element.scrollBy(0, by), own.y - view.y - 300);
  await still(page);
}

test('shows a row per facility and a month of days from 表示開始日', async () => {
  const page = await visit('1004');
  await drawn(page);
  await eventually(() => page.title()).toBe('設備別カレンダー | 生産計画立案システム');
  await eventually(() => page.getByLabel('表示開始日').inputValue()).toBe('2026-04-01');
  await eventually(() => page.locator('svg.gantt').getAttribute('width')).toBe(String(31 * 40));
  await page.getByLabel('表示開始日').fill('2026-05-01');
  await eventually(() => page.locator('svg.gantt').getAttribute('width')).toBe(String(32 * 40));
  await eventually(() => page.getByRole('button', { name: '工程を追加' }).isDisabled()).toBe(true);
});

test('a bar goes to another facility by Alt and an arrow, through confirmation and form', async () => {
  const page = await visit('1002');
  await drawn(page);
  const { entry, facility } = await movable();
  await bringIntoView(page, entry.id);
  const box = await boxOf(page, entry.id);
  await page.mouse.click(box.x + 2, box.y + box.height / 2);
  const form = page.getByRole('dialog', { name: '生産計画 工程詳細' });
  await form.getByRole('button', { name: 'キャンセル' }).click();
  await form.waitFor({ state: 'detached' });

  await page.getByRole('group', { name: '設備別カレンダー' }).focus();
  await page.keyboard.press(facility.below ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
  const confirmation = page.getByRole('dialog', { name: '工程の日程を変更します' });
  await confirmation.getByText(facility.facility_name).waitFor();
  await confirmation.getByRole('button', { name: '変更する' }).click();
  await eventually(() => form.getByLabel('生産設備').inputValue()).toBe(facility.facility_name);
  await form.getByRole('button', { name: '保存' }).click();
  await page.getByText('工程が保存されました。').waitFor();
  const { entries } = await stage.read<{ entries: Entry[] }>(`/api/orders/${entry.order_id}/`);
  expect(entries.find(({ id }) => id === entry.id)?.facility).toBe(facility.id);
});

test('a bar dragged over a facility that cannot do its task says so and goes back', async () => {
  const page = await visit('1002');
  await drawn(page);
  const id = await bars(page).evaluateAll((groups) => {
    const view = document.querySelector('.gantt-container')!.getBoundingClientRect();
    const inView = groups.filter((group) => group.classList.contains('is-movable') && group.getBoundingClientRect().top > view.top + 70);
    return inView.find((group) => group.getBoundingClientRect().bottom < view.bottom - 120)!.getAttribute('data-id')!;
  });
  const bar = barOf(page, id).locator('rect.bar');
  const [before, box] = [await bar.getAttribute('y'), await boxOf(page, id)];
  const x = box.x + box.width / 2;
  await page.mouse.move(x, box.y + 6);
  await page.mouse.down();
  await page.mouse.move(x + 45, box.y + 6, { steps: 4 });
  await page.locator('.drag-forbidden').first().waitFor({ state: 'attached' });
  const y = await page.locator('.drag-forbidden').evaluateAll((zones) => {
    const view = document.querySelector('.gantt-container')!.getBoundingClientRect();
    const seen = zones
      .map((zone) => zone.getBoundingClientRect())
      .filter(({ top, bottom }) => bottom > view.top + 80 && top < view.bottom - 20);
    return Math.max(seen[0]!.top, view.top + 62) + 8;
  });
  await page.mouse.move(x + 45, y, { steps: 4 });
  await page.getByRole('tooltip').getByText('この設備ではできません').waitFor();
  await page.mouse.up();
  await eventually(() => bar.getAttribute('y')).toBe(before);
  await still(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: '工程を追加' }).click();
  await page.getByRole('dialog', { name: '生産計画 工程登録' }).waitFor();
});
