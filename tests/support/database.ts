import { tmpdir } from 'node:os';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../server/db/connect.ts';

let made = 0;

/** A fresh, migrated database of the test's own; `close` drops it. */
export async function testDatabase(): Promise<Database> {
  const template = new URL(inject('templateUrl'));
  const name = `planner_test_${process.pid}_${Date.now()}_${made++}`;
  await administer(template, `create database ${name} template ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: tmpdir() });
  return {
    ...database,
    close: async () => {
      await database.close();
      await administer(template, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Runs one statement outside the template, which must have no sessions while it is cloned. */
async function administer(template: URL, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } catch (error) {
    // Two tests that clone at one moment: the template counts as in use by the other.
    if ((error as { code?: string }).code !== '55006') throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
    await client.query(statement);
  } finally {
    await client.end();
  }
}
