import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Body, Success } from '../../server/contract/handlers.ts';
import { enqueue } from '../../server/db/jobs/jobs.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { lossesOf } from '../../server/features/figures/losses.store.ts';
import { publishPlans } from '../../server/features/runs/publish/publish.service.ts';
import { loadSnapshot } from '../../server/features/runs/work/load-rows.ts';
import { facilityLoads } from '../../server/features/schedule/loads/loads.service.ts';
import { everyEntry } from '../../server/features/schedule/read/entries.store.ts';
import { marksHandlers } from '../../server/features/schedule/shop-floor/marks.handlers.ts';
import { closeByHand } from '../../server/features/work/work.service.ts';
import { type Outcome, readProblem } from '../../server/scheduling/index.ts';
import { caller } from '../support/call.ts';
import { ownDatabase } from '../support/database.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';

const database = ownDatabase();
let made: Awaited<ReturnType<typeof foundry>>;
const db = () => database.knex;
const NOW = '2026-04-01T09:30:00+09:00';
let now = NOW;
const clock = () => Date.parse(now);

/** A furnace of two units with a run of two lots this morning, a lathe behind it, another facility. */
async function foundry() {
  const make = plantBuilder(db());
  const heat = await make.task({ task_code: '320-3123-020', task_name: '焼ならし' });
  const turn = await make.task({ task_code: '320-5131-010', task_name: '荒加工' });
  const furnace = await make.facility({ tasks: [heat], facility_name: '5号焼戻し炉', availability: 2, max_weight: 1000, volume: 1 });
  const lathe = await make.facility({ tasks: [turn], facility_name: '横中ぐり盤' });
  const product = await make.product();
  await make.heat(product, heat);
  const bars: number[] = [];
  const turned: number[] = [];
  for (const serial_number of ['026X0255', '026X0274']) {
    const lot = await make.lot(await make.order({ serial_number, product_id: product, number: 3, casting_date: '2026-03-20' }));
    const [heated, behind] = [
      { task_sort: 10, facility_id: furnace, unit: 0 },
      { task_sort: 20, facility_id: lathe, unit: 0 },
    ];
    bars.push(await plannedBar(make)(lot, heat, ['2026-04-01 08:00', '2026-04-01 12:00'], heated));
    turned.push(await plannedBar(make)(lot, turn, ['2026-04-03 08:00', '2026-04-03 10:00'], behind));
  }
  const run = await make.furnaceRun(furnace, ['2026-04-01 08:00', '2026-04-01 12:00'], bars, { unit: 0 });
  return { make, furnace, lathe, bars, turned, run };
}

beforeAll(async () => {
  await plantBuilder(db()).employee();
});
beforeEach(async () => {
  now = NOW;
  await db().raw(
    'truncate actuals, furnace_loads, orders, facilities, products, tasks, jobs, audit, work_taps, facility_stops, holidays restart identity cascade',
  );
  made = await foundry();
});

type Tap = Body<'postMark'>;
const send = async (tap: Partial<Tap> & { kind: Tap['kind'] }): Promise<Success<'postMark'>> => {
  const call = caller(marksHandlers({ db: db(), clock }), { employee_id: '1002', name: '計画 花子' });
  return call('postMark', { body: { client_id: randomUUID(), at: now, facility: made.furnace, unit: 0, furnace_run: made.run, ...tap } });
};
const entries = (quantity: number | null = null) => made.bars.map((entry_id) => ({ entry_id, quantity }));
const today = (facility = made.furnace) => caller(marksHandlers({ db: db(), clock }))('getToday', { query: { facility } });
const bar = (id: number) => db()('bars').where({ id }).first('start_at', 'end_at', 'locked', 'finished', 'unit');
const ACCEPTED = { result: 'accepted', reason: null };
const refused = (reason: string) => ({ result: 'refused', reason });
const ALREADY = { result: 'already', reason: null };
/** A tap at the lathe. */
const atLathe = () => ({ facility: made.lathe, unit: null, furnace_run: null });

