import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAudit } from '../../server/db/audit.ts';
import { plantDate } from '../../server/domain/ground/plant-time.ts';
import type { PlanPart } from '../../server/domain/plant/plan-inputs.ts';
import { inputReason } from '../../server/domain/texts/plan/run-report.ts';
import { changeAvailability, createHoliday, deleteHoliday } from '../../server/features/calendar/calendar.service.ts';
import { changePlanSettings } from '../../server/features/runs/ask/plan-settings.service.ts';
import { runAndWait } from '../../server/features/runs/ask/runs.service.ts';
import { misfitsOf } from '../../server/features/runs/misfits/misfits.service.ts';
import { behindFrozen } from '../../server/features/runs/story/report.service.ts';
import { stalenessOf } from '../../server/features/runs/story/stale.service.ts';
import { createLog } from '../../server/log.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { type TestServer, testServer } from '../support/server.ts';
import { eventually } from '../support/wait.ts';

let server: TestServer;
let token: string;
const db = () => server.db;
const log = createLog('error');
/** Wednesday morning. */
let now = '2026-04-01T07:00:00+09:00';
const run = (body: object = QUICK_RUN) => runAndWait(db(), body, '1002', { clock: () => Date.parse(now), log });
const by = { actor: '1002', operation: 'setAvailability' };
const stale = async () => (await stalenessOf(db())()).parts;
const get = async <Body>(path: string): Promise<Body> => (await server.call('GET', path, { token })).body as Body;
interface Report {
  id: number;
  closed: boolean;
  late_before: number | null;
  late_after: number;
  late_days_after: number | null;
  moved: number;
  moved_orders: number | null;
  moved_by: Record<'unfit' | 'first' | 'room' | 'plan', number> | null;
  unplaced: number;
  unchanged: boolean;
  reasons: string[];
  newly_late: { order_id: number; serial_number: string; entry_id: number | null }[];
  saved: { serial_number: string }[];
}
const report = async (): Promise<Report> => (await get<{ report: Report }>('/api/schedule-queues/report/')).report;
const figures = async () =>
  (
    await get<{ results: { figures: Record<'before' | 'after', { entries: number; late_orders: number; late_days: number }> }[] }>(
      '/api/schedule-queues/?limit=1',
    )
  ).results[0]!.figures;
/** The newest run as 指標 and 立案の履歴 tell it. */
async function lastRun() {
  const { last_run } = await get<{ last_run: { moved: number; moved_by: object | null } }>('/api/figures/');
  const { results } = await get<{ results: { statistics: object }[] }>('/api/schedule-queues/?limit=1');
  expect(results[0]?.statistics).toMatchObject({ moved: last_run.moved, moved_by: last_run.moved_by });
  return last_run;
}
const bars = () => db()('plan_entries').orderBy('id').select('id', 'start_at', 'end_at', 'facility_id');

/** Two orders of one lot: demolding, furnace, shipping. */
async function foundry() {
  const make = plantBuilder(db());
  const tasks = [
    await make.task({ task_code: '320-3121-060', task_name: '解枠' }),
    await make.task({ task_code: '320-3123-020', task_name: '焼ならし' }),
    await make.task({ task_code: '320-6111-010', task_name: '出荷' }),
  ];
  for (const [index, task] of tasks.entries()) {
    const sizes = { availability: 2, max_weight: 6000, depth: 3, width: 3, height: 3, volume: 20 };
    await make.facility({ tasks: [task], facility_name: ['解枠場', '5号焼戻し炉', '出荷場'][index], ...sizes });
  }
  const product = await make.product({ product_code: 'V-1', depth: 0.5, width: 0.5, height: 0.5, volume: 0.125 });
  await make.heat(product, tasks[1]!);
  const orders: number[] = [];
  for (const serial_number of ['02640001', '02640002']) {
    const order = await make.order({ serial_number, product_id: product, casting_date: '2026-04-02', delivery_date: '2026-04-10' });
    const lot = await make.lot(order);
    for (const [index, task] of tasks.entries()) await make.orderTask(lot, task, { task_sort: 10 * (index + 1) });
    orders.push(order);
  }
  for (const date of ['2026-04-04', '2026-04-05', '2026-04-11', '2026-04-12', '2026-12-31']) await make.holiday(date);
  return { make, tasks, product, orders };
}
let made: Awaited<ReturnType<typeof foundry>>;

beforeAll(async () => {
  server = await testServer({ demo: false, config: { role: 'api', today: '2026-04-01' } });
  token = await server.token('1002');
  made = await foundry();
});
afterAll(() => server.close());

/** A change of one row as everything that changes rows writes it: with its history. */
const changed = async (kind: string, change: () => Promise<unknown>): Promise<void> => {
  await change();
  await recordAudit(db(), { actor: '1001', operation: 'update', kind, key: 'x', old: { a: 1 }, new: { a: 2 } });
};

