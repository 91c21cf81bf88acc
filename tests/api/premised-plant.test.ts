import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { inLayer, PUBLISHED } from '../../server/db/plan.ts';
import { allClosedDays, closedDaysBetween, overridesBetween } from '../../server/db/sql/calendar.ts';
import { addDays, dayNumber, type PlantDate } from '../../server/domain/ground/plant-time.ts';
import { planOf } from '../../server/features/plan/plan.service.ts';
import { loadRows } from '../../server/features/runs/work/load-rows.ts';
import { closedDaysOf, withPremises } from '../../server/scheduling/index.ts';
import { offeredPlant } from './offered-plant.ts';

const { server, made, db, call, adopt, undo, redo, published, wholePlan } = offeredPlant();

const create = async (premises: object[]): Promise<number> =>
  (await call<Success<'createScenario'>>('scenarios/', { name: '前提', premises })).body.id;

const FIRST: PlantDate = '2026-04-01';
const day = fc.integer({ min: 0, max: 20 }).map((days) => addDays(FIRST, days));
const days = fc.tuple(day, fc.integer({ min: 0, max: 9 })).map(([from, length]) => [from, addDays(from, length)] as const);
const premise = fc.oneof(
  fc.record({ kind: fc.constant('holiday'), date: day, closed: fc.boolean() }),
  fc
    .tuple(days, fc.integer({ min: 0, max: 3 }))
    .map(([[from_date, to_date], units]) => ({ kind: 'availability', from_date, to_date, units })),
  days.map(([from, to]) => ({ kind: 'stop', from, to, reason: '' })),
);

it('what a scenario says of its plant in SQL is what its premises make of the rows', async () => {
  await db()('holidays').delete();
  await db()('holidays').insert(['2026-04-05', '2026-04-12', '2026-04-13'].map((date) => ({ date })));
  await fc.assert(
    fc.asyncProperty(fc.array(premise, { minLength: 1, maxLength: 4 }), fc.array(day, { maxLength: 3 }), async (premises, said) => {
      await db()('plans').where('kind', 'scenario').delete();
      await db()('facility_availabilities').delete();
      for (const date of new Set(said)) await db()('facility_availabilities').insert({ facility_id: made.furnace, date, units: 5 });
      const own = premises.map((one) => ({ ...one, facility_id: made.furnace }));
      const plan = await planOf(db(), await create(own));
      const rows = withPremises(await loadRows(db(), inLayer(PUBLISHED)), own as never);
      const [from, to] = [FIRST, addDays(FIRST, 40)];
      const { isClosed } = closedDaysOf(rows);
      const all = Array.from({ length: 41 }, (_, at) => addDays(FIRST, at));
      const closed = all.filter((date) => isClosed(dayNumber(date)));
      expect([...(await closedDaysBetween(db(), from, to, plan))].sort()).toEqual(closed);
      const known = await allClosedDays(db(), plan);
      expect(all.filter((date) => known.isClosed(dayNumber(date)))).toEqual(closed);
      const units = (await overridesBetween(db(), plan, from, to, [made.furnace])).sort((a, b) => (a.date < b.date ? -1 : 1));
      expect(units).toEqual(
        rows.facility_availabilities.map(({ facility_id, date, units: count }) => ({ facility_id, date, units: count })),
      );
      // The plant is as it was, and so is what is read of the published plan.
      expect(await closedDaysBetween(db(), from, to, inLayer(PUBLISHED))).toEqual(await closedDaysBetween(db(), from, to));
    }),
    { numRuns: 12 },
  );
});

it('orders of a scenario are late by its own due dates, whoever asks and whenever they are said', async () => {
  const order_id = made.orders[0]!.order;
  const lateIn = async (id: number) =>
    (await server.get<'listLateOrders'>(`/api/schedules/late/?plan=${id}`)).results.map((late) => [late.order_id, late.late_days]);
  const due = (delivery_date: string | null) => [{ kind: 'order', order_id, delivery_date }];
  const before = await server.get<'listLateOrders'>('/api/schedules/late/');
  const id = await create(due('2026-03-30'));
  const isOwn = ([order]: (number | undefined)[]): boolean => order === order_id;
  const days = (await lateIn(id)).find(isOwn)![1]!;
  expect(days).toBeGreaterThan(0);
  await server.ask('PATCH', `/api/scenarios/${id}/`, { premises: due('2026-03-29') });
  expect((await lateIn(id)).find(isOwn)).toEqual([order_id, days + 1]);
  await server.ask('PATCH', `/api/scenarios/${id}/`, { premises: due(null) });
  expect((await lateIn(id)).filter(isOwn)).toEqual([]);
  expect(await server.get<'listLateOrders'>('/api/schedules/late/')).toEqual(before);
});

