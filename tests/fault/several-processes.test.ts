import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import type { Database } from '../../server/db/connect.ts';
import { LEASE_SECONDS } from '../../server/db/jobs/jobs.ts';
import { migrateDown, migrationStatus } from '../../server/db/migrate.ts';
import { dataDir } from '../support/data-dir.ts';
import { testDatabase } from '../support/database.ts';
import { TODAY, testDemo } from '../support/demos.ts';
import { type ServerProcess, startServerProcess, stoppedWhileWaiting } from '../support/process.ts';
import { eventually } from '../support/wait.ts';

let database: Database;
const folder = dataDir();
const started: ServerProcess[] = [];
let right: ServerProcess | undefined;
let nextWorker: ServerProcess | undefined;
const db = () => database.knex;

async function start(role: 'api' | 'worker'): Promise<ServerProcess> {
  const server = await startServerProcess(database.url, { ROLE: role, DATA_DIR: folder.path });
  started.push(server);
  return server;
}

const login = (server: ServerProcess | undefined, employee_id: string, password: string): Promise<Response> =>
  fetch(`${server?.url}/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ employee_id, password }),
  });

/** Asks a server for the same page, one call after another, until told to stop; counts what came back. */
function load(server: ServerProcess, token: string) {
  const counts = { done: 0, failed: 0 };
  let on = true;
  const asking = (async () => {
    while (on) {
      const answer = await fetch(`${server.url}/api/orders/?limit=20`, { headers: { authorization: `Bearer ${token}` } }).catch(
        () => undefined,
      );
      const whole = answer?.ok && (await answer.json().catch(() => undefined));
      counts[whole ? 'done' : 'failed'] += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const stop = (): Promise<void> => {
    on = false;
    return asking;
  };
  return { counts, stop };
}

/** Who waits for a lock in this database; others of the cluster have waits of their own. */
const WAITING = 'select 1 from pg_locks l join pg_database d on d.oid = l.database where not l.granted and d.datname = current_database()';

beforeAll(async () => {
  database = await testDatabase();
  await migrateDown(db());
});
afterAll(async () => {
  for (const server of started) await server.kill9();
  await database.close();
  folder.remove();
});

test('a server that is told to stop while it waits for its database ends with 0', async () => {
  expect(await stoppedWhileWaiting('postgres://nobody@127.0.0.1:1/none')).toBe(0);
});

test('two servers for calls and a worker, started at once on an empty database: one loses its worker, then a server, and goes on', async () => {
  const [left, other, worker] = await Promise.all([start('api'), start('api'), start('worker')]);
  right = other;
  expect((await migrationStatus(db())).pending).toEqual([]);
  expect(await db()('employees').where({ employee_id: '1001' })).toHaveLength(1);
  const file = join(folder.path, 'first-admin.password');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await login(left, '1001', readFileSync(file, 'utf8').trim())).status).toBe(200);
  await db()('employees').delete();
  await loadDemo(db(), testDemo({ orders: 25, products: 20 }), { clock: () => Date.parse(`${TODAY}T07:00:00+09:00`) });

  const { token } = (await (await login(left, '1002', DEMO_PASSWORD)).json()) as { token: string };
  const [onLeft, onRight] = [load(left as ServerProcess, token), load(right as ServerProcess, token)];
  const asked = await fetch(`${right?.url}/api/schedules/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ time_limit_seconds: 2 }),
  });
  const { id } = (await asked.json()) as { id: number };
  const job = () => db()('jobs').where({ id }).first('status', 'attempt', 'worker');
  await eventually(async () => (await job()).status).toBe('running');
  await worker?.kill9();
  // As whoever supervises the processes would; what the lease leaves to wait is passed over.
  nextWorker = await start('worker');
  await db()('jobs')
    .where({ id, attempt: 1 })
    .update({ heartbeat_at: db().raw('heartbeat_at - make_interval(secs => ?)', [LEASE_SECONDS]) });
  await eventually(async () => await job()).toMatchObject({ status: 'complete', attempt: 2 });
  expect(onLeft.counts.failed + onRight.counts.failed).toBe(0);

  await left?.kill9();
  const before = onRight.counts.done;
  await eventually(() => onLeft.counts.failed).toBeGreaterThan(0);
  await eventually(() => onRight.counts.done).toBeGreaterThan(before + 5);
  await onLeft.stop();
  await onRight.stop();
  expect(onRight.counts.failed).toBe(0);

  const ready = await fetch(`${right?.url}/api/ready/`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ok', checks: { database: true, migrations: true, disk: true, worker: true } },
  ]);
}, 180_000);

test('a server that is told to stop, twice, finishes its calls and ends with 0', async () => {
  const login = await fetch(`${right?.url}/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ employee_id: '1001', password: DEMO_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const held = await db().transaction();
  await held.raw('lock table holidays in access exclusive mode');
  const call = fetch(`${right?.url}/api/holiday-calendars/`, { headers: { authorization: `Bearer ${token}` } });
  await eventually(async () => (await db().raw(WAITING)).rows.length).toBeGreaterThan(0);
  const ends = [right?.stop(), right?.stop()];
  await eventually(async () =>
    fetch(`${right?.url}/api/health/`).then(
      ({ status }) => status,
      () => 'refused',
    ),
  ).toBe('refused');
  await held.commit();
  expect((await call).status).toBe(200);
  expect(await Promise.all(ends)).toEqual([0, 0]);
  expect(await nextWorker?.stop()).toBe(0);
}, 60_000);
