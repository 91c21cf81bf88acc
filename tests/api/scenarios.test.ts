import { describe, expect, it } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { MOST_SCENARIOS } from '../../server/domain/ground/constants.ts';
import { SCENARIO_TEXTS as TEXTS } from '../../server/domain/texts/plan/scenarios.ts';
import { databaseTexts } from '../../server/domain/texts/program/database.ts';
import { MIDDLE, offeredPlant, PUNCTUAL, STOOD } from './offered-plant.ts';

const {
  server,
  made,
  db,
  plan: planOf,
  offer,
  offerThree,
  plans,
  published,
  numbered,
  adopt,
  undo,
  redo,
  wholePlan,
  ...plant
} = offeredPlant();
const { call, days: daysNow, bars, lock, put } = plant;

const create = (body: object, token?: string) => call<Success<'createScenario'> & { error: string }>('scenarios/', body, token);
const created = async (base?: number): Promise<number> => (await create({ name: '試し', ...(base === undefined ? {} : { base }) })).body.id;
const change = (id: number, body: object) => server.ask<{ name: string; error: string }>('PATCH', `/api/scenarios/${id}/`, body);
const remove = (id: number, query = '') => server.ask<{ error: string }>('DELETE', `/api/scenarios/${id}/${query}`);
const entriesIn = async (plan: number) => {
  const { results } = await server.get<'listSchedules'>(`/api/schedules/?plan=${plan}`);
  return [...results].sort((a, b) => a.id - b.id);
};
const dayIn = async (plan: number): Promise<number[]> => (await entriesIn(plan)).map(({ start_date }) => Number(start_date.slice(8, 10)));

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
    expect(told).toEqual([{ scenario: body.id, name: '試し', base: '公開中の計画' }]);
  });

  it('is published as it was edited, and is one to try things in again when that is taken back', async () => {
    const before = await wholePlan();
    const plan = await created();
    await put(bars()[3]!, 9, { query: `?plan=${plan}` });
    expect((await adopt(plan)).body).toMatchObject({ id: plan, kind: 'published', name: '試し' });
    expect(await daysNow()).toEqual([1, 2, 1, 9]);
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

  it('can be edited while a run is pending, and the published plan cannot', async () => {
    const plan = await created();
    await db()('jobs').insert({ kind: 'schedule', status: 'queued' });
    expect((await put(bars()[3]!, 9, { query: `?plan=${plan}` })).status).toBe(200);
    expect((await put(bars()[3]!, 9)).status).toBe(409);
    expect((await adopt(plan)).status).toBe(409);
    expect(await daysNow()).toEqual([...STOOD]);
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

  it('is none while nothing is planned, and of too many none', async () => {
    for (let one = 0; one < MOST_SCENARIOS; one++) await created();
    expect(await create({ name: '多すぎ' }, made.other)).toMatchObject({ status: 409, body: { error: TEXTS.full(MOST_SCENARIOS) } });
    await db()('plans').where('layer', PUBLISHED).update({ published_at: null });
    expect(await create({ name: '計画なし' })).toMatchObject({ status: 409, body: { error: TEXTS.nothing_planned } });
  });
});
