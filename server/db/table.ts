import type { Knex } from 'knex';
import { conflict, notFound } from '../domain/ground/errors.ts';
import { databaseTexts } from '../domain/texts/program/database.ts';
import { codeOf, FOREIGN_KEY_VIOLATION } from './errors.ts';
import type { Db } from './types.ts';

/** A row as the database holds it. */
export type Row = Record<string, unknown> & { id: number };

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
