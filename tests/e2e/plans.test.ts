import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { endOfJob } from '../../server/db/jobs/worker.ts';
import { formatInstant, plantDate } from '../../server/domain/ground/plant-time.ts';
import { workScenario } from '../../server/features/runs/ask/scenario-runs.service.ts';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { plantChoice } from '../support/choice.ts';
import { TODAY } from '../support/demos.ts';
import { asked } from '../support/page.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { drawn, press, runButton, taskForm, wideBar } from './board.ts';

// Without a worker: a run begins when the test says so.
const stage = browserStage('planned', { role: 'api' });

const band = (page: Page): Locator => page.getByRole('region', { name: '表示中の計画' });
const idOf = async (kind: string): Promise<number> => (await stage.list<{ id: number }>(`/api/plans/?kind=${kind}`))[0]!.id;

/** Presses a button of a plan in 計画の一覧. */
async function inList(page: Page, plan: RegExp, button: string): Promise<void> {
  await page.getByRole('button', { name: '計画の一覧' }).click();
  await page
    .getByRole('dialog', { name: '計画の一覧' })
    .getByRole('row', { name: plan })
    .getByRole('button', { name: button, exact: true })
    .click();
}

/** A plan to choose from beside the published one, and one that was published before. */
async function severalPlans(): Promise<string> {
  expect(await stage.server.services.runs.runAndWait(QUICK_RUN, '1002')).toMatchObject({ status: 'complete' });
  return (await plantChoice(stage.server.db, TODAY)).serial_number;
}

