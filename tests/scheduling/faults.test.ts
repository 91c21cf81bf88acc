import { describe, expect, test } from 'vitest';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { RUN_MESSAGES, type RunMessageParams } from '../../server/domain/texts/plan/runs.ts';
import { check } from '../../server/scheduling/index.ts';
import {
  addEntry,
  addOrder,
  at,
  DEMOLDING,
  facility,
  foundry,
  HEAT,
  MACHINING,
  MOULDING,
  machined,
  plan,
  product,
  SHAKE_OUT,
  TODAY,
  treatment,
} from './plant.ts';
import type { Rows } from './standing.ts';

/** The messages of one code, and their sentences. */
function said(rows: Rows, code: string) {
  const { messages, ...planned } = plan(rows, {}, { rounds: 20 });
  expect(check(planned.problem, planned.result.solution)).toEqual([]);
  const found = [...messages, ...planned.outcome.messages].filter((message) => message.code === code);
  return { ...planned, found, sentences: found.map(({ params }) => RUN_MESSAGES[code]!(params as RunMessageParams)) };
}

describe('a reception dated after today (W215)', () => {
  const given = (last_reception_date: string, parts = {}) => {
    const rows = foundry();
    const [done, next] = addOrder(rows, { tasks: [{ task_id: SHAKE_OUT, received: true, last_reception_date, ...parts }, MACHINING] });
    return { rows, done: done!, next: next! };
  };

  test('counts as today, is said with its row, and is gone once the date is corrected', () => {
    const { rows, done, next } = given('2026-04-09');
    const { found, sentences, bar } = said(rows, 'W215');
    expect(sentences).toEqual([
      '製番 S1-01: 最終受入日が今日より後です(例: 2026/04/09(木))。今日受け入れたものとして計画しました。工程情報の最終受入日を直して、インポートし直してください。',
    ]);
    expect(found[0]).toMatchObject({ level: 'warning', order_ids: [1], order_task_ids: [done] });
    expect([bar(done), bar(next)]).toEqual(['04-01 14:00 - 04-01 16:00', '04-01 12:00 - 04-01 14:00']);
    rows.order_tasks[0]!.last_reception_date = '2026-04-01';
    expect(said(rows, 'W215').found).toEqual([]);
  });

  test('is said of a part received as well, and not where nothing was received', () => {
    const part = { received: false, order_quantity: 4, received_quantity: 1 };
    expect(said(given('2026-04-09', part).rows, 'W215').found).toHaveLength(1);
    expect(said(given('2026-04-09', { ...part, received_quantity: 0 }).rows, 'W215').found).toEqual([]);
  });
});

/** The one message of the code, and none once the advice is followed. */
function cured(rows: Rows, code: string, follow: () => unknown): string {
  const { found, sentences } = said(rows, code);
  expect(found).toHaveLength(1);
  follow();
  expect(said(rows, code).found).toEqual([]);
  return sentences[0]!;
}

test.each<[what: string, make: (rows: Rows) => unknown, told: string, follow: (rows: Rows) => unknown]>([
  [
    'none is entered: the task is named',
    (rows) => Object.assign(rows.facilities[3]!, { task_ids: [] }),
    '製番 S1-01 荒加工: 対応する設備がありません。設備「なし」で計画しました(設備の能力は使いません)。設備一覧で工程「5131-010」を行う設備を登録してください。',
    (rows) => Object.assign(rows.facilities[3]!, { task_ids: [MACHINING] }),
  ],
  [
    'those that the product names are retired: another facility with the task would not help',
    (rows) => [
      rows.facilities.push(facility(16, [MACHINING], { active: false })),
      rows.product_processings.push({ product_id: 1, task_id: MACHINING, facility_id: 16, waiting_days: 0 }),
    ],
    '製品 P-1 に指定されている設備は、どれも今は使われていません',
    (rows) => Object.assign(rows.product_processings[0]!, { facility_id: 14 }),
  ],
  [
    'the piece is too heavy for each of them: with the values',
    (rows) => [
      Object.assign(rows.facilities[3]!, { max_weight: 80 }),
      rows.facilities.push(facility(16, [MACHINING], { max_weight: 99.5 })),
    ],
    '単重量 100kg が設備の上限を超えています(設備14: 最大重量 80kg、設備16: 最大重量 99.5kg)。',
    (rows) => Object.assign(rows.facilities[3]!, { max_weight: 800 }),
  ],
])('no facility for a task (E104): %s', (_, make, told, follow) => {
  const rows = foundry();
  make(rows);
  machined(rows, 2);
  expect(cured(rows, 'E104', () => follow(rows))).toContain(told);
});

