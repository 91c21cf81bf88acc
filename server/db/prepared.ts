import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { type Bindable, bound } from './bound.ts';

const NAMES = new Map<string, string>();

/** The name under which a session of the database keeps the statement; the same text has the same name in every process. */
function nameOf(sql: string): string {
  const known = NAMES.get(sql) ?? `planner_${createHash('sha256').update(sql).digest('base64url').slice(0, 20)}`;
  NAMES.set(sql, known);
  return known;
}

/**
 * A statement that each session parses and plans once instead of at every call: for the few that busy calls run again and again. `sql` must be one
 * of a few fixed texts, never one that grows with what a caller asks: sessions keep every one of them.
 */
export const prepared = <Result>(
  db: Knex,
  sql: string,
  bindings: readonly Bindable[] | Readonly<Record<string, Bindable>>,
): Promise<{ rows: Result[] }> => db.raw(sql, bound(bindings)).options({ name: nameOf(sql) }) as unknown as Promise<{ rows: Result[] }>;
