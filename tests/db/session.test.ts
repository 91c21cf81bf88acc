import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/connect.ts';
import { eventFeed } from '../../server/db/events.ts';
import { connectionOf, openShared } from '../../server/db/share.ts';
import { createLog } from '../../server/log.ts';
import { ownDatabase } from '../support/database.ts';
import { pgbouncer, pooled } from '../support/pooler.ts';

const TOLD = `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit, current_setting('work_mem') as memory, current_setting('application_name') as name, clock_ahead()::text as ahead`;
const OURS = {
  ...{ zone: 'Asia/Tokyo', statement: '15s', lock: '5s', idle: '1min', jit: 'off', memory: '16MB', name: 'planner', ahead: '01:00:00' },
};

const straight = ownDatabase();

const open = (databaseUrl: string): Promise<Database> => openDatabase({ databaseUrl, dataDir: tmpdir(), clockAheadMs: 3_600_000 });

/** What the sessions of each kind keep to over this way: the pool's, a thread's, and that which listens. */
async function kept(url: string): Promise<object[]> {
  const database = await open(url);
  const thread = openShared(await connectionOf(database.knex), { statementSeconds: 120, lockSeconds: 10 });
  const feed = eventFeed(database.session, createLog('silent'));
  try {
    await new Promise<void>((resolve) => feed.hear(() => resolve()));
    const all = await Promise.all([1, 2].map(() => database.knex.raw(`${TOLD}, pg_sleep(0.05)::text as slept`)));
    const listening = `select application_name as name from pg_stat_activity where datname = current_database() and query like 'listen %'`;
    return [
      ...all.map(({ rows: [{ slept: _, ...told }] }) => told),
      (await thread.raw(TOLD)).rows[0],
      (await database.knex.raw(listening)).rows[0],
    ];
  } finally {
    await feed.close();
    await thread.destroy();
    await database.close();
  }
}
const ALL_OURS = [OURS, OURS, { ...OURS, statement: '2min', lock: '10s' }, { name: 'planner' }];

describe('a session', () => {
  it('keeps to what every one is told', async () => {
    expect(await kept(straight.url)).toEqual(ALL_OURS);
  });
});

describe.runIf(pgbouncer)('behind PgBouncer', () => {
  it.each([
    ['as it comes', []],
    ['that ignores what comes with a connection', ['ignore_startup_parameters = options']],
  ])('in session mode %s, sessions keep to the same', async (_, settings) => {
    const pooler = await pooled(straight.url, ['pool_mode = session', ...settings]);
    try {
      expect(await kept(pooler.url)).toEqual(ALL_OURS);
      // A session that another had before is told anew.
      expect(await kept(pooler.url)).toEqual(ALL_OURS);
    } finally {
      await pooler.close();
    }
  });

  it('in transaction mode the start is refused, as often as it is tried', async () => {
    const pooler = await pooled(straight.url, ['pool_mode = transaction']);
    try {
      for (let round = 0; round < 3; round++)
        await expect(open(pooler.url)).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('session モード') });
    } finally {
      await pooler.close();
    }
  });
});
