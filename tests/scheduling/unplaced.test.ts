import { describe, expect, test } from 'vitest';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { RUN_MESSAGES, type RunMessageParams } from '../../server/domain/texts/plan/runs.ts';
import { check } from '../../server/scheduling/index.ts';
import { addEntry, addOrder, facility, foundry, HEAT, MACHINING, plan, SHAKE_OUT, TEMPERING, TODAY, treatment } from './plant.ts';

type Rows = ReturnType<typeof foundry>;

/** W208 of a plan, as they are said, and what the plan breaks. */
function unplaced(rows: Rows) {
  const { outcome, problem, result } = plan(rows, {}, { rounds: 20 });
  expect(check(problem, result.solution)).toEqual([]);
  const found = outcome.messages.filter(({ code }) => code === 'W208');
  return { found, sentences: found.map(({ params }) => RUN_MESSAGES.W208!(params as RunMessageParams)), entries: outcome.entries };
}

type Follow = (rows: Rows) => unknown;
/** A lot that is heated and then machined. */
function heated(parts: Parameters<typeof treatment>[0] = {}): Rows {
  const rows = foundry();
  rows.heat_treatments.push(treatment(parts));
  addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0, setup_hours: 1 }, MACHINING] });
  return rows;
}
/** A lot of these processes. */
function worked(...tasks: Parameters<typeof addOrder>[1]['tasks']): Rows {
  const rows = foundry();
  addOrder(rows, { tasks });
  return rows;
}
/** The plant, with something done to it. */
const but = (rows: Rows, ...done: Follow[]): Rows => {
  for (const follow of done) follow(rows);
  return rows;
};
const at =
  (id: number, parts: object): Follow =>
  (rows) =>
    Object.assign(rows.facilities.find((one) => one.id === id)!, parts);
const furnace = (availability: number): Follow => at(13, { availability });
const machine = (availability: number): Follow => at(14, { availability });
const treat =
  (parts: object): Follow =>
  (rows) =>
    Object.assign(rows.heat_treatments[0]!, parts);
const task =
  (index: number, parts: object): Follow =>
  (rows) =>
    Object.assign(rows.order_tasks[index]!, parts);
const oneDay: Follow = (rows) => rows.facility_availabilities.push({ facility_id: 14, date: '2026-04-10', units: 1 });
/** Every Wednesday no unit in the furnace: a run has six days at most, less the morning. */
const closeWednesdays: Follow = (rows) => {
  for (let day = 0; day < 800; day += 7) rows.facility_availabilities.push({ facility_id: 13, date: addDays(TODAY, day), units: 0 });
};
const openWednesdays: Follow = (rows) => rows.facility_availabilities.splice(0);
const onlyOn = (...work_settings: string[]): Follow => treat({ work_settings });
const keptFor = (retention_time: number): Follow => treat({ retention_time });
const beginAfter = (waiting_days: number): Follow => treat({ waiting_days });
const rest =
  (dates: { date: string }[]): Follow =>
  (rows) =>
    rows.holidays.splice(0, rows.holidays.length, ...dates);
const restAllDays = rest(Array.from({ length: 1200 }, (_, day) => ({ date: addDays(TODAY, day) })));
const restOnWeekends = rest(foundry().holidays);
const AWAY = { task_id: MACHINING, outsourcing_code: 'G001', solution_frame_days: 3000 };

const causes = (rows: Rows) => unplaced(rows).found.map(({ params }) => params.why);

