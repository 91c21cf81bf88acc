import { describe, expect, it } from 'vitest';
import { plantDate } from '../../server/domain/ground/plant-time.ts';
import { inputReason } from '../../server/domain/texts/plan/run-report.ts';
import { createHoliday, deleteHoliday } from '../../server/features/calendar/calendar.service.ts';
import { behindFrozen } from '../../server/features/runs/story/report.service.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { FURNACE, plannedPlant } from './planned-plant.ts';

const { server, plant, anew, db, run, get, post, report, lastRun, stale, changed, units, tap, barsOf } = plannedPlant();
const by = { actor: '1002', operation: 'createHoliday' };
const SERIALS = ['02640001', '02640002'];
const serials = (orders: readonly { serial_number: string }[]) => orders.map(({ serial_number }) => serial_number).sort();
const bars = () => db()('bars').orderBy('id').select('id', 'start_at', 'end_at', 'facility_id');
const days = (count: number, value: number | null) =>
  Object.fromEntries(Array.from({ length: count }, (_, day) => [`2026-04-${String(2 + day).padStart(2, '0')}`, value]));
/** The furnace is closed for twelve days: both orders come late. */
const closeFurnace = async () => {
  await units(FURNACE, days(12, 0));
  await run();
};
const finalTexts = async () => (await get<'listScheduleErrors'>('/api/schedule-errors/')).results.map(({ message }) => message);

describe('the report of the first run', () => {
  it('holds the plan against nothing: what stood there before was none', async () => {
    await anew();
    const { make, tasks } = plant;
    await changed('holidays', make.holiday('2026-05-04'));
    expect(await stale()).toEqual([]);
    const lot = (await db()('lots').first('id')).id;
    const byHand = await make.entry(lot, tasks[2]!, ['2026-04-02 08:00', '2026-04-02 12:00']);
    await run();
    expect(await stale()).toEqual([]);
    await make.remove([byHand]);
    const { figures, statistics } = await lastRun();
    expect(figures!.before).toMatchObject({ entries: 0, late_orders: 0 });
    expect(statistics).toMatchObject({ first_plan: true, moved: 0 });
    expect(await report()).toMatchObject({
      ...{ reasons: [], late_before: null, late_after: 0, moved: 0, moved_by: null, unplaced: 0, excluded_orders: 0 },
      ...{ earlier_count: 0, later_count: 0, unchanged: false },
    });
  });
});

