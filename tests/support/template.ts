import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a migrated database that tests clone. */
    templateUrl: string;
  }
}

/** Tests need speed, not durability; the tests of the embedded database itself start their own with the defaults. */
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200', 'autovacuum=off'];

/** Opens the server of a leg (embedded without `databaseUrl`), migrates a template in it and tells the tests where it is. Gives what takes it away again. */
export async function provideTemplate(project: TestProject, databaseUrl: string | undefined): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'planner-tests-'));
  const server = await openDatabase({ databaseUrl, dataDir: folder, settings: QUICK });
  const name = `planner_template_${process.pid}_${Date.now()}`;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const template = await openDatabase({ databaseUrl: url.href, dataDir: folder });
  await migrate(template.knex);
  await template.close();
  project.provide('templateUrl', url.href);
  return async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
