import type { Knex } from 'knex';

const RealDate = Date;
const real = RealDate.now.bind(RealDate);
let ahead = 0;

/** The machine's clock as this process reads it, set forward or back from the true one; stopwatches and timers go on as they do when a machine's is. */
class SetDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(real() + ahead);
    else super(...(given as [number]));
  }
  static override now(): number {
    return real() + ahead;
  }
}

/** Sets this process's clock so far ahead of where it is now. */
export function setClock(byMs: number): void {
  ahead += byMs;
  globalThis.Date = SetDate as DateConstructor;
}

/** Puts the true clock back. */
export function trueClock(): void {
  ahead = 0;
  globalThis.Date = RealDate;
}

/** Every moment that the database dates by its own clock, or compares with it. */
const DATED = `select table_name as "table", array_agg(column_name::text) as columns from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone' and table_name !~ '^knex_'
    and (column_default ~ 'now|clock_timestamp' or column_name in ('heartbeat_at', 'resets_at', 'published_at', 'edited_at', 'marked_at')
      or table_name = 'jobs')
  group by 1 order by 1`;

/** Sets a database's clock: to it, all that it has dated lies so much further back, or ahead. Others write meanwhile. */
export async function setDatabaseClock(db: Knex, byMs: number): Promise<void> {
  const { rows } = (await db.raw(DATED)) as { rows: { table: string; columns: string[] }[] };
  for (;;) {
    try {
      await db.transaction(async (trx) => {
        for (const { table, columns } of rows)
          await trx(table).update(
            Object.fromEntries(columns.map((column) => [column, trx.raw(`?? - ? * interval '1 ms'`, [column, byMs])])),
          );
      });
      return;
    } catch (error) {
      // A deadlock with who writes, or a wait for one.
      if (!['40P01', '55P03'].includes((error as { code: string }).code)) throw error;
    }
  }
}