describe('what finds no place in the horizon (W208)', () => {
  /** The cause gives this one message; the advice followed, none. */
  test.each<[what: string, make: () => Rows, why: string, follow: Follow, told: string]>([
    [
      'a facility without units: the first step, its facility, and what waits behind it',
      () => but(heated(), furnace(0)),
      'no_units',
      furnace(1),
      '製番 S1-01 焼なまし: 設備13に使える台数がないため、計画期間内に割り付けできません(後の工程1件も同じです)。設備一覧の設備数と設備稼働を確認してください。',
    ],
    [
      'a machine without units on any day',
      () => but(worked(SHAKE_OUT, MACHINING), machine(0)),
      ...(['no_units', oneDay, '製番 S1-01 荒加工: 設備14に使える台数がない'] as const),
    ],
    [
      'a weekday on which the furnace never opens',
      () => heated({ work_settings: ['土', '日'] }),
      ...(['weekday', onlyOn('金'), '設備13が基本実施曜日(日・土)に稼働しないため'] as const),
    ],
    [
      'a treatment that is longer than any stretch in which the furnace is open',
      () => but(heated({ retention_time: 200 }), closeWednesdays),
      'window',
      keptFor(100),
      '続けて201時間かかりますが、設備13は開始できる日から最長でも136時間しか続けて使えないため',
    ],
    [
      'work that is longer than the horizon',
      () => worked({ task_id: MACHINING, work_hours: 20_000 }),
      ...(['horizon', task(0, { work_hours: 20 }), '20,000時間かかり計画期間('] as const),
    ],
    [
      'a partner who gives nothing back inside the horizon',
      () => worked(AWAY),
      ...(['horizon', task(0, { solution_frame_days: 30 }), '外注先から計画期間('] as const),
    ],
    [
      'no working day at all',
      () => but(worked(MACHINING), restAllDays),
      ...(['closed', (rows) => rows.holidays.splice(20, 1), '稼働日がないため'] as [string, Follow, string]),
    ],
    [
      'a process that may begin only behind the horizon',
      () => heated({ waiting_days: 1500 }),
      ...(['late', beginAfter(2), '製番 S1-01 荒加工: 早くても2030/05/10(金)からしか始められず'] as const),
    ],
    [
      'a facility that others hold all the time',
      () => {
        const rows = worked(SHAKE_OUT);
        addOrder(rows, { tasks: [MACHINING] });
        addEntry(rows, null, '04-01 08:00', '12-31 16:00', { facility_id: 14, end_at: '2028-12-29T16:00:00+09:00', work_time_set: true });
        return rows;
      },
      ...(['full', machine(2), '設備14がほかの工程で埋まっているため'] as const),
    ],
    [
      'a furnace that others hold on the weekdays of the treatment',
      () => {
        const rows = worked(SHAKE_OUT);
        rows.heat_treatments.push(treatment({ work_settings: ['月'] }));
        addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] });
        for (let day = 5; day < 1000; day += 7) {
          const [start_at, end_at] = ['08', '16'].map((hour) => `${addDays(TODAY, day)}T${hour}:00:00+09:00`);
          addEntry(rows, null, '04-06 08:00', '04-06 16:00', {
            facility_id: 13,
            start_at: start_at!,
            end_at: end_at!,
            work_time_set: true,
          });
        }
        return rows;
      },
      ...(['full', furnace(2), '設備稼働の台数・基本実施曜日(月)の稼働日を増やしてください'] as const),
    ],
    [
      'one cause of several lots: the message is true of each of them',
      () => {
        const rows = but(heated({ retention_time: 200 }), closeWednesdays);
        addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0, setup_hours: 3 }] });
        return rows;
      },
      ...(['window', keptFor(100), '製番 S1-01 焼なまし、S2-01 焼なまし: 続けて201〜203時間かかりますが'] as const),
    ],
    [
      'several facilities: the one that is nearest to having room is named',
      () => {
        const rows = worked({ task_id: HEAT, work_hours: 0 });
        rows.facilities.push(facility(16, [HEAT]));
        rows.heat_treatments.push(treatment({ work_settings: ['土'] }));
        return but(rows, furnace(0));
      },
      ...(['weekday', onlyOn(), '設備16が基本実施曜日(土)'] as const),
    ],
  ])('%s', (_, make, why, follow, told) => {
    const rows = make();
    const { found, sentences } = unplaced(rows);
    expect(found.map(({ params }) => params.why)).toEqual([[why]]);
    expect(sentences[0]).toContain(told);
    follow(rows);
    expect(causes(rows)).toEqual([]);
  });

  test('names its facility, task, order and rows', () => {
    const rows = but(heated(), furnace(0));
    const order_task_ids = rows.order_tasks.map(({ id }) => id);
    expect(unplaced(rows).found).toMatchObject([{ facility_id: 13, task_id: HEAT, order_ids: [1], order_task_ids }]);
  });

  test('is not counted as planned, nor its order as late by years', () => {
    const rows = but(heated(), furnace(0));
    addOrder(rows, { order: { delivery_date: '2026-03-31' }, tasks: [MACHINING] });
    const { outcome } = plan(rows, {}, { rounds: 20 });
    expect(outcome.figures).toMatchObject({ tasks: 1, unplaced: 2, late_orders: 1 });
    expect(outcome.figures.late_days).toBeLessThan(10);
  });

  test('nor is a lot of which some parts have a place, and the others none', () => {
    const rows = but(heated({ retention_time: 999 }), at(13, { max_weight: 100 }));
    Object.assign(rows.orders[0]!, { weight: 100, number: 30, delivery_date: '2026-03-31' });
    const { outcome, result } = plan(rows);
    expect([result.score.unplaced, result.score.late_orders]).toEqual([expect.toSatisfy((parts: number) => parts > 2 && parts < 30), 1]);
    expect([outcome.entries, outcome.runs]).toEqual([[], []]);
    expect(outcome.figures).toMatchObject({ tasks: 0, unplaced: 2, late_orders: 0, late_days: 0 });
  });

  test('lots of one cause and facility are one message; others have their own', () => {
    const rows = but(foundry(), furnace(0), machine(0));
    rows.heat_treatments.push(treatment());
    for (let i = 0; i < 7; i += 1) addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }, MACHINING] });
    addOrder(rows, { tasks: [MACHINING] });
    const { found, sentences } = unplaced(rows);
    expect(found.map(({ facility_id, params }) => [facility_id, params.count, params.behind])).toEqual([
      [13, 7, 7],
      [14, 1, 0],
    ]);
    expect(sentences[0]).toContain('S5-01 焼なまし ほか2件: ');
  });
});

