import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readGrid } from '../../server/files/grid.ts';
import { browserStage, downloaded, eventually, violations } from '../support/browser.ts';
import { asked } from '../support/page.ts';
import { barOf, drawn, type Entry, type Overview } from './board.ts';

const stage = browserStage('planned');
const overview = () => stage.read<Overview>('/api/schedules/overview/');
const strip = (page: Page) => page.getByRole('region', { name: '遅れ・矛盾・メッセージ' });
const nextLate = (page: Page) => page.getByRole('button', { name: '次の遅れへ' });
const messages = (page: Page) => page.getByRole('button', { name: /^メッセージがあります。\(\d+件\)$/ });
const panel = (page: Page) => page.getByRole('region', { name: 'メッセージがあります。' });

/** Whether the bar stands inside the board's view. */
const inView = (page: Page, id: number) =>
  barOf(page, id)
    .locator('rect.bar')
    .evaluate((bar) => {
      const [box, view] = [bar.getBoundingClientRect(), document.querySelector('.gantt-container')!.getBoundingClientRect()];
      return box.left >= view.left && box.left < view.right && box.top >= view.top && box.bottom <= view.bottom + 1;
    });
async function shows(page: Page, id: number): Promise<void> {
  await barOf(page, id).waitFor();
  await eventually(() => inView(page, id)).toBe(true);
}

test('from the plan to the worst late order in one click, to the next in one more; a 製番 of a message leads to its bar', async () => {
  const { late } = await overview();
  const [worst, second] = late.orders as [Overview['late']['orders'][0], Overview['late']['orders'][0]];
  const page = await stage.visit('/gantt', { as: '1002', width: 1440 });
  await drawn(page);
  await eventually(() => strip(page).textContent()).toContain(`遅れ ${late.count}件`);
  await eventually(() => strip(page).textContent()).toContain(`最大${late.worst_days}日`);
  expect(await strip(page).boundingBox()).toMatchObject({ height: 36 });
  await nextLate(page).click();
  await shows(page, worst.entry_id);
  await strip(page).getByText(`1/${late.count}`).waitFor();
  await strip(page)
    .getByText(`${worst.serial_number} は${worst.late_days}日遅れます。主な原因: ${worst.cause_name} ${worst.cause_days}日`)
    .waitFor();
  await eventually(() => strip(page).getByTitle(`${worst.cause}。${worst.advice}`).count()).toBe(1);
  await nextLate(page).click();
  await shows(page, second.entry_id);
  await strip(page).getByText(`2/${late.count}`).waitFor();

  await messages(page).click();
  await eventually(() => panel(page).getByRole('listitem').first().textContent()).toMatch(/^情報?.*件を計画しました/);
  expect((await panel(page).boundingBox())!.height).toBeLessThanOrEqual(900 * 0.46);
  // On a low screen, too, it is no slit: the page scrolls instead.
  await page.setViewportSize({ width: 1366, height: 600 });
  await eventually(async () => (await panel(page).boundingBox())!.height).toBeGreaterThan(200);
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel(page).getByRole('button', { name: worst.serial_number, exact: true }).first().click();
  await shows(page, worst.entry_id);
  await panel(page)
    .getByRole('button', { name: /^\d+(件|製番)を表示$/ })
    .first()
    .click();
  const table = panel(page).getByRole('table', { name: '対象の製番' });
  const serials = () => table.locator('tbody tr td:first-child').allTextContents();
  await eventually(async () => (await serials()).length).toBeGreaterThan(1);
  await table.getByRole('button', { name: '製番', exact: true }).click();
  await eventually(serials).toEqual([...(await serials())].sort());
  const last = (await serials()).at(-1)!;
  await table.getByRole('button', { name: last, exact: true }).click();
  await eventually(() => page.url()).not.toContain(`bar=${worst.entry_id}`);
  const entries = await stage.list<Entry>(`/api/schedules/?serial_number_search=${last}`);
  expect(entries.map(({ id }) => String(id))).toContain(asked(page, 'bar'));
  await shows(page, Number(asked(page, 'bar')));
  const file = await downloaded(page, panel(page).getByRole('button', { name: '出力' }));
  expect(readGrid(file.bytes).rows[0]?.cells).toEqual(['製番', '製品', '納期', '遅れ', '主な原因', '残り工程', '次の工程']);
  expect(await violations(panel(page))).toEqual([]);
});

test('the facility calendar has it too; a conflict made by hand is counted at once, leads to its bar, and is gone when it is undone', async () => {
  const { late, conflicts } = await overview();
  expect(conflicts.count).toBe(0);
  const page = await stage.visit('/facility-calendar', { as: '1002' });
  await nextLate(page).click();
  await shows(page, late.orders[0]!.entry_id);
  await strip(page).getByText('矛盾 0件').waitFor();
  const entries = await stage.list<Entry>('/api/schedules/?limit=1000');
  const open = entries.filter(
    (entry) => !entry.received_locked && !entry.outsourced && entry.facility !== null && entry.furnace_run_id === null,
  );
  const [bar, later] = open.flatMap((one) => {
    const next = open.find((entry) => entry.unique_order === one.unique_order && entry.task_sort! > one.task_sort!);
    return next ? [[one, next] as const] : [];
  })[0]!;
  const call = (path: string, body: object) => stage.elsewhere('1002', 'POST', `/api/schedules/${path}`, body);
  const { start_date, end_date } = bar;
  await call(`${later.id}/modify_schedule/`, { start_date, end_date, order: later.order_id });
  const found = strip(page).getByRole('button', { name: /^矛盾 \d+件$/ });
  await found.waitFor();
  const made = (await overview()).conflicts.bars;
  await eventually(() => found.textContent()).toContain(String(made.length));
  await found.click();
  await shows(page, made[0]!.entry_id);
  await strip(page).getByText(`矛盾 1/${made.length} ${made[0]!.unique_order} `).waitFor();
  await call('undo/', {});
  await strip(page).getByText('矛盾 0件').waitFor();
});

test('who may only look has it on a phone; without a plan it says so', async () => {
  const page = await stage.visit('/gantt', { as: '1004', width: 360, height: 760 });
  const { late } = await overview();
  await nextLate(page).click();
  await shows(page, late.orders[0]!.entry_id);
  await eventually(async () => (await strip(page).boundingBox())?.height).toBe(36);
  const isCut = (element: Element): boolean => element.firstElementChild!.scrollWidth > element.firstElementChild!.clientWidth;
  await eventually(() => strip(page).evaluate(isCut)).toBe(false);
  await messages(page).click();
  await panel(page).getByRole('listitem').first().waitFor();
  expect(await violations(panel(page))).toEqual([]);
  await stage.server.db('plan_entries').delete();
  await stage.server.db('plans').update({ published_at: null });
  const empty = await stage.visit('/gantt', { as: '1004' });
  await strip(empty).getByText('遅れ 0件').waitFor();
  await strip(empty).getByText('未立案').waitFor();
  await eventually(() => nextLate(empty).count()).toBe(0);
});
