import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/db/connect.ts';
import { createEmployeeAccount } from '../../server/features/session/accounts.service.ts';
import { testDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';
import { type ServerProcess, startServerProcess } from '../support/process.ts';
import { eventually } from '../support/wait.ts';

const USER = { employee_id: '1001', name: '山田', permission: 'master_admin', password: 'foundry-demo' } as const;
let database: Database;
let servers: ServerProcess[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await createEmployeeAccount(database.knex, USER, { actor: 'cli' });
  servers = await Promise.all([1, 2].map(() => startServerProcess(database.url, { ROLE: 'api' })));
});
afterAll(async () => {
  for (const server of servers) await server.kill9();
  await database.close();
});

const post = (server: ServerProcess, path: string, body: object, headers: object = {}): Promise<Response> =>
  fetch(server.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

test('a call under a key whose process is killed at work is done by the next one that is asked, at once and once', async () => {
  const [killed, next] = servers as [ServerProcess, ServerProcess];
  const db = database.knex;
  const make = plantBuilder(db);
  const bar = await make.entry(await make.lot(await make.order()), await make.task(), ['2026-04-06 08:00', '2026-04-06 12:00']);
  const { employee_id, password } = USER;
  const { token } = (await (await post(next, '/api/login/', { employee_id, password })).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'one' };
  const lock = (server: ServerProcess): Promise<Response> => post(server, `/api/schedules/${bar}/switch_lock_status/`, {}, headers);

  // The call has taken the plan and waits for the bar.
  const held = await db.transaction();
  await held('plan_entries').where({ id: bar }).forUpdate();
  const first = lock(killed).catch(() => 'no answer');
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(async () => (await db.raw(waiting)).rows.length, 20).toBe(1);
  await killed.kill9();
  expect(await first).toBe('no answer');
  await held.rollback();

  const answers = [await lock(next), await lock(next)];
  expect(answers.map(({ status, headers }) => [status, headers.has('idempotent-replayed')])).toEqual([
    [200, false],
    [200, true],
  ]);
  expect(await db('plan_entries').where({ id: bar }).first('locked')).toEqual({ locked: true });
  expect(await db('audit').where({ operation: 'switchLockStatus' })).toHaveLength(1);
});
