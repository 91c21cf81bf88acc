import knexModule, { type Knex } from 'knex';
import type { Connection } from './postgres/embedded.ts';
import { clientSettings, settled } from './session.ts';

/** Where a database is: its own URL, or the parts of an embedded one's address; and how far the program's clock is ahead. Plain data: it crosses threads. */
export type Place = (Connection | { connectionString: string }) & { clockAheadMs?: number };

/**
 * Where an open database is reached right now, so that a worker thread can open a session of its own. A database of the plant's own is
 * named by its URL as a whole: what it says of TLS (`sslmode`, certificates) holds for the thread's session as well.
 */
export async function connectionOf(db: Knex): Promise<Place> {
  const told = (): Partial<Place & { connectionString: string }> => db.client.connectionSettings ?? {};
  const byUrl = (): Place | undefined => {
    const { connectionString, clockAheadMs = 0 } = told();
    return connectionString === undefined ? undefined : { connectionString, clockAheadMs };
  };
  const known = byUrl();
  if (known) return known;
  const session = await db.client.acquireConnection();
  try {
    // Settings that are asked for are known once a session has been opened.
    const asked = byUrl();
    if (asked) return asked;
    const { user, password, host, port, database } = session.connectionParameters as Connection;
    return { user, password, host, port, database, clockAheadMs: told().clockAheadMs ?? 0 };
  } finally {
    await db.client.releaseConnection(session);
  }
}

/** An own session that nobody has used for so long is closed, and opened again for who asks next. */
const IDLE_MS = 10_000;

/** Opens one session to it in another thread, with time limits of its own. The caller destroys it. */
export function openShared(place: Place, limits: { statementSeconds: number; lockSeconds: number }): Knex {
  const own = { statement_timeout: limits.statementSeconds * 1000, lock_timeout: limits.lockSeconds * 1000 };
  const { clockAheadMs = 0 } = place;
  return knexModule({
    client: 'pg',
    connection: clientSettings(place) as Knex.StaticConnectionConfig,
    pool: { min: 0, max: 1, idleTimeoutMillis: IDLE_MS, afterCreate: settled({ limits: own, clockAheadMs }) },
  });
}
