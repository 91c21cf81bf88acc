import { describe, expect, it } from 'vitest';
import { changePlanSettings } from '../../server/features/runs/ask/plan-settings.service.ts';
import { ownDatabase } from '../support/database.ts';
import { calling, once } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

const database = ownDatabase();
const call = calling(() => schedulesOf(database.knex));

/** Two orders: the first of one lot with three tasks, one of them in a furnace and one at a partner; the second of two lots, delivered. */
async function foundry() {
  const make = plantBuilder(database.knex);
  const [grind, heat, paint] = [
    await make.task({ task_code: '320-3125-010', task_name: 'グラインダー' }),
    await make.task({ task_code: '320-3123-020', task_name: '焼ならし' }),
    await make.task({ task_code: '900-0001-010', task_name: '塗装' }),
  ];
  const shop = await make.facility({ facility_code: '320-04-01', facility_name: '320グラインダー職場', tasks: [grind], availability: 2 });
  const furnace = await make.facility({ facility_code: '320-05-01', facility_name: '1号炉', tasks: [heat], max_weight: 6000, volume: 7 });
  const idle = await make.facility({ facility_code: '320-09-01', facility_name: '出荷場', tasks: [] });
  await make.facility({ facility_code: '999', active: false, tasks: [grind] });
  const product = await make.product({ product_code: 'V-1', product_name: '弁箱 150A' });
  await make.heat(product, heat);
  const dates = { delivery_date: '2026-04-08', casting_date: '2026-04-01' };
  const first = await make.order({ serial_number: '02640123', product_id: product, ...dates });
  const lot = await make.lot(first, '01');
  await make.casting(lot, '2026-04-02');
  const bar = plannedBar(make);
  const came = { received: true, last_reception_date: '2026-04-07' };
  const away = { arrangement: '外注', outsourcing_code: 'G001' };
  const bars = [
    await bar(lot, grind, ['2026-04-03 14:00', '2026-04-06 12:00'], {
      ...{ task_sort: 10, facility_id: shop, unit: 0, hours: [1, 5], row: { order_quantity: 3 } },
    }),
    await bar(lot, heat, ['2026-04-07 08:00', '2026-04-08 00:00'], {
      ...{ task_sort: 20, facility_id: furnace, unit: 0, hours: [2, 4], row: came },
    }),
    await bar(lot, paint, ['2026-04-08 08:00', '2026-04-10 08:30'], { task_sort: 30, outsourced: true, row: away }),
  ];
  const run = await make.furnaceRun(furnace, ['2026-04-07 08:00', '2026-04-08 00:00'], [bars[1]!]);
  const done = { delivery_status: '完納', delivery_date: '2026-06-01' };
  const second = await make.order({ serial_number: 'Ｓ026', product_name: '羽根車', number: 5, ...done });
  const others = [await make.lot(second, ''), await make.lot(second, '02')];
  const late = await make.entry(others[0]!, grind, ['2026-05-01 08:00', '2026-05-01 10:00'], {
    facility_id: shop,
    locked: true,
  });
  await make.holiday('2026-04-04');
  await make.holiday('2026-04-05');
  return { grind, heat, shop, furnace, idle, product, first, second, bars, run, late };
}
const made = once(foundry);