describe('a tap', () => {
  test('of a device whose clock was lost, or of a facility that is none, is refused and says so; nothing ends before it began', async () => {
    const wrong = refused(expect.stringContaining('端末の時計'));
    for (const at of ['1970-01-01T00:00:10Z', '0001-01-01T00:00:00Z', '2026-03-31T23:59:60Z'])
      expect(await send({ kind: 'start', entries: entries(), at })).toEqual(wrong);
    const nowhere = { kind: 'start', entries: entries(), facility: 999_999 } as const;
    expect(await send(nowhere)).toEqual(refused('この設備は登録されていません。'));
    expect(await send({ kind: 'start', entries: entries() })).toEqual(ACCEPTED);
    expect(await send({ kind: 'finish', entries: entries(), at: '2026-04-01T08:00:00+09:00' })).toEqual(ACCEPTED);
    const { rows } = await db().raw('select count(*)::int as marks, bool_and(finished_at >= started_at) as ordered from actuals');
    expect(rows[0]).toEqual({ marks: 2, ordered: true });
  });

  test('starts, counts and finishes a furnace run: the bars stand where it happened, the plan is beside them', async () => {
    expect((await today()).units.map(({ state }) => state)).toEqual(['waiting', 'idle']);
    expect(await send({ kind: 'start', entries: entries() })).toEqual(ACCEPTED);
    const begun = { state: 'running', run: { id: made.run, started_at: NOW }, last_tap: { kind: 'start' } };
    expect((await today()).units[0]).toMatchObject(begun);
    expect(await bar(made.bars[0]!)).toMatchObject({ locked: true, start_at: NOW, end_at: '2026-04-01T14:00:00+09:00' });
    expect(await send({ kind: 'quantity', entries: [{ entry_id: made.bars[0]!, quantity: 2 }] })).toEqual(ACCEPTED);
    now = '2026-04-01T13:10:00+09:00';
    expect(await send({ kind: 'finish', entries: entries().slice(0, 2) })).toEqual(ACCEPTED);
    expect(await bar(made.bars[0]!)).toMatchObject({ finished: true, end_at: '2026-04-01T13:30:00+09:00' });
    const facts = await db()('actuals').orderBy('order_task_id').select('good', 'planned_start', 'finished_at', 'closed_by');
    const planned_start = '2026-04-01T08:00:00+09:00';
    expect(facts).toEqual([2, null].map((good) => ({ good, planned_start, finished_at: now, closed_by: 'tap' })));
    expect((await today()).units[0]).toMatchObject({ state: 'idle', run: null, last_tap: { kind: 'finish' } });
  });

  test('is asked for by what the furnace does: on a holiday it rests, on a working day without its units it stands still', async () => {
    const units = (units: number) =>
      db()('facility_availabilities')
        .insert({ facility_id: made.furnace, date: now.slice(0, 10), units })
        .onConflict(['facility_id', 'date'])
        .merge();
    const states = async () => (await today()).units.map(({ state }) => state);
    now = '2026-04-02T09:30:00+09:00';
    await units(0);
    expect(await states()).toEqual(['stopped', 'stopped']);
    await db()('holidays').insert([{ date: '2026-04-02' }]);
    expect(await states()).toEqual(['closed', 'closed']);
    await units(1);
    expect(await states()).toEqual(['idle', 'closed']);
    await db()('facility_availabilities').delete();
    expect(await states()).toEqual(['closed', 'closed']);
    now = '2026-04-04T09:30:00+09:00';
    expect(await states()).toEqual(['closed', 'closed']);
    await db()('holidays').insert([{ date: '2026-04-29' }]);
    expect(await states()).toEqual(['idle', 'idle']);
  });

  test('of an evening holds the furnace until the treatment that began there is over, not before and not for longer', async () => {
    const runTimes = () => db()('furnace_runs').where('id', made.run).first('run_start', 'run_end');
    await db()('order_tasks').where('task_sort', 10).update({ setup_hours: 6 });
    await db()('plan_entries').whereIn('id', made.bars).update({ start_at: '2026-04-02T10:00+09', end_at: '2026-04-03T00:00+09' });
    const planned = { run_start: '2026-04-02T10:00+09', run_end: '2026-04-03T00:00+09', cooling_time: 8 };
    for (const [cooling_method, run_end, bar_end, released_at] of [
      ['空冷', '2026-04-02T04:54:00+09:00', '2026-04-02T08:30:00+09:00', '2026-04-02T12:54:00+09:00'],
      ['炉冷', '2026-04-02T12:54:00+09:00', '2026-04-02T13:00:00+09:00', '2026-04-02T12:54:00+09:00'],
    ] as const) {
      now = '2026-04-01T18:54:00+09:00';
      await db()('furnace_runs')
        .where('id', made.run)
        .update({ ...planned, cooling_method });
      const start = { kind: 'start' as const, client_id: randomUUID(), entries: entries() };
      expect(await send(start)).toEqual(ACCEPTED);
      expect(await runTimes()).toEqual({ run_start: '2026-04-01T15:30:00+09:00', run_end: bar_end });
      expect(await bar(made.bars[0]!)).toMatchObject({ end_at: bar_end });
      expect((await today()).units[0]).toMatchObject({ state: 'running', run: { run_start: now, run_end, released_at } });
      expect(await send({ kind: 'undo', undoes: start.client_id })).toEqual(ACCEPTED);
    }
  });

  test('of an evening at a machine says when the work is done by the clock; its bar is no shorter', async () => {
    now = '2026-04-02T18:58:00+09:00';
    expect(await send({ ...atLathe(), kind: 'start', entries: [{ entry_id: made.turned[0]! }] })).toMatchObject({ result: 'accepted' });
    const [started, next] = (await today(made.lathe)).tasks;
    const bar = { start_date: '2026-04-02T15:30:00+09:00', end_date: '2026-04-03T00:00:00+09:00' };
    expect(started).toMatchObject({ ...bar, started_at: now, done_at: '2026-04-02T20:58:00+09:00' });
    expect(next).toMatchObject({ started_at: null, done_at: '2026-04-03T10:00:00+09:00' });
  });

  test('counts once, however often it is sent, and is always told the same', async () => {
    const tap = { kind: 'start' as const, client_id: randomUUID(), entries: entries() };
    expect(await Promise.all([send(tap), send(tap), send(tap)])).toEqual([ACCEPTED, ACCEPTED, ACCEPTED]);
    expect(await send({ kind: 'start', entries: entries() })).toEqual(ALREADY);
    expect(await db()('work_taps').count('id as n').first()).toEqual({ n: 2 });
    expect(await db()('audit').where('operation', 'postMark').count('id as n').first()).toEqual({ n: 2 });
    // One of before answers were kept is known all the same.
    await db()('work_tap_answers').where({ client_id: tap.client_id }).delete();
    expect(await send(tap)).toEqual(ALREADY);
    expect(await db()('work_taps')).toHaveLength(2);
  });

  test('that was refused stays refused when what was in its way has gone; a new one is taken', async () => {
    const finish = { kind: 'finish' as const, entries: entries() };
    const tap = { ...finish, client_id: randomUUID() };
    const first = await send(tap);
    expect(first).toMatchObject({ result: 'refused' });
    expect(await send({ kind: 'start', entries: entries() })).toEqual(ACCEPTED);
    expect(await send(tap)).toEqual(first);
    expect(await send(finish)).toEqual(ACCEPTED);
    expect(await send(tap)).toEqual(first);
  });

  test('is taken back with what was counted since: bar, run and mark stand as before; what has a later tap stays', async () => {
    const before = await bar(made.bars[0]!);
    const start = { kind: 'start' as const, client_id: randomUUID(), entries: entries() };
    // By a clock that is behind: what comes last is the last one all the same.
    const finish = { kind: 'finish' as const, client_id: randomUUID(), entries: entries(), at: '2026-04-01T09:20:00+09:00' };
    await send(start);
    await send({ kind: 'quantity', entries: [{ entry_id: made.bars[0]!, quantity: 2 }], defect: 'crack' });
    expect((await today()).units[0]).toMatchObject({ run: { started_by: start.client_id }, last_tap: { kind: 'start' } });
    expect(await send(finish)).toEqual(ACCEPTED);
    expect((await today()).units[0]?.last_tap).toMatchObject({ client_id: finish.client_id });
    expect(await send({ kind: 'undo', undoes: start.client_id })).toEqual(refused(expect.stringContaining('026X0255-01')));
    expect(await send({ kind: 'undo', undoes: finish.client_id })).toEqual(ACCEPTED);
    expect((await today()).units[0]).toMatchObject({ state: 'running', last_tap: { kind: 'start' } });
    expect(await send({ kind: 'undo', undoes: start.client_id })).toEqual(ACCEPTED);
    expect(await send({ kind: 'undo', undoes: start.client_id })).toEqual(ALREADY);
    expect((await today()).units[0]).toMatchObject({ state: 'waiting', run: { started_by: null, good: [] }, last_tap: null });
    expect(await bar(made.bars[0]!)).toEqual(before);
    expect(await db()('furnace_runs').where('id', made.run).first('run_start')).toEqual({ run_start: before.start_at });
    expect(await db()('furnace_loads')).toEqual([]);
  });

  test('that counts and comes after the end keeps its number when the end is taken back, whenever it was tapped', async () => {
    const entry_id = made.turned[0]!;
    const finish = { ...atLathe(), kind: 'finish' as const, client_id: randomUUID(), entries: [{ entry_id, quantity: 2 }] };
    const begun = { at: '2026-04-01T09:00:00+09:00', entries: [{ entry_id }] };
    const start = { ...atLathe(), kind: 'start' as const, client_id: randomUUID(), ...begun };
    const count = { ...atLathe(), kind: 'quantity' as const, defect: 'size' as const, entries: [{ entry_id, quantity: 1 }] };
    const shown = async () => (await today(made.lathe)).tasks.find((task) => task.entry_id === entry_id);
    await send(start);
    await send(finish);
    expect(await send({ ...count, at: '2026-04-01T09:20:00+09:00' })).toEqual(ACCEPTED);
    expect((await today(made.lathe)).last_tap).toMatchObject({ client_id: finish.client_id, entries: [{ quantity: 2, pieces: 3 }] });
    expect(await send({ ...atLathe(), kind: 'undo', undoes: finish.client_id })).toEqual(ACCEPTED);
    expect(await shown()).toMatchObject({ finished_at: null, good: 1, defect: 'size' });
    // With the start it goes, though its clock says that it was tapped before.
    const earlier = { at: '2026-04-01T08:50:00+09:00', entries: [{ entry_id, quantity: 2 }] };
    expect(await send({ ...atLathe(), kind: 'quantity', ...earlier })).toEqual(ACCEPTED);
    expect(await send({ ...atLathe(), kind: 'undo', undoes: start.client_id })).toEqual(ACCEPTED);
    expect(await shown()).toMatchObject({ started_at: null, good: null, defect: null });
    await send(start);
    expect((await db()('work_taps').where({ kind: 'quantity', undone: false })).length).toBe(0);
  });

  test('that came second from another device is nothing to take back: the one that was first is', async () => {
    await send({ kind: 'start', entries: entries() });
    const first = { kind: 'finish' as const, client_id: randomUUID(), entries: entries() };
    expect(await send(first)).toEqual(ACCEPTED);
    now = '2026-04-01T09:31:00+09:00';
    expect(await send({ kind: 'finish', entries: entries() })).toEqual(ALREADY);
    // It is told where it has counted otherwise.
    expect(await send({ kind: 'finish', entries: entries(2) })).toEqual(ALREADY);
    expect(await send({ kind: 'finish', entries: [{ entry_id: made.bars[0]!, quantity: 1 }, entries(2)[1]!] })).toEqual({
      result: 'already',
      reason: '数量が異なります: 026X0255-01 焼ならし 記録 2個・この端末 1個。',
    });
    expect((await today()).units[0]?.last_tap).toMatchObject({ client_id: first.client_id, tapped_at: NOW });
    expect(await send({ kind: 'undo', undoes: first.client_id })).toEqual(ACCEPTED);
    expect((await today()).units[0]).toMatchObject({ state: 'running', last_tap: { kind: 'start' } });
  });

  test('is refused with the name of the record where the plan knows otherwise by now', async () => {
    const gone = { entry_id: 999_999, name: '026X0299' };
    expect(await send({ kind: 'start', entries: [...entries(), gone] })).toEqual(refused('026X0299は生産計画からなくなりました。'));
    await db()('plan_entries').where('id', made.bars[1]!).update({ facility_id: made.lathe });
    expect(await send({ kind: 'start', entries: entries() })).toEqual(refused('026X0274-01 焼ならしは「横中ぐり盤」に移されています。'));
    expect(await send({ kind: 'finish', entries: entries().slice(0, 1) })).toEqual(refused(expect.stringContaining('開始されていません')));
    for (const [outsourced, reason] of [
      [true, '026X0274-01 焼ならしは外注の工程です。この設備では記録できません。'],
      [false, '026X0274-01 焼ならしは設備が決まっていません。'],
    ] as const) {
      await db()('plan_entries').where('id', made.bars[1]!).update({ facility_id: null, outsourced });
      expect(await send({ kind: 'start', entries: entries().slice(1) })).toEqual(refused(reason));
    }
    await db().transaction((trx) => closeByHand(trx, PUBLISHED, [made.bars[0]!]));
    expect(await send({ kind: 'start', entries: entries().slice(0, 1) })).toMatchObject({
      reason: '026X0255-01 焼ならしは既に終了しています。',
    });
    expect(await db()('work_taps').count('id as n').first()).toEqual({ n: 0 });
  });

  test('of a task at a machine: started, two of three done, finished today', async () => {
    const [one, other] = made.turned.map((entry_id) => ({ entry_id })) as [{ entry_id: number }, { entry_id: number }];
    // Facts are facts, and what they contradict is said: the lot has not been treated, the lathe has one unit.
    const over = (lot: string) => ({ result: 'accepted', reason: `前工程 未完了: ${lot} 焼ならし。` });
    expect(await send({ ...atLathe(), kind: 'start', entries: [one] })).toEqual(over('026X0255-01'));
    expect((await send({ ...atLathe(), kind: 'start', entries: [other] })).reason).toBe(
      '前工程 未完了: 026X0274-01 焼ならし。横中ぐり盤(1台)で作業中: 026X0255-01 荒加工。',
    );
    expect(await send({ ...atLathe(), kind: 'quantity', entries: [{ ...one, quantity: 4 }] })).toMatchObject({ result: 'refused' });
    expect(await send({ ...atLathe(), kind: 'finish', entries: [{ ...one, quantity: 2 }], defect: 'size' })).toEqual(over('026X0255-01'));
    const { tasks } = await today(made.lathe);
    expect(tasks).toMatchObject([
      { entry_id: made.turned[0], good: 2, defect: 'size', finished_at: NOW, open_before: [] },
      { entry_id: made.turned[1], good: null, defect: null, finished_at: null, open_before: ['焼ならし'] },
    ]);
    // The boards show both beside where the plan had them.
    const bars = (await everyEntry(db(), PUBLISHED, {})).filter(({ id }) => made.turned.includes(id)).map(({ actual }) => actual);
    const moments = { planned_start: expect.any(String), planned_end: expect.any(String) };
    const planned = { ...moments, facility_name: '横中ぐり盤', worker: null, day: null };
    expect(bars).toEqual([
      { ...planned, started_at: NOW, finished_at: NOW, closed_by: 'tap', good: 2, defect: 'size' },
      { ...planned, started_at: NOW, finished_at: null, closed_by: null, good: null, defect: null },
    ]);
  });
});