describe('the report of a run', () => {
  it('names the one change that caused it, and counts lateness as the figures do', async () => {
    await closeFurnace();
    const told = await report();
    const { figures } = await lastRun();
    expect(told).toMatchObject({
      ...{
        reasons: ['5号焼戻し炉の設備稼働変更'],
        late_before: 0,
        late_after: 2,
        late_days_before: 0,
        late_days_after: figures!.after.late_days,
      },
      ...{ unplaced: 0, unchanged: false, closed: false, earlier_count: 0, later_count: 2, saved: [] },
    });
    expect(figures!.after.late_orders).toBe(2);
    expect(serials(told.newly_late)).toEqual(SERIALS);
    // Each leads where the strip does: to the bar that waits, here the last one.
    const { order_id } = told.newly_late[0]!;
    const waits = await db()('bars').where({ order_id }).orderBy('start_at', 'desc').first('id', 'order_task_id');
    await db().raw(
      `update plans set said = jsonb_set(said, '{late}', (select jsonb_agg(note || jsonb_build_object('order_task_id', ?::bigint, 'wait', null))
         from jsonb_array_elements(said -> 'late') note)) where job_id = ?`,
      [waits.order_task_id, told.id],
    );
    expect((await report()).newly_late.find((late) => late.order_id === order_id)?.entry_id).toBe(waits.id);
  });

  it('keeps where every moved bar stood, and who moved it', async () => {
    const before = await bars();
    await closeFurnace();
    const told = await report();
    const after = new Map((await bars()).map((bar) => [bar.id, bar]));
    const moved = before.filter((bar) => JSON.stringify(after.get(bar.id)) !== JSON.stringify(bar));
    expect(told).toMatchObject({ moved: moved.length, moved_by: { unfit: moved.length, first: 0, room: 0, plan: 0 } });
    expect(told.moved_orders).toBeGreaterThan(0);
    const { last_run } = await get<'getFigures'>('/api/figures/');
    for (const one of [last_run!, (await lastRun()).statistics!]) expect(one).toMatchObject({ moved: told.moved, moved_by: told.moved_by });
    const former = '/api/schedules/former_places/';
    const { places } = await get<'getFormerPlaces'>(`${former}?order_ids=${plant.orders.join(',')}`);
    expect(places.map(({ entry_id, start_date, end_date, facility }) => [entry_id, start_date, end_date, facility])).toEqual(
      moved.map(({ id, start_at, end_at, facility_id }) => [id, start_at, end_at, facility_id]),
    );
    const furnace = places.find(({ facility_name }) => facility_name === FURNACE)!.facility;
    const there = `${former}?facility_ids=${furnace}&from_date=2026-04-01&to_date=2026-05-31`;
    expect((await get<'getFormerPlaces'>(there)).places.length).toBeGreaterThan(0);
    expect((await get<'getFormerPlaces'>(former)).places).toEqual([]);
  });

  it('lists the moves, the latest orders first; what is moved by hand afterwards changes how late its order is, not what the run did', async () => {
    const before = await bars();
    await closeFurnace();
    const after = new Map((await bars()).map((bar) => [bar.id, bar]));
    const moved = before.filter((bar) => JSON.stringify(after.get(bar.id)) !== JSON.stringify(bar));
    const moves = async () => (await get<'getRunMoves'>('/api/schedule-queues/moves/')).moves;
    const said = await moves();
    expect(said.map(({ entry_id, new_start }) => [entry_id, new_start]).sort()).toEqual(
      moved.map(({ id }) => [id, after.get(id)!.start_at]).sort(),
    );
    expect(said[0]).toMatchObject({ delivery_date: '2026-04-10' });
    expect(said.map(({ late_days }) => late_days)).toEqual(said.map(({ late_days }) => late_days).sort((a, b) => b! - a!));
    // All of the order: whichever bar the run put last.
    const { order_id } = await db()('bars').where({ id: said[0]!.entry_id }).first('order_id');
    await plant.make.shift(await db()('bars').where({ order_id }).pluck('id'), 1);
    expect((await moves())[0]).toEqual({ ...said[0], late_days: said[0]!.late_days! + 1 });
  });

  it('stays closed for whom it was closed, until the next run', async () => {
    const { id } = await report();
    for (const _ of [1, 2]) await post(`/api/schedule-queues/${id}/close_report/`);
    expect((await server.ask('POST', '/api/schedule-queues/999999/close_report/')).status).toBe(404);
    expect((await report()).closed).toBe(true);
    const other = await get<'getRunReport'>('/api/schedule-queues/report/', await server.token('1001'));
    expect(other.report!.closed).toBe(false);
    await run();
    expect((await report()).closed).toBe(false);
  });

  it('of a run that had nothing new says so, also where what was changed by hand was taken back', async () => {
    await closeFurnace();
    await run();
    expect(await report()).toMatchObject({ unchanged: true, moved: 0, moved_by: null, reasons: [], late_before: 2, late_after: 2 });
    expect((await lastRun()).statistics).toMatchObject({ moved: 0, moved_by: null });
    expect((await get<'getRunMoves'>('/api/schedule-queues/moves/')).moves).toEqual([]);
    const [bar] = await barsOf(FURNACE);
    await post(`/api/schedules/${bar!.id}/switch_lock_status/`);
    await post('/api/schedules/undo/');
    await run();
    expect(await report()).toMatchObject({ moved: 0, reasons: [] });
  });

  it('names several changes, the day and what was done by hand; a saved order is said to be saved', async () => {
    await closeFurnace();
    await units(FURNACE, days(2, null));
    await units(FURNACE, days(12, null));
    // What is again as it was explains nothing: a day of one that was changed on two, a holiday that came and went.
    await units('解枠場', { '2026-05-11': 1 });
    await units('解枠場', { '2026-05-12': 1, '2026-05-11': null });
    await units('解枠場', { '2026-05-12': null });
    const { id } = await createHoliday(db(), '2026-06-03', by);
    await deleteHoliday(db(), id, by);
    const rows = ['2026-06-01', '2026-06-02'].map((date) => ({ date, is_holiday: true }));
    await post('/api/holiday-calendars/upload_csv/', { rows }, await server.token('1001'));
    await db()('plans').update({ edited_at: db().fn.now() });
    plant.now = '2026-04-02T07:00:00+09:00';
    await run({ ...QUICK_RUN, frozen_days: 0 });
    const told = await report();
    expect(told.reasons).toEqual(['休日の取り込み', '5号焼戻し炉の設備稼働変更', '手で変えた工程の反映', '日付の経過(4/1(水) → 4/2(木))']);
    expect(told).toMatchObject({ late_before: 2, late_after: 0, late_days_after: 0, earlier_count: 2, later_count: 0 });
    expect(serials(told.saved)).toEqual(SERIALS);
  });

  it('tells what the shop floor recorded from what was changed by hand', async () => {
    const bar = await db()('bars').orderBy('start_at').first('id', 'facility_id');
    const undoes = await tap({ kind: 'start', facility: bar.facility_id, entries: [{ entry_id: bar.id }] });
    for (const undone of [false, true]) {
      if (undone) await tap({ kind: 'undo', facility: bar.facility_id, undoes });
      await run({ ...QUICK_RUN, frozen_days: 0 });
      expect(await report()).toMatchObject({ unchanged: false, reasons: ['今日の作業で記録した実績の反映'] });
    }
  });

  it('says late what the boards say late, and not saved what has lost its place or is left out', async () => {
    const [first, second] = plant.orders as [number, number];
    const due = (id: number, delivery_date: string) => changed('orders', db()('orders').where({ id }).update({ delivery_date }));
    const ofFurnace = (availability: number) =>
      changed('facilities', db()('facilities').where({ facility_name: FURNACE }).update({ availability }));
    const demolding = await db()('bars').where({ order_id: second }).orderBy('task_sort').first('end_at');
    // Late even by its first step, and late by its last.
    await due(first, '2026-03-31');
    await due(second, plantDate(Date.parse(demolding.end_at) - 60_000));
    await run();
    expect(await report()).toMatchObject({ late_after: 2, unplaced: 0 });
    await ofFurnace(0);
    await run();
    expect(await report()).toMatchObject({ late_before: 2, late_after: 1, unplaced: 4, saved: [], saved_count: 0 });
    expect(await get('/api/schedules/overview/')).toMatchObject({ late: { count: 1 } });
    expect((await finalTexts())[0]).toBe('2件を計画しました(納期遅れ 1件、計画不可 4件)。');
    await ofFurnace(2);
    await run();
    expect(await report()).toMatchObject({ late_before: 1, late_after: 2, unplaced: 0 });
    // Left out: its product is not known any more.
    await changed('orders', db()('orders').where({ id: second }).update({ product_id: null }));
    await run();
    expect(await report()).toMatchObject({ late_before: 2, late_after: 1, unplaced: 0, excluded_orders: 1, saved: [], saved_count: 0 });
    expect((await finalTexts())[0]).toContain('計画不可 0件)。立案対象外 1製番。');
  });

  it('blames the frozen days only for what they explain', () => {
    const late = (order_id: number, late_days: number) => ({ order_id, serial_number: `0264000${order_id}`, late_days });
    const ends = new Map([1, 2, 3, 4].map((id) => [id, '2026-04-30']));
    // Order 1 would be late by 29 days all the same, 3 by one; 5 had no bars before.
    const before = [late(1, 10), late(2, 10)];
    const after = [late(1, 30), late(2, 30), late(3, 5), late(4, 5), late(5, 3)];
    const gains = new Map([1, 21, 4, 5, 3].map((gain, at) => [at + 1, gain]));
    const { behind_frozen_count, behind_frozen } = behindFrozen(before, after, gains, ends);
    expect(behind_frozen_count).toBe(3);
    expect(behind_frozen.map(({ order_id, late_days_before, gain_days }) => [order_id, late_days_before, gain_days])).toEqual([
      [2, 10, 21],
      [4, 0, 5],
      [5, null, 3],
    ]);
  });

  it('names the orders that are late because the frozen days kept the others; the history tells such runs apart', async () => {
    const { make, product } = plant;
    const task = await make.task({ task_code: '320-5111-010', task_name: '機械加工' });
    const machine = await make.facility({ tasks: [task], facility_name: '立旋盤', availability: 1 });
    const placed: number[] = [];
    for (const [index, serial_number] of ['02640011', '02640012', '02640013'].entries()) {
      const delivery_date = index === 0 ? '2026-04-08' : '2026-05-29';
      const lot = await make.lot(await make.order({ serial_number, product_id: product, casting_date: '2026-03-25', delivery_date }));
      const order_task_id = await make.orderTask(lot, task, { task_sort: 10, setup_hours: 0, work_hours: 8 });
      const day = `2026-04-0${index + 7}`;
      placed.push(await make.entry(lot, task, [`${day} 08:00`, `${day} 16:00`], { order_task_id, facility_id: machine }));
    }
    await units('立旋盤', { '2026-04-02': 0, '2026-04-03': 0, '2026-04-06': 0, '2026-04-07': 0 });
    await run({ ...QUICK_RUN, frozen_days: 365 });
    const behind = { serial_number: '02640011', late_days_before: 0, late_days: 2, gain_days: 2, product_name: '弁箱' };
    expect(await report()).toMatchObject({ frozen_days: 365, behind_frozen_count: 1, behind_frozen: [behind] });
    // As it says: nothing else has to be late for it.
    await run({ ...QUICK_RUN, frozen_days: 0 });
    expect(await report()).toMatchObject({
      frozen_days: 0,
      behind_frozen_count: 0,
      behind_frozen: [],
      saved: [{ serial_number: '02640011' }],
    });
    // So it does what a locked bar on a closed day leaves.
    const { start_at } = await db()('bars').where({ id: placed[0] }).first('start_at');
    await make.shift([placed[0]!], (Date.parse('2026-04-06T08:00:00+09:00') - Date.parse(start_at)) / 86_400_000);
    await make.lock([placed[0]!]);
    await db()('plans').update({ edited_at: db().fn.now() });
    await run({ ...QUICK_RUN, frozen_days: 5 });
    const { results } = await get<'listScheduleQueues'>('/api/schedule-queues/?limit=3');
    expect(results.map(({ frozen_days, statistics }) => [frozen_days, (statistics as { conflicts: number }).conflicts])).toEqual([
      [5, 1],
      [0, 0],
      [365, 0],
    ]);
  });

  it('of an earlier version does not say what had to move, nor the days late and what became of the orders', async () => {
    const { id } = await report();
    const nothing = {
      ...{ moved_orders: null, moved_by: null, late_days_before: null, late_days_after: null, earlier_count: null, later_count: null },
      frozen_days: null,
    };
    const left = [...Object.keys(nothing), 'behind_frozen_count', 'behind_frozen'];
    await db().raw('update run_reports set report = report - ?::text[] where job_id = ?', [left, id]);
    expect(await report()).toMatchObject({ id, ...nothing, behind_frozen_count: 0, behind_frozen: [] });
  });

  it('puts changes into words', () => {
    const holiday = (key: string, did: 'added' | 'removed' = 'added') => ({ part: 'holidays' as const, key, did });
    expect(inputReason('holidays', [holiday('2026-11-23')])).toBe('休日 11/23(月) の追加');
    expect(inputReason('holidays', [holiday('2026-11-23', 'removed')])).toBe('休日 11/23(月) の取り消し');
    const three = ['2026-11-23', '2026-11-24', '2026-11-25'].map((key) => holiday(key));
    expect(inputReason('holidays', three)).toBe('休日の変更(11/23(月)、11/24(火) ほか1件)');
    expect(inputReason('products', [{ part: 'products', key: 'V-1', did: 'changed' }])).toBe('製品 V-1 の変更');
    expect(inputReason('orders', [{ part: 'orders', key: 'a.xlsx', did: 'imported', imported: 'オーダー' }])).toBe('オーダーの取り込み');
    expect(inputReason('orders', [{ part: 'orders', key: '*', did: 'removed' }])).toBe('オーダーの全削除');
    expect(inputReason('settings', [{ part: 'settings', key: 'plan_settings', did: 'changed' }])).toBe('立案の設定の変更');
    expect(inputReason('tasks', [])).toBe('工程の変更');
  });
});
