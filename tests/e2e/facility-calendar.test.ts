import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { asked, beyond, grab } from '../support/page.ts';
import {
  arrived,
  barOf,
  bars,
  boxOf,
  chartOf,
  drawn,
  type Entry,
  type Facility,
  type FurnaceRun,
  groupOf,
  pointAway,
  taskForm,
} from './board.ts';

const stage = browserStage('planned');

type Member = FurnaceRun['members'][number];

const RANGE = 'from_date=2026-04-01&to_date=2026-05-01';
const facilities = async (): Promise<Map<number, Facility>> =>
  new Map((await stage.list<Facility>('/api/facilities/?limit=1000')).map((one) => [one.id, one]));
/** The first three rows as the board has them, and as the server sorts them by load. */
const firstRows = async (page: Page): Promise<string[]> => (await page.locator('.info-pane .facility-name').allTextContents()).slice(0, 3);
async function fullest(more: string): Promise<string[]> {
  const known = await facilities();
  const loads = await stage.list<{ facility: number | null }>(`/api/schedule-loads/?limit=1000&${RANGE}${more}`);
  return loads.slice(0, 3).map(({ facility }) => (facility === null ? 'なし' : known.get(facility)!.facility_name));
}

/** The calendar with the load of its rows. */
async function calendar(as: string, search = ''): Promise<Page> {
  const page = await stage.visit(`/facility-calendar${search}`, { as, width: 1440 });
  await page.locator('.load-edge').first().waitFor({ state: 'attached' });
  return page;
}

test('folded rows show the load of a whole plant at once, without a scroll bar; sorted by 稼働率 the fullest is first, over all pages', async () => {
  const page = await calendar('1004');
  // The report of the run that made the plan stands above until it is closed.
  await page.getByRole('button', { name: '閉じる' }).first().click();
  await still(page);
  // On 1440 x 900 a plant of 27 facilities stands under each other.
  const room = await page
    .locator('.gantt-container')
    .evaluate((element) => element.clientHeight - document.querySelector('.grid-header')!.clientHeight);
  expect(Math.floor(room / 22)).toBeGreaterThanOrEqual(27);
  expect(await page.locator('.bar-wrapper').count()).toBe(0);
  await eventually(() => beyond(page)).toEqual([0, 0]);

  await page.getByRole('button', { name: '2週間' }).click();
  await page.getByRole('group', { name: '並び' }).getByRole('button', { name: '稼働率' }).click();
  const full = await fullest('&ordering=-load&rate_days=14');
  await eventually(() => firstRows(page)).toEqual(full);
  await page.reload();
  await eventually(() => firstRows(page)).toEqual(full);
  const strip = await page.locator('.load-plot').boundingBox();
  await page.mouse.move(strip!.x + 45, strip!.y + 8);
  await page.getByRole('tooltip').getByText('負荷', { exact: true }).waitFor();
  await pointAway(page);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '配色を切り替える' }).click();
  await pointAway(page);
  expect(await violations(page, ['color-contrast'])).toEqual([]);
  await page.locator('.pane-head').getByRole('button', { name: '設備' }).click();
  const coded = await fullest('');
  await eventually(() => firstRows(page)).toEqual(coded);
});

test('a typed date arrives as typed, once; the months beside it and today are a press away, a day that no plan has is not taken', async () => {
  const page = await calendar('1004');
  const input = page.getByLabel('表示開始日');
  const shows = (day: string) => eventually(() => input.inputValue()).toBe(day);
  await shows('2026-04-01');
  await eventually(() => page.title()).toBe('設備別カレンダー | 生産計画立案システム');
  await eventually(() => page.locator('svg.gantt').getAttribute('width')).toBe(String(31 * 40));
  const loaded: string[] = [];
  page.on('request', (request) => {
    const from = new URL(request.url()).searchParams.get('from_date');
    if (request.url().includes('/schedule-loads/') && from) loaded.push(from);
  });
  await input.focus();
  await page.keyboard.type('05202026');
  await page.keyboard.press('Enter');
  await eventually(() => asked(page, 'start')).toBe('2026-05-20');
  await eventually(() => loaded.at(-1)).toBe('2026-05-20');
  expect(new Set(loaded)).toEqual(new Set(['2026-05-20']));
  await page.getByRole('button', { name: '次の1か月' }).click();
  await shows('2026-06-20');
  await page.getByRole('button', { name: '前の1か月' }).click();
  await shows('2026-05-20');
  await input.focus();
  await page.keyboard.type('01011999');
  await page.keyboard.press('Tab');
  await shows('2026-05-20');
  await page.getByRole('button', { name: '今日へ' }).click();
  await shows('2026-04-01');
});

