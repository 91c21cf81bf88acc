import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually } from '../support/browser.ts';
import { bars, EMPTY_PLAN, runButton } from './board.ts';

const PENDING = '工程計画が作成されています。しばらくお待ちください。';

// Without a worker: a run begins when the test says so.
const stage = browserStage('short', { role: 'api' });
const visit = (as: string, search = ''): Promise<Page> => stage.visit(`/gantt${search}`, { as, width: 1600 });

test('a planner runs the scheduler: banner, then bars', async () => {
  const page = await visit('1002');
  await page.getByText(EMPTY_PLAN).waitFor();
  await eventually(() => page.title()).toBe('生産計画ガントチャート | 生産計画立案システム');
  await stage.server.services.runs.changeSettings({ frozen_days: 3, furnace_heatup_hours: 1 }, 'cli');
  await runButton(page).click();
  const dialog = page.getByRole('dialog', { name: '立案を開始します' });
  await dialog.getByRole('button', { name: '詳細' }).click();
  await dialog.getByLabel('計算時間(秒)').fill('1');
  await eventually(() => dialog.getByLabel('固定日数(日)').inputValue()).toBe('3');
  await dialog.getByLabel('固定日数(日)').fill('7');
  await dialog.getByText('今日から7日間(稼働日)に始まる工程は動かしません。').waitFor();
  await dialog.getByText('この立案だけの日数です(工場の設定は3日)。').waitFor();
  await dialog.getByLabel('固定日数(日)').fill('0');
  await dialog.getByRole('button', { name: '実行', exact: true }).click();
  await page.getByText('工程計画を作成しています。しばらくお待ちください。').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect((await stage.server.services.runs.newest())?.payload).toMatchObject({
    time_limit_seconds: 1,
    settings: { frozen_days: 0, furnace_heatup_hours: 1 },
  });
  await stage.server.services.runs.changeSettings({ frozen_days: undefined, furnace_heatup_hours: undefined }, 'cli');
  await page.getByText(PENDING).waitFor();
  await eventually(() => runButton(page).isDisabled()).toBe(true);
  expect(await stage.server.services.runs.runAndWait({}, '1002')).toMatchObject({ status: 'complete' });
  await page.getByText(PENDING).waitFor({ state: 'detached' });
  await bars(page).first().waitFor();
  await eventually(() => runButton(page).isEnabled()).toBe(true);
  // The first plan is compared with nothing, so there is nothing to list.
  const card = page.getByRole('region', { name: '立案の結果' });
  await card.getByRole('button', { name: '閉じる' }).waitFor();
  expect(await card.getByRole('button', { name: '一覧を開く' }).count()).toBe(0);
  expect(await card.getByText('完了が早まる製番').count()).toBe(0);
});

test('the dialog says which setting of the plant is wrong; cancelled it starts nothing', async () => {
  const runs = async () => (await stage.read<{ count: number }>('/api/schedule-queues/')).count;
  const before = await runs();
  const page = await visit('1002');
  await stage.server.db('settings').delete();
  await stage.server.db('settings').insert({ key: 'plan_settings', value: JSON.stringify({ frozen_day: 3 }) });
  await runButton(page).click();
  const dialog = page.getByRole('dialog', { name: '立案を開始します' });
  await dialog.getByText('立案の設定に誤りがあります。設定「frozen_day」はありません。').waitFor();
  await eventually(() => dialog.getByRole('button', { name: '実行', exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await runs()).toBe(before);
  await stage.server.db('settings').delete();
});

test('a run that ends without a plan says so: one that was stopped, one that failed', async () => {
  const page = await visit('1002');
  const start = async (): Promise<void> => {
    await eventually(() => runButton(page).isEnabled()).toBe(true);
    await runButton(page).click();
    await page.getByRole('dialog').getByRole('button', { name: '実行', exact: true }).click();
    await page.getByText(PENDING).waitFor();
  };
  await start();
  await page.getByRole('button', { name: '立案を中止' }).click();
  await page.getByText('立案を中止しました。').waitFor();
  await page.getByText(PENDING).waitFor({ state: 'detached' });

  await start();
  const run = await stage.server.services.runs.newest();
  const error = '立案処理が中断しました。もう一度実行して下さい。';
  await stage.server.db('jobs').where({ id: run!.id }).update({ status: 'error', error, finished_at: new Date() });
  await page.getByRole('alert').getByText(error).waitFor();
  await page.getByText(PENDING).waitFor({ state: 'detached' });
});
