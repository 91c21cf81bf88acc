import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '../../seeds/demo/load.ts';
import type { Database } from '../../server/db/connect.ts';
import { knownMigrations, migrate, migrateDown, migrationStatus } from '../../server/db/migrate.ts';
import { dataDir } from '../support/data-dir.ts';
import { testDatabase } from '../support/database.ts';
import { TODAY, testDemo } from '../support/demos.ts';
import { tell } from '../support/figures.ts';
import { type Line, lineTo } from '../support/line.ts';
import { plannerKilled } from '../support/program.ts';
import { eventually } from '../support/wait.ts';

const LONG = Boolean(process.env.LONG_TESTS);
/** The messages that a command sends before its own work begins. */
const FIRST = 6;
const MASTERS = ['tasks', 'facilities', 'products', 'orders', 'lots', 'order_tasks', 'castings', 'holidays', 'employees'];
const clock = (): number => Date.parse(`${TODAY}T07:00:00+09:00`);
let database: Database;
let line: Line;
const folder = dataDir();
const db = () => database.knex;
const env = () => ({ DATABASE_URL: line.url, DATA_DIR: folder.path });

beforeAll(async () => {
  database = await testDatabase();
  line = await lineTo(database.url);
  await loadDemo(db(), testDemo({ orders: 25, products: 20 }), { clock });
});
afterAll(async () => {
  await line.close();
  await database.close();
  folder.remove();
});

/** Kills a command before so many messages have gone to the database; false where it had none left. */
async function killedAfter(messages: number, ...args: string[]): Promise<boolean> {
  const { over } = await plannerKilled(env(), line.breakAfter(messages), ...args);
  line.mend();
  // The session of a killed process may still be rolling back.
  const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
  await eventually(async () => (await db().raw(others)).rows.length, 20).toBe(0);
  return !over;
}

const rowsOf = async (knex: Knex): Promise<(number | null)[]> =>
  Promise.all(
    MASTERS.map(async (table) => ((await knex.schema.hasTable(table)) ? Number((await knex(table).count('* as n'))[0]?.n) : null)),
  );

test('a migration that is killed leaves the schema as it was, from each earlier one, and the next one completes it with every row', {
  timeout: 3_600_000,
}, async ({ task }) => {
  const known = knownMigrations();
  const levels = known.map((_, at) => at).filter((at) => LONG || at === known.length - 3 || at === 10);
  let kills = 0;
  for (const at of levels.reverse()) {
    await migrateDown(db(), known[at]!);
    const rows = await rowsOf(db());
    const steps = known.length - 1 - at;
    for (let n = FIRST + (LONG ? 2 : steps); ; n += Math.max(1, Math.floor(steps / 4))) {
      if (!(await killedAfter(n, 'db', 'migrate'))) break;
      kills += 1;
      expect((await migrationStatus(db())).applied).toEqual(known.slice(0, at + 1));
      expect(await rowsOf(db())).toEqual(rows);
      if (!LONG) break;
    }
    await migrate(db());
    expect((await migrationStatus(db())).pending).toEqual([]);
    expect(await rowsOf(db())).toEqual(rows);
  }
  const what = `kill -9 of a migration between statements, from ${levels.length} schemas with data`;
  tell(task, { part: 'faults', what, found: `${kills} kills, 0 half migrations, 0 rows lost`, wanted: 'all or nothing' });
  expect(kills).toBeGreaterThanOrEqual(levels.length);
});