describe('a piece that fits no furnace (E105)', () => {
  const heated = (parts: Parameters<typeof product>[0], weight = 100) => {
    const rows = foundry();
    rows.products[0] = product(parts);
    rows.heat_treatments.push(treatment());
    addOrder(rows, { order: { weight }, tasks: [{ task_id: HEAT, work_hours: 0 }] });
    return rows;
  };
  test.each([
    ['weight', {}, 1200, '設備13: 単重量 1,200kg > 最大重量 1,000kg'],
    ['depth', { depth: 2.4, volume: null }, 100, '設備13: 奥行×幅 2.4×0.5m > 奥行×幅 2×1m'],
    ['width', { depth: 1.5, width: 1.2, volume: null }, 100, '設備13: 奥行×幅 1.5×1.2m > 奥行×幅 2×1m'],
    ['height', { height: 1.05, volume: null }, 100, '設備13: 高さ 1.05m > 高さ 1m'],
    ['volume', { volume: 2.5 }, 100, '設備13: 容積 2.5m³ > 容積 2m³'],
  ])('says that it is the %s, of which furnace, with both values', (_, parts, weight, told) => {
    const rows = heated(parts, weight);
    const follow = () => [Object.assign(rows.products[0]!, product()), Object.assign(rows.orders[0]!, { weight: 100 })];
    expect(cured(rows, 'E105', follow)).toContain(
      `製番 S1-01 焼なまし: 製品 P-1 が対象の炉に入りません(${told})。設備「なし」で計画しました`,
    );
  });
  test('a piece that fits the other way round is said by nothing', () => {
    expect(said(heated({ depth: 0.9, width: 1.8, volume: 0.5 }), 'E105').found).toEqual([]);
  });
  test('names every furnace with its own limits; a furnace that takes it removes the message', () => {
    const rows = heated({ height: 1.2, volume: null }, 1200);
    rows.facilities.push(facility(16, [HEAT], { max_weight: 500 }));
    expect(cured(rows, 'E105', () => rows.facilities.push(facility(17, [HEAT], { max_weight: 2000 })))).toContain(
      '(設備13: 単重量 1,200kg > 最大重量 1,000kg・高さ 1.2m > 高さ 1m、設備16: 単重量 1,200kg > 最大重量 500kg)',
    );
  });
});

describe('a treatment that is planned without a furnace', () => {
  /** Twenty hours in all, cooled in air or in the furnace; machined after it. */
  const without = (cooling_method: string) => {
    const rows = foundry();
    rows.facilities[2]!.active = false;
    rows.heat_treatments.push(treatment({ retention_time: 10, cooling_time: 9, cooling_method }));
    const [heat, next] = addOrder(rows, { tasks: [{ task_id: HEAT, setup_hours: 1, work_hours: 2 }, MACHINING] });
    return { rows, heat: heat!, next: next! };
  };
  /** Hours from one minute to another. */
  const hours = (from: number, to: number): number => (to - from) / 60;

  // Ends are rounded to the plant's day, so a treatment may stand longer than it needs, by a night at most.
  test.each([
    ['空冷', 11, 9],
    ['炉冷', 20, 0],
  ])('keeps set-up, retention and %s as elapsed time, and is no furnace run', (cooling, stands, lag) => {
    const { rows, heat, next } = without(cooling);
    const { bars, outcome, found } = said(rows, 'E104');
    const [bar, after] = [bars.get(heat)!, bars.get(next)!];
    expect(found).toHaveLength(1);
    expect(hours(bar.start_minutes, bar.end_minutes)).toBeGreaterThanOrEqual(stands);
    expect(hours(bar.start_minutes, bar.end_minutes)).toBeLessThan(stands + 8.5);
    expect(hours(bar.end_minutes, after.start_minutes)).toBeGreaterThanOrEqual(lag);
    expect(hours(bar.start_minutes, after.start_minutes)).toBeLessThan(stands + lag + 8.5);
    expect(bar).toMatchObject({ facility_id: null, unit: null, run: null });
    expect(outcome.runs).toEqual([]);
  });
  test('goes on over a holiday and begins on none', () => {
    const { rows, heat } = without('炉冷');
    rows.heat_treatments[0]!.retention_time = 70;
    rows.holidays.push({ date: '2026-04-01' }, { date: '2026-04-03' });
    const { bar } = said(rows, 'E104');
    expect([bar(heat).slice(0, 5), bar(heat).slice(14)]).toEqual(['04-02', '04-06 00:00']);
  });
  test('is the same for a piece that no furnace takes', () => {
    const { rows, heat } = without('空冷');
    rows.facilities[2]!.active = true;
    rows.orders[0]!.weight = 5000;
    expect(said(rows, 'E105').bar(heat)).toMatch(/^04-01 1.* - 04-02 00:00$/);
  });
  test('stands where the last plan had it, and counts as unmoved', () => {
    const { rows, heat } = without('空冷');
    rows.orders[0]!.delivery_date = '2026-07-31';
    addEntry(rows, heat, '04-06 08:00', '04-06 19:00', { end_at: at('04-07 00:00') });
    const { bar, outcome, result } = said(rows, 'E104');
    expect([bar(heat), outcome.figures.moved, result.score.stability]).toEqual(['04-06 08:00 - 04-07 00:00', 0, 0]);
  });
});

