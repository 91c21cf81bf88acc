import { beforeAll, expect, test } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { addDays, type PlantDate } from '../../server/domain/ground/plant-time.ts';
import { TODAY } from '../support/demos.ts';
import { serverHere } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';

type Figures = Success<'getFigures'>;

const server = serverHere({});
const made = { token: '', admin: '', product: 0, task: 0, promise: 0, line: 0 };

const promises = async (query = ''): Promise<Figures['promises']> =>
  (await server.call<Figures>('GET', `/api/figures/${query}`, { token: made.token })).body.promises;

beforeAll(async () => {
  const make = plantBuilder(server.db);
  [made.token, made.admin] = await Promise.all([server.token('1004'), server.token('1001')]);
  [made.product, made.task] = [await make.product({ product_name: '羽根車' }), await make.task()];
  const answers = [addDays(TODAY, -9), addDays(TODAY, -3), addDays(TODAY, 20), '2024-01-10', null].map((date, at) => ({
    line: at + 1,
    date,
  }));
  const [row] = await server
    .db('promises')
    .insert({ title: '見積', asked_by: '1004', lines: '[]', answers: JSON.stringify(answers), asked_at: addDays(TODAY, -40) })
    .returning('id');
  made.promise = row.id;
});

/** A line that was held; `shipped` its real order: the day, null: still open, undefined: there is no order. */
async function promised(serial_number: string, promised_on: PlantDate, state: string, shipped?: PlantDate | null): Promise<number> {
  const make = plantBuilder(server.db);
  made.line += 1;
  let order_id: number | null = null;
  if (shipped !== undefined) {
    const dates = { delivery_date: addDays(promised_on, 30), casting_date: addDays(TODAY, -20) };
    order_id = await make.order({ serial_number, product_id: made.product, ...dates });
    const received = shipped === null ? {} : { received: true, last_reception_date: shipped };
    await make.orderTask(await make.lot(order_id), made.task, received);
  }
  const held = { promise_id: made.promise, line: made.line, order_id, serial_number, product_id: made.product, promised_on, state };
  await server.db('kept_promises').insert({ ...held, kept_by: '1002', expires_at: `${addDays(TODAY, 5)}T00:00:00+09:00` });
  return order_id ?? 0;
}

test('of what was promised nothing is said before anything was shipped', async () => {
  expect(await promises()).toEqual({
    ...{ from_date: '2025-05-01', to_date: '2026-04-30', answered: 3, held: 0, open: 0, overdue: 0 },
    ...{ shipped: 0, kept: 0, late_days: 0, orders: [] },
  });
});

test('an order that was promised is kept, or late by days after the promised day, once it is shipped; open and released ones are none', async () => {
  const [early, late] = [
    await promised('026P1', addDays(TODAY, -5), 'fulfilled', addDays(TODAY, -5)),
    await promised('026P2', addDays(TODAY, -9), 'fulfilled', addDays(TODAY, -6)),
  ];
  await promised('026P3', addDays(TODAY, -3), 'fulfilled', null);
  await promised('026P4', addDays(TODAY, 20), 'fulfilled', null);
  await promised('仮1-5', addDays(TODAY, -4), 'released');
  await promised('仮1-6', addDays(TODAY, 4), 'kept', null);
  // Of a month that is not shown.
  await promised('026P7', '2024-01-10', 'fulfilled', '2024-01-09');
  const found = await promises();
  expect(found).toMatchObject({ held: 6, open: 2, overdue: 1, shipped: 2, kept: 1, late_days: 3 });
  const one = { promise_id: made.promise, product_name: '羽根車' };
  expect(found.orders).toMatchObject([
    { ...one, order_id: early, serial_number: '026P1', promised_on: addDays(TODAY, -5), shipped_on: addDays(TODAY, -5), late_days: 0 },
    { ...one, order_id: late, serial_number: '026P2', promised_on: addDays(TODAY, -9), shipped_on: addDays(TODAY, -6), late_days: 3 },
  ]);
  expect((await promises('?from_date=2024-01-01&to_date=2024-01-31')).orders.map(({ serial_number }) => serial_number)).toEqual(['026P7']);
});

test('what was shipped stays so when its order is deleted; a provisional order that goes with all is none that was shipped', async () => {
  const before = await promises();
  expect((await server.call('POST', '/api/orders/delete_all/', { token: made.admin })).status).toBe(200);
  const after = await promises();
  expect(after).toEqual({ ...before, orders: before.orders.map((order) => ({ ...order, order_id: null })) });
  expect(await server.db('completed_orders').whereLike('serial_number', '仮%')).toEqual([]);
});
