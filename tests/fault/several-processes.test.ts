import { readFileSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import { LEASE_SECONDS, SWEEP_MS } from '../../server/db/jobs/jobs.ts';
import { startJobWorker } from '../../server/db/jobs/worker.ts';
import { migrateDown, migrationStatus } from '../../server/db/schema/migrate.ts';
import { requestRun, workRun } from '../../server/features/runs/ask/runs.service.ts';
import { createLog } from '../../server/log.ts';
import { ownDatabase, WAITING } from '../support/database.ts';
import { TODAY, testDemo } from '../support/demos.ts';
import { tell } from '../support/figures.ts';
import { ownFolder } from '../support/here.ts';
import { type ServerProcess, startServerProcess, stoppedWhileWaiting } from '../support/process.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { eventually } from '../support/wait.ts';

/** How often the real lease is waited for. */
const TAKEN_UP = process.env.LONG_TESTS ? 10 : 0;
const database = ownDatabase();
const clock = (): number => Date.parse(`${TODAY}T07:00:00+09:00`);
const folder = ownFolder();
const started: ServerProcess[] = [];
let right: ServerProcess | undefined;
let nextWorker: ServerProcess | undefined;
const db = () => database.knex;

async function start(role: 'api' | 'worker', env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess(database.url, { ROLE: role, DATA_DIR: folder, NODE_ENV: 'production', ...env });
  started.push(server);
  return server;
}

const job = (id: number) => db()('jobs').where({ id }).first('status', 'phase', 'attempt');

/** The last beat of the job's worker was a lease ago. */
const leaseRunsOut = (id: number) =>
  db()('jobs')
    .where({ id, status: 'running' })
    .update({ heartbeat_at: db().raw('heartbeat_at - make_interval(secs => ?)', [LEASE_SECONDS]) });

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
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  const stop = (): Promise<void> => {
    on = false;
    return asking;
  };
  return { counts, stop };
}

beforeAll(async () => {
  await migrateDown(db());
});
afterAll(async () => {
  for (const server of started) await server.kill9();
});

test('a server that is told to stop while it waits for its database ends with 0', async () => {
  expect(await stoppedWhileWaiting('postgres://nobody@127.0.0.1:1/none')).toBe(0);
});

test('two servers for calls and a worker, started at once on an empty database: one loses its worker, then a server, and goes on', async () => {
  const [left, other, worker] = await Promise.all([start('api'), start('api'), start('worker')]);
  right = other;
  expect((await migrationStatus(db())).pending).toEqual([]);
  expect(await db()('employees').where({ employee_id: '1001' })).toHaveLength(1);
  const file = join(folder, 'first-admin.password');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await login(left, '1001', readFileSync(file, 'utf8').trim())).status).toBe(200);
  await db()('employees').delete();
  await loadDemo(db(), testDemo({ orders: 25, products: 20 }), { clock });

  const { token } = (await (await login(left, '1002', DEMO_PASSWORD)).json()) as { token: string };
  const [onLeft, onRight] = [load(left as ServerProcess, token), load(right as ServerProcess, token)];
  // Publishing waits for this lock, in the middle of its transaction.
  const held = await db().transaction();
  await held.raw('lock table furnace_runs in share mode');
  const asked = await fetch(`${right?.url}/api/schedules/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ time_limit_seconds: 1 }),
  });
  const { id } = (await asked.json()) as { id: number };
  await eventually(async () => (await job(id)).phase).toBe('publish');
  await worker?.kill9();
  await held.rollback();
  expect(await db()('plan_entries').count('id as count')).toEqual([{ count: 0 }]);
  expect(await job(id)).toMatchObject({ status: 'running', attempt: 1 });
  // As whoever supervises the processes would; what the lease leaves to wait is passed over.
  nextWorker = await start('worker', { LOG_LEVEL: 'info' });
  await leaseRunsOut(id);
  await eventually(() => job(id)).toMatchObject({ status: 'complete', attempt: 2 });
  expect(Number((await db()('plan_entries').count('id as count'))[0]?.count)).toBeGreaterThan(50);
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

test('a worker that stood still until another took up its run publishes nothing when it goes on, and ends with 0', async () => {
  await db()('plans').update({ fingerprint: null });
  const run = await requestRun(db(), {}, '1002');
  await eventually(async () => (await job(run.id)).phase).toBe('solve');
  nextWorker?.signal('SIGSTOP');
  await db()('jobs')
    .where({ id: run.id })
    .update({ payload: db().raw('payload || ?', [JSON.stringify(QUICK_RUN)]) });
  await leaseRunsOut(run.id);
  const log = createLog('silent');
  const other = startJobWorker({ schedule: workRun }, { db: db(), clock, log });
  await eventually(() => job(run.id)).toMatchObject({ status: 'complete', attempt: 2 });
  await other.stop();
  const trace = () => {
    const tables = ['plan_entries', 'plans', 'jobs', 'audit', 'schedule_messages', 'run_reports', 'furnace_runs', 'failed_problems'];
    return Promise.all(tables.map((table) => db()({ t: table }).first(db().raw(`md5(string_agg(t::text, ' ' order by t::text)) as hash`))));
  };
  const left = await trace();
  nextWorker?.signal('SIGCONT');
  // It tells of a job when it is done with it.
  await eventually(() => nextWorker?.said()).toContain(`"job":${run.id},`);
  expect(await trace()).toEqual(left);
  expect(await nextWorker?.stop()).toBe(0);
}, 120_000);

test('a run cut off by a kill is taken up, and one of the usual 20 s is done, within 45 s', async ({ task }) => {
  expect(LEASE_SECONDS + (2 * SWEEP_MS) / 1000 + 20).toBeLessThan(45);
  const takenUp: number[] = [];
  for (let n = 0; n < TAKEN_UP; n += 1) {
    const [gone, stays] = await Promise.all([start('worker'), start('worker')]);
    await db()('plans').update({ fingerprint: null });
    const run = await requestRun(db(), {}, '1002');
    await eventually(async () => (await job(run.id)).phase).toBe('solve');
    const { worker } = await db()('jobs').where({ id: run.id }).first('worker');
    const isOf = ({ pid }: ServerProcess): boolean => String(worker).includes(`:${pid}:`);
    await [gone, stays].find(isOf)?.kill9();
    const killed = performance.now();
    await expect.poll(async () => (await job(run.id)).attempt, { timeout: 90_000, interval: 50 }).toBe(2);
    takenUp.push((performance.now() - killed) / 1000);
    await Promise.all([gone, stays].map((one) => one.kill9()));
    await db()('jobs').where({ id: run.id }).update({ status: 'cancelled' });
  }
  if (TAKEN_UP === 0) return;
  const found = `${Math.max(...takenUp).toFixed(1)} s at most, load ${loadavg()[0]?.toFixed(1)}`;
  tell(task, { part: 'faults', what: `a run cut off by a kill is taken up, ${TAKEN_UP} times`, found, wanted: '45 s' });
  expect(Math.max(...takenUp)).toBeLessThan(45);
}, 900_000);

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
  await eventually(async () => (await db().raw(WAITING)).rows.length, 20).toBeGreaterThan(0);
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
}, 60_000);
