import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { asked, grab, isFocused, logIn } from '../support/page.ts';
import { goTo } from '../support/tabs.ts';
import { barOf, bars, boxOf, chartOf, drawn, EMPTY_PLAN, type Entry, pageField, scrolledTo, wideBar } from './board.ts';

const stage = browserStage('planned');

/** A bar of an order that the usual search leaves out, because it was due before today. */
async function overdue(): Promise<Entry> {
  const orders = await stage.list<number>('/api/schedule-orders/?limit=50&to_delivery=2026-03-31');
  expect(orders.length, 'the demo has orders that were due before today').toBeGreaterThan(0);
  return (await stage.list<Entry>(`/api/schedules/?limit=1000&order_ids=${orders.at(-1)}`))[0]!;
}

const searchOf = (page: Page): string => new URL(page.url()).search;
const quickField = (page: Page) => page.getByRole('combobox', { name: '製番・製品・設備へ移動' });
const chips = (page: Page) => page.getByRole('list', { name: '絞り込み' }).getByRole('listitem').allInnerTexts();

test('from any page Ctrl+K, a 製番, Enter: its bar, which a reload and a sent link show as well; back leads where one was', async () => {
  const wanted = await overdue();
  const page = await stage.visit('/tasks', { as: '1002' });
  await quickField(page).waitFor();
  await still(page);
  await page.keyboard.press('Control+k');
  await isFocused(quickField(page));
  // Enter comes at once, before the answer.
  await page.keyboard.insertText(wanted.serial_number);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/gantt\?.*bar=\d+/);
  const id = Number(asked(page, 'bar'));
  const shown = await stage.list<Entry>(`/api/schedules/?limit=1000&serial_number_search=${wanted.serial_number}`);
  expect(shown.map((bar) => bar.id)).toContain(id);
  await page.locator('.board .is-active').waitFor();
  // The keyboard goes on from the bar.
  await isFocused(chartOf(page));
  await eventually(() => chips(page)).toEqual(['未完了のみ', '納期済みを含む']);
  const address = searchOf(page);

  await page.reload();
  await page.locator('.board .is-active').waitFor();
  expect(searchOf(page)).toBe(address);
  const other = await stage.visit(`/gantt${address}`, { as: '1004' });
  await other.locator('.board .is-active').waitFor();
  await eventually(() => searchOf(other)).toBe(address);
  expect(await other.locator('.pane-group').first().innerText()).toBe(await page.locator('.pane-group').first().innerText());

  await page.goBack();
  await page.waitForURL('**/tasks');
});

test('filters, order, page and mode stand in the address, go along to the other board and stay through a reload', async () => {
  const page = await stage.visit('/gantt', { as: '1002' });
  await drawn(page);
  expect(searchOf(page)).toBe('');
  await page.getByText('納期 今日〜2028/04/01').waitFor();
  const box = () => page.locator('.board').boundingBox();
  const before = await box();
  await eventually(() => chips(page)).toEqual(['未完了のみ']);
  await page.getByRole('button', { name: '遅れ日数' }).click();
  // The latest orders are overdue: they are among those by days late, and a chip says so.
  await eventually(() => searchOf(page)).toBe('?no_search=1&open_only=1&ordering=-late_days');
  await eventually(() => chips(page)).toEqual(['未完了のみ', '納期済みを含む']);
  await still(page);
  expect(await box()).toEqual(before);
  const { count } = await stage.read<{ count: number }>('/api/schedule-orders/?limit=1&ordering=-late_days&open_only=1');
  await page.getByText(`${count}製番`).waitFor();
  await pageField(page).fill('9999');
  await pageField(page).blur();
  await eventually(async () => Number(await pageField(page).inputValue())).toBe(Math.ceil(count / 5));
  await pageField(page).fill('２');
  await page.keyboard.press('Enter');
  await eventually(() => searchOf(page)).toContain('page=2');
  await page.getByLabel('スタックモード').click();
  await eventually(() => searchOf(page)).toContain('stack=0');
  await drawn(page);
  const second = await page.locator('.pane-group').first().innerText();
  const address = searchOf(page);
  await page.reload();
  await eventually(() => page.locator('.pane-group').first().innerText()).toBe(second);
  expect(searchOf(page)).toBe(address);

  await page.getByRole('link', { name: '設備別カレンダー' }).click();
  await page.waitForURL('**/facility-calendar?*');
  await page.locator('.load-edge').first().waitFor({ state: 'attached' });
  expect(searchOf(page)).toBe(address);
  expect(await chips(page)).toEqual(['未完了のみ', '納期済みを含む']);
  await page.getByRole('button', { name: '「未完了のみ」を外す' }).click();
  await eventually(() => searchOf(page)).toBe('?ordering=-late_days&stack=0&no_search=1');
  await page.goBack();
  await eventually(() => chips(page)).toEqual(['未完了のみ', '納期済みを含む']);
  await page.goBack();
  await page.waitForURL('**/gantt?*');
  await eventually(() => page.locator('.pane-group').first().innerText()).toBe(second);
});

