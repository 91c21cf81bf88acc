import { describe, expect, it } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { endOfJob } from '../../server/db/jobs/worker.ts';
import { inLayer, PUBLISHED } from '../../server/db/plan.ts';
import { MOST_SCENARIOS } from '../../server/domain/ground/constants.ts';
import { PREMISE_TEXTS } from '../../server/domain/texts/plan/premises.ts';
import { SCENARIO_TEXTS as TEXTS } from '../../server/domain/texts/plan/scenarios.ts';
import { databaseTexts } from '../../server/domain/texts/program/database.ts';
import { closePlan } from '../../server/features/plan/open.store.ts';
import { workScenario } from '../../server/features/runs/ask/scenario-runs.service.ts';
import { MIDDLE, offeredPlant, PUNCTUAL, STOOD } from './offered-plant.ts';

const { plan: planOf, days: daysNow, ...plant } = offeredPlant();
const { server, made, db, call, offer, offerThree, plans, published, numbered, adopt, undo, redo, wholePlan, bars, lock, put } = plant;

const create = (body: object, token?: string) => call<Success<'createScenario'> & { error: string }>('scenarios/', body, token);
const created = async (base?: number): Promise<number> => (await create({ name: '試し', ...(base === undefined ? {} : { base }) })).body.id;
const change = (id: number, body: object) => server.ask<{ name: string; error: string }>('PATCH', `/api/scenarios/${id}/`, body);
const remove = (id: number, query = '') => server.ask<{ error: string }>('DELETE', `/api/scenarios/${id}/${query}`);
const entriesIn = async (plan: number) => {
  const { results } = await server.get<'listSchedules'>(`/api/schedules/?plan=${plan}`);
  return [...results].sort((a, b) => a.id - b.id);
};
const dayIn = async (plan: number): Promise<number[]> => (await entriesIn(plan)).map(({ start_date }) => Number(start_date.slice(8, 10)));
const wordsOf = (plan: number): Promise<string[]> => db()('schedule_messages').where('plan_id', plan).orderBy('position').pluck('message');

/** Works the job by which a scenario is planned, as a worker does. */
async function worked(id: number): Promise<void> {
  const { job_id } = await db()('plans').where({ id }).first('job_id');
  await endOfJob(workScenario, { db: db(), clock: () => Date.parse('2026-04-01T07:00:00+09:00') }, job_id);
}

