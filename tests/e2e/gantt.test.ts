import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtAdmin, HAS_BROWSER, type Tab, type TestBrowser, testBrowser } from '../support/browser.ts';
import { type TestServer, TODAY, testServer } from '../support/server.ts';

const EMPTY = '生産計画がありません。立案を行なって下さい。';
const PENDING = '工程計画が作成されています。しばらくお待ちください。';

let server: TestServer;
let browser: TestBrowser;

async function visit(employeeId: string, search = '', options = {}): Promise<Tab> {
  const tab = await browser.open(server.url, employeeId, { width: 1600, ...options });
  await tab.page.goto(`${server.url}/gantt${search}`);
  return tab;
}

const board = (page: Page) => page.getByRole('group', { name: '生産計画ガントチャート' });
const bars = (page: Page) => page.locator('.bar-wrapper');
const runButton = (page: Page) => page.getByRole('button', { name: '立案実行' });

/** Presses the middle of a bar, or its lock. */
async function press(page: Page, id: string, part: 'lock' | 'body'): Promise<void> {
  const box = (await page.locator(`[data-id="${id}"] rect.bar`).boundingBox())!;
  const x = part === 'body' ? box.x + 2 : box.width < 26 ? box.x + box.width / 2 : box.x + box.width - 6;
  await page.mouse.click(x, box.y + box.height / 2);
}

/** The id of a bar in view whose lock does not cover its left edge. */
async function wideBar(page: Page, classes: string): Promise<string> {
  const ids = await page.locator(`.bar-wrapper${classes}`).evaluateAll((groups) => {
    const view = document.querySelector('.gantt-container')!.getBoundingClientRect();
    return groups.flatMap((group) => {
      const box = group.querySelector('rect.bar')!.getBoundingClientRect();
      const seen = box.left > view.left + 540 && box.right < view.right - 20 && box.top > view.top + 70 && box.bottom < view.bottom - 20;
      return seen && box.width > 38 ? [group.getAttribute('data-id')!] : [];
    });
  });
  expect(ids.length).toBeGreaterThan(0);
  return ids[0]!;
}

/** Shows the orders due from a day on: those have bars that can be moved. */
async function searchFrom(page: Page, date: string): Promise<void> {
  await bars(page).first().waitFor();
  await page.getByRole('button', { name: '検索' }).click();
  const panel = page.getByRole('dialog', { name: '検索条件' });
  await panel.getByLabel('納期(開始)').fill(date);
  await panel.getByRole('button', { name: '検索', exact: true }).click();
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await page.locator('.bar-wrapper.is-movable').first().waitFor();
}

