import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/connect.ts';
import { testDatabase } from '../support/database.ts';
import { tell } from '../support/figures.ts';
import { type Line, lineTo } from '../support/line.ts';
import { type ServerProcess, startServerProcess } from '../support/process.ts';
import { eventually } from '../support/wait.ts';
import { writersOf, writersToken, writing } from '../support/writers.ts';

/** How often a server is killed at random moments, and how often at each named one. */
const LONG = Boolean(process.env.LONG_TESTS);
const [RANDOM, ROUNDS, PAIRED] = LONG ? [400, 25, 250] : [1, 1, 1];
/** A call stands before its first write to each of these tables, with all that it wrote before. */
const TABLES = LONG
  ? ['tasks', 'orders', 'audit', 'idempotency_keys', 'import_log', 'plan_entries', 'work_taps', 'work_tap_answers']
  : ['idempotency_keys', 'import_log', 'plan_entries'];
/** Moments are spread evenly, and never repeat. */
const moment = (n: number, longest: number): number => ((n * 0.618034) % 1) * longest;

/** Whether any session waits for this table. */
const waiting = async (db: Knex, table: string): Promise<number> => {
  const { rows } = await db.raw(`select 1 from pg_locks where not granted and relation = ?::regclass`, [table]);
  return rows.length;
};

describe('kill -9 of a server under eight writers', () => {
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

  it('loses no acknowledged write, leaves no half import and doubles nothing, whenever it comes', { timeout: 7_200_000 }, async ({
    task,
  }) => {
    const db = database.knex;
    const writers = await writersOf(db);
    server = await start();
    const token = await writersToken(server.url);
    const work = writing(writers, () => (server ? [server.url] : []), token);
    let kills = 0;
    const killed = async (): Promise<void> => {
      const gone = server;
      server = undefined;
      await gone?.kill9();
      kills += 1;
    };
    const goesOn = async (): Promise<void> => {
      server = await start();
      const before = work.acknowledged();
      await eventually(() => work.acknowledged(), 10).toBeGreaterThan(before);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const table of TABLES) {
        const held = await db.transaction();
        await held.raw(`lock table ${table} in share mode`);
        await eventually(() => waiting(db, table), 10).toBeGreaterThan(0);
        await killed();
        await held.rollback();
        await goesOn();
      }
      for (const when of ['before', 'after'] as const) {
        await line.breakAtCommit(when);
        await killed();
        line.mend();
        await goesOn();
      }
    }
    for (let n = 0; n < RANDOM; n += 1) {
      await pause(moment(n, 500));
      await killed();
      await goesOn();
    }
    const { acknowledged, again, wrong } = await work.stop();
    const found = `${acknowledged} acknowledged, ${again} asked again, ${wrong.length} lost, halved or doubled`;
    tell(task, {
      part: 'faults',
      what: `kill -9 of the server, ${kills} times, under 8 writers`,
      found,
      wanted: '0 lost, halved or doubled',
    });
    expect(wrong).toEqual([]);
    expect(acknowledged).toBeGreaterThan(kills);
  });
});

describe('kill -9 of either of two servers and their workers under writers and runs', () => {
  let database: Database;
  let servers: ServerProcess[] = [];
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(async () => {
    for (const server of servers) await server.kill9();
    await database.close();
  });

  it('loses no acknowledged write; the other goes on; every run comes to one end', { timeout: 7_200_000 }, async ({ task }) => {
    const db = database.knex;
    // A run places bars anew: who writes to bars stays out of it.
    const writers = (await writersOf(db)).filter(({ name }) => !['locks', 'other locks', 'moves', 'marks'].includes(name));
    const start = (): Promise<ServerProcess> => startServerProcess(database.url, { NODE_ENV: 'production' });
    servers = await Promise.all([start(), start()]);
    const token = await writersToken(servers[0]!.url);
    const work = writing(writers, () => servers.map(({ url }) => url), token);
    const ask = async (url: string): Promise<void> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      await fetch(`${url}/api/schedules/`, { method: 'POST', headers, body: JSON.stringify({ time_limit_seconds: 1 }) }).catch(
        () => undefined,
      );
    };
    for (let kills = 0; kills < PAIRED; kills += 1) {
      const [gone, stays] = kills % 2 === 0 ? servers : [...servers].reverse();
      await ask(stays!.url);
      await pause(moment(kills, 800));
      await gone!.kill9();
      servers = [stays!];
      const before = work.acknowledged();
      await eventually(() => work.acknowledged(), 10).toBeGreaterThan(before);
      servers = [stays!, await start()];
    }
    const { acknowledged, again, wrong } = await work.stop();
    await db('jobs')
      .where({ status: 'running' })
      .update({ heartbeat_at: db.raw(`heartbeat_at - interval '1 minute'`) });
    await eventually(async () => (await db('jobs').whereIn('status', ['queued', 'running'])).length, 200).toBe(0);
    const found = `${acknowledged} acknowledged, ${again} asked again, ${wrong.length} lost, halved or doubled`;
    tell(task, {
      part: 'faults',
      what: `kill -9 of one of two servers with workers, ${PAIRED} times`,
      found,
      wanted: '0 lost, halved or doubled',
    });
    expect(wrong).toEqual([]);
    expect(await db('plans').where({ published: true })).toHaveLength(1);
    // No bar stands twice.
    const { rows } = await db.raw(
      'select 1 from plan_entries where order_task_id is not null group by plan_id, order_task_id having count(*) > 1',
    );
    expect(rows).toEqual([]);
  });
});
