import knexModule from 'knex';
import { expect, test } from 'vitest';
import { clientSettings } from '../../server/db/session.ts';
import { connectionOf, openShared } from '../../server/db/share.ts';
import { ownDatabase } from '../support/database.ts';

const LIMITS = { statementSeconds: 5, lockSeconds: 5 };
const database = ownDatabase();

/** What a thread's session is opened with for a database that is named by this URL. */
const asThread = async (url: string) => {
  const pool = knexModule({ client: 'pg', connection: clientSettings({ connectionString: url }) as object });
  try {
    return openShared(structuredClone(await connectionOf(pool)), LIMITS);
  } finally {
    await pool.destroy();
  }
};

test('a thread reaches the same database with limits of its own', async () => {
  const thread = await asThread(database.url);
  const { rows } = await thread.raw("select current_database() as name, current_setting('statement_timeout') as limit");
  expect(rows).toEqual([{ name: new URL(database.url).pathname.slice(1), limit: '5s' }]);
  await thread.destroy();
});

test('a thread insists on TLS where the URL of the database does', async () => {
  const thread = await asThread(`${database.url}?sslmode=no-verify`);
  const session = thread.raw('select ssl from pg_stat_ssl where pid = pg_backend_pid()').then(
    ({ rows }) => rows[0].ssl,
    (error: Error) => error.message,
  );
  // The tests' own server speaks no TLS; one that does is spoken to in it.
  expect([true, 'The server does not support SSL connections']).toContain(await session);
  await thread.destroy();
});