test('what was finished over an open process is said, and the open one is planned (W220)', () => {
  const rows = foundry();
  const [open] = addOrder(rows, { tasks: [MACHINING, { task_id: MACHINING, received: true }] });
  const { found, bar } = said(rows, 'W220');
  expect(found).toMatchObject([{ level: 'warning', order_ids: [1], order_task_ids: [open], params: { lots: ['S1-01'] } }]);
  expect(bar(open!)).toBeDefined();
  rows.order_tasks[0]!.received = true;
  expect(said(rows, 'W220').found).toEqual([]);
});

describe('a product without weight or sizes in a furnace (W217)', () => {
  const given = () => {
    const rows = foundry();
    rows.products.push(product({ id: 2, product_code: 'P-2', depth: null, volume: null }));
    rows.heat_treatments.push(treatment(), treatment({ product_id: 2 }));
    addOrder(rows, { order: { weight: null }, tasks: [{ task_id: HEAT, work_hours: 0 }] });
    for (let i = 0; i < 2; i += 1)
      addOrder(rows, { order: { product_id: 2, product_code: 'P-2' }, tasks: [{ task_id: HEAT, work_hours: 0 }] });
    return rows;
  };
  test('is said once for all, and gone once they are entered', () => {
    const rows = given();
    expect(said(rows, 'W217').found[0]).toMatchObject({ params: { lots: ['P-1', 'P-2'], count: 2 }, order_ids: [1, 2, 3] });
    const sentence = cured(rows, 'W217', () => {
      rows.orders[0]!.weight = 100;
      rows.products[1] = product({ id: 2, product_code: 'P-2' });
    });
    expect(sentence).toContain('製品 P-1、P-2: 炉に入れますが、');
  });
  test('is not said where no limit asks for it', () => {
    const rows = given();
    for (const limit of ['max_weight', 'depth', 'width', 'height', 'volume'] as const) rows.facilities[2]![limit] = null;
    expect(said(rows, 'W217').found).toEqual([]);
  });
});

describe('castings far above a usual day (W218)', () => {
  /** Castings on some coming days, `counts` of them each. */
  const cast = (...counts: number[]) => {
    const rows = foundry();
    counts.forEach((count, day) => {
      for (let i = 0; i < count; i += 1)
        addOrder(rows, { casting_date: addDays('2026-04-13', day), tasks: [MOULDING, DEMOLDING], order: { delivery_date: null } });
    });
    return rows;
  };
  test('names the day, its number and the usual one; spread over days there is none', () => {
    const rows = cast(3, 2, 3, 12, 3);
    expect(said(rows, 'W218').found[0]).toMatchObject({ params: { count: 12, usual: 3, dates: ['2026-04-16'], counts: [12] } });
    const sentence = cured(rows, 'W218', () => {
      for (const [index, lot] of rows.lots.filter(({ casting_date }) => casting_date === '2026-04-16').entries())
        if (index >= 5) lot.casting_date = addDays('2026-04-20', index);
    });
    expect(sentence).toContain('鋳込が、ふだんの日(1日 3件)を大きく超える日があります: 2026/04/16(木) 12件。');
  });
  test.each([
    ['a day within three times the usual', [3, 2, 3, 9, 3]],
    ['fewer than five more than usual', [1, 1, 1, 5, 1]],
    ['too few days to know what is usual', [3, 2, 30]],
  ])('is not said of %s', (_, counts) => {
    expect(said(cast(...counts), 'W218').found).toEqual([]);
  });
  test('castings of the last four weeks say what is usual, too', () => {
    const rows = cast(30);
    for (let day = 1; day <= 8; day += 1) addOrder(rows, { casting_date: addDays(TODAY, -day), tasks: [MOULDING, DEMOLDING] });
    expect(said(rows, 'W218').found[0]).toMatchObject({ params: { usual: 1, dates: ['2026-04-13'] } });
  });
});

