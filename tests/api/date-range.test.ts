import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { type TestServer, testServer } from '../support/server.ts';

const OUTSIDE = '2000/01/01〜2100/12/31の日付を入力してください。';
const FAR = ['0026-12-17', '1999-12-31', '2101-01-01', '9999-12-31'];

let server: TestServer;
let token: string;
const get = (path: string) => server.call('GET', path, { token });
const post = (path: string, body: unknown) => server.call('POST', path, { token, body });

beforeAll(async () => {
  server = await testServer({ demo: false });
  token = await server.token();
});
afterAll(() => server.close());

/** A bar, made by hand, in a facility that can do its task. */
async function barOf(at: [string, string]): Promise<{ id: number; facility: number; order: number; task: number }> {
  const make = plantBuilder(server.db);
  const task = await make.task();
  const facility = await make.facility({ tasks: [task] });
  const order = await make.order();
  const lot = await make.lot(order);
  return { id: await make.entry(lot, task, at, { facility_id: facility }), facility, order, task };
}

describe('a date beyond reason', () => {
  it.each(FAR)('%s is refused by every call that takes dates of the plan, with a message at its field', async (date) => {
    const bar = await barOf(['2026-04-06 08:00', '2026-04-06 16:00']);
    const body = { start_date_date: date, start_date_hour: '08:00', end_date_date: date, end_date_hour: '16:00' };
    const fields = { start_date_date: [OUTSIDE], end_date_date: [OUTSIDE] };
    for (const call of ['modify_schedule', 'modify_facility_schedule'])
      expect(await post(`/api/schedules/${bar.id}/${call}/`, body)).toEqual({ status: 400, body: fields });
    const added = await post('/api/schedules/add_schedule/', { ...body, order: bar.order, task_id: bar.task, lot_number: '01' });
    expect(added).toEqual({ status: 400, body: fields });
    const instants = { start_date: `${date}T08:00:00+09:00`, end_date: `${date}T16:00:00+09:00` };
    expect(await post(`/api/schedules/${bar.id}/modify_schedule/`, instants)).toEqual({ status: 400, body: fields });
    expect(await post('/api/holiday-calendars/', { date })).toEqual({ status: 400, body: { date: [OUTSIDE] } });
    const name = (await server.db('facilities').where({ id: bar.facility }).first('facility_name')).facility_name;
    expect(await post('/api/facilities/set_availability/', { [name]: { [date]: 1 } })).toEqual({
      status: 400,
      body: { [name]: [`「${date}」は使えません。${OUTSIDE}`] },
    });
  });

  it.each(FAR)('%s is refused as the bound of every range that is read', async (date) => {
    const ranges: [string, string][] = [
      ['/api/facilities/get_availability/', 'from_date'],
      ['/api/facilities/get_availability/', 'to_date'],
      ['/api/holiday-calendars/', 'from_date'],
      ['/api/holiday-calendars/', 'to_date'],
      ['/api/schedules/get_facility_schedules/', 'from_date'],
      ['/api/schedules/get_facility_schedules/', 'to_date'],
      ['/api/schedules/', 'from_delivery'],
      ['/api/schedules/', 'to_delivery'],
      ['/api/schedule-orders/', 'from_delivery'],
      ['/api/schedule-facilities/', 'to_delivery'],
      ['/api/orders/get_castings/', 'casting_date_gte_search'],
      ['/api/orders/get_castings/', 'casting_date_lte_search'],
      ['/api/audit/', 'from_date'],
      ['/api/audit/', 'to_date'],
    ];
    for (const [path, name] of ranges) {
      const query = new URLSearchParams({ from_date: '2026-04-01', to_date: '2026-04-07', [name]: date });
      expect([path, await get(`${path}?${query}`)]).toEqual([path, { status: 400, body: { [name]: [OUTSIDE] } }]);
    }
  });

  it('is refused in every date column of the imports, by row and column', async () => {
    const errors = async (kind: string, row: object) => {
      const { status, body } = await post(`/api/${kind}/?dry_run=1`, { rows: [row] });
      return [status, (body as { errors: string[] }).errors];
    };
    const said = (column: string) => `行2「${column}」: 「2101/01/01」は使えません。${OUTSIDE}`;
    const date = '2101/01/01';
    expect(await errors('holiday-calendars/upload_csv', { date, is_holiday: '非稼働' })).toEqual([200, [said('日付')]]);
    const order = { serial_number: 'X1', product_code: 'P1', product_name: '', number: 1, weight: 1, delivery_status: '', material: '' };
    expect(await errors('orders/upload_csv', { ...order, delivery_date: date, casting_date: date })).toEqual([
      200,
      [`${said('製番_製作納期')} ${said('納期').replace('行2', '')}`],
    ]);
    await plantBuilder(server.db).order({ serial_number: 'X1' });
    expect(await errors('orders/upload_order_casting_csv', { serial_number: 'X1', lot_number: '01', casting_date: '1026/04/01' })).toEqual([
      200,
      [`行2「鋳込」: 「1026/04/01」は使えません。${OUTSIDE}`],
    ]);
  });
});