test('plans are looked at whole, held against the published one, published, taken back, and the one before is', async () => {
  const serial = await severalPlans();
  const [candidate, former, published] = [await idOf('candidate'), await idOf('former'), await idOf('published')];
  const page = await stage.visit(`/gantt?no_search=1&serial_number_search=${serial}`, { as: '1002', width: 1440 });
  await drawn(page);
  const plans = page.getByRole('group', { name: '選べる計画' }).getByRole('button');
  // Beside the sentence their days late; all of it where there is room, and for the pointer.
  await eventually(() => plans.allInnerTexts()).toEqual(['①12日', '②6日']);
  await eventually(() => plans.first().getAttribute('title')).toBe('計画① 遅れ延べ12日(4件)、動かす3製番');
  await plans.first().click();
  const told = page.getByRole('dialog', { name: '① 動きが最少' });
  await told.getByText('3製番(9工程)').waitFor();
  await told.getByText('+2件 +6日').waitFor();
  await page.locator('.ghosts.is-offered .ghost').first().waitFor();
  await page.getByText('①では +1日').first().waitFor();
  expect(await violations(told)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('計画①を公開しました。').waitFor();
  await eventually(() => plans.first().getAttribute('title')).toMatch(/公開中の計画$/);
  await page.getByRole('button', { name: '元に戻す' }).last().click();
  await eventually(() => plans.last().getAttribute('title')).toMatch(/公開中の計画$/);
  await plans.first().click();
  await told.getByRole('button', { name: 'この計画を見る' }).click();
  await band(page).getByRole('heading', { name: '計画①' }).waitFor();
  expect(asked(page, 'plan')).toBe(String(candidate));
  await drawn(page);
  // It can only be looked at.
  await eventually(() => runButton(page).isDisabled()).toBe(true);
  expect(await page.locator('.bar-wrapper.is-movable').count()).toBe(0);
  expect(await violations(band(page))).toEqual([]);
  // The other board shows the same plan.
  await page.getByRole('link', { name: '設備別カレンダー' }).click();
  await band(page).getByRole('heading', { name: '計画①' }).waitFor();
  await inList(page, /^前の計画/, '見る');
  await band(page)
    .getByRole('heading', { name: /^前の計画/ })
    .waitFor();
  expect(asked(page, 'plan')).toBe(String(former));
  await band(page).getByRole('button', { name: '公開中へ戻る' }).click();
  await band(page).waitFor({ state: 'detached' });
  expect(asked(page, 'plan')).toBeNull();

  // The published one is ticked already; three stand side by side, the published one first.
  await page.getByRole('button', { name: '計画の一覧' }).click();
  const list = page.getByRole('dialog', { name: '計画の一覧' });
  await list.getByRole('checkbox', { name: '計画①を比べる' }).check();
  await list.getByRole('checkbox', { name: /^前の計画.*を比べる$/ }).check();
  await list.getByRole('link', { name: '比べる(3)' }).click();
  const figures = page.getByRole('table', { name: '計画ごとの数字' });
  await eventually(() => figures.getByRole('columnheader').allInnerTexts()).toEqual([
    ...[expect.stringMatching(/^計画②/), expect.stringMatching(/^計画①/), expect.stringMatching(/^前の計画/)],
  ]);
  await figures.getByRole('row', { name: /遅れが増える製番.*うち新しく遅れる/ }).waitFor();
  const changed = page.getByRole('table', { name: '変わる製番' });
  await changed.getByRole('row', { name: new RegExp(`${serial}.* → .*\\+1日`) }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page
    .getByRole('group', { name: '変わり方' })
    .getByRole('button', { name: /^早まる/ })
    .click();
  await page.getByText('当てはまる製番はありません。').waitFor();
  await page
    .getByRole('group', { name: '変わり方' })
    .getByRole('button', { name: /^遅くなる/ })
    .click();
  // Without the former plan, by the address.
  await page.getByRole('combobox', { name: '比べる計画' }).click();
  await page.getByRole('option', { name: /^前の計画/ }).click();
  await page.keyboard.press('Escape');
  await eventually(() => figures.getByRole('columnheader').count()).toBe(2);
  expect(new URL(page.url()).search).toBe(`?with=${candidate}`);
  await changed.getByRole('link', { name: serial }).click();
  await page.locator('.ghosts.is-offered .ghost').first().waitFor();
  expect([asked(page, 'plan'), asked(page, 'with')]).toEqual([String(candidate), String(published)]);

  await band(page).getByRole('button', { name: 'この計画にする' }).click();
  await page.getByText('計画①を公開しました。').waitFor();
  await band(page).waitFor({ state: 'detached' });
  expect([asked(page, 'plan'), asked(page, 'with'), await idOf('published')]).toEqual([null, null, candidate]);
  await page
    .getByRole('alert')
    .filter({ hasText: '計画①を公開しました。' })
    .locator('..')
    .getByRole('button', { name: '元に戻す' })
    .click();
  await page.getByText(/^元に戻しました。/).waitFor();
  expect(await idOf('published')).toBe(published);
  await inList(page, /^前の計画/, 'この計画に戻す');
  await page.getByText(/^前の計画.*に戻しました。$/).waitFor();
  expect(await idOf('published')).toBe(former);
});

test('once somebody else has published another plan, the band says so and the next press asks first', async () => {
  await severalPlans();
  const [candidate, former, published] = [await idOf('candidate'), await idOf('former'), await idOf('published')];
  const page = await stage.visit(`/gantt?plan=${candidate}`, { as: '1002', width: 1280 });
  await band(page).getByRole('button', { name: 'この計画にする' }).waitFor();
  await drawn(page);
  await stage.elsewhere('1001', 'POST', `/api/plans/${former}/adopt/`, { from: published, anyway: true });
  await band(page)
    .getByRole('status')
    .getByText(/(公開しました|変わりました)。$/)
    .waitFor();
  await band(page).getByRole('button', { name: 'この計画にする' }).click();
  const dialog = page.getByRole('dialog', { name: '計画①を公開しますか' });
  await dialog.getByText(/^工程の開始・実績・優先度はそのままです。/).waitFor();
  expect(await violations(dialog)).toEqual([]);
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  expect(await idOf('published')).toBe(former);
});

/** Plants a proposal beside the published plan, and gives its sentence. */
async function proposed(): Promise<string> {
  const text = '4/4(土)を稼働にする';
  const premises = [{ kind: 'holiday', date: '2026-04-04', closed: false, text }];
  const gains = { late_orders: [4, 3], late_days: [32, 20], noise_days: 1, gain_days: [12, 11, 12], moved_orders: 3, moved_entries: 9 };
  const results = JSON.stringify([{ premises, text, why: 'saturday', late_of: 2, ...gains, plan: null }]);
  await stage.server.db('proposals').insert({ plan_id: await idOf('published'), tried: 24, noise_days: 1, results });
  return text;
}

/** Works the planning of a scenario that was asked for. */
async function planned(page: Page): Promise<void> {
  const { db } = stage.server;
  await band(page).getByRole('button', { name: '立案を中止' }).waitFor();
  const { id } = await db('jobs').where({ kind: 'scenario', status: 'queued' }).first('id');
  await endOfJob(workScenario, { db, clock: Date.now }, id);
  await band(page).getByRole('button', { name: 'この前提で立案' }).waitFor();
}

test('a scenario is made of the plan, edited beside it, called otherwise and deleted', async () => {
  const serial = await severalPlans();
  const locked = async (plan: 'published' | 'scenario'): Promise<number> => {
    const { layer } = await stage.server.db('plans').where({ kind: plan }).first('layer');
    return (await stage.server.db('bars').where({ layer, serial_number: serial, locked: true })).length;
  };
  const page = await stage.visit(`/gantt?no_search=1&serial_number_search=${serial}`, { as: '1002', width: 1440 });
  await drawn(page);
  const before = await locked('published');
  await page.getByRole('button', { name: '計画の一覧' }).click();
  await page.getByRole('button', { name: 'シナリオを作る', exact: true }).click();
  const naming = page.getByRole('dialog', { name: 'シナリオを作る' });
  expect(await violations(naming)).toEqual([]);
  await naming.getByRole('textbox', { name: '名前' }).fill('4号炉を止める');
  await page.keyboard.press('Enter');
  await band(page).getByRole('heading', { name: '4号炉を止める' }).waitFor();
  await drawn(page);
  const lock = page.getByRole('button', { name: `製番をロック ${serial}` }).first();
  await lock.click();
  await eventually(() => locked('scenario')).toBeGreaterThan(before);
  expect(await locked('published')).toBe(before);
  await page.getByRole('button', { name: '元に戻す' }).first().click();
  await eventually(() => locked('scenario')).toBe(before);
  expect(await page.getByRole('combobox', { name: new RegExp(`^優先度.*${serial}`) }).count()).toBe(0);

  await page.getByRole('button', { name: '計画の一覧' }).click();
  await page.getByRole('button', { name: '4号炉を止めるの名前と前提を変える' }).click();
  const renaming = page.getByRole('dialog', { name: '名前と前提を変える' });
  const list = page.getByRole('dialog', { name: '計画の一覧' });
  // However long a name is, its buttons and the page stay in the window.
  const long = '長'.repeat(60);
  await renaming.getByRole('textbox', { name: '名前' }).fill(long);
  await renaming.getByRole('button', { name: '変更', exact: true }).click();
  await list.getByText(long, { exact: true }).waitFor();
  const isWide = (part: Locator): Promise<boolean> => part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect([await isWide(list.getByRole('region', { name: '計画の一覧' })), await isWide(page.locator('html'))]).toEqual([false, false]);
  await list.getByRole('button', { name: `${long}を削除` }).click();
  const removing = page.getByRole('dialog', { name: 'シナリオの削除' });
  await removing.getByText(`「${long}」を削除します。`).waitFor();
  await removing.getByRole('button', { name: '削除' }).click();
  await page.getByText(`「${long}」を削除しました。`).waitFor();
  await list.getByText(long, { exact: true }).waitFor({ state: 'detached' });
});

test('a scenario is made of a proposal and stands on one more premise; published, both are true of the plant until that is taken back', async () => {
  const serial = await severalPlans();
  const { db } = stage.server;
  const inPlant = async (): Promise<unknown[]> => [
    (await db('orders').where('serial_number', serial).first('priority')).priority,
    await db('holidays').where('date', '2026-04-04').count('* as days').first(),
  ];
  const before = await inPlant();
  const text = await proposed();
  const page = await stage.visit('/gantt', { as: '1002', width: 1440 });
  await page.getByRole('button', { name: '計画の一覧' }).click();
  const list = page.getByRole('dialog', { name: '計画の一覧' });
  const proposal = list.getByRole('region', { name: '改善提案' }).getByRole('listitem', { name: text });
  await proposal.getByText('−12日 / −11日 / −12日').waitFor();
  await proposal.getByText('設備の休みと空き待ちで遅れる 2件').waitFor();
  expect(await violations(list)).toEqual([]);
  await proposal.getByRole('button', { name: 'シナリオにする' }).click();
  await band(page).getByRole('heading', { name: text }).waitFor();
  const plan = Number(asked(page, 'plan'));
  // Its premises are changed before it is planned.
  await band(page).getByRole('button', { name: '立案を中止' }).click();
  await band(page).getByRole('button', { name: '前提 1件' }).click();
  const changing = page.getByRole('dialog', { name: '名前と前提を変える' });
  await changing.getByRole('combobox', { name: '変えるもの' }).click();
  await page.getByRole('option', { name: '製番の納期・優先度・個数' }).click();
  await changing.getByRole('button', { name: '前提を追加' }).click();
  await changing.getByText('項目をすべて入力してください。').waitFor();
  await changing.getByRole('textbox', { name: '製番' }).fill(serial);
  await changing.getByRole('combobox', { name: '優先度' }).click();
  await page.getByRole('option', { name: '特急' }).click();
  await changing.getByRole('button', { name: '前提を追加' }).click();
  await changing.getByRole('button', { name: `前提「${serial}を「特急」にする」を外す` }).waitFor();
  await changing.getByRole('button', { name: '変更', exact: true }).click();
  await band(page).getByRole('button', { name: '前提 2件' }).waitFor();
  await band(page).getByRole('button', { name: 'この前提で立案' }).click();
  await planned(page);
  await inList(page, new RegExp(`^${text.replace(/[()]/g, '\\$&')}`), 'この計画にする');
  const asks = page.getByRole('dialog', { name: `「${text}」を公開しますか` });
  await asks.getByText('次の前提を実際の設定に反映して公開します。').waitFor();
  expect(await asks.getByRole('listitem').allInnerTexts()).toEqual([text, `${serial}を「特急」にする`]);
  await asks.getByRole('button', { name: 'この計画にする' }).click();
  await page.getByText(`「${text}」を公開しました。`).waitFor();
  expect([await idOf('published'), (await inPlant())[0]]).toEqual([plan, 'rush']);
  await page.getByRole('alert').filter({ hasText: '公開しました。' }).locator('..').getByRole('button', { name: '元に戻す' }).click();
  await page.getByText(/^元に戻しました。/).waitFor();
  expect([await idOf('scenario'), await inPlant()]).toEqual([plan, before]);
  await stage.elsewhere('1002', 'DELETE', `/api/scenarios/${plan}/`);
});

test('a scenario is made where the thought comes up: of a facility on a day, of an order, of a partner', async () => {
  const page = await stage.visit('/facility-calendar', { as: '1002', width: 1440 });
  const making = page.getByRole('dialog', { name: 'シナリオを作る' });
  await page
    .getByRole('button', { name: / の稼働を変えて試す$/ })
    .first()
    .press('Enter');
  await page.getByRole('menuitem', { name: '4/4(土)を稼働' }).click();
  // What stands in the fields is meant, whether it was added or not.
  await making.getByRole('button', { name: '作る' }).click();
  await band(page).getByRole('button', { name: '前提 1件' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/facility-calendar');
  const made = await stage.read<{ premises: object[] }>(`/api/plans/${asked(page, 'plan')}/`);
  expect(made.premises).toMatchObject([{ kind: 'availability', from_date: '2026-04-04', to_date: '2026-04-04' }]);

  await page.goto(new URL('/outsourcing-work', page.url()).href);
  await page.getByRole('navigation', { name: '外注先' }).getByRole('button').nth(1).click();
  await page.getByRole('button', { name: '外注LTを変えて試す' }).click();
  await making.getByRole('button', { name: '作る' }).click();
  await making.getByText('項目をすべて入力してください。').waitFor();
  await making.getByRole('spinbutton', { name: '日数' }).fill('2');
  await page.keyboard.press('Enter');
  await band(page).getByRole('button', { name: '前提 1件' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/gantt');
  await band(page).getByRole('button', { name: '公開中へ戻る' }).click();
  await drawn(page);

  await page.locator('.bar-wrapper.is-movable').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: '納期・個数・優先度を変えて試す' }).click();
  await making.getByRole('combobox', { name: '優先度' }).click();
  await page.getByRole('option', { name: '特急' }).click();
  expect(await violations(making)).toEqual([]);
  await making.getByRole('button', { name: '作る' }).click();
  await band(page).getByRole('button', { name: '前提 1件' }).waitFor();
});

test('a plan that is no more leads back to the published one; who may not plan is not offered the choice', async () => {
  await severalPlans();
  const page = await stage.visit(`/gantt?plan=${await idOf('candidate')}`, { as: '1004', width: 1280 });
  await band(page).getByRole('link', { name: '公開中と比べる' }).waitFor();
  expect(await band(page).getByRole('button', { name: 'この計画にする' }).count()).toBe(0);
  await page.goto(new URL('/gantt?plan=999999', page.url()).href);
  await page.getByText('この計画はもうありません。公開中の計画を表示します。').waitFor();
  await eventually(() => asked(page, 'plan')).toBeNull();
});

test('what does not fit any more in a plan that is not the published one is listed beside it, and leads to its bars', async () => {
  const serial = await severalPlans();
  const [candidate, published] = [await idOf('candidate'), await idOf('published')];
  await stage.list(`/api/schedules/?plan=${candidate}&limit=1`);
  const { rows } = await stage.server.db.raw(
    `select e.id, e.start_at, f.facility_name from plans p join plan_entries e on e.layer = p.layer join plan_entries o on o.id = e.id and o.layer = 1
       join facilities f on f.id = e.facility_id where p.id = ${candidate} and e.start_at <> o.start_at`,
  );
  const [moved] = rows;
  const closed = { [moved.facility_name]: { [plantDate(Date.parse(moved.start_at))]: 0 } };
  await stage.elsewhere('1001', 'POST', '/api/facilities/set_availability/', closed);
  const page = await stage.visit(`/gantt?plan=${candidate}`, { as: '1002', width: 1440 });
  await drawn(page);
  await page.getByRole('button', { name: /^合わない \d+件$/ }).click();
  const list = page.getByRole('region', { name: '計画の状態' });
  const row = list
    .getByRole('row')
    .filter({ hasText: serial })
    .filter({ hasText: formatInstant(moved.start_at) });
  await row.getByText(`に設備「${moved.facility_name}」が稼働していません。`).waitFor();
  expect(await violations(list)).toEqual([]);
  await row.getByRole('button').click();
  await eventually(() => [asked(page, 'bar'), asked(page, 'plan')]).toEqual([String(moved.id), String(candidate)]);
  await list.getByRole('button', { name: '閉じる' }).click();
  await list.waitFor({ state: 'detached' });
  expect(await idOf('published')).toBe(published);
});

test('what was begun in a scenario is not saved in the published plan once somebody else has deleted it', async () => {
  await stage.elsewhere('1001', 'POST', '/api/scenarios/', { name: '消える' });
  const plan = await idOf('scenario');
  const page = await stage.visit(`/gantt?plan=${plan}&start=${TODAY}`, { as: '1002', width: 1440 });
  await drawn(page);
  await press(page, await wideBar(page, '.is-movable', 12), 'body');
  await taskForm(page).getByRole('button', { name: '保存' }).waitFor();
  // The priority is the order's, whatever is planned.
  expect(
    await taskForm(page)
      .getByRole('combobox', { name: /^優先度/ })
      .count(),
  ).toBe(0);
  await stage.elsewhere('1001', 'DELETE', `/api/scenarios/${plan}/`);
  await page.getByText('この計画はもうありません。公開中の計画を表示します。').waitFor();
  await taskForm(page).waitFor({ state: 'detached' });
  expect(asked(page, 'plan')).toBeNull();
});
