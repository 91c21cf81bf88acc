import { expect, test } from 'vitest';
import { BOTTLENECK_FACILITY, bottleneckDemo } from '../../seeds/demo/bottleneck.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { standing } from '../../seeds/demo/standing-rows.ts';
import { epochMs, instantAt, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { loadSnapshot } from '../../server/features/runs/work/load-rows.ts';
import { explain, readForRun, solve, tryProposals } from '../../server/scheduling/index.ts';
import { ownDatabase } from '../support/database.ts';

const database = ownDatabase();
const demo = bottleneckDemo('2026-04-01');
const MORNING = instantAt(demo.options.today, '07:30');

test('the bottleneck plant is late for one machine: a unit more or its Saturdays help', () => {
  const now = plantMinutes(MORNING);
  const rows = planningRows(demo);
  const { problem } = readForRun(rows, DEFAULT_PLAN_SETTINGS, now);
  const planned = { ...rows, ...standing(explain(problem, solve(problem, { budget: { rounds: 300 }, seed: 1 }))) };
  const { standing: stands, proposals } = tryProposals(planned, DEFAULT_PLAN_SETTINGS, now, { budget: { rounds: 100 }, seeds: [1, 2, 3] })!;
  expect(stands!.late_orders).toBeGreaterThan(5);
  const shown = proposals.filter((one) => one.shown);
  const facility_id = rows.facilities.find(({ facility_code }) => facility_code === BOTTLENECK_FACILITY)!.id;
  expect(new Set(shown.map(({ why }) => why.kind))).toEqual(new Set(['unit', 'saturday']));
  expect(shown.every(({ why }) => why.facility_id === facility_id)).toBe(true);
  expect(shown[0]!.late_days[1]).toBeLessThan(shown[0]!.late_days[0] / 2);
  console.log(shown.map(({ why, late_days, premises }) => [why.kind, late_days, JSON.stringify(premises)].join(' ')).join('\n'));
});

test('it loads as the demo does, and a run finds all of its orders', async () => {
  await loadDemo(database.knex, demo, { clock: () => epochMs(MORNING), partners: true });
  const { rows } = await loadSnapshot(database.knex);
  expect(rows.orders).toHaveLength(demo.orders.length);
  expect(rows.order_tasks).toHaveLength(demo['order-tasks'].length);
});
