import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, still } from '../support/browser.ts';
import { TODAY } from '../support/demos.ts';
import { bars, boxOf, drawn, pageField, press, runButton, unfold, wideBar } from './board.ts';

const stage = browserStage('planned');
const visit = (as: string, search = ''): Promise<Page> => stage.visit(`/gantt${search}`, { as, width: 1600 });

test.each(['1003', '1004'])('%s only looks: no run, no locks, a bar opens its details', async (employeeId) => {
  const page = await visit(employeeId);
  await drawn(page);
  await eventually(() => runButton(page).isDisabled()).toBe(true);
  expect(await runButton(page).evaluate((button) => getComputedStyle(button.parentElement!).cursor)).toBe('not-allowed');
  expect(await page.locator('.bar-lock, .pane-lock').count()).toBe(0);
  await press(page, await wideBar(page), 'body');
  const dialog = page.getByRole('dialog', { name: '工程詳細' });
  await dialog.getByText('工程名').waitFor();
  await eventually(() => dialog.getByRole('button').allInnerTexts()).toEqual(['閉じる']);
  await dialog.getByRole('button', { name: '閉じる' }).click();
});

test('has the widths and heights of the specification', async () => {
  // High enough for all rows of a page: what is out of view is not in the document.
  const page = await stage.visit('/gantt', { as: '1002', width: 1600, height: 3000 });
  await drawn(page);
  const widths = await page.locator('.pane-head > div').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  expect(widths).toEqual([150, 110, 120, 150]);
  expect(await page.locator('.pane-head').innerText()).toBe(['製番', '納期', '前工程終了', '工程'].join('\n'));
  expect((await page.locator('.head-day').first().boundingBox())?.width).toBe(40);
  expect(await page.locator('.head-halves').first().innerText()).toMatch(/前\s*後/);
  const orders = await stage.read<{ results: number[] }>(`/api/schedule-orders/?limit=5&active_only=1&open_only=1&from_delivery=${TODAY}`);
  const { results: entries } = await stage.read<{ results: { order_id: number; lot_number: string }[] }>(
    `/api/schedules/?limit=1000&order_ids=${orders.results.join(',')}`,
  );
  const height = () => page.locator('svg.gantt').getAttribute('height').then(Number);
  await unfold(page);
  // A row for each task, and one above the finished ones of a lot.
  const folds = await page.locator('.pane-group', { has: page.locator('[aria-expanded=true]') }).count();
  await eventually(height).toBe((entries.length + folds) * 20);
  await page.getByLabel('スタックモード').click();
  const lots = new Set(entries.map((entry) => `${entry.order_id} ${entry.lot_number}`));
  await eventually(async () => (await height()) / 50).toBeGreaterThanOrEqual(lots.size);
  await page
    .getByText(/^\d+ 工程$/)
    .first()
    .waitFor();
});

test('only what is visible is in the document, and nothing is left of a board that is gone', async () => {
  const page = await visit('1002');
  await drawn(page);
  expect(await page.locator('.gantt-container').count()).toBe(1);
  const total = Number(await page.locator('svg.gantt').getAttribute('height')) / 20;
  expect(await bars(page).count()).toBeLessThan(total);
  await page.getByRole('link', { name: '工程一覧' }).click();
  await page.waitForURL('**/tasks');
  await eventually(() => page.locator('.gantt-container, .board-tooltip').count()).toBe(0);
});

test('the tooltip comes after 300 ms and says dates, facility and deadline', async () => {
  const page = await visit('1004');
  const box = await boxOf(page, await wideBar(page));
  const waited = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pointed = 0;
        window.addEventListener('pointermove', ({ timeStamp }) => (pointed = timeStamp), { capture: true });
        const look = () => document.querySelector('[role=tooltip]') && resolve(performance.now() - pointed);
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.mouse.move(box.x + 4, box.y + 8);
  // The clock of an event and the page's own differ by a few milliseconds.
  expect(await waited).toBeGreaterThanOrEqual(280);
  const tooltip = page.getByRole('tooltip');
  for (const term of ['期間', '時刻', '設備', '数量', '納期']) await tooltip.getByText(term).first().waitFor();
  await page.mouse.move(5, 5);
  await tooltip.waitFor({ state: 'detached' });
});

