import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PUBLISHED } from '../../server/db/plan.ts';
import { RUN_TEXTS } from '../../server/domain/texts/plan/runs.ts';
import { dayOf } from '../support/offered-plans.ts';
import { plantBuilder } from '../support/plant.ts';
import { draws } from '../support/properties.ts';
import { CALM, MIDDLE, offeredPlant, PUNCTUAL, STOOD } from './offered-plant.ts';

const { plan: planOf, days: daysNow, ...plant } = offeredPlant();
const { server, made, db, offer, offerThree, plans, published, numbered, adopt, undo, redo, wholePlan, bars, lock, put, lookedAt } = plant;
const versions = async (): Promise<Map<number, number>> =>
  new Map((await db()('plan_entries').where('layer', PUBLISHED).select('id', 'version')).map(({ id, version }) => [id, version]));
const facts = () => db()('actuals').orderBy('order_task_id');

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
    const { other: token } = made;
    if (what === 'lock') await lock(id, '', token);
    else if (what === 'begin')
      await db()
        .raw('select open_actuals(?::bigint[])', [[id]])
        .then(() => db()('actuals').where('order_task_id', id).update({ started_at: '2026-04-01T08:00:00+09:00' }));
    else await put(id, (more as { to: number }).to, { token });
  }

  it('makes it what a look at it had shown, and taking it back leaves every bar, lock, charge and fact as before, versions risen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aPlan, { minLength: 2, maxLength: 4 }),
        fc.array(anEdit, { maxLength: 4 }),
        fc.nat(3),
        async (days, edits, choice) => {
          await offer(days.map((each, at) => planOf(each, at === 0)));
          for (const one of edits) await edit(one);
          const [before, known, happened] = [await wholePlan(), await versions(), await facts()];
          const [number, from] = [(choice % (days.length - 1)) + 2, await published()];
          const chosen = await numbered(number);
          const looked = await lookedAt(chosen);
          expect((await adopt(chosen, { anyway: true })).status).toBe(200);
          const after = await wholePlan();
          expect([looked, await lookedAt(from)]).toEqual([after, before]);
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
          expect(await wholePlan()).toEqual(before);
          expect(await published()).toBe(from);
          for (const [id, version] of await versions()) expect(version).toBeGreaterThanOrEqual(risen.get(id)!);
          expect((await redo()).status).toBe(200);
          expect(await wholePlan()).toEqual(after);
          expect(await facts()).toEqual(happened);
          await db().raw('truncate actuals');
        },
      ),
      draws(60),
    );
  });

  it('goes back to the plan before, of which the last five are kept, or as many as the plant says', async () => {
    const stood = await wholePlan();
    await offerThree();
    const [former] = await plans('former');
    expect(former!.name).toMatch(/^前の計画\(.+まで\)$/);
    await db()('plans')
      .where({ id: former!.id })
      .update({ left_at: db().raw(`left_at - interval '1 second'`) });
    const answer = await adopt(former!.id);
    expect(answer.body).toMatchObject({ id: former!.id, kind: 'published' });
    const { undo: step } = await server.get<'getScheduleHistory'>('/api/schedules/history/');
    const [, left, taken] = step!.label.match(/^計画の選択: (.+) → (.+)$/)!;
    expect(left).not.toBe(taken);
    expect((await wholePlan()).bars.map(({ start_at }) => start_at)).toEqual(stood.bars.map(({ start_at }) => start_at));
    // What the run offered stays, and the plan that it published is one that was.
    expect((await plans()).map(({ kind, number }) => [kind, number])).toEqual([
      ['published', null],
      ['candidate', 1],
      ['candidate', 3],
      ['former', 2],
    ]);
    for (let run = 0; run < 7; run++) await offer([planOf(run % 2 ? STOOD : CALM, true)]);
    expect(await plans('candidate')).toEqual([]);
    expect((await plans('former')).length).toBe(5);
    await server.services.runs.changeSettings({ kept_plans: 2 }, '1001');
    await offer([planOf(CALM, true)]);
    expect((await plans('former')).length).toBe(2);
    await server.services.runs.changeSettings({ kept_plans: undefined }, '1001');
  });

  it('is all or nothing where its session is killed in the middle', async () => {
    await offerThree();
    const [before, chosen, listed] = [await wholePlan(), await numbered(3), await plans()];
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
    expect(await wholePlan()).toEqual(before);
    expect(await plans()).toEqual(listed);
    expect((await adopt(chosen)).status).toBe(200);
    expect(await daysNow()).toEqual([...PUNCTUAL]);
  });

  it('while others edit and adopt ends as the history tells', async () => {
    await offerThree();
    const ids = new Map(await Promise.all([1, 2, 3].map(async (number) => [number, await numbered(number)] as const)));
    const kept = new Map([
      [ids.get(1)!, [...CALM]],
      [ids.get(2)!, [...MIDDLE]],
      [ids.get(3)!, [...PUNCTUAL]],
    ]);
    const token = made.other;
    const move = async (bar: number, to: number, as?: object): Promise<number> => (await put(bars()[bar]!, to, as)).status;
    const take = async (number: number, as?: string): Promise<number> => (await adopt(ids.get(number)!, { anyway: true }, as)).status;
    const answers = await Promise.all([
      ...[move(0, 4), take(3), move(1, 5, { token }), take(1, token), move(2, 7)],
      ...[take(2, token), move(3, 8, { token }), take(3, token), move(0, 3, { token }), take(1)],
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
    expect(await daysNow()).toEqual(stands);
  });
});

