import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { lateSaid, movedSaid, whyMoved } from '../../admin/texts/board/story.ts';
import type { Success } from '../../server/contract/handlers.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { addDays, plantDate } from '../../server/domain/ground/plant-time.ts';
import { readGrid } from '../../server/files/grid.ts';
import { browserStage, downloaded, eventually, violations } from '../support/browser.ts';
import { asked } from '../support/page.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { chartOf, drawn, scrolledTo } from './board.ts';

// Without a worker: a run begins when the test says so.
const stage = browserStage('planned', { role: 'api' });

type Report = NonNullable<Success<'getRunReport'>['report']>;
const kept = async (): Promise<Report> => (await stage.read<{ report: Report }>('/api/schedule-queues/report/')).report;
const count = (value: number): string => value.toLocaleString('ja-JP');

/** Closes the furnace that has most to do, from its first planned run on, as somebody else does in another room. */
async function closeFurnace(): Promise<string> {
  const busiest = await stage.server
    .db('furnace_runs as r')
    .join('facilities as f', 'f.id', 'r.facility_id')
    .join('furnace_run_members as m', 'm.furnace_run_id', 'r.id')
    .join('bars as e', 'e.id', 'm.plan_entry_id')
    .where({ 'r.layer': PUBLISHED, 'e.layer': PUBLISHED })
    .whereRaw('not (e.finished or e.locked)')
    .groupBy('f.facility_name')
    .orderByRaw('count(distinct r.id) desc')
    .first('f.facility_name', stage.server.db.raw('min(r.run_start) as first'));
  const from = plantDate(Date.parse(busiest.first));
  const days = Object.fromEntries(Array.from({ length: 10 }, (_, day) => [addDays(from, day), 0]));
  await stage.elsewhere('1001', 'POST', '/api/facilities/set_availability/', { [busiest.facility_name]: days });
  return busiest.facility_name;
}

/** A plan whose last run moved something, as whatever ran before has left it, else made now. */
async function movedPlan(): Promise<Report> {
  if (!((await kept())?.moved > 0)) {
    await closeFurnace();
    await stage.server.services.runs.runAndWait({ time_limit_seconds: 3 }, '1002');
  }
  return kept();
}

const parts = (page: Page) => ({
  stale: page.getByRole('region', { name: '計画の状態' }),
  list: page.getByRole('table', { name: '今の条件に合わない工程' }),
  dialog: page.getByRole('dialog', { name: '立案を開始します' }),
  card: page.getByRole('region', { name: '立案の結果' }),
});
/** What the head of the card says of a run. */
const headOf = (report: Report): string =>
  `立案完了: ${lateSaid(report)}、${movedSaid(report)}${report.unplaced > 0 ? `、計画できない工程 ${count(report.unplaced)}件` : ''}`;

test('a stale plan lists what does not fit and leads to 立案実行; the run says how far it is, then why and what it did', {
  timeout: 180_000,
}, async () => {
  const page = await stage.visit('/gantt', { as: '1002', width: 1440 });
  const { stale, list, dialog, card } = parts(page);
  await drawn(page);
  const furnace = await closeFurnace();
  await stale.getByText('設備稼働が変わりました。再立案してください').waitFor();
  await stale.getByText(/^今の条件に合わなくなった工程が\d+件あります。立案で見直されます$/).waitFor();
  // The strip speaks of both, and leads to the list; the list leads to a bar.
  await page.getByRole('button', { name: /^合わない \d+件$/ }).click();
  await list.getByText(`に設備「${furnace}」が稼働していません。`).first().waitFor();
  expect(await violations(list)).toEqual([]);
  await list.locator('tbody tr').first().getByRole('button').click();
  await eventually(() => asked(page, 'bar')).not.toBeNull();
  await stale.getByRole('button', { name: '立案実行' }).click();
  await dialog.getByRole('button', { name: '詳細' }).click();
  await dialog.getByLabel('計算時間(秒)').fill('1');
  await dialog.getByRole('button', { name: '実行', exact: true }).click();
  await page.getByText('順番を待っています').waitFor();
  const run = stage.server.services.runs.runAndWait({}, '1002');
  await page.getByText(/^作成中 \d+%/).waitFor();
  expect(await run).toMatchObject({ status: 'complete' });
  await card.waitFor();
  const report = await kept();
  await eventually(() => card.getByRole('heading', { level: 2 }).textContent()).toBe(headOf(report));
  await card.getByText(`立案の理由: ${furnace}の設備稼働変更`).waitFor();
  await eventually(() => page.getByText(`遅れ ${count(report.late_after)}件`, { exact: true }).count()).toBe(1);
});

test('the end of a run leaves one where one stands: page, scroll and address', { timeout: 120_000 }, async () => {
  const page = await stage.visit('/gantt?page=2', { as: '1002', width: 1440 });
  await drawn(page);
  await chartOf(page).evaluate((element) => element.scrollTo(element.scrollLeft + 200, 40));
  const before = await scrolledTo(page);
  const run = await stage.server.services.runs.runAndWait(QUICK_RUN, '1002');
  expect(run).toMatchObject({ status: 'complete' });
  await parts(page).card.waitFor();
  await drawn(page);
  expect(asked(page, 'page')).toBe('2');
  expect(await scrolledTo(page)).toEqual(before);
});