describe('a row that is beyond reason already', () => {
  const bars: Awaited<ReturnType<typeof barOf>>[] = [];
  beforeAll(async () => {
    bars.push(await barOf(['0026-12-17 08:00', '9999-12-31 16:00']), await barOf(['9999-12-31 08:00', '9999-12-31 16:00']));
    const make = plantBuilder(server.db);
    for (const date of ['0026-12-17', '9999-12-31', '12026-12-17', '0044-03-15 BC']) await make.holiday(date);
    for (const date of ['0026-12-17', '9999-12-31']) {
      await server.db('facility_availabilities').insert({ facility_id: bars[0]!.facility, date, units: 3 });
      const order = await make.order({ delivery_date: date, casting_date: date });
      await make.casting(await make.lot(order), date);
    }
  });

  it('breaks none of the pages that show it', async () => {
    const ids = bars.map(({ order }) => order).join(',');
    const pages = [
      '/api/schedules/',
      `/api/schedules/?order_ids=${ids}`,
      '/api/schedule-orders/',
      '/api/schedule-facilities/',
      '/api/schedules/get_facility_schedules/?from_date=2026-04-01&to_date=2026-05-01',
      `/api/schedules/get_schedules_order_info/?order_ids=${ids}`,
      ...bars.map(({ id }) => `/api/schedules/${id}/schedule_details/`),
      '/api/holiday-calendars/?limit=1000',
      '/api/holiday-calendars/?from_date=2000-01-01&to_date=2100-12-31',
      '/api/facilities/get_availability/?from_date=2026-04-01&to_date=2026-04-07',
      '/api/orders/',
      `/api/orders/${bars[0]!.order}/`,
      '/api/orders/get_castings/',
      '/api/orders/get_delivery_dates/',
      '/api/master-check/',
    ];
    for (const path of pages) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  it('is changed by locks, and mended by its form', async () => {
    const [first, second] = bars as [(typeof bars)[number], (typeof bars)[number]];
    expect(await post('/api/schedules/lock_order/', { orders: bars.map(({ order }) => order) })).toMatchObject({ status: 200 });
    expect(await post('/api/schedules/unlock_order/', { orders: bars.map(({ order }) => order) })).toMatchObject({ status: 200 });
    expect(await post('/api/schedules/set_work_time/', { schedule_ids: [second.id], start_time: '09:00', end_time: '10:00' })).toEqual({
      status: 400,
      body: { schedule_ids: [OUTSIDE] },
    });
    // A bar of the same facility is judged beside it.
    const make = plantBuilder(server.db);
    const beside = await make.entry(await make.lot(await make.order()), first.task, ['2026-04-06 08:00', '2026-04-06 16:00'], {
      facility_id: first.facility,
    });
    const form = { start_date_date: '2026-04-07', start_date_hour: '08:00', end_date_date: '2028-04-07', end_date_hour: '00:00' };
    const moved = await post(`/api/schedules/${beside}/modify_schedule/`, form);
    expect(moved).toMatchObject({
      status: 200,
      body: { warnings: expect.arrayContaining([expect.stringContaining('台数を超えています')]) },
    });
    expect(await post(`/api/schedules/${first.id}/modify_schedule/`, form)).toMatchObject({ status: 200 });
  });

  it('does not stop the run', async () => {
    await server.db('plan_entries').where({ id: bars[1]!.id }).update({ locked: true });
    const job = await server.services.runs.runAndWait(QUICK_RUN, 'test');
    expect(job).toMatchObject({ status: 'complete' });
  });
});
