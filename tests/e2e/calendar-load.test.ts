import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { barOf, boxOf, pointAway } from './board.ts';

const stage = browserStage('planned');

interface Load {
  facility: number | null;
  furnace: boolean;
  rate: number | null;
  over: { half: number; bars: { entry_id: number }[] }[];
}
interface Bar {
  id: number;
  order_id: number;
  facility: number | null;
  task_id: number;
  start_date: string;
  furnace_run_id: number | null;
  locked: boolean;
  received_locked: boolean;
  outsourced: boolean;
}
interface Facility {
  id: number;
  facility_name: string;
  task_ids: number[];
}

const RANGE = 'from_date=2026-04-01&to_date=2026-05-01';
const list = async <Row>(path: string): Promise<Row[]> => (await stage.read<{ results: Row[] }>(path)).results;
const loads = (more = ''): Promise<Load[]> => list(`/api/schedule-loads/?limit=1000&${RANGE}${more}`);
const names = async (): Promise<Map<number, Facility>> =>
  new Map((await list<Facility>('/api/facilities/?limit=1000')).map((one) => [one.id, one]));

/** Names of the rows from the top of the board. */
const rowNames = (page: Page): Promise<string[]> => page.locator('.info-pane .facility-name').allTextContents();
const fold = (page: Page, name: string) =>
  page
    .locator('.pane-group')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('.pane-chevron');
const input = (page: Page) => page.getByLabel('表示開始日');

test('folded rows show the load of a whole plant at once; sorted by 稼働率 the fullest is first, over all pages', async () => {
  const page = await stage.visit('/facility-calendar', { as: '1004', width: 1440 });
  await page.locator('.load-edge').first().waitFor({ state: 'attached' });
  // The report of the run that made the plan stands above until it is closed.
  await page.getByRole('button', { name: '閉じる' }).first().click();
  await still(page);
  // On 1440 x 900 a plant of 27 facilities stands under each other without scrolling.
  const room = await page
    .locator('.gantt-container')
    .evaluate((element) => element.clientHeight - document.querySelector('.grid-header')!.clientHeight);
  expect(Math.floor(room / 22)).toBeGreaterThanOrEqual(27);
  expect(await page.locator('.bar-wrapper').count()).toBe(0);

  await page.getByRole('button', { name: '2週間' }).click();
  await page.getByRole('group', { name: '並び' }).getByRole('button', { name: '稼働率' }).click();
  const known = await names();
  const full = (await loads('&ordering=-load&rate_days=14')).map(({ facility }) =>
    facility === null ? 'なし' : known.get(facility)!.facility_name,
  );
  await eventually(async () => (await rowNames(page)).slice(0, 3)).toEqual(full.slice(0, 3));
  await page.reload();
  await eventually(async () => (await rowNames(page)).slice(0, 3)).toEqual(full.slice(0, 3));

  const strip = await page.locator('.load-plot').boundingBox();
  await page.mouse.move(strip!.x + 45, strip!.y + 8);
  await page.getByRole('tooltip').getByText('負荷', { exact: true }).waitFor();
  await pointAway(page);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '配色を切り替える' }).click();
  await pointAway(page);
  expect(await violations(page, ['color-contrast'])).toEqual([]);

  await page.locator('.pane-head').getByRole('button', { name: '設備' }).click();
  const coded = (await loads()).map(({ facility }) => (facility === null ? 'なし' : known.get(facility)!.facility_name));
  await eventually(async () => (await rowNames(page)).slice(0, 3)).toEqual(coded.slice(0, 3));
});

test('a typed date arrives as typed; the months beside it and today are a press away', async () => {
  const page = await stage.visit('/facility-calendar', { as: '1004', width: 1440 });
  await eventually(() => input(page).inputValue()).toBe('2026-04-01');
  await page.locator('.load-edge').first().waitFor({ state: 'attached' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const from = new URL(request.url()).searchParams.get('from_date');
    if (request.url().includes('/schedule-loads/') && from) asked.push(from);
  });
  await input(page).focus();
  await page.keyboard.type('05202026');
  await page.keyboard.press('Enter');
  await eventually(() => new URL(page.url()).searchParams.get('start')).toBe('2026-05-20');
  await eventually(() => asked.at(-1)).toBe('2026-05-20');
  expect(new Set(asked)).toEqual(new Set(['2026-05-20']));
  await page.getByRole('button', { name: '次の1か月' }).click();
  await eventually(() => input(page).inputValue()).toBe('2026-06-20');
  await page.getByRole('button', { name: '前の1か月' }).click();
  await eventually(() => input(page).inputValue()).toBe('2026-05-20');
  // What the plan does not take is not taken when the field is left.
  await input(page).focus();
  await page.keyboard.type('01011999');
  await page.keyboard.press('Tab');
  await eventually(() => input(page).inputValue()).toBe('2026-05-20');
  await page.getByRole('button', { name: '今日へ' }).click();
  await eventually(() => input(page).inputValue()).toBe('2026-04-01');
});

