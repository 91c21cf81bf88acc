import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/schema/migrate.ts';
import { type DemoName, fillDemo } from './demos.ts';
import './quick-passwords.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a migrated database that tests clone. */
    templateUrl: string;
    /** URLs of such databases with a demo loaded, in the legs that have them. */
    demoUrls: Partial<Record<DemoName, string>>;
  }
}

/** Tests need speed, not durability; the tests of the embedded database itself start their own with the defaults. */
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200', 'autovacuum=off'];

/** Opens the server of a leg (embedded without `databaseUrl`), migrates a template in it, loads the demos into copies of that and tells
 * the tests where they are. Gives what takes it away again. */
export async function provideTemplates(
  project: TestProject,
  databaseUrl: string | undefined,
  demos: readonly DemoName[] = [],
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'planner-tests-'));
  const server = await openDatabase({ databaseUrl, dataDir: folder, settings: QUICK });
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const made: string[] = [];
  const create = async (name: string, from: string): Promise<string> => {
    await admin.query(`create database ${name} template ${from}`);
    made.push(name);
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };

  const name = `planner_template_${process.pid}_${Date.now()}`;
  const templateUrl = await create(name, `template0 encoding 'UTF8'`);
  const template = await openDatabase({ databaseUrl: templateUrl, dataDir: folder });
  await migrate(template.knex);
  await template.close();
  project.provide('templateUrl', templateUrl);

  const demoUrls: Partial<Record<DemoName, string>> = {};
  for (const demo of demos) demoUrls[demo] = await create(`${name}_${demo}`, name);
  await Promise.all(demos.map((demo) => fillDemo(demoUrls[demo] as string, demo)));
  project.provide('demoUrls', demoUrls);
  return async () => {
    for (const database of made) await admin.query(`drop database if exists ${database} with (force)`);
    await admin.end();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
