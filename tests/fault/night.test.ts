import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/db/connect.ts';
import { claim, type Job, MAX_ATTEMPTS } from '../../server/db/jobs/jobs.ts';
import { NIGHT_POINTS, NightLost } from '../../server/features/nightly/context.ts';
import { endCutOff, requestNight, workNight } from '../../server/features/nightly/nightly.service.ts';
import {
  clock,
  contentOf,
  type Folders,
  latest,
  leaseRunsOut,
  makeFolders,
  morningFiles,
  night,
  smallPlant,
  traceOf,
} from '../nightly/support.ts';
import { testDatabase, WAITING } from '../support/database.ts';
import { tell } from '../support/figures.ts';
import { eventually } from '../support/wait.ts';

const LONG = Boolean(process.env.LONG_TESTS);
const open: { database: Database; folders: Folders }[] = [];
const CUT_OFF = '夜間処理が中断しました。もう一度実行してください。';
/** What comes of a night that nobody disturbs; among the long tests. */
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
  if (!LONG) return;
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

test.runIf(LONG)('a night that nobody disturbs takes the good files, refuses the bad ones, plans and writes', async () => {
  expect(whole.trace.nights).toMatchObject([
    { status: 'partial', problems: [], summary: { file_count: 4, failed_count: 2, left_out_count: 1 } },
  ]);
  expect(whole.trace.plan).toHaveLength(2);
  expect(whole.outbox.length).toBeGreaterThan(0);
});

test.runIf(LONG)(
  'taken for dead at every one of its steps, each file at each of its own, it writes nothing more, and begun anew it comes to the same end',
  async ({ task }) => {
    const place = await evening();
    const { knex } = place.database;
    const points = new Set<string>();
    let left: Awaited<ReturnType<typeof outcome>> | undefined;
    const at = async (point: string, subject: string): Promise<void> => {
      const key = `${point} ${subject}`;
      if (points.has(key)) return;
      points.add(key);
      await leaseRunsOut(knex);
      left = await outcome(place);
    };
    for (;;) {
      left = undefined;
      const end = await night(knex, { folders: place.folders, at }).catch((error: unknown) => error);
      if (end === undefined) break;
      expect(end).toBeInstanceOf(NightLost);
      expect(await outcome(place)).toEqual(left);
    }
    expect([...new Set([...points].map((key) => key.split(' ')[0]))].sort()).toEqual([...NIGHT_POINTS].sort());
    expect(points.size).toBeGreaterThan(NIGHT_POINTS.length + 10);
    expect(await outcome(place)).toEqual(whole);
    const what = `a night whose worker is taken for dead, at ${points.size} points`;
    tell(task, { part: 'faults', what, found: 'nothing written afterwards, the same end', wanted: 'the same end' });
  },
);

test('taken for dead while it writes, it writes nothing; nor does it end the night that another works, whatever it dies of', async () => {
  const place = await evening();
  const { knex } = place.database;
  for (const table of ['night_files', 'import_log', 'night_workbooks', 'nights']) {
    const held = await knex.transaction();
    await held.raw('lock table ?? in share mode', [table]);
    const working = night(knex, { folders: place.folders }).catch((error: unknown) => error);
    await eventually(async () => (await held.raw(`${WAITING} and l.relation = ?::regclass`, [table])).rows, 20).toHaveLength(1);
    // Another has taken it up.
    await knex('jobs').where({ kind: 'nightly', status: 'running' }).increment('attempt', 1);
    const left = await outcome(place);
    await held.rollback();
    expect([table, await working]).toEqual([table, expect.any(NightLost)]);
    expect(await outcome(place)).toEqual(left);
    await leaseRunsOut(knex);
  }
  const job = (await requestNight(knex, { requested_by: 'cli', now_ms: clock() })) as Job;
  const mine = (await claim(knex, { kinds: ['nightly'], worker: 'test', id: job.id })) as Job;
  const dying = async (): Promise<void> => {
    await leaseRunsOut(knex);
    throw new Error('its session is gone');
  };
  await workNight({ folders: place.folders, at: dying })({ db: knex, clock }, mine);
  expect(await knex('nights').where({ job_id: job.id }).first('status', 'problems', 'finished_at')).toMatchObject({
    ...{ problems: [], finished_at: null },
  });
  if (!LONG) return;
  await night(knex, { folders: place.folders });
  expect(await outcome(place)).toEqual(whole);
});

test.runIf(LONG)(
  'a night that the workers gave up leaves what it imported to the next one, which moves it and imports it no second time',
  async () => {
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
  },
);
