import type pg from 'pg';
import { refused } from '../domain/ground/errors.ts';
import { databaseTexts } from '../domain/texts/program/database.ts';

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
