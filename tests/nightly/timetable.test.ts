import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startJobWorker } from '../../server/db/jobs/worker.ts';
import { addDays, instantAt, plantDate } from '../../server/domain/ground/plant-time.ts';
import { latestNight, requestNight, startTimetable, workNight } from '../../server/features/nightly/nightly.service.ts';
import { nightAge } from '../../server/features/nightly/timetable.ts';
import { createLog } from '../../server/log.ts';
import { workbookOf } from '../imports/support.ts';
import { ownDatabase } from '../support/database.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { eventually } from '../support/wait.ts';
import { clock, type Folders, knownOrder, latest, makeFolders, night, order, orderTask, smallPlant, write } from './support.ts';

const database = ownDatabase();
let folders: Folders;
const log = createLog('silent');
const db = () => database.knex;

beforeAll(async () => {
  await smallPlant(db());
});
beforeEach(async () => {
  folders = await makeFolders();
  await db()('jobs').del();
  await db()('settings').del();
  return folders.remove;
});

const DAY_MS = 86_400_000;
const nights = async (): Promise<{ firing: string | null }[]> => db()('nights').orderBy('id').select('firing');

test('a timetable begins nights by itself; every firing has one, however many processes and workers there are', async () => {
  const context = { db: db(), clock, log, cron: '* * * * * *' };
  const timetables = [startTimetable(context), startTimetable(context)];
  const work = workNight({ folders, settleMs: 1, run: QUICK_RUN });
  const workers = [1, 2].map(() => startJobWorker({ nightly: work, schedule: async () => undefined }, { db: db(), clock, log }));
  try {
    await eventually(async () => (await nights()).length, 300).toBeGreaterThan(0);
  } finally {
    await Promise.all(timetables.map(({ stop }) => stop()));
    await Promise.all(workers.map(({ stop }) => stop()));
  }
  const firings = (await nights()).map(({ firing }) => firing);
  expect(new Set(firings).size).toBe(firings.length);
  // Asked for a firing that had its night, there is none more; and while one is pending it is the one that comes back.
  await db()('jobs').update({ status: 'complete' });
  expect(await requestNight(db(), { firing: firings[0]!, requested_by: 'nightly', now_ms: clock() })).toBeUndefined();
  const asked = await Promise.all([1, 2, 3].map(() => requestNight(db(), { requested_by: 'cli', now_ms: clock() })));
  expect(new Set(asked.map((job) => job?.id)).size).toBe(1);
});

test('its times are those of Japan, whatever the zone of the server; one that passed without a night is said', async () => {
  expect(process.env.TZ).toBe('America/New_York');
  const timetable = startTimetable({ db: db(), clock, log, cron: '30 2 * * *' });
  await eventually(async () => (await latestNight(db(), 0)).configured, 50).toBe(true);
  await timetable.stop();
  const { next_at } = await latestNight(db(), 0);
  const today = plantDate(Date.now());
  expect([today, addDays(today, 1)].map((day) => instantAt(day, '02:30'))).toContain(next_at);
  expect(await latestNight(db(), 0)).toMatchObject({ missed_at: null, night: null, running: false });
  // No worker was there at that time, and none has been since.
  const missed = instantAt(addDays(today, -1), '02:30');
  expect(await nightAge(db(), Date.now() + DAY_MS)).toBeCloseTo(DAY_MS / 1000, -2);
  const since = new Date(Date.now() - 2 * DAY_MS).toISOString();
  await db()('settings').update({ value: JSON.stringify({ cron: '30 2 * * *', next_at: missed, missed_at: null, since }) });
  expect(await latestNight(db(), 0)).toMatchObject({ configured: true, missed_at: missed });
  const again = startTimetable({ db: db(), clock, log, cron: '30 2 * * *' });
  await eventually(async () => (await latestNight(db(), 0)).next_at, 50).toBe(next_at);
  await again.stop();
  expect(await latestNight(db(), 0)).toMatchObject({ missed_at: missed });
  // Nights are kept since then, and there was none.
  expect(await nightAge(db(), Date.now())).toBeCloseTo((2 * DAY_MS) / 1000, -2);
  const byHand = startTimetable({ db: db(), clock, log, cron: '' });
  await byHand.ready;
  expect(await nightAge(db(), Date.now())).toBeUndefined();
});

test('without its inbox the night ends in error and says so; the plan is made all the same; an outbox that takes nothing is said too', async () => {
  await rm(folders.inbox, { recursive: true });
  await write(folders.root, 'outbox', 'a file where the folder should be');
  await knownOrder(db(), '02649001', '01');
  await night(db(), { folders });
  const { status, problems, planned, workbooks } = await latest(db());
  expect([status, planned]).toEqual(['error', true]);
  expect(problems[0]).toBe(
    `受付フォルダ「${folders.inbox}」を読めませんでした(フォルダまたはファイルが見つかりません)。ファイルは取り込まず、今あるデータで立案しました。`,
  );
  expect(problems.slice(1).length).toBeGreaterThan(0);
  for (const problem of problems.slice(1)) expect(problem).toMatch(/^出力フォルダ「.*」に「.*」を書き込めませんでした\(/);
  expect(workbooks[0]?.output_file).toMatch(/^\/api\/schedules\/excels\/\d+\/$/);
});

test('rows that lost their zeros, and lots that would be doubled by it, are left out and named; a file that is still written waits', async () => {
  await knownOrder(db(), '02648001', '01');
  const rows = [orderTask('02648001', '1')];
  await write(folders.inbox, '工程情報.xlsx', workbookOf('order-tasks', rows));
  const orders = [order('2648001'), order('2648002'), order('026A8003')];
  await write(folders.inbox, 'オーダー_20260401.xlsx', workbookOf('orders', orders));
  const growing = setInterval(
    () => void write(folders.inbox, 'castings.csv', 'x'.repeat(Math.floor(performance.now()))).catch(() => undefined),
    5,
  );
  await write(folders.inbox, 'castings.csv', '');
  await night(db(), { folders, settleMs: 60 }).finally(() => clearInterval(growing));
  const { files, left_out } = await latest(db());
  expect(files.map(({ name, outcome, row_count, left_out_count }) => [name, outcome, row_count, left_out_count])).toEqual([
    ['オーダー_20260401.xlsx', 'done', 1, 2],
    ['工程情報.xlsx', 'failed', 0, 1],
    ['castings.csv', 'left', null, null],
  ]);
  expect(left_out.map(({ reason }) => reason)).toEqual([
    '行2「製番」: 「2648001」は先頭の0が失われた可能性があります(02648001)。画面から「先頭の0を補う」で取り込んでください。',
    '行3「製番」: 「2648002」は先頭の0が失われた可能性があります(02648002)。画面から「先頭の0を補う」で取り込んでください。',
    '行2「追番」: 「1」は先頭の0が失われた可能性があります(01)。画面から「先頭の0を補う」で取り込んでください。',
  ]);
  expect(await db()('lots').join('orders as o', 'o.id', 'order_id').where('o.serial_number', '02648001').select('lot_number')).toEqual([
    { lot_number: '01' },
  ]);
  expect(files[2]?.message).toBe('書き込み中だったため、次の夜間処理で取り込みます。');
  expect(existsSync(join(folders.inbox, 'castings.csv'))).toBe(true);
});
