import { beforeAll, describe, expect, it } from 'vitest';
import { facilityBars, facilityLayout } from '../../admin/board/chart/scene/facility-layout.ts';
import { type Around, aroundsOf } from '../../admin/board/chart/scene/group/arounds.ts';
import { judgeGroup } from '../../admin/board/chart/scene/group/group-move.ts';
import { judgePlace } from '../../admin/board/chart/scene/judging.ts';
import { linesOf } from '../../admin/board/chart/scene/move-words.ts';
import type { Scene } from '../../admin/board/chart/scene/scene.ts';
import { movesOfGroup } from '../../admin/board/edit/moves.ts';
import type { Body } from '../../server/contract/handlers.ts';
import { sayOnce } from '../../server/domain/bars/judge.ts';
import { NO_SHIFT } from '../../server/domain/bars/moves.ts';
import { warningsOf } from '../../server/domain/bars/warnings.ts';
import { instantOfMinutes, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { conflictsSentence } from '../../server/domain/texts/plan/conflicts.ts';
import { standingOf } from '../../server/features/runs/misfits/misfits.service.ts';
import { loadSnapshot } from '../../server/features/runs/work/load-rows.ts';
import { overviewHandlers } from '../../server/features/schedule/overview/overview.handlers.ts';
import { createLog } from '../../server/log.ts';
import { fixedConflicts, readProblem } from '../../server/scheduling/index.ts';
import { caller } from '../support/call.ts';
import { ownDatabase } from '../support/database.ts';
import { anew, calling, span } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

/** A board that shows nothing, for who may move. */
const BOARD: Scene = {
  ...{ rows: 'facilities', layout: facilityLayout([]), timeline: { start: 0, end: 1, px: 20 }, closed: new Set(), now: 0 },
  ...{ access: { edits: true, plans: true }, orders: new Map(), reasons: new Map() },
};
const database = ownDatabase();
const call = calling(() => schedulesOf(database.knex));

/** A lot that is demolded, annealed and machined, with bars that break nothing. 2026-04-06 is a Monday. */
async function foundry() {
  const { knex } = database;
  const make = plantBuilder(knex);
  // The codes that mean demolding and heat are the plant's own.
  for (const table of ['plan_entries', 'furnace_runs', 'orders', 'demoldings', 'heat_treatments', 'facility_tasks', 'facilities', 'tasks'])
    await knex(table).delete();
  const [demold, anneal, machine] = [
    await make.task({ task_code: '320-3121-060', task_name: '解枠' }),
    await make.task({ task_code: '320-3123-010', task_name: '焼なまし' }),
    await make.task({ task_code: '5131-010', task_name: '荒加工' }),
  ];
  const yard = await make.facility({ facility_name: '解枠場', tasks: [demold] });
  const furnace = await make.facility({ facility_name: '1号炉', tasks: [anneal], max_weight: 1000 });
  const lathe = await make.facility({ facility_name: '立旋盤', tasks: [machine] });
  const product = await make.product();
  await knex('demoldings').insert({ product_id: product, task_id: demold, demolding_time: 24 });
  await make.heat(product, anneal, { cooling_method: '空冷', cooling_time: 4, work_settings: ['月', '火'] });
  const order = await make.order({ product_id: product, number: 4, weight: 100, casting_date: '2026-04-01' });
  const lot = await make.lot(order);
  const bar = plannedBar(make);
  const at = (day: string, to: string) => [`2026-04-${day} 08:00`, `2026-04-${day} ${to}`] as const;
  const demolding = await bar(lot, demold, at('03', '10:00'), { task_sort: 10, facility_id: yard });
  const annealing = await bar(lot, anneal, at('06', '14:00'), { task_sort: 20, facility_id: furnace, hours: [2, 0] });
  const machining = await bar(lot, machine, at('08', '16:00'), { task_sort: 30, facility_id: lathe, hours: [0, 8] });
  return { make, bar, product, order, lot, furnace, lathe, anneal, machine, demolding, annealing, machining };
}
const made = anew(foundry);

/** The warnings of a save of the task form. */
const saved = async (id: number, start: string, end: string, more: object = {}): Promise<string[]> =>
  (await call('modifySchedule', { params: { id }, body: { ...span(start, end), ...more } })).warnings ?? [];
/** The warnings of a process that is added; the form was told the same before, when nothing was written. */
const added = async (start: string, end: string, work_hours: number): Promise<string[]> => {
  const { make, machine, lot, order, lathe } = made;
  const order_task = await make.orderTask(lot, machine, { task_sort: 40, setup_hours: 0, work_hours });
  const body = { order, order_task, facility: lathe, ...span(start, end) };
  const tried = await call('addSchedule', { query: { dry_run: 1 }, body });
  expect([tried.results, await database.knex('plan_entries').where({ id: order_task })]).toEqual([[], []]);
  const { warnings = [] } = await call('addSchedule', { body });
  expect(tried.warnings).toEqual(warnings);
  return warnings;
};
type Move = Body<'moveSchedules'>['moves'][number];
const moved = async (moves: Move[]) => (await call('moveSchedules', { body: { moves } })).warnings;
const minutes = (text: string): number => plantMinutes(`${text.replace(' ', 'T')}:00+09:00`);
const startOf = ({ after }: { after: { start: number } }): string => instantOfMinutes(after.start).slice(5, 16);
const surroundingsOf = async (...ids: number[]) => {
  const query = { entry_ids: ids.join(), from_date: '2026-03-01', to_date: '2026-05-31' };
  return aroundsOf(await call('getSurroundings', { query }), query.to_date);
};
/** What a drag to this place says before the drop: of the bar, and of the later tasks that make room where it pushes them. */
async function dragged(id: number, start: string, end: string, { facility, push = true, beside = [] as number[] }: Drag = {}) {
  const { results } = await call('listSchedules', { query: { limit: 100 } });
  const entry = results.find((one) => one.id === id)!;
  const place = { start: minutes(start), end: minutes(end) };
  const wish = { shift: NO_SHIFT, facility, push };
  const arounds = new Map<number, Around>();
  for (const one of beside) arounds.set(one, (await surroundingsOf(one))[0]!);
  const judgement = judgePlace(entry, place, wish, (await surroundingsOf(id))[0]!, { closed: new Set(), arounds });
  const moves = [{ id, after: place }, ...judgement.pushed].map(
    (one): Move => ({ id: one.id, start_date: instantOfMinutes(one.after.start), end_date: instantOfMinutes(one.after.end) }),
  );
  return { judgement, moves, pushed: judgement.pushed.map((one) => [one.id, startOf(one)]), lines: linesOf(entry, judgement, wish) };
}
type Drag = { facility?: number | null | undefined; push?: boolean; beside?: number[] };
/** What a run says of the bars that are fixed, of them these ones. */
async function saidByRun(...locked: number[]): Promise<string[]> {
  const { rows } = await loadSnapshot(database.knex);
  const plan_entries = rows.plan_entries.map((entry) => (locked.includes(entry.id) ? { ...entry, locked: true } : entry));
  const { problem } = readProblem({ ...rows, plan_entries }, DEFAULT_PLAN_SETTINGS, minutes('2026-04-01 00:00'));
  return fixedConflicts(problem).map(({ conflict }) => conflictsSentence([conflict]));
}

describe('a save says which rules the place breaks', () => {
  it('nothing where it breaks none, locked or not', async () => {
    expect(await saved(made.annealing, '2026-04-07 08:00', '2026-04-07 14:00', { locked: true })).toEqual([]);
    expect(await saved(made.machining, '2026-04-09 08:00', '2026-04-09 16:00')).toEqual([]);
  });

  it('the closed day on which its work ends, and how late that is; of one that is added, and by a run, too', async () => {
    const { knex } = database;
    const { machining, lathe, order } = made;
    await knex('holidays').insert(['2026-04-11', '2026-04-12'].map((date) => ({ date })));
    await knex('orders').where({ id: order }).update({ delivery_date: '2026-04-10' });
    const closed = '終了日の4/12(日)が休日です。';
    expect(await saved(machining, '2026-04-10 08:00', '2026-04-12 12:00', { locked: true })).toEqual([closed, '納期を2日過ぎます。']);
    expect(await saidByRun()).toEqual([closed]);
    await knex('facility_availabilities').insert({ facility_id: lathe, date: '2026-04-14', units: 0 });
    expect(await added('2026-04-13 08:00', '2026-04-14 12:00', 8)).toEqual([
      '終了日の4/14(火)に設備「立旋盤」が稼働していません。',
      '納期を4日過ぎます。',
    ]);
    await knex('holidays').delete();
  });

  it('the cooling of the process before, which is no overlap', async () => {
    expect(await saved(made.machining, '2026-04-06 14:00', '2026-04-07 14:00')).toEqual([
      '前工程「焼なまし」の後の待ち日数・冷却が終わる前に始まります(始められるのは4/7(火) 00:00から)。',
    ]);
  });

  it('what follows a bar in two furnace runs and its deadline, of the one bar that it is', async () => {
    const { make, furnace, annealing, machining, order } = made;
    for (const day of ['06', '07'])
      await make.furnaceRun(furnace, [`2026-04-${day} 08:00`, `2026-04-${day} 14:00`], [annealing], { cooling_time: 4 });
    await database.knex('plan_entries').where({ id: annealing }).update({ end_at: '2026-04-07 14:00+09' });
    await database.knex('plan_entries').where({ id: machining }).update({ start_at: '2026-04-06 13:00+09', end_at: '2026-04-07 13:00+09' });
    await database.knex('orders').where({ id: order }).update({ delivery_date: '2026-04-05' });
    expect(await saved(annealing, '2026-04-06 08:00', '2026-04-07 14:00')).toEqual([
      '後工程「荒加工」の開始(4/6(月) 13:00)より後に終わります。',
      '納期を2日過ぎます。',
    ]);
  });

  it('the same for a move of several bars, each by name, and for one that is added', async () => {
    const to = (id: number, day: string, end: string): Move => ({
      ...{ id, start_date: `2026-04-${day}T08:00:00+09:00`, end_date: `2026-04-${day}T${end}:00+09:00` },
    });
    expect(await moved([to(made.annealing, '09', '14:00'), to(made.machining, '10', '12:00')])).toEqual([
      '焼なまし: 木曜に始まりますが、基本実施曜日は月・火です。',
      '荒加工: 作業できる時間 4時間が、必要な8時間に足りません。',
    ]);
    expect(await added('2026-04-13 08:00', '2026-04-13 12:00', 6)).toEqual(['作業できる時間 4時間が、必要な6時間に足りません。']);
  });

  it('the same as the drag before it, wherever the bar goes', async () => {
    const { make, product, anneal } = made;
    const small = await make.facility({ facility_name: '2号炉', tasks: [anneal], max_weight: 300 });
    await make.heat(product, anneal, { facility_id: small, cooling_method: '炉冷', cooling_time: 10, work_settings: ['水'] });
    await make.facility({ facility_name: '3号炉', tasks: [anneal], active: false });
    const { machining, annealing, demolding } = made;
    const wishes: [id: number, start: string, end: string, facility?: number | null][] = [
      [annealing, '2026-04-07 08:00', '2026-04-07 14:00'],
      [annealing, '2026-04-07 08:00', '2026-04-07 12:00'],
      [annealing, '2026-04-02 08:00', '2026-04-02 12:00'],
      [annealing, '2026-04-08 00:00', '2026-04-08 08:30', small],
      [annealing, '2026-04-06 08:00', '2026-04-06 14:00', null],
      [machining, '2026-04-06 14:00', '2026-04-07 14:00', null],
      [machining, '2026-04-10 12:00', '2026-04-10 16:00'],
      [demolding, '2026-04-02 08:00', '2026-04-02 09:00'],
    ];
    const kinds = new Set<string>();
    for (const [id, start, end, facility] of wishes) {
      const conflicts = sayOnce((await dragged(id, start, end, { facility, push: false })).judgement.conflicts);
      const warnings = await saved(id, start, end, facility === undefined ? {} : { facility });
      const told = warningsOf([{ name: '', conflicts }], false).map(({ text }) => text);
      expect(told, `${id} ${start}`).toEqual(warnings);
      for (const { kind } of conflicts) kinds.add(kind);
    }
    expect([...kinds].sort().join(' ')).toBe(
      'after_next before_previous before_ready demolding overweight run_too_short run_too_short_to_cool weekday work_too_short',
    );
  });

  it('when the process before it, done already, lets it begin: by the day of its reception, whatever has begun before', async () => {
    const received = { received: true, last_reception_date: '2026-04-06' };
    await database.knex('order_tasks').where({ task_id: made.anneal }).update(received);
    await database.knex('heat_treatments').where({ task_id: made.anneal }).update({ waiting_days: 3 });
    expect(await saved(made.machining, '2026-04-08 08:00', '2026-04-08 16:00')).toEqual([
      '前工程の後の待ち日数・冷却が終わる前に始まります(始められるのは4/9(木) 00:00から)。',
    ]);
    expect(await saved(made.machining, '2026-04-09 08:00', '2026-04-09 16:00')).toEqual([]);
  });

  it.each([
    ['its cooling, which is over', { cooling_time: 18 }, []],
    ['its cooling', { cooling_time: 20 }, ['04-08T12:00']],
    ['its waiting days', { waiting_days: 3 }, ['04-10T08:00']],
  ])('nothing of the later tasks that are moved with a bar, which keep %s', async (_, heat, places) => {
    await database.knex('heat_treatments').where({ task_id: made.anneal }).update(heat);
    const { pushed, moves } = await dragged(made.annealing, '2026-04-07 08:00', '2026-04-07 14:00');
    expect(pushed).toEqual(places.map((place) => [made.machining, place]));
    expect(await moved(moves)).toEqual([]);
  });

  it('nothing of a later treatment that is moved with a bar: it starts on one of its weekdays', async () => {
    const later = { start_at: '2026-04-20T08:00+09:00', end_at: '2026-04-20T16:00+09:00' };
    await database.knex('plan_entries').where({ id: made.machining }).update(later);
    // 月・火; the others may start on any day.
    const [around] = await surroundingsOf(made.demolding);
    expect(around!.lot.map(({ weekdays }) => weekdays)).toEqual([0b1111111, 0b0000110, 0b1111111]);
    const { pushed, moves } = await dragged(made.demolding, '2026-04-08 08:00', '2026-04-08 10:00');
    expect(pushed).toEqual([[made.annealing, '04-13T08:00']]);
    expect(await moved(moves)).toEqual([]);
  });

  it('the same of a place that only the treatments of other products make a furnace', async () => {
    const { make, machine, lathe, machining } = made;
    const short = ['作業できる時間 4時間が、必要な8時間に足りません。'];
    expect(await saved(machining, '2026-04-09 12:00', '2026-04-10 00:00')).toEqual(short);
    const other = await make.product();
    await make.heat(other, machine, { facility_id: lathe });
    await make.lot(await make.order({ product_id: other }));
    expect(await saidByRun(machining)).toEqual(short);
    expect(await saved(machining, '2026-04-09 12:00', '2026-04-10 00:00', { version: 2 })).toEqual(short);
  });

  it('is no reason to refuse: wrong settings of the plant stop runs, not saves', async () => {
    await database.knex('settings').insert({ key: 'plan_settings', value: JSON.stringify({ frozen_days: 'x' }) });
    expect(await saved(made.machining, '2026-04-09 08:00', '2026-04-09 12:00')).toEqual([
      '作業できる時間 4時間が、必要な8時間に足りません。',
    ]);
    await database.knex('settings').where({ key: 'plan_settings' }).delete();
  });
});

describe('a bar that breaks a rule', () => {
  const WEEKDAY = '木曜に始まりますが、基本実施曜日は月・火です。';
  const SHORT = '作業できる時間 4時間が、必要な8時間に足りません。';
  let overviews: ReturnType<typeof overviewHandlers>;
  beforeAll(() => {
    const context = { db: database.knex, clock: () => Date.parse('2026-04-01T07:00:00+09:00'), log: createLog('error') };
    overviews = overviewHandlers({ ...context, standing: standingOf(context) });
  });
  const conflicts = async () => (await caller(overviews)('getScheduleOverview', {})).conflicts.bars;

  it('is a 矛盾 with the sentences of its save, until it obeys', async () => {
    const { annealing, machining } = made;
    expect(await conflicts()).toEqual([]);
    await saved(machining, '2026-04-10 08:00', '2026-04-10 16:00');
    expect(await saved(annealing, '2026-04-09 08:00', '2026-04-09 14:00')).toEqual([WEEKDAY]);
    expect(await conflicts()).toMatchObject([{ entry_id: annealing, kinds: ['weekday'], sentences: [WEEKDAY] }]);
    await saved(annealing, '2026-04-07 08:00', '2026-04-07 14:00');
    expect(await conflicts()).toEqual([]);
  });

  it('is one while it is locked and the rule has changed since a run found it sound', async () => {
    const { knex } = database;
    const { annealing } = made;
    await putByRun();
    await knex('plan_entries').where({ id: annealing }).update({ locked: true });
    expect(await conflicts()).toEqual([]);
    await knex('facilities').where({ id: made.furnace }).update({ max_weight: 300 });
    expect(await conflicts()).toMatchObject([{ entry_id: annealing, kinds: ['overweight'] }]);
    await knex('plan_entries').where({ id: annealing }).update({ locked: false });
    expect(await conflicts()).toEqual([]);
  });

  /** Three more lots on the lathe for all of 4/8, beside the one of the foundry, where a run has put them; it has so many units as they need. */
  async function crowd() {
    const { knex } = database;
    const { make, bar, product, machine, lathe } = made;
    const bars = [made.machining];
    const orders = [made.order];
    for (let at = 0; at < 3; at += 1) {
      orders.push(await make.order({ product_id: product, casting_date: '2026-04-01' }));
      const place = { task_sort: 30, facility_id: lathe, hours: [0, 8] } as const;
      bars.push(await bar(await make.lot(orders.at(-1)!), machine, ['2026-04-08 08:00', '2026-04-08 16:00'], place));
    }
    await knex('facilities').where({ id: lathe }).update({ availability: 4 });
    await putByRun();
    return { bars, orders };
  }
  const putByRun = async (): Promise<void> => {
    const { knex } = database;
    await knex('plan_entries').update({
      sound_start: knex.ref('start_at'),
      sound_end: knex.ref('end_at'),
      sound_facility_id: knex.ref('facility_id'),
    });
  };
  const NEXT_DAY = { start_at: '2026-04-09T08:00+09:00', end_at: '2026-04-09T16:00+09:00' };
  const OVER = (taken: number, units: number): string => `設備「立旋盤」の台数を超えています(4/8(水)に最大${taken}件、設備は${units}台)。`;

  it('is the one that was put where others had been put by a run, not they; locking them says nothing', async () => {
    const { bars, orders } = await crowd();
    const [moved, ...there] = bars as [number, ...number[]];
    await database.knex('plan_entries').where({ id: moved }).update(NEXT_DAY);
    await putByRun();
    await database.knex('facilities').where({ id: made.lathe }).update({ availability: 3 });
    expect(await conflicts()).toEqual([]);
    expect(await saved(moved, '2026-04-08 08:00', '2026-04-08 16:00')).toEqual([OVER(4, 3)]);
    expect(await conflicts()).toMatchObject([{ entry_id: moved, kinds: ['over_capacity'], sentences: [OVER(4, 3)] }]);
    expect((await call('switchLockStatus', { params: { id: there[0]! }, body: {} })).warnings).toEqual([]);
    expect((await call('lockOrder', { body: { orders: orders.slice(2) } })).warnings).toEqual([]);
    expect((await conflicts()).map(({ entry_id }) => entry_id)).toEqual([moved]);
  });

  it('is told after the save in the very lines of the confirmation before it, with the later tasks that make room', async () => {
    await crowd();
    const { annealing, machining, machine } = made;
    const { knex } = database;
    await knex('plan_entries').where({ task_id: machine }).whereNot({ id: machining }).update(NEXT_DAY);
    await knex('facilities').where({ id: made.lathe }).update({ availability: 3 });
    await putByRun();
    const { lines: told, moves } = await dragged(annealing, '2026-04-08 08:00', '2026-04-08 14:00', { beside: [machining] });
    const conflicting = told.filter(({ sign }) => sign === 'conflict');
    expect(conflicting.find(({ total }) => total)?.strong).toBe('2工程');
    const lines = conflicting.flatMap(({ text, total }) => (total ? [] : text));
    expect(lines).toEqual([
      `焼なまし: 水曜に始まりますが、基本実施曜日は月・火です。`,
      `荒加工: ${OVER(4, 3).replace('4/8(水)', '4/9(木)')}`,
    ]);
    expect(await moved(moves)).toEqual(lines);
    expect((await conflicts()).map(({ entry_id }) => entry_id)).toEqual([annealing, machining]);
  });

  it('is counted before a furnace run is moved with all behind it, as the save brings it; at the next free place of each there is none', async () => {
    const { knex } = database;
    const { make, bar, product, anneal, machine, furnace, lathe } = made;
    const bars = [[made.annealing, made.machining]];
    const at = ['2026-04-06 08:00', '2026-04-06 14:00'] as const;
    for (const day of ['09', '10', '13']) {
      const lot = await make.lot(await make.order({ product_id: product, casting_date: '2026-04-01' }));
      const turned = [`2026-04-${day} 08:00`, `2026-04-${day} 16:00`] as const;
      bars.push([
        await bar(lot, anneal, at, { task_sort: 20, facility_id: furnace, hours: [2, 0] }),
        await bar(lot, machine, turned, { task_sort: 30, facility_id: lathe, hours: [0, 8] }),
      ]);
    }
    await knex('facilities').where({ id: furnace }).update({ max_weight: 5000 });
    const charged = bars.map(([first]) => first!);
    await make.furnaceRun(furnace, at, charged, { cooling_time: 4 });
    await knex('holidays').insert(['2026-04-11', '2026-04-12', '2026-04-18', '2026-04-19'].map((date) => ({ date })));
    await putByRun();
    const read = async () => {
      const { results } = await call('listSchedules', { query: { limit: 100 } });
      const { results: runs } = await call('listFurnaceRuns', { query: { limit: 100 } });
      return facilityBars(results, runs, true).find(({ charge }) => charge !== undefined)!;
    };
    const box = await read();
    const go = async (free: boolean) => {
      const arounds = await surroundingsOf(...bars.flat());
      const wish = { shift: { ...NO_SHIFT, by: 16 }, facility: undefined, push: true, free };
      const judgement = judgeGroup(box, [box], wish, arounds, BOARD);
      const lines = linesOf(box.entry, judgement, wish).filter(({ sign }) => sign === 'conflict');
      const said = lines.flatMap(({ text, total }) => (total ? [] : text));
      expect(await moved(movesOfGroup({ bar: box, bars: [box], wish, judgement }))).toEqual(said);
      const places = judgement.group!.pushed.map((one) => startOf(one).slice(0, 8));
      return { told: lines.find(({ total }) => total)?.strong, came: (await conflicts()).length, places };
    };
    const undone = () => call('undoSchedule', { body: {} });
    expect(await go(false)).toEqual({ told: '4工程', came: 4, places: ['04-15T08', '04-15T08', '04-15T08', '04-15T08'] });
    await undone();
    expect(await conflicts()).toEqual([]);
    expect(await go(true)).toEqual({ told: undefined, came: 0, places: ['04-15T08', '04-16T08', '04-17T08', '04-20T08'] });
    await undone();
    expect((await read()).charge!.run.run_start).toBe(box.charge!.run.run_start);
    await knex('holidays').delete();
  });

  it('is none where units were taken away and the next run places it anew, until so many are locked that no run can; they are told in one sentence', async () => {
    const { bars, orders } = await crowd();
    await database.knex('facilities').where({ id: made.lathe }).update({ availability: 2 });
    expect(await conflicts()).toEqual([]);
    expect((await call('lockOrder', { body: { orders: orders.slice(0, 2) } })).warnings).toEqual([]);
    expect(await conflicts()).toEqual([]);
    const { warnings } = await call('lockOrder', { body: { orders: orders.slice(2) } });
    expect(warnings).toEqual([expect.stringMatching(/^[^、]+ 荒加工、[^、]+ 荒加工: /)]);
    expect(warnings?.[0]).toContain(OVER(4, 2));
    expect((await conflicts()).map(({ entry_id }) => entry_id).sort()).toEqual([...bars].sort());
  });

  it('says so when it is locked, by itself and with its order; that it is late says nothing', async () => {
    const { annealing, machining, order } = made;
    await database.knex('orders').where({ id: order }).update({ delivery_date: '2026-04-02' });
    const lock = async (id: number) => call('switchLockStatus', { params: { id }, body: {} });
    await saved(annealing, '2026-04-09 08:00', '2026-04-09 14:00');
    await saved(machining, '2026-04-10 08:00', '2026-04-10 12:00');
    expect(await lock(annealing)).toMatchObject({ locked: true, warnings: [WEEKDAY] });
    expect(await lock(annealing)).toMatchObject({ locked: false, warnings: [] });
    const all = await call('lockOrder', { body: { order } });
    expect(all.results).toHaveLength(3);
    expect(all.warnings).toEqual([expect.stringContaining(`焼なまし: ${WEEKDAY}`), expect.stringContaining(`荒加工: ${SHORT}`)]);
    expect((await call('unlockOrder', { body: { order } })).warnings).toEqual([]);
  });
});
