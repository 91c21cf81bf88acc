import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import type { Database } from '../../server/db/connect.ts';
import { testDatabase } from '../support/database.ts';
import { type ServerProcess, startServerProcess } from '../support/process.ts';
import { eventually } from '../support/wait.ts';

const ROWS = 4_000;
/** Milliseconds after the import began; the server starts anew after each. */
const MOMENTS = process.env.LONG_TESTS ? [30, 120, 400, 900] : [120, 600];
let database: Database;
let server: ServerProcess | undefined;
let token = '';

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await server?.kill9();
  await database.close();
});

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(`${server?.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function signIn(): Promise<void> {
  const answer = await post('/api/login/', { employee_id: '1001', password: DEMO_PASSWORD });
  token = ((await answer.json()) as { token: string }).token;
}

const orders = (wave: number) =>
  Array.from({ length: ROWS }, (_, index) => ({
    serial_number: `0${wave}X${String(index).padStart(5, '0')}`,
    product_code: 'P-1',
    product_name: '弁箱',
    number: 2,
    weight: 10,
    delivery_status: '素材',
    material: 'SC480',
    delivery_date: '2026-06-01',
    casting_date: '2026-04-10',
  }));

test('kill -9 at any moment of an import leaves all of it or nothing, and every acknowledged write', { timeout: 180_000 }, async () => {
  server = await startServerProcess(database.url, { DEMO: '1' });
  await signIn();
  const { knex } = database;
  await knex('orders').del();
  for (const [wave, delay] of MOMENTS.entries()) {
    await post('/api/holiday-calendars/', { date: `2030-01-0${wave + 1}` });
    const importing = post('/api/orders/upload_csv/', { rows: orders(wave) }).then(
      async (answer) => ((await answer.json()) as { imported?: number }).imported,
      () => undefined,
    );
    await new Promise((resolve) => setTimeout(resolve, delay));
    await server.kill9();
    const acknowledged = await importing;
    server = await startServerProcess(database.url);
    await signIn();
    // The killed server's session may still be rolling back.
    await eventually(async () => (await knex('orders').where('serial_number', 'like', `0${wave}X%`)).length % ROWS).toBe(0);
    const [{ count }] = (await knex('orders').where('serial_number', 'like', `0${wave}X%`).count({ count: '*' })) as [{ count: number }];
    expect(count === 0 || count === ROWS).toBe(true);
    if (acknowledged === ROWS) expect(count).toBe(ROWS);
    const logged = await knex('import_log').where({ kind: 'orders' }).count({ count: '*' });
    const waves = (await knex('orders').count({ count: '*' })) as [{ count: number }];
    expect(logged).toEqual([{ count: waves[0].count / ROWS }]);
    expect(await knex('holidays').where('date', `2030-01-0${wave + 1}`)).toHaveLength(1);
  }
});
