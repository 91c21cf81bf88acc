import knexModule, { type Knex } from 'knex';
import { clientSettings } from './connect.ts';
import type { Connection } from './postgres/embedded.ts';
import { settled } from './session.ts';

/** Where a database is: its own URL, or the parts of an embedded one's address. Plain data: it crosses threads. */
export type Place = Connection | { connectionString: string };

/**
 * Where an open database is reached right now, so that a worker thread can open a session of its own. A database of the plant's own is
 * named by its URL as a whole: what it says of TLS (`sslmode`, certificates) holds for the thread's session as well.
 */
export async function connectionOf(db: Knex): Promise<Place> {
  const urlOf = (): string | undefined => (db.client.connectionSettings as { connectionString?: string } | undefined)?.connectionString;
  const connectionString = urlOf();
  if (connectionString) return { connectionString };
  const session = await db.client.acquireConnection();
  try {
    // Settings that are asked for are known once a session has been opened.
    const asked = urlOf();
    if (asked) return { connectionString: asked };
    const { user, password, host, port, database } = session.connectionParameters as Connection;
    return { user, password, host, port, database };
  } finally {
    await db.client.releaseConnection(session);
  }
}

/** Opens one session to it in another thread, with time limits of its own. The caller destroys it. */
export function openShared(place: Place, limits: { statementSeconds: number; lockSeconds: number }): Knex {
  const own = { statement_timeout: limits.statementSeconds * 1000, lock_timeout: limits.lockSeconds * 1000 };
  return knexModule({
    client: 'pg',
    connection: clientSettings(place) as Knex.StaticConnectionConfig,
    pool: { min: 0, max: 1, afterCreate: settled(own) },
  });
}
