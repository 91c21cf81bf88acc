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

test('a scenario is made of the plan, edited beside it, called otherwise, published, taken back and deleted', async () => {
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
  const plan = Number(asked(page, 'plan'));
  await page
    .getByRole('button', { name: `製番をロック ${serial}` })
    .first()
    .click();
  await eventually(() => locked('scenario')).toBeGreaterThan(before);
  expect(await locked('published')).toBe(before);
  await page.getByRole('button', { name: '元に戻す' }).first().click();
  await eventually(() => locked('scenario')).toBe(before);
  await page
    .getByRole('button', { name: `製番をロック ${serial}` })
    .first()
    .click();
  await eventually(() => locked('scenario')).toBeGreaterThan(before);
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
  await page.getByRole('button', { name: `${long}の名前と前提を変える` }).click();
  await renaming.getByRole('textbox', { name: '名前' }).fill('4号炉 定修');
  await renaming.getByRole('combobox', { name: '変えるもの' }).click();
  await page.getByRole('option', { name: '製番の優先度' }).click();
  await renaming.getByRole('button', { name: '前提を追加' }).click();
  await renaming.getByText('項目をすべて入力してください。').waitFor();
  await renaming.getByRole('textbox', { name: '製番' }).fill(serial);
  await renaming.getByRole('button', { name: '前提を追加' }).click();
  await renaming.getByRole('button', { name: `前提「${serial}を「特急」にする」を外す` }).waitFor();
  await renaming.getByRole('button', { name: '変更', exact: true }).click();
  await list.getByRole('row', { name: /^4号炉 定修/ }).waitFor();
  expect(await violations(list)).toEqual([]);
  await list.getByRole('button', { name: '閉じる' }).click();
  await band(page).getByRole('button', { name: '前提 1件' }).waitFor();
  await band(page).getByRole('button', { name: 'この前提で立案' }).click();
  const jobOf = () => stage.server.db('jobs').where({ kind: 'scenario', status: 'queued' }).first('id');
  await eventually(async () => (await jobOf()) !== undefined).toBe(true);
  await band(page).getByRole('button', { name: '立案を中止' }).waitFor();
  await endOfJob(workScenario, { db: stage.server.db, clock: Date.now }, (await jobOf())!.id);
  await band(page).getByRole('button', { name: 'この前提で立案' }).waitFor();
  expect(await locked('scenario')).toBeGreaterThan(before);
  await page.getByRole('button', { name: '計画の一覧' }).click();
  await list
    .getByRole('row', { name: /^4号炉 定修/ })
    .getByRole('button', { name: 'この計画にする' })
    .click();
  const asks = page.getByRole('dialog', { name: '4号炉 定修を公開しますか' });
  await asks.getByText(`${serial}を「特急」にする`).waitFor();
  await asks.getByRole('button', { name: 'それでもこの計画にする' }).click();
  await page.getByText('4号炉 定修を公開しました。').waitFor();
  expect([await idOf('published'), (await locked('published')) > before]).toEqual([plan, true]);
  await page.getByRole('alert').filter({ hasText: '公開しました。' }).locator('..').getByRole('button', { name: '元に戻す' }).click();
  await page.getByText(/^元に戻しました。/).waitFor();
  expect([await idOf('scenario'), await locked('published')]).toEqual([plan, before]);
  await inList(page, /^4号炉 定修/, '4号炉 定修を削除');
  const removing = page.getByRole('dialog', { name: 'シナリオの削除' });
  await removing.getByText('「4号炉 定修」を削除します。').waitFor();
  await removing.getByRole('button', { name: '削除' }).click();
  await page.getByText('「4号炉 定修」を削除しました。').waitFor();
  await list.getByRole('row', { name: /^4号炉 定修/ }).waitFor({ state: 'detached' });
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
