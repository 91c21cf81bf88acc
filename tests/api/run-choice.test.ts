import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import { enqueue } from '../../server/db/jobs/jobs.ts';
import { PUBLISHED, rowOf } from '../../server/db/plan.ts';
import { RUN_TEXTS } from '../../server/domain/texts/plan/runs.ts';
import { STEP_TEXTS } from '../../server/domain/texts/plan/steps.ts';
import type { RunPlan } from '../../server/features/runs/publish/publish.service.ts';
import type { PlannedEntry } from '../../server/scheduling/index.ts';
import { plantChoice } from '../support/choice.ts';
import {
  type Days,
  dayOf,
  daysOf,
  FIRST,
  type Foundry,
  foundry,
  offer as offerPlans,
  planOf as planOfDays,
  wholePlan as wholePlanOf,
} from '../support/offered-plans.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { type TestServer, testServer } from '../support/server.ts';

let server: TestServer;
let [planner, other, reader] = ['', '', ''];
const db = () => server.db;
const call = <Answer = { error: string }>(method: string, path: string, body?: object, token = planner) =>
  server.call(method, path, { token, ...(body ? { body } : {}) }) as Promise<{ status: number; body: Answer }>;
const get = async <Id extends OperationId>(path: string, token = planner) => (await call<Success<Id>>('GET', path, undefined, token)).body;
let made: Foundry;
const planOf = (days: Days, published = false): RunPlan => planOfDays(made, days, published);
const offer = (plans: RunPlan[], first = false): Promise<number> => offerPlans(db(), plans, first);
const wholePlan = () => wholePlanOf(db());
const days = () => daysOf(db());

const STOOD: Days = [1, 2, 1, 2];
const CALM: Days = [6, 8, 1, 2];
const MIDDLE: Days = [6, 7, 1, 2];
const PUNCTUAL: Days = [2, 3, 2, 3];
/** Plans ①, ②, ③ beside the one that stood; ② is published. */
const offered = (): RunPlan[] => [planOf(CALM), planOf(MIDDLE, true), planOf(PUNCTUAL)];

const report = async () => (await get<'getRunReport'>('/api/schedule-queues/report/')).report!;
/** The id of the plan that the run of the published one offers by this number. */
const planId = async (number: number): Promise<number> => (await report()).alternatives.find(({ id }) => id === number)?.plan ?? 0;
const published = async (): Promise<number> => (await rowOf(db(), PUBLISHED)).id;
const adopt = async (number: number, token = planner, body: object = {}) =>
  call('POST', `/api/plans/${await planId(number)}/adopt/`, { from: await published(), ...body }, token);

beforeAll(async () => {
  // Without a worker of its own: it would take the jobs that the tests claim.
  server = await testServer({ demo: false, config: { role: 'api' } });
  [planner, other, reader] = [await server.token('1002'), await server.token('1001'), await server.token('1004')];
});
beforeEach(async () => {
  await db()('jobs').delete();
  await db()('schedule_steps').delete();
  await db().raw('truncate actuals, furnace_loads, orders, furnace_runs cascade');
  await db()('plans').update({ published_at: null, edited_at: null, marked_at: null });
  made = await foundry(db());
  await offer([planOf(STOOD, true)], true);
});
afterAll(() => server.close());

