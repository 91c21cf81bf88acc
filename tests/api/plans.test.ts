import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import { enqueue } from '../../server/db/jobs/jobs.ts';
import { PUBLISHED, rowOf } from '../../server/db/plan.ts';
import { RUN_TEXTS } from '../../server/domain/texts/plan/runs.ts';
import { SCHEDULE_TEXTS } from '../../server/domain/texts/plan/schedule.ts';
import type { RunPlan } from '../../server/features/runs/publish/publish.service.ts';
import { type Days, dayOf, daysOf, type Foundry, foundry, offer, planOf, wholePlan } from '../support/offered-plans.ts';
import { plantBuilder } from '../support/plant.ts';
import { draws } from '../support/properties.ts';
import { type TestServer, testServer } from '../support/server.ts';

let server: TestServer;
let [planner, other] = ['', ''];
const db = () => server.db;
const call = <Answer = { error: string }>(method: string, path: string, body?: object, token = planner) =>
  server.call(method, path, { token, ...(body ? { body } : {}) }) as Promise<{ status: number; body: Answer }>;
const get = async <Id extends OperationId>(path: string) => (await call<Success<Id>>('GET', path)).body;
let made: Foundry;

const STOOD: Days = [1, 2, 1, 2];
const CALM: Days = [6, 8, 1, 2];
const MIDDLE: Days = [6, 7, 1, 2];
const PUNCTUAL: Days = [2, 3, 2, 3];
/** Plans ①, ②, ③ beside the one that stood; ② is published. */
const offered = (): RunPlan[] => [planOf(made, CALM), planOf(made, MIDDLE, true), planOf(made, PUNCTUAL)];

const plans = async (kind = ''): Promise<Success<'listPlans'>['results']> =>
  (await get<'listPlans'>(`/api/plans/${kind && `?kind=${kind}`}`)).results;
const published = async (): Promise<number> => (await rowOf(db(), PUBLISHED)).id;
const numbered = async (number: number): Promise<number> => (await plans()).find((plan) => plan.number === number)!.id;
const adopt = async (plan: number, body: object = {}, token = planner) =>
  call<Success<'adoptPlan'> & { error: string }>('POST', `/api/plans/${plan}/adopt/`, { from: await published(), ...body }, token);
const undo = () => call('POST', '/api/schedules/undo/', {});
const versions = async (): Promise<Map<number, number>> =>
  new Map((await db()('plan_entries').where('layer', PUBLISHED).select('id', 'version')).map(({ id, version }) => [id, version]));
const facts = () => db()('actuals').orderBy('order_task_id');
const bars = (): number[] => made.orders.flatMap(({ tasks }) => tasks);

beforeAll(async () => {
  server = await testServer({ demo: false, config: { role: 'api' } });
  [planner, other] = [await server.token('1002'), await server.token('1001')];
});
beforeEach(async () => {
  await db()('jobs').delete();
  await db()('schedule_steps').delete();
  await db()('audit').delete();
  await db().raw('truncate actuals, furnace_loads, orders, furnace_runs cascade');
  await db()('plans').whereNot('layer', PUBLISHED).orWhereNull('layer').delete();
  await db()('plans').update({ published_at: null, edited_at: null, marked_at: null, base_id: null });
  made = await foundry(db());
  await offer(db(), [planOf(made, STOOD, true)], true);
});
afterAll(() => server.close());

