import knexModule, { type Knex } from 'knex';
import pg from 'pg';
import { unavailable } from '../domain/errors.ts';
import { toInstant } from '../domain/plant-time.ts';
import { databaseTexts } from '../domain/texts/database.ts';
import { type Connection, openEmbedded } from './embedded.ts';

/** An open database of the product. */
export interface Database {
  knex: Knex;
  /** A connection URL to it, password included. */
  url: string;
  embedded: boolean;
  /** Settings of one more session, where the database is now. */
  session(): Record<string, unknown>;
  /** Closes the pool; the last user of an embedded database stops it. */
  close(): Promise<void>;
}

/** Where the database is, and what may differ in tests and tools. */
export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  dataDir: string;
  maxConnections?: number;
  /** Further `name=value` settings of an embedded server process. */
  settings?: readonly string[];
}

const OID = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700, int8Array: 1016, dateArray: 1182, numericArray: 1231 } as const;
const asNumber = (text: string): number => Number(text);

/** A day; what the wire cannot write (infinity, years of five digits or before the first) is the last or the first that it can. */
function dayOfText(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  return text === '-infinity' || text.endsWith('BC') ? '0001-01-01' : '9999-12-31';
}

/** Parser of an array whose members hold neither commas nor quotes. */
const arrayOf =
  <Member>(parse: (text: string) => Member) =>
  (text: string): (Member | null)[] =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((member) => (member === 'NULL' ? null : parse(member)));

/** `2026-04-01 08:30:00.123+09` as an instant of the wire. */
function instantOfText(text: string): string {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.\d+)?([+-]\d{2})(?::?(\d{2}))?/.exec(text);
  if (!match || text.endsWith('BC')) return `${dayOfText(text)}T00:00:00+09:00`;
  const [, date, time, hours, minutes = '00'] = match;
  return hours === '+09' && minutes === '00' ? `${date}T${time}+09:00` : toInstant(`${date}T${time}${hours}:${minutes}`);
}

const PARSERS: Record<number, (text: string) => unknown> = {
  [OID.int8]: asNumber,
  [OID.numeric]: asNumber,
  [OID.date]: dayOfText,
  [OID.timestamptz]: instantOfText,
  [OID.int8Array]: arrayOf(asNumber),
  [OID.numericArray]: arrayOf(asNumber),
  [OID.dateArray]: arrayOf(dayOfText),
};

/** Dates stay texts, instants come as the wire writes them, numeric and bigint as numbers (all of ours are below 2^53). */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[oid]) || (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown),
};

/** What every session keeps to: nothing waits or runs for ever, and a day is a day of the plant. */
const SESSION = [
  'timezone=Asia/Tokyo',
  'idle_in_transaction_session_timeout=60000',
  'lock_timeout=5000',
  'statement_timeout=15000',
  'application_name=planner',
  // Compiling a statement takes longer than any of ours.
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** Connection settings of node-pg for this place: the parsers and the session's limits. */
export const sessionSettings = (place: { connectionString: string } | Connection): Record<string, unknown> => ({
  ...place,
  types,
  options: SESSION,
  keepAlive: true,
  connectionTimeoutMillis: 10_000,
});

/** Connections of a process's pool. */
export const MAX_CONNECTIONS = 12;

function openKnex(connection: Knex.Config['connection'], maxConnections: number): Knex {
  return knexModule({
    client: 'pg',
    connection,
    pool: { min: 0, max: maxConnections, idleTimeoutMillis: 30_000 },
    acquireConnectionTimeout: 10_000,
    // Errors reach the caller; the library's own printing would put statements into the log.
    log: { warn: () => undefined, error: () => undefined, debug: () => undefined, deprecate: () => undefined },
  });
}

const urlOf = (place: Connection): string =>
  `postgres://${place.user}:${encodeURIComponent(place.password)}@${place.host}:${place.port}/${place.database}`;

/** Asks a database of the plant's own once whether it takes us. Throws unavailable, naming it and why, never its password. */
async function reach(databaseUrl: string): Promise<void> {
  const client = new pg.Client(sessionSettings({ connectionString: databaseUrl }));
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { host, port, database } = client;
    // What the database says ("role … does not exist") tells more than its code; a socket's error is told best by its own.
    const { code, severity, message } = error as { code?: string; severity?: string; message: string };
    const why = severity === undefined ? (code ?? message) : message;
    throw unavailable(databaseTexts.unreachable(`${host}:${port}/${database}`, why));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Opens the database: the one `databaseUrl` names, else the embedded PostgreSQL of `dataDir`. Both answer through the same client. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, maxConnections = MAX_CONNECTIONS, settings } = options;
  if (databaseUrl) {
    await reach(databaseUrl);
    const session = (): Record<string, unknown> => sessionSettings({ connectionString: databaseUrl });
    const knex = openKnex(session() as Knex.Config['connection'], maxConnections);
    return { knex, url: databaseUrl, embedded: false, session, close: () => knex.destroy() };
  }
  const embedded = await openEmbedded(dataDir, settings);
  let known = embedded.connection();
  // Asked again for each new connection: after a restart the port may be another one.
  const knex = openKnex(() => {
    known = embedded.connection();
    return { ...sessionSettings(known), expirationChecker: () => embedded.connection().port !== known.port } as Knex.StaticConnectionConfig;
  }, maxConnections);
  const close = async (): Promise<void> => {
    await knex.destroy();
    await embedded.release();
  };
  return { knex, url: urlOf(known), embedded: true, session: () => sessionSettings(embedded.connection()), close };
}
