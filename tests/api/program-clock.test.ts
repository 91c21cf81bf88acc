import { beforeAll, expect, it } from 'vitest';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import { serverHere } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';

const TODAY = '2026-04-07';
const server = serverHere({ demo: false, config: { role: 'api', today: TODAY } });
const get = async <Id extends OperationId>(path: string): Promise<Success<Id>> => (await server.ask('GET', path)).body as Success<Id>;

beforeAll(async () => {
  const make = plantBuilder(server.db);
  const task = await make.task();
  await make.facility({ tasks: [task] });
  const order = await make.order({ product_id: await make.product(), casting_date: '2026-04-06', delivery_date: '2026-04-20' });
  await make.orderTask(await make.lot(order), task);
  const body = { rows: [{ date: '2026-05-04', is_holiday: true }] };
  await server.ask('POST', '/api/holiday-calendars/upload_csv/', body);
  await server.services.runs.runAndWait(QUICK_RUN, '1001');
});

it('says when something was done, wherever it is shown', async () => {
  const bar = (await server.db('plan_entries').first('id')).id;
  await server.ask('POST', `/api/schedules/${bar}/switch_lock_status/`, {});
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