describe('a stale plan', () => {
  it('is none before there is a plan, and none right after a run', async () => {
    await changed('holidays', () => db()('holidays').insert({ date: '2026-05-04' }));
    expect(await stale()).toEqual([]);
    const [lot] = await db()('lots').orderBy('id').pluck('id');
    const byHand = await made.make.entry(lot, made.tasks[2]!, ['2026-04-02 08:00', '2026-04-02 12:00']);
    await run();
    expect(await stale()).toEqual([]);
    // What stood there before the first run was no plan that it could be held against.
    expect((await figures()).before).toMatchObject({ entries: 0, late_orders: 0 });
    await db()('plan_entries').where({ id: byHand }).delete();
    expect(await report()).toMatchObject({
      reasons: [],
      late_before: null,
      late_after: 0,
      moved: 0,
      moved_by: null,
      unplaced: 0,
      excluded_orders: 0,
      earlier_count: 0,
      later_count: 0,
      unchanged: false,
    });
    const { results } = await get<{ results: { statistics: object }[] }>('/api/schedule-queues/?limit=1');
    expect(results[0]?.statistics).toMatchObject({ first_plan: true, moved: 0 });
  });

  it('says which part has changed, and not when the change is taken back', async () => {
    await changeAvailability(db(), { '5号焼戻し炉': { '2026-04-06': 0 } }, by);
    expect(await stale()).toEqual(['availability']);
    await changeAvailability(db(), { '5号焼戻し炉': { '2026-04-06': null } }, by);
    expect(await stale()).toEqual([]);
  });

  const planted: [PlanPart, string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      'holidays',
      'holidays',
      () => db()('holidays').insert({ date: '2026-04-07' }),
      () => db()('holidays').where({ date: '2026-04-07' }).delete(),
    ],
    ['orders', 'orders', () => db()('orders').update({ number: 5 }), () => db()('orders').update({ number: 4 })],
    ['orders', 'order_tasks', () => db()('order_tasks').update({ work_hours: 2 }), () => db()('order_tasks').update({ work_hours: 1.5 })],
    ['products', 'products', () => db()('products').update({ round_up: 5 }), () => db()('products').update({ round_up: null })],
    [
      'facilities',
      'facilities',
      () => db()('facilities').update({ availability: 1 }),
      () => db()('facilities').update({ availability: 2 }),
    ],
    [
      'settings',
      'settings',
      () => changePlanSettings(db(), { frozen_days: 3 }, 'cli'),
      () => changePlanSettings(db(), { frozen_days: undefined }, 'cli'),
    ],
  ];
  it.each(planted)('%s, by a change of %s', async (part, kind, change, back) => {
    await changed(kind, change);
    expect(await stale()).toEqual([part]);
    await changed(kind, back);
    expect(await stale()).toEqual([]);
  });

  const misfits = async () => (await get<{ misfits: number | null }>('/api/schedule-queues/report/')).misfits;
  interface Misfit {
    entry_id: number;
    serial_number: string;
    unique_order: string;
    kept: string | null;
    sentences: string[];
  }
  interface Conflict {
    entry_id: number;
    kinds: string[];
    sentences: string[];
  }
  const overview = async () => {
    const { misfits, conflicts } = await get<{ misfits: number | null; conflicts: { bars: Conflict[] } }>('/api/schedules/overview/');
    return { misfits, conflicts: conflicts.bars };
  };
  const conflicts = async () => (await overview()).conflicts;
  const inFurnace = () =>
    db()('plan_entries as e')
      .join('facilities as f', 'f.id', 'e.facility_id')
      .where('f.facility_name', '5号焼戻し炉')
      .orderBy('e.id')
      .select('e.id', 'e.start_at', 'e.end_at');
  /** Both bars of the furnace do not fit any more. */
  const longer = () => changed('heat_treatments', () => db()('heat_treatments').update({ retention_time: 30 }));
  const asBefore = async () => {
    await changed('heat_treatments', () => db()('heat_treatments').update({ retention_time: 4 }));
    expect(await misfits()).toBeNull();
  };
  const daysLater = (id: number, days: number) =>
    db()('plan_entries')
      .where({ id })
      .update({
        start_at: db().raw('start_at + make_interval(days => ?)', [days]),
        end_at: db().raw('end_at + make_interval(days => ?)', [days]),
      });

  it('says how many bars that the next run places anew do not fit any more: units, treatments, facilities', async () => {
    const treated = await inFurnace();
    expect(treated).toHaveLength(2);
    expect(await misfits()).toBeNull();
    const day = treated[0].start_at.slice(0, 10);
    await changeAvailability(db(), { '5号焼戻し炉': { [day]: 0 } }, by);
    await eventually(misfits).toBe(treated.filter(({ start_at }) => start_at.startsWith(day)).length);
    await changeAvailability(db(), { '5号焼戻し炉': { [day]: null } }, by);
    expect(await misfits()).toBeNull();
    await longer();
    await eventually(misfits).toBe(2);
    // Locked it is no longer the next run's, but a contradiction.
    await db()('plan_entries').where({ id: treated[0].id }).update({ locked: true });
    expect(await conflicts()).toMatchObject([{ entry_id: treated[0].id, kinds: expect.arrayContaining(['run_too_short']) }]);
    await db()('plan_entries').update({ locked: false });
    await asBefore();
    const tasks = await db()('facility_tasks').select('facility_id', 'task_id');
    await changed('facility_tasks', () => db()('facility_tasks').delete());
    await eventually(misfits).toBe(6);
    await changed('facility_tasks', () => db()('facility_tasks').insert(tasks));
    expect(await misfits()).toBeNull();
  });

  it('lists them with what they break and what the next run does with them: what it leaves is a contradiction', async () => {
    const [first, second] = await inFurnace();
    const listed = async (page = '') => {
      const { known, results } = await get<{ known: boolean; results: Misfit[] }>(`/api/schedules/misfits/${page}`);
      return known ? results : null;
    };
    expect(await listed()).toEqual([]);
    await longer();
    await eventually(listed).not.toBeNull();
    const told = await listed();
    expect(told?.map(({ entry_id }) => entry_id).sort()).toEqual([first.id, second.id].sort());
    for (const bar of told ?? []) {
      const { start_at } = [first, second].find(({ id }) => id === bar.entry_id);
      expect(bar).toMatchObject({ task_name: '焼ならし', facility_name: '5号焼戻し炉', start_date: start_at, kept: null });
      expect(bar.unique_order).toContain(bar.serial_number);
      expect(bar.sentences[0]).toMatch(/^炉の時間 .+時間に足りません。$/);
    }
    // Page by page, and how many there are in all.
    expect(await get('/api/schedules/misfits/?limit=1')).toMatchObject({ count: 2, next: '/api/schedules/misfits/?limit=1&offset=1' });
    expect([await listed('?limit=1'), await listed('?limit=1&offset=1')].flat()).toEqual(told);
    expect(await conflicts()).toEqual([]);
    expect(await get('/api/schedules/overview/')).toMatchObject({ misfits: 2 });
    const kept = async () => (await listed())?.map((bar) => [bar.entry_id, bar.kept]).sort();
    await db()('plan_entries').where({ id: second.id }).update({ locked: true });
    expect(await kept()).toEqual(
      [
        [first.id, null],
        [second.id, 'locked'],
      ].sort(),
    );
    expect(await get('/api/schedule-queues/report/')).toMatchObject({ misfits: 1, kept_misfits: 1 });
    expect((await conflicts()).map(({ entry_id }) => entry_id)).toEqual([second.id]);
    // What does not fit leaves the frozen days too.
    await changePlanSettings(db(), { frozen_days: 20 }, 'cli');
    // While they are found anew, what is known of them stays said.
    const { misfits: still, conflicts: contradicting } = await overview();
    expect([still, contradicting.map(({ entry_id }) => entry_id)]).toEqual([1, [second.id]]);
    expect(await get('/api/schedule-queues/report/')).toMatchObject({ misfits: 1, kept_misfits: 1 });
    expect((await listed())?.length).toBe(2);
    await changePlanSettings(db(), { frozen_days: undefined }, 'cli');
    await db()('plan_entries').update({ locked: false });
    await asBefore();
  });

  it('counts a bar that does not fit any more no longer once it is moved or locked', async () => {
    const [first, second] = await inFurnace();
    await longer();
    await eventually(misfits).toBe(2);
    await daysLater(first.id, 7);
    expect(await misfits()).toBe(1);
    await db()('plan_entries').where({ id: second.id }).update({ locked: true });
    expect(await misfits()).toBe(0);
    await db()('plan_entries').where({ id: second.id }).update({ locked: false });
    await daysLater(first.id, -7);
    expect(await misfits()).toBe(2);
    await asBefore();
  });

  it('counts what no run moves also where somebody has put it there', async () => {
    const [first, second] = await inFurnace();
    await daysLater(first.id, 7);
    await db()('plan_entries').where({ id: first.id }).update({ locked: true });
    await longer();
    await eventually(misfits).toBe(1);
    expect(await get('/api/schedule-queues/report/')).toMatchObject({ kept_misfits: 1 });
    const { results } = await get<{ results: Misfit[] }>('/api/schedules/misfits/');
    expect(results.map(({ entry_id, kept }) => [entry_id, kept]).sort()).toEqual(
      [
        [first.id, 'locked'],
        [second.id, null],
      ].sort(),
    );
    expect((await conflicts()).map(({ entry_id }) => entry_id)).toContain(first.id);
    await asBefore();
    await db()('plan_entries').where({ id: first.id }).update({ locked: false });
    await daysLater(first.id, -7);
  });

  it('says at once, in the same words as later, what contradicts the plan by a facility that has closed', async () => {
    const [first] = await inFurnace();
    await db()('plan_entries').where({ id: first.id }).update({ locked: true });
    const day = first.start_at.slice(0, 10);
    await changeAvailability(db(), { '5号焼戻し炉': { [day]: 0 } }, by);
    const { misfits: unknown, conflicts: told } = await overview();
    expect([unknown, told.map(({ entry_id }) => entry_id)]).toEqual([null, [first.id]]);
    expect(told[0]?.sentences[0]).toContain('稼働していません');
    await eventually(misfits).not.toBeNull();
    expect(await conflicts()).toEqual(told);
    await changeAvailability(db(), { '5号焼戻し炉': { [day]: null } }, by);
    expect(await misfits()).toBeNull();
    await db()('plan_entries').where({ id: first.id }).update({ locked: false });
  });

  it('does not count a bar that breaks a rule only because another was moved by hand', async () => {
    const demolding = await db()('plan_entries').orderBy('start_at').first('id');
    await daysLater(demolding.id, 60);
    await changeAvailability(db(), { 出荷場: { '2026-11-02': 1 } }, by);
    await eventually(misfits).toBe(0);
    await changeAvailability(db(), { 出荷場: { '2026-11-02': null } }, by);
    await daysLater(demolding.id, -60);
  });

  it('counts the bars of a day that is too full also without the one that was put there by hand', async () => {
    const shipping = db()('plan_entries as e').join('facilities as f', 'f.id', 'e.facility_id').where('f.facility_name', '出荷場');
    const shipped = await shipping.orderBy('e.id').select('e.*');
    expect(new Set(shipped.map(({ start_at }) => start_at)).size).toBe(1);
    const { plan_id, lot_id, task_id, facility_id, start_at, end_at } = shipped[0];
    const beside = { plan_id, lot_id, task_id, facility_id, start_at, end_at, created_by_hand: true };
    const [{ id }] = await db()('plan_entries').insert(beside).returning('id');
    const day = start_at.slice(0, 10);
    await changeAvailability(db(), { 出荷場: { [day]: 1 } }, by);
    await eventually(misfits).toBe(2);
    await changeAvailability(db(), { 出荷場: { [day]: null } }, by);
    await db()('plan_entries').where({ id }).delete();
  });

  it('is followed by a run that leaves at fault on a crowded day who was, whatever it moves elsewhere', async () => {
    const shipping = db()('plan_entries as e').join('facilities as f', 'f.id', 'e.facility_id').where('f.facility_name', '出荷場');
    const shipped = await shipping.orderBy('e.id').select('e.*');
    await db()('plan_entries')
      .whereIn(
        'id',
        shipped.map((bar) => bar.id),
      )
      .update({ locked: true });
    const { plan_id, lot_id, task_id, facility_id, start_at, end_at } = shipped[0];
    const beside = { plan_id, lot_id, task_id, facility_id, start_at, end_at, created_by_hand: true };
    const [{ id }] = await db()('plan_entries').insert(beside).returning('id');
    const atFault = async () => (await conflicts()).filter(({ kinds }) => kinds.includes('over_capacity')).map(({ entry_id }) => entry_id);
    expect(await atFault()).toEqual([id]);
    await run();
    expect(await db()('plan_entries').where({ id }).first('start_at', 'end_at')).toEqual({ start_at, end_at });
    expect(await atFault()).toEqual([id]);
    await db()('plan_entries').where({ id }).delete();
    await db()('plan_entries').update({ locked: false });
    await run();
    expect(await atFault()).toEqual([]);
  });

  it.each([
    ['after a pause', 10 * 60_000],
    ['once the clock was set back', -24 * 60 * 60_000],
  ])('is not known where the plan cannot be read: logged once, and tried again %s', async (_, later) => {
    let at = Date.parse(now);
    const logged: object[] = [];
    const misfits = misfitsOf({ db: db(), clock: () => at, log: { error: (line: object) => logged.push(line) } });
    const count = (by: string) => misfits.since({ parts: ['orders'], by });
    await db().raw('alter table furnace_run_members rename to hidden');
    expect(await count('changes')).toBeNull();
    await eventually(() => logged.length).toBe(1);
    at += 9 * 60_000;
    expect(await count('changes')).toBeNull();
    // Other changes are tried at once, but one at a time: had the first been tried again, that would have been logged by now.
    await eventually(async () => [await count('others'), logged.length]).toEqual([null, 2]);
    await db().raw('alter table hidden rename to furnace_run_members');
    at += later;
    await eventually(() => count('others')).toEqual([]);
    expect(logged).toHaveLength(2);
  });

  it('is none of names, of people, or of bars moved by hand', async () => {
    await changed('facilities', () => db()('facilities').where({ facility_name: '出荷場' }).update({ facility_name: '出荷場(東)' }));
    await changed('employees', () => db()('employees').where({ employee_id: '1004' }).update({ name: '別人' }));
    const [bar] = await bars();
    expect((await server.call('POST', `/api/schedules/${bar.id}/switch_lock_status/`, { token, body: {} })).status).toBe(200);
    expect((await server.call('POST', `/api/schedules/${bar.id}/switch_lock_status/`, { token, body: {} })).status).toBe(200);
    expect(await stale()).toEqual([]);
    await run();
  });
});

