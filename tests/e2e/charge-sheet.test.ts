import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { plantDate } from '../../server/domain/ground/plant-time.ts';
import { MEMBERS_PER_SHEET } from '../../server/domain/plant/charge-sheet.ts';
import { browserStage, eventually, still, violations } from '../support/browser.ts';

const stage = browserStage('planned');

interface Run {
  id: number;
  charge_number: string;
  run_start: string;
  facility_id: number;
  members: { entry_id: number; unique_order: string }[];
}
const runsOf = async (search = ''): Promise<Run[]> =>
  (await stage.read<{ results: Run[] }>(`/api/furnace-runs/?limit=1000${search}`)).results;
const entriesOf = (runs: readonly Run[]): string[] => runs.flatMap(({ members }) => members.map(({ unique_order }) => unique_order)).sort();
const sheets = (page: Page) => page.getByRole('article');
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** What reaches beyond its place on the shown sheets. */
const overflowing = (page: Page): Promise<string[]> =>
  page.locator('.sheet').evaluateAll((all) =>
    all.flatMap((sheet) => {
      const foot = sheet.querySelector('footer')?.getBoundingClientRect().top ?? 0;
      const last = Math.max(
        ...[...sheet.children].filter(({ tagName }) => tagName !== 'FOOTER').map((part) => part.getBoundingClientRect().bottom),
      );
      const wide = [...sheet.querySelectorAll('td, th, .value, .hint, header div')].filter(
        (cell) => cell.scrollWidth > cell.clientWidth + 1,
      );
      return [...(last > foot ? [`${sheet.ariaLabel}: ${last} > ${foot}`] : []), ...wide.map((cell) => cell.textContent ?? '')];
    }),
  );

/** One run gets more members than a page holds. */
let long: Run;
beforeAll(async () => {
  const [first] = await runsOf();
  const others = await stage.server
    .db('plan_entries')
    .whereNotIn(
      'id',
      first!.members.map(({ entry_id }) => entry_id),
    )
    .orderBy('id')
    .limit(20)
    .select('id');
  const members = others.map(({ id }) => ({ furnace_run_id: first!.id, plan_entry_id: id, pieces: 1, weight: 10, volume: 0.01 }));
  await stage.server.db('furnace_run_members').insert(members);
  long = await stage.read<Run>(`/api/furnace-runs/${first!.id}/`);
});

test('every run of the chosen days has its page, every member stands on exactly one, nothing overflows, and the paper has as many pages', async () => {
  const page = await stage.visit('/charge-sheet?from=2026-04-01&to=2026-04-14', { as: '1004' });
  const runs = await runsOf('&from_date=2026-04-01&to_date=2026-04-14');
  const expected = runs.reduce((sum, { members }) => sum + Math.ceil(members.length / MEMBERS_PER_SHEET), 0);
  expect(runs.length).toBeGreaterThan(5);
  await eventually(() => sheets(page).count()).toBe(expected);
  await eventually(() =>
    page
      .getByRole('status')
      .filter({ hasText: `${expected}枚` })
      .count(),
  ).toBe(1);
  expect((await page.locator('.members td.order').allTextContents()).sort()).toEqual(entriesOf(runs));
  expect(await overflowing(page)).toEqual([]);
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(expected);
});

test('a run of more members than a page holds goes on on a second page under the same head', async () => {
  const page = await stage.visit(`/charge-sheet?run=${long.id}`);
  await eventually(() => sheets(page).count()).toBe(2);
  for (const sheet of await sheets(page).all()) await sheet.getByText(long.charge_number).first().waitFor();
  await eventually(() => sheets(page).nth(0).locator('.members td.order').count()).toBe(MEMBERS_PER_SHEET);
  await eventually(() => sheets(page).nth(1).getByText('(2/2枚目)').count()).toBe(1);
  await eventually(() => page.getByText('2 / 2 ページ').count()).toBe(1);
  await eventually(() => page.getByRole('rowheader', { name: '合計' }).count()).toBe(1);
  expect(await overflowing(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
});

test('days and furnace are chosen on the page and stand in its address; an empty day says so and leads to the next with a charge', async () => {
  const [run] = (await runsOf()).slice(-1);
  const day = plantDate(run!.run_start);
  const page = await stage.visit(`/charge-sheet?from=${day}`);
  await page.getByLabel('炉', { exact: true }).click();
  const { facility_name } = await stage.read<{ facility_name: string }>(`/api/facilities/${run!.facility_id}/`);
  await page.getByRole('option', { name: facility_name }).click();
  const shown = await runsOf(`&from_date=${day}&to_date=${day}&facility_ids=${run!.facility_id}`);
  await eventually(() => sheets(page).count()).toBe(shown.length);
  await eventually(() => new URL(page.url()).searchParams.get('facility')).toBe(String(run!.facility_id));
  await page.getByLabel('開始日').fill('2026-03-01');
  await page.getByText('この条件の炉チャージはありません。').waitFor();
  const [next] = await runsOf(`&from_date=2026-03-02&facility_ids=${run!.facility_id}`);
  await page.getByRole('button', { name: /^次にある .* を表示$/ }).click();
  await eventually(() => new URL(page.url()).searchParams.get('from')).toBe(plantDate(next!.run_start));
  await sheets(page).first().waitFor();
});

test('the details of a furnace bar and the facility calendar lead to the sheets', async () => {
  const page = await stage.visit('/facility-calendar', { as: '1004', width: 1600 });
  await page.getByRole('button', { name: '炉チャージ表' }).click();
  await eventually(() => new URL(page.url()).search).toBe('?from=2026-04-01');
  const [run] = await runsOf('&from_date=2026-04-01&to_date=2026-04-01');
  await sheets(page).filter({ hasText: run!.charge_number }).first().waitFor();
  await still(page);
});
