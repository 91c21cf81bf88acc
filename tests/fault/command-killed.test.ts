import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backup } from '../../server/db/backup/backup.ts';
import { checkBackupFile } from '../../server/db/backup/backup-file.ts';
import { startJobWorker } from '../../server/db/jobs/worker.ts';
import { migrate, migrateDown, migrationStatus } from '../../server/db/schema/migrate.ts';
import { exportWork } from '../../server/features/exports/exports.service.ts';
import { workNight } from '../../server/features/nightly/nightly.service.ts';
import { workRun } from '../../server/features/runs/ask/runs.service.ts';
import { createLog } from '../../server/log.ts';
import { withServices } from '../../server/services.ts';
import { workbookOf } from '../imports/support.ts';
import { clock, leaseRunsOut, order, write } from '../nightly/support.ts';
import { ownDatabase, WAITING } from '../support/database.ts';
import { testConfig, testDemo } from '../support/demos.ts';
import { tell } from '../support/figures.ts';
import { ownFolder } from '../support/here.ts';
import { type Line, lineTo } from '../support/line.ts';
import { plannerKilled } from '../support/program.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { forgetDefinitions, makeFormer, rowsOf, schemaOf } from '../support/schema.ts';
import { eventually } from '../support/wait.ts';

const LONG = Boolean(process.env.LONG_TESTS);
/** The messages that a command sends before its own work begins. */
const FIRST = 6;
const ROWS = 500;
const database = ownDatabase();
let line: Line;
const folder = ownFolder();
const path = (name: string): string => join(folder, name);
const inbox = path('inbox');
const db = () => database.knex;
const env = () => ({ DATABASE_URL: line.url, DATA_DIR: folder, INBOX_DIR: inbox });

beforeAll(async () => {
  line = await lineTo(database.url);
  await withServices(testConfig(database.url), async ({ loadDemo, runs }) => {
    await loadDemo(testDemo({ orders: 25, products: 20 }));
    await runs.runAndWait(QUICK_RUN, '1002');
  });
  await mkdir(inbox);
});
afterAll(async () => {
  await line.close();
});

/** The session of a killed process may still be rolling back. */
async function sessionsEnd(): Promise<void> {
  const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
  await eventually(async () => (await db().raw(others)).rows.length, 20).toBe(0);
}

/** Kills a command at a moment, while nobody else is in the database: a restore takes no other beside it. False where it was over before that. */
async function killed(moment: Promise<unknown>, args: readonly string[]): Promise<boolean> {
  await db().destroy();
  const { over } = await plannerKilled(env(), moment, ...args);
  db().initialize();
  return !over;
}

/** Kills a command before so many messages have gone to the database; false where it had none left. */
async function killedAfter(messages: number, ...args: string[]): Promise<boolean> {
  const was = await killed(line.breakAfter(messages), args);
  line.mend();
  await sessionsEnd();
  return was;
}

/** Kills a command that waits for a table held in this mode; false where it never did. */
async function killedAt(table: string, mode: string, ...args: string[]): Promise<boolean> {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query(`begin; lock table ${table} in ${mode} mode`);
  const waits = async () => (await holder.query(`${WAITING} and l.relation = $1::regclass`, [table])).rowCount;
  const was = await killed(eventually(waits, 20).toBeGreaterThan(0), args);
  await holder.end();
  await sessionsEnd();
  return was;
}

const countsOf = async (...tables: string[]): Promise<number[]> =>
  Promise.all(tables.map(async (table) => Number((await db()(table).count('* as n'))[0]?.n)));

/** What the whole database holds, jobs and moments apart. */
async function content(): Promise<unknown> {
  const made = { program: 'test', now_ms: 0 };
  const { tables } = await backup(db(), path('content'), made);
  return tables;
}

