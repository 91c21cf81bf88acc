import { describe, expect, it } from 'vitest';
import { ownDatabase } from '../support/database.ts';
import { calling, once } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

const database = ownDatabase();
const call = calling(() => schedulesOf(database.knex));
const find = (q: string) => call('findInSchedule', { query: { q } });

/** A late order of two lots, one that is finished, one without a plan, one that is delivered. */
async function foundry() {
  const make = plantBuilder(database.knex);
  const task = await make.task({ task_name: '溶接' });
  const liner = await make.product({ product_code: 'L-570', product_name: 'ライナ φ570', customer_name: '東海ポンプ' });
  const idle = await make.product({ product_code: 'L-900', product_name: 'ライナ φ900' });
  await make.product({ product_code: 'L-999', product_name: 'ライナ', active: false });
  const furnace = await make.facility({ facility_code: '320-05-01', facility_name: '1号焼鈍炉', tasks: [] });
  const order = (serial_number: string, more: object = {}) =>
    make.order({ serial_number, product_id: liner, delivery_date: '2026-04-10', ...more });
  const late = await order('026X0255');
  const lots = [await make.lot(late, '01'), await make.lot(late, '02')] as const;
  const lateBars = [
    await make.entry(lots[0], task, ['2026-04-01 08:00', '2026-04-02 16:00'], { received_locked: true }),
    await make.entry(lots[0], task, ['2026-04-09 08:00', '2026-04-09 16:00']),
    await make.entry(lots[0], task, ['2026-04-12 08:00', '2026-04-14 00:00']),
    await make.entry(lots[1], task, ['2026-04-08 08:00', '2026-04-08 16:00']),
  ];
  const finished = await order('026X0143');
  const finishedLot = await make.lot(finished, '');
  const finishedBars = [
    await make.entry(finishedLot, task, ['2026-04-01 08:00', '2026-04-01 16:00'], { received_locked: true }),
    await make.entry(finishedLot, task, ['2026-04-03 08:00', '2026-04-03 16:00'], { received_locked: true }),
  ];
  const unplanned = await order('0255Y', { product_id: null, product_name: '羽根車' });
  const delivered = await order('026A0255', { delivery_status: '完納' });
  return { liner, idle, furnace, late, lateBars, finished, finishedBars, unplanned, delivered };
}
const made = once(foundry);

describe('finding in the plan', () => {
  it('an order by any part of its number, the nearest first, delivered ones behind, with its first open late bar', async () => {
    const { order_count, orders } = await find('0255');
    expect(order_count).toBe(3);
    expect(orders.map(({ order_id }) => order_id)).toEqual([made.late, made.delivered, made.unplanned]);
    expect(orders[0]).toEqual({
      ...{ order_id: made.late, serial_number: '026X0255', product_name: 'ライナ φ570', deadline_date: '2026-04-10' },
      ...{ shipping_date: '2026-04-13', late_days: 3, priority: 'normal', open: true, entry_id: made.lateBars[2] },
    });
    expect(orders[2]).toMatchObject({ product_name: '羽根車', entry_id: null, open: false, late_days: 0 });
  });

  it('blind to width and case; `%` is a plain character', async () => {
    expect((await find('０２６ｘ０２５５')).orders.map(({ order_id }) => order_id)).toEqual([made.late]);
    expect(await find('%')).toEqual({ order_count: 0, orders: [], products: [], facilities: [] });
    expect(await find('  ')).toEqual({ order_count: 0, orders: [], products: [], facilities: [] });
  });

  it('a lot by number and lot: its own bar', async () => {
    expect((await find('026X0255-02')).orders).toMatchObject([{ order_id: made.late, entry_id: made.lateBars[3] }]);
    expect((await find('026X0255-03')).orders).toEqual([]);
  });

  it('a finished order by its last bar', async () => {
    expect((await find('x0143')).orders).toMatchObject([{ order_id: made.finished, open: false, entry_id: made.finishedBars[1] }]);
  });

  it('active products, those with orders in the plan first, and facilities by name or code', async () => {
    expect((await find('らいな')).products).toEqual([
      { id: made.liner, product_code: 'L-570', product_name: 'ライナ φ570', customer_name: '東海ポンプ', order_count: 2 },
      expect.objectContaining({ id: made.idle, order_count: 0 }),
    ]);
    const furnace = [{ id: made.furnace, facility_code: '320-05-01', facility_name: '1号焼鈍炉' }];
    expect((await find('焼鈍')).facilities).toEqual(furnace);
    expect((await find('320-05')).facilities).toEqual(furnace);
  });
});