describe('advice that is followed ends the message', () => {
  const locked = { facility_id: 14, locked: true };
  const partner = { arrangement: '外注', outsourcing_code: 'G-1' };
  test.each<[code: string, make: (rows: Rows) => unknown, told: string, follow: (rows: Rows) => unknown]>([
    [
      'E101',
      (rows) => addOrder(rows, { order: { product_id: null, product_code: 'P-9' }, tasks: [MACHINING] }),
      '製品ｺｰﾄﾞ P-9 が製品に登録されていない',
      (rows) => [rows.products.push(product({ id: 9, product_code: 'P-9' })), Object.assign(rows.orders[0]!, { product_id: 9 })],
    ],
    [
      'E102',
      (rows) => addOrder(rows, { casting_date: null, tasks: [DEMOLDING, MACHINING] }),
      '鋳込みをインポートしてください',
      (rows) => Object.assign(rows.lots[0]!, { casting_date: '2026-04-02' }),
    ],
    [
      'E103',
      (rows) => addOrder(rows, { tasks: [] }),
      '工程情報をインポートしてください',
      (rows) => {
        addOrder(rows, { tasks: [MACHINING] });
        rows.order_tasks[0]!.lot_id = rows.lots[0]!.id;
        rows.orders.pop();
        rows.lots.pop();
      },
    ],
    [
      'W207',
      (rows) => addOrder(rows, { tasks: [{ task_id: MACHINING, arrangement: '謎' }] }),
      '手配を内作・外注などに直して、インポートし直してください',
      (rows) => Object.assign(rows.order_tasks[0]!, { arrangement: '内作' }),
    ],
    [
      'W209',
      (rows) => addEntry(rows, addOrder(rows, { tasks: [MACHINING] })[0]!, '03-30 08:00', '03-30 10:00', locked),
      '工程終了を付け',
      (rows) => Object.assign(rows.plan_entries[0]!, { received_locked: true }),
    ],
    [
      'W209',
      (rows) => addEntry(rows, addOrder(rows, { tasks: [MACHINING] })[0]!, '03-30 08:00', '03-30 10:00', locked),
      '終了を今より後に直してください',
      (rows) => Object.assign(rows.plan_entries[0]!, { end_at: at('04-01 14:00') }),
    ],
    [
      'W211',
      (rows) => {
        rows.holidays = rows.holidays.filter(({ date }) => date < '2026-05-20');
        // What is delivered needs no calendar.
        addOrder(rows, { order: { delivery_status: '納入済', delivery_date: '2028-03-31' }, tasks: [MACHINING] });
        addOrder(rows, { order: { delivery_date: '2026-05-29' }, tasks: [MACHINING] });
      },
      '最も遅い納期 2026/05/29(金) 以降の休日まで',
      (rows) => rows.holidays.push({ date: '2026-05-30' }),
    ],
    [
      'W216',
      (rows) => {
        const [id] = addOrder(rows, { tasks: [{ task_id: MACHINING, ...partner }] });
        rows.outsourcing_answers.push({
          ...{ order_task_id: id!, answered_date: '2026-03-31', completed_quantity: null, handover_date: null },
        });
      },
      '今日より後の回答納期',
      (rows) => Object.assign(rows.outsourcing_answers[0]!, { answered_date: '2026-04-02' }),
    ],
    [
      'W201',
      (rows) => {
        rows.product_processings.push({ product_id: 1, task_id: MACHINING, facility_id: 14, waiting_days: 20 });
        addOrder(rows, { order: { delivery_date: '2026-04-10' }, tasks: [MACHINING, SHAKE_OUT] });
      },
      '待ち日数(熱処理・製品加工)',
      (rows) => Object.assign(rows.product_processings[0]!, { waiting_days: 1 }),
    ],
    [
      'W201',
      (rows) => {
        const [id] = addOrder(rows, { order: { delivery_date: '2026-04-10' }, tasks: [MACHINING] });
        addEntry(rows, id!, '04-14 08:00', '04-14 16:00', { facility_id: 14, locked: false, created_by_hand: true });
      },
      'その日程を見直してください',
      (rows) => Object.assign(rows.plan_entries[0]!, { start_at: at('04-07 08:00'), end_at: at('04-07 16:00') }),
    ],
  ])('%s: %#', (code, make, told, follow) => {
    const rows = foundry();
    make(rows);
    expect(cured(rows, code, () => follow(rows))).toContain(told);
  });
});
