import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { instantOfMinutes, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { arrived, barOf, chartOf, searchFrom, taskForm, wideBar } from './board.ts';

const stage = browserStage('planned');
const visit = (as: string, search = ''): Promise<Page> => stage.visit(`/gantt${search}`, { as, width: 1600 });

/** The present of the plant. */
const now = async (): Promise<string> => new Date((await fetch(`${stage.server.url}/api/health/`)).headers.get('Date')!).toISOString();

/** Moves a bar by whole days, as somebody else. */
async function moveElsewhere(id: string, days: number): Promise<void> {
  const bar = await stage.server.db('plan_entries').where({ id }).first('start_at', 'end_at', 'facility_id');
  const later = (instant: string): string => instantOfMinutes(plantMinutes(instant) + days * 1440);
  const place = { start_date: later(bar.start_at), end_date: later(bar.end_at), facility: bar.facility_id };
  await stage.elsewhere('1001', 'POST', `/api/schedules/${id}/modify_schedule/`, { ...place, locked: false, received_locked: false });
}

test('a bar that somebody else changes meanwhile: confirmation and form go on with the bar as it is, and say who', async () => {
  const page = await visit('1002');
  await searchFrom(page, '2026-05-01');
  const id = await wideBar(page, '.is-movable', 15);
  await page.goto(`${stage.server.url}/gantt?bar=${id}`);
  await arrived(page, id);
  const board = chartOf(page);
  await board.focus();
  await page.keyboard.press('Alt+ArrowRight');
  const confirmation = page.getByRole('dialog', { name: '工程の日程を変更します' });
  // Where the bar begins.
  const row = async (name: string) => (await confirmation.getByRole('row', { name: new RegExp(`^${name}`) }).innerText()).split('〜')[0];
  await confirmation.waitFor();
  const [was, wish] = [await row('変更前'), await row('変更後')];
  await moveElsewhere(id, 7);
  await confirmation.getByText(/さんが先に変更しました。.*変更前の日時が変わりました。変更後は、置いた日のままです。$/).waitFor();
  expect(await row('変更前')).not.toBe(was);
  expect(await row('変更後')).toBe(wish);
  await confirmation.getByRole('button', { name: '変更する' }).click();
  const form = taskForm(page);
  await form.getByRole('button', { name: '保存' }).click();
  await page.getByText('工程が保存されました。').waitFor();

  // What was typed stays, what was not is the bar's.
  await form.waitFor({ state: 'detached' });
  await still(page);
  await board.focus();
  await page.keyboard.press('Enter');
  await form.getByLabel('工程開始').check();
  const day = await form.getByLabel(/^開始日/).inputValue();
  await moveElsewhere(id, 7);
  await form.getByText(/さんが先に変更しました/).waitFor();
  await eventually(() => form.getByLabel(/^開始日/).inputValue()).not.toBe(day);
  expect(await form.getByLabel('工程開始').isChecked()).toBe(true);
  await form.getByRole('button', { name: '保存' }).click();
  await eventually(() => barOf(page, id).getAttribute('class')).toContain('is-locked');

  // There is nothing left to look at: it says that, and who did it.
  await form.waitFor({ state: 'detached' });
  await still(page);
  await board.focus();
  await page.keyboard.press('l');
  await eventually(() => barOf(page, id).getAttribute('class')).not.toContain('is-locked');
  await page.keyboard.press('Alt+ArrowRight');
  await confirmation.waitFor();
  const { version } = await stage.server.db('plan_entries').where({ id }).first('version');
  await stage.elsewhere('1001', 'DELETE', `/api/schedules/${id}/`, { version });
  await page.getByText(/さんが削除しました。$/).waitFor();
  await confirmation.waitFor({ state: 'detached' });
});

test('a bar that the shop floor begins while it is being moved: it says so, when and by whom', async () => {
  const page = await visit('1002');
  const id = await wideBar(page, '.is-movable', 15);
  await page.goto(`${stage.server.url}/gantt?bar=${id}`);
  await arrived(page, id);
  await chartOf(page).focus();
  await page.keyboard.press('Alt+ArrowRight');
  const confirmation = page.getByRole('dialog', { name: '工程の日程を変更します' });
  await confirmation.waitFor();
  const { facility_id } = await stage.server.db('plan_entries').where({ id }).first('facility_id');
  const tap = { kind: 'start', at: await now(), client_id: randomUUID(), facility: facility_id, entries: [{ entry_id: Number(id) }] };
  await stage.elsewhere('1001', 'POST', '/api/marks/', tap);
  await page.getByText(/は、現場\(桐沢 浩二\)が4\/1\(水\) \d+:\d+に開始したため、変更できません。$/).waitFor();
  await confirmation.waitFor({ state: 'detached' });
});

test('rows stay under the hand: an order that the search leaves out since a save is there until the rows are asked for anew', async () => {
  const { id, serial_number } = await stage.server
    .db('bars as e')
    .join('order_states as s', 's.order_id', 'e.order_id')
    .join('orders as o', 'o.id', 's.order_id')
    .where({ 's.open': true, 's.unplanned_count': 0, 'e.finished': false, 'e.locked': false })
    .whereRaw('s.task_count = s.finished_count + 1')
    .orderBy('o.delivery_date')
    .first('e.id', 'o.serial_number');
  const page = await visit('1002', `?bar=${id}`);
  await arrived(page, id);
  const rows = page.locator('.pane-group').filter({ hasText: serial_number });
  await chartOf(page).focus();
  await page.keyboard.press('Enter');
  const form = taskForm(page);
  await form.getByLabel('工程終了').check();
  await form.getByRole('button', { name: '保存' }).click();
  await page.getByText('並び順が変わりました').waitFor();
  await rows.first().waitFor();
  await page.getByRole('button', { name: '並べ直す' }).click();
  await rows.first().waitFor({ state: 'detached' });
  await page.getByText('並び順が変わりました').waitFor({ state: 'detached' });
});

test('what a lock of many bars is warned of stays readable: the first few, all by a click', async () => {
  const { db } = stage.server;
  const open = db('bars as e').where({ 'e.finished': false, 'e.locked': false }).whereNotNull('e.facility_id');
  const order = await open
    .clone()
    .join('lots as l', 'l.id', 'e.lot_id')
    .join('orders as o', 'o.id', 'l.order_id')
    .where('e.start_at', '>', '2026-05-01')
    .groupBy('o.id', 'o.serial_number')
    .havingRaw('count(distinct e.facility_id) > 4')
    .orderBy('o.id')
    .first('o.id', 'o.serial_number');
  const lots = db('lots').where({ order_id: order.id }).select('id');
  const days = await open.clone().whereIn('e.lot_id', lots).distinct('e.facility_id', db.raw('e.start_at::date as date, 0 as units'));
  await db('facility_availabilities').insert(days).onConflict(['facility_id', 'date']).merge();
  const page = await visit('1002', `?no_search=1&serial_number_search=${order.serial_number}`);
  await page.getByRole('button', { name: `製番をロック ${order.serial_number}` }).click();

  const notice = page.locator('.MuiSnackbar-root');
  await notice.hover();
  const lines = notice.getByText(/^・.+: 開始日.+が稼働していません。$/);
  await eventually(() => lines.count()).toBe(3);
  const more = notice.getByRole('button', { name: /^ほか\d+件を表示$/ });
  const hidden = Number(/\d+/.exec((await more.textContent())!)![0]);
  expect(await violations(notice)).toEqual([]);
  await more.click();
  const all = notice.getByRole('group', { name: '注意' });
  await eventually(() => all.locator(':scope > div').count()).toBe(3 + hidden);
  expect((await notice.boundingBox())!.height).toBeLessThan(900 / 2);
  expect(await violations(notice)).toEqual([]);
});
