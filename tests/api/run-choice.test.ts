import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import { claim, enqueue, finish } from '../../server/db/jobs/jobs.ts';
import { plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { RUN_TEXTS } from '../../server/domain/texts/plan/runs.ts';
import { STEP_TEXTS } from '../../server/domain/texts/plan/steps.ts';
import { publishPlans, type RunPlan } from '../../server/features/runs/publish/publish.service.ts';
import { markPublished } from '../../server/features/runs/publish/publish.store.ts';
import { baselineNow } from '../../server/features/runs/story/report.service.ts';
import { saveReport } from '../../server/features/runs/story/report.store.ts';
import type { PlannedEntry } from '../../server/scheduling/index.ts';
import { plantChoice } from '../support/choice.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { type TestServer, testServer } from '../support/server.ts';

/** Wednesday; both orders are due on Friday. */
const NOW = Date.parse('2026-04-01T07:00:00+09:00');
const DUE = '2026-04-03';
let server: TestServer;
let [planner, other, reader] = ['', '', ''];
const db = () => server.db;
const call = <Answer = { error: string }>(method: string, path: string, body?: object, token = planner) =>
  server.call(method, path, { token, ...(body ? { body } : {}) }) as Promise<{ status: number; body: Answer }>;
const get = async <Id extends OperationId>(path: string, token = planner) => (await call<Success<Id>>('GET', path, undefined, token)).body;
const minutes = (text: string): number => plantMinutes(`${text.replace(' ', 'T')}:00+09:00`);

/** Two orders of one lot each: a furnace task, of both together where they start together, then a bench. */
async function foundry() {
  const make = plantBuilder(db());
  const [heat, inspect] = [await make.task({ task_name: '焼ならし' }), await make.task({ task_name: '検査' })];
  const furnace = await make.facility({ facility_name: `炉${heat}`, tasks: [heat], availability: 1 });
  const bench = await make.facility({ facility_name: `検査場${heat}`, tasks: [inspect], availability: 2 });
  const product = await make.product({ depth: 0.5, width: 0.5, height: 0.5, volume: 0.125 });
  await make.heat(product, heat);
  const orders: { order: number; lot: number; tasks: number[] }[] = [];
  for (const serial_number of ['A', 'B']) {
    const order = await make.order({
      serial_number: `${serial_number}${heat}`,
      delivery_date: DUE,
      casting_date: '2026-03-20',
      product_id: product,
    });
    const lot = await make.lot(order);
    const tasks = [await make.orderTask(lot, heat, { task_sort: 10 }), await make.orderTask(lot, inspect, { task_sort: 20 })];
    orders.push({ order, lot, tasks });
  }
  return { heat, inspect, furnace, bench, orders };
}
let made: Awaited<ReturnType<typeof foundry>>;

/** Days of the furnace and of the bench for the first order, then for the second. */
type Days = readonly [number, number, number, number];
const dayOf = (day: number): string => `2026-04-${String(day).padStart(2, '0')}`;

/** A plan of these days; what ends after Friday is late. */
function planOf(days: Days, published = false): RunPlan {
  const entries = made.orders.flatMap(({ lot, tasks }, o) =>
    tasks.map((order_task_id, t): PlannedEntry => {
      const day = dayOf(days[o * 2 + t]!);
      return {
        ...{ order_task_id, entry_id: null, lot_id: lot, task_id: t === 0 ? made.heat : made.inspect, task_sort: (t + 1) * 10, unit: 0 },
        ...{ facility_id: t === 0 ? made.furnace : made.bench, outsourced: false, finished: false, run: null, moved_by: null },
        ...{ start_minutes: minutes(`${day} 08:00`), end_minutes: minutes(`${day} 16:00`) },
      };
    }),
  );
  const together = days[0] === days[2] ? [[0, 2]] : [[0], [2]];
  const runs = together.map((members) => ({
    ...{ facility_id: made.furnace, unit: 0, temperature: 900, retention_time: 4, cooling_method: '空冷', cooling_time: 2 },
    ...{ start_minutes: entries[members[0]!]!.start_minutes, end_minutes: entries[members[0]!]!.end_minutes + 60 * (members.length - 1) },
    members: members.map((entry) => ({ entry, pieces: 2, weight: 200, volume: 0.5 })),
  }));
  const lateness = [days[1], days[3]].map((day) => Math.max(0, day - 3));
  const figures = {
    ...{ orders: 2, tasks: 4, unplaced: 0, runs: runs.length, load: [], moved: 0, unavoidable: [], gap_percent: 0 },
    ...{ late_orders: lateness.filter((day) => day > 0).length, late_days: lateness.reduce((sum, day) => sum + day, 0) },
    bound: { total: 0, tardiness: 0, work_in_progress: 0, slack: 0, unavoidable_orders: 0, unavoidable_days: 0 },
  };
  const outcome = { entries, runs, messages: [], late: [], figures };
  const said = { messages: [], late: [], figures, score: { total: figures.late_days }, gains: [] };
  return { outcome, said, moves: { entries: 1, orders: 1, later_orders: 1 }, published };
}

/** The order that those runs placed first. */
const FIRST = [{ order_id: 1, serial_number: 'A' }];

/** What a run leaves that offers these plans. */
async function offer(plans: RunPlan[], first = false): Promise<number> {
  await enqueue(db(), { kind: 'schedule', requested_by: '1002', payload: { settings: { frozen_days: 0 } } });
  const job = (await claim(db(), { kinds: ['schedule'], worker: 'test' }))!;
  await db().transaction(async (trx) => {
    const plan = await trx('plans').where('published', true).first('id');
    const before = first ? null : await baselineNow(trx, NOW);
    const { told, alternatives } = await publishPlans(trx, { job: job.id, planId: plan.id, plans, before });
    await markPublished(trx, { id: plan.id, edited_at: null, marked_at: null });
    // Nothing of what stood before is left to be taken back.
    await trx('plans').update({ edited_at: null, marked_at: null });
    const report = { unchanged: false, seconds: 1, frozen_days: 0, first_orders: FIRST, reasons: [] };
    await saveReport(trx, job.id, { ...told.report, ...report });
    await finish(trx, job, { status: 'complete', statistics: { ...told.statistics, alternatives } });
  });
  return job.id;
}

const STOOD: Days = [1, 2, 1, 2];
const CALM: Days = [6, 8, 1, 2];
const MIDDLE: Days = [6, 7, 1, 2];
const PUNCTUAL: Days = [2, 3, 2, 3];
/** Plans ①, ②, ③ beside the one that stood; ② is published. */
const offered = (): RunPlan[] => [planOf(CALM), planOf(MIDDLE, true), planOf(PUNCTUAL)];

const days = async (): Promise<number[]> => {
  const rows = await db()('plan_entries').orderBy('id').select('start_at');
  return rows.map(({ start_at }) => Number(start_at.slice(8, 10)));
};
/** Everything a plan is, but versions. */
const wholePlan = async () => ({
  bars: (await db()('plan_entries').orderBy('id')).map(({ version: _, ...bar }) => bar),
  runs: await db()('furnace_runs').orderBy('run_start').select('facility_id', 'run_start', 'run_end'),
  members: await db()('furnace_run_members as m')
    .join('furnace_runs as r', 'r.id', 'm.furnace_run_id')
    .orderBy('m.plan_entry_id')
    .select('m.plan_entry_id', 'r.run_start', 'm.pieces'),
});
const report = async () => (await get<'getRunReport'>('/api/schedule-queues/report/')).report!;
const adopt = (job: number, alternative: number, token = planner) =>
  call('POST', `/api/schedule-queues/${job}/adopt/`, { alternative }, token);

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
  made = await foundry();
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
    expect((await adopt(job, 3)).status).toBe(200);
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
      operation: 'adoptAlternative',
      new: { alternative: 3 },
    });
  });

  it('shows where a plan has what it has elsewhere, and where bars stood before the run whatever is published', async () => {
    const job = await offer(offered());
    const orders = made.orders.map(({ order }) => order).join(',');
    const places = async (query = ''): Promise<string[]> => {
      const { places: told } = await get<'getFormerPlaces'>(`/api/schedules/former_places/?order_ids=${orders}${query}`);
      return told.map(({ start_date }) => start_date.slice(8, 10));
    };
    expect(await places('&alternative=3')).toEqual(['02', '03', '02', '03']);
    expect(await places('&alternative=2')).toEqual([]);
    expect(await places()).toEqual(['01', '02']);
    await adopt(job, 3);
    expect(await places('&alternative=2')).toEqual(['06', '07', '01', '02']);
    expect(await places()).toEqual(['01', '02', '01', '02']);
    await adopt(job, 1);
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
    const job = await offer(offered());
    const before = await wholePlan();
    await adopt(job, 3);
    const after = await wholePlan();
    await adopt(job, 1);
    const undo = async () => (await call('POST', '/api/schedules/undo/', {})).body;
    expect(await undo()).toMatchObject({ label: '計画の選択: 計画①', history: { redo: { label: '計画の選択: 計画①' } } });
    expect(await wholePlan()).toEqual(after);
    await undo();
    expect(await wholePlan()).toEqual(before);
    expect((await report()).late_days_after).toBe(4);
    await call('POST', '/api/schedules/redo/', {});
    expect(await wholePlan()).toEqual(after);
    expect((await report()).late_days_after).toBe(0);
  });

  it('takes the choice back behind other edits that were taken back', async () => {
    const job = await offer(offered());
    const before = await wholePlan();
    await adopt(job, 3);
    const bar = await db()('plan_entries').where('id', made.orders[0]!.tasks[1]!).first('id');
    expect((await call('POST', `/api/schedules/${bar.id}/switch_lock_status/`, {})).status).toBe(200);
    await call('POST', '/api/schedules/undo/', {});
    expect((await call('POST', '/api/schedules/undo/', {})).status).toBe(200);
    expect(await wholePlan()).toEqual(before);
  });

  it('offers them no longer once the plan is changed, and says so', async () => {
    const job = await offer(offered());
    const bar = await db()('plan_entries').where('id', made.orders[0]!.tasks[1]!).first('id');
    await call('POST', `/api/schedules/${bar.id}/switch_lock_status/`, {});
    expect((await report()).choosable).toBe(false);
    const refused = await adopt(job, 3);
    expect([refused.status, refused.body.error]).toEqual([409, RUN_TEXTS.no_choice]);
    expect(await days()).toEqual([...MIDDLE]);
  });

  it('leaves a choice standing that another has changed since, and forgets the step', async () => {
    const job = await offer(offered());
    await adopt(job, 3);
    const bar = await db()('plan_entries').where('id', made.orders[0]!.tasks[1]!).first('id', 'version');
    const fields = { start_date_date: dayOf(9), start_date_hour: '08:00', end_date_date: dayOf(9), end_date_hour: '16:00' };
    expect((await call('POST', `/api/schedules/${bar.id}/modify_schedule/`, fields, other)).status).toBe(200);
    const refused = await call('POST', '/api/schedules/undo/', {});
    expect([refused.status, refused.body.error]).toEqual([409, STEP_TEXTS.plan_changed('undo')]);
    expect((await get<'getScheduleHistory'>('/api/schedules/history/')).undo).toBeNull();
  });

  it('refuses who may not, what is not offered, and while a run is pending', async () => {
    const job = await offer(offered());
    expect((await adopt(job, 3, reader)).status).toBe(403);
    expect((await adopt(job, 9)).status).toBe(404);
    expect((await adopt(job + 1000, 3)).status).toBe(409);
    await enqueue(db(), { kind: 'schedule', requested_by: '1001', payload: {} });
    expect((await adopt(job, 3)).status).toBe(409);
    expect(await days()).toEqual([...MIDDLE]);
  });

  it('leaves the choice of another standing when one takes back the own', async () => {
    const job = await offer(offered());
    await adopt(job, 1);
    await adopt(job, 3, other);
    const refused = await call('POST', '/api/schedules/undo/', {});
    expect([refused.status, refused.body.error]).toEqual([409, STEP_TEXTS.plan_changed('undo')]);
    expect(await days()).toEqual([...PUNCTUAL]);
    expect((await call('POST', '/api/schedules/undo/', {}, other)).status).toBe(200);
    expect(await days()).toEqual([...CALM]);
  });

  it('lets one of two choose who saw the same plan published, and tells the other', async () => {
    const job = await offer(offered());
    const choose = (alternative: number, token: string) =>
      call('POST', `/api/schedule-queues/${job}/adopt/`, { alternative, from: 2 }, token);
    const answers = await Promise.all([choose(1, planner), choose(3, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.error).toBe(RUN_TEXTS.chosen_meanwhile);
    expect(await days()).toEqual([...(answers[0]!.status === 200 ? CALM : PUNCTUAL)]);
  });

  it('of two who choose at once gives both an answer, and ends at one plan', async () => {
    const job = await offer(offered());
    const answers = await Promise.all([adopt(job, 1), adopt(job, 3, other), adopt(job, 1, other), adopt(job, 3)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const published = (await report()).alternatives.find((plan) => plan.published)!.id;
    expect(await days()).toEqual([...(published === 1 ? CALM : PUNCTUAL)]);
  });

  it('keeps them over a run that leaves the plan as it stands', async () => {
    const run = () => server.services.runs.runAndWait(QUICK_RUN, '1002');
    await run();
    const { job } = await plantChoice(db(), '2026-04-01');
    const before = await days();
    const again = await run();
    expect(again.statistics).toMatchObject({ unchanged: true });
    expect((await adopt(job, 1)).status).toBe(409);
    expect((await adopt(again.id, 1)).status).toBe(200);
    expect(await days()).not.toEqual(before);
  });
});
