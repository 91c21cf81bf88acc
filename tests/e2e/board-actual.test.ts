import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { browserStage, eventually } from '../support/browser.ts';
import { TODAY } from '../support/demos.ts';
import { barOf, boxOf, drawn, type Entry } from './board.ts';

const stage = browserStage('planned');
let entry: Entry;

/** A process that was planned for 3/30, and done on the day after; and a holiday table that ends on 4/5. */
beforeAll(async () => {
  const { db } = stage.server;
  const entries = await stage.list<Entry>(`/api/schedules/?limit=1000&open_only=1&from_delivery=${TODAY}`);
  entry = entries.find((one) => one.facility !== null && !one.outsourced && !one.received_locked && one.furnace_run_id === null)!;
  await db('plan_entries').where('id', entry.id).update({ start_at: '2026-03-30T08:30+09', end_at: '2026-03-30T16:00+09' });
  const taps = { start: '2026-03-31T08:40:00+09:00', finish: '2026-03-31T15:10:00+09:00' };
  for (const [kind, at] of Object.entries(taps)) {
    const body = { kind, at, client_id: randomUUID(), facility: entry.facility, entries: [{ entry_id: entry.id }] };
    expect(await stage.elsewhere('1001', 'POST', '/api/marks/', body)).toMatchObject({ result: 'accepted' });
  }
  await db('holidays').where('date', '>', '2026-04-05').delete();
});

/** From where to where lines stand at a height, in pixels of the chart. */
async function linesAt(page: Page, y: number): Promise<number[][]> {
  const path = (await page.locator('.mark-planned').getAttribute('d')) ?? '';
  const lines = [...path.matchAll(/M([\d.]+) [\d.]+V([\d.]+)H([\d.]+)/g)].map(
    (one) => one.slice(1).map(Number) as [number, number, number],
  );
  return lines.flatMap(([from, at, to]) => (Math.abs(at - y) < 3 ? [[from, to]] : []));
}

test.each(['/gantt?', '/facility-calendar?start=2026-03-29&'])('%s shows the planned place under what was done elsewhere', async (path) => {
  const page = await stage.visit(`${path}bar=${entry.id}`, { as: '1002', width: 1440 });
  await drawn(page);
  const rect = barOf(page, entry.id).locator('rect.bar');
  const [x = 0, y = 0, height = 0] = await Promise.all(['x', 'y', 'height'].map(async (name) => Number(await rect.getAttribute(name))));
  const before = async () => (await linesAt(page, y + height + 1)).filter(([from, to]) => from! >= x - 42 && to! <= x);
  await eventually(async () => (await before()).length).toBe(1);
  const box = await boxOf(page, entry.id);
  await page.mouse.move(box.x + 5, box.y + 5);
  const tooltip = page.getByRole('tooltip');
  await tooltip.getByText('計画 3/30 午前 → 実績 3/31 午前、+1日').waitFor();
  await tooltip.getByText('計画 3/30 午後 → 実績 3/31 午後、+1日').waitFor();
  const words = '休日カレンダーは4月5日まで(以降は土日を休日として表示)';
  await page.getByTitle(words).waitFor();
  await page.getByRole('listitem').getByText(words).waitFor();
});