test('バー shows the bars of every row by one press, a row is folded by itself, and this device keeps it; a name opens its row, its link the form, from where one comes back', async () => {
  const page = await calendar('1004');
  const folds = (expanded: boolean) => eventually(() => page.locator(`.pane-chevron[aria-expanded=${expanded}]`).count());
  await page.getByRole('button', { name: 'バー', exact: true }).click();
  await page.locator('.bar-wrapper').first().waitFor();
  await folds(false).toBe(0);
  expect(asked(page, 'facility_view')).toBe('bars');
  await page.locator('.pane-chevron').first().click();
  await folds(false).toBe(1);
  expect(asked(page, 'folded')).toMatch(/^\d+$/);
  // Who comes without an address finds what was shown last.
  await page.goto(`${stage.server.url}/facility-calendar`);
  await page.locator('.bar-wrapper').first().waitFor();
  await folds(false).toBe(0);
  await page.getByRole('button', { name: '負荷', exact: true }).click();
  await folds(true).toBe(0);
  const [{ facility_id }] = (await stage.list<FurnaceRun>(`/api/furnace-runs/?${RANGE}&limit=1`)) as [FurnaceRun];
  const { facility_name } = (await facilities()).get(facility_id)!;
  await page.locator('.facility-name').getByText(facility_name, { exact: true }).click();
  await drawn(page);
  await eventually(() => asked(page, 'open')).toBe(String(facility_id));
  await page.getByRole('link', { name: `設備を開く ${facility_name}` }).click();
  await eventually(() => new URL(page.url()).pathname).toBe(`/facilities/${facility_id}`);
  await page.goBack();
  await drawn(page);
  await eventually(() => asked(page, 'open')).toBe(String(facility_id));
});

/** An open bar of April in no furnace that another facility of the page can do, and the next such facility. */
async function movable(): Promise<{ bar: Entry; from: Facility; to: Facility; below: boolean }> {
  const search = `active_only=1&from_delivery=2026-04-01&${RANGE}`;
  const rows = await stage.list<number | null>(`/api/schedule-facilities/?limit=30&${search}`);
  const known = await facilities();
  for (const bar of await stage.list<Entry>(`/api/schedules/get_facility_schedules/?limit=1000&${search}`)) {
    if (bar.furnace_run_id !== null || bar.outsourced || bar.locked || bar.received_locked || bar.start_date < '2026-04-03') continue;
    const at = rows.indexOf(bar.facility);
    const able = rows.flatMap((id, row) => (id !== null && row !== at && known.get(id)!.task_ids.includes(bar.task_id) ? [row] : []));
    const next = able.find((row) => row > at) ?? able.findLast((row) => row < at);
    if (at >= 0 && next !== undefined) return { bar, from: known.get(rows[at]!)!, to: known.get(rows[next]!)!, below: next > at };
  }
  throw new Error('the demo plan has no task that two facilities can do');
}
/** Confirms a move to a facility, and expects it saved. */
async function movedTo(page: Page, { order_id, id }: Entry, to: Facility): Promise<void> {
  const confirmation = page.getByRole('dialog', { name: '工程の日程を変更します' });
  await confirmation.getByText(to.facility_name).first().waitFor();
  await confirmation.getByRole('button', { name: '変更する' }).click();
  const form = taskForm(page);
  await eventually(() => form.getByLabel('生産設備').inputValue()).toBe(to.facility_name);
  await form.getByRole('button', { name: '保存' }).click();
  await page.getByText('工程が保存されました。').waitFor();
  const { entries } = await stage.read<{ entries: Entry[] }>(`/api/orders/${order_id}/`);
  expect(entries.find((entry) => entry.id === id)?.facility).toBe(to.id);
}

test('a jump unfolds the row of the bar; dropped on a folded row it goes there', async () => {
  const { bar, from, to } = await movable();
  const page = await stage.visit(`/facility-calendar?bar=${bar.id}`, { as: '1002', width: 1440 });
  await barOf(page, bar.id).waitFor();
  await still(page);
  await eventually(() => groupOf(page, from.facility_name).locator('.pane-chevron').getAttribute('aria-expanded')).toBe('true');
  const target = groupOf(page, to.facility_name);
  await target.scrollIntoViewIfNeeded();
  await still(page);
  const [box, row] = [await boxOf(page, bar.id), (await target.boundingBox())!];
  const x = box.x + Math.min(box.width / 2, 8);
  const y = box.y + box.height / 2;
  await grab(page, { x, y }, 0, row.y + 10 - y);
  await page.mouse.up();
  await movedTo(page, bar, to);
});