describe('a stop', () => {
  interface Since {
    stops: { facility_name: string; reason: string; resumes_on: string | null; over: boolean }[];
    stops_alone: boolean;
    misfits: number | null;
    misfits_pending: boolean;
  }
  const since = () => get<Since>('/api/schedule-queues/report/');
  const tapped = async (tap: object) => {
    const facility = (await db()('facilities').where('facility_name', '5号焼戻し炉').first('id')).id;
    const body = { client_id: randomUUID(), at: now, facility, unit: null, ...tap };
    expect((await server.call('POST', '/api/marks/', { token, body })).body).toMatchObject({ result: 'accepted' });
  };

  it('is said as one: what stands and until when, that what does not fit is looked for, and why the plan became another', async () => {
    expect(await since()).toMatchObject({ stops: [], misfits_pending: false });
    await tapped({ kind: 'stop', stop: 'breakdown', resumes_on: '2026-04-13' });
    const stop = { facility_name: '5号焼戻し炉', reason: '設備故障', resumes_on: '2026-04-13', over: false };
    expect(await since()).toMatchObject({ stops: [stop], stops_alone: true, misfits: null, misfits_pending: true });
    await eventually(async () => (await since()).misfits_pending).toBe(false);
    expect((await since()).misfits).toBeGreaterThan(0);
    const { results } = await get<{ results: { sentences: string[] }[] }>('/api/schedules/misfits/');
    expect(results[0]?.sentences[0]).toMatch(/^開始日\(.+\)に設備「5号焼戻し炉」は故障・停止中です。$/);
    await run();
    expect((await report()).reasons).toEqual(['5号焼戻し炉の故障・停止']);
    await tapped({ kind: 'resume' });
    expect(await since()).toMatchObject({ stops: [{ facility_name: '5号焼戻し炉', over: true }], stops_alone: true });
    await run();
    expect((await report()).reasons).toEqual(['5号焼戻し炉の再開']);
  });
});

