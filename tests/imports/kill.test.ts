import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/db/connect.ts';
import { testDatabase } from '../support/database.ts';

const COUNT = 20_000;
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const backends = async (): Promise<{ query: string }[]> =>
  (
    await database.knex.raw(
      `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    )
  ).rows;

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600 && !(await condition()); tries += 1) await wait(10);
}

const counts = async (): Promise<number[]> =>
  Promise.all(['orders', 'audit', 'import_log'].map(async (table) => Number((await database.knex(table).count('* as n'))[0]?.n)));

/** Kills an importing process at the moment a statement like this runs; gives what it had acknowledged. */
async function killedAt(statement: RegExp): Promise<unknown> {
  const child = fork(fileURLToPath(new URL('./import-child.ts', import.meta.url)), [database.url, String(COUNT)], {
    execArgv: ['--import', 'tsx'],
  });
  let acknowledged: unknown;
  child.on('message', (message) => {
    if (typeof message === 'object') acknowledged = message;
  });
  await until(async () => (await backends()).some(({ query }) => statement.test(query)));
  child.kill('SIGKILL');
  await until(async () => (await backends()).length === 0);
  return acknowledged;
}

test('a killed import leaves nothing, wherever it stood, and the next one goes through', async () => {
  for (const statement of [/^copy import_rows/, /with s as materialized/]) {
    expect(await killedAt(statement)).toBeUndefined();
    expect(await counts()).toEqual([0, 0, 0]);
  }
  const child = fork(fileURLToPath(new URL('./import-child.ts', import.meta.url)), [database.url, String(COUNT)], {
    execArgv: ['--import', 'tsx'],
  });
  const said: unknown[] = [];
  child.on('message', (message) => said.push(message));
  await new Promise((resolve) => child.once('exit', resolve));
  expect(said).toEqual(['started', { imported: COUNT }]);
  expect(await counts()).toEqual([COUNT, COUNT, 1]);
}, 120_000);
