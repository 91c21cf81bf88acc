import { createHash } from 'node:crypto';
import type { Bindable } from './bound.ts';
import type { Db } from './types.ts';

const NAMES = new Map<string, string>();

/** The name under which a session of the database keeps the statement; the same text has the same name in every process. */
function nameOf(sql: string): string {
  const known = NAMES.get(sql) ?? `planner_${createHash('sha256').update(sql).digest('base64url').slice(0, 20)}`;
  NAMES.set(sql, known);
  return known;
}

/**
 * A statement that each session parses and plans once instead of at every call: for the few that busy calls run again and again. `sql` must be one
 * of a few fixed texts, never one that grows with what a caller asks: sessions keep every one of them. It goes past the library's builder, which
 * takes as long as the statement.
 */
export async function prepared<Result>(db: Pick<Db, 'client'>, sql: string, bindings: readonly Bindable[]): Promise<{ rows: Result[] }> {
  const { client } = db;
  const session = await client.acquireConnection();
  try {
    const { response } = await client.query(session, { sql, bindings, options: { name: nameOf(sql) } });
    return response;
  } finally {
    await client.releaseConnection(session);
  }
}
