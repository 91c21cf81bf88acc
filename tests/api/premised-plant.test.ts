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

const { server, made, db, call } = offeredPlant();

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
