import { beforeAll, describe, expect, it } from 'vitest';
import { ownDatabase } from '../support/database.ts';
import { calling } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

describe('where a task can be added', () => {
  const database = ownDatabase();
  const call = calling(() => schedulesOf(database.knex));
  const at = (text: string): string => `${text.replace(' ', 'T')}:00+09:00`;
  const day = '2026-04-06';
  let made: Record<'cut' | 'heat' | 'shop' | 'oven' | 'order' | 'open' | 'treated' | 'gone' | 'named', number>;

  beforeAll(async () => {
    const make = plantBuilder(database.knex);
    const [cut, heat] = [await make.task({ task_name: '仕上加工' }), await make.task({ task_code: '320-3123-010', task_name: '焼なまし' })];
    await make.task({ task_name: '廃止工程', active: false });
    const shop = await make.facility({ tasks: [cut], availability: 1 });
    const gone = await make.facility({ tasks: [cut], active: false });
    const named = await make.facility({ tasks: [heat], availability: 1 });
    const oven = await make.facility({ tasks: [heat], availability: 1 });
    const product = await make.product();
    await make.heat(product, heat, { facility_id: oven, retention_time: 4, cooling_method: '炉冷', cooling_time: 6 });
    await make.heat(product, heat, { retention_time: 4, cooling_method: '空冷', cooling_time: 6 });
    const order = await make.order({ product_id: product });
    const lot = await make.lot(order);
    const open = await make.orderTask(lot, cut, { setup_hours: 0, work_hours: 3 });
    const treated = await make.orderTask(lot, heat, { setup_hours: 0, work_hours: 0 });
    const other = await make.lot(await make.order());
    await make.entry(other, cut, [`${day} 08:00`, `${day} 12:00`], { facility_id: shop });
    await make.entry(other, cut, [`${day} 14:00`, `${day} 16:00`], { facility_id: shop });
    await make.holiday('2026-04-07');
    made = { cut, heat, shop, oven, order, open, treated, gone, named };
  });

  it('is the first gap of the facility that is long enough, over closed days and after the clock time asked for', async () => {
    const from = (start: string, end: string) => ({ start_date: at(start), end_date: at(end) });
    const free = (query: object) => call('getFreeTime', { query: { from_date: day, facility: made.shop, ...query } });
    // The gap of the half day that is asked for is said, too: two hours from noon on for three.
    const gap = { ...from(`${day} 12:00`, `${day} 15:00`), hours: 2 };
    const full = { ...from(`${day} 08:00`, `${day} 11:00`), hours: 0 };
    const next = { ...from('2026-04-08 08:00', '2026-04-08 11:00'), hours: 3 };
    expect(await free({ order_task: made.open, from_hour: '12:00' })).toEqual({ ...next, gap });
    expect(await free({ order_task: made.open })).toEqual({ ...next, gap: full });
    expect(await free({ order_task: made.open, from_date: '2026-04-07' })).toEqual({ ...next, gap: null });
    const { open: order_task, treated, cut: task_id } = made;
    for (const [query, found] of [
      [{ order_task, from_date: '2026-04-08', from_hour: '12:00' }, from('2026-04-08 12:00', '2026-04-08 15:00')],
      [
        { task_id, facility: undefined },
        { gap: null, ...from(`${day} 08:00`, `${day} 12:00`) },
      ],
      [{ order_task: treated, facility: made.oven }, from(`${day} 08:00`, '2026-04-07 00:00')],
      // Elsewhere the lot cools outside of the furnace, and a run holds it no longer either.
      [{ order_task: treated, facility: made.named }, from(`${day} 08:00`, `${day} 12:00`)],
    ] as const)
      expect(await free(query), JSON.stringify(query)).toMatchObject(found);
    await database.knex('facilities').where({ id: made.oven }).update({ availability: 0 });
    expect(await free({ order_task: made.treated, facility: made.oven })).toMatchObject({ start_date: null, end_date: null, gap: null });
    await expect(free({ task_id: 999_999 })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(free({ task_id: made.cut, facility: 999_999 })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('without a facility takes what the treatment takes, also where it is said of furnaces alone', async () => {
    const make = plantBuilder(database.knex);
    const task = await make.task({ task_code: '320-3123-020', task_name: '焼ならし' });
    const product = await make.product();
    for (const retention_time of [3, 5]) {
      const facility_id = await make.facility({ tasks: [task], availability: 1 });
      await make.heat(product, task, { facility_id, retention_time, cooling_method: '炉冷', cooling_time: 2 });
    }
    const lot = await make.lot(await make.order({ product_id: product }));
    const order_task = await make.orderTask(lot, task, { setup_hours: 0, work_hours: 0 });
    const free = await call('getFreeTime', { query: { from_date: day, order_task } });
    expect(free).toMatchObject({ start_date: at(`${day} 08:00`), end_date: at(`${day} 13:00`) });
  });

  it('is on a weekday on which the treatment may start there, as a run holds it', async () => {
    const make = plantBuilder(database.knex);
    const task = await make.task({ task_code: '320-3123-030', task_name: '焼入' });
    const facility = () => make.facility({ tasks: [task], availability: 1 });
    const [oven, other] = [await facility(), await facility()];
    const product = await make.product();
    await make.heat(product, task, { facility_id: oven, retention_time: 4, work_settings: ['水', '金'] });
    await make.heat(product, task, { facility_id: other, retention_time: 4, work_settings: [] });
    const lot = await make.lot(await make.order({ product_id: product }));
    const order_task = await make.orderTask(lot, task, { setup_hours: 0, work_hours: 0 });
    const start = async (more: object) => (await call('getFreeTime', { query: { from_date: day, order_task, ...more } })).start_date;
    expect(await start({ facility: oven })).toBe(at('2026-04-08 08:00'));
    expect(await start({ facility: oven, from_date: '2026-04-08', from_hour: '16:00' })).toBe(at('2026-04-10 08:00'));
    expect(await start({ facility: other })).toBe(at(`${day} 08:00`));
    expect(await start({})).toBe(at(`${day} 08:00`));
  });
});