describe.skipIf(!HAS_BROWSER)('生産計画ガントチャート', () => {
  beforeAll(async () => {
    await builtAdmin();
    server = await testServer({ demo: { orders: 60, products: 40 } });
    browser = await testBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('a planner runs the scheduler: banner, bars, messages', async () => {
    const { page, context, troubles } = await visit('1002');
    await page.getByText(EMPTY).waitFor();
    expect(await page.title()).toBe('生産計画ガントチャート | 生産計画立案システム');
    await server.services.runs.changeSettings({ frozen_days: 3, furnace_heatup_hours: 1 }, 'cli');
    await runButton(page).click();
    const dialog = page.getByRole('dialog', { name: '立案を開始します' });
    await dialog.getByRole('button', { name: '詳細' }).click();
    await dialog.getByLabel('計算時間(秒)').fill('2');
    expect(await dialog.getByLabel('固定日数(日)').inputValue()).toBe('3');
    await dialog.getByLabel('固定日数(日)').fill('0');
    await dialog.getByRole('button', { name: '実行', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await server.services.runs.newest())?.payload).toMatchObject({
      time_limit_seconds: 2,
      settings: { frozen_days: 0, furnace_heatup_hours: 1 },
    });
    await server.services.runs.changeSettings({ frozen_days: undefined, furnace_heatup_hours: undefined }, 'cli');
    await page.getByText('工程計画を作成しています。しばらくお待ちください。').waitFor();
    await page.getByText(PENDING).waitFor();
    expect(await runButton(page).isDisabled()).toBe(true);
    await page.getByText(PENDING).waitFor({ state: 'detached', timeout: 90_000 });
    await bars(page).first().waitFor();
    expect(await runButton(page).isEnabled()).toBe(true);

    const messages = page.getByRole('button', { name: /^メッセージがあります。\(\d+件\)$/ });
    await messages.click();
    await page.getByRole('region', { name: 'メッセージがあります。' }).getByRole('listitem').first().waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  }, 150_000);

  test('cancelling the dialog starts nothing', async () => {
    const { page, context } = await visit('1001');
    await runButton(page).click();
    await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { body } = await server.call('GET', '/api/schedule-queues/', { token: await server.token() });
    expect((body as { count: number }).count).toBe(1);
    await context.close();
  });

  test('the dialog says which setting of the plant is wrong, and starts nothing', async () => {
    const { page, context } = await visit('1002');
    await server.db('settings').update({ value: JSON.stringify({ frozen_day: 3 }) });
    await runButton(page).click();
    const dialog = page.getByRole('dialog', { name: '立案を開始します' });
    await dialog.getByText('立案の設定に誤りがあります。設定「frozen_day」はありません。').waitFor();
    expect(await dialog.getByRole('button', { name: '実行', exact: true }).isDisabled()).toBe(true);
    await server.db('settings').delete();
    await context.close();
  });

  test.each(['1003', '1004'])('%s only looks: no run, no locks, a bar opens its details', async (employeeId) => {
    const { page, context, troubles } = await visit(employeeId);
    await bars(page).first().waitFor();
    expect(await runButton(page).isDisabled()).toBe(true);
    expect(await runButton(page).evaluate((button) => getComputedStyle(button.parentElement!).cursor)).toBe('not-allowed');
    expect(await page.locator('.bar-lock, .pane-lock').count()).toBe(0);
    await press(page, await wideBar(page, ''), 'body');
    const dialog = page.getByRole('dialog', { name: '工程詳細' });
    await dialog.getByText('工程名').waitFor();
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['閉じる']);
    await dialog.getByRole('button', { name: '閉じる' }).click();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('has the widths and heights of the specification', async () => {
    const { page, context } = await visit('1002');
    await bars(page).first().waitFor();
    const widths = await page.locator('.pane-head > div').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
    expect(widths).toEqual([150, 110, 120, 150]);
    expect(await page.locator('.pane-head').innerText()).toBe(['製番', '納期', '前工程終了', '工程'].join('\n'));
    expect((await page.locator('.head-day').first().boundingBox())?.width).toBe(40);
    expect(await page.locator('.head-halves').first().innerText()).toMatch(/前\s*後/);
    const { body } = await server.call('GET', `/api/schedule-orders/?limit=5&active_only=1&from_delivery=${TODAY}`, {
      token: await server.token(),
    });
    const ids = (body as { results: number[] }).results.join(',');
    const entries = await server.call('GET', `/api/schedules/?limit=1000&order_ids=${ids}`, { token: await server.token() });
    const rows = entries.body as { results: { order_id: number; lot_number: string }[] };
    const height = () => page.locator('svg.gantt').getAttribute('height').then(Number);
    expect(await height()).toBe(rows.results.length * 20);
    await page.getByLabel('スタックモード').click();
    const lots = new Set(rows.results.map((entry) => `${entry.order_id} ${entry.lot_number}`));
    await expect.poll(async () => (await height()) / 50).toBeGreaterThanOrEqual(lots.size);
    expect(await page.getByText(/^\d+ 工程$/).count()).toBeGreaterThan(0);
    await context.close();
  });

  test('only what is visible is in the document, and nothing is left of a board that is gone', async () => {
    const { page, context } = await visit('1002');
    await bars(page).first().waitFor();
    expect(await page.locator('.gantt-container').count()).toBe(1);
    const total = Number(await page.locator('svg.gantt').getAttribute('height')) / 20;
    expect(await bars(page).count()).toBeLessThan(total);
    await page.getByRole('link', { name: '工程一覧' }).click();
    await page.waitForURL('**/tasks');
    expect(await page.locator('.gantt-container, .board-tooltip').count()).toBe(0);
    await context.close();
  });

  test('a lock is toggled by its icon, by the order’s button and by the key L', async () => {
    const { page, context, troubles } = await visit('1002');
    await searchFrom(page, '2026-05-01');
    const id = await wideBar(page, '.is-movable');
    await press(page, id, 'lock');
    const bar = page.locator(`[data-id="${id}"]`);
    await expect.poll(() => bar.getAttribute('class')).toContain('is-locked');
    expect(await bar.getAttribute('aria-label')).toContain('ロック中');
    await board(page).focus();
    await page.keyboard.press('l');
    await expect.poll(() => bar.getAttribute('class')).not.toContain('is-locked');

    const order = page.getByRole('button', { name: /^製番をロック / }).first();
    await order.click();
    await page
      .getByRole('button', { name: /^製番のロックを解除 / })
      .first()
      .click();
    await order.waitFor();
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a bar is moved: confirmation, form, saved; cancelling puts it back', async () => {
    const { page, context, troubles } = await visit('1002');
    await searchFrom(page, '2026-05-01');
    const id = await wideBar(page, '.is-movable');
    const bar = page.locator(`[data-id="${id}"]`);
    const name = await bar.getAttribute('aria-label');
    const left = async () => Number(await bar.locator('rect.bar').getAttribute('x'));
    const before = await left();
    const drag = async (dx: number): Promise<void> => {
      const box = (await bar.locator('rect.bar').boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + dx, y, { steps: 5 });
    };

    await drag(40);
    expect(await left()).toBe(before);
    await page.mouse.up();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await drag(61);
    expect(await left()).toBe(before + 60);
    await page.keyboard.press('Escape');
    expect(await left()).toBe(before);
    await page.mouse.up();

    await drag(41);
    await page.mouse.up();
    const confirmation = page.getByRole('dialog', { name: '工程の日程を変更します' });
    await confirmation.waitFor();
    await page.mouse.click(10, 880);
    expect(await confirmation.isVisible()).toBe(true);
    await confirmation.getByRole('button', { name: 'キャンセル' }).click();
    await expect.poll(left).toBe(before);

    await drag(41);
    await page.mouse.up();
    await confirmation.getByRole('button', { name: '変更する' }).click();
    const form = page.getByRole('dialog', { name: '生産計画 工程詳細' });
    await form.getByLabel(/^開始日/).fill('');
    await form.getByText('開始日を設定して下さい。').waitFor();
    expect(await form.getByRole('button', { name: '保存' }).isDisabled()).toBe(true);
    await form.getByRole('button', { name: 'キャンセル' }).click();
    await expect.poll(left).toBe(before);

    await drag(41);
    await page.mouse.up();
    await confirmation.getByRole('button', { name: '変更する' }).click();
    await form.getByRole('button', { name: '保存' }).click();
    await page.getByText('工程が保存されました。').waitFor();
    await expect.poll(() => bar.getAttribute('aria-label')).not.toBe(name);
    expect(troubles).toEqual([]);
    await context.close();
  });

  test('a refused form shows a line per field, and a task is deleted after a question', async () => {
    const { page, context } = await visit('1001');
    await searchFrom(page, '2026-05-01');
    const id = await wideBar(page, '.is-movable');
    await press(page, id, 'body');
    const form = page.getByRole('dialog', { name: '生産計画 工程詳細' });
    await form.getByLabel(/^終了日/).fill('2026-01-05');
    await form.getByRole('button', { name: '保存' }).click();
    const refused = page.getByRole('alertdialog', { name: 'エラーが発生しました' });
    await refused.getByText('工程終了 - 終了日時は開始日時より後に設定してください。').waitFor();
    await refused.getByRole('button', { name: 'OK' }).click();
    await form.getByRole('button', { name: '削除' }).click();
    await page.getByRole('dialog', { name: '工程を削除しますか？' }).getByRole('button', { name: '削除する' }).click();
    await page.getByText('工程が削除されました。').waitFor();
    await page.locator(`[data-id="${id}"]`).waitFor({ state: 'detached' });
    await context.close();
  });

  test('the tooltip comes after 300 ms and says dates, facility and deadline', async () => {
    const { page, context } = await visit('1004');
    await bars(page).first().waitFor();
    const box = (await page.locator(`[data-id="${await wideBar(page, '')}"] rect.bar`).boundingBox())!;
    await page.mouse.move(box.x + 4, box.y + 8);
    await page.waitForTimeout(100);
    expect(await page.getByRole('tooltip').count()).toBe(0);
    const tooltip = page.getByRole('tooltip');
    await tooltip.waitFor();
    for (const term of ['期間', '時刻', '設備', '数量', '納期']) expect(await tooltip.innerText()).toContain(term);
    await page.mouse.move(5, 5);
    await tooltip.waitFor({ state: 'detached' });
    await context.close();
  });

  test('a form that was reached from the left block leads back to the same page and place', async () => {
    const { page, context } = await visit('1002');
    await page.getByRole('button', { name: '2ページ目へ' }).click();
    await expect.poll(() => page.locator('[aria-current="page"]').allInnerTexts()).toContain('2');
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.locator('.gantt-container').evaluate((container) => container.scrollTo(120, 60));
    const link = await page.locator('.pane-cell a').evaluateAll((anchors) => {
      const box = anchors.map((anchor) => anchor.getBoundingClientRect()).find(({ top }) => top > 420)!;
      return { x: box.x + 4, y: box.y + 6 };
    });
    await page.mouse.click(link.x, link.y);
    await page.waitForURL(/from_gantt=true/);
    await page.goBack();
    await bars(page).first().waitFor();
    await expect.poll(() => page.locator('[aria-current="page"]').allInnerTexts()).toContain('2');
    expect(await page.locator('.gantt-container').evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])).toEqual([120, 60]);
    await context.close();
  });

  test('a search that finds nothing shows the empty text, and no_search loads with the parameters alone', async () => {
    const { page, context } = await visit('1002');
    await bars(page).first().waitFor();
    await page.getByRole('button', { name: '検索' }).click();
    const panel = page.getByRole('dialog', { name: '検索条件' });
    await panel.getByLabel('製番').fill('ZZZZ');
    await panel.getByRole('button', { name: '検索', exact: true }).click();
    await page.getByText(EMPTY).waitFor();

    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().includes('/api/schedule-orders/')),
      page.goto(`${server.url}/gantt?no_search=true&from_date=2026-03-01`),
    ]);
    const query = new URL(request.url()).searchParams;
    expect([query.get('from_delivery'), query.get('to_delivery'), query.get('active_only')]).toEqual(['2026-03-01', null, null]);
    await context.close();
  });
});