describe('a scenario', () => {
  it('is the plan as it stands, edited by itself and undone by itself', async () => {
    const bar = bars()[1]!;
    await lock(bar);
    const before = await wholePlan();
    const { status, body } = await create({ name: '  試し ' });
    expect([status, body.kind, body.name, body.base]).toEqual([201, 'scenario', '試し', await published()]);
    const there = `?plan=${body.id}`;
    expect(await dayIn(body.id)).toEqual([...STOOD]);
    expect((await entriesIn(body.id)).map(({ locked }) => locked)).toEqual([false, true, false, false]);
    expect((await put(bars()[3]!, 9, { query: there })).status).toBe(200);
    await lock(bar, there);
    expect(await dayIn(body.id)).toEqual([1, 2, 1, 9]);
    expect((await server.get<'listLateOrders'>(`/api/schedules/late/${there}`)).results.map(({ late_days }) => late_days)).toEqual([6]);
    expect(await wholePlan()).toEqual(before);
    expect((await call(`schedules/undo/${there}`)).status).toBe(200);
    expect((await entriesIn(body.id)).map(({ locked }) => locked)).toEqual([false, true, false, false]);
    expect(await dayIn(body.id)).toEqual([1, 2, 1, 9]);
    expect(await wholePlan()).toEqual(before);
    const { count, plans: sides } = await server.get<'comparePlans'>(`/api/plans/${body.id}/compare/`);
    expect([count, ...sides.map(({ late_days }) => late_days)]).toEqual([1, 6, 0]);
    const told = await db()('audit').where({ kind: 'plans', operation: 'createScenario' }).pluck('new');
    expect(told).toEqual([{ scenario: body.id, name: '試し', base: '公開中の計画', premises: '' }]);
  });

  it('is published as it was edited, and is one to try things in again when that is taken back', async () => {
    const before = await wholePlan();
    const plan = await created();
    await put(bars()[3]!, 9, { query: `?plan=${plan}` });
    expect((await adopt(plan)).body).toMatchObject({ id: plan, kind: 'published', name: '試し' });
    expect(await daysNow()).toEqual([1, 2, 1, 9]);
    expect(await db()('plan_entries').whereNot('layer', PUBLISHED)).toEqual([]);
    expect((await plans('former')).length).toBe(1);
    expect((await undo()).status).toBe(200);
    expect(await wholePlan()).toEqual(before);
    expect((await plans('scenario')).map(({ id, name }) => [id, name])).toEqual([[plan, '試し']]);
    expect(await dayIn(plan)).toEqual([1, 2, 1, 9]);
    expect((await redo()).status).toBe(200);
    expect(await daysNow()).toEqual([1, 2, 1, 9]);
    // A run that publishes leaves it behind under its name.
    await offer([planOf(MIDDLE, true)]);
    expect((await plans('former')).map(({ name }) => name)[0]).toMatch(/^試し\(.+まで\)$/);
    expect(await plans('scenario')).toEqual([]);
    // As which it comes back from having been published once more.
    expect((await adopt(plan)).status).toBe(200);
    expect((await undo()).status).toBe(200);
    expect([(await plans('scenario')).length, (await plans('former')).some(({ id }) => id === plan)]).toEqual([0, true]);
  });

  it('is not published again by やり直す once something else was done and taken back', async () => {
    const [one, two] = [await created(), await created()];
    const stood = await published();
    const adoptAndBack = async (plan: number): Promise<unknown> => [(await adopt(plan)).status, (await undo()).status];
    expect(await adoptAndBack(one)).toEqual([200, 200]);
    expect(await adoptAndBack(two)).toEqual([200, 200]);
    expect([(await redo()).status, await published()]).toEqual([200, two]);
    expect((await undo()).status).toBe(200);
    expect([(await put(bars()[3]!, 9)).status, (await undo()).status, (await redo()).status]).toEqual([200, 200, 200]);
    expect([await published(), await daysNow()]).toEqual([stood, [1, 2, 1, 9]]);
  });

  it('is a copy of any plan: packed, laid out and edited, of a former one and of another scenario', async () => {
    await offerThree();
    const punctual = await numbered(3);
    const packed = await created(punctual);
    await put(bars()[1]!, 9, { query: `?plan=${punctual}` });
    const edited = await created(punctual);
    const former = await created((await plans('former'))[0]!.id);
    const again = await created(edited);
    expect([await dayIn(packed), await dayIn(edited), await dayIn(former), await dayIn(again)]).toEqual([
      [...PUNCTUAL],
      [2, 9, 2, 3],
      [...STOOD],
      [2, 9, 2, 3],
    ]);
    expect(await daysNow()).toEqual([...MIDDLE]);
    // A run drops what the one before offered, and no scenario.
    await offer([planOf(STOOD, true)]);
    expect(await plans('candidate')).toEqual([]);
    expect((await plans('scenario')).map(({ id }) => id)).toEqual([again, former, edited, packed]);
    expect(await dayIn(packed)).toEqual([...PUNCTUAL]);
  });

  it('is called otherwise and deleted by who has seen it as it is, and leaves nothing behind', async () => {
    const plan = await created();
    await put(bars()[3]!, 9, { query: `?plan=${plan}` });
    const before = await wholePlan();
    expect(await change(plan, { name: '土曜稼働', version: 1 })).toMatchObject({ status: 200, body: { name: '土曜稼働', version: 2 } });
    expect(await change(plan, { name: '遅い人', version: 1 })).toMatchObject({
      status: 409,
      body: { error: databaseTexts.changedByOther },
    });
    expect((await change(plan, { name: ' 　' })).status).toBe(400);
    expect((await remove(plan, '?version=1')).status).toBe(409);
    expect((await remove(plan, '?version=2')).status).toBe(204);
    for (const table of ['plan_entries', 'furnace_runs', 'kept_orders'])
      expect(await db()(table).where('layer', PUBLISHED + plan)).toEqual([]);
    expect(await db()('schedule_steps')).toEqual([]);
    expect(await wholePlan()).toEqual(before);
    for (const answer of [await change(plan, { name: '無い' }), await remove(plan), await create({ name: '無い', base: plan })])
      expect(answer.status).toBe(404);
    // Only scenarios are renamed or deleted.
    expect([(await change(await published(), { name: '計画' })).status, (await remove(await published())).status]).toEqual([404, 404]);
  });

  it('is planned on its premises, with what is locked where it stands, and nothing else is', async () => {
    await offer([planOf([6, 8, 7, 8], true)]);
    const closed = { kind: 'availability', facility_id: made.furnace, from_date: '2026-04-01', to_date: '2026-04-09', units: 0 };
    const { body } = await create({ name: '定修', premises: [closed] });
    expect(body.premises).toEqual([{ ...closed, text: `4/1(水)から4/9(木)まで炉${made.heat}を0台にする` }]);
    await lock(bars()[2]!, `?plan=${body.id}`);
    const before = await wholePlan();
    const asked = await call<Success<'planScenario'>>(`scenarios/${body.id}/plan/`, { time_limit_seconds: 1 });
    expect([asked.status, asked.body.status]).toEqual([202, 'queued']);
    expect((await put(bars()[3]!, 9, { query: `?plan=${body.id}` })).body.error).toBe('立案中のため変更できません。');
    expect((await change(body.id, { premises: [] })).status).toBe(409);
    await worked(body.id);
    expect(await server.get<'getPlan'>(`/api/plans/${body.id}/`)).toMatchObject({ status: 'idle', error: null, edited_at: null });
    const days = await dayIn(body.id);
    expect([days[0]! > 9, days[2]]).toEqual([true, 7]);
    expect(await wholePlan()).toEqual(before);
    // It says why its orders are late, and does so once it is published.
    const words = await wordsOf(body.id);
    expect(words.length).toBeGreaterThan(1);
    // What was planned lies in its layer, and is kept when that is needed for others.
    await db().transaction((trx) => closePlan(trx, inLayer(PUBLISHED + body.id)));
    expect(await dayIn(body.id)).toEqual(days);
    // Published, its premises are true of the plant, and the plan knows it; taken back, they are premises again.
    const units = () => db()('facility_availabilities').orderBy('date').pluck('units');
    const adopted = await adopt(body.id);
    expect(adopted.status).toBe(200);
    expect(await daysNow()).toEqual(days);
    expect(await wordsOf(await published())).toEqual(words);
    expect(await units()).toEqual(Array(7).fill(0));
    expect(await server.get<'getPlan'>(`/api/plans/${body.id}/`)).toMatchObject({ kind: 'published', premises: [], stale_of: [] });
    expect((await undo()).status).toBe(200);
    expect([await wholePlan(), await units()]).toEqual([before, []]);
    expect(await server.get<'getPlan'>(`/api/plans/${body.id}/`)).toMatchObject({
      kind: 'scenario',
      premises: body.premises,
      stale_of: [],
    });
    expect((await redo()).status).toBe(200);
    expect([await daysNow(), await units()]).toEqual([days, Array(7).fill(0)]);
    // Somebody else has said something else of one of these days since.
    await db()('facility_availabilities').where('date', '2026-04-02').update({ units: 2 });
    const { status, body: said } = await undo();
    expect([status, said.error]).toEqual([409, PREMISE_TEXTS.changed(body.premises[0]!.text)]);
    expect(await daysNow()).toEqual(days);
  });

  it('is published without a word only once it is planned on premises that can be', async () => {
    const order = made.orders[0]!.order;
    const premises = [
      { kind: 'order', order_id: order, priority: 'rush', delivery_date: '2026-04-20' },
      { kind: 'order_removed', order_id: made.orders[1]!.order },
    ];
    const { body } = await create({ name: '前提', premises });
    const refused = await adopt(body.id);
    const removed = PREMISE_TEXTS.impossible(body.premises[1]!.text, PREMISE_TEXTS.not_removed);
    expect([refused.status, refused.body.error]).toEqual([409, removed + PREMISE_TEXTS.unplanned]);
    expect((await adopt(body.id, { anyway: true })).status).toBe(200);
    const stands = () => db()('orders').where('id', order).first('priority', 'delivery_date');
    expect(await stands()).toEqual({ priority: 'rush', delivery_date: '2026-04-20' });
    expect((await undo()).status).toBe(200);
    expect((await stands())?.priority).toBe('normal');
  });

  it('is planned once however often it is asked for, stops when it is cancelled or deleted, and says why where it cannot be', async () => {
    const [one, other] = [await created(), await created()];
    const ask = (id: number) => call<Success<'planScenario'>>(`scenarios/${id}/plan/`, { time_limit_seconds: 1 });
    await Promise.all([ask(one), ask(one), ask(other)]);
    expect((await db()('jobs').where('kind', 'scenario')).length).toBe(2);
    expect((await call<Success<'cancelScenario'>>(`scenarios/${one}/cancel/`)).body.status).toBe('idle');
    await ask(one);
    expect((await remove(one)).status).toBe(204);
    const statuses = (id: number) => db()('jobs').whereRaw("payload ->> 'scenario' = ?", [id]).orderBy('id').pluck('status');
    expect([await statuses(one), await statuses(other)]).toEqual([['cancelled', 'cancelled'], ['queued']]);
    await db()('jobs').where('status', 'queued').update({ status: 'error', error: '失敗', finished_at: new Date() });
    expect(await server.get<'getPlan'>(`/api/plans/${other}/`)).toMatchObject({ status: 'error', error: '失敗' });
  });

  it('stands on premises that can be, each told by a sentence', async () => {
    const order = made.orders[0]!.order;
    const [{ id: partner }] = await db()('outsourcings')
      .insert({ outsourcing_code: 'G9', code_key: 'g9', name: '研磨工業' })
      .returning('id');
    const premises = [
      { kind: 'holiday', date: '2026-04-04', closed: false },
      { kind: 'partner', outsourcing_id: partner, lead_days: 3 },
      { kind: 'order', order_id: order, priority: 'rush' },
    ];
    const { body } = await create({ name: '前提', premises });
    const sentences = ['4/4(土)を稼働にする', '外注先「研磨工業」の外注LTを3日にする', `A${made.heat}を「特急」にする`];
    expect(body.premises.map(({ text }) => text)).toEqual(sentences);
    expect((await create({ name: '写し', base: body.id })).body.premises).toEqual(body.premises);
    const wrong = [
      { kind: 'holiday', date: '2026-04-04' },
      { kind: 'partner', outsourcing_id: 987_654, lead_days: 3 },
      { kind: 'order', order_id: 987_654, priority: 'rush' },
      { kind: 'availability', facility_id: 987_654, from_date: '2026-04-01', to_date: '2026-04-02', units: 1 },
      { kind: 'availability', facility_id: made.furnace, from_date: '2026-04-03', to_date: '2026-04-02', units: 1 },
      { kind: 'availability', facility_id: made.furnace, from_date: '2026-04-03', to_date: '2036-04-02', units: 1 },
    ];
    const refused = await create({ name: '前提', premises: [premises[0], ...wrong] });
    const { facility, partner: noPartner, order: noOrder } = PREMISE_TEXTS.unknown;
    const why = [PREMISE_TEXTS.incomplete, noPartner, noOrder, facility, PREMISE_TEXTS.order, PREMISE_TEXTS.long(800)];
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({ premises: why.map((one, at) => PREMISE_TEXTS.wrong(at + 2, one)) }),
    ]);
    expect(await server.ask('PATCH', `/api/scenarios/${body.id}/`, { premises: [] })).toMatchObject({
      status: 200,
      body: { premises: [], name: '前提' },
    });
  });

  it('is none while nothing is planned, and of too many none', async () => {
    const first = (await create({ name: '古い試し' })).body.id;
    const second = await created();
    for (let one = 2; one < MOST_SCENARIOS; one++) await created();
    // Looked at, it is not the oldest any more.
    expect((await create({ name: '多すぎ' }, made.other)).body.error).toBe(TEXTS.full(MOST_SCENARIOS, '古い試し'));
    await db()('plans')
      .where('id', first)
      .update({ opened_at: new Date(Date.now() + 60_000) });
    const refused = await create({ name: '多すぎ' });
    expect(refused).toMatchObject({ status: 409, body: { error: TEXTS.full(MOST_SCENARIOS, '試し'), current: { id: second } } });
    expect((await create({ name: '多すぎ', anyway: true })).status).toBe(201);
    const left = (await plans('scenario')).map(({ id }) => id);
    expect([left.length, left.includes(first), left.includes(second)]).toEqual([MOST_SCENARIOS, true, false]);
    await db()('plans').where('layer', PUBLISHED).update({ published_at: null });
    expect(await create({ name: '計画なし' })).toMatchObject({ status: 409, body: { error: TEXTS.nothing_planned } });
  });
});
