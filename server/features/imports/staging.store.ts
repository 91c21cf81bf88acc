import type { Knex } from 'knex';
import { copyFrom } from '../../db/backup/copy.ts';
import type { Db } from '../../db/types.ts';
import type { CellType, ImportKind } from '../../domain/files/imports.ts';
import { travelColumns } from '../../files/copy-text.ts';

/** The rows of one import on their way: a temporary table that the transaction drops. All later work is done on it by sets, so the rows never pass through this process as objects. */
export const ROWS = 'import_rows';

const SQL_TYPE: Readonly<Record<CellType, string>> = {
  code: 'text',
  text: 'text',
  date: 'date',
  integer: 'integer',
  number: 'numeric',
  boolean: 'boolean',
  closed_day: 'boolean',
  cooling_method: 'text',
  weekdays: 'text[]',
  permission: 'text',
  priority: 'text',
  secret: 'text',
};

/** `name type` of each staged column; a code has its folded key beside it. */
function columnsOf(kind: ImportKind): [name: string, type: string][] {
  const types = new Map(kind.columns.map(({ field, type }) => [field, SQL_TYPE[type]]));
  const own = travelColumns(kind).map<[string, string]>(({ name, field }) => [name, types.get(field) ?? 'text']);
  return [['row_number', 'integer'], ['bad', 'boolean'], ...own];
}

const typed = (columns: readonly [string, string][]): string => columns.map(([name, type]) => `"${name}" ${type}`).join(', ');

/** Makes the table. `password_hash` is there for employees alone and filled later. */
export async function createStaging(trx: Knex.Transaction, kind: ImportKind): Promise<void> {
  const secret = kind.columns.some(({ type }) => type === 'secret') ? ', password_hash text' : '';
  await trx.raw(`create temporary table ${ROWS} (${typed(columnsOf(kind))}${secret}) on commit drop`);
}

/** Fills the table with pieces as the reading thread made them: bytes, handed on unread. */
export function stageRows(
  trx: Knex.Transaction,
  kind: ImportKind,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const names = columnsOf(kind).map(([name]) => `"${name}"`);
  return copyFrom(trx, `copy ${ROWS} (${names.join(', ')}) from stdin`, pieces);
}

/** Tells the planner how many rows there are. */
export async function analyzeStaging(trx: Knex.Transaction): Promise<void> {
  // A small sample tells enough: which rows are bad and how many lots there are.
  await trx.raw('set local default_statistics_target = 10');
  await trx.raw(`analyze ${ROWS}`);
}

/** Marks rows as bad by a condition on `r`; gives how many it found that were good. */
export async function markBad(trx: Knex.Transaction, condition: string, bindings: readonly unknown[] = []): Promise<number> {
  const { rowCount } = await trx.raw(`update ${ROWS} r set bad = true where not r.bad and (${condition})`, bindings as Knex.RawBinding[]);
  return rowCount as number;
}

/** How many rows are there and how many of them are bad. */
export async function countStaged(trx: Knex.Transaction): Promise<{ rows: number; bad: number }> {
  const { rows } = await trx.raw(`select count(*)::int as rows, count(*) filter (where bad)::int as bad from ${ROWS}`);
  return rows[0] as { rows: number; bad: number };
}

/** The numbers of the bad rows. */
export async function badRows(trx: Knex.Transaction): Promise<number[]> {
  const { rows } = await trx.raw(`select coalesce(json_agg(row_number order by row_number), '[]') as numbers from ${ROWS} where bad`);
  return rows[0].numbers as number[];
}

/** The stored hashes of these employees (active ones), by the folded form of their ids. */
export async function hashesOf(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.raw(
    'select employee_key as key, password_hash as hash from employees where active and password_hash is not null and employee_key = any (?)',
    [keys as string[]],
  );
  return new Map(rows.map(({ key, hash }: { key: string; hash: string }) => [key, hash]));
}

/** Keeps the hashes of passwords that are new. */
export async function stageHashes(trx: Knex.Transaction, hashes: readonly { row: number; hash: string }[]): Promise<void> {
  if (hashes.length === 0) return;
  await trx.raw(
    `update ${ROWS} r set password_hash = h.hash from json_to_recordset(?::json) as h (row integer, hash text) where h.row = r.row_number`,
    [JSON.stringify(hashes)],
  );
}

/** Ends the table before the transaction does, which may be part of a larger one. */
export const dropStaging = (trx: Knex.Transaction): Promise<unknown> => trx.raw(`drop table ${ROWS}`);
