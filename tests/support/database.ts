import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { type Database, openDatabase } from '../../server/db/connect.ts';
import type { DemoName } from './demos.ts';
import './quick-passwords.ts';

/** What sessions of this database wait for, in SQL: the tests of other workers wait in the same cluster. */
export const WAITING =
  'select 1 from pg_locks l join pg_database d on d.oid = l.database where not l.granted and d.datname = current_database()';

const IN_USE = '55006';
const CLONE_TRIES = 100;

let made = 0;

/** A fresh, migrated database of the test's own, empty or with a demo; `close` drops it. */
export async function testDatabase(demo?: DemoName): Promise<Database> {
  const template = new URL(demo ? demoUrl(demo) : inject('templateUrl'));
  const name = `planner_test_${process.pid}_${Date.now()}_${made++}`;
  await administer(template, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`);
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

/** One for all tests of the file, or of the suite, that calls this; `each`: a fresh one for each of them. */
export function ownDatabase({ each = false } = {}): Database {
  const own = {} as Database;
  const open = async (): Promise<void> => void Object.assign(own, await testDatabase());
  const close = (): Promise<void> => own.close();
  if (each) {
    beforeEach(open);
    afterEach(close);
  } else {
    beforeAll(open);
    afterAll(close);
  }
  return own;
}

function demoUrl(demo: DemoName): string {
  const url = inject('demoUrls')[demo];
  if (!url) throw new Error(`the leg of this test has no demo "${demo}" loaded`);
  return url;
}

/** Runs one statement outside the template, which must have no sessions while it is cloned; one that has them is asked again. */
async function administer(template: URL, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        await client.query(statement);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== IN_USE || tries === CLONE_TRIES) throw error;
        await sleep(50);
      }
    }
  } finally {
    await client.end();
  }
}
