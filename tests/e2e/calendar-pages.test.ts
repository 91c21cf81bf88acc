import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, still } from '../support/browser.ts';

const stage = browserStage('short');
const { visit } = stage;

/** Saves, also where more units than the facility has are asked about. */
async function saveUnits(page: Page): Promise<void> {
  await button(page, '保存').click();
  const question = page.getByRole('dialog', { name: '設備数より多い台数があります。保存しますか？' });
  await question.getByRole('button', { name: '保存' }).click();
  await question.waitFor({ state: 'hidden' });
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true }).first();

test('a day is closed and opened again by a press; ?date= chooses the month', async () => {
  const page = await visit('/holidays?date=2026-06-15');
  await page.getByRole('heading', { name: '2026年6月' }).waitFor();
  const day = page.getByRole('button', { name: /^2026\/06\/17/ });
  await eventually(() => day.getAttribute('aria-pressed')).toBe('false');
  await day.click();
  await eventually(() => day.getAttribute('aria-pressed')).toBe('true');
  await eventually(() => day.innerText()).toContain('休日');
  await day.click();
  await eventually(() => day.getAttribute('aria-pressed')).toBe('false');
  await page.getByRole('button', { name: '翌月' }).click();
  await page.getByRole('heading', { name: '2026年7月' }).waitFor();
  await page.getByRole('button', { name: '前月' }).click();
  await page.getByRole('heading', { name: '2026年6月' }).waitFor();
});

test('availability: the week of today, Sunday first; only edited cells are saved; a header leads to its day', async () => {
  const page = await visit('/facility_availability');
  await page.getByRole('heading', { name: '2026年3月29日〜' }).waitFor();
  const weekdays = async () => (await page.getByRole('columnheader').allInnerTexts()).slice(1).map((text) => text.split('\n').at(-1));
  await eventually(weekdays).toEqual(['日曜日', '月曜日', '火曜日', '水曜日', '木曜日', '金曜日', '土曜日']);
  await page.getByRole('button', { name: '翌週', exact: true }).click();
  await page.getByRole('heading', { name: '2026年4月5日〜' }).waitFor();
  await still(page);
  const facility = await page.locator('tbody th').first().innerText();
  const cell = page.getByRole('textbox', { name: `${facility} 2026/04/08(水)の台数` });
  const before = await cell.inputValue();
  await cell.fill('7');
  await page.getByText('変更 1件').waitFor();
  const request = page.waitForRequest((one) => one.url().includes('set_availability'));
  await saveUnits(page);
  expect((await request).postDataJSON()).toEqual({ [facility]: { '2026-04-08': 7 } });
  await page.getByText('設備稼働を保存しました。').waitFor();
  await page.getByRole('button', { name: `${facility} 2026/04/08(水)を既定値に戻す` }).click();
  await button(page, '保存').click();
  await eventually(() => cell.inputValue()).toBe(before);
  await cell.fill('-1');
  await eventually(() => button(page, '保存').isDisabled()).toBe(true);
  await page.getByRole('button', { name: '変更を取り消す' }).click();
  // A phone shows several days at once.
  await page.setViewportSize({ width: 390, height: 844 });
  const seen = () =>
    page.getByRole('columnheader').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right <= 390).length);
  await eventually(seen).toBeGreaterThanOrEqual(4);
  await page.getByRole('link', { name: '2026/04/08(水)の休日カレンダーを開く' }).click();
  await page.waitForURL('**/holidays?date=2026-04-08');
});

test('a week is copied to the next: its units stand there as edits, with what they replace, and are saved as such', async () => {
  const page = await visit('/facility_availability');
  await page.getByRole('heading', { name: '2026年3月29日〜' }).waitFor();
  const facility = await page.locator('tbody th').first().innerText();
  const units = async (date: string, value: string) => {
    await page.getByRole('textbox', { name: `${facility} ${date}の台数` }).fill(value);
    await saveUnits(page);
    await page.getByText('変更 1件').waitFor({ state: 'hidden' });
  };
  await units('2026/04/02(木)', '9');
  await page.getByRole('button', { name: '翌週', exact: true }).click();
  await page.getByRole('heading', { name: '2026年4月5日〜' }).waitFor();
  await units('2026/04/09(木)', '8');
  await page.getByRole('button', { name: '前週' }).click();
  await page.getByRole('heading', { name: '2026年3月29日〜' }).waitFor();
  await page.getByRole('button', { name: '翌週へコピー' }).click();
  await page.getByRole('heading', { name: '2026年4月5日〜' }).waitFor();
  await page.getByText(`個別設定の上書き 1件: ${facility} 4/9(木) 8→9`).waitFor();
  await eventually(() => page.getByRole('textbox', { name: `${facility} 2026/04/09(木)の台数` }).inputValue()).toBe('9');
  const request = page.waitForRequest((one) => one.url().includes('set_availability'));
  await saveUnits(page);
  expect((await request).postDataJSON()).toMatchObject({ [facility]: { '2026-04-09': 9 } });
  await page.getByText('個別設定の上書き').waitFor({ state: 'hidden' });
});