describe('reasons', () => {
  test('of pieces that are no good ones stay with the mark until all are good, with who worked; taken back as it was', async () => {
    const [one] = made.bars as [number, number];
    const good = async () => (await today()).units[0]?.run?.good.find(({ entry_id }) => entry_id === one);
    await db()('furnace_run_members').where('plan_entry_id', one).update({ pieces: 3 });
    expect(await send({ kind: 'start', entries: entries(), worker: '山田' })).toEqual(ACCEPTED);
    const client_id = randomUUID();
    expect(await send({ client_id, kind: 'quantity', entries: [{ entry_id: one, quantity: 2 }], defect: 'crack' })).toEqual(ACCEPTED);
    expect(await good()).toEqual({ entry_id: one, quantity: 2, defect: 'crack' });
    expect((await everyEntry(db(), PUBLISHED, {})).find(({ id }) => id === one)).toMatchObject({ good_quantity: 2, defect: 'crack' });
    expect((await lossesOf(db(), { from: '2026-04-01', to: '2026-04-01' }, NOW)).defects).toEqual([{ reason: 'crack', pieces: 1 }]);
    await send({ kind: 'quantity', entries: [{ entry_id: one, quantity: 1 }], defect: 'crack' });
    expect(await send({ kind: 'undo', undoes: client_id })).toMatchObject({ result: 'refused' });
    await send({ kind: 'quantity', entries: [{ entry_id: one, quantity: 3 }] });
    expect(await good()).toEqual({ entry_id: one, quantity: 3, defect: null });
    const told = await db()('audit').where('kind', 'plan_entries').orderBy('id', 'desc').pluck('new');
    expect(told[0]).toMatchObject({ good_quantity: 3, defect: null, worker: '山田' });
    // What goes into another furnace run is not lost.
    await db()('furnace_run_members').where('plan_entry_id', one).update({ pieces: 2 });
    await send({ kind: 'quantity', entries: [{ entry_id: one, quantity: 2 }] });
    expect((await lossesOf(db(), { from: '2026-04-01', to: '2026-04-01' }, NOW)).defects).toEqual([]);
  });

  test('of a lot in two furnace runs are counted by run, taken back by run, and summed', async () => {
    const [lot] = made.bars as [number, number];
    const later = await made.make.furnaceRun(made.furnace, ['2026-04-01 08:00', '2026-04-01 16:00'], [lot], { unit: 1 });
    const pieces = (furnace_run_id: number, pieces: number) =>
      db()('furnace_run_members').where({ furnace_run_id, plan_entry_id: lot }).update({ pieces });
    await Promise.all([pieces(made.run, 2), pieces(later, 1)]);
    const inFirst = (quantity: number | null) => [{ entry_id: lot, quantity }];
    const inSecond = { unit: 1, furnace_run: later };
    const said = async () => {
      const whole = await db()('actuals').where('order_task_id', lot).first('pieces', 'good', 'defect_reason as defect');
      return {
        ...whole,
        runs: (await today()).units.map(({ run }) => run?.good.find(({ entry_id }) => entry_id === lot)?.quantity ?? null),
      };
    };
    await send({ kind: 'start', entries: entries() });
    expect(await send({ kind: 'quantity', entries: inFirst(3) })).toMatchObject({ result: 'refused' });
    const first = randomUUID();
    expect(await send({ client_id: first, kind: 'quantity', entries: inFirst(1), defect: 'crack' })).toEqual(ACCEPTED);
    expect(await said()).toEqual({ pieces: 2, good: 1, defect: 'crack', runs: [1, null] });
    await send({ ...inSecond, kind: 'start', entries: inFirst(null) });
    expect(await said()).toEqual({ pieces: 3, good: 2, defect: 'crack', runs: [1, null] });
    const second = randomUUID();
    await send({ ...inSecond, client_id: second, kind: 'quantity', entries: inFirst(0), defect: 'size' });
    expect(await said()).toEqual({ pieces: 3, good: 1, defect: 'size', runs: [1, 0] });
    expect(await send({ ...inSecond, kind: 'undo', undoes: second })).toEqual(ACCEPTED);
    expect(await said()).toEqual({ pieces: 3, good: 2, defect: 'crack', runs: [1, null] });
    await send({ ...inSecond, kind: 'finish', entries: inFirst(1) });
    await send({ kind: 'finish', entries: entries() });
    expect(await db()('actuals').where('order_task_id', lot).first('pieces', 'good', 'finished_at')).toEqual({
      pieces: 3,
      good: 2,
      finished_at: NOW,
    });
    expect((await lossesOf(db(), { from: '2026-04-01', to: '2026-04-01' }, NOW)).defects).toEqual([{ reason: 'crack', pieces: 1 }]);
  });

  test('of a facility that stands: once, seen on the board and in the figures, ended, and taken back', async () => {
    const lathe = atLathe();
    const stop = async () => (await today(made.lathe)).stop;
    const client_id = randomUUID();
    expect(await send({ ...lathe, client_id, kind: 'stop', stop: 'breakdown', at: '2026-04-01T08:00:00+09:00' })).toEqual(ACCEPTED);
    expect(await send({ ...lathe, kind: 'stop', stop: 'material' })).toEqual(ALREADY);
    expect(await stop()).toEqual({ unit: null, reason: 'breakdown', stopped_at: '2026-04-01T08:00:00+09:00', resumes_on: null });
    const loads = await facilityLoads(db(), PUBLISHED, { from_date: '2026-04-01', to_date: '2026-04-30' }, { limit: 9, offset: 0 });
    expect(loads.rows.find(({ facility }) => facility === made.lathe)?.stops).toMatchObject([{ reason: 'breakdown' }]);
    const lost = (await lossesOf(db(), { from: '2026-03-30', to: '2026-04-05' }, NOW)).stops;
    expect(lost).toEqual([{ reason: 'breakdown', count: 1, hours: 1.5 }]);
    const resumed = randomUUID();
    expect(await send({ ...lathe, client_id: resumed, kind: 'resume' })).toEqual(ACCEPTED);
    expect(await stop()).toBeNull();
    expect(await send({ ...lathe, kind: 'undo', undoes: resumed })).toEqual(ACCEPTED);
    expect((await stop())?.reason).toBe('breakdown');
    expect(await send({ ...lathe, kind: 'undo', undoes: client_id })).toEqual(ACCEPTED);
    expect([await stop(), (await db()('audit').where('kind', 'facility_stops')).length]).toEqual([null, 4]);
    // A furnace stands by its units.
    await send({ kind: 'stop', stop: 'setup', unit: 1 });
    expect((await today()).units.map((unit) => unit.stop?.reason)).toEqual([undefined, 'setup']);
  });

  test('of a stop with an expected end close the facility until that day: for a run, on the boards, and no longer once it goes on', async () => {
    const read = async () => readProblem((await loadSnapshot(db())).rows, DEFAULT_PLAN_SETTINGS, plantMinutes(now)).problem;
    /** Of each facility the days on which something may be started, and what is said of the others. */
    const days = async (facility: number) => {
      const problem = await read();
      const machine = problem.plant!.machines.findIndex(({ facility_id }) => facility_id === facility);
      const { starts, open } = problem.machines[machine]!;
      const step = starts ? 2 : 3;
      const opened = (starts ?? open).filter((_, at) => at % step === 0).slice(0, 3);
      const stops = problem.plant!.machines[machine]!.stops.map((stop) => ({ ...stop, from: stop.from / 48, to: stop.to / 48 }));
      return { opened: [...opened].map((tick) => Math.floor(tick / 48)), stops };
    };
    const lathe = atLathe();
    const stop = { ...lathe, kind: 'stop', stop: 'breakdown' } as const;
    const before = { opened: [0, 1, 2], stops: [] };
    expect(await days(made.lathe)).toEqual(before);
    for (const resumes_on of ['2026-04-01', '2027-04-03'])
      expect(await send({ ...stop, resumes_on })).toEqual(refused(expect.stringContaining('再開予定日')));
    expect(await send({ ...stop, resumes_on: '2026-04-04' })).toEqual(ACCEPTED);
    expect(await days(made.lathe)).toEqual({ opened: [5, 6, 7], stops: [{ from: 0, to: 3, reason: 'breakdown' }] });
    const loads = await facilityLoads(db(), PUBLISHED, { from_date: '2026-04-01', to_date: '2026-04-30' }, { limit: 9, offset: 0 });
    expect(loads.rows.find(({ facility }) => facility === made.lathe)?.closed.slice(0, 3)).toEqual([0, 1, 2]);
    expect((await today(made.lathe)).stop).toMatchObject({ resumes_on: '2026-04-04' });
    expect(await db()('input_changes').pluck('part')).toEqual(['availability']);
    // Another day, taken back, and a tap of the shop floor that knows of none.
    const later = randomUUID();
    expect(await send({ ...stop, client_id: later, stop: 'power', resumes_on: '2026-04-07' })).toEqual(ACCEPTED);
    expect((await days(made.lathe)).opened[0]).toBe(6);
    expect(await send({ ...lathe, kind: 'undo', undoes: later })).toEqual(ACCEPTED);
    expect((await send({ ...stop })).result).toBe('already');
    expect((await today(made.lathe)).stop).toMatchObject({ reason: 'breakdown', resumes_on: '2026-04-04' });
    expect(await send({ ...lathe, kind: 'resume' })).toEqual(ACCEPTED);
    expect(await days(made.lathe)).toEqual(before);
    // One unit of two: the other works, on no day more than before.
    expect(await send({ kind: 'stop', stop: 'setup', unit: 1, resumes_on: '2026-04-07' })).toEqual(ACCEPTED);
    expect((await days(made.furnace)).opened).toEqual([0, 1, 2]);
    const units = await db()('day_units').where('facility_id', made.furnace).orderBy('date').select('date', 'units');
    expect(units).toEqual(['01', '02', '03', '06'].map((day) => ({ date: `2026-04-${day}`, units: 1 })));
  });

  test('an early finish does not put the next run under the finger that pressed it', async () => {
    const lot = await made.make.lot(await made.make.order({ serial_number: '026X0300' }));
    const [task] = await db()('tasks').where('task_name', '焼ならし').pluck('id');
    const at: [string, string] = ['2026-04-01 13:00', '2026-04-01 15:00'];
    const next = await made.make.entry(lot, task, at, { facility_id: made.furnace, unit: 0, task_sort: 10 });
    const run = await made.make.furnaceRun(made.furnace, at, [next], { unit: 0 });
    await send({ kind: 'start', entries: entries() });
    await send({ kind: 'finish', entries: entries() });
    const shown = async () => {
      const [unit] = (await today()).units;
      return [unit?.run?.id, unit?.next?.id];
    };
    expect(await shown()).toEqual([undefined, run]);
    now = '2026-04-01T09:50:00+09:00';
    expect(await shown()).toEqual([run, undefined]);
  });
});

