import pg from 'pg';
import { refused } from '../domain/ground/errors.ts';
import { toInstant } from '../domain/ground/plant-time.ts';
import { databaseTexts } from '../domain/texts/program/database.ts';
import type { Connection } from './postgres/embedded.ts';

/** What every session keeps to: nothing waits or runs for ever, and a day is a day of the plant. Times in milliseconds. */
const SETTINGS = {
  TimeZone: 'Asia/Tokyo',
  idle_in_transaction_session_timeout: 60_000,
  lock_timeout: 5_000,
  statement_timeout: 15_000,
  application_name: 'planner',
  // Compiling a statement takes longer than any of ours.
  jit: 'off',
  // kB for each sort and each set that a statement makes: what looks at every bar of 10,000 orders stays off the disk.
  work_mem: 16_384,
};

/** Differences between sessions: their time limits, and how far the program's clock is ahead of the machine's. */
export interface Own {
  limits?: Partial<Pick<typeof SETTINGS, 'lock_timeout' | 'statement_timeout'>>;
  clockAheadMs?: number;
}

/**
 * Tells a session its settings, in one round trip, and reads them back; by statements, for a pooler passes none on that come with the connection. Throws refused,
 * naming those that it has not taken.
 */
export async function settle(session: pg.ClientBase, { limits = {}, clockAheadMs = 0 }: Own = {}): Promise<void> {
  const settings = Object.entries({ ...SETTINGS, ...limits, 'planner.clock_ahead': `${clockAheadMs} ms` });
  const said = settings.map(([name, value]) => `set ${name} = '${value}';`).join(' ');
  const names = settings.map(([name]) => `('${name}')`).join(', ');
  const ask = 'select name, coalesce(s.setting, current_setting(name, true)) as setting';
  const answers = await session.query(`${said} ${ask} from (values ${names}) as told (name) left join pg_settings s using (name)`);
  const { rows } = (answers as unknown as pg.QueryResult<{ name: string; setting: string }>[]).at(-1)!;
  const taken = new Map(rows.map(({ name, setting }) => [name, setting]));
  const missing = settings.filter(([name, value]) => taken.get(name) !== String(value)).map(([name]) => name);
  if (missing.length > 0) throw refused(databaseTexts.settingsNotTaken(missing));
}

type Made = (error: unknown, session: pg.Client) => void;

/** For a pool: nobody gets a session before it has its settings, and one that does not take them is closed. */
export const settled =
  (own?: Own) =>
  (session: pg.Client, made: Made): void => {
    settle(session, own).then(
      () => made(undefined, session),
      (error: unknown) => {
        void session.end().catch(() => undefined);
        made(error, session);
      },
    );
  };

const OID = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700, int8Array: 1016, dateArray: 1182, numericArray: 1231 } as const;
const asNumber = (text: string): number => Number(text);

/**
 * A day; one that the wire cannot write (infinity, a year of five digits or before the first) becomes the last or the first that it can.
 */
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

/** So many texts are remembered at once. */
const MOST_REMEMBERED = 10_000;

/** A parser that gives what it gave before of the same text, one string and not another alike: a hundred thousand bars begin and end at few thousand moments. */
function remembering(parse: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const parsed = parse(text);
    known.set(text, parsed);
    return parsed;
  };
}

const PARSERS: Record<number, (text: string) => unknown> = {
  [OID.int8]: asNumber,
  [OID.numeric]: asNumber,
  [OID.date]: remembering(dayOfText),
  [OID.timestamptz]: remembering(instantOfText),
  [OID.int8Array]: arrayOf(asNumber),
  [OID.numericArray]: arrayOf(asNumber),
  [OID.dateArray]: arrayOf(dayOfText),
};

/** Dates stay texts, instants come as the wire writes them, numeric and bigint as numbers (all of ours are below 2^53). */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[oid]) || (pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown),
};

/** So long a call waits for a connection. */
export const CALL_WAIT_MS = 10_000;

/** How node-pg reaches this place and reads what it says. Every session is told its settings (`settle`) before anything else. */
export const clientSettings = (
  place: ({ connectionString: string } | Connection) & { clockAheadMs?: number },
): Record<string, unknown> => ({
  ...place,
  types,
  keepAlive: true,
  connectionTimeoutMillis: CALL_WAIT_MS,
});
