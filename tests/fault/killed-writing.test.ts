import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/connect.ts';
import { LEASE_SECONDS } from '../../server/db/jobs/jobs.ts';
import { testDatabase, WAITING } from '../support/database.ts';
import { tell } from '../support/figures.ts';
import { type Line, lineTo } from '../support/line.ts';
import { foundry, offer, planOf } from '../support/offered-plans.ts';
import { type ServerProcess, startServerProcess } from '../support/process.ts';
import { eventually } from '../support/wait.ts';
import { adoptionsOf, writersOf, writersToken, writing } from '../support/writers.ts';

/** How often a server is killed at random moments, and at each named one; how often its line breaks at others. */
const LONG = Boolean(process.env.LONG_TESTS);
const [RANDOM, ROUNDS, BREAKS, PAIRED, ADOPTING] = LONG ? [400, 25, 400, 250, 200] : [1, 1, 8, 1, 2];
/** A call stands before its first write to each of these tables, with all that it wrote before. */
const TABLES = ['tasks', 'orders', 'audit', 'idempotency_keys', 'import_log', 'plan_entries', 'work_taps', 'work_tap_answers'];
/** At each of them all its sessions end, which to the database is the same; among the long tests the server is killed there, too. */
const KILLED = LONG ? TABLES : [];
const WANTED = '0 lost, halved or doubled';
/** Moments are spread evenly, and never repeat. */
const moment = (n: number, longest: number): number => ((n * 0.618034) % 1) * longest;

/** Whether any session of this database waits for this table. */
const waiting = async (db: Knex, table: string): Promise<number> => {
  const { rows } = await db.raw(`${WAITING} and l.relation = ?::regclass`, [table]);
  return rows.length;
};

describe('kill -9 of a server, and the end of all its sessions, under eight writers', () => {
  let database: Database;
  let line: Line;
  let server: ServerProcess | undefined;
  beforeAll(async () => {
    database = await testDatabase();
    line = await lineTo(database.url);
  });
  afterAll(async () => {
    await server?.kill9();
    await line.close();
    await database.close();
  });
  const start = (): Promise<ServerProcess> => startServerProcess(line.url, { ROLE: 'api', NODE_ENV: 'production' });

  it('lose no acknowledged write, leave no half import and double nothing, whenever they come', { timeout: 7_200_000 }, async ({
    task,
  }) => {
    const db = database.knex;
    const writers = await writersOf(db);
    server = await start();
    const token = await writersToken(server.url);
    const work = writing(writers, () => (server ? [server.url] : []), token);
    const count = { kills: 0, breaks: 0 };
    const killed = async (): Promise<void> => {
      const gone = server;
      server = undefined;
      await gone?.kill9();
      count.kills += 1;
    };
    const goesOn = async (): Promise<void> => {
      line.mend();
      server ??= await start();
      const before = work.acknowledged();
      await eventually(() => work.acknowledged(), 10).toBeGreaterThan(before);
    };
    /** Whoever breaks the line, that is the end of every session. */
    const broken = async (breaking: Promise<void> | void): Promise<void> => {
      await breaking;
      count.breaks += 1;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const table of TABLES)
        for (const end of KILLED.includes(table) ? [killed, () => broken(line.cut())] : [() => broken(line.cut())]) {
          const held = await db.transaction();
          await held.raw(`lock table ${table} in share mode`);
          await eventually(() => waiting(db, table), 10).toBeGreaterThan(0);
          await end();
          await held.rollback();
          await goesOn();
        }
      for (const when of ['before', 'after'] as const) {
        await broken(line.breakAtCommit(when));
        if (LONG) await killed();
        await goesOn();
      }
    }
    for (let n = 0; n < BREAKS; n += 1) {
      await broken(line.breakAfter(Math.floor(moment(n, 200))));
      await goesOn();
    }
    for (let n = 0; n < RANDOM; n += 1) {
      await pause(moment(n, 500));
      await killed();
      await goesOn();
    }
    const { acknowledged, again, wrong } = await work.stop();
    const found = `${acknowledged} acknowledged, ${again} asked again, ${wrong.length} lost, halved or doubled`;
    const what = `kill -9 of the server, ${count.kills} times, and the end of its sessions, ${count.breaks} times, under 8 writers`;
    tell(task, { part: 'faults', what, found, wanted: WANTED });
    expect(wrong).toEqual([]);
    expect(acknowledged).toBeGreaterThan(count.kills + count.breaks);
  });
});

describe('kill -9 of a server that adopts one plan after another', () => {
  it('leaves one of them published, whole, and every adoption that was answered done once', { timeout: 7_200_000 }, async ({ task }) => {
    const database = await testDatabase();
    const db = database.knex;
    await writersOf(db);
    const made = await foundry(db);
    const days = [
      [6, 8, 1, 2],
      [2, 3, 2, 3],
    ] as const;
    await offer(db, [planOf(made, days[0]), planOf(made, days[1], true)], true);
    const plans = (await db('plans').whereNotNull('number').orderBy('number').pluck('id')) as [number, number];
    const start = (): Promise<ServerProcess> => startServerProcess(database.url, { ROLE: 'api', NODE_ENV: 'production' });
    let server: ServerProcess | undefined = await start();
    const work = writing([adoptionsOf(db, plans, days)], () => (server ? [server.url] : []), await writersToken(server.url));
    for (let n = 0; n < ADOPTING; n += 1) {
      await pause(moment(n, 300));
      const gone = server;
      server = undefined;
      await gone.kill9();
      server = await start();
      const before = work.acknowledged();
      await eventually(() => work.acknowledged(), 10).toBeGreaterThan(before + 1);
    }
    const { acknowledged, again, wrong } = await work.stop();
    await server.kill9();
    await database.close();
    const found = `${acknowledged} adopted, ${again} asked again, ${wrong.length} lost, halved or doubled`;
    tell(task, { part: 'faults', what: `kill -9 of a server that adopts plans, ${ADOPTING} times`, found, wanted: WANTED });
    expect(wrong).toEqual([]);
  });
});

