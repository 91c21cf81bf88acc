import { beforeAll, describe, expect, it } from 'vitest';
import { serverHere, span } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';

const OUTSIDE = '2000/01/01〜2100/12/31の日付を入力してください。';
const FAR = ['0026-12-17', '1999-12-31', '2101-01-01', '9999-12-31'];

const server = serverHere();
const post = (path: string, body: unknown) => server.ask('POST', path, body);

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
    const body = span(`${date} 08:00`, `${date} 16:00`);
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

  it('is refused in every date column of the imports, by row and column', async () => {
    const said = (column: string, date = '2101/01/01') => `行2「${column}」: 「${date}」は使えません。${OUTSIDE}`;
    const date = '2101/01/01';
    const order = { serial_number: 'X1', product_code: 'P1', product_name: '', number: 1, weight: 1, delivery_status: '', material: '' };
    const casting = { serial_number: 'X1', lot_number: '01', casting_date: '1026/04/01' };
    await plantBuilder(server.db).order({ serial_number: 'X1' });
    for (const [kind, row, error] of [
      ['holiday-calendars/upload_csv', { date, is_holiday: '非稼働' }, said('日付')],
      [
        'orders/upload_csv',
        { ...order, delivery_date: date, casting_date: date },
        `${said('製番_製作納期')} ${said('納期').replace('行2', '')}`,
      ],
      ['orders/upload_order_casting_csv', casting, said('鋳込', '1026/04/01')],
    ] as const)
      expect((await server.post<'importOrders'>(`/api/${kind}/?dry_run=1`, { rows: [row] })).errors, kind).toEqual([error]);
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
    for (const path of pages) expect([path, (await server.ask('GET', path)).status]).toEqual([path, 200]);
  });

  it('is changed by locks, and mended by its form', async () => {
    const [first, second] = bars as [(typeof bars)[number], (typeof bars)[number]];
    for (const way of ['lock', 'unlock']) await server.post(`/api/schedules/${way}_order/`, { orders: bars.map(({ order }) => order) });
    const times = { schedule_ids: [second.id], start_time: '09:00', end_time: '10:00' };
    expect(await post('/api/schedules/set_work_time/', times)).toEqual({ status: 400, body: { schedule_ids: [OUTSIDE] } });
    // A bar of the same facility is judged beside it.
    const make = plantBuilder(server.db);
    const lot = await make.lot(await make.order());
    const beside = await make.entry(lot, first.task, ['2026-04-06 08:00', '2026-04-06 16:00'], { facility_id: first.facility });
    const form = span('2026-04-07 08:00', '2028-04-07 00:00');
    const { warnings } = await server.post<'modifySchedule'>(`/api/schedules/${beside}/modify_schedule/`, form);
    expect(warnings!.join()).toContain('台数を超えています');
    await server.post(`/api/schedules/${first.id}/modify_schedule/`, form);
  });

  it('does not stop the run', async () => {
    await server.db('plan_entries').where({ id: bars[1]!.id }).update({ locked: true });
    const job = await server.services.runs.runAndWait(QUICK_RUN, 'test');
    expect(job).toMatchObject({ status: 'complete' });
  });
});