test('a bar goes to another facility by Alt and an arrow', async () => {
  const { bar, to, below } = await movable();
  const page = await stage.visit(`/facility-calendar?bar=${bar.id}&facility_view=bars`, { as: '1002', width: 1440 });
  await arrived(page, bar.id);
  await chartOf(page, '設備別カレンダー').focus();
  await page.keyboard.press(below ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
  await movedTo(page, bar, to);
});

test('a bar dragged over a facility that cannot do its task says so and goes back', async () => {
  const page = await stage.visit('/facility-calendar?facility_view=bars', { as: '1002', width: 1600 });
  await drawn(page);
  const id = await bars(page).evaluateAll((groups) => {
    const view = document.querySelector('.gantt-container')!.getBoundingClientRect();
    const inView = groups.filter((group) => group.classList.contains('is-movable') && group.getBoundingClientRect().top > view.top + 70);
    return inView.find((group) => group.getBoundingClientRect().bottom < view.bottom - 120)!.getAttribute('data-id')!;
  });
  const bar = barOf(page, id).locator('rect.bar');
  const [before, box] = [await bar.getAttribute('y'), await boxOf(page, id)];
  const x = box.x + box.width / 2;
  await grab(page, { x, y: box.y + 6 }, 45);
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

/** A furnace run of lots of two orders, beside another in the furnace that none of the first order's lots stand in. */
async function shared(): Promise<{ run: FurnaceRun; serial: string; own: Member[]; others: Member[]; alien: FurnaceRun }> {
  // Of the first days, which are in view.
  const runs = await stage.list<FurnaceRun>('/api/furnace-runs/?from_date=2026-04-01&to_date=2026-04-14&limit=1000');
  for (const run of runs)
    for (const { serial_number } of run.members) {
      const has = ({ members }: FurnaceRun): boolean => members.some((member) => member.serial_number === serial_number);
      const own = run.members.filter((member) => member.serial_number === serial_number);
      const others = run.members.filter((member) => member.serial_number !== serial_number);
      const alien = runs.find((other) => other.facility_id === run.facility_id && !has(other) && other.members.length > 1);
      if (others.length > 0 && alien) return { run, serial: serial_number, own, others, alien };
    }
  throw new Error('the demo plan has no furnace run of two orders');
}

/** The one box of a run, whichever of its lots it is called by. */
async function idOfBox(page: Page, { members }: FurnaceRun): Promise<string> {
  const ids = await page.locator('.bar-wrapper').evaluateAll((groups) => groups.map((group) => group.getAttribute('data-id')!));
  const [id, ...more] = ids.filter((one) => members.some(({ entry_id }) => String(entry_id) === one));
  expect(more).toEqual([]);
  return id!;
}

test('what the search leaves out stands on its facility in grey, says so, is read, is not counted, and can be hidden', async () => {
  const { run, serial, own, others, alien } = await shared();
  const address = `/facility-calendar?no_search=1&serial_number_search=${serial}&open=${run.facility_id}`;
  const page = await stage.visit(address, { as: '1002', width: 1600 });
  await drawn(page);
  const [mixed, grey] = [await idOfBox(page, run), await idOfBox(page, alien)];
  expect(own.map(({ entry_id }) => String(entry_id))).toContain(mixed);
  expect(await barOf(page, mixed).getAttribute('class')).not.toContain('is-unmatched');
  expect(await barOf(page, grey).getAttribute('class')).toContain('is-unmatched');
  await barOf(page, mixed).locator('.bar-unmatched').waitFor({ state: 'attached' });
  // What is counted is what the search finds.
  const found = await stage.read<{ count: number }>(
    `/api/schedules/get_facility_schedules/?${RANGE}&facility_ids=${run.facility_id}&serial_number_search=${serial}`,
  );
  await page.locator('.pane-group.is-open .facility-count').getByText(String(found.count), { exact: true }).waitFor();

  // A box of both says which of its lots are which. A board that is drawn once more on a busy machine forgets where the pointer was.
  const rowOf = ({ unique_order }: Member) => page.getByRole('tooltip').locator('tr').filter({ hasText: unique_order }).first();
  let moves = 0;
  await eventually(async () => {
    const both = await boxOf(page, mixed);
    await page.mouse.move(both.x + both.width / 2 + (moves++ % 2), both.y + 20);
    return rowOf(others[0]!).getByText('条件外').isVisible();
  }, 500).toBe(true);
  expect(await rowOf(own[0]!).getByText('条件外').count()).toBe(0);
  await pointAway(page);
  expect(await violations(page)).toEqual([]);

  const box = await boxOf(page, grey);
  await page.mouse.click(box.x + box.width / 2, box.y + 20);
  const lots = page.getByRole('dialog', { name: '炉チャージのロット' });
  await lots.getByText('条件外').first().waitFor();
  await lots.getByRole('button', { name: alien.members[0]!.unique_order }).first().click();
  const details = page.getByRole('dialog', { name: /工程詳細/ });
  await details.getByText('条件外').waitFor();
  await details.getByRole('button', { name: '閉じる' }).click();

  await page.getByLabel('条件外の工程も表示').uncheck();
  await eventually(() => page.locator('.bar-wrapper.is-unmatched').count()).toBe(0);
  await page.reload();
  await drawn(page);
  await eventually(() => page.getByLabel('条件外の工程も表示').isChecked()).toBe(false);
  expect(await page.locator('.bar-wrapper.is-unmatched').count()).toBe(0);
});
