import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { components } from '../../server/contract/types.ts';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { crowd } from '../support/crowded.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { goTo } from '../support/tabs.ts';
import { barOf, drawn } from './board.ts';

type Overview = components['schemas']['ScheduleOverview'];
type Lateness = components['schemas']['OrderLateness'];
type Wait = NonNullable<Lateness['wait']>;
type Advice = components['schemas']['Advice'];
type Late = Overview['late']['orders'][number];

// Without a worker: a run begins when the test says so.
const stage = browserStage('planned', { role: 'api' });
const panel = (page: Page) => page.getByRole('region', { name: '遅れの理由' });
const toggle = (page: Page, name: '理由を見る' | '理由を閉じる') => page.getByRole('button', { name });
const lateOrders = async (): Promise<Late[]> => (await stage.read<Overview>('/api/schedules/overview/')).late.orders;
const latenessOf = ({ order_id }: Late): Promise<Lateness> => stage.read(`/api/schedules/lateness/?order_id=${order_id}`);
const adviceOn = ({ order_id }: Late): Promise<Advice> => stage.read(`/api/schedules/advice/?order_id=${order_id}`);

/** The first late order that waits behind others and would be sooner if it went first. */
let found: { late: Late; wait: Wait; advice: Advice };

beforeAll(async () => {
  await crowd(stage.server.db);
  await stage.server.services.runs.runAndWait(QUICK_RUN, '1002');
  for (const late of await lateOrders()) {
    const { wait } = await latenessOf(late);
    if (!wait?.there || wait.in_the_way.length < 2) continue;
    const advice = await adviceOn(late);
    if (advice.first === null) continue;
    found = { late, wait, advice };
    return;
  }
  throw new Error('no late order would be sooner if it went first');
});

test('the reasons unfold under the strip, name who is in front and lead there; they stay with their order, and open the next time', async () => {
  const { late, wait } = found;
  const page = await stage.visit(`/gantt?bar=${late.entry_id}`, { as: '1002', width: 1440 });
  await barOf(page, late.entry_id).waitFor();
  await eventually(() => toggle(page, '理由を見る').getAttribute('aria-expanded')).toBe('false');
  await toggle(page, '理由を見る').click();
  await panel(page)
    .getByRole('heading', { name: `${late.late_days}日の内訳:` })
    .waitFor();
  await panel(page)
    .getByRole('heading', { name: `${wait.bar.task_name} ${wait.facility_name}` })
    .waitFor();
  const unit = wait.furnace ? 'チャージ' : '件';
  await panel(page).getByText(`${wait.in_the_way.length}${unit}が先`).waitFor();
  await toggle(page, '理由を閉じる').waitFor();
  expect((await panel(page).boundingBox())!.height).toBeLessThanOrEqual(900 * 0.46);
  await page.locator('.wait-words').getByText(/^待ち/).waitFor();

  const rows = panel(page).getByRole('row');
  await eventually(() => rows.count()).toBe(1 + Math.min(5, wait.in_the_way.length));
  const link = rows.nth(1).getByRole('button').first();
  const lot = (await link.textContent())!;
  const entry = wait.in_the_way.flatMap(({ lots }) => lots).find(({ unique_order }) => unique_order === lot)!.entry_id;
  await link.click();
  await eventually(() => new URL(page.url()).searchParams.get('bar')).toBe(String(entry));
  await barOf(page, entry).waitFor();
  await panel(page)
    .getByRole('heading', { name: `${late.late_days}日の内訳:` })
    .waitFor();
  await drawn(page);
  expect(await violations(panel(page))).toEqual([]);

  await page.evaluate(goTo, `/facility-calendar?bar=${late.entry_id}`);
  await panel(page)
    .getByRole('heading', { name: `${late.late_days}日の内訳:` })
    .waitFor();
  await page.setViewportSize({ width: 1280, height: 720 });
  await eventually(async () => (await panel(page).boundingBox())!.height).toBeLessThanOrEqual(720 * 0.46);
  // What still arrives moves the button: a press that begins on it may end beside it, and is made again.
  await still(page);
  await eventually(async () => {
    for (const button of await toggle(page, '理由を閉じる').all()) await button.click();
    return panel(page).count();
  }).toBe(0);
});

test('an order is placed first after it is said what that wins and costs', async () => {
  const { late } = found;
  // What it wins, tests/api/advice.test.ts tells. The price is told once it is that of a run.
  let advice = found.advice;
  await eventually(async () => {
    advice = await adviceOn(late);
    return advice.refining;
  }).toBe(false);
  const { gain_days, late_days_after, pays } = advice.first!;
  const page = await stage.visit(`/gantt?bar=${late.entry_id}`, { as: '1002', width: 1440 });
  await toggle(page, '理由を見る').click();
  const first = panel(page).getByRole('button', { name: 'この製番を先にして立案' });
  await eventually(() => first.isEnabled()).toBe(true);
  await panel(page)
    .getByText(`−${gain_days}日(${gain_days + late_days_after}→${late_days_after}日)`)
    .waitFor();
  await first.click();
  const dialog = page.getByRole('dialog', { name: `${late.serial_number} を先にして立案します` });
  await dialog.getByText(`${late.serial_number} −${gain_days}日`).waitFor();
  for (const { serial_number } of pays) await dialog.getByText(serial_number).waitFor();
  expect(await violations(dialog)).toEqual([]);
  await dialog.getByRole('button', { name: '立案を実行' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await stage.server.services.runs.newest())?.payload).toMatchObject({ first_orders: [late.order_id] });
});