describe('adopting a plan', () => {
  const day = fc.integer({ min: 1, max: 9 });
  const aPlan = fc.tuple(day, day, day, day);
  const anEdit = fc.oneof(
    fc.record({ what: fc.constant('lock' as const), bar: fc.nat(3) }),
    fc.record({ what: fc.constant('move' as const), bar: fc.nat(3), to: day }),
    fc.record({ what: fc.constant('begin' as const), bar: fc.nat(3) }),
  );
  type Edit = typeof anEdit extends fc.Arbitrary<infer One> ? One : never;

  async function edit({ what, bar, ...more }: Edit): Promise<void> {
    const id = bars()[bar]!;
    if (what === 'lock') await call('POST', `/api/schedules/${id}/switch_lock_status/`, {}, other);
    else if (what === 'begin')
      await db()
        .raw('select open_actuals(?::bigint[])', [[id]])
        .then(() => db()('actuals').where('order_task_id', id).update({ started_at: '2026-04-01T08:00:00+09:00' }));
    else {
      const date = dayOf((more as { to: number }).to);
      const times = { start_date_date: date, start_date_hour: '08:00', end_date_date: date, end_date_hour: '16:00' };
      await call('POST', `/api/schedules/${id}/modify_schedule/`, times, other);
    }
  }

  it('and taking it back leaves every bar, lock, charge and fact as before, versions risen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aPlan, { minLength: 2, maxLength: 4 }),
        fc.array(anEdit, { maxLength: 4 }),
        fc.nat(3),
        async (days, edits, choice) => {
          await offer(
            db(),
            days.map((each, at) => planOf(made, each, at === 0)),
          );
          for (const one of edits) await edit(one);
          const [before, known, happened] = [await wholePlan(db()), await versions(), await facts()];
          const [number, from] = [(choice % (days.length - 1)) + 2, await published()];
          const chosen = await numbered(number);
          expect((await adopt(chosen, { anyway: true })).status).toBe(200);
          const after = await wholePlan(db());
          const begun = new Set(happened.map(({ order_task_id }) => order_task_id));
          after.bars.forEach((bar, at) => {
            const stood = before.bars[at]!;
            if (begun.has(bar.id)) expect(bar).toMatchObject({ start_at: stood.start_at, facility_id: stood.facility_id });
            else expect(Number(bar.start_at.slice(8, 10))).toBe(days[number - 1]![at]);
          });
          const risen = await versions();
          after.bars.forEach((bar, at) => {
            const isOther = bar.start_at !== before.bars[at]!.start_at;
            expect(risen.get(bar.id)! - known.get(bar.id)!).toBeGreaterThanOrEqual(isOther ? 1 : 0);
          });
          expect(await facts()).toEqual(happened);
          expect((await undo()).status).toBe(200);
          expect(await wholePlan(db())).toEqual(before);
          expect(await published()).toBe(from);
          for (const [id, version] of await versions()) expect(version).toBeGreaterThanOrEqual(risen.get(id)!);
          expect((await call('POST', '/api/schedules/redo/', {})).status).toBe(200);
          expect(await wholePlan(db())).toEqual(after);
          expect(await facts()).toEqual(happened);
          await db().raw('truncate actuals');
        },
      ),
      draws(60),
    );
  });

  it('goes back to the plan before, of which the last five are kept, or as many as the plant says', async () => {
    const stood = await wholePlan(db());
    await offer(db(), offered());
    const [former] = await plans('former');
    expect(former!.name).toMatch(/^前の計画\(.+まで\)$/);
    const answer = await adopt(former!.id);
    expect(answer.body).toMatchObject({ id: former!.id, kind: 'published' });
    expect((await wholePlan(db())).bars.map(({ start_at }) => start_at)).toEqual(stood.bars.map(({ start_at }) => start_at));
    // What the run offered stays, and the plan that it published is one that was.
    expect((await plans()).map(({ kind, number }) => [kind, number])).toEqual([
      ['published', null],
      ['candidate', 1],
      ['candidate', 3],
      ['former', 2],
    ]);
    for (let run = 0; run < 7; run++) await offer(db(), [planOf(made, run % 2 ? STOOD : CALM, true)]);
    expect(await plans('candidate')).toEqual([]);
    expect((await plans('former')).length).toBe(5);
    await server.services.runs.changeSettings({ kept_plans: 2 }, '1001');
    await offer(db(), [planOf(made, CALM, true)]);
    expect((await plans('former')).length).toBe(2);
    await server.services.runs.changeSettings({ kept_plans: undefined }, '1001');
  });

  it('is all or nothing where its session is killed in the middle', async () => {
    await offer(db(), offered());
    const [before, chosen, listed] = [await wholePlan(db()), await numbered(3), await plans()];
    const stop = await db().transaction();
    // Its last table: bars are written by then.
    await stop.raw('lock table furnace_run_members in exclusive mode');
    const answer = adopt(chosen);
    await expect
      .poll(async () => {
        const { rows } = await db().raw(
          `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query ilike '%furnace_run_members%'`,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await stop.rollback();
    expect((await answer).status).toBeGreaterThanOrEqual(500);
    expect(await wholePlan(db())).toEqual(before);
    expect(await plans()).toEqual(listed);
    expect((await adopt(chosen)).status).toBe(200);
    expect(await daysOf(db())).toEqual([...PUNCTUAL]);
  });

  it('while others edit and adopt ends as the history tells', async () => {
    await offer(db(), offered());
    const ids = new Map(await Promise.all([1, 2, 3].map(async (number) => [number, await numbered(number)] as const)));
    const kept = new Map([
      [ids.get(1)!, [...CALM]],
      [ids.get(2)!, [...MIDDLE]],
      [ids.get(3)!, [...PUNCTUAL]],
    ]);
    const move = async (bar: number, to: number, token: string): Promise<number> => {
      const times = { start_date_date: dayOf(to), start_date_hour: '08:00', end_date_date: dayOf(to), end_date_hour: '16:00' };
      return (await call('POST', `/api/schedules/${bars()[bar]}/modify_schedule/`, times, token)).status;
    };
    const choose = async (number: number, token: string): Promise<number> =>
      (await adopt(ids.get(number)!, { anyway: true }, token)).status;
    const answers = await Promise.all([
      ...[move(0, 4, planner), choose(3, planner), move(1, 5, other), choose(1, other), move(2, 7, planner)],
      ...[choose(2, other), move(3, 8, other), choose(3, other), move(0, 3, other), choose(1, planner)],
    ]);
    expect(answers.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    let [at, stands] = [ids.get(2)!, [...MIDDLE] as number[]];
    for (const { kind, old, new: now } of await db()('audit')
      .whereIn('kind', ['plans', 'plan_entries'])
      .whereIn('operation', ['adoptPlan', 'modifySchedule'])
      .orderBy('id')) {
      if (kind === 'plans') {
        expect(old.plan).toBe(at);
        kept.set(at, stands);
        [at, stands] = [now.plan, [...kept.get(now.plan)!]];
      } else stands[bars().indexOf(now.id)] = Number(now.start_date.slice(8, 10));
    }
    expect(await published()).toBe(at);
    expect(await daysOf(db())).toEqual(stands);
  });
});

describe('a plan that is looked at', () => {
  const dayIn = async (plan: number | undefined): Promise<number[]> => {
    const { results } = await get<'listSchedules'>(`/api/schedules/${plan === undefined ? '' : `?plan=${plan}`}`);
    return [...results].sort((a, b) => a.id - b.id).map(({ start_date }) => Number(start_date.slice(8, 10)));
  };

  it('is shown whole, and changes nothing of the published one', async () => {
    await offer(db(), offered());
    const before = await wholePlan(db());
    const [calm, punctual] = [await numbered(1), await numbered(3)];
    expect([await dayIn(undefined), await dayIn(calm), await dayIn(punctual), await dayIn(await published())]).toEqual([
      [...MIDDLE],
      [...CALM],
      [...PUNCTUAL],
      [...MIDDLE],
    ]);
    const late = async (plan: number) =>
      (await get<'listLateOrders'>(`/api/schedules/late/?plan=${plan}`)).results.map(({ late_days }) => late_days);
    expect([await late(calm), await late(punctual), await late(await published())]).toEqual([[5], [], [4]]);
    expect((await get<'listFurnaceRuns'>(`/api/furnace-runs/?plan=${punctual}`)).count).toBe(1);
    expect((await call('GET', '/api/schedules/?plan=987654')).status).toBe(404);
    expect(await wholePlan(db())).toEqual(before);
  });

  it('is edited by the same path with an undo of its own, also while a run is pending for the published one', async () => {
    await offer(db(), offered());
    const [before, plan, bar] = [await wholePlan(db()), await numbered(3), bars()[1]!];
    await enqueue(db(), { kind: 'schedule', requested_by: '1001', payload: {} });
    const times = { start_date_date: dayOf(9), start_date_hour: '08:00', end_date_date: dayOf(9), end_date_hour: '16:00' };
    expect((await call('POST', `/api/schedules/${bar}/modify_schedule/`, times)).status).toBe(409);
    expect((await call('POST', `/api/schedules/${bar}/modify_schedule/?plan=${plan}`, times)).status).toBe(200);
    expect(await dayIn(plan)).toEqual([2, 9, 2, 3]);
    const refused = await call('POST', `/api/schedules/${bar}/modify_schedule/?plan=${plan}`, { ...times, received_locked: true });
    expect([refused.status, refused.body.error]).toEqual([409, SCHEDULE_TEXTS.published_only]);
    expect((await get<'getScheduleHistory'>('/api/schedules/history/')).undo).toBeNull();
    expect((await call('POST', `/api/schedules/undo/?plan=${plan}`, {})).status).toBe(200);
    expect(await dayIn(plan)).toEqual([...PUNCTUAL]);
    expect(await wholePlan(db())).toEqual(before);
  });

  it('is laid out whatever was kept of it when it was packed, and stays when it was edited', async () => {
    await offer(db(), offered());
    const [plan, bar] = [await numbered(3), bars()[1]!];
    await db()('kept_orders').insert(made.orders.map(({ order }) => ({ layer: PUBLISHED + plan, order_id: order, late_days: 99 })));
    expect(await dayIn(plan)).toEqual([...PUNCTUAL]);
    expect((await get<'listLateOrders'>(`/api/schedules/late/?plan=${plan}`)).results).toEqual([]);
    await call('POST', `/api/schedules/${bar}/switch_lock_status/?plan=${plan}`, {});
    await offer(db(), offered());
    expect((await get<'getPlan'>(`/api/plans/${plan}/`)).kind).toBe('former');
    expect(await dayIn(plan)).toEqual([...PUNCTUAL]);
  });

  it('is laid out without the facilities that are gone since', async () => {
    const spare = await plantBuilder(db()).facility({ facility_name: '予備場', tasks: [made.heat, made.inspect], availability: 1 });
    const moved = planOf(made, PUNCTUAL);
    const there = <Row extends { facility_id: number | null }>(row: Row): Row => ({ ...row, facility_id: spare });
    const outcome = { ...moved.outcome, entries: moved.outcome.entries.map(there), runs: moved.outcome.runs.map(there) };
    await offer(db(), [planOf(made, CALM, true), { ...moved, outcome }]);
    expect((await call('DELETE', `/api/facilities/${spare}/`, undefined, other)).status).toBe(204);
    const plan = await numbered(2);
    expect(await dayIn(plan)).toEqual([...PUNCTUAL]);
    const { results } = await get<'listSchedules'>(`/api/schedules/?plan=${plan}`);
    expect(results.map(({ facility }) => facility)).toEqual([null, null, null, null]);
    expect((await adopt(plan, { anyway: true })).status).toBe(200);
  });

  it('is told of as published by a call under a key, too, and nothing is lost of its edits unsaid', async () => {
    await offer(db(), offered());
    const [plan, calm, bar] = [await numbered(3), await numbered(1), bars()[1]!];
    await call('POST', `/api/schedules/${bar}/switch_lock_status/?plan=${plan}`, {});
    const keyed = await server.call<Success<'adoptPlan'>>('POST', `/api/plans/${plan}/adopt/`, {
      ...{ token: planner, headers: { 'Idempotency-Key': 'once' }, body: { from: await published() } },
    });
    expect([keyed.status, keyed.body.kind]).toEqual([200, 'published']);
    const refused = await adopt(calm);
    expect([refused.status, refused.body.error]).toEqual([409, RUN_TEXTS.edits_lost(null)]);
  });

  it('is adopted as it was edited', async () => {
    await offer(db(), offered());
    const [plan, bar] = [await numbered(3), bars()[1]!];
    const times = { start_date_date: dayOf(9), start_date_hour: '08:00', end_date_date: dayOf(9), end_date_hour: '16:00' };
    await call('POST', `/api/schedules/${bar}/modify_schedule/?plan=${plan}`, times);
    expect((await adopt(plan)).status).toBe(200);
    expect(await daysOf(db())).toEqual([2, 9, 2, 3]);
    expect(await db()('plan_entries').whereNot('layer', PUBLISHED)).toEqual([]);
  });

  it('is held against another: figures, loads by week, and the orders that ship otherwise, worst first', async () => {
    await offer(db(), offered());
    const [calm, punctual] = [await numbered(1), await numbered(3)];
    const told = await get<'comparePlans'>(`/api/plans/${calm}/compare/?with=${punctual}`);
    expect(told.plans.map(({ id, late_orders, late_days, furnace_runs }) => [id, late_orders, late_days, furnace_runs])).toEqual([
      [calm, 1, 5, 2],
      [punctual, 0, 0, 1],
    ]);
    expect([told.moved_orders, told.moved_entries, told.count]).toEqual([2, 4, 2]);
    expect(told.orders.map(({ ships, late_days }) => [...ships, ...late_days])).toEqual([
      [dayOf(8), dayOf(3), 5, 0],
      [dayOf(2), dayOf(3), 0, 0],
    ]);
    const hours = (at: number) =>
      told.plans[at]!.load.filter(({ facility_id }) => facility_id === made.furnace).map(({ week, hours: h }) => [week, h]);
    expect([hours(0), hours(1)]).toEqual([
      [
        ['2026-03-30', 8],
        ['2026-04-06', 8],
      ],
      [['2026-03-30', 9]],
    ]);
    const withPublished = await get<'comparePlans'>(`/api/plans/${calm}/compare/?limit=1`);
    expect(withPublished).toMatchObject({ moved_entries: 1, count: 1, orders: [{ ships: [dayOf(8), dayOf(7)] }], next: null });
  });
});