describe('the plan', () => {
  const nothing: Outcome = { entries: [], runs: [], messages: [], late: [], figures: {} } as unknown as Outcome;
  const planned = (index: number, facility_id: number): Outcome['entries'][number] => ({
    ...{ order_task_id: index * 2 + 1, entry_id: null, lot_id: index + 1, task_id: 1, task_sort: 10, facility_id, unit: 1 },
    ...{ outsourced: false, finished: false, run: null, moved_by: null },
    start_minutes: plantMinutes('2026-04-10T08:00:00+09:00'),
    end_minutes: plantMinutes('2026-04-10T12:00:00+09:00'),
  });

  test('a run that was under way does not move what was started meanwhile, and the next one is no repetition', async () => {
    const snapshot = await loadSnapshot(db());
    const { job } = await enqueue(db(), { kind: 'schedule', requested_by: '1002', payload: {} });
    expect(await send({ kind: 'start', entries: entries().slice(0, 1) })).toEqual(ACCEPTED);
    // As a database dates them whose clock has been set back.
    const anHourAgo = (column: string) => ({ [column]: db().raw(`?? - interval '1 hour'`, [column]) });
    await db()('work_taps').update(anHourAgo('received_at'));
    await db()('actuals').update(anHourAgo('changed_at'));
    const outcome = { ...nothing, entries: [planned(0, made.furnace), planned(1, made.furnace)] };
    const said = { messages: [], late: [], figures: nothing.figures, score: {}, gains: [] };
    const run = { job: job.id, author: '1002', read: snapshot.plan, lastTap: snapshot.plan.last_tap, before: null };
    await db().transaction((trx) => publishPlans(trx, { ...run, plans: [{ outcome, said, moves: undefined, published: true }] }));
    expect(await bar(made.bars[0]!)).toMatchObject({ locked: true, start_at: NOW, unit: 0 });
    expect(await bar(made.bars[1]!)).toMatchObject({ start_at: '2026-04-10T08:00:00+09:00' });
    expect(await db()('plans').where('kind', 'published').first(db().raw('marked_at is not null as marked'))).toEqual({ marked: true });
  });

  test('what is finished lets its successor start behind its own minute, waiting days and cooling, not behind its day', async () => {
    const startOf = async (): Promise<number> => {
      const { rows } = await loadSnapshot(db());
      const { problem } = readProblem(rows, DEFAULT_PLAN_SETTINGS, plantMinutes(now));
      const at = problem.plant!.tasks.findIndex(({ order_task_id }) => order_task_id === 2);
      return problem.activities.release[at]! - problem.planningStart;
    };
    await db()('heat_treatments').update({ waiting_days: 0, cooling_time: 0 });
    await send({ kind: 'start', entries: entries() });
    await send({ kind: 'finish', entries: entries() });
    expect(await startOf()).toBe(0);
    await db()('heat_treatments').update({ cooling_time: 10 });
    expect(await startOf()).toBeGreaterThan(0);
    const { rows } = await loadSnapshot(db());
    const { problem } = readProblem(rows, DEFAULT_PLAN_SETTINGS, plantMinutes(now));
    expect(problem.plant!.tasks.map(({ order_task_id }) => order_task_id)).toEqual([2, 4]);
  });
});

