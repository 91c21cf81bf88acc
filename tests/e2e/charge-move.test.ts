import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { grab } from '../support/page.ts';
import { barOf, boxOf, drag, drawn, type Entry, type FurnaceRun } from './board.ts';

const stage = browserStage('planned');

/** How many lots fit where they would go. */
const FITS = /\d+\/\d+ロットはそのまま置けます|そのまま置けるロットはありません/;

const runs = (): Promise<FurnaceRun[]> => stage.list('/api/furnace-runs/?from_date=2026-04-01&to_date=2026-05-20&limit=1000');
/** A furnace run of several lots, all of them free, that begins early in a week where the plan has one. */
async function charge(): Promise<FurnaceRun> {
  const free = (await runs()).filter(
    ({ run_start, members }) =>
      members.length > 1 && run_start > '2026-04-02' && members.every((one) => !one.locked && !one.received_locked),
  );
  const dayOf = ({ run_start }: FurnaceRun): number => new Date(`${run_start.slice(0, 10)}T00:00:00Z`).getUTCDay();
  const found = free.find((run) => dayOf(run) >= 1 && dayOf(run) <= 3) ?? free[0];
  if (!found) throw new Error('the demo plan has no such furnace run');
  return found;
}
const lotsOf = async ({ facility_id, members }: FurnaceRun): Promise<Entry[]> => {
  const search = 'from_date=2026-04-01&to_date=2026-06-01&limit=1000';
  const all = await stage.list<Entry>(`/api/schedules/get_facility_schedules/?${search}&facility_ids=${facility_id}`);
  const ids = new Set(members.map(({ entry_id }) => entry_id));
  return all.filter(({ id }) => ids.has(id)).sort((one, other) => one.id - other.id);
};
const placeOf = ({ start_date, end_date, facility, furnace_run_id }: Entry) => [start_date, end_date, facility, furnace_run_id].join();

async function open(run: FurnaceRun): Promise<{ page: Page; id: string }> {
  const start = run.run_start.slice(0, 10);
  const page = await stage.visit(`/facility-calendar?no_search=1&start=${start}&open=${run.facility_id}`, { as: '1002', width: 1600 });
  await drawn(page);
  const ids = await page.locator('.bar-wrapper').evaluateAll((groups) => groups.map((group) => group.getAttribute('data-id')!));
  const id = ids.find((one) => run.members.some(({ entry_id }) => String(entry_id) === one))!;
  return { page, id };
}

/** Moves what the dialog shows, and gives the lots that stand elsewhere now. */
async function moved(page: Page, run: FurnaceRun, before: readonly Entry[]): Promise<Entry[]> {
  await page.getByRole('dialog', { name: '炉チャージを移動します' }).getByRole('button', { name: '移動する' }).click();
  await page.getByText('炉チャージを移動しました。').waitFor();
  return (await lotsOf(run)).filter((entry, at) => placeOf(entry) !== placeOf(before[at]!));
}
/** Takes the move back in one step. */
async function takenBack(page: Page, run: FurnaceRun, before: readonly Entry[]): Promise<void> {
  await page.getByRole('button', { name: '元に戻す' }).first().click();
  await eventually(async () => (await lotsOf(run)).map(placeOf)).toEqual(before.map(placeOf));
}

test('a furnace run is drawn to another day with its lots, which are told apart before it is saved, and comes back in one step', async () => {
  const run = await charge();
  const before = await lotsOf(run);
  const { page, id } = await open(run);
  await drag(page, id, 90);
  await page.getByRole('tooltip').getByText(FITS).waitFor();
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: '炉チャージを移動します' });
  await dialog.getByText(`動かすロット ${run.members.length}/${run.members.length}`).waitFor();
  await dialog.getByText(run.members[0]!.unique_order).first().waitFor();
  expect(await violations(dialog)).toEqual([]);
  // It is moved on by key; a lot that is unticked stays where it was.
  const stays = dialog.getByRole('checkbox', { name: run.members[0]!.unique_order }).first();
  await stays.uncheck();
  await dialog.getByText('1ロットは元の炉チャージに残ります').waitFor();
  const there = () => dialog.locator('table').first().locator('tr').last().textContent();
  const place = await there();
  await page.keyboard.press('Alt+ArrowRight');
  await eventually(there).not.toBe(place);
  expect(await stays.isChecked()).toBe(false);
  const gone = await moved(page, run, before);
  expect(gone.map((entry) => entry.id)).toEqual(before.flatMap((entry) => (entry.id === run.members[0]!.entry_id ? [] : [entry.id])));
  expect(new Set(gone.map(placeOf)).size).toBe(1);
  await takenBack(page, run, before);
});

test('a lot is drawn out of a furnace run by its row, and the others stay', async () => {
  const run = await charge();
  const before = await lotsOf(run);
  const { page, id } = await open(run);
  const box = await boxOf(page, id);
  await barOf(page, id)
    .locator('rect.bar')
    .click({ position: { x: 4, y: 4 } });
  const [goes] = run.members;
  const row = page.getByRole('dialog', { name: '炉チャージのロット' }).getByRole('row').filter({ hasText: goes!.unique_order }).first();
  const { x, y, height } = (await row.boundingBox())!;
  await grab(page, { x: x + 200, y: y + height / 2 }, 10);
  await page.mouse.move(box.x + 90, box.y + box.height / 2, { steps: 6 });
  await page.getByRole('tooltip').getByText(FITS).waitFor();
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: '炉チャージを移動します' });
  await dialog.getByText(`動かすロット 1/${run.members.length}`).waitFor();
  expect((await moved(page, run, before)).map((entry) => entry.id)).toEqual([goes!.entry_id]);
  await takenBack(page, run, before);
});

test('lots that somebody takes out of a furnace run while that is being moved are named, and what is left goes on to where it was put', async () => {
  const run = await charge();
  const { page, id } = await open(run);
  await drag(page, id, 90);
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: /を移動します$|の日程を変更します$/ });
  const there = async () => (await dialog.getByRole('row', { name: /^変更後/ }).innerText()).split('〜')[0];
  await dialog.getByText(`動かすロット ${run.members.length}/${run.members.length}`).waitFor();
  const put = await there();
  // The lot by whose number the box is drawn.
  const gone = run.members.find(({ entry_id }) => String(entry_id) === id)!;
  const { version } = await stage.server.db('plan_entries').where({ id }).first('version');
  await stage.elsewhere('1001', 'DELETE', `/api/schedules/${id}/`, { version });
  await dialog
    .getByText(new RegExp(`^${gone.unique_order}は、.+さんが炉チャージから外しました。残りの${run.members.length - 1}ロットで続けます。`))
    .waitFor();
  await eventually(there).toBe(put);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a locked furnace run says beside it why it stays, until it is unlocked', async () => {
  const run = await charge();
  const { page, id } = await open(run);
  await page.locator('.gantt-container').focus();
  await barOf(page, id)
    .locator('rect.bar')
    .click({ position: { x: 4, y: 4 } });
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).click();
  await page.keyboard.press('l');
  await page.getByText('炉チャージをロックしました。').waitFor();
  await eventually(async () => (await runs()).find((one) => one.id === run.id)!.members.every(({ locked }) => locked)).toBe(true);
  await drag(page, id, 90);
  await page.getByRole('status').getByText('ロックされています。').waitFor();
  await page.mouse.up();
  await page.keyboard.press('l');
  await page.getByText('炉チャージのロックを解除しました。').waitFor();
});