test('an empty search says why and leads out; a bar that is gone is said to be; a range that is none is told in the panel', async () => {
  const wanted = await overdue();
  const page = await stage.visit(`/gantt?serial_number_search=${wanted.serial_number}`, { as: '1002' });
  await page.getByText('条件に合う製番はありません').waitFor();
  expect([await bars(page).count(), await page.getByText(EMPTY_PLAN).count()]).toEqual([0, 0]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '納期の範囲を外して探す' }).click();
  await page.locator('.pane-group').first().waitFor();
  await eventually(() => chips(page)).toEqual(['未完了のみ', `製番 ${wanted.serial_number}`, '納期済みを含む']);
  await page.getByRole('button', { name: '検索' }).click();
  const panel = page.getByRole('dialog', { name: '検索条件' });
  await panel.getByLabel('納期(終了)').fill('9999-12-31');
  await panel.getByRole('alert').getByText('2000/01/01〜2100/12/31の日付を入力してください。').waitFor();
  await eventually(() => panel.getByRole('button', { name: '検索', exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.evaluate(goTo, '/gantt?bar=999999999');
  await page.getByText('この工程は現在の計画にありません。').waitFor();
  await eventually(() => searchOf(page)).toBe('');
});

test('the quick field leads to a facility in the order that the calendar has, and to the month of a bar', async () => {
  const page = await stage.visit('/facility-calendar?facility_order=-load&start=2027-01-10', { as: '1002' });
  const named = await stage.server.db('facilities').where('active', true).orderBy('id').first('id', 'facility_code');
  await quickField(page).click();
  await quickField(page).fill(named.facility_code);
  await page.getByRole('group', { name: '設備' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => asked(page, 'facility')).toBe(String(named.id));
  expect(asked(page, 'facility_order')).toBe('-load');
  await page.locator('.facility-cell.is-open').first().waitFor();

  const [worst] = await stage.list<number>('/api/schedule-orders/?limit=1&ordering=-late_days');
  const entries = await stage.list<Entry>(`/api/schedules/?limit=1000&order_ids=${worst}`);
  const bar = entries.find(({ received_locked }) => !received_locked) ?? entries[0]!;
  await page.evaluate(goTo, `/facility-calendar?start=2027-01-10&serial_number_search=ZZZ&bar=${bar.id}`);
  await barOf(page, bar.id).waitFor();
  await eventually(() => chips(page)).toEqual(['納期済みを含む']);
  expect(asked(page, 'start')).not.toBe('2027-01-10');
  await quickField(page).click();
  await quickField(page).fill(bar.serial_number);
  const options = page.getByRole('option');
  await eventually(() => options.first().innerText()).toContain(bar.serial_number);
  expect(await violations(page.getByRole('listbox'))).toEqual([]);
  await options.first().click();
  await page.locator('.board .is-active').waitFor();
});

test('a session that ends while one drags leads back to the page and the place where one stood', async () => {
  const page = await stage.visit('/gantt?page=2', { as: '1002', width: 1440 });
  await drawn(page);
  await chartOf(page).evaluate((element) => element.scrollTo(element.scrollLeft + 200, 0));
  await still(page);
  const before = await scrolledTo(page);
  await page.evaluate(() => {
    localStorage.setItem('production-planner.token', 'no-longer-known');
    window.dispatchEvent(new StorageEvent('storage', { key: 'production-planner.token' }));
  });
  const box = await boxOf(page, await wideBar(page, '.is-movable', 15));
  // At once: the board scrolls under a pointer that stays near its edge.
  await grab(page, { x: box.x + 3, y: box.y + box.height / 2 }, 60, 0, 1);
  await page.waitForURL('**/login');
  await page.mouse.up();
  await page.getByText('セッションの有効期限が切れました。もう一度ログインしてください。').waitFor();
  await logIn(page, '1002');
  await page.waitForURL('**/gantt?page=2');
  await drawn(page);
  expect(await scrolledTo(page)).toEqual(before);
});
