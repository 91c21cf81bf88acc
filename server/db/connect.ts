import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import knexModule, { type Knex } from 'knex';
import pg from 'pg';
import { DomainError, refused, unavailable } from '../domain/ground/errors.ts';
import { databaseTexts } from '../domain/texts/program/database.ts';
import { CANNOT_CONNECT_NOW, codeOf, isAbsent, isCut, toDomainError } from './errors.ts';
import { type Connection, openEmbedded } from './postgres/embedded.ts';
import { CALL_WAIT_MS, clientSettings, settle, settled } from './session.ts';

/** An open database of the product. */
export interface Database {
  knex: Knex;
  /** A connection URL to it, password included. */
  url: string;
  embedded: boolean;
  /** Where it was when it was opened, for sentences: host, port and name, without the password. */
  place: string;
  /** How one more session is opened, where the database is now. */
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
  /** By how much the program's clock is ahead of the machine's; without it they are one. */
  clockAheadMs?: number;
  /** Further `name=value` settings of an embedded server process. */
  settings?: readonly string[];
  /** So long the first answer is waited for. */
  startWaitMs?: number;
  /** Whether one that nothing answers for yet is waited for too: it may be started beside us. */
  waitForAbsent?: boolean;
  /** Told every few seconds what is waited for. */
  onWait?: (waiting: Waiting) => void;
  /** Ends the waiting; its reason is thrown. */
  signal?: AbortSignal | undefined;
}

/**
 * A database that does not take us yet. `why`: a SQLSTATE or a socket's error code, 'closed' for a connection closed without one, null
 * while it has said nothing.
 */
export interface Waiting {
  place: string;
  why: string | null;
  seconds: number;
}

/** The code of a connection that was closed without one. */
const CLOSED = 'closed';
/** A database that starts up, recovers, or stands on a loaded machine gets so long to answer for the first time; later calls do not wait like that. */
const START_WAIT_MS = 60_000;
const ASK_AGAIN_MS = 500;
const TELL_AGAIN_MS = 5_000;

/** Connections of a process's pool. */
export const MAX_CONNECTIONS = 12;

/** How long a connection is waited for: as long as a start may, until it is over. */
interface Patience {
  ms: number;
}

/** `settings` are asked for again where they have changed. */
function openKnex(
  settings: () => Record<string, unknown>,
  isStale: () => boolean,
  { maxConnections = MAX_CONNECTIONS, clockAheadMs = 0 }: Pick<DatabaseOptions, 'maxConnections' | 'clockAheadMs'>,
  patience: Patience,
): Knex {
  return knexModule({
    client: 'pg',
    connection: () =>
      Object.defineProperty({ ...settings(), expirationChecker: isStale }, 'connectionTimeoutMillis', {
        get: () => patience.ms,
        enumerable: true,
      }) as Knex.StaticConnectionConfig,
    // A connection that is being made ends by its own patience; the pool's stands behind it.
    pool: {
      min: 0,
      max: maxConnections,
      idleTimeoutMillis: 30_000,
      createTimeoutMillis: patience.ms,
      afterCreate: settled({ clockAheadMs }),
    },
    acquireConnectionTimeout: patience.ms,
    // Errors reach the caller; the library's own printing would put statements into the log.
    log: { warn: () => undefined, error: () => undefined, debug: () => undefined, deprecate: () => undefined },
  });
}

/**
 * Ends the patience of the start: from now on nobody waits longer for a connection than a call does. The pool fixes its own wait when it
 * is made; the library's way to change it, `destroy` and `initialize`, would end connections in use.
 */
function hurry(knex: Knex, patience: Patience): void {
  patience.ms = CALL_WAIT_MS;
  (knex.client as { pool: { acquireTimeoutMillis: number } }).pool.acquireTimeoutMillis = CALL_WAIT_MS;
}

const placeOf = ({ host, port, database }: Omit<Connection, 'user' | 'password'>): string => `${host}:${port}/${database}`;
const urlOf = (place: Connection): string => `postgres://${place.user}:${encodeURIComponent(place.password)}@${placeOf(place)}`;
const secondsSince = (began: number): number => Math.round((performance.now() - began) / 1000);

/**
 * The same error in a sentence that names the database, if it does not answer (and how long it was waited for) or closed the connection.
 * `began`: of performance.now().
 */
export function namedSilence(error: unknown, place: string, began: number): unknown {
  const said = toDomainError(error);
  const isSilence = said instanceof DomainError && said.message === databaseTexts.unavailable;
  if (!isSilence) return error;
  const sentence = isCut(error) || isCut(said.cause) ? databaseTexts.cut(place, 0) : databaseTexts.silent(place, secondsSince(began));
  return Object.assign(unavailable(sentence), { cause: error });
}

