import type { Knex } from 'knex';
import { type ListDescription, listPage, type Page } from './list.ts';
import type { Row } from './table.ts';
import type { Db } from './types.ts';

/** Rows that have a list, as data. */
export interface Listed {
  table: string;
  /** SQL between `select` and `where` of its lists. */
  from: string;
  columns: readonly string[];
  list: ListDescription;
  /** Lists never show inactive rows. */
  hidesInactive?: boolean;
}

/** Finds part of a column's text. */
export const part = (column: string) => ({ how: 'part', column }) as const;
/** Finds rows by their ids. */
export const ids = (table: string) => ({ how: 'ids', column: `${table}.id` }) as const;
/** Leaves out inactive rows where that is asked for. */
export const activeOnly = (table: string) => ({ how: 'flag', where: `${table}.active` }) as const;
/** The order of a list: by a field, where nothing else is asked for; by these, where it is. */
export const ordered = (
  table: string,
  field: string,
  sortable: Record<string, string>,
): Pick<ListDescription, 'order' | 'sortable' | 'tie'> => ({
  order: [`${table}.${field}`, `${table}.id`],
  sortable: { id: `${table}.id`, ...sortable },
  tie: `${table}.id`,
});
/** The columns of a table, by field. */
export const own = (table: string, ...fields: string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, `${table}.${field}`]));

/** The rows as their list shows them, as a query, none left out. */
export function rowsOf(db: Db, listed: Listed): Knex.QueryBuilder {
  return db.select(db.raw(listed.columns.join(', '))).from(db.raw(listed.from) as unknown as string);
}

/** A page of the list at `path`, as the parameters narrow and order it. Throws a field map for an order that there is not. */
export function listRows<Wire>(db: Db, listed: Listed, path: string, parameters: object): Promise<Page<Wire>> {
  const query = rowsOf(db, listed);
  if (listed.hidesInactive) query.whereRaw(`${listed.table}.active`);
  return listPage<Wire>(query, path, parameters as Record<string, unknown>, listed.list);
}

/** One row as the list shows it, or undefined. */
export async function rowById(db: Db, listed: Listed, id: number): Promise<Row | undefined> {
  return (await rowsOf(db, listed).where(`${listed.table}.id`, id).first()) as Row | undefined;
}