/** Somebody works what a killed command has left, once its lease has run out. */
async function takenUp(): Promise<void> {
  await leaseRunsOut(db());
  const night = workNight({ folders: { inbox, outbox: undefined }, settleMs: 20, run: QUICK_RUN });
  const worker = startJobWorker(
    { schedule: workRun, export: exportWork({ plantName: undefined }), nightly: night },
    { db: db(), clock, log: createLog('silent') },
  );
  await eventually(async () => db()('jobs').whereIn('status', ['queued', 'running'])).toEqual([]);
  await worker.stop();
}

interface Case {
  what: string;
  args: readonly string[];
  /** The table, held in a mode, for which it waits in the midst of its work. */
  at: readonly [table: string, mode: string];
  before?(): Promise<unknown>;
  /** Judges what is left. */
  left(): Promise<unknown>;
  /** Only among the long tests: other files kill the same work in another process. */
  long?: true;
}
let stood: unknown;

const CASES: readonly Case[] = [
  {
    what: 'backup',
    args: ['backup', path('killed.backup')],
    at: ['order_tasks', 'access exclusive'],
    left: async () => {
      // Killed behind its own end.
      if (existsSync(path('killed.backup'))) await checkBackupFile(path('killed.backup'));
      await rm(path('killed.backup'), { force: true });
      for (const name of (await readdir(folder)).filter((one) => one.endsWith('.part')))
        await expect(checkBackupFile(path(name))).rejects.toMatchObject({ kind: 'refused' });
    },
  },
  {
    what: 'restore --replace',
    args: ['restore', path('good.backup'), '--replace'],
    at: ['employees', 'access share'],
    before: async () => {
      if (!existsSync(path('good.backup'))) await backup(db(), path('good.backup'), { program: '1.0.0', now_ms: 0 });
      await db()('holidays').insert({ date: '2031-01-01' }).onConflict().ignore();
      stood = await content();
    },
    // Either what was there, or what the file holds.
    left: async () => {
      const { tables } = await checkBackupFile(path('good.backup'));
      expect([stood, tables]).toContainEqual(await content());
      for (const name of (await readdir(folder)).filter((one) => /before-restore-\w+$/.test(one)))
        expect((await checkBackupFile(path(name))).tables).toEqual(stood);
    },
  },
  {
    what: 'export',
    long: true,
    args: ['export', 'schedules', '-o', path('killed.xlsx')],
    at: ['holidays', 'access exclusive'],
    left: async () => {
      expect(existsSync(path('killed.xlsx'))).toBe(false);
      await takenUp();
      const { rows } = await db().raw('select status, (content is not null) as whole from excel_files f join jobs j on j.id = f.job_id');
      for (const row of rows) expect(row).toEqual({ status: 'complete', whole: true });
      await db()('excel_files').delete();
    },
  },
  {
    what: 'nightly',
    long: true,
    args: ['nightly'],
    at: ['import_log', 'share'],
    before: async () => {
      await rm(inbox, { recursive: true });
      await mkdir(inbox);
      await db()('orders').whereLike('serial_number', '0777%').delete();
      await write(inbox, '08-orders.xlsx', workbookOf('orders', [order('07770001', { product_code: 'P1' })]));
      stood = await countsOf('import_log', 'nights');
    },
    left: async () => {
      await takenUp();
      const [imports = 0, nights = 0] = stood as number[];
      // Either it was never asked for, or it comes to its whole end.
      const now = await countsOf('import_log', 'nights');
      expect([stood, [imports + 1, nights + 1]]).toContainEqual(now);
      if (now[1] === nights) return;
      expect(await db()('nights').orderBy('id', 'desc').first('status', 'problems')).toEqual({ status: 'complete', problems: [] });
      expect((await readdir(join(inbox, 'done'), { recursive: true })).filter((name) => name.endsWith('.xlsx'))).toHaveLength(1);
    },
  },
  {
    what: 'import',
    args: ['import', 'orders', path('orders.xlsx')],
    at: ['import_log', 'share'],
    long: true,
    before: async () => {
      const rows = Array.from({ length: ROWS }, (_, n) => order(`0${8_000_000 + n}`, { product_code: 'P1' }));
      await write(folder, 'orders.xlsx', workbookOf('orders', rows));
      stood = await countsOf('orders', 'audit', 'import_log');
    },
    left: async () => {
      const [orders = 0, audit = 0, imports = 0] = stood as number[];
      const whole = [orders + ROWS, audit + ROWS + 1, imports + 1];
      expect([stood, whole]).toContainEqual(await countsOf('orders', 'audit', 'import_log'));
      await db()('orders').whereLike('serial_number', '080%').delete();
    },
  },
  {
    what: 'schedule run',
    args: ['schedule', 'run', '--time-limit', '1', '--wait'],
    at: ['furnace_runs', 'share'],
    long: true,
    before: async () => {
      await db()('plans').update({ fingerprint: null });
      stood = await countsOf('plan_entries');
    },
    left: async () => {
      expect(await countsOf('plan_entries')).toEqual(stood);
      await takenUp();
      const { rows } = await db().raw('select 1 from plan_entries group by id having count(*) > 1');
      expect(rows).toEqual([]);
    },
  },
];

