import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { refused } from '../domain/ground/errors.ts';
import { databaseTexts } from '../domain/texts/program/database.ts';
import { takeLock } from './locks.ts';

/** So long the session of a process that has just ended may still be there. */
const LEAVE_MS = 3_000;
const OLDEST_SERVER = 150_000;
const FOLDER = new URL('../../migrations/', import.meta.url);
const TABLE = 'knex_migrations';
/** The migrator's own tables. */
export const MIGRATION_TABLES = [TABLE, `${TABLE}_lock`];

/** The schema in place and the migrations that wait. */
export interface MigrationStatus {
  applied: string[];
  pending: string[];
  /** Applied by a newer version of the program. */
  unknown: string[];
}

/** Names without extensions: development runs the TypeScript, the build its JavaScript, on one and the same database. */
const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => knownMigrations(),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const file = readdirSync(fileURLToPath(FOLDER)).find((entry) => isMigration(entry) && parse(entry).name === name);
    return import(new URL(file!, FOLDER).href) as Promise<Knex.Migration>;
  },
};

const isMigration = (file: string): boolean => /^\d{4}_.*\.(ts|js)$/.test(file) && !file.endsWith('.d.ts');
/** The migrations of this program, in their order. */
export const knownMigrations = (): string[] =>
  readdirSync(fileURLToPath(FOLDER))
    .filter(isMigration)
    .map((file) => parse(file).name)
    .sort();

const config: Knex.MigratorConfig = { migrationSource, tableName: TABLE };

/** Names of the migrations that the database has and lacks. Changes nothing. */
export async function migrationStatus(knex: Knex): Promise<MigrationStatus> {
  const known = knownMigrations();
  const exists = await knex.schema.hasTable(TABLE);
  const applied = exists ? ((await knex(TABLE).orderBy('id').pluck('name')) as string[]) : [];
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** One process at a time, in one transaction: a killed migration leaves the schema as it was, and nothing locked. */
async function underLock<Result>(knex: Knex, work: (trx: Knex.Transaction) => Promise<Result>): Promise<Result> {
  return knex.transaction(async (trx) => {
    await trx.raw('set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await takeLock(trx, 'schema');
    await refuseUnfit(trx);
    return work(trx);
  });
}

async function refuseUnfit(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
  );
  const [server] = rows as [{ number: number; version: string; encoding: string }];
  if (server.number < OLDEST_SERVER) throw refused(databaseTexts.tooOld(server.version));
  if (server.encoding !== 'UTF8') throw refused(databaseTexts.notUtf8(server.encoding));
  const { unknown } = await migrationStatus(trx);
  if (unknown.length > 0) throw refused(databaseTexts.newerSchema(unknown.join(', ')));
}

/** Brings the schema up to date; gives the names applied now. Throws when the schema is newer than the program. */
export async function migrate(knex: Knex): Promise<string[]> {
  return underLock(knex, async (trx) => {
    const [, names] = (await trx.migrate.latest(config)) as [number, string[]];
    return names;
  });
}

/** Does the work while no other process of the plant does it: of several that start at once, one fills an empty database. */
export async function alone<Result>(knex: Knex, work: () => Promise<Result>): Promise<Result> {
  return knex.transaction(async (trx) => {
    await trx.raw('set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await takeLock(trx, 'first_content');
    return work();
  });
}

/** Empties the database, builds exactly this schema, lets it be filled, and brings it up to date, all in one transaction; gives the names applied after the filling. */
export async function migrateTo(knex: Knex, names: readonly string[], fill: (trx: Knex.Transaction) => Promise<void>): Promise<string[]> {
  return underLock(knex, async (trx) => {
    await trx.migrate.rollback(config, true);
    for (const name of names) await trx.migrate.up({ ...config, name } as Knex.MigratorConfig);
    await fill(trx);
    const [, later] = (await trx.migrate.latest(config)) as [number, string[]];
    return later;
  });
}

/** Waits a moment for other processes to leave the database. Throws refused while they stay: a server must not find other data under its feet. */
export async function aloneInDatabase(knex: Knex): Promise<void> {
  const until = performance.now() + LEAVE_MS;
  for (;;) {
    const { rows } = await knex.raw(
      `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and application_name = 'planner' and pid <> pg_backend_pid()`,
    );
    if (rows[0].others === 0) return;
    if (performance.now() > until) throw refused(databaseTexts.served);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Takes every migration back: an empty database; or those after one that stays. For tests. */
export async function migrateDown(knex: Knex, to?: string): Promise<string[]> {
  return underLock(knex, async (trx) => {
    if (to === undefined) {
      const [, names] = (await trx.migrate.rollback(config, true)) as [number, string[]];
      return names;
    }
    const later = (await migrationStatus(trx)).applied.filter((name) => name > to).reverse();
    for (const name of later) await trx.migrate.down({ ...config, name } as Knex.MigratorConfig);
    return later;
  });
}