test('the report lists what moved and why, late orders first, and saves all of it', async () => {
  const report = await movedPlan();
  const { moved } = report;
  const moved_by = report.moved_by!;
  const page = await stage.visit('/gantt', { as: '1002', width: 1440 });
  const { card } = parts(page);
  expect(moved_by.unfit).toBeGreaterThan(0);
  await card.getByText(whyMoved({ moved, moved_by })[0]!, { exact: true }).waitFor();
  await card.getByRole('button', { name: '一覧を開く' }).click();
  await card.getByRole('button', { name: `何が動いたか(${count(moved)}件)` }).click();
  const moves = card.getByRole('table', { name: '何が動いたか' });
  const [first] = (await stage.read<{ moves: { late_days: number; new_facility: string }[] }>('/api/schedule-queues/moves/')).moves;
  const late = first!.late_days > 0 ? `${first!.late_days}日` : '—';
  await eventually(() => moves.locator('tbody tr').first().locator('td').nth(3).textContent()).toBe(late);
  expect(await violations(card)).toEqual([]);
  const file = await downloaded(page, card.getByRole('button', { name: '出力' }));
  expect(readGrid(file.bytes).rows).toHaveLength(moved + 1);
  await card.getByLabel('製番・工程・設備で絞り込み').fill(first!.new_facility);
  await eventually(async () =>
    (await moves.locator('tbody tr td:nth-child(8)').allTextContents()).every((text) => text.includes(first!.new_facility)),
  ).toBe(true);
});

test('an order that waits for what was kept is named, with the run that would not keep it and the way to its bar', async () => {
  await movedPlan();
  const latest = await stage.server
    .db('orders as o')
    .join('lots as l', 'l.order_id', 'o.id')
    .join('plan_entries as e', 'e.lot_id', 'l.id')
    .where('e.layer', PUBLISHED)
    .orderBy('e.end_at', 'desc')
    .first('o.id as order_id', 'o.serial_number');
  const behind = { ...latest, late_days: 59, late_days_before: 3, gain_days: 56 };
  const keeping = JSON.stringify({ frozen_days: 30, behind_frozen_count: 1, behind_frozen: [behind] });
  await stage.server.db('run_reports').update({ report: stage.server.db.raw('report || ?::jsonb', [keeping]) });
  const page = await stage.visit('/gantt', { as: '1002', width: 1440 });
  const { card, dialog } = parts(page);
  // The line says how many; unfolded it names them.
  await card.getByText('遅れた(または遅れが増えた)製番が1件あります').waitFor();
  await card.getByRole('button', { name: '一覧を開く' }).click();
  const note = card.getByRole('note', { name: '固定のために遅れた製番' });
  await note.getByText('固定日数(30日)の間の工程を元の位置に残したため、遅れた(または遅れが増えた)製番が1件あります').waitFor();
  await note.getByText('3→59日遅れ(残さなければ約56日早まります)').waitFor();
  expect(await violations(note)).toEqual([]);
  await note.getByRole('button', { name: '固定日数0で立案実行' }).click();
  await eventually(() => dialog.getByLabel('固定日数(日)').inputValue()).toBe('0');
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await note.getByRole('button', { name: latest.serial_number }).click();
  await eventually(() => asked(page, 'bar')).not.toBeNull();
});

test('moved bars stand where they stood as outlines; a report that was closed stays closed', async () => {
  await movedPlan();
  const entry = await stage.server
    .db('plan_entries as e')
    .join('lots as l', 'l.id', 'e.lot_id')
    .join('orders as o', 'o.id', 'l.order_id')
    .where('e.layer', PUBLISHED)
    .whereNotNull('e.moved_by')
    .orderBy('e.start_at')
    .first('o.serial_number', 'e.id');
  const page = await stage.visit(`/gantt?no_search=1&serial_number_search=${entry.serial_number}&bar=${entry.id}`, {
    as: '1001',
    width: 1440,
  });
  const { card } = parts(page);
  await drawn(page);
  const outlines = page.locator('.board .ghost');
  await card.getByLabel('変わった工程を表示').waitFor();
  expect(await outlines.count()).toBe(0);
  await card.getByLabel('変わった工程を表示').check();
  await eventually(() => outlines.count()).toBeGreaterThan(0);
  await eventually(() => page.locator('.board .bar-shift').count()).toBeGreaterThan(0);
  await card.getByLabel('変わった工程を表示').uncheck();
  await eventually(() => outlines.count()).toBe(0);
  await card.getByRole('button', { name: '閉じる' }).click();
  await card.waitFor({ state: 'detached' });
  await eventually(async () => (await stage.server.db('run_report_closings')).length).toBe(1);
  await page.reload();
  await drawn(page);
  expect(await card.count()).toBe(0);
});