const TABLES = {
  facility_availabilities: 'facility_id, date',
  holidays: 'date',
  orders: 'id',
  order_tasks: 'id',
  outsourcing_answers: 'order_task_id',
  settings: 'key',
};
/** What premises may be written to, without what counts how often it was. */
async function plantNow(): Promise<object> {
  const kept: Record<string, unknown> = {};
  for (const [table, order] of Object.entries(TABLES))
    kept[table] = (
      await db().raw(`select to_jsonb(t) - '{id,version,last_version,answered_at}'::text[] as row from ${table} t order by ${order}`)
    ).rows;
  return kept;
}

it('whatever premises are published with a plan are taken back with it, and written again as they were', async () => {
  const [{ id: outsourcing_id }] = await db()('outsourcings')
    .insert({ outsourcing_code: 'G8', code_key: 'g8', name: '塗装' })
    .returning('id');
  const away = made.orders[1]!.tasks[1]!;
  await db()('order_tasks').where('id', away).update({ arrangement: '外注', outsourcing_code: 'G8', solution_frame_days: 8 });
  const order_id = fc.constantFrom(...made.orders.map(({ order }) => order));
  const anything = fc.oneof(
    { weight: 3, arbitrary: premise.map((one) => ({ ...one, facility_id: made.furnace })) },
    fc.record({ kind: fc.constant('partner'), outsourcing_id: fc.constant(outsourcing_id), lead_days: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('answer'), order_task_id: fc.constant(away), date: day }),
    fc.record({ kind: fc.constant('order'), order_id, delivery_date: fc.option(day), pieces: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('order'), order_id, priority: fc.constantFrom('rush', 'normal', 'deferred') }),
    fc.record({ kind: fc.constant('setting'), name: fc.constant('frozen_days'), value: fc.integer({ min: 0, max: 9 }) }),
    fc.record({ kind: fc.constant('setting'), name: fc.constant('weights.late_order'), value: fc.integer({ min: 0, max: 9 }) }),
    fc.constant({ kind: 'unlock', order_task_id: away }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 5 }), async (premises) => {
      const before = [await plantNow(), await wholePlan()];
      const id = await create(premises);
      expect((await adopt(id, { anyway: true })).status).toBe(200);
      const written = await plantNow();
      expect((await undo()).status).toBe(200);
      expect([await plantNow(), await wholePlan()]).toEqual(before);
      expect((await server.get<'getPlan'>(`/api/plans/${id}/`)).premises.length).toBe(premises.length);
      await redo();
      expect(await plantNow()).toEqual(written);
      expect((await undo()).status).toBe(200);
      expect([await plantNow(), await wholePlan()]).toEqual(before);
      // However often it was published and taken back, it is one to try things in.
      expect((await server.ask('DELETE', `/api/scenarios/${id}/`)).status).toBe(204);
    }),
    { numRuns: 10 },
  );
});

it('of two scenarios that are published at one moment one is, with its premises alone', async () => {
  const on = (date: PlantDate) => [{ kind: 'availability', facility_id: made.furnace, from_date: date, to_date: date, units: 7 }];
  const [one, other] = [await create(on('2026-04-06')), await create(on('2026-04-07'))];
  const from = await published();
  const publish = (id: number, token?: string) => call(`plans/${id}/adopt/`, { from, anyway: true }, token);
  const answers = await Promise.all([publish(one), publish(other, made.other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const kept = await db()('facility_availabilities').where('units', 7).pluck('date');
  expect(kept).toEqual([answers[0]!.status === 200 ? '2026-04-06' : '2026-04-07']);
});
