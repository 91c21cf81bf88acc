import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, endDate, type PlantDate } from '../../server/domain/ground/plant-time.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { ownDatabase } from '../support/database.ts';
import { calling } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

type MadeBar = { id: number; order: number; task: string; end: string; finished: boolean };
type MadeOrder = { id: number; serial: string; delivery: PlantDate; delivered: boolean };

const ORDERS = 40;
const DAY = '2026-04-10';
const TASKS = ['溶接', '塗装'];
const database = ownDatabase();
const orders: MadeOrder[] = [];
const bars: MadeBar[] = [];
const call = calling(() => schedulesOf(database.knex));

/** Forty orders with one to three bars each around a day, some finished, some delivered, some with an end at midnight. */
beforeAll(async () => {
  const make = plantBuilder(database.knex);
  const random = createRandom(3);
  const tasks = [await make.task({ task_code: '1', task_name: TASKS[0]! }), await make.task({ task_code: '2', task_name: TASKS[1]! })];
  for (let index = 0; index < ORDERS; index += 1) {
    const delivered = random.below(5) === 0;
    const delivery = addDays(DAY, random.below(12) - 6);
    const serial = `026X${String(random.below(2) * 1000 + index).padStart(4, '0')}`;
    const id = await make.order({ serial_number: serial, delivery_date: delivery, ...(delivered ? { delivery_status: '完納' } : {}) });
    orders.push({ id, serial, delivery, delivered });
    const lot = await make.lot(id, '01');
    for (let bar = 0; bar < 1 + random.below(3); bar += 1) {
      const which = random.below(2);
      const start = addDays(DAY, random.below(20) - 10);
      const end = random.below(3) === 0 ? `${addDays(start, 1)} 00:00` : `${addDays(start, random.below(3))} 16:00`;
      const finished = random.below(2) === 0;
      const entry = await make.entry(lot, tasks[which]!, [`${start} 08:00`, end], { received_locked: finished });
      bars.push({ id: entry, order: id, task: TASKS[which]!, end: `${end.replace(' ', 'T')}:00+09:00`, finished });
    }
  }
});

type Asked = { open_only?: 1; active_only?: 1; task_search?: string; from_delivery?: PlantDate; serial_number_search?: string };
const ASKED: Asked[] = [
  {},
  { open_only: 1 },
  { active_only: 1 },
  { open_only: 1, active_only: 1, from_delivery: DAY },
  { task_search: '塗装' },
  { task_search: '溶接', open_only: 1 },
  { serial_number_search: 'x1' },
  { serial_number_search: 'zzz' },
];

const barsOf = ({ id }: MadeOrder): MadeBar[] => bars.filter(({ order }) => order === id);
const dayNumber = (date: PlantDate): number => Date.parse(date) / 86_400_000;
const lateDays = (order: MadeOrder): number =>
  Math.max(0, ...barsOf(order).map(({ end }) => dayNumber(endDate(end)) - dayNumber(order.delivery)));
const barMatches = (bar: MadeBar, asked: Asked): boolean => asked.task_search === undefined || bar.task === asked.task_search;
const orderMatches = (order: MadeOrder, asked: Asked): boolean =>
  (!asked.open_only || (!order.delivered && barsOf(order).some(({ finished }) => !finished))) &&
  (!asked.active_only || !order.delivered) &&
  (asked.from_delivery === undefined || order.delivery >= asked.from_delivery) &&
  (asked.serial_number_search === undefined || order.serial.toLowerCase().includes(asked.serial_number_search)) &&
  barsOf(order).some((bar) => barMatches(bar, asked));

const text = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const byDelivery = (a: MadeOrder, b: MadeOrder): number => text(a.delivery, b.delivery) || text(a.serial, b.serial) || a.id - b.id;
const byLateness = (a: MadeOrder, b: MadeOrder): number => lateDays(b) - lateDays(a) || byDelivery(a, b);

describe.each([undefined, 'delivery_date', '-late_days'] as const)('orders of the board by %s', (ordering) => {
  it.each(ASKED)('%j', async (asked) => {
    const expected = orders
      .filter((order) => orderMatches(order, asked))
      .sort(ordering === '-late_days' ? byLateness : byDelivery)
      .map(({ id }) => id);
    const query = { ...asked, ...(ordering ? { ordering } : {}) };
    expect(await call('listScheduleOrders', { query })).toMatchObject({ count: expected.length, results: expected });
    expect(await call('listScheduleOrders', { query: { ...query, limit: 5, offset: 5 } })).toMatchObject({
      count: expected.length,
      results: expected.slice(5, 10),
    });
    for (const bar of bars.filter((_, index) => index % 4 === 0)) {
      const order = orders.find(({ id }) => id === bar.order)!;
      const position = orderMatches(order, asked) && barMatches(bar, asked) ? expected.indexOf(bar.order) : null;
      const place = await call('getSchedulePlace', { params: { id: bar.id }, query });
      expect(place).toMatchObject({ entry_id: bar.id, order_id: bar.order, serial_number: order.serial, facility: null, position });
    }
  });
});

it('unfinished orders alone: their bars, too, and the facilities of these', async () => {
  const open = orders.filter((order) => orderMatches(order, { open_only: 1 })).map(({ id }) => id);
  const { results } = await call('listSchedules', { query: { open_only: 1, limit: 1000 } });
  expect(new Set(results.map(({ order_id }) => order_id))).toEqual(new Set(open));
  expect(results.length).toBe(bars.filter(({ order }) => open.includes(order)).length);
});

it('a bar that is gone has no place', async () => {
  await expect(call('getSchedulePlace', { params: { id: 999_999 }, query: {} })).rejects.toMatchObject({ kind: 'not_found' });
});
