import { setTimeout as sleep } from 'node:timers/promises';
import knexModule, { type Knex } from 'knex';
import pg from 'pg';
import { DomainError, unavailable } from '../domain/errors.ts';
import { toInstant } from '../domain/plant-time.ts';
import { databaseTexts } from '../domain/texts/database.ts';
import { type Connection, openEmbedded } from './embedded.ts';
import { CANNOT_CONNECT_NOW, codeOf, toDomainError } from './errors.ts';

/** An open database of the product. */
export interface Database {
  knex: Knex;
  /** A connection URL to it, password included. */
  url: string;
  embedded: boolean;
  /** Where it was when it was opened, for sentences: host, port and name, without the password. */
  place: string;
  /** Settings of one more session, where the database is now. */
  session(): Record<string, unknown>;
  /** The start is over: from now on nobody waits longer for a connection than a call does. */
  started(): void;
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
  /** So long the first answer is waited for. */
  startWaitMs?: number;
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

/** So long a call waits for a connection. */
const CALL_WAIT_MS = 10_000;

/** Connection settings of node-pg for this place: the parsers and the session's limits. */
export const sessionSettings = (place: { connectionString: string } | Connection): Record<string, unknown> => ({
  ...place,
  types,
  options: SESSION,
  keepAlive: true,
  connectionTimeoutMillis: CALL_WAIT_MS,
});

/** A database that starts up, recovers, or stands on a loaded machine gets so long to answer for the first time; later calls do not wait like that. */
const START_WAIT_MS = 60_000;
const ASK_AGAIN_MS = 500;

/** Connections of a process's pool. */
export const MAX_CONNECTIONS = 12;

function openKnex(connection: Knex.Config['connection'], maxConnections: number, waitMs: number): Knex {
  return knexModule({
    client: 'pg',
    connection,
    pool: { min: 0, max: maxConnections, idleTimeoutMillis: 30_000, createTimeoutMillis: waitMs },
    acquireConnectionTimeout: waitMs,
    // Errors reach the caller; the library's own printing would put statements into the log.
    log: { warn: () => undefined, error: () => undefined, debug: () => undefined, deprecate: () => undefined },
  });
}

/** The library fixes how long it waits when the pool is made; a start may wait longer than calls do. */
function hurry(knex: Knex): void {
  const { pool, connectionSettings } = knex.client as { pool: Record<string, unknown>; connectionSettings: Record<string, unknown> };
  Object.assign(pool, { acquireTimeoutMillis: CALL_WAIT_MS, createTimeoutMillis: CALL_WAIT_MS });
  connectionSettings.connectionTimeoutMillis = CALL_WAIT_MS;
}

const placeOf = ({ host, port, database }: Omit<Connection, 'user' | 'password'>): string => `${host}:${port}/${database}`;
const urlOf = (place: Connection): string => `postgres://${place.user}:${encodeURIComponent(place.password)}@${placeOf(place)}`;
const secondsSince = (began: number): number => Math.round((performance.now() - began) / 1000);

/** The same trouble, naming the database and how long it was waited for where it is that it does not answer. `began`: of performance.now(). */
export function namedSilence(error: unknown, place: string, began: number): unknown {
  const said = toDomainError(error);
  const isSilence = said instanceof DomainError && said.message === databaseTexts.unavailable;
  return isSilence ? Object.assign(unavailable(databaseTexts.silent(place, secondsSince(began))), { cause: error }) : error;
}

/** Asks a database of the plant's own until it takes us. Gives its place; throws unavailable, naming it and why, never its password. */
async function reach(databaseUrl: string, waitMs: number): Promise<string> {
  const began = performance.now();
  for (;;) {
    const left = waitMs - (performance.now() - began);
    const client = new pg.Client({ ...sessionSettings({ connectionString: databaseUrl }), connectionTimeoutMillis: Math.max(left, 1) });
    client.on('error', () => undefined);
    const place = placeOf(client as Connection);
    try {
      await client.connect();
      return place;
    } catch (error) {
      if (codeOf(error) !== CANNOT_CONNECT_NOW || left < ASK_AGAIN_MS) throw refusalOf(error, place, began);
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(ASK_AGAIN_MS);
  }
}

function refusalOf(error: unknown, place: string, began: number): unknown {
  // What the database says ("role … does not exist") tells more than its code; a socket's error is told best by its own.
  const { code, severity, message } = error as { code?: string; severity?: string; message: string };
  if (code === undefined) return namedSilence(error, place, began);
  return unavailable(databaseTexts.unreachable(place, severity === undefined ? code : message));
}

/** Opens the database: the one `databaseUrl` names, else the embedded PostgreSQL of `dataDir`. Both answer through the same client. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, maxConnections = MAX_CONNECTIONS, settings, startWaitMs = START_WAIT_MS } = options;
  if (databaseUrl) {
    const place = await reach(databaseUrl, startWaitMs);
    const session = (): Record<string, unknown> => sessionSettings({ connectionString: databaseUrl });
    const knex = openKnex({ ...session(), connectionTimeoutMillis: startWaitMs } as Knex.Config['connection'], maxConnections, startWaitMs);
    return { knex, url: databaseUrl, embedded: false, place, session, started: () => hurry(knex), close: () => knex.destroy() };
  }
  const embedded = await openEmbedded(dataDir, settings);
  let known = embedded.connection();
  let patience = startWaitMs;
  const place = placeOf(known);
  // Asked again for each new connection: after a restart the port may be another one.
  const knex = openKnex(
    () => {
      known = embedded.connection();
      const expirationChecker = () => embedded.connection().port !== known.port;
      return { ...sessionSettings(known), connectionTimeoutMillis: patience, expirationChecker } as Knex.StaticConnectionConfig;
    },
    maxConnections,
    startWaitMs,
  );
  const started = (): void => {
    patience = CALL_WAIT_MS;
    hurry(knex);
  };
  const close = async (): Promise<void> => {
    await knex.destroy();
    await embedded.release();
  };
  return { knex, url: urlOf(known), embedded: true, place, session: () => sessionSettings(embedded.connection()), started, close };
}