describe('a plan that is looked at', () => {
  const dayIn = async (plan: number | undefined): Promise<number[]> => {
    const { results } = await server.get<'listSchedules'>(`/api/schedules/${plan === undefined ? '' : `?plan=${plan}`}`);
    return [...results].sort((a, b) => a.id - b.id).map(({ start_date }) => Number(start_date.slice(8, 10)));
  };

  it('is shown whole, and changes nothing of the published one', async () => {
    await offerThree();
    const before = await wholePlan();
    const [calm, punctual] = [await numbered(1), await numbered(3)];
    expect([await dayIn(undefined), await dayIn(calm), await dayIn(punctual), await dayIn(await published())]).toEqual([
      [...MIDDLE],
      [...CALM],
      [...PUNCTUAL],
      [...MIDDLE],
    ]);
    const late = async (plan: number) =>
      (await server.get<'listLateOrders'>(`/api/schedules/late/?plan=${plan}`)).results.map(({ late_days }) => late_days);
    expect([await late(calm), await late(punctual), await late(await published())]).toEqual([[5], [], [4]]);
    expect((await server.get<'listFurnaceRuns'>(`/api/furnace-runs/?plan=${punctual}`)).count).toBe(1);
    expect((await server.ask('GET', '/api/schedules/?plan=987654')).status).toBe(404);
    expect(await wholePlan()).toEqual(before);
  });

  it('is laid out whatever was kept of it when it was packed, and stays when it was edited', async () => {
    await offerThree();
    const [plan, bar] = [await numbered(3), bars()[1]!];
    await db()('kept_orders').insert(made.orders.map(({ order }) => ({ layer: PUBLISHED + plan, order_id: order, late_days: 99 })));
    expect(await dayIn(plan)).toEqual([...PUNCTUAL]);
    expect((await server.get<'listLateOrders'>(`/api/schedules/late/?plan=${plan}`)).results).toEqual([]);
    await lock(bar, `?plan=${plan}`);
    await offerThree();
    expect((await server.get<'getPlan'>(`/api/plans/${plan}/`)).kind).toBe('former');
    expect(await dayIn(plan)).toEqual([...PUNCTUAL]);
  });

  it('is laid out without the facilities that are gone since', async () => {
    const spare = await plantBuilder(db()).facility({ facility_name: '予備場', tasks: [made.heat, made.inspect], availability: 1 });
    const moved = planOf(PUNCTUAL);
    const there = <Row extends { facility_id: number | null }>(row: Row): Row => ({ ...row, facility_id: spare });
    const outcome = { ...moved.outcome, entries: moved.outcome.entries.map(there), runs: moved.outcome.runs.map(there) };
    await offer([planOf(CALM, true), { ...moved, outcome }]);
    expect((await server.ask('DELETE', `/api/facilities/${spare}/`, undefined, made.other)).status).toBe(204);
    const plan = await numbered(2);
    expect(await dayIn(plan)).toEqual([...PUNCTUAL]);
    const { results } = await server.get<'listSchedules'>(`/api/schedules/?plan=${plan}`);
    expect(results.map(({ facility }) => facility)).toEqual([null, null, null, null]);
    expect((await adopt(plan, { anyway: true })).status).toBe(200);
  });

  it('is told of as published by a call under a key, too, and nothing is lost of its edits unsaid', async () => {
    await offerThree();
    const [plan, calm, bar] = [await numbered(3), await numbered(1), bars()[1]!];
    await lock(bar, `?plan=${plan}`);
    const headers = { 'Idempotency-Key': 'once' };
    const keyed = await server.call('POST', `/api/plans/${plan}/adopt/`, { token: server.own, headers, body: { from: await published() } });
    expect(keyed).toMatchObject({ status: 200, body: { kind: 'published' } });
    const refused = await adopt(calm);
    expect([refused.status, refused.body.error]).toEqual([409, RUN_TEXTS.edits_lost(null)]);
  });

  it('is held against another: figures, loads by week, and the orders that ship otherwise, worst first', async () => {
    await offerThree();
    const [calm, punctual] = [await numbered(1), await numbered(3)];
    const told = await server.get<'comparePlans'>(`/api/plans/${calm}/compare/?with=${punctual}`);
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
    const withPublished = await server.get<'comparePlans'>(`/api/plans/${calm}/compare/?limit=1`);
    expect(withPublished).toMatchObject({ moved_entries: 1, count: 1, orders: [{ ships: [dayOf(8), dayOf(7)] }], next: null });
  });

  it('is held against two others: who gains and who pays beside the published one, wherever that stands, by what is asked for', async () => {
    await offerThree();
    await db()('facilities').where({ id: made.furnace }).update({ max_weight: 500 });
    const [calm, punctual, middle] = [await numbered(1), await numbered(3), await published()];
    const path = `/api/plans/${calm}/compare/?with=${punctual}&with=${middle}`;
    const told = await server.get<'comparePlans'>(path);
    const moved = { moved_orders: 1, moved_entries: 1, moved_far: 0 };
    const none = { earlier: 0, later: 0, less_late: 0, no_longer_late: 0, more_late: 0, newly_late: 0 };
    expect(told.plans.map(({ id, beside_base, furnace_fill }) => [id, beside_base, furnace_fill])).toEqual([
      [calm, { ...moved, ...none, orders: 1, later: 1, more_late: 1 }, 0.4],
      [
        punctual,
        { moved_orders: 2, moved_entries: 4, moved_far: 2, ...none, orders: 2, earlier: 1, later: 1, less_late: 1, no_longer_late: 1 },
        0.8,
      ],
      [middle, null, 0.4],
    ]);
    expect([told.moved_orders, told.moved_entries]).toEqual([2, 4]);
    for (const { id, load: _, premises, worst_late_days, ...figures } of told.plans) {
      const { late } = await server.get<'getScheduleOverview'>(`/api/schedules/overview/?plan=${id}`);
      expect([premises, late.worst_days, late.count]).toEqual([[], worst_late_days, figures.late_orders]);
      expect(figures).toMatchObject((await server.get<'getPlan'>(`/api/plans/${id}/`)).figures!);
    }
    const rows = async (query = ''): Promise<unknown[][]> =>
      (await server.get<'comparePlans'>(path + query)).orders.map(({ ships, late_days }) => [...ships, ...late_days]);
    const [late, early] = [
      [dayOf(8), dayOf(3), dayOf(7), 5, 0, 4],
      [dayOf(2), dayOf(3), dayOf(2), 0, 0, 0],
    ];
    expect(await rows()).toEqual([late, early]);
    expect(await rows(`&of=${punctual}`)).toEqual([early, late]);
    expect(await rows(`&of=${punctual}&first=gaining`)).toEqual([late, early]);
    expect(await rows(`&of=${punctual}&effect=no_longer_late`)).toEqual([late]);
    expect(await rows(`&of=${punctual}&effect=later`)).toEqual([early]);
    expect(await rows(`&of=${calm}`)).toEqual([late]);
    expect(await rows(`&of=${calm}&effect=newly_late`)).toEqual([]);
    expect(await rows(`&of=${middle}`)).toEqual([]);
    const { next } = await server.get<'comparePlans'>(`${path}&limit=1`);
    expect((await server.get<'comparePlans'>(next!)).orders.map(({ ships }) => ships[0])).toEqual([dayOf(2)]);
    for (const [wrong, field] of [
      [`&of=${made.furnace + 9_000}`, 'of'],
      ['&effect=later', 'of'],
      [`&with=${calm}`, 'with'],
    ] as const)
      expect(await server.ask('GET', path + wrong)).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } });
  });

  it('says what of its hours lies on days on which the plant is closed', async () => {
    // A furnace is loaded on Saturday, and somebody stands at the bench on Sunday; what begins on Friday there goes on without anybody.
    await offer([planOf([4, 5, 3, 6]), planOf(STOOD, true)]);
    const { plans: all } = await server.get<'comparePlans'>(`/api/plans/${await numbered(1)}/compare/`);
    expect(all.map(({ work_hours, closed_hours, closed_days }) => [work_hours, closed_hours, closed_days])).toEqual([
      [4, 10, 2],
      [4, 0, 0],
    ]);
  });
});
