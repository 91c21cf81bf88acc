import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, still } from '../support/browser.ts';
import { isFocused } from '../support/page.ts';

const stage = browserStage('short');
const { visit } = stage;

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true }).first();
const week = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).waitFor();
const TODAY_WEEK = '2026年3月29日〜';
const NEXT_WEEK = '2026年4月5日〜';
const asks = (page: Page) => page.getByRole('dialog', { name: '設備数より多い台数があります。保存しますか？' });

/** Saves more units than the facility has, which is asked about. */
async function saveUnits(page: Page): Promise<void> {
  await button(page, '保存').click();
  await asks(page).getByRole('button', { name: '保存' }).click();
  await asks(page).waitFor({ state: 'hidden' });
}

test('a day is closed and opened again by a press; ?date= chooses the month, and none leads out of the years of a plan', async () => {
  const page = await visit('/holidays?date=2026-06-15');
  await week(page, '2026年6月');
  const day = page.getByRole('button', { name: /^2026\/06\/17/ });
  await eventually(() => day.getAttribute('aria-pressed')).toBe('false');
  await day.click();
  await eventually(() => day.getAttribute('aria-pressed')).toBe('true');
  await eventually(() => day.innerText()).toContain('休日');
  await day.click();
  await eventually(() => day.getAttribute('aria-pressed')).toBe('false');
  await page.getByRole('button', { name: '翌月' }).click();
  await week(page, '2026年7月');
  const last = await visit('/holidays?date=2100-12-15');
  await week(last, '2100年12月');
  await eventually(() => last.getByRole('button', { name: '翌月' }).isDisabled()).toBe(true);
  await eventually(() => last.getByRole('button', { name: /^2101\/01\/01/ }).isDisabled()).toBe(true);
});

test('units: the week of today, Sunday first; only edited cells are saved, none is lost by a click; a week is copied as edits', async () => {
  const page = await visit('/facility_availability');
  await week(page, TODAY_WEEK);
  const weekdays = async () => (await page.getByRole('columnheader').allInnerTexts()).slice(1).map((text) => text.split('\n').at(-1)![0]);
  await eventually(weekdays).toEqual([...'日月火水木金土']);
  await still(page);
  const facility = await page.locator('tbody th').first().innerText();
  const cell = (date: string) => page.getByRole('textbox', { name: `${facility} ${date}の台数` });
  const next = page.getByRole('button', { name: '翌週', exact: true });
  await cell('2026/04/02(木)').fill('9');
  const question = page.getByRole('dialog', { name: '保存していない変更があります。' });
  await next.click();
  await question.getByRole('button', { name: '移動しない' }).click();
  await page.getByText('変更 1件').waitFor();
  await saveUnits(page);
  await page.getByText('変更 1件').waitFor({ state: 'hidden' });

  await next.click();
  await week(page, NEXT_WEEK);
  const usual = await cell('2026/04/08(水)').inputValue();
  await cell('2026/04/09(木)').fill('8');
  const request = page.waitForRequest((one) => one.url().includes('set_availability'));
  await saveUnits(page);
  expect((await request).postDataJSON()).toEqual({ [facility]: { '2026-04-09': 8 } });
  await page.getByText('変更 1件').waitFor({ state: 'hidden' });
  await cell('2026/04/08(水)').fill('-1');
  await eventually(() => button(page, '保存').isDisabled()).toBe(true);
  await page.getByRole('button', { name: '前週' }).click();
  await question.getByRole('button', { name: '保存せずに移動' }).click();
  await week(page, TODAY_WEEK);

  await page.getByRole('button', { name: '翌週へコピー' }).click();
  await week(page, NEXT_WEEK);
  await eventually(() => cell('2026/04/08(水)').inputValue()).toBe(usual);
  await page.getByText(`個別設定の上書き 1件: ${facility} 4/9(木) 8→9`).waitFor();
  await eventually(() => cell('2026/04/09(木)').inputValue()).toBe('9');
  await saveUnits(page);
  await page.getByText('個別設定の上書き').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: `${facility} 2026/04/09(木)を既定値に戻す` }).click();
  await button(page, '保存').click();
  await eventually(() => cell('2026/04/09(木)').inputValue()).toBe(usual);
  // A phone shows several days at once.
  await page.setViewportSize({ width: 390, height: 844 });
  const seen = () =>
    page.getByRole('columnheader').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right <= 390).length);
  await eventually(seen).toBeGreaterThanOrEqual(4);
  await page.getByRole('link', { name: '2026/04/08(水)の休日カレンダーを開く' }).click();
  await page.waitForURL('**/holidays?date=2026-04-08');
});

test('a press on a day of the holiday calendar says what it did, and is taken back by its own button', async () => {
  const page = await visit('/holidays?date=2026-04-01');
  const day = page.getByRole('button', { name: /^2026\/04\/08\(水\)/ });
  await eventually(() => day.getAttribute('aria-pressed')).toBe('false');
  await day.click();
  const notice = page.getByRole('alert');
  await notice.getByText('4/8(水)を休日にしました。').waitFor();
  await eventually(() => day.getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: '元に戻す' }).click();
  await notice.getByText('4/8(水)を稼働日にしました。').waitFor();
  await eventually(() => day.getAttribute('aria-pressed')).toBe('false');
});

test('units are typed along by keyboard: Tab, Enter and arrows go from cell to cell, Delete gives the usual ones back, a click selects; a session that ends asks for the password over them', async () => {
  const page = await visit('/facility_availability');
  await week(page, TODAY_WEEK);
  await still(page);
  const cells = page.locator('tbody tr').nth(0).locator('input');
  const below = page.locator('tbody tr').nth(1).locator('input');
  const [before, next] = [await cells.nth(3).inputValue(), await below.nth(3).inputValue()];
  // One press leads past search, week and days.
  await page.getByRole('button', { name: '台数の表へ進む' }).press('Enter');
  await isFocused(cells.first());
  await cells.nth(2).click();
  await page.keyboard.type('0');
  for (const _ of [3, 4]) {
    await page.keyboard.press('Tab');
    await page.keyboard.type('0');
  }
  for (const day of [2, 3, 4]) await eventually(() => cells.nth(day).inputValue()).toBe('0');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Delete');
  await eventually(() => cells.nth(3).inputValue()).toBe(before);
  await page.keyboard.press('Enter');
  await page.keyboard.type('10');
  await eventually(() => below.nth(3).inputValue()).toBe('10');
  await page.keyboard.press('ArrowUp');
  await isFocused(cells.nth(3));
  await button(page, '保存').click();
  await asks(page)
    .getByText(/4\/1\(水\) 10台\(設備数 \d+台\)/)
    .waitFor();
  await asks(page).getByRole('button', { name: '入力に戻る' }).click();
  await below.nth(3).fill('-1');
  await page.getByText('4/1(水) の台数は0以上の整数で入力してください。').waitFor();
  await below.nth(3).fill(next);
  await page.getByText('変更 2件').waitFor();
  await stage.endSession(page);
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'もう一度ログイン' });
  await dialog.getByLabel('パスワード').fill('foundry-demo');
  await dialog.getByRole('button', { name: 'ログイン', exact: true }).click();
  await page.getByText('設備稼働を保存しました。').waitFor();
});