test('a week is typed along by keyboard: Tab, Enter and arrows go from cell to cell, Delete gives the usual units back; a click selects what stands there', async () => {
  const page = await visit('/facility_availability');
  await page.getByRole('heading', { name: '2026年3月29日〜' }).waitFor();
  await still(page);
  const cells = page.locator('tbody tr').nth(0).locator('input');
  const below = page.locator('tbody tr').nth(1).locator('input');
  const [before, next] = [await cells.nth(3).inputValue(), await below.nth(3).inputValue()];
  // One press leads past search, week and days.
  await page.getByRole('button', { name: '台数の表へ進む' }).press('Enter');
  await eventually(() => cells.first().evaluate((input) => input === document.activeElement)).toBe(true);
  await cells.nth(2).click();
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0');
  for (const day of [2, 3, 4]) await eventually(() => cells.nth(day).inputValue()).toBe('0');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Delete');
  await eventually(() => cells.nth(3).inputValue()).toBe(before);
  await page.keyboard.press('Enter');
  await page.keyboard.type('10');
  await eventually(() => below.nth(3).inputValue()).toBe('10');
  await page.keyboard.press('ArrowUp');
  await eventually(() => cells.nth(3).evaluate((cell) => cell === document.activeElement)).toBe(true);
  await button(page, '保存').click();
  const question = page.getByRole('dialog', { name: '設備数より多い台数があります。保存しますか？' });
  await question.getByText(/4\/1\(水\) 10台\(設備数 \d+台\)/).waitFor();
  await question.getByRole('button', { name: '入力に戻る' }).click();
  await below.nth(3).fill(next);
  await page.getByText('変更 2件').waitFor();
  await below.nth(3).fill('-1');
  await page.getByText('4/1(水) の台数は0以上の整数で入力してください。').waitFor();
  await below.nth(3).fill(next);
  await page.keyboard.press('Control+s');
  await page.getByText('設備稼働を保存しました。').waitFor();
});

test('edited units are not lost by a click: stay, or leave without saving', async () => {
  const page = await visit('/facility_availability');
  await still(page);
  const cell = page.getByRole('textbox', { name: /の台数$/ }).first();
  const before = await cell.inputValue();
  await cell.fill('77');
  const question = page.getByRole('dialog', { name: '保存していない変更があります。' });
  await page.getByRole('button', { name: '翌週', exact: true }).click();
  await question.getByRole('button', { name: '移動しない' }).click();
  await eventually(() => cell.inputValue()).toBe('77');
  await page.getByRole('button', { name: '翌週', exact: true }).click();
  await question.getByRole('button', { name: '保存せずに移動' }).click();
  await page.getByRole('heading', { name: '2026年4月5日〜' }).waitFor();
  await page.getByRole('button', { name: '前週' }).click();
  await eventually(() => cell.inputValue()).toBe(before);
});

test('no calendar leads out of the years that the plan knows', async () => {
  const page = await visit('/holidays?date=2100-12-15');
  await page.getByRole('heading', { name: '2100年12月' }).waitFor();
  await eventually(() => page.getByRole('button', { name: '翌月' }).isDisabled()).toBe(true);
  await eventually(() => page.getByRole('button', { name: /^2101\/01\/01/ }).isDisabled()).toBe(true);
});

test('a session that ends asks for the password over what was typed, which is then saved', async () => {
  const page = await visit('/facility_availability');
  await still(page);
  await page
    .getByRole('textbox', { name: /の台数$/ })
    .first()
    .fill('76');
  const token = await page.evaluate(() => localStorage.getItem('production-planner.token'));
  const left = await fetch(`${stage.server.url}/api/logout/`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  expect(left.ok).toBe(true);
  await saveUnits(page);
  const dialog = page.getByRole('dialog', { name: 'もう一度ログイン' });
  await dialog.getByLabel('パスワード').fill('foundry-demo');
  await dialog.getByRole('button', { name: 'ログイン', exact: true }).click();
  await page.getByText('設備稼働を保存しました。').waitFor();
});
