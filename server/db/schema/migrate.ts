import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { refused } from '../../domain/ground/errors.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { takeLock } from '../locks.ts';
import { MIGRATIONS, staleDefinitions, underDefinitions, withoutDefinitions } from './definitions.ts';

/** So long the session of a process that has just ended may still be there. */
const LEAVE_MS = 3_000;
const OLDEST_SERVER = 150_000;
const TABLE = 'knex_migrations';
/** The migrator's own tables. */
export const MIGRATION_TABLES = [TABLE, `${TABLE}_lock`];
/** Before 1.0.0 the tables came by 42 migrations; the file makes of what the last of them left what the first of today makes. */
const FORMER = { first: '0001_initial', last: '0048_whole_plan', file: 'from-0048.sql' };
const FIRST = '0001_tables';
const HELD_BY_OTHERS = '2BP01';

/** The schema in place and what waits. */
export interface MigrationStatus {
  /** Migrations. */
  applied: string[];
  /** Migrations, and views and functions whose text is another one. */
  pending: string[];
  /** Applied by a newer version of the program. */
  unknown: string[];
  /** It is older than what can be taken over. */
  outdated: boolean;
}

/** Names without extensions: development runs the TypeScript, the build its JavaScript, on one and the same database. */
const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => knownMigrations(),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const file = readdirSync(MIGRATIONS).find((entry) => isMigration(entry) && parse(entry).name === name);
    return import(pathToFileURL(MIGRATIONS + file).href) as Promise<Knex.Migration>;
  },
};

const isMigration = (file: string): boolean => /^\d{4}_.*\.(ts|js)$/.test(file) && !file.endsWith('.d.ts');
/** The migrations of this program, in their order. */
const knownMigrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter(isMigration)
    .map((file) => parse(file).name)
    .sort();

const config: Knex.MigratorConfig = { migrationSource, tableName: TABLE };

/** What a database, or a backup, that had these migrations has of those of this program. */
export function migrationsAmong(names: readonly string[]): { reached: string[]; unknown: string[]; former: boolean; outdated: boolean } {
  const former = names.includes(FORMER.first);
  if (!former) {
    const known = knownMigrations();
    return { reached: [...names], unknown: names.filter((name) => !known.includes(name)), former, outdated: false };
  }
  const unknown = names.filter((name) => name > FORMER.last);
  return { reached: [FIRST], unknown, former, outdated: unknown.length === 0 && !names.includes(FORMER.last) };
}

/** What the schema has and lacks. Changes nothing. */
export async function migrationStatus(knex: Knex): Promise<MigrationStatus> {
  const exists = await knex.schema.hasTable(TABLE);
  const applied = exists ? ((await knex(TABLE).orderBy('id').pluck('name')) as string[]) : [];
  const { unknown, outdated } = migrationsAmong(applied);
  const pending = knownMigrations().filter((name) => !applied.includes(name));
  return { applied, pending: [...pending, ...(await staleDefinitions(knex))], unknown, outdated };
}

/** One process at a time, in one transaction: a killed migration leaves the schema as it was, and nothing locked. */
async function underLock<Result>(knex: Knex, work: (trx: Knex.Transaction, status: MigrationStatus) => Promise<Result>): Promise<Result> {
  return knex.transaction(async (trx) => {
    await trx.raw('set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await takeLock(trx, 'schema');
    const status = await fitting(trx);
    try {
      return await work(trx, status);
    } catch (error) {
      const { code, detail = '' } = error as { code?: string; detail?: string };
      throw code === HELD_BY_OTHERS ? refused(databaseTexts.heldByOthers(detail)) : error;
    }
  });
}

async function fitting(trx: Knex.Transaction): Promise<MigrationStatus> {
  const { rows } = await trx.raw(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
  );
  const [server] = rows as [{ number: number; version: string; encoding: string }];
  if (server.number < OLDEST_SERVER) throw refused(databaseTexts.tooOld(server.version));
  if (server.encoding !== 'UTF8') throw refused(databaseTexts.notUtf8(server.encoding));
  const status = await migrationStatus(trx);
  if (status.unknown.length > 0) throw refused(databaseTexts.newerSchema(status.unknown.join(', ')));
  if (status.outdated) throw refused(databaseTexts.outdatedSchema(status.applied.at(-1)!));
  return status;
}

/** Makes tables, and rows, of before 1.0.0 those of the first migration of today; under definitions. */
const raise = (trx: Knex.Transaction): Promise<unknown> =>
  trx.raw(readFileSync(MIGRATIONS + FORMER.file, 'utf8').replaceAll('?', '\\?')).then();

/** Calls a database of the last migration of before one of the first of today; gives whether it was such a one. */
async function rename(trx: Knex.Transaction, { applied }: MigrationStatus): Promise<boolean> {
  if (!applied.includes(FORMER.last)) return false;
  await trx(TABLE).delete();
  await trx(TABLE).insert({ name: FIRST, batch: 1, migration_time: new Date() });
  return true;
}

/** What is kept of orders was reckoned by other texts: it is reckoned anew. */
const noteOrders = (trx: Knex.Transaction): Promise<unknown> =>
  trx.raw('insert into noted_orders (order_id) select id from orders union select order_id from kept_orders').then();

/** Brings the schema up to date; gives the names of what was applied or made anew. Throws when the schema is newer than the program, or too old for it. */
export async function migrate(knex: Knex): Promise<string[]> {
  return underLock(knex, async (trx, status) => {
    if (status.pending.length === 0) return [];
    await underDefinitions(trx, async () => {
      if (await rename(trx, status)) await raise(trx);
      await trx.migrate.latest(config);
    });
    await noteOrders(trx);
    return status.pending;
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

async function empty(trx: Knex.Transaction, status: MigrationStatus): Promise<void> {
  await rename(trx, status);
  await withoutDefinitions(trx, () => trx.migrate.rollback(config, true));
}

/** What a database is made from: the migrations it had, whether it was one of before 1.0.0, whether by the views and functions of this program, and how it is filled. */
interface Origin {
  schema: readonly string[];
  former: boolean;
  sameDefinitions: boolean;
  fill(trx: Knex.Transaction): Promise<void>;
}

/** Empties the database, builds exactly this schema, lets it be filled, and brings it up to date, all in one transaction; gives the migrations applied after the filling. */
export async function migrateFrom(knex: Knex, { schema, former, sameDefinitions, fill }: Origin): Promise<string[]> {
  return underLock(knex, async (trx, status) => {
    await empty(trx, status);
    const later = await underDefinitions(trx, async () => {
      for (const name of schema) await trx.migrate.up({ ...config, name } as Knex.MigratorConfig);
      await fill(trx);
      if (former) await raise(trx);
      const [, names] = (await trx.migrate.latest(config)) as [number, string[]];
      return names;
    });
    if (!sameDefinitions) await noteOrders(trx);
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

/** Takes everything away: an empty database. For tests. */
export const migrateDown = (knex: Knex): Promise<void> => underLock(knex, empty);
