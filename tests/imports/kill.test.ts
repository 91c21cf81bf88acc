import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/db/connect.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/wait.ts';

const COUNT = 20_000;
/** Orders, rows of history and entries of the log after an import. */
/** Orders; a row of the history each, and one for the import; its line among the imports. */
const ALL = [COUNT, COUNT + 1, 1];
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const backends = async (): Promise<{ query: string }[]> =>
  (
    await database.knex.raw(
      `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    )
  ).rows;

const counts = async (): Promise<number[]> =>
  Promise.all(['orders', 'audit', 'import_log'].map(async (table) => Number((await database.knex(table).count('* as n'))[0]?.n)));

const importing = (): ChildProcess =>
  fork(fileURLToPath(new URL('./import-child.ts', import.meta.url)), [database.url, String(COUNT)], { execArgv: ['--import', 'tsx'] });
const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Kills an importing process while a statement like this runs, and gives what is left; asks again where the import was over before that. */
async function leftWhenKilledAt(statement: RegExp): Promise<number[]> {
  for (;;) {
    const child = importing();
    const seen = async () => (await backends()).some(({ query }) => statement.test(query));
    await eventually(async () => ended(child) || (await seen()), 5).toBe(true);
    child.kill('SIGKILL');
    await eventually(async () => (await backends()).length).toBe(0);
    const left = await counts();
    if (left.join() !== ALL.join()) return left;
    await database.knex.raw('truncate orders, lots, audit, import_log restart identity cascade');
  }
}

test('a killed import leaves nothing, wherever it stood, and the next one goes through', async () => {
  for (const statement of [/^copy import_rows/, /with s as materialized/]) expect(await leftWhenKilledAt(statement)).toEqual([0, 0, 0]);
  const child = importing();
  const said: unknown[] = [];
  child.on('message', (message) => said.push(message));
  await new Promise((resolve) => child.once('exit', resolve));
  expect(said).toEqual(['started', { imported: COUNT }]);
  expect(await counts()).toEqual(ALL);
});
