import { beforeAll, expect, test } from 'vitest';
import { generateDemo } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { handedOver } from '../../seeds/demo/plant/partners.ts';
import { HOURS, REJECT } from '../../seeds/twin/truth.ts';
import { epochMs } from '../../server/domain/ground/plant-time.ts';
import { loadSnapshot } from '../../server/features/runs/work/load-rows.ts';
import { learnedNoise } from '../../server/features/work/noise.service.ts';
import { ownDatabase } from '../support/database.ts';

const DAY = '2026-11-20';
const clock = (): number => epochMs(`${DAY}T07:30:00+09:00`);
const demo = generateDemo({ today: DAY });
const database = ownDatabase();
beforeAll(async () => {
  await loadDemo(database.knex, demo, { clock, partners: true });
});

const count = async (table: string): Promise<number> => Number((await database.knex(table).count('* as n'))[0]?.n);

test('some work is with partners already: late, answered, unanswered, and one in a chain of partners', async () => {
  for (const today of ['2026-11-22', '2027-01-05']) {
    const rows = handedOver(generateDemo({ today }));
    const late = rows.filter((row) => row.return_date < today);
    expect([late.length > 0, late.length < rows.length / 2, rows.every((row) => row.handover_date < today)], today).toEqual([
      true,
      true,
      true,
    ]);
    expect(rows.some((row) => row.answered_date === null) && rows.some((row) => row.completed_quantity !== null)).toBe(true);
    expect(rows.every((row) => row.answered_date === null || row.answered_date >= row.return_date)).toBe(true);
  }
  const rows = handedOver(demo);
  expect(await count('plan_entries')).toBe(rows.length);
  expect(await count('outsourcing_requests')).toBe(rows.length);
  expect(await count('outsourcing_answers')).toBe(rows.filter((row) => row.answered_date !== null).length);
  expect(await database.knex('plan_entries').where({ outsourced: true, locked: true }).whereNull('facility_id')).toHaveLength(rows.length);
});

test('a filled database is refused and stays as it is', async () => {
  await expect(loadDemo(database.knex, demo, { clock })).rejects.toMatchObject({ kind: 'refused' });
  expect(await count('orders')).toBe(1000);
});

test('the rows for the engine made without a database are those a run reads from it', async () => {
  const { rows } = await loadSnapshot(database.knex);
  const made = planningRows(demo);
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  for (const table of ['tasks', 'holidays', 'outsourcings', 'facilities', 'orders', 'lots', 'order_tasks'] as const) {
    expect(plain(rows[table]), table).toEqual(plain([...made[table]].sort((a, b) => ('id' in a && 'id' in b ? a.id - b.id : 0))));
  }
  const ordered = new Set(made.orders.map((row) => row.product_id));
  for (const table of ['heat_treatments', 'product_processings', 'demoldings'] as const) {
    expect(plain(rows[table]), table).toEqual(plain(made[table].filter((row) => ordered.has(row.product_id))));
  }
  expect(rows.facility_availabilities).toHaveLength(made.facility_availabilities.length);
});

test('what the plant has lived is learned as it really was', async () => {
  const { work, tasks, partner_days, redone, stops } = (await learnedNoise(database.knex, DAY))!;
  expect(Math.abs(Math.log(work.factor / HOURS.median))).toBeLessThan(0.1);
  expect(Math.abs(work.spread - Math.hypot(HOURS.products, HOURS.lots))).toBeLessThan(0.08);
  expect(tasks.size).toBeGreaterThan(10);
  expect(Math.abs(redone.chance - REJECT.chance)).toBeLessThan(0.015);
  // A quarter of what partners have comes back one to six days late; units stand for up to six.
  expect([partner_days[0], partner_days.filter((days) => days > 0).length > 0, Math.max(...partner_days) <= 8]).toEqual([0, true, true]);
  expect([stops.facilities.length > 10, Math.max(...stops.days) < 7]).toEqual([true, true]);
});

test('facts stand beside what was planned, and those of orders that have left name no process of the book', async () => {
  const { rows } = await database.knex.raw(
    `select t.id is null as gone, count(*)::integer as count, bool_and(a.planned_start is not null and a.planned_end > a.planned_start) as planned,
       count(*) filter (where a.finished_at >= '${DAY}')::integer as to_come, count(distinct a.closed_by)::integer as speakers
     from actuals a left join order_tasks t on t.id = a.order_task_id where a.finished_at is not null or t.id is null group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { gone: false, count: expect.any(Number), planned: true, to_come: 0, speakers: 1 },
    { gone: true, count: expect.any(Number), planned: true, to_come: 0, speakers: 2 },
  ]);
  for (const { count: told } of rows) expect(told).toBeGreaterThan(2000);
  const loads = await count('furnace_loads');
  expect(loads).toBeGreaterThan(300);
  expect((await database.knex('furnace_load_members').countDistinct('furnace_load_id as n'))[0]?.n).toBe(loads);
});

test('days that customers were told are shipped orders, most of them in time', async () => {
  const { rows } = await database.knex.raw(
    `select count(*)::integer as told, count(c.completed_on)::integer as shipped, avg(case when c.completed_on <= k.promised_on then 1.0 else 0 end)::float as kept
     from kept_promises k join promises p on p.id = k.promise_id left join completed_orders c on c.serial_number = k.serial_number where k.state = 'fulfilled'`,
  );
  expect(rows[0].told).toBeGreaterThan(50);
  expect(rows[0].shipped).toBe(rows[0].told);
  expect(rows[0].kept).toBeGreaterThan(0.75);
});