test('a form that was reached from the left block leads back to the same page and place', async () => {
  const page = await visit('1002');
  await page.getByRole('button', { name: '次のページ' }).click();
  await eventually(() => pageField(page).inputValue()).toBe('2');
  await drawn(page);
  const container = page.locator('.gantt-container');
  await unfold(page);
  await container.evaluate((element) => element.scrollTo(120, 60));
  await still(page);
  // By keyboard: a press with the mouse would first scroll the board to bring the link into view.
  const [lot, href] = await page.locator('.pane-group:has(.pane-lock:not(.is-locked)) .pane-cell a').evaluateAll((anchors) => {
    const link = anchors.find((anchor) => anchor.getBoundingClientRect().top > 420) as HTMLAnchorElement;
    link.focus({ preventScroll: true });
    return [link.closest<HTMLElement>('.pane-group')!.dataset.key!, link.getAttribute('href')];
  });
  // Somebody locks the order meanwhile: the left block is drawn anew, and the keyboard stays where it is.
  const token = await stage.server.token('1001');
  for (const write of ['lock', 'unlock']) {
    const body = { order: Number.parseInt(lot, 10) };
    expect((await stage.server.call('POST', `/api/schedules/${write}_order/`, { token, body })).status).toBe(200);
    await page.locator(`[data-key="${lot}"] .pane-lock${write === 'lock' ? '.is-locked' : ':not(.is-locked)'}`).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/from_gantt=true/);
  await page.goBack();
  await bars(page).first().waitFor();
  await eventually(() => pageField(page).inputValue()).toBe('2');
  await eventually(() => container.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])).toEqual([120, 60]);
});

test('a lot waits in its mould from where the plan setting casting_half_day says that it is cast', async () => {
  const { db, services } = stage.server;
  const { serial_number } = await db('plan_entries as e')
    .join('lots as l', 'l.id', 'e.lot_id')
    .join('orders as o', 'o.id', 'l.order_id')
    .join('demoldings as d', (on) => on.on('d.product_id', 'o.product_id').andOn('d.task_id', 'e.task_id'))
    .where('d.demolding_time', '>', 0)
    .where('e.start_at', '>', '2026-04-02')
    .orderBy('e.id')
    .first('o.serial_number');
  const page = await visit('1002', `?no_search=true&serial_number_search=${serial_number}`);
  const left = async (): Promise<number> => Number(/^M([\d.]+)/.exec((await page.locator('.mark-demolding').getAttribute('d')) ?? '')?.[1]);
  await drawn(page);
  const noon = await left();
  expect(noon).toBeGreaterThan(0);
  for (const [casting_half_day, moved] of [
    [0, -20],
    [2, 20],
    [undefined, 0],
  ]) {
    await services.runs.changeSettings({ casting_half_day }, 'cli');
    await page.reload();
    await drawn(page);
    await eventually(left).toBe(noon + moved!);
  }
});

test('a search that finds nothing says so, and no_search loads with the parameters alone', async () => {
  const page = await visit('1002');
  await drawn(page);
  await page.getByRole('button', { name: '検索' }).click();
  const panel = page.getByRole('dialog', { name: '検索条件' });
  await panel.getByLabel('製番').fill('ZZZZ');
  await panel.getByRole('button', { name: '検索', exact: true }).click();
  await page.getByText('条件に合う製番はありません').waitFor();

  const [request] = await Promise.all([
    page.waitForRequest((one) => one.url().includes('/api/schedule-orders/')),
    page.goto(`${stage.server.url}/gantt?no_search=true&from_date=2026-03-01`),
  ]);
  const query = new URL(request.url()).searchParams;
  expect([query.get('from_delivery'), query.get('to_delivery'), query.get('active_only')]).toEqual(['2026-03-01', null, null]);
});

test.each(['/gantt', '/facility-calendar'])('the board fits its window, the page itself does not scroll: %s', async (path) => {
  const page = await stage.visit(path, { as: '1002', width: 1280 });
  await page.locator('.bar-wrapper, .load-edge').first().waitFor({ state: 'attached' });
  await still(page);
  const beyond = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
      return [scrollWidth - clientWidth, scrollHeight - clientHeight];
    });
  await eventually(beyond).toEqual([0, 0]);
});

test('a delivery date beyond reason, or an end before the start, is told in the panel and not searched', async () => {
  const page = await visit('1002');
  await drawn(page);
  await page.getByRole('button', { name: '検索' }).click();
  const panel = page.getByRole('dialog', { name: '検索条件' });
  const submit = panel.getByRole('button', { name: '検索', exact: true });
  await panel.getByLabel('納期(終了)').fill('9999-12-31');
  await panel.getByRole('alert').getByText('2000/01/01〜2100/12/31の日付を入力してください。').waitFor();
  await eventually(() => submit.isDisabled()).toBe(true);
  await panel.getByLabel('納期(終了)').fill('2026-04-30');
  await panel.getByLabel('納期(開始)').fill('2026-05-01');
  await panel.getByRole('alert').getByText('終了日は開始日以降の日付を指定してください。').waitFor();
  await panel.getByLabel('納期(終了)').fill('2026-05-01');
  await panel.getByRole('alert').waitFor({ state: 'detached' });
  await eventually(() => submit.isDisabled()).toBe(false);
});
