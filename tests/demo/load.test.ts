import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateDemo } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import type { Database } from '../../server/db/connect.ts';
import { epochMs } from '../../server/domain/plant-time.ts';
import { testDatabase } from '../support/database.ts';

const clock = (): number => epochMs('2026-11-20T07:30:00+09:00');
const demo = generateDemo({ today: '2026-11-20' });
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const count = async (table: string): Promise<number> => Number((await database.knex(table).count('* as n'))[0]?.n);

test('the demo foundry loads within five seconds, each row once', async () => {
  const before = performance.now();
  await loadDemo(database.knex, demo, { clock });
  expect(performance.now() - before).toBeLessThan(5000);
  expect(await count('holidays')).toBe(demo.holidays.filter((row) => row.is_holiday).length);
  expect(await count('tasks')).toBe(demo.tasks.length);
  expect(await count('facilities')).toBe(38);
  expect(await count('facility_tasks')).toBe(demo.facilities.length);
  expect(await count('employees')).toBe(30);
  expect(await count('products')).toBe(400);
  const children = (await count('heat_treatments')) + (await count('product_processings')) + (await count('demoldings'));
  expect(children).toBe(demo['heat-treatments'].length);
  expect(await count('orders')).toBe(1000);
  expect(await count('order_tasks')).toBe(demo['order-tasks'].length);
  expect(await count('castings')).toBe(demo.castings.length);
  expect(await count('facility_availabilities')).toBe(demo.availabilities.length);
});

test('a filled database is refused and stays as it is', async () => {
  await expect(loadDemo(database.knex, demo, { clock })).rejects.toMatchObject({ kind: 'refused' });
  expect(await count('orders')).toBe(1000);
});