test('バー shows the bars of every row by one press; the address and this device keep it, a row is folded by itself', async () => {
  const page = await stage.visit('/facility-calendar', { as: '1004', width: 1440 });
  await page.locator('.load-edge').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'バー', exact: true }).click();
  await page.locator('.bar-wrapper').first().waitFor();
  await eventually(() => page.locator('.pane-chevron[aria-expanded=false]').count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('facility_view')).toBe('bars');
  await page.locator('.pane-chevron').first().click();
  await eventually(() => page.locator('.pane-chevron[aria-expanded=false]').count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('folded')).toMatch(/^\d+$/);
  // Who comes without an address finds what was shown last.
  await page.goto(`${stage.server.url}/facility-calendar`);
  await page.locator('.bar-wrapper').first().waitFor();
  await eventually(() => page.locator('.pane-chevron[aria-expanded=false]').count()).toBe(0);
  await page.getByRole('button', { name: '負荷', exact: true }).click();
  await eventually(() => page.locator('.pane-chevron[aria-expanded=true]').count()).toBe(0);
});

/** An open bar of work in April that another facility can do, and that facility. */
async function movable(): Promise<{ bar: Bar; to: Facility }> {
  const known = await names();
  const bars = await list<Bar>(`/api/schedules/get_facility_schedules/?limit=1000&active_only=1&from_delivery=2026-04-01&${RANGE}`);
  for (const bar of bars) {
    if (bar.facility === null || bar.furnace_run_id !== null || bar.outsourced || bar.locked || bar.received_locked) continue;
    const to = [...known.values()].find(({ id, task_ids }) => id !== bar.facility && task_ids.includes(bar.task_id));
    if (to && bar.start_date > '2026-04-03') return { bar, to };
  }
  throw new Error('the demo plan has no task that two facilities can do');
}

test('a jump unfolds the row of the bar; dropped on a folded row it goes there, and the load with it', async () => {
  const { bar, to } = await movable();
  const page = await stage.visit(`/facility-calendar?bar=${bar.id}`, { as: '1002', width: 1440 });
  await barOf(page, bar.id).waitFor();
  await still(page);
  const known = await names();
  await eventually(() => fold(page, known.get(bar.facility!)!.facility_name).getAttribute('aria-expanded')).toBe('true');
  const target = page.locator('.pane-group').filter({ has: page.getByText(to.facility_name, { exact: true }) });
  await target.scrollIntoViewIfNeeded();
  await still(page);
  const [from, row] = [await boxOf(page, bar.id), (await target.boundingBox())!];
  const at = { x: from.x + Math.min(from.width / 2, 8), y: from.y + from.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, row.y + 10, { steps: 8 });
  await page.mouse.up();
  const confirmation = page.getByRole('dialog', { name: '工程の日程を変更します' });
  await confirmation.getByRole('button', { name: '変更する' }).click();
  await page.getByRole('dialog', { name: '生産計画 工程詳細' }).getByRole('button', { name: '保存' }).click();
  await page.getByText('工程が保存されました。').waitFor();
  const { entries } = await stage.read<{ entries: Bar[] }>(`/api/orders/${bar.order_id}/`);
  expect(entries.find(({ id }) => id === bar.id)?.facility).toBe(to.id);
});

test('a furnace run is one box that lists its lots and opens each of them', async () => {
  const furnace = (await loads('&ordering=-load')).find((load) => load.furnace)!;
  const runs = await list<{ id: number; members: { unique_order: string; entry_id: number }[] }>(
    `/api/furnace-runs/?facility_ids=${furnace.facility}&${RANGE}&limit=1000`,
  );
  const run = runs.find(({ members }) => members.length > 1)!;
  // The address of a lot brings its box into sight, wherever the plan has put it.
  const page = await stage.visit(`/facility-calendar?no_search=1&bar=${run.members[0]!.entry_id}`, { as: '1002', width: 1440 });
  const boxes = page.locator('.bar-wrapper');
  const members = new Set(run.members.map(({ entry_id }) => String(entry_id)));
  await boxes.first().waitFor();
  await still(page);
  const ids = await boxes.evaluateAll((groups) => groups.map((group) => group.getAttribute('data-id')!));
  const [id, ...more] = ids.filter((one) => members.has(one));
  expect(more).toEqual([]);
  // A board that is drawn once more on a busy machine forgets where the pointer was.
  let moves = 0;
  await eventually(async () => {
    const box = await boxOf(page, id!);
    await page.mouse.move(box.x + box.width / 2 + (moves++ % 2), box.y + 20);
    return page.getByRole('tooltip').getByText(run.members[0]!.unique_order).first().isVisible();
  }).toBe(true);
  await page.mouse.down();
  await page.mouse.up();
  const lots = page.getByRole('dialog', { name: '炉チャージのロット' });
  await lots.getByRole('button', { name: run.members[0]!.unique_order }).first().click();
  await page.getByRole('dialog', { name: /工程詳細/ }).waitFor();
});
