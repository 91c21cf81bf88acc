import knexModule, { type Knex } from 'knex';
import { sessionSettings } from './connect.ts';
import type { Connection } from './embedded.ts';

/** Where an open database is reached right now, so that a worker thread can open a session of its own. Plain data: it crosses threads. */
export async function connectionOf(db: Knex): Promise<Connection> {
  const session = await db.client.acquireConnection();
  try {
    const { user, password, host, port, database } = session.connectionParameters as Connection;
    return { user, password, host, port, database };
  } finally {
    await db.client.releaseConnection(session);
  }
}

/** Opens one session to it in another thread, with time limits of its own. The caller destroys it. */
export function openShared(connection: Connection, limits: { statementSeconds: number; lockSeconds: number }): Knex {
  return knexModule({
    client: 'pg',
    connection: sessionSettings(connection) as Knex.StaticConnectionConfig,
    pool: {
      min: 0,
      max: 1,
      afterCreate: (
        session: { query(sql: string, done: (error: unknown) => void): void },
        done: (error: unknown, session: unknown) => void,
      ) =>
        session.query(`set statement_timeout = '${limits.statementSeconds}s'; set lock_timeout = '${limits.lockSeconds}s'`, (error) =>
          done(error, session),
        ),
    },
  });
}
