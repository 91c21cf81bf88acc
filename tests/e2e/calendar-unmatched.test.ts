import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { barOf, boxOf, drawn, pointAway } from './board.ts';

const stage = browserStage('planned');

interface Member {
  entry_id: number;
  serial_number: string;
  unique_order: string;
}
interface Run {
  id: number;
  facility_id: number;
  members: Member[];
}

const RANGE = 'from_date=2026-04-01&to_date=2026-05-01';
const list = async <Row>(path: string): Promise<Row[]> => (await stage.read<{ results: Row[] }>(path)).results;

/** A furnace run of lots of two orders, beside another in the furnace that none of the first order's lots stand in. */
async function shared(): Promise<{ run: Run; serial: string; own: Member[]; others: Member[]; alien: Run }> {
  // Of the first days, which are in view.
  const runs = await list<Run>('/api/furnace-runs/?from_date=2026-04-01&to_date=2026-04-14&limit=1000');
  for (const run of runs)
    for (const { serial_number } of run.members) {
      const has = ({ members }: Run): boolean => members.some((member) => member.serial_number === serial_number);
      const own = run.members.filter((member) => member.serial_number === serial_number);
      const others = run.members.filter((member) => member.serial_number !== serial_number);
      const alien = runs.find((other) => other.facility_id === run.facility_id && !has(other) && other.members.length > 1);
      if (others.length > 0 && alien) return { run, serial: serial_number, own, others, alien };
    }
  throw new Error('the demo plan has no furnace run of two orders');
}

/** The box of a run, whichever of its lots it is called by. */
async function idOfBox(page: Page, { members }: Run): Promise<string> {
  const ids = await page.locator('.bar-wrapper').evaluateAll((groups) => groups.map((group) => group.getAttribute('data-id')!));
  return ids.find((id) => members.some(({ entry_id }) => String(entry_id) === id))!;
}
const classOf = (page: Page, id: string) => barOf(page, id).getAttribute('class');

test('what the search leaves out stands on its facility in grey, says so, and is not counted', async () => {
  const { run, serial, own, others, alien } = await shared();
  const page = await stage.visit(`/facility-calendar?no_search=1&serial_number_search=${serial}&open=${run.facility_id}`, {
    as: '1002',
    width: 1600,
  });
  await drawn(page);
  const [mixed, grey] = [await idOfBox(page, run), await idOfBox(page, alien)];
  expect(own.map(({ entry_id }) => String(entry_id))).toContain(mixed);
  expect(await classOf(page, mixed)).not.toContain('is-unmatched');
  expect(await classOf(page, grey)).toContain('is-unmatched');
  await barOf(page, mixed).locator('.bar-unmatched').waitFor({ state: 'attached' });
  // What is counted is what the search finds.
  const found = await stage.read<{ count: number }>(
    `/api/schedules/get_facility_schedules/?${RANGE}&facility_ids=${run.facility_id}&serial_number_search=${serial}`,
  );
  await page.locator('.pane-group.is-open .facility-count').getByText(String(found.count), { exact: true }).waitFor();

  // A box of both says which of its lots are which.
  const both = await boxOf(page, mixed);
  await page.mouse.move(both.x + both.width / 2, both.y + 20);
  const rowOf = ({ unique_order }: Member) => page.getByRole('tooltip').locator('tr').filter({ hasText: unique_order }).first();
  await rowOf(others[0]!).getByText('条件外').waitFor();
  expect(await rowOf(own[0]!).getByText('条件外').count()).toBe(0);
  await pointAway(page);
  expect(await violations(page)).toEqual([]);

  // The lots of a grey one open, to be read.
  const box = await boxOf(page, grey);
  await page.mouse.click(box.x + box.width / 2, box.y + 20);
  const lots = page.getByRole('dialog', { name: '炉チャージのロット' });
  await lots.getByText('条件外').first().waitFor();
  await lots.getByRole('button', { name: alien.members[0]!.unique_order }).first().click();
  const details = page.getByRole('dialog', { name: /工程詳細/ });
  await details.getByText('条件外').waitFor();
  await details.getByRole('button', { name: '閉じる' }).click();

  // It can be hidden, and stays so after a reload.
  await page.getByLabel('条件外の工程も表示').uncheck();
  await eventually(() => page.locator('.bar-wrapper.is-unmatched').count()).toBe(0);
  await page.reload();
  await drawn(page);
  await eventually(() => page.getByLabel('条件外の工程も表示').isChecked()).toBe(false);
  expect(await page.locator('.bar-wrapper.is-unmatched').count()).toBe(0);
});

test('a furnace run of which no lot is searched says beside it why it stays', async () => {
  const found = await shared();
  const address = `/facility-calendar?no_search=1&serial_number_search=${found.serial}&open=${found.run.facility_id}`;
  const page = await stage.visit(address, { as: '1002', width: 1600 });
  await drawn(page);
  const id = await idOfBox(page, found.alien);
  const bar = barOf(page, id).locator('rect.bar');
  const [before, box] = [await bar.getAttribute('x'), await boxOf(page, id)];
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + 20, { steps: 4 });
  await page.getByRole('status').getByText('検索条件の対象外の工程は動かせません。').waitFor();
  await page.mouse.up();
  await still(page);
  expect(await bar.getAttribute('x')).toBe(before);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('the name of a facility opens its row; the way to its form is beside it and leads back to the same board', async () => {
  const { run } = await shared();
  const page = await stage.visit('/facility-calendar?no_search=1', { as: '1002', width: 1600 });
  await page.locator('.load-edge').first().waitFor({ state: 'attached' });
  const { facility_name } = await stage.read<{ facility_name: string }>(`/api/facilities/${run.facility_id}/`);
  await page.locator('.facility-name').getByText(facility_name, { exact: true }).click();
  await drawn(page);
  await eventually(() => new URL(page.url()).searchParams.get('open')).toBe(String(run.facility_id));
  await page.getByRole('link', { name: `設備を開く ${facility_name}` }).click();
  await eventually(() => new URL(page.url()).pathname).toBe(`/facilities/${run.facility_id}`);
  await page.goBack();
  await drawn(page);
  await eventually(() => new URL(page.url()).searchParams.get('open')).toBe(String(run.facility_id));
});
