import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, generateDemo } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import type { Database } from '../../server/db/connect.ts';
import { LEASE_SECONDS, SWEEP_MS } from '../../server/db/jobs/jobs.ts';
import { testDatabase } from '../support/database.ts';
import { TODAY } from '../support/demos.ts';
import { type ServerProcess, startServerProcess } from '../support/process.ts';
import { eventually } from '../support/wait.ts';

let database: Database;
let server: ServerProcess | undefined;
const db = () => database.knex;

beforeAll(async () => {
  database = await testDatabase();
  await loadDemo(db(), generateDemo({ today: TODAY, orders: 60, products: 30 }), { clock: () => Date.parse(`${TODAY}T07:00:00+09:00`) });
});
afterAll(async () => {
  await server?.kill9();
  await database.close();
});

/** A call as 1001; the server of the moment answers. */
async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, never> }> {
  const login = await fetch(`${server?.url}/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ employee_id: '1001', password: DEMO_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const response = await fetch(`${server?.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

const job = (id: number) => db()('jobs').where({ id }).first('status', 'phase', 'attempt');

describe('a server that is killed while a run publishes', () => {
  it('leaves no half plan; every acknowledged write is there; the run is taken up again after its lease and completes', async () => {
    server = await startServerProcess(database.url);
    expect((await call('POST', '/api/holiday-calendars/', { date: '2026-10-30' })).status).toBe(201);
    // Publishing waits for this lock, in the middle of its transaction.
    const held = await db().transaction();
    await held.raw('lock table furnace_runs in share mode');
    const { id } = (await call('POST', '/api/schedules/', { time_limit_seconds: 1 })).body as unknown as { id: number };
    await eventually(async () => (await job(id)).phase).toBe('publish');
    await server.kill9();
    await held.commit();

    server = await startServerProcess(database.url);
    expect(await db()('plan_entries').count('id as count')).toEqual([{ count: 0 }]);
    expect(await db()('holidays').where('date', '2026-10-30')).toHaveLength(1);
    expect((await call('GET', '/api/schedule-queues/has_pending_schedule/')).body).toEqual({ pending: true });
    // What the lease leaves to wait, passed over: the killed server's last beat was so long ago.
    expect(await job(id)).toMatchObject({ status: 'running', attempt: 1 });
    await db()('jobs')
      .where({ id })
      .update({ heartbeat_at: db().raw('heartbeat_at - make_interval(secs => ?)', [LEASE_SECONDS]) });
    await eventually(async () => (await job(id)).attempt).toBe(2);
    await eventually(async () => (await job(id)).status).toBe('complete');
    const page = (await call('GET', '/api/schedules/?limit=1')).body as unknown as { count: number };
    expect(page.count).toBeGreaterThan(100);
  }, 150_000);

  it('is missed early enough that a run of the usual 20 s is done 45 s after the kill', () => {
    expect(LEASE_SECONDS + (2 * SWEEP_MS) / 1000 + 20).toBeLessThan(45);
  });

  it('stops in good order: a run in work goes back to the queue and the process exits 0', async () => {
    await db()('plans').update({ fingerprint: null });
    const { id } = (await call('POST', '/api/schedules/', { time_limit_seconds: 60 })).body as unknown as { id: number };
    await eventually(async () => (await job(id)).status).toBe('running');
    expect(await server?.stop()).toBe(0);
    expect(await job(id)).toMatchObject({ status: 'queued' });
  });
});
