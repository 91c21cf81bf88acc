import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { barOf, chartOf, drawn, type Entry, type Facility, groupOf, taskForm } from './board.ts';

const stage = browserStage('planned');
const GANTT = '生産計画ガントチャート';
type Order = Success<'getOrder'>;
const CALENDAR = '設備別カレンダー';

/** An open entry of the next weeks in no furnace, on the calendar's first facility. */
async function openEntry(): Promise<Entry> {
  const first = await stage.list<number | null>('/api/schedule-facilities/?limit=1');
  const all = await stage.list<Entry>('/api/schedules/get_facility_schedules/?limit=1000&from_date=2026-04-02&to_date=2026-04-28');
  return all.find((one) => first.includes(one.facility!) && one.furnace_run_id === null && !one.received_locked && !one.locked)!;
}

/** Opens the bar that the address names. */
async function openByKey(page: Page, board: string, id: number): Promise<void> {
  await barOf(page, id).waitFor();
  await still(page);
  await chartOf(page, board).focus();
  await page.keyboard.press('Enter');
}

/** Opens 工程登録 on the morning of a day of April, in the row of the entry's facility, and chooses its order, lot and task. */
async function addOn(page: Page, day: number, entry: Entry): Promise<Locator> {
  const row = groupOf(page, entry.facility_name!);
  await row.waitFor();
  await still(page);
  const [{ y, height }, chart] = [(await row.boundingBox())!, (await page.locator('svg.gantt').boundingBox())!];
  // Under the bars, where no word stands.
  await page.mouse.dblclick(chart.x + (day - 1) * 40 + 10, y + height - 2);
  const form = page.getByRole('dialog', { name: '生産計画 工程登録' });
  await form.getByLabel('製番').fill(entry.serial_number);
  await page.getByRole('option', { name: entry.serial_number }).click();
  await eventually(async () => (await form.getByLabel('追番').getAttribute('aria-disabled')) ?? '').not.toBe('true');
  if ((await form.getByLabel('追番').innerText()).trim() !== entry.lot_number) {
    await form.getByLabel('追番').click();
    await page.getByRole('option', { name: entry.lot_number, exact: true }).click();
  }
  await form.getByLabel('工程名').click();
  await page
    .getByRole('option', { name: new RegExp(`${entry.task_name}.*${entry.task}$`) })
    .first()
    .click();
  return form;
}
/** Where the form begins. */
const startIn = async (form: Locator): Promise<string[]> => [
  await form.getByLabel(/^開始日/).inputValue(),
  await form.getByLabel('開始時刻').innerText(),
];

test('a bar leads to the other board with the bar kept, from there to its order, and 戻る back again', async () => {
  const { id, order_id, unique_order, task_name } = await openEntry();
  const page = await stage.visit(`/gantt?bar=${id}`, { as: '1003' });
  const details = page.getByRole('dialog', { name: '工程詳細' });
  await openByKey(page, GANTT, id);
  await details.getByRole('link', { name: '設備別カレンダーで表示' }).waitFor();
  expect(await violations(details)).toEqual([]);
  await details.getByRole('link', { name: '設備別カレンダーで表示' }).click();
  await page.waitForURL(/\/facility-calendar\?/);
  await openByKey(page, CALENDAR, id);
  await details.getByRole('link', { name: 'ガントチャートで表示' }).waitFor();
  await details.getByRole('link', { name: 'オーダー詳細' }).click();

  await page.waitForURL(new RegExp(`/orders/${order_id}$`));
  const { shipping_date, late_days } = await stage.read<Order>(`/api/orders/${order_id}/`);
  const shipping = page.getByRole('region', { name: '出荷予定' });
  await shipping.getByText(shipping_date!.replaceAll('-', '/')).waitFor();
  if (late_days > 0) await shipping.getByText(`${late_days}日`, { exact: true }).waitFor();
  expect(await violations(shipping)).toEqual([]);
  await page.getByRole('link', { name: `${unique_order} ${task_name} ガント`, exact: true }).click();
  await page.waitForURL(/\/gantt\?/);
  await barOf(page, id).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: '戻る' }).click();
  await page.waitForURL(/\/facility-calendar\?/);
  await barOf(page, id).waitFor();
});

test('工程登録 from a cell: its facility, what it may do, its first free time, and the new bar is shown', async () => {
  const entry = await openEntry();
  await stage.elsewhere('1002', 'DELETE', `/api/schedules/${entry.id}/`);
  const other = (await stage.list<Facility>('/api/facilities/?active_only=1')).find(({ id }) => id !== entry.facility)!;
  await stage.server.db('facilities').where({ id: other.id }).update({ active: false });
  const free = `/api/schedules/get_free_time/?facility=${entry.facility}&order_task=${entry.order_task_id}&from_date=2026-04-05`;
  const { start_date, end_date } = await stage.read<{ start_date: string; end_date: string }>(free);

  const page = await stage.visit(`/facility-calendar?open=${entry.facility}`, { as: '1002', width: 1600 });
  await drawn(page);
  // A Sunday.
  const form = await addOn(page, 5, entry);
  await eventually(() => form.getByLabel('生産設備').innerText()).toContain(entry.facility_name);
  await eventually(() => startIn(form)).toEqual([start_date.slice(0, 10), start_date.slice(11, 16)]);
  await form.getByText('4/5(日) 午前には始められません。').waitFor();
  expect(await violations(form)).toEqual([]);
  await form.getByLabel('生産設備').click();
  await page.getByRole('option', { name: 'なし' }).waitFor();
  const offered = await page.getByRole('option').allInnerTexts();
  expect(offered.some((text) => text.startsWith(other.facility_name))).toBe(false);
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: '保存' }).click();
  await page.waitForURL(/[?&]bar=\d+/);
  const { entries } = await stage.read<Order>(`/api/orders/${entry.order_id}/`);
  const made = entries.find(({ order_task_id }) => order_task_id === entry.order_task_id)!;
  expect(made).toMatchObject({ facility: entry.facility, start_date, end_date });
  await barOf(page, made.id).waitFor();
  await stage.server.db('facilities').where({ id: other.id }).update({ active: true });
});

