import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantBuilder } from '../support/plant.ts';
import { type TestServer, testServer } from '../support/server.ts';
import { eventually } from '../support/wait.ts';

let server: TestServer;
let planner: string;
let viewer: string;
const ids: Record<'order' | 'lot' | 'task' | 'facility' | 'bar' | 'order_task', number> = {
  order: 0,
  lot: 0,
  task: 0,
  facility: 0,
  bar: 0,
  order_task: 0,
};

beforeAll(async () => {
  server = await testServer({ demo: false, config: { role: 'api' } });
  [planner, viewer] = [await server.token('1002'), await server.token('1004')];
  const make = plantBuilder(server.db);
  ids.task = await make.task({ task_name: 'グラインダー' });
  ids.facility = await make.facility({ tasks: [ids.task] });
  ids.order = await make.order({ serial_number: '02640123' });
  ids.lot = await make.lot(ids.order);
  ids.order_task = await make.orderTask(ids.lot, ids.task, { task_sort: 10 });
  const more = { order_task_id: ids.order_task, task_sort: 10, facility_id: ids.facility };
  ids.bar = await make.entry(ids.lot, ids.task, ['2026-04-06 08:00', '2026-04-06 10:00'], more);
});
afterAll(() => server.close());

const get = (path: string) => server.call('GET', path, { token: viewer });
const post = (path: string, body: unknown, token = planner) => server.call('POST', path, { token, body });

describe('schedule over HTTP', () => {
  it('answers every read as the contract says', async () => {
    for (const path of [
      '/api/schedules/?serial_number_search=0264&task_search=グラインダー&facility_search=null,1&product_search=&limit=5&active_only=1',
      `/api/schedules/get_facility_schedules/?facility_ids=${ids.facility}&from_date=2026-04-01&to_date=2026-04-30`,
      `/api/schedules/get_schedules_order_info/?order_ids=${ids.order}`,
      `/api/schedules/${ids.bar}/schedule_details/`,
      '/api/schedule-orders/',
      '/api/schedule-facilities/?from_date=2026-04-01&to_date=2026-04-30',
      '/api/schedule-queues/',
      '/api/schedule-queues/has_pending_schedule/',
      '/api/schedule-errors/',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  it('gives the calendar that follows a change the bars of the changed orders alone', async () => {
    const count = async (order: number) =>
      (await get(`/api/schedules/get_facility_schedules/?facility_ids=${ids.facility}&order_ids=${order}`)).body;
    expect(await count(ids.order)).toMatchObject({ count: 1 });
    expect(await count(ids.order + 1)).toMatchObject({ count: 0 });
  });

  it('saves the task form with the fields the screens send, and refuses readers', async () => {
    const form = {
      start_date_date: '2026-04-06',
      start_date_hour: '12:00',
      end_date_date: '2026-04-07',
      end_date_hour: '00:00',
      start_date: '2026-04-06T12:00:00+09:00',
      end_date: '2026-04-07T00:00:00+09:00',
      ref_start_date: '2026-04-06',
      ref_end_date: '2026-04-06',
      facility: ids.facility,
      locked: false,
      received_locked: false,
      holidays: ['2026-04-29'],
      order: ids.order,
      version: 1,
    };
    expect(await post(`/api/schedules/${ids.bar}/modify_schedule/`, form, viewer)).toMatchObject({ status: 403 });
    expect(await post(`/api/schedules/${ids.bar}/modify_facility_schedule/`, form)).toMatchObject({
      status: 200,
      body: { results: [{ id: ids.bar, version: 2, start_time: '12:00', end_time: '00:00' }], warnings: [] },
    });
    expect(await post(`/api/schedules/${ids.bar}/modify_schedule/`, form)).toMatchObject({
      status: 409,
      body: { current: { version: 2 } },
    });
    expect(
      await post(`/api/schedules/${ids.bar}/modify_schedule/`, { ...form, version: 2, start_date_date: null, end_date_date: '' }),
    ).toEqual({
      status: 400,
      body: { start_date_date: ['開始日を設定して下さい。'], end_date_date: ['終了日を設定して下さい。'] },
    });
  });

  it('toggles locks without a body and fixes work times', async () => {
    const switched = await server.call('POST', `/api/schedules/${ids.bar}/switch_lock_status/`, { token: planner });
    expect(switched).toMatchObject({ status: 200, body: { id: ids.bar, locked: true } });
    expect(await post('/api/schedules/unlock_order/', { order: ids.order })).toMatchObject({
      status: 200,
      body: { results: [{ locked: false }] },
    });
    expect(await post('/api/schedules/set_work_time/', { schedule_ids: [ids.bar], start_time: '12:30', end_time: '15:00' })).toMatchObject({
      status: 200,
      body: { results: [{ work_time_set: true, start_time: '12:30' }] },
    });
  });

  it('says 404 for a bar that is not there', async () => {
    const missing = { status: 404, body: { error: '該当のデータが存在しません。' } };
    expect(await get('/api/schedules/999999/schedule_details/')).toEqual(missing);
    expect(await get('/api/schedules/x/schedule_details/')).toEqual(missing);
    expect(await server.call('DELETE', '/api/schedules/99999999999999999999/', { token: planner })).toEqual(missing);
  });

  it('queues one run for two presses, refuses writes meanwhile, and cancels it', async () => {
    const first = await server.call('POST', '/api/schedules/', { token: planner });
    expect(first).toMatchObject({ status: 202, body: { status: 'queued' } });
    expect(await post('/api/schedules/', { time_limit_seconds: 5 })).toEqual(first);
    expect(await post('/api/schedules/', {}, viewer)).toMatchObject({ status: 403 });
    expect((await get('/api/schedule-queues/has_pending_schedule/')).body).toEqual({ pending: true });
    expect(await server.call('DELETE', `/api/schedules/${ids.bar}/`, { token: planner })).toEqual({
      status: 409,
      body: { error: '立案中のため変更できません。' },
    });
    const { id } = first.body as { id: number };
    expect(await post(`/api/schedule-queues/${id}/cancel/`, {})).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await server.call('DELETE', `/api/schedules/${ids.bar}/`, { token: planner, body: { version: 99, rowIndex: 3 } })).toMatchObject(
      { status: 409 },
    );
    expect(await server.call('DELETE', `/api/schedules/${ids.bar}/`, { token: planner, body: { rowIndex: 3, order: 5 } })).toEqual({
      status: 204,
    });
  });

  it('refuses a write behind many others at once, to be tried again; those in the line are carried out', async () => {
    const lock = await server.db.transaction();
    await lock.raw('select id from plans for update');
    let refused = 0;
    const answers = Array.from({ length: 25 }, async () => {
      const answer = await post('/api/schedules/lock_order/', { order: ids.order });
      if (answer.status === 503) refused += 1;
      return answer;
    });
    const first = await Promise.race(answers);
    // Whoever comes to the line after it has moved has a place in it.
    await eventually(() => refused).toBe(4);
    expect(first).toMatchObject({ status: 503, body: { error: expect.stringContaining('混み合っています') } });
    await lock.rollback();
    const all = (await Promise.all(answers)).map(({ status }) => status).sort();
    expect(all).toEqual([...Array(21).fill(200), ...Array(4).fill(503)]);
    expect(await post('/api/schedules/unlock_order/', { order: ids.order })).toMatchObject({ status: 200 });
  });
});
