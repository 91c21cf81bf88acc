import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { type TestServer, testServer } from '../support/server.ts';

const TODAY = '2026-04-07';
let server: TestServer;
let token: string;
const get = async <Id extends OperationId>(path: string): Promise<Success<Id>> =>
  (await server.call('GET', path, { token })).body as Success<Id>;

beforeAll(async () => {
  server = await testServer({ demo: false, config: { role: 'api', today: TODAY } });
  token = await server.token('1001');
  const make = plantBuilder(server.db);
  const task = await make.task();
  await make.facility({ tasks: [task] });
  const order = await make.order({ product_id: await make.product(), casting_date: '2026-04-06', delivery_date: '2026-04-20' });
  await make.orderTask(await make.lot(order), task);
  const body = { rows: [{ date: '2026-05-04', is_holiday: true }] };
  await server.call('POST', '/api/holiday-calendars/upload_csv/', { token, body });
  await server.services.runs.runAndWait(QUICK_RUN, '1001');
});
afterAll(() => server.close());

it('says when something was done, wherever it is shown', async () => {
  const bar = (await server.db('plan_entries').first('id')).id;
  await server.call('POST', `/api/schedules/${bar}/switch_lock_status/`, { token, body: {} });
  const [run] = (await get<'listScheduleQueues'>('/api/schedule-queues/')).results;
  const { report } = await get<'getRunReport'>('/api/schedule-queues/report/');
  const figures = await get<'getFigures'>('/api/figures/');
  const said = {
    ...{ asked: run?.created_at, begun: run?.started_at, ended: run?.finished_at, report: report?.finished_at },
    ...{ 指標: figures.last_run?.finished_at, 'plan of 指標': figures.planned_at },
    strip: (await get<'getScheduleOverview'>('/api/schedules/overview/')).planned_at,
    外注: (await get<'getOutsourcingSummary'>('/api/outsourcing-work/summary/')).planned_at,
    変更履歴: (await get<'listAudit'>('/api/audit/')).results[0]?.at,
    取込履歴: (await get<'listImportHistory'>('/api/import-history/')).results[0]?.at,
    元に戻す: (await get<'getScheduleHistory'>('/api/schedules/history/')).undo?.at,
  };
  expect(Object.entries(said).filter(([, at]) => !at?.startsWith(TODAY))).toEqual([]);
});

it.each(['/api/audit/', '/api/import-history/'])('is searched by that day: %s', async (path) => {
  const count = async (from: string, to: string): Promise<number> =>
    (await get<'listAudit'>(`${path}?from_date=${from}&to_date=${to}`)).count;
  const all = await count('2000-01-01', '2100-12-31');
  expect(all).toBeGreaterThan(0);
  expect([await count(TODAY, TODAY), await count('2000-01-01', '2026-04-06'), await count('2026-04-08', '2100-12-31')]).toEqual([
    all,
    0,
    0,
  ]);
});
