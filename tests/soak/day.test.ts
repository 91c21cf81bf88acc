import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import { workbookOf } from '../imports/support.ts';
import { order, write } from '../nightly/support.ts';
import { ownDatabase } from '../support/database.ts';
import { TODAY, testDemo } from '../support/demos.ts';
import { tell } from '../support/figures.ts';
import { ownFolder } from '../support/here.ts';
import { HEAP_PROBE, type ServerProcess, startServerProcess } from '../support/process.ts';

const LONG = Boolean(process.env.LONG_TESTS);
/** A plant's day, sped up; the short one only shows that it still can be lived. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? (LONG ? 30 : 0.1));
const [READERS, TERMINALS, PLANNERS] = LONG ? [30, 10, 4] : [4, 2, 1];
const RUN_EVERY_MS = 180_000;
const [LOOK_EVERY_MS, HEAP_EVERY_MS] = LONG ? [15_000, 60_000] : [1_000, 2_000];
/** A night every ten minutes, of what came into its inbox meanwhile; the short day has none. */
const NIGHTS = '*/10 * * * *';
/** Until then caches fill. */
const WARM_MINUTES = 10;
const MEBIBYTE = 2 ** 20;
const folder = ownFolder();
const inbox = join(folder, 'inbox');
const database = ownDatabase();
let server: ServerProcess;

beforeAll(async () => {
  await loadDemo(database.knex, testDemo({ orders: LONG ? 300 : 25, products: LONG ? 100 : 20 }), {
    clock: () => Date.parse(`${TODAY}T07:00:00+09:00`),
  });
  mkdirSync(inbox);
  const nights: Record<string, string> = LONG ? { INBOX_DIR: inbox, OUTBOX_DIR: join(folder, 'outbox'), NIGHTLY_CRON: NIGHTS } : {};
  server = await startServerProcess(database.url, { NODE_ENV: 'production', DATA_DIR: folder, ...HEAP_PROBE, ...nights });
});
afterAll(async () => {
  await server.kill9();
});

/** Who has waited for whom, longer than most writers take. */
const LONG_WAITS = `
  select left(a.query, 100) as waits, (select string_agg(b.state || ' ' || left(b.query, 100), ' | ') from pg_stat_activity b
    where b.pid = any(pg_blocking_pids(a.pid))) as "for"
  from pg_stat_activity a where a.datname = current_database() and a.wait_event_type = 'Lock' and now() - a.query_start > interval '0.5 s'`;

type Look = { minutes: number; handles: number; connections: number; files: number; lag: number };

const figure = (text: string, name: string): number =>
  Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);