test('before a hand-made task is deleted it is said that it is gone for good', async () => {
  const entry = await openEntry();
  const tasks = await stage.list<{ id: number }>('/api/tasks/?active_only=1&limit=1000');
  const { order_tasks } = await stage.read<Order>(`/api/orders/${entry.order_id}/`);
  const task = tasks.find(({ id }) => order_tasks.every(({ task_id }) => task_id !== id))!;
  const parts = { start_date_date: '2026-04-06', start_date_hour: '08:00', end_date_date: '2026-04-06', end_date_hour: '12:00' };
  const body = { ...parts, order: entry.order_id, task_id: task.id, lot_number: entry.lot_number, facility: null };
  const made = await stage.elsewhere<{ results: [Entry] }>('1002', 'POST', '/api/schedules/add_schedule/', body);
  const [{ id }] = made.results;
  const page = await stage.visit(`/gantt?bar=${id}`, { as: '1002' });
  await openByKey(page, GANTT, id);
  await taskForm(page).getByRole('button', { name: '削除' }).click();
  const question = page.getByRole('dialog', { name: '工程を削除しますか？' });
  await question.getByText('次回の立案でも割り付けられません').waitFor();
  await question.getByRole('button', { name: '削除する' }).click();
  await barOf(page, id).waitFor({ state: 'detached' });
});

test('? lists the keys, and 印刷 puts the days that are shown on as many sheets of A3 as it says', async () => {
  const { id, unique_order } = await openEntry();
  const page = await stage.visit(`/gantt?bar=${id}`, { as: '1004' });
  await barOf(page, id).waitFor();
  await chartOf(page).focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'キー操作' });
  await keys.getByRole('row', { name: /Ctrl.*K.*移動/ }).waitFor();
  await keys.getByRole('button', { name: '閉じる' }).click();
  await keys.waitFor({ state: 'detached' });
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await page.getByRole('button', { name: '印刷', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '印刷' });
  await dialog.getByLabel('開始日').fill('2026-04-01');
  await dialog.getByLabel('終了日').fill('2026-05-20');
  const paper = async (): Promise<number> => Number(/^用紙 (\d+)枚/.exec(await dialog.getByText(/^用紙 \d+枚/).innerText())?.[1]);
  await eventually(paper).toBeGreaterThan(1);
  const told = await paper();
  expect(await violations(dialog)).toEqual([]);
  await dialog.getByLabel(/^すべてのページ/).check();
  await eventually(paper).toBeGreaterThan(told);
  await dialog.getByLabel('このページ').check();
  await eventually(paper).toBe(told);
  await dialog.getByRole('button', { name: '印刷' }).click();
  await page.locator('body[data-printed]').waitFor();
  const texts = (await page.locator('.print-sheet').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  expect(texts).toHaveLength(told);
  expect(texts.some((text) => text.includes(unique_order))).toBe(true);
  for (const [at, text] of texts.entries())
    for (const part of [GANTT, '絞り込み:', '立案 ', `${at + 1}/${told}ページ`, '製番', '納期遅れ']) expect(text).toContain(part);
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  // A3 across, in points.
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(told);
  expect(pdf.match(/\/MediaBox\s*\[0 0 119[01][.\d]* 84[12][.\d]*\]/g)).toHaveLength(told);
  await page.locator('.board-print').waitFor({ state: 'detached' });
});

test('a task without room where one pressed stays there: what is missing is said, and the next free time with its lateness', async () => {
  const { db } = stage.server;
  const entry = await openEntry();
  const { facility } = entry;
  await stage.elsewhere('1002', 'DELETE', `/api/schedules/${entry.id}/`);
  await db('order_tasks').where({ id: entry.order_task_id }).update({ setup_hours: 0, work_hours: 4, order_quantity: 0 });
  await db('facilities').where({ id: facility }).update({ availability: 1 });
  await db('facility_availabilities').where({ facility_id: facility }).delete();
  const others = await db('bars').where({ facility_id: facility, finished: false }).orderBy('id').pluck('id');
  await db('plan_entries').whereIn('id', others.slice(1)).update({ facility_id: null });
  const taken = { start_at: '2026-04-07T10:30:00+09:00', end_at: '2026-04-07T16:00:00+09:00', work_time_set: true };
  await db('plan_entries').where({ id: others[0] }).update(taken);

  const page = await stage.visit('/facility-calendar', { as: '1002', width: 1600 });
  const form = await addOn(page, 7, entry);
  await form.getByText('4/7(火) 午前の空きは2.5時間で、4時間の工程は入りません。').waitFor();
  await eventually(() => startIn(form)).toEqual(['2026-04-07', '08:00']);
  await form.getByText(/^次の空きは4\/8\(水\) 08:00〜12:00\((遅れ .*日|遅れなし)\)です。$/).waitFor();
  await form.getByText(/^この日程での製番: /).waitFor();
  expect(await violations(form)).toEqual([]);
  await form.getByRole('button', { name: '次の空きにする' }).click();
  await eventually(() => startIn(form)).toEqual(['2026-04-08', '08:00']);
});