describe('the report of a run', () => {
  it('names the one change that caused it, counts lateness as the figures do, and keeps where every moved bar stood', async () => {
    const before = await bars();
    const furnace = before.filter((bar) => bar.start_at >= '2026-04-02');
    expect(furnace.length).toBeGreaterThan(0);
    const closed = Object.fromEntries(Array.from({ length: 12 }, (_, day) => [`2026-04-${String(2 + day).padStart(2, '0')}`, 0]));
    await changeAvailability(db(), { '5号焼戻し炉': closed }, by);
    expect(await stale()).toEqual(['availability']);
    await run();
    expect(await stale()).toEqual([]);

    const told = await report();
    expect(told).toMatchObject({
      reasons: ['5号焼戻し炉の設備稼働変更'],
      late_before: 0,
      late_after: 2,
      unplaced: 0,
      unchanged: false,
      closed: false,
    });
    expect(told.late_after).toBe((await figures()).after.late_orders);
    expect(told).toMatchObject({ late_days_before: 0, earlier_count: 0, later_count: 2 });
    expect(told.late_days_after).toBe((await figures()).after.late_days);
    expect(told.newly_late.map(({ serial_number }) => serial_number).sort()).toEqual(['02640001', '02640002']);
    // Each leads where the strip does: to the bar that waits, here the last one.
    const [late] = told.newly_late;
    const waits = await db()('bars').where({ order_id: late!.order_id }).orderBy('start_at', 'desc').first('id', 'order_task_id');
    await db().raw(
      `update jobs set statistics = jsonb_set(statistics, '{late}', (select jsonb_agg(note || jsonb_build_object('order_task_id', ?::bigint, 'wait', null))
         from jsonb_array_elements(statistics -> 'late') note)) where id = ?`,
      [waits.order_task_id, (await report()).id],
    );
    expect((await report()).newly_late.find(({ order_id }) => order_id === late!.order_id)?.entry_id).toBe(waits.id);
    expect(told.saved).toEqual([]);

    const places = await get<{
      places: { entry_id: number; start_date: string; end_date: string; facility: number; facility_name: string }[];
    }>(`/api/schedules/former_places/?order_ids=${made.orders.join(',')}`);
    const after = new Map((await bars()).map((bar) => [bar.id, bar]));
    const moved = before.filter((bar) => JSON.stringify(after.get(bar.id)) !== JSON.stringify(bar));
    expect(told.moved).toBe(moved.length);
    expect(told.moved_by).toMatchObject({ unfit: told.moved, first: 0, room: 0, plan: 0 });
    expect(told.moved_orders).toBeGreaterThan(0);
    expect(await lastRun()).toMatchObject({ moved: told.moved, moved_by: told.moved_by });
    expect(
      places.places.map(({ entry_id, start_date, end_date, facility }) => ({
        id: entry_id,
        start_at: start_date,
        end_at: end_date,
        facility_id: facility,
      })),
    ).toEqual(moved);
    expect(places.places.some(({ facility_name }) => facility_name === '5号焼戻し炉')).toBe(true);
    const { moves } = await get<{ moves: { entry_id: number; new_start: string; late_days: number; delivery_date: string }[] }>(
      '/api/schedule-queues/moves/',
    );
    expect(moves.map(({ entry_id, new_start }) => [entry_id, new_start]).sort()).toEqual(
      moved.map(({ id }) => [id, after.get(id)?.start_at]).sort(),
    );
    expect(moves[0]).toMatchObject({ delivery_date: '2026-04-10' });
    expect(moves.map(({ late_days }) => late_days)).toEqual(moves.map(({ late_days }) => late_days).sort((a, b) => b - a));
    // What is moved by hand afterwards changes how late its order is, not what the run did. All of the order: whichever bar the run put last.
    const [first] = moves as [(typeof moves)[0]];
    const shift = (days: number) =>
      db().raw(
        `update plan_entries set start_at = start_at + ? * interval '1 day', end_at = end_at + ? * interval '1 day'
         where id in (select id from bars where order_id = (select order_id from bars where id = ?))`,
        [days, days, first.entry_id],
      );
    await shift(1);
    expect((await get<{ moves: object[] }>('/api/schedule-queues/moves/')).moves[0]).toEqual({ ...first, late_days: first.late_days + 1 });
    await shift(-1);
    const facility = places.places[0]!.facility;
    const byFacility = `/api/schedules/former_places/?facility_ids=${facility}&from_date=2026-04-01&to_date=2026-05-31`;
    expect((await get<{ places: { facility: number }[] }>(byFacility)).places.length).toBeGreaterThan(0);
    expect((await get<{ places: object[] }>('/api/schedules/former_places/')).places).toEqual([]);
  });

  it('stays closed for whom it was closed, until the next run', async () => {
    const { id } = await report();
    const other = await server.token('1001');
    expect((await server.call('POST', `/api/schedule-queues/${id}/close_report/`, { token })).status).toBe(204);
    expect((await server.call('POST', `/api/schedule-queues/${id}/close_report/`, { token })).status).toBe(204);
    expect((await server.call('POST', '/api/schedule-queues/999999/close_report/', { token })).status).toBe(404);
    expect((await report()).closed).toBe(true);
    expect(((await server.call('GET', '/api/schedule-queues/report/', { token: other })).body as { report: Report }).report.closed).toBe(
      false,
    );
    await run();
    const told = await report();
    expect(told).toMatchObject({ closed: false, unchanged: true, moved: 0, moved_by: null, reasons: [], late_before: 2, late_after: 2 });
    expect(await lastRun()).toMatchObject({ moved: 0, moved_by: null });
    expect(await db()('run_moves')).toEqual([]);
    // What was changed by hand and taken back is no reason.
    const bar = await db()('plan_entries').where({ locked: false, received_locked: false }).first('id');
    expect((await server.call('POST', `/api/schedules/${bar.id}/switch_lock_status/`, { token, body: {} })).status).toBe(200);
    expect((await server.call('POST', '/api/schedules/undo/', { token, body: {} })).status).toBe(200);
    await run();
    expect(await report()).toMatchObject({ moved: 0, reasons: [] });
  });

  it('names several changes, the day and what was done by hand; a saved order is said to be saved', async () => {
    await changeAvailability(db(), { '5号焼戻し炉': { '2026-04-06': null, '2026-04-07': null } }, by);
    // What is again as it was explains nothing: a day of one that was changed on two, a holiday that came and went.
    await changeAvailability(db(), { 解枠場: { '2026-05-11': 1 } }, by);
    await changeAvailability(db(), { 解枠場: { '2026-05-12': 1, '2026-05-11': null } }, by);
    await changeAvailability(db(), { 解枠場: { '2026-05-12': null } }, by);
    const { id: holiday } = await createHoliday(db(), '2026-06-03', by);
    await deleteHoliday(db(), holiday, by);
    const file = {
      rows: [
        { date: '2026-06-01', is_holiday: true },
        { date: '2026-06-02', is_holiday: true },
      ],
    };
    expect(
      (await server.call('POST', '/api/holiday-calendars/upload_csv/', { token: await server.token('1001'), body: file })).status,
    ).toBe(200);
    await db()('plans').update({ edited_at: db().fn.now() });
    now = '2026-04-02T07:00:00+09:00';
    await run({ ...QUICK_RUN, frozen_days: 0 });
    const told = await report();
    expect(told.reasons).toEqual(['休日の取り込み', '5号焼戻し炉の設備稼働変更', '手で変えた工程の反映', '日付の経過(4/1(水) → 4/2(木))']);
    expect(told).toMatchObject({ late_before: 2, late_after: 0, late_days_after: 0, earlier_count: 2, later_count: 0 });
    expect(told.saved.map(({ serial_number }) => serial_number).sort()).toEqual(['02640001', '02640002']);
  });

  it('tells what the shop floor recorded from what was changed by hand', async () => {
    const bar = await db()('plan_entries').orderBy('start_at').first('id', 'facility_id');
    const start = { client_id: randomUUID(), kind: 'start', at: now, facility: bar.facility_id, entries: [{ entry_id: bar.id }] };
    expect(await server.call('POST', '/api/marks/', { token, body: start })).toMatchObject({ status: 200, body: { result: 'accepted' } });
    await run({ ...QUICK_RUN, frozen_days: 0 });
    expect(await report()).toMatchObject({ unchanged: false, reasons: ['今日の作業で記録した実績の反映'] });
    const { client_id } = start;
    await server.call('POST', '/api/marks/', { token, body: { ...start, client_id: randomUUID(), kind: 'undo', undoes: client_id } });
    await run({ ...QUICK_RUN, frozen_days: 0 });
    expect((await report()).reasons).toEqual(['今日の作業で記録した実績の反映']);
  });

  it('says late what the boards say late, and not saved what has lost its place', async () => {
    const [first, second] = made.orders as [number, number];
    const lots = db()('lots').where({ order_id: second }).select('id');
    const demolding = (await db()('plan_entries').whereIn('lot_id', lots).orderBy('task_sort').first('end_at')).end_at;
    // Late even by its first step, and late by its last.
    await changed('orders', () => db()('orders').where({ id: first }).update({ delivery_date: '2026-03-31' }));
    await changed('orders', () =>
      db()('orders')
        .where({ id: second })
        .update({ delivery_date: plantDate(Date.parse(demolding) - 60_000) }),
    );
    await run();
    expect(await report()).toMatchObject({ late_after: 2, unplaced: 0 });

    const units = (availability: number) =>
      changed('facilities', () => db()('facilities').where({ facility_name: '5号焼戻し炉' }).update({ availability }));
    await units(0);
    await run();
    expect(await report()).toMatchObject({ late_before: 2, late_after: 1, unplaced: 4, saved: [], saved_count: 0 });
    expect(await get('/api/schedules/overview/')).toMatchObject({ late: { count: 1 } });
    const [summary] = (await get<{ results: { message: string }[] }>('/api/schedule-errors/')).results;
    expect(summary?.message).toBe('2件を計画しました(納期遅れ 1件、計画不可 4件)。');
    await units(2);
    await run();
    expect(await report()).toMatchObject({ late_before: 1, late_after: 2, unplaced: 0 });

    // Left out: its product is not known any more.
    await changed('orders', () => db()('orders').where({ id: second }).update({ product_id: null }));
    await run();
    expect(await report()).toMatchObject({ late_before: 2, late_after: 1, unplaced: 0, excluded_orders: 1, saved: [], saved_count: 0 });
    const [said] = (await get<{ results: { message: string }[] }>('/api/schedule-errors/')).results;
    expect(said?.message).toContain('計画不可 0件)。立案対象外 1製番。');
  });

  it('blames the frozen days only for what they explain', () => {
    const late = (order_id: number, late_days: number) => ({ order_id, serial_number: `0264000${order_id}`, late_days });
    const ends = new Map([1, 2, 3, 4].map((id) => [id, '2026-04-30']));
    // Order 1 would be late by 29 days all the same, 3 by one; 5 had no bars before.
    const before = [late(1, 10), late(2, 10)];
    const after = [late(1, 30), late(2, 30), late(3, 5), late(4, 5), late(5, 3)];
    const gains = new Map([
      [1, 1],
      [2, 21],
      [3, 4],
      [4, 5],
      [5, 3],
    ]);
    const { behind_frozen_count, behind_frozen } = behindFrozen(before, after, gains, ends);
    expect(behind_frozen_count).toBe(3);
    expect(behind_frozen.map(({ order_id, late_days_before, gain_days }) => [order_id, late_days_before, gain_days])).toEqual([
      [2, 10, 21],
      [4, 0, 5],
      [5, null, 3],
    ]);
  });

  it('names the orders that are late because the frozen days kept the others', async () => {
    const { make, product } = made;
    const task = await make.task({ task_code: '320-5111-010', task_name: '機械加工' });
    const machine = await make.facility({ tasks: [task], facility_name: '立旋盤', availability: 1 });
    const lots = await Promise.all(
      ['02640011', '02640012', '02640013'].map(async (serial_number, index) => {
        const order = await make.order({
          ...{ serial_number, product_id: product, casting_date: '2026-03-25' },
          delivery_date: index === 0 ? '2026-04-08' : '2026-05-29',
        });
        const lot = await make.lot(order);
        const id = await make.orderTask(lot, task, { task_sort: 10, setup_hours: 0, work_hours: 8 });
        const day = `2026-04-0${index + 7}`;
        await make.entry(lot, task, [`${day} 08:00`, `${day} 16:00`], { order_task_id: id, facility_id: machine });
        return { order, lot };
      }),
    );
    await changeAvailability(db(), { 立旋盤: { '2026-04-02': 0, '2026-04-03': 0, '2026-04-06': 0, '2026-04-07': 0 } }, by);
    await run({ ...QUICK_RUN, frozen_days: 365 });
    const behind = { serial_number: '02640011', late_days_before: 0, late_days: 2, gain_days: 2 };
    expect(await report()).toMatchObject({
      frozen_days: 365,
      behind_frozen_count: 1,
      behind_frozen: [{ ...behind, product_name: '弁箱' }],
    });

    // As it says: nothing else has to be late for it.
    await run({ ...QUICK_RUN, frozen_days: 0 });
    expect(await report()).toMatchObject({
      frozen_days: 0,
      behind_frozen_count: 0,
      behind_frozen: [],
      saved: [{ serial_number: '02640011' }],
    });

    // The history tells the two apart, and what a locked bar on a closed day leaves.
    const [{ lot }] = lots as [(typeof lots)[0]];
    const closed = { locked: true, start_at: '2026-04-06T08:00:00+09:00', end_at: '2026-04-06T16:00:00+09:00' };
    await db()('plan_entries').where({ lot_id: lot }).update(closed);
    await db()('plans').update({ edited_at: db().fn.now() });
    await run({ ...QUICK_RUN, frozen_days: 5 });
    const history = await get<{ results: { frozen_days: number; statistics: { conflicts: number } }[] }>('/api/schedule-queues/?limit=3');
    expect(history.results.map(({ frozen_days, statistics }) => [frozen_days, statistics.conflicts])).toEqual([
      [5, 1],
      [0, 0],
      [365, 0],
    ]);
    await db()('orders')
      .whereIn(
        'id',
        lots.map(({ order }) => order),
      )
      .delete();
  });

  it('of an earlier version does not say what had to move, nor the days late and what became of the orders', async () => {
    const { id } = await report();
    const counts = {
      moved_orders: null,
      moved_by: null,
      late_days_before: null,
      late_days_after: null,
      earlier_count: null,
      later_count: null,
    };
    const nothing = { ...counts, frozen_days: null };
    await db()('run_reports')
      .where('job_id', id)
      .update({ report: db().raw('report - ?::text[]', [[...Object.keys(nothing), 'behind_frozen_count', 'behind_frozen']] as never) });
    expect(await report()).toMatchObject({ id, ...nothing, behind_frozen_count: 0, behind_frozen: [] });
  });

  it('puts changes into words', () => {
    const holiday = (key: string, did: 'added' | 'removed' = 'added') => ({ part: 'holidays' as const, key, did });
    expect(inputReason('holidays', [holiday('2026-11-23')])).toBe('休日 11/23(月) の追加');
    expect(inputReason('holidays', [holiday('2026-11-23', 'removed')])).toBe('休日 11/23(月) の取り消し');
    expect(
      inputReason(
        'holidays',
        ['2026-11-23', '2026-11-24', '2026-11-25'].map((key) => holiday(key)),
      ),
    ).toBe('休日の変更(11/23(月)、11/24(火) ほか1件)');
    expect(inputReason('products', [{ part: 'products', key: 'V-1', did: 'changed' }])).toBe('製品 V-1 の変更');
    expect(inputReason('orders', [{ part: 'orders', key: 'a.xlsx', did: 'imported', imported: 'オーダー' }])).toBe('オーダーの取り込み');
    expect(inputReason('orders', [{ part: 'orders', key: '*', did: 'removed' }])).toBe('オーダーの全削除');
    expect(inputReason('settings', [{ part: 'settings', key: 'plan_settings', did: 'changed' }])).toBe('立案の設定の変更');
    expect(inputReason('tasks', [])).toBe('工程の変更');
  });
});