describe('two servers and their workers under writers and runs', () => {
  let database: Database;
  let servers: ServerProcess[] = [];
  let writers: Awaited<ReturnType<typeof writersOf>>;
  let token = '';
  let stand: ReadonlyMap<string, number> = new Map();
  const start = (): Promise<ServerProcess> => startServerProcess(database.url, { NODE_ENV: 'production' });
  beforeAll(async () => {
    database = await testDatabase();
    // A run places bars anew: who writes to bars stays out of it.
    writers = (await writersOf(database.knex)).filter(({ name }) => !['locks', 'other locks', 'moves', 'marks'].includes(name));
    servers = await Promise.all([start(), start()]);
    token = await writersToken(servers[0]!.url);
  });
  afterAll(async () => {
    for (const server of servers) await server.kill9();
    await database.close();
  });
  const work = (callMs?: number) => writing(writers, () => servers.map(({ url }) => url), token, stand, callMs);
  const ask = (method: string, { url }: ServerProcess, path: string, body?: object): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  it('lose no acknowledged write when either is killed, or stands still and goes on; every run comes to one end', {
    timeout: 7_200_000,
  }, async ({ task }) => {
    const db = database.knex;
    // Calls to a server that stands still are given up soon, and made on the other.
    const under = work(2_000);
    const goesOn = async (): Promise<void> => {
      const before = under.acknowledged();
      await eventually(() => under.acknowledged(), 10).toBeGreaterThan(before + 8);
    };
    for (let kills = 0; kills < PAIRED; kills += 1) {
      const [gone, stays] = (kills % 2 === 0 ? servers : [...servers].reverse()) as [ServerProcess, ServerProcess];
      await ask('POST', stays, '/api/schedules/', { time_limit_seconds: 1 }).catch(() => undefined);
      await pause(moment(kills, 800));
      const again = under.again();
      stays.signal('SIGSTOP');
      // What it was asked is given up and asked of the other, which may have to wait for what it holds.
      await eventually(() => under.again(), 10).toBeGreaterThan(again);
      stays.signal('SIGCONT');
      await goesOn();
      await gone.kill9();
      servers = [stays];
      await goesOn();
      if (kills + 1 < PAIRED) servers = [stays, await start()];
    }
    const { acknowledged, again, wrong } = await under.stop();
    stand = under.done();
    await db('jobs')
      .where({ status: 'running' })
      .update({ heartbeat_at: db.raw('heartbeat_at - make_interval(secs => ?)', [LEASE_SECONDS]) });
    await eventually(async () => (await db('jobs').whereIn('status', ['queued', 'running'])).length, 200).toBe(0);
    const found = `${acknowledged} acknowledged, ${again} asked again, ${wrong.length} lost, halved or doubled`;
    const what = `one of two servers with workers killed, the other stopped for a while, ${PAIRED} times`;
    tell(task, { part: 'faults', what, found, wanted: WANTED });
    expect(wrong).toEqual([]);
    expect(await db('plans').where({ kind: 'published' })).toHaveLength(1);
    // No bar stands twice.
    const { rows } = await db.raw('select 1 from plan_entries where layer = 1 group by id having count(*) > 1');
    expect(rows).toEqual([]);
  });

  it('end with 0 in 15 s when they are told to stop under them; every call is answered whole, or nothing of it is done', {
    timeout: 120_000,
  }, async ({ task }) => {
    const under = work();
    const broken: string[] = [];
    let reads = 0;
    /** Until the server takes no more calls; a connection that ends between two calls is no broken answer. */
    const reading = async (server: ServerProcess, path: string): Promise<void> => {
      for (;;) {
        const answer = await ask('GET', server, path).catch(() => undefined);
        if (!answer) return;
        const text = await answer.text().catch((error: unknown) => String((error as Error).cause ?? error));
        if (answer.status !== 200 && !(answer.status === 503 && answer.headers.has('retry-after')))
          broken.push(`${path}: ${answer.status} ${text}`);
        if (answer.status === 200 && !text.endsWith('}') && !text.endsWith(']')) broken.push(`${path}: ${text.slice(-200)}`);
        reads += 1;
      }
    };
    const following = async (server: ServerProcess): Promise<void> => {
      const stream = await ask('GET', server, '/api/events/');
      await stream.text().catch((error: unknown) => broken.push(`events: ${(error as Error).cause ?? error}`));
    };
    const paths = ['/api/orders/?limit=200', '/api/schedules/?limit=50', '/api/audit/?limit=100', '/api/schedules/overview/'];
    const readers = servers.flatMap((server) => [...paths.map((path) => reading(server, path)), following(server)]);
    await eventually(() => under.acknowledged(), 10).toBeGreaterThan(20);
    await eventually(() => reads, 10).toBeGreaterThan(20);
    under.leave();
    const began = performance.now();
    const codes = await Promise.all(servers.map((server) => server.stop()));
    const seconds = (performance.now() - began) / 1000;
    await Promise.all(readers);
    const { acknowledged, wrong } = await under.stop();
    const found = `exit ${codes} after ${seconds.toFixed(1)} s; ${acknowledged} writes and ${reads} reads, ${wrong.length + broken.length} wrong`;
    tell(task, { part: 'faults', what: 'SIGTERM to a server under writers, readers and a stream', found, wanted: '0 in 15 s, 0 wrong' });
    expect([...wrong, ...broken]).toEqual([]);
    // Past 15 s the program ends itself with 1.
    expect([...new Set(codes)]).toEqual([0]);
  });
});