/** One attempt to be taken, over sockets of this maker; the database's place as the client reads it from the URL. */
function attempt(databaseUrl: string, waitMs: number, stream: () => Socket): { client: pg.Client; place: string } {
  const client = new pg.Client({
    ...clientSettings({ connectionString: databaseUrl }),
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
    stream,
  });
  client.on('error', () => undefined);
  return { client, place: placeOf(client as Connection) };
}

/**
 * Throws refused behind a pooler in transaction mode, which hands each transaction to whichever session is free: settings told to one
 * would not hold.
 */
async function refuseShared(client: pg.Client, other: pg.Client, place: string): Promise<void> {
  const serving = async (): Promise<number> => (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
  try {
    const before = await serving();
    await other.connect();
    await other.query('begin');
    if ((await serving()) !== before) throw refused(databaseTexts.notOwnSession(place));
  } finally {
    await other.end().catch(() => undefined);
  }
}

type Patiently = Pick<DatabaseOptions, 'waitForAbsent' | 'onWait' | 'signal'>;

/** Asks a database of the plant's own until it takes us. Gives its place; throws unavailable, naming it and why, never its password. */
async function reach(databaseUrl: string, waitMs: number, { waitForAbsent = false, onWait, signal }: Patiently): Promise<string> {
  const began = performance.now();
  let waiting: Waiting | undefined;
  const tell = (): void => waiting && onWait?.({ ...waiting, seconds: secondsSince(began) });
  const telling = setInterval(tell, TELL_AGAIN_MS);
  // One listener for all attempts: a socket that is given the signal leaves its own behind.
  const sockets = new Set<Socket>();
  const socket = (): Socket => {
    const made = new Socket();
    sockets.add(made.once('close', () => sockets.delete(made)));
    return made;
  };
  const cut = (): void => {
    for (const one of sockets) one.destroy();
  };
  signal?.addEventListener('abort', cut);
  try {
    signal?.throwIfAborted();
    for (;;) {
      const left = waitMs - (performance.now() - began);
      const { client, place } = attempt(databaseUrl, Math.max(left, ASK_AGAIN_MS), socket);
      waiting ??= { place, why: null, seconds: 0 };
      try {
        await client.connect();
        await settle(client);
        await refuseShared(client, attempt(databaseUrl, waitMs, socket).client, place);
        return place;
      } catch (error) {
        signal?.throwIfAborted();
        const why = codeOf(error) ?? (isCut(error) ? CLOSED : null);
        const mayCome = why === CANNOT_CONNECT_NOW || (waitForAbsent && isAbsent(error));
        if (!mayCome || left < ASK_AGAIN_MS) throw refusalOf(error, place, began, mayCome);
        const known = waiting.why;
        waiting.why = why;
        if (why !== known) tell();
      } finally {
        await client.end().catch(() => undefined);
      }
      await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  } finally {
    clearInterval(telling);
    signal?.removeEventListener('abort', cut);
  }
}

/** The error to throw for a database that cannot be reached. `waited`: whether it was waited for; else it is told at once. */
function refusalOf(error: unknown, place: string, began: number, waited: boolean): unknown {
  const seconds = waited ? secondsSince(began) : 0;
  if (isCut(error)) return unavailable(databaseTexts.cut(place, seconds));
  // What the database says ("role … does not exist") tells more than its code; a socket's error is told best by its own.
  const { code, severity, message } = error as { code?: string; severity?: string; message: string };
  if (code === undefined) return namedSilence(error, place, began);
  return unavailable(databaseTexts.unreachable(place, severity === undefined ? code : message, seconds));
}

/** Opens the database: the one `databaseUrl` names, else the embedded PostgreSQL of `dataDir`. Both answer through the same client. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataDir, settings, startWaitMs = START_WAIT_MS, clockAheadMs = 0 } = options;
  const patience: Patience = { ms: startWaitMs };
  if (databaseUrl) {
    const place = await reach(databaseUrl, startWaitMs, options);
    const session = (): Record<string, unknown> => clientSettings({ connectionString: databaseUrl, clockAheadMs });
    const knex = openKnex(session, () => false, options, patience);
    return { knex, url: databaseUrl, embedded: false, place, session, started: () => hurry(knex, patience), close: () => knex.destroy() };
  }
  const embedded = await openEmbedded(dataDir, settings);
  let known = embedded.connection();
  const place = placeOf(known);
  // Asked again for each new connection: after a restart the port may be another one.
  const asked = (): Record<string, unknown> => {
    known = embedded.connection();
    return clientSettings({ ...known, clockAheadMs });
  };
  const knex = openKnex(asked, () => embedded.connection().port !== known.port, options, patience);
  const close = async (): Promise<void> => {
    await knex.destroy();
    await embedded.release();
  };
  const session = (): Record<string, unknown> => clientSettings(embedded.connection());
  return { knex, url: urlOf(known), embedded: true, place, session, started: () => hurry(knex, patience), close };
}
