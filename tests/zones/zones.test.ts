import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import { createApp } from '../../server/app.ts';
import type { OperationId } from '../../server/contract/handlers.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import type { Database } from '../../server/db/connect.ts';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { SERVER_OPTIONS } from '../../server/http/http.ts';
import { withServices } from '../../server/services.ts';
import { testDatabase } from '../support/database.ts';
import { testConfig, testDemo } from '../support/demos.ts';
import { tell } from '../support/figures.ts';
import { ownFolder } from '../support/here.ts';
import { pgbouncer, pooled } from '../support/pooler.ts';
import { startServerProcess } from '../support/process.ts';
import { QUICK_RUN } from '../support/quick-run.ts';

const LONG = Boolean(process.env.LONG_TESTS);
/** The last day of a year, a leap day, and one like others. */
const ALIKE = LONG ? ['2026-12-31', '2028-02-29', '2026-04-01'] : ['2028-02-29'];
/** Days whose midnight is lived through: these, and the ends of February with a leap day to come and without. */
const MIDNIGHTS = LONG ? [...ALIKE, '2028-02-28', '2027-02-28'] : ALIKE;

/** Where a server stands, where its database says it stands, and whether a pooler is between them. */
type Way = { host: string; database: string; pooler: boolean };
const HOSTS = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati'];
const EVERY = HOSTS.flatMap((host) =>
  ['UTC', 'Asia/Tokyo'].flatMap((database) => [false, true].map((pooler) => ({ host, database, pooler }))),
);
const FARTHEST: Way[] = [
  { host: 'UTC', database: 'UTC', pooler: false },
  { host: 'Pacific/Kiritimati', database: 'Asia/Tokyo', pooler: Boolean(pgbouncer) },
];
const WAYS = LONG ? EVERY.filter(({ pooler }) => !pooler || pgbouncer) : FARTHEST;

const HOUR_MS = 3_600_000;
/** Questions that are answered otherwise on another day, whatever the plan. */
const OF_TODAY = ['/api/today/', '/api/figures/'];

let database: Database;
const folder = ownFolder();
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.close();
});

/** What is never asked: a stream has no end, a workbook is compared by what is in it elsewhere, and these tell of the process. */
const LEFT_OUT: readonly OperationId[] = ['getEvents', 'getOwnTerminal', 'getHealth', 'getReady', 'downloadExcelGantt', 'getExcelFile'];

/** Every question, about rows that are there. */
async function questions(day: string): Promise<string[]> {
  const db = database.knex;
  const first = async (table: string): Promise<number> => (await db(table).orderBy('id').first('id'))?.id ?? 1;
  const [bar, order, task, run] = [await first('plan_entries'), await first('orders'), await first('tasks'), await first('furnace_runs')];
  const imported = await first('import_log');
  const ids: Record<string, number> = {
    schedules: bar,
    'furnace-runs': run,
    'schedule-queues': await first('jobs'),
    'import-history': imported,
  };
  const span = `from_date=${day}&to_date=${day}`;
  const queries: Partial<Record<OperationId, string>> = {
    ...{ getAvailability: span, getClosedDays: span, listScheduleLoads: span, findInSchedule: 'q=026' },
    ...{ getLateness: `order_id=${order}`, getAdvice: `order_id=${order}`, getLeftOutOfImports: `ids=${imported}` },
    ...{ getSurroundings: `entry_ids=${bar}&${span}`, getFreeTime: `from_date=${day}&task_id=${task}` },
  };
  const reads = (Object.entries(OPERATIONS) as [OperationId, { method: string; path: string }][]).filter(
    ([id, { method }]) => method === 'get' && !LEFT_OUT.includes(id),
  );
  const asked = await Promise.all(
    reads.map(async ([id, { path }]) => {
      const [, list = ''] = /^\/api\/([\w-]+)\/\{id\}/.exec(path) ?? [];
      const row = ids[list] ?? ((await db.schema.hasTable(list)) ? await first(list) : 1);
      return `${path.replace('{id}', String(row)).replace('{kind}', 'orders')}${queries[id] ? `?${queries[id]}` : ''}`;
    }),
  );
  return [...asked, `/api/audit/?${span}`, `/api/import-history/?${span}`, `/api/today/?date=${day}`];
}

/**
 * An answer as text, a workbook by its sheets. The clock of each server began at 07:00 of the day: moments around it, whose seconds depend on how long a start
 * took, are one.
 */
function plain(bytes: Uint8Array, day: string): string {
  const isBook = strFromU8(bytes.subarray(0, 2)) === 'PK';
  const sheets = isBook ? Object.entries(unzipSync(bytes)).filter(([name]) => !name.startsWith('docProps/')) : [['', bytes] as const];
  const text = sheets.map(([name, part]) => `${name} ${strFromU8(part)}`).join();
  return text.replaceAll(new RegExp(`${day}T(06:5\\d|07:0\\d)(:\\d\\d)?`, 'g'), `${day}T07:00`);
}