describe('a run that offers several plans', () => {
  it('tells each with its lateness, and publishes one', async () => {
    await offer(offered());
    const { alternatives, choosable, moved, moved_orders } = await report();
    expect(choosable).toBe(true);
    expect(alternatives.map(({ id, late_days, published }) => [id, late_days, published])).toEqual([
      [1, 5, false],
      [2, 4, true],
      [3, 0, false],
    ]);
    expect(alternatives.map(({ furnace_runs }) => furnace_runs)).toEqual([2, 2, 1]);
    expect(await days()).toEqual([...MIDDLE]);
    expect([moved, moved_orders]).toEqual([2, 1]);
  });

  it('has another one published by one call: bars, furnace runs, messages, report and figures are of that one', async () => {
    const job = await offer(offered());
    expect((await adopt(3)).status).toBe(200);
    expect(await days()).toEqual([...PUNCTUAL]);
    expect(await db()('furnace_runs')).toHaveLength(1);
    const told = await report();
    expect(told).toMatchObject({
      ...{ late_before: 0, late_after: 0, late_days_after: 0, moved: 4, moved_orders: 2, choosable: true, first_orders: FIRST },
    });
    expect(told.alternatives.filter(({ published }) => published).map(({ id }) => id)).toEqual([3]);
    const { results } = await get<'listScheduleQueues'>('/api/schedule-queues/?limit=1');
    expect(results[0]).toMatchObject({ id: job, statistics: { late_days: 0, moved: 4 }, figures: { after: { late_days: 0 } } });
    expect((await get<'listAudit'>('/api/audit/?limit=1', other)).results[0]).toMatchObject({
      operation: 'adoptPlan',
      new: { alternative: 3 },
    });
  });

  it('shows where a plan has what it has elsewhere, and where bars stood before the run whatever is published', async () => {
    await offer(offered());
    const orders = made.orders.map(({ order }) => order).join(',');
    const places = async (query = ''): Promise<string[]> => {
      const { places: told } = await get<'getFormerPlaces'>(`/api/schedules/former_places/?order_ids=${orders}${query}`);
      return told.map(({ start_date }) => start_date.slice(8, 10));
    };
    expect(await places(`&with=${await planId(3)}`)).toEqual(['02', '03', '02', '03']);
    expect(await places(`&with=${await planId(2)}`)).toEqual([]);
    expect(await places()).toEqual(['01', '02']);
    await adopt(3);
    expect(await places(`&with=${await planId(2)}`)).toEqual(['06', '07', '01', '02']);
    expect(await places()).toEqual(['01', '02', '01', '02']);
    await adopt(1);
    expect(await places()).toEqual(['01', '02']);
  });

  it('counts what ends otherwise, or came into another charge, wherever it tells what moved', async () => {
    const plan = planOf(STOOD, true);
    const [heat, bench, mate, last] = plan.outcome.entries as [PlannedEntry, PlannedEntry, PlannedEntry, PlannedEntry];
    const entries: PlannedEntry[] = [heat, { ...bench, end_minutes: bench.end_minutes + 60 }, { ...mate, moved_by: 'plan' }, last];
    await offer([{ ...plan, outcome: { ...plan.outcome, entries } }]);
    expect(await report()).toMatchObject({ moved: 2, moved_orders: 2, moved_by: { unfit: 1, first: 0, room: 0, plan: 1 } });
    const orders = made.orders.map(({ order }) => order).join(',');
    expect((await get<'getFormerPlaces'>(`/api/schedules/former_places/?order_ids=${orders}`)).places).toHaveLength(2);
    const { moves } = await get<'getRunMoves'>('/api/schedule-queues/moves/');
    expect(moves.map(({ moved_by }) => moved_by).sort()).toEqual(['plan', 'unfit']);
  });

  it('takes the choice back and does it again, to the last member of a furnace run', async () => {
    await offer(offered());
    const before = await wholePlan();
    await adopt(3);
    const after = await wholePlan();
    await adopt(1);
    const undo = async () => (await call('POST', '/api/schedules/undo/', {})).body;
    expect(await undo()).toMatchObject({ label: '計画の選択: 計画③ → 計画①', history: { redo: { label: '計画の選択: 計画③ → 計画①' } } });
    expect(await wholePlan()).toEqual(after);
    await undo();
    expect(await wholePlan()).toEqual(before);
    expect((await report()).late_days_after).toBe(4);
    await call('POST', '/api/schedules/redo/', {});
    expect(await wholePlan()).toEqual(after);
    expect((await report()).late_days_after).toBe(0);
  });

  it('takes the choice back behind other edits that were taken back', async () => {
    await offer(offered());
    const before = await wholePlan();
    await adopt(3);
    const bar = await db()('plan_entries').where('id', made.orders[0]!.tasks[1]!).first('id');
    expect((await call('POST', `/api/schedules/${bar.id}/switch_lock_status/`, {})).status).toBe(200);
    await call('POST', '/api/schedules/undo/', {});
    expect((await call('POST', '/api/schedules/undo/', {})).status).toBe(200);
    expect(await wholePlan()).toEqual(before);
  });

  it('says what would be lost once the plan is changed, and publishes another all the same where that is wanted', async () => {
    await offer(offered());
    const bar = made.orders[0]!.tasks[1]!;
    await call('POST', `/api/schedules/${bar}/switch_lock_status/`, {});
    const before = await wholePlan();
    const refused = await adopt(3);
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('1回変更されています(最後は')]);
    expect(refused.body).toMatchObject({ current: { id: await published() } });
    expect(await days()).toEqual([...MIDDLE]);
    expect((await adopt(3, planner, { anyway: true })).status).toBe(200);
    expect(await days()).toEqual([...PUNCTUAL]);
    expect((await call('POST', '/api/schedules/undo/', {})).status).toBe(200);
    expect(await wholePlan()).toEqual(before);
  });

  it('leaves a choice standing that another has changed since, and forgets the step', async () => {
    await offer(offered());
    await adopt(3);
    const bar = await db()('plan_entries').where('id', made.orders[0]!.tasks[1]!).first('id', 'version');
    const fields = { start_date_date: dayOf(9), start_date_hour: '08:00', end_date_date: dayOf(9), end_date_hour: '16:00' };
    expect((await call('POST', `/api/schedules/${bar.id}/modify_schedule/`, fields, other)).status).toBe(200);
    const refused = await call('POST', '/api/schedules/undo/', {});
    expect([refused.status, refused.body.error]).toEqual([409, STEP_TEXTS.plan_changed('undo')]);
    expect((await get<'getScheduleHistory'>('/api/schedules/history/')).undo).toBeNull();
  });

  it('refuses who may not, what is not offered, and while a run is pending', async () => {
    await offer(offered());
    expect((await adopt(3, reader)).status).toBe(403);
    expect((await call('POST', '/api/plans/987654/adopt/', { from: await published() })).status).toBe(404);
    expect((await call('POST', `/api/plans/${await planId(3)}/adopt/`, {})).status).toBe(400);
    await enqueue(db(), { kind: 'schedule', requested_by: '1001', payload: {} });
    expect((await adopt(3)).status).toBe(409);
    expect(await days()).toEqual([...MIDDLE]);
  });

  it('leaves the choice of another standing when one takes back the own', async () => {
    await offer(offered());
    await adopt(1);
    await adopt(3, other);
    const refused = await call('POST', '/api/schedules/undo/', {});
    expect([refused.status, refused.body.error]).toEqual([409, STEP_TEXTS.planned('undo')]);
    expect(await days()).toEqual([...PUNCTUAL]);
    expect((await call('POST', '/api/schedules/undo/', {}, other)).status).toBe(200);
    expect(await days()).toEqual([...CALM]);
    // Which can be taken back again, now that it is the last one.
    expect((await call('POST', '/api/schedules/undo/', {})).status).toBe(200);
    expect(await days()).toEqual([...MIDDLE]);
  });

  it('lets one of two choose who saw the same plan published, and tells the other', async () => {
    await offer(offered());
    const from = await published();
    const [calm, punctual] = [await planId(1), await planId(3)];
    const choose = (plan: number, token: string) => call('POST', `/api/plans/${plan}/adopt/`, { from }, token);
    const answers = await Promise.all([choose(calm, planner), choose(punctual, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.error).toBe(RUN_TEXTS.chosen_meanwhile);
    expect(await days()).toEqual([...(answers[0]!.status === 200 ? CALM : PUNCTUAL)]);
  });

  it('keeps them over a run that leaves the plan as it stands', async () => {
    const run = () => server.services.runs.runAndWait(QUICK_RUN, '1002');
    await run();
    await plantChoice(db(), '2026-04-01');
    const before = await days();
    const again = await run();
    expect(again.statistics).toMatchObject({ unchanged: true });
    expect((await adopt(1)).status).toBe(200);
    expect(await days()).not.toEqual(before);
  });
});
