import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/db/connect.ts';
import { MAX_ATTEMPTS } from '../../server/db/jobs/jobs.ts';
import { NIGHT_POINTS } from '../../server/features/nightly/context.ts';
import { endCutOff } from '../../server/features/nightly/nightly.service.ts';
import { testDatabase } from '../support/database.ts';
import { contentOf, type Folders, latest, leaseRunsOut, makeFolders, morningFiles, night, smallPlant, traceOf } from './support.ts';

const open: { database: Database; folders: Folders }[] = [];
const CUT_OFF = '夜間処理が中断しました。もう一度実行してください。';
let whole: { trace: Record<string, unknown>; inbox: Record<string, string>; outbox: string[] };

/** A small plant with a morning's files, of a test's own. */
async function evening(): Promise<{ database: Database; folders: Folders }> {
  const [database, folders] = await Promise.all([testDatabase(), makeFolders()]);
  await smallPlant(database.knex);
  await morningFiles(folders.inbox);
  open.push({ database, folders });
  return { database, folders };
}

const outcome = async ({ database, folders }: { database: Database; folders: Folders }) => ({
  trace: await traceOf(database.knex),
  inbox: await contentOf(folders.inbox),
  outbox: Object.keys(await contentOf(folders.outbox)),
});

beforeAll(async () => {
  const place = await evening();
  await night(place.database.knex, { folders: place.folders });
  whole = await outcome(place);
});
afterAll(async () => {
  for (const { database, folders } of open) {
    await database.close();
    await folders.remove();
  }
});

test('a night that nobody disturbs takes the good files, refuses the bad ones, plans and writes', async () => {
  expect(whole.trace.nights).toMatchObject([
    { status: 'partial', problems: [], summary: { file_count: 4, failed_count: 2, left_out_count: 1 } },
  ]);
  expect(whole.trace.plan).toHaveLength(2);
  expect(whole.outbox.length).toBeGreaterThan(0);
});

test('cut off at every one of its steps, each file at each of its own, and begun anew, it comes to the same end', async () => {
  const place = await evening();
  const crashes = new Set<string>();
  const at = (point: string, subject: string): void => {
    const key = `${point} ${subject}`;
    if (crashes.has(key)) return;
    crashes.add(key);
    throw new Error(`cut off at ${key}`);
  };
  for (;;) {
    const crash = await night(place.database.knex, { folders: place.folders, at }).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (crash === undefined) break;
    expect(crash).toMatch(/^cut off at/);
    await leaseRunsOut(place.database.knex);
  }
  expect([...new Set([...crashes].map((key) => key.split(' ')[0]))].sort()).toEqual([...NIGHT_POINTS].sort());
  expect(crashes.size).toBeGreaterThan(NIGHT_POINTS.length + 10);
  expect(await outcome(place)).toEqual(whole);
});

test('a process that is killed in the middle of it leaves nothing half done: the next one brings it to the same end', async () => {
  const place = await evening();
  const child = fork(
    fileURLToPath(new URL('./night-child.ts', import.meta.url)),
    [place.database.url, place.folders.inbox, place.folders.outbox],
    {
      execArgv: ['--import', 'tsx'],
    },
  );
  await new Promise<void>((resolve) => child.on('message', () => resolve()));
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  await leaseRunsOut(place.database.knex);
  await night(place.database.knex, { folders: place.folders });
  expect(await outcome(place)).toEqual(whole);
});

test('a night that the workers gave up leaves what it imported to the next one, which moves it and imports it no second time', async () => {
  const place = await evening();
  const { knex } = place.database;
  const at = (point: string, subject: string): void => {
    if (point === 'imported' && subject === '08-orders.xlsx') throw new Error('cut off');
  };
  await expect(night(knex, { folders: place.folders, at })).rejects.toThrow('cut off');
  await leaseRunsOut(knex, MAX_ATTEMPTS);
  expect(await latest(knex)).toMatchObject({ status: 'error', problems: [CUT_OFF] });
  // The row says what its job does, and keeps saying it.
  await endCutOff(knex);
  await endCutOff(knex);
  expect(await knex('nights').select('status', 'problems')).toEqual([{ status: 'error', problems: [CUT_OFF] }]);
  expect(await latest(knex)).toMatchObject({ status: 'error', problems: [CUT_OFF], finished_at: expect.any(String) });
  await night(knex, { folders: place.folders });
  const { inbox, trace } = await outcome(place);
  expect(Object.keys(inbox)).toEqual(Object.keys(whole.inbox));
  expect(trace.imports).toEqual(whole.trace.imports);
  expect(trace.plan).toEqual(whole.trace.plan);
});