/** What the server there answers to each question of a day, once it has reckoned what it reckons behind the first answer. */
async function heardAt(url: string, day: string): Promise<Map<string, string>> {
  const body = JSON.stringify({ employee_id: '1001', password: DEMO_PASSWORD });
  const login = await fetch(`${url}/api/login/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { token } = (await login.json()) as { token: string };
  const ask = (path: string): Promise<Response> => fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  // Not by `expect.poll`, which moves a clock that a test has set.
  while (!((await (await ask('/api/schedules/misfits/')).json()) as { known: boolean }).known) await pause(100);
  const heard = new Map<string, string>();
  for (const path of await questions(day)) {
    const answer = await ask(path);
    heard.set(path, `${answer.status} ${plain(new Uint8Array(await answer.arrayBuffer()), day)}`);
  }
  return heard;
}

/** What a server answers to each question that way. */
async function answers({ host, database: zone, pooler }: Way, day: string): Promise<Map<string, string>> {
  const { pathname } = new URL(database.url);
  await database.knex.raw(`alter database ?? set timezone to '${zone}'`, [pathname.slice(1)]);
  const between = pooler ? await pooled(database.url, ['pool_mode = session']) : undefined;
  const server = await startServerProcess(between?.url ?? database.url, { TZ: host, TODAY: day, ROLE: 'api', DATA_DIR: folder });
  try {
    return await heardAt(server.url, day);
  } finally {
    await server.kill9();
    await between?.close();
  }
}

/** A server in this process, whose clock begins at 07:00 of the day. */
async function served(day: string): Promise<{ url: string; close(): Promise<void> }> {
  const app = await createApp({ ...testConfig(database.url), dataDir: folder, today: day, role: 'api' });
  const server = createServer(SERVER_OPTIONS, app.http);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await app.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** A planned foundry of that day, with an import and a night that left a row out. */
async function prepare(day: string): Promise<void> {
  await database.close();
  database = await testDatabase();
  await withServices({ ...testConfig(database.url), today: day }, async ({ loadDemo, importFile, runs }) => {
    await loadDemo(testDemo({ today: day, orders: 25, products: 20 }));
    await runs.runAndWait(QUICK_RUN, '1002');
    // A day that is no Sunday in any of the years: what changes nothing cannot be taken back.
    const bytes = Buffer.from(`日付,稼働/非稼働区分\n${Number(day.slice(0, 4)) + 1}-01-05,1\n2月30日,1\n`);
    await importFile('holidays', { name: '休日.csv', bytes }, { skipBadRows: true });
  });
  await database.knex('promises').insert({ title: '', asked_by: '1002', lines: '[]', answers: '[]', refined_at: new Date() });
  const [{ id: job_id }] = await database.knex('jobs').insert({ kind: 'nightly', status: 'complete' }).returning('id');
  const [{ id: night_id }] = await database.knex('nights').insert({ job_id, day, status: 'complete' }).returning('id');
  const file = { night_id, position: 0, name: '休日.csv', stage: 'settled', outcome: 'done' };
  await database.knex('night_files').insert({ ...file, import_id: (await database.knex('import_log').max('id as id').first())?.id });
}

/** How the answers differ from those that were expected, a line each. */
function differences(expected: ReadonlyMap<string, string>, heard: ReadonlyMap<string, string>): string[] {
  return [...heard].flatMap(([path, answer]) => {
    const was = expected.get(path) ?? '';
    const at = [...answer].findIndex((letter, place) => letter !== was[place]);
    const near = (text: string): string => text.slice(Math.max(0, at - 60), at + 60);
    return answer === was ? [] : [`${path}: …${near(was)}… and …${near(answer)}…`];
  });
}

describe.for(MIDNIGHTS)('on %s', { timeout: 1_800_000 }, (day) => {
  beforeAll(() => prepare(day));
  const part = 'zones';

  test.runIf(ALIKE.includes(day))(
    'every question is answered byte by byte alike, wherever the server and its database stand',
    async ({ task }) => {
      const [first, ...others] = WAYS as [Way, ...Way[]];
      const expected = await answers(first, day);
      expect([...expected].flatMap(([path, answer]) => (answer.startsWith('200') ? [] : [`${path}: ${answer.slice(0, 200)}`]))).toEqual([]);
      const different: string[] = [];
      for (const way of others)
        different.push(...differences(expected, await answers(way, day)).map((line) => `${Object.values(way)} ${line}`));
      const what = `${expected.size} questions on ${day}, asked in ${WAYS.length} zones of host and database, with and without a pooler`;
      tell(task, { part, what, found: `${different.length} other answers`, wanted: '0' });
      expect(different).toEqual([]);
    },
  );

  describe.for(LONG ? ['Pacific/Niue', 'Pacific/Kiritimati', 'Asia/Tokyo'] : ['Pacific/Niue'])('by a machine in %s', (zone) => {
    const before = process.env.TZ;
    afterEach(() => {
      vi.useRealTimers();
      process.env.TZ = before;
    });

    test('a server that lived through midnight answers as one that began after it', async ({ task }) => {
      const next = addDays(day, 1);
      const seven = Date.now();
      const at = (hours: number, seconds: number): void => void vi.setSystemTime(seven + hours * HOUR_MS + seconds * 1_000);
      process.env.TZ = zone;
      vi.useFakeTimers({ toFake: ['Date'] });
      at(0, 0);
      const old = await served(day);
      at(24, 0);
      const fresh = await served(next);
      try {
        at(17, -2);
        const evening = await heardAt(old.url, day);
        at(17, 2);
        const [lived, begun] = [await heardAt(old.url, next), await heardAt(fresh.url, next)];
        const today = (heard: ReadonlyMap<string, string>): string => JSON.parse(heard.get('/api/today/')?.slice(4) ?? '{}').date;
        expect([today(evening), today(lived)]).toEqual([day, next]);
        const changed = [...evening].filter(([path, answer]) => lived.has(path) && lived.get(path) !== answer).map(([path]) => path);
        expect(changed).toEqual(expect.arrayContaining(OF_TODAY));
        const different = differences(begun, lived);
        const what = `${lived.size} questions at 00:00:02 of ${next} in ${zone}, of a server that was asked at 23:59:58`;
        tell(task, { part, what, found: `${different.length} answers of yesterday`, wanted: '0' });
        expect(different).toEqual([]);
      } finally {
        vi.useRealTimers();
        await old.close();
        await fresh.close();
      }
    });
  });
});