describe('what was done', () => {
  test('stands on the page of the day though its order is gone, and is found again when the order comes back', async () => {
    const [bar] = made.turned;
    const tap = { ...atLathe(), entries: [{ entry_id: bar!, quantity: 2 }] };
    expect(await send({ kind: 'start', ...tap })).toMatchObject({ result: 'accepted' });
    expect(await send({ kind: 'finish', defect: 'crack', ...tap })).toMatchObject({ result: 'accepted' });
    const shown = async () =>
      (await today(made.lathe)).tasks.map(({ unique_order, task_name, good, finished_at }) => [unique_order, task_name, good, finished_at]);
    const done = ['026X0255-01', '荒加工', 2, NOW];
    expect((await shown())[0]).toEqual(done);
    const order = await db()('orders').where({ serial_number: '026X0255' }).first();
    const { lot_id, task_id } = await db()('order_tasks').where({ id: bar! }).first();
    const lot = await db()('lots').where({ id: lot_id }).first();
    await db()('orders').where({ id: order.id }).delete();
    expect((await shown())[0]).toEqual(done);
    const kept = await db()('actuals').where({ order_task_id: bar! }).first('pieces', 'good', 'closed_by');
    expect(kept).toEqual({ pieces: 3, good: 2, closed_by: 'tap' });

    const { id: _, ...again } = order;
    const [{ id: order_id }] = await db()('orders').insert(again).returning('id');
    const [{ id: back }] = await db()('lots').insert({ order_id, lot_number: lot.lot_number, lot_key: lot.lot_key }).returning('id');
    const task = await made.make.orderTask(back, task_id, { task_sort: 20 });
    const step = await db()('lot_steps').where({ order_task_id: task }).first('finished', 'said_end');
    expect(step).toEqual({ finished: true, said_end: '2026-04-01' });
  });
});