/** Least squares, in units a minute. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  return over === 0 ? 0 : points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / over;
}

test('a day of readers, terminals, planners, imports, runs and exports leaves no more behind than its data', {
  timeout: (MINUTES + 5) * 60_000,
}, async ({ task }) => {
  const ends = performance.now() + MINUTES * 60_000;
  const began = performance.now();
  const slowest = { ms: 0, path: '', minutes: 0 };
  const bad: string[] = [];
  let calls = 0;
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${server.url}/api/login/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ employee_id: '1001', password: DEMO_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const call = async (method: string, path: string, body?: object, bearer = token): Promise<unknown> => {
    const asked = performance.now();
    const answer = await fetch(server.url + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${bearer}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    const ms = performance.now() - asked;
    calls += 1;
    if (!path.includes('download') && ms > slowest.ms) Object.assign(slowest, { ms, path, minutes: (asked - began) / 60_000 });
    // 409: a run is pending. 404: nothing to write yet.
    if (answer.status >= 500 || (answer.status >= 400 && ![404, 409].includes(answer.status)))
      bad.push(`${path}: ${answer.status} ${text}`);
    return answer.ok && text.startsWith('{') ? JSON.parse(text) : undefined;
  };
  /** Does the same again and again, with a person's pauses. */
  const often = async (pauseMs: number, work: (n: number) => Promise<unknown>): Promise<void> => {
    for (let n = 0; performance.now() < ends; n += 1) {
      await work(n);
      await pause(Math.min(pauseMs, Math.max(0, ends - performance.now())));
    }
  };
  const facilities = (await database.knex('facilities').orderBy('id').pluck('id')) as number[];
  const terminals = await Promise.all(
    Array.from({ length: TERMINALS }, async (_, who) => {
      const facility = facilities[who % facilities.length]!;
      const { id } = (await call('POST', '/api/terminals/', { name: `端末${who}`, facility_ids: [facility] })) as { id: number };
      const { code } = (await call('POST', `/api/terminals/${id}/code/`)) as { code: string };
      return { facility, bearer: ((await call('POST', '/api/terminal/pair/', { code })) as { token: string }).token };
    }),
  );
  const taps = { accepted: 0, already: 0, refused: 0 };
  const heaps: (readonly [minutes: number, bytes: number])[] = [];
  const pages = ['/api/orders/?limit=25', '/api/schedules/?limit=50', '/api/schedules/overview/', '/api/products/?limit=25', '/api/me/'];
  const looks: Look[] = [];
  const waits: { minutes: number; waits: string; for: string }[] = [];
  const people = [
    ...Array.from({ length: READERS }, (_, who) => often(2_000, (n) => call('GET', pages[(who + n) % pages.length]!))),
    ...terminals.map(({ facility, bearer }) => {
      let bar: number | undefined;
      return often(3_000, async (n) => {
        await call('GET', `/api/today/?facility=${facility}`, undefined, bearer);
        const open = () =>
          database.knex('plan_entries as e').join('bars as b', 'b.id', 'e.id').where({ 'e.facility_id': facility, finished: false });
        if (n % 2 === 0) bar = (await open().orderBy('e.start_at').first('e.id'))?.id;
        if (bar === undefined) return;
        const tap = { client_id: randomUUID(), kind: n % 2 === 0 ? 'start' : 'finish', at: `${TODAY}T08:00:00+09:00`, facility, unit: 0 };
        const told = await call('POST', '/api/marks/', { ...tap, entries: [{ entry_id: bar }] }, bearer);
        taps[(told as { result: 'accepted' | 'already' | 'refused' }).result] += 1;
      });
    }),
    ...Array.from({ length: PLANNERS }, (_, who) =>
      often(4_000, async () => {
        const bar = await database.knex('plan_entries').orderByRaw('id % 17').offset(who).first('id');
        if (bar) await call('POST', `/api/schedules/${bar.id}/switch_lock_status/`, {});
      }),
    ),
    often(RUN_EVERY_MS, () => call('POST', '/api/schedules/', { time_limit_seconds: LONG ? 20 : 1 })),
    often(60_000, () => call('POST', '/api/holiday-calendars/upload_csv/', { rows: [{ date: '2030-05-04', is_holiday: true }] })),
    often(120_000, () => call('GET', `/api/schedules/download_excel_gantt/?file_type=schedules&file_start_date=${TODAY}`)),
    often(60_000, async (n) => {
      const rows = Array.from({ length: 50 }, (_, at) => order(`0${9_000_000 + at}`, { number: 1 + (n % 5) }));
      if (!existsSync(join(inbox, '08-orders.xlsx'))) await write(inbox, '08-orders.xlsx', workbookOf('orders', rows));
    }),
    often(500, async () => {
      const minutes = (performance.now() - began) / 60_000;
      for (const row of (await database.knex.raw(LONG_WAITS)).rows) waits.push({ minutes, ...row });
    }),
    often(HEAP_EVERY_MS, async () => void heaps.push([(performance.now() - began) / 60_000, await server.heap()])),
    often(LOOK_EVERY_MS, async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      looks.push({
        minutes: (performance.now() - began) / 60_000,
        handles: figure(text, 'nodejs_active_handles_total'),
        connections: Number(
          (await database.knex.raw('select count(*) as n from pg_stat_activity where datname = current_database()')).rows[0].n,
        ),
        files: readdirSync(tmpdir()).filter((name) => name.startsWith('planner-upload')).length,
        lag: figure(text, 'nodejs_eventloop_lag_p99_seconds'),
      });
    }),
  ];
  await Promise.all(people);
  const from = Math.min(WARM_MINUTES, MINUTES / 3);
  const warm = looks.filter(({ minutes }) => minutes >= from);
  const perTenMinutes = (slope(heaps.filter(([minutes]) => minutes >= from)) * 10) / MEBIBYTE;
  const nights = await database.knex('nights').whereNotNull('finished_at').pluck('status');
  const most = (name: keyof Look): number => Math.max(...warm.map((look) => look[name]));
  const found = [
    `${calls} calls in ${MINUTES} min`,
    `heap ${perTenMinutes.toFixed(2)} MB in 10 min`,
    `${nights.length} nights, ${taps.accepted} marks`,
    `handles ${most('handles')}`,
    `connections ${most('connections')}`,
    `files ${most('files')}`,
    `event loop p99 ${(most('lag') * 1000).toFixed(0)} ms`,
    `slowest ${slowest.ms.toFixed(0)} ms (${slowest.path}, minute ${slowest.minutes.toFixed(1)})`,
  ];
  for (const one of found)
    tell(task, { part: 'soak', what: `${READERS} readers, ${TERMINALS} terminals, ${PLANNERS} planners`, found: one, wanted: '' });
  expect(bad).toEqual([]);
  expect(Number.isFinite(most('handles') + (heaps.at(-1)?.[1] ?? Number.NaN))).toBe(true);
  expect(nights.filter((status) => status !== 'complete')).toEqual([]);
  expect(most('files')).toBe(0);
  if (!LONG || MINUTES < 30) return;
  expect(nights.length).toBeGreaterThan(1);
  expect(taps.accepted).toBeGreaterThan(100);
  expect(perTenMinutes).toBeLessThanOrEqual(1);
  expect(slowest.ms, JSON.stringify(waits.filter(({ minutes }) => Math.abs(minutes - slowest.minutes) < 0.1))).toBeLessThan(2_000);
  expect(most('lag')).toBeLessThan(0.1);
});