describe('two causes together (W208)', () => {
  /** Both causes are one message; either advice followed alone leaves the other, both leave none. */
  test.each<[what: string, make: () => Rows, why: [string, string], follow: [Follow, Follow], ...told: (string | RegExp)[]]>([
    [
      'no units, and a weekday on which the plant rests',
      () => but(heated({ work_settings: ['日'] }), furnace(0)),
      ['no_units', 'weekday'],
      [furnace(1), onlyOn('金')],
      '製番 S1-01 焼なまし: 設備13に使える台数がないため、計画期間内に割り付けできません(後の工程1件も同じです)。そこを直しても、設備13が基本実施曜日(日)に稼働しないため、割り付けできません。「設備一覧の設備数と設備稼働」と「製品の熱処理の基本実施曜日」を、両方とも直してください。',
    ],
    [
      'no units, and work that is longer than the horizon',
      () => but(worked({ task_id: MACHINING, work_hours: 20_000 }), machine(0)),
      ['no_units', 'horizon'],
      [machine(1), task(0, { work_hours: 20 })],
      'そこを直しても、20,000時間かかり計画期間(',
    ],
    [
      'no units, and no working day',
      () => but(worked(MACHINING), machine(0), restAllDays),
      ['closed', 'no_units'],
      [restOnWeekends, machine(1)],
    ],
    [
      'no units, and a process that may begin only behind the horizon',
      () => but(heated({ waiting_days: 1500 }), machine(0)),
      ['no_units', 'late'],
      [machine(1), beginAfter(2)],
    ],
    [
      'a weekday on which the furnace never opens, and windows too short on every other',
      () => but(heated({ work_settings: ['土'], retention_time: 200 }), closeWednesdays),
      ['weekday', 'window'],
      [onlyOn(), keptFor(100)],
      '最長でも136時間しか続けて使えない',
    ],
    [
      'a weekday on which the furnace never opens, and a treatment longer than the horizon',
      () => heated({ work_settings: ['土'], retention_time: 60_000 }),
      ['weekday', 'horizon'],
      [onlyOn(), keptFor(10)],
    ],
    [
      'work that is longer than the horizon and may begin only behind it',
      () => but(heated({ waiting_days: 1500 }), task(1, { work_hours: 20_000 })),
      ['horizon', 'late'],
      [task(1, { work_hours: 20 }), beginAfter(2)],
      /^製番 S1-01 荒加工: 20,000時間かかり計画期間\(.*まで\)より長いため、計画期間内に割り付けできません。そこを直しても、早くても2030/,
    ],
    [
      'windows that are too short, and a treatment that may begin only behind the horizon',
      () => {
        const rows = worked(...[HEAT, TEMPERING].map((task_id) => ({ task_id, work_hours: 0 })));
        rows.heat_treatments.push(treatment({ waiting_days: 1500 }), treatment({ task_id: TEMPERING, retention_time: 200 }));
        return but(rows, closeWednesdays);
      },
      ['window', 'late'],
      [openWednesdays, beginAfter(2)],
      '続けて200時間かかりますが、設備13は開始できる日から最長でも136時間しか続けて使えないため',
      '「設備一覧の設備数と設備稼働」と「鋳込日と、前の工程の日程・待ち日数・解枠LT」を、両方とも直してください。',
    ],
    [
      'a partner: no working day, and a lead time longer than the horizon',
      () => but(worked(AWAY), restAllDays),
      ['closed', 'horizon'],
      [restOnWeekends, task(0, { solution_frame_days: 30 })],
    ],
  ])('%s', (_, make, why, follow, ...told) => {
    for (const [at, mend] of follow.entries()) expect(causes(but(make(), mend))).toEqual([[why[1 - at]]]);
    const { found, sentences } = unplaced(make());
    expect(found.map(({ params }) => [params.why, params.together])).toEqual([[why, 1]]);
    expect(causes(but(make(), ...follow))).toEqual([]);
    for (const words of told)
      expect(sentences[0]).toEqual(typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words));
  });

  /** One cause that several mends remove, each by itself. */
  test.each<[what: string, make: () => Rows, why: string, mends: Record<string, Follow>, told: RegExp]>([
    [
      'windows that are too short only on the weekdays of the treatment',
      () => but(heated({ work_settings: ['火'], retention_time: 100 }), closeWednesdays),
      'window',
      { weekdays: onlyOn(), units: openWednesdays, hours: keptFor(10) },
      /「製品の熱処理の基本実施曜日」「設備一覧の設備数と設備稼働」「段取時間・保持時間・冷却時間」のどれかを見直してください。/,
    ],
    [
      'a facility with too few days for the work is not called a horizon that is too short',
      () => but(worked({ task_id: MACHINING, work_hours: 20 }), machine(0), oneDay),
      'horizon',
      { units: machine(1), hours: task(0, { work_hours: 8 }) },
      /20時間かかりますが、設備14を計画期間\(.*まで\)に使えるのは8時間しかないため/,
    ],
    [
      'a facility that closes before the process may begin',
      () => but(heated({ waiting_days: 60 }), machine(0), oneDay),
      'late',
      { units: machine(1), begin: beginAfter(0) },
      /^(?!.*horizon_years)/,
    ],
  ])('%s', (_, make, why, mends, told) => {
    const { found, sentences } = unplaced(make());
    expect(found.map(({ params }) => [params.why, params.mends])).toEqual([[[why], Object.keys(mends)]]);
    for (const mend of Object.values(mends)) expect(causes(but(make(), mend))).toEqual([]);
    expect(sentences[0]).toMatch(told);
  });
});