describe('list of bars', () => {
  it('holds every field, by delivery date, serial number, lot, task_sort', async () => {
    const page = await call('listSchedules', { query: {} });
    expect(page).toMatchObject({ count: 4, next: null, previous: null });
    expect(page.results.map((entry) => entry.id)).toEqual([...made.bars, made.late]);
    expect(page.results[0]).toEqual({
      ...{ id: made.bars[0], version: 1, order_task_id: made.bars[0], task_sort: 10, order_id: made.first, order: made.first },
      ...{ serial_number: '02640123', unique_order: '02640123-01', lot_number: '01', product_id: made.product, product_name: '弁箱 150A' },
      ...{ task_id: made.grind, task: '320-3125-010', task_name: 'グラインダー', abbreviation: '', facility: made.shop },
      ...{ facility_name: '320グラインダー職場', outsourced: false, outsourcing_name: null, furnace_run_id: null, quantity: 3 },
      ...{ good_quantity: null, defect: null, locked: false, received_locked: false, last_reception_date: null },
      ...{ start_date: '2026-04-03T14:00:00+09:00', end_date: '2026-04-06T12:00:00+09:00', start_time: '14:00', end_time: '12:00' },
      ...{ work_time_set: false, deadline_date: '2026-04-08', past_deadline: false, starting_date: '2026-04-02', late_days: 2 },
      ...{ lot_late_days: 2, priority: 'normal', origin: 'file', actual: null },
    });
  });

  it('reads the starting date from the previous bar, the reception from the order task, the run from the furnace', async () => {
    const [, heat, paint, byHand] = (await call('listSchedules', { query: {} })).results;
    expect(heat).toMatchObject({
      starting_date: '2026-04-06',
      received_locked: true,
      last_reception_date: '2026-04-07',
      furnace_run_id: made.run,
      quantity: 4,
      actual: { started_at: null, finished_at: null, day: '2026-04-07', closed_by: 'file', planned_start: null },
    });
    expect(paint).toMatchObject({ starting_date: '2026-04-07', outsourced: true, facility: null, facility_name: null });
    expect(byHand).toMatchObject({
      order_task_id: made.late,
      origin: 'hand',
      unique_order: 'Ｓ026',
      starting_date: null,
      product_name: '羽根車',
      quantity: 3,
      late_days: 0,
    });
  });

  it.each([
    [{ serial_number_search: '4012,xyz' }, 3],
    [{ serial_number_search: 's02' }, 1],
    [{ task_search: '塗装,グラインダー' }, 3],
    [{ facility_search: 'null' }, 1],
    [{ from_delivery: '2026-04-09' }, 1],
    [{ to_delivery: '2026-04-08' }, 3],
    [{ active_only: '1' }, 3],
    [{ locked_only: '1' }, 1],
    [{ serial_number_search: '' }, 4],
    [{ serial_number_search: '%' }, 0],
  ] as const)('filters by %j', async (query, count) => {
    expect(await call('listSchedules', { query: query as object })).toMatchObject({ count });
  });

  it('filters by ids, sorts, and pages with a path to the next page', async () => {
    for (const [query, count] of [
      [{ product_search: `${made.product}` }, 3],
      [{ order_ids: `${made.second}` }, 1],
      [{ task_search: `${made.heat}` }, 1],
      [{ facility_search: `${made.furnace},null` }, 2],
    ] as const)
      expect(await call('listSchedules', { query }), JSON.stringify(query)).toMatchObject({ count });
    const page = await call('listSchedules', { query: { ordering: '-start_date', limit: 2, offset: 1 } });
    expect(page.results.map((entry) => entry.id)).toEqual([made.bars[2], made.bars[1]]);
    expect(page.next).toBe('/api/schedules/?ordering=-start_date&limit=2&offset=3');
    expect(page.previous).toBe('/api/schedules/?ordering=-start_date&limit=2&offset=0');
    await expect(call('listSchedules', { query: { ordering: 'secret' } })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('gives the facility calendar what overlaps its days, an end of 00:00 belonging to the day before', async () => {
    const on = async (day: string) =>
      (await call('listFacilitySchedules', { query: { from_date: day, to_date: day } })).results.map((entry) => entry.id);
    expect(await on('2026-04-06')).toEqual([made.bars[0]]);
    expect(await on('2026-04-08')).toEqual([made.bars[2]]);
    expect(await call('listFacilitySchedules', { query: { facility_ids: String(made.furnace) } })).toMatchObject({ count: 1 });
  });
});

describe('what a search leaves out', () => {
  const read = async (query: object) =>
    (await call('listFacilitySchedules', { query: { with_unmatched: 1, ...query } })).results.map(({ id, unmatched }) => [id, unmatched]);

  it('comes beside what is found where it takes a unit of a facility: not what is finished, delivered or at a partner', async () => {
    expect(await read({ serial_number_search: 'Ｓ026' })).toEqual([
      [made.bars[0], true],
      [made.late, false],
    ]);
    expect(await read({ from_delivery: '2026-04-09', active_only: 1 })).toEqual([[made.bars[0], true]]);
    expect(await read({ facility_search: `${made.furnace}` })).toEqual([
      [made.bars[0], true],
      [made.bars[1], false],
    ]);
    expect(await call('listFacilitySchedules', { query: { with_unmatched: 1, serial_number_search: 'Ｓ026', limit: 1 } })).toMatchObject({
      count: 2,
      results: [{ id: made.bars[0], unmatched: true }],
    });
  });

  it('is that of the facilities, days and orders asked for', async () => {
    const search = { serial_number_search: 'xyz' };
    expect(await read({ ...search, facility_ids: `${made.shop}` })).toEqual([[made.bars[0], true]]);
    expect(await read({ ...search, facility_ids: `${made.furnace}` })).toEqual([]);
    expect(await read({ ...search, from_date: '2026-04-07' })).toEqual([]);
    expect(await read({ ...search, order_ids: `${made.second}` })).toEqual([]);
  });

  it('is said of no bar where nobody asks', async () => {
    const { results } = await call('listFacilitySchedules', { query: {} });
    expect(results.map((entry) => 'unmatched' in entry)).toEqual(results.map(() => false));
  });
});

describe('facilities and orders of the plan', () => {
  it('lists every active facility by code, and none at the end', async () => {
    const all = [made.shop, made.furnace, made.idle, null];
    expect(await call('listScheduleFacilities', { query: {} })).toMatchObject({ count: 4, results: all });
    for (const [query, results] of [
      [{ task_search: '焼ならし' }, [made.furnace]],
      [{ facility_search: `${made.idle}` }, [made.idle]],
      [{ serial_number_search: '02640123' }, [made.shop, made.furnace, null]],
      [{ limit: 1, offset: 3 }, [null]],
    ] as const)
      expect((await call('listScheduleFacilities', { query })).results, JSON.stringify(query)).toEqual(results);
  });

  it('says what the left block shows of an order', async () => {
    const info = await call('getScheduleOrderInfo', { query: { order_ids: `${made.first},${made.second}` } });
    expect(info[String(made.first)]).toEqual({
      ...{ serial_number: '02640123', product_id: made.product, product_name: '弁箱 150A', customer_name: '三河バルブテック' },
      ...{ deadline_date: '2026-04-08', starting_date: '2026-04-02', number: 4, weight: 100, material: 'SC480', delivery_status: '素材' },
      ...{ priority: 'normal', task_count: 3, finished_count: 1, late_days: 2, shipping_date: '2026-04-10', locked: false },
      lots: [{ lot_number: '01', task_count: 3, finished_count: 1, late_days: 2 }],
      castings: [{ lot_number: '01', cast_at: '2026-04-02T12:00:00+09:00' }],
    });
    expect(info[String(made.second)]).toMatchObject({ task_count: 1, finished_count: 1, late_days: 0, locked: true });
  });

  it('says when lots are cast as a run reckons it, by their own date, else the order’s', async () => {
    const cast = async (): Promise<string[]> => {
      const info = await call('getScheduleOrderInfo', { query: { order_ids: `${made.first}` } });
      return info[String(made.first)]!.castings.map(({ lot_number, cast_at }) => `${lot_number} ${cast_at}`);
    };
    const dated = await plantBuilder(database.knex).lot(made.first, '02');
    for (const [casting_half_day, moment] of [
      [0, '2T00:00'],
      [2, '3T00:00'],
      [undefined, '2T12:00'],
    ] as const) {
      await changePlanSettings(database.knex, { casting_half_day }, 'cli');
      expect((await cast())[0]).toBe(`01 2026-04-0${moment}:00+09:00`);
    }
    expect(await cast()).toEqual(['01 2026-04-02T12:00:00+09:00', '02 2026-04-01T12:00:00+09:00']);
    await database.knex('lots').where('id', dated).delete();
  });
});

describe('details of a bar', () => {
  it('spreads set-up and work over the working days', async () => {
    const { labor_forces, task_tools, furnace_runs } = await call('getScheduleDetails', { params: { id: made.bars[0]! } });
    expect(labor_forces).toEqual([
      { date: '2026-04-03', facility_name: '320グラインダー職場', kind: '段取', hours: 1 },
      { date: '2026-04-03', facility_name: '320グラインダー職場', kind: '作業', hours: 1 },
      { date: '2026-04-06', facility_name: '320グラインダー職場', kind: '作業', hours: 4 },
    ]);
    expect([task_tools, furnace_runs]).toEqual([[], []]);
  });

  it('shows a furnace run with its members', async () => {
    const { labor_forces, furnace_runs } = await call('getScheduleDetails', { params: { id: made.bars[1]! } });
    expect(labor_forces).toEqual([{ date: '2026-04-07', facility_name: '1号炉', kind: '段取', hours: 2 }]);
    expect(furnace_runs).toEqual([await call('getFurnaceRun', { params: { id: made.run } })]);
    expect(furnace_runs).toMatchObject([{ id: made.run, members: [{ entry_id: made.bars[1], pieces: 2, weight: 200 }] }]);
  });

  it('does not know a bar that is not there', async () => {
    await expect(call('getScheduleDetails', { params: { id: 999_999 } })).rejects.toMatchObject({ kind: 'not_found' });
  });
});