for (const { what, args, at, before, left, long } of CASES)
  test.runIf(LONG || !long)(
    `planner ${what}, killed: all of it or nothing, and nothing that only looks whole`,
    {
      timeout: 3_600_000,
    },
    async ({ task }) => {
      await before?.();
      expect(await killedAt(...at, ...args)).toBe(true);
      await left();
      let kills = 1;
      for (let n = FIRST; LONG; n += 1 + Math.floor(n / 8)) {
        await before?.();
        const killed = await killedAfter(n, ...args);
        if (!killed) break;
        await left();
        kills += 1;
      }
      tell(task, { part: 'faults', what: `kill -9 of planner ${what}`, found: `${kills} kills, 0 half ones`, wanted: 'all or nothing' });
    },
  );

/** From what a migration can begin, each behind the one before it. */
const BEGINNINGS: readonly { what: string; make(): Promise<void> }[] = [
  { what: 'views and functions by other texts', make: () => forgetDefinitions(db()) },
  { what: 'the last schema before 1.0.0', make: () => makeFormer(db()) },
  { what: 'nothing', make: () => migrateDown(db()) },
];

test('a migration that is killed leaves the schema as it was, from whatever it begins, and the next one completes it with every row', {
  timeout: 3_600_000,
}, async ({ task }) => {
  const whole = await schemaOf(db());
  let kills = 0;
  const counts = async () => Object.entries(await rowsOf(db())).map(([table, { rows }]) => `${rows} ${table}`);
  for (const { what, make } of BEGINNINGS) {
    await make();
    await migrate(db());
    const done = await counts();
    await make();
    const [before, rows] = [await schemaOf(db()), await rowsOf(db())];
    for (let n = LONG ? FIRST : FIRST + 30; ; n += 1 + Math.floor(n / 8)) {
      if (!(await killedAfter(n, 'db', 'migrate'))) break;
      // Whole where it was killed after its commit and before its end.
      const now = await schemaOf(db());
      const half = (await migrationStatus(db())).pending.length > 0;
      expect(now, what).toEqual(half ? before : whole);
      if (half) expect(await rowsOf(db()), what).toEqual(rows);
      else expect(await counts(), what).toEqual(done);
      if (half) kills += 1;
      if (!half || !LONG) break;
    }
    await migrate(db());
    expect(await schemaOf(db())).toEqual(whole);
    expect(await counts()).toEqual(done);
  }
  const what = `kill -9 of a migration between statements, from ${BEGINNINGS.length} beginnings`;
  tell(task, { part: 'faults', what, found: `${kills} kills, 0 half migrations, 0 rows lost`, wanted: 'all or nothing' });
  expect(kills).toBeGreaterThanOrEqual(BEGINNINGS.length);
});