describe('a furnace run under way', () => {
  test('takes what came into it afterwards along: nothing is told to be done and is not kept', async () => {
    const [first, second] = made.bars as [number, number];
    expect(await send({ kind: 'start', entries: [{ entry_id: first }] })).toEqual(ACCEPTED);
    expect(await send({ kind: 'start', entries: [{ entry_id: second }] })).toEqual(ACCEPTED);
    const facts = () => db()('actuals').orderBy('order_task_id').select('started_at', 'finished_at');
    expect(await facts()).toEqual([1, 2].map(() => ({ started_at: NOW, finished_at: null })));
    expect(await send({ kind: 'start', entries: entries() })).toEqual(ALREADY);
    now = '2026-04-01T12:10:00+09:00';
    expect(await send({ kind: 'finish', entries: [{ entry_id: first }] })).toEqual(ACCEPTED);
    expect(await send({ kind: 'finish', entries: [{ entry_id: second }] })).toEqual(ACCEPTED);
    expect(await facts()).toEqual([1, 2].map(() => ({ started_at: NOW, finished_at: now })));
  });

  test('that is finished with a lot that nobody had started ends that one, too; of a bar that is gone a start is taken back', async () => {
    const [first] = made.bars as [number, number];
    const client_id = randomUUID();
    expect(await send({ kind: 'start', client_id, entries: [{ entry_id: first }] })).toEqual(ACCEPTED);
    await db()('plan_entries').where({ id: first }).delete();
    await send({ kind: 'undo', undoes: client_id });
    expect(await db()('actuals')).toEqual([]);
    await db().raw('truncate actuals, furnace_loads, orders, facilities, products, tasks, work_taps restart identity cascade');
    made = await foundry();
    expect(await send({ kind: 'start', entries: [{ entry_id: made.bars[0]! }] })).toEqual(ACCEPTED);
    expect(await send({ kind: 'finish', entries: entries() })).toEqual(ACCEPTED);
    expect(await db()('actuals').whereNotNull('finished_at')).toHaveLength(2);
  });
});
