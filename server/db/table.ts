import type { Knex } from 'knex';
import { conflict, notFound } from '../domain/errors.ts';
import { databaseTexts } from '../domain/texts/database.ts';
import { codeOf, FOREIGN_KEY_VIOLATION } from './errors.ts';
import type { Db } from './types.ts';

/** A row as the database holds it. */
export type Row = Record<string, unknown> & { id: number };

/** The row, or undefined. */
export const findRow = (db: Db, table: string, where: Record<string, unknown>): Promise<Row | undefined> =>
  db(table).where(where).first() as unknown as Promise<Row | undefined>;

/** The row of this id. Throws not found. */
export async function getRow(db: Db, table: string, id: number): Promise<Row> {
  const row = await findRow(db, table, { id });
  if (!row) throw notFound(databaseTexts.notFound);
  return row;
}

/** Adds a row and gives it back. */
export async function insertRow(trx: Db, table: string, values: Record<string, unknown>): Promise<Row> {
  const [row] = (await trx(table).insert(values).returning('*')) as Row[];
  return row!;
}

/**
 * Locks the row for a change. Throws not found, or a conflict that carries `current(row)` when the caller has seen another version;
 * a caller without a version is let through.
 */
export async function lockRow(
  trx: Knex.Transaction,
  table: string,
  id: number,
  version: number | undefined | null,
  current: (row: Row) => Promise<unknown> | unknown = (row) => row,
): Promise<Row> {
  const row = (await trx(table).where({ id }).forUpdate().first()) as Row | undefined;
  if (!row) throw notFound(databaseTexts.notFound);
  if (version !== undefined && version !== null && version !== row.version)
    throw conflict(databaseTexts.changedByOther, await current(row));
  return row;
}

/** The value that a column takes when nothing is said of it. */
export const columnDefault = (trx: Db): Knex.Raw => trx.raw('default');

/** Changes a row that is locked already and counts its version up; gives the new row. */
export async function updateRow(trx: Knex.Transaction, table: string, id: number, values: Record<string, unknown>): Promise<Row> {
  const [row] = (await trx(table)
    .where({ id })
    .update({ ...values, version: trx.raw('version + 1') })
    .returning('*')) as Row[];
  return row!;
}

/** Deletes the row, or makes it inactive when something refers to it (`inUse` or a foreign key). Gives what happened. */
export async function removeOrDeactivate(
  trx: Knex.Transaction,
  table: string,
  id: number,
  inUse = false,
): Promise<'removed' | 'deactivated'> {
  if (!inUse) {
    try {
      await trx.transaction((savepoint) => savepoint(table).where({ id }).del());
      return 'removed';
    } catch (error) {
      if (codeOf(error) !== FOREIGN_KEY_VIOLATION) throw error;
    }
  }
  await updateRow(trx, table, id, { active: false });
  return 'deactivated';
}

const name = (text: string): string => `"${text}"`;

/** What `upsertMany` did with a row. */
export interface Upserted {
  id: number;
  inserted: boolean;
}

/**
 * Adds or changes many rows in one statement, on the unique columns `key`; rows that say nothing new are left alone (and not given back).
 * Rows must not repeat a key. Column types are the table's; a missing or null value is null.
 */
export async function upsertMany(
  trx: Db,
  table: string,
  key: readonly string[],
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<(Upserted & Record<string, unknown>)[]> {
  if (rows.length === 0) return [];
  const versioned = VERSIONED.has(table);
  const list = columns.map((column) => name(column)).join(', ');
  const changeable = columns.filter((column) => !key.includes(column));
  const sets = changeable.map((column) => `${name(column)} = excluded.${name(column)}`);
  const changed = changeable.map((column) => `target.${name(column)} is distinct from excluded.${name(column)}`).join(' or ');
  const action = sets.length
    ? `do update set ${[...sets, ...(versioned ? ['version = target.version + 1'] : [])].join(', ')} where ${changed}`
    : 'do nothing';
  const { rows: done } = await trx.raw(
    `insert into ${name(table)} as target (${list})
     select ${list} from jsonb_populate_recordset(null::${name(table)}, ?::jsonb)
     on conflict (${key.map(name).join(', ')}) ${action}
     returning target.id, ${key.map((column) => `target.${name(column)}`).join(', ')}, (target.xmax = 0) as inserted`,
    [JSON.stringify(rows)],
  );
  return done as (Upserted & Record<string, unknown>)[];
}

/** Inserts many rows in one statement. Column types are the table's; a missing or null value is null. */
export async function insertMany(
  trx: Db,
  table: string,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (rows.length === 0) return;
  const list = columns.map(name).join(', ');
  const source = `jsonb_populate_recordset(null::${name(table)}, ?::jsonb)`;
  await trx.raw(`insert into ${name(table)} (${list}) select ${list} from ${source}`, [JSON.stringify(rows)]);
}

/** Tables whose rows have a version. */
const VERSIONED = new Set(['employees', 'tasks', 'facilities', 'outsourcings', 'products', 'orders', 'castings', 'plan_entries']);
