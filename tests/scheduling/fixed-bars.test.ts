import { describe, expect, test } from 'vitest';
import { RUN_MESSAGES, type RunMessageParams } from '../../server/domain/texts/plan/runs.ts';
import { essence, fixedConflicts } from '../../server/scheduling/index.ts';
import { seeds } from '../support/properties.ts';
import {
  addEntry,
  addOrder,
  at,
  DEMOLDING,
  facility,
  foundry,
  HEAT,
  MACHINING,
  machined,
  plan,
  product,
  read,
  SHAKE_OUT,
  treatment,
} from './plant.ts';
import { randomPlant } from './random-plant.ts';
import { type Rows, withPlan } from './standing.ts';

/** The messages about fixed bars of a plan, with their sentences. */
function said(rows: Rows) {
  return plan(rows)
    .outcome.messages.filter(({ code }) => code === 'W206')
    .map((message) => ({ ...message, sentence: RUN_MESSAGES.W206!(message.params as RunMessageParams) }));
}
const kinds = (rows: Rows): unknown[] => said(rows).map(({ params }) => params.kind);

/** A locked bar of one order of one process; what is wrong with it is up to the test. */
function locked(
  task: Parameters<typeof addOrder>[1]['tasks'][number],
  start: string,
  end: string,
  facility_id: number | null,
  more: Partial<Parameters<typeof addOrder>[1]> = {},
) {
  const rows = foundry();
  const [id] = addOrder(rows, { tasks: [task], ...more });
  const entry = addEntry(rows, id!, start, end, { facility_id, locked: true });
  return { rows, id: id!, entry };
}
const MACHINED = { task_id: MACHINING, work_hours: 8 };
const HEATED = { task_id: HEAT, setup_hours: 2, work_hours: 0 };
const SHAKEN = { task_id: SHAKE_OUT, work_hours: 2 };

test('nothing is said of a locked bar that breaks no rule, nor of a day behind the horizon, of which nobody knows that it is closed', () => {
  const { rows, entry } = locked(MACHINED, '04-02 08:00', '04-02 16:00', 14);
  expect(kinds(rows)).toEqual([]);
  const moved = { ...entry, start_at: '2035-04-02T08:00:00+09:00', end_at: '2035-04-02T16:00:00+09:00' };
  const { problem } = read({ ...rows, plan_entries: [moved] });
  expect(fixedConflicts(problem).map(({ conflict }) => conflict.kind)).not.toContain('shut_day');
});

describe('a locked bar that breaks one rule is said to, and the advice followed ends it (W206)', () => {
  type Made = { rows: Rows; entry: ReturnType<typeof addEntry> };
  const but = (made: Made, change: (rows: Rows) => unknown): Made => {
    change(made.rows);
    return made;
  };
  const heated = (parts: Parameters<typeof treatment>[0] = {}, end = '04-02 16:00', more: Parameters<typeof locked>[4] = {}): Made =>
    but(locked(HEATED, '04-02 08:00', end, 13, more), (rows) => rows.heat_treatments.push(treatment(parts)));
  const at14 = (rows: Rows) => rows.facilities.find(({ id }) => id === 14)!;
  /** It is moved there. */
  const moved =
    (start: string, end: string) =>
    ({ entry }: Made) =>
      Object.assign(entry, { start_at: at(start), end_at: at(end) });
  const placed =
    (facility_id: number) =>
    ({ entry }: Made) =>
      Object.assign(entry, { facility_id });
  const waits = (): Made => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ waiting_days: 3 }));
    const [, next] = addOrder(rows, { tasks: [{ ...HEATED, received: true, last_reception_date: '2026-03-31' }, SHAKEN] });
    return { rows, entry: addEntry(rows, next!, '04-02 08:00', '04-02 10:00', { facility_id: 12, locked: true }) };
  };
  test.each<[what: string, make: () => Made, told: string, params: object, mend: (made: Made) => unknown]>([
    [
      'it starts on a holiday',
      () => locked(MACHINED, '04-04 08:00', '04-06 16:00', 14),
      '製番 S1-01 荒加工(設備14 4/4(土) 08:00開始、ロック中): 開始日の4/4(土)が休日です。ロックを外して、立案し直すか、稼働日に移すか、設備稼働でその日の台数を登録してください。',
      { kind: 'closed_day' },
      moved('04-06 08:00', '04-06 16:00'),
    ],
    [
      'which the days on which its facility has units end as well',
      () => locked(MACHINED, '04-04 08:00', '04-06 16:00', 14),
      '',
      { kind: 'closed_day' },
      ({ rows }) => rows.facility_availabilities.push({ facility_id: 14, date: '2026-04-04', units: 1 }),
    ],
    [
      'it starts on a day on which its facility has no unit',
      () =>
        but(locked(MACHINED, '04-02 08:00', '04-03 16:00', 14), (rows) =>
          rows.facility_availabilities.push({ facility_id: 14, date: '2026-04-02', units: 0 }),
        ),
      '製番 S1-01 荒加工(4/2(木) 08:00開始、ロック中): 開始日の4/2(木)に設備「設備14」が稼働していません。ロックを外して、立案し直すか、稼働する日に移すか、設備稼働でその日の台数を登録してください。',
      { kind: 'shut_day' },
      moved('04-03 08:00', '04-03 16:00'),
    ],
    [
      'its facility may not do the task',
      () => locked(MACHINED, '04-02 08:00', '04-02 16:00', 12),
      '製番 S1-01 荒加工(4/2(木) 08:00開始、ロック中): 設備「設備12」では、この工程を行えません。ロックを外して、立案し直すか、行える設備に移すか、設備一覧の工程と製品の加工設備を確認してください。',
      {},
      placed(14),
    ],
    [
      'a piece is too heavy for its facility',
      () =>
        but(locked(MACHINED, '04-02 08:00', '04-02 16:00', 14), (rows) => {
          rows.facilities.push(facility(16, [MACHINING]));
          at14(rows).max_weight = 80;
        }),
      '単重量 100kgが、設備「設備14」の最大重量 80kgを超えます。',
      { kind: 'piece_too_heavy', limit: 80, value: 100 },
      placed(16),
    ],
    [
      'it has less working time than its hours',
      () => locked(MACHINED, '04-02 12:00', '04-03 00:00', 14),
      '作業できる時間 4時間が、必要な8時間に足りません。',
      { kind: 'work_too_short', limit: 8, value: 4 },
      moved('04-02 12:00', '04-03 12:00'),
    ],
    [
      'the same where its facility is a furnace, which stands open all night',
      () =>
        but(locked(MACHINED, '04-02 12:00', '04-03 00:00', 13), (rows) =>
          Object.assign(rows.facilities[2]!, { task_ids: [HEAT, MACHINING] }),
        ),
      '',
      { kind: 'work_too_short', limit: 8, value: 4 },
      moved('04-02 12:00', '04-03 12:00'),
    ],
    [
      'its demolding starts while the lot cools in the mould',
      () =>
        but(locked(DEMOLDING, '04-02 08:00', '04-02 10:00', 11, { casting_date: '2026-04-01' }), (rows) =>
          rows.demoldings.push({ product_id: 1, task_id: DEMOLDING, demolding_time: 36 }),
        ),
      '型の中で冷える時間が終わる前に始まります(解枠できるのは4/3(金) 00:00から)。',
      {},
      moved('04-03 08:00', '04-03 10:00'),
    ],
    [
      'it starts before the casting of its lot',
      () => locked(SHAKEN, '04-02 08:00', '04-02 10:00', 12, { casting_date: '2026-04-06' }),
      '鋳込(4/6(月) 12:00)より前に始まります。',
      {},
      moved('04-06 12:00', '04-06 14:00'),
    ],
    [
      'it starts before the waiting days of a finished process are over',
      waits,
      '前工程の後の待ち日数・冷却が終わる前に始まります(始められるのは4/3(金) 00:00から)。',
      {},
      moved('04-03 08:00', '04-03 10:00'),
    ],
    [
      'a charge is shorter than its set-up, its retention and the cooling of 炉冷',
      () => heated({ cooling_method: '炉冷', cooling_time: 6 }, '04-02 12:00'),
      '製番 S1-01 焼なまし(設備13 4/2(木) 08:00開始、ロック中): 炉の時間 4時間が、昇温・保持・炉冷に必要な12時間に足りません。ロックを外して、立案し直すか、終了日時を延ばしてください。',
      { kind: 'run_too_short_to_cool', limit: 12, value: 4 },
      moved('04-02 08:00', '04-03 00:00'),
    ],
    [
      'a charge that cools in air is shorter than set-up and retention',
      () => heated({}, '04-02 12:00'),
      '',
      { kind: 'run_too_short', limit: 6, value: 4 },
      moved('04-02 08:00', '04-02 16:00'),
    ],
    [
      'a charge starts on a weekday that its treatment does not allow',
      () => heated({ work_settings: ['月', '水'] }),
      '木曜に始まりますが、基本実施曜日は月・水です。',
      {},
      moved('04-06 08:00', '04-06 16:00'),
    ],
    [
      'a charge is heavier than the furnace bears',
      () => heated({}, '04-02 16:00', { order: { number: 12, weight: 100 } }),
      '炉チャージの重量 1,200kgが、設備「設備13」の最大重量 1,000kgを超えます。',
      { kind: 'overweight', limit: 1000, value: 1200 },
      ({ entry }) => Object.assign(entry, { locked: false }),
    ],
    [
      'a charge is fuller than the furnace is large',
      () =>
        but(heated({}, '04-02 16:00', { order: { number: 9 } }), (rows) =>
          Object.assign(rows.products[0]!, { volume: null, depth: 0.5, width: 0.5, height: 1 }),
        ),
      '',
      { kind: 'overfull', limit: 2, value: 2.25 },
      ({ entry }) => Object.assign(entry, { locked: false }),
    ],
    [
      'a piece does not go through the furnace',
      () =>
        but(heated(), (rows) => {
          Object.assign(rows.products[0]!, { height: 1.2, volume: null });
          rows.facilities.push(facility(17, [HEAT]));
        }),
      '製品の高さ 1.2mが、設備「設備13」の高さ 1mを超えます。',
      { kind: 'piece_too_large' },
      placed(17),
    ],
  ])('%s', (_, make, told, params, mend) => {
    const made = make();
    const [message, ...more] = said(made.rows);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ order_ids: [1], order_task_ids: [made.entry.order_task_id], task_id: made.entry.task_id, params });
    expect(message!.sentence).toContain(told);
    mend(made);
    expect(kinds(made.rows)).toEqual([]);
  });

  test('stands in a run of another recipe, whose other lots are named', () => {
    const rows = foundry();
    rows.products.push(product({ id: 2, product_code: 'P-2' }));
    rows.heat_treatments.push(treatment(), treatment({ product_id: 2, temperature: 850 }));
    const ids = [1, 2].map((product_id) => addOrder(rows, { order: { product_id }, tasks: [HEATED] })[0]!);
    const entries = ids.map((id) => addEntry(rows, id, '04-02 08:00', '04-02 16:00', { facility_id: 13, locked: true }));
    const recipe = { temperature: 900, retention_time: 4, cooling_method: '空冷', cooling_time: 4 };
    rows.furnace_runs.push({ id: 1, facility_id: 13, unit: 0, ...recipe, run_start: at('04-02 08:00'), run_end: at('04-02 16:00') });
    for (const entry of entries)
      rows.furnace_run_members.push({ furnace_run_id: 1, plan_entry_id: entry.id, pieces: 2, weight: 200, volume: 0.2 });
    const [message, ...more] = said(rows);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ order_ids: [2, 1], order_task_ids: [...ids], facility_id: 13 });
    expect(message!.sentence).toBe(
      '製番 S2-01 焼なまし(設備13 4/2(木) 08:00開始、ロック中): 炉チャージの条件(900℃・保持4時間・空冷4時間)と、この工程の熱処理条件(850℃・保持4時間・空冷4時間)が違います。同じ炉チャージはS1-01 焼なましです。ロックを外して、立案し直すか、別の炉チャージに移すか、製品の熱処理条件を確認してください。',
    );
    rows.heat_treatments[1]!.temperature = 900;
    expect(kinds(rows)).toEqual([]);
  });
});

describe('one message about several bars is true of each', () => {
  test('whose values, weekdays and processes differ', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ work_settings: ['月', '水'] }));
    const ids = [1, 2, 3].map(() => addOrder(rows, { tasks: [HEATED] })[0]!);
    const spans = [
      ['04-02 08:00', '04-02 10:00'],
      ['04-03 08:00', '04-03 13:00'],
      ['04-07 08:00', '04-07 12:00'],
    ] as const;
    for (const [at, [start, end]] of spans.entries()) addEntry(rows, ids[at]!, start, end, { facility_id: 13, locked: true });
    const sentences = said(rows).map(({ sentence }) => sentence);
    expect(sentences).toEqual([
      '製番 S1-01、S2-01、S3-01 焼なまし(設備13 4/2(木) 08:00開始など、ロック中): 火・木・金曜に始まりますが、基本実施曜日は月・水です。ロックを外して、立案し直すか、その曜日に移すか、製品の基本実施曜日を見直してください。',
      '製番 S1-01、S2-01、S3-01 焼なまし(設備13 4/2(木) 08:00開始など、ロック中): 炉の時間 2〜5時間が、昇温と保持に必要な6時間に足りません。ロックを外して、立案し直すか、終了日時を延ばしてください。',
    ]);
  });

  test('which wait for castings of their own, in processes of their own', () => {
    const rows = foundry();
    const lots = [
      { casting_date: '2026-04-06', tasks: [SHAKEN] },
      { casting_date: '2026-04-08', tasks: [MACHINED] },
    ];
    const ids = lots.map((lot) => addOrder(rows, lot)[0]!);
    addEntry(rows, ids[0]!, '04-02 08:00', '04-02 10:00', { facility_id: 12, locked: true });
    addEntry(rows, ids[1]!, '04-02 08:00', '04-02 16:00', { facility_id: 14, locked: true });
    expect(said(rows).map(({ sentence }) => sentence)).toEqual([
      '製番 S1-01、S2-01 砂落し・荒加工(設備12・設備14 4/2(木) 08:00開始など、ロック中): それぞれの鋳込(4/6(月) 12:00〜4/8(水) 12:00)より前に始まります。ロックを外して、立案し直すか、鋳込の後に移すか、鋳込日を確認してください。',
    ]);
  });

  test('which start on different days without a unit', () => {
    const rows = foundry();
    for (const day of ['02', '03', '07', '08']) {
      rows.facility_availabilities.push({ facility_id: 14, date: `2026-04-${day}`, units: 0 });
      addEntry(rows, machined(rows, 8), `04-${day} 08:00`, '04-20 16:00', { facility_id: 14, locked: true });
    }
    const shut = said(rows).find(({ params }) => params.kind === 'shut_day');
    expect(shut!.sentence).toContain('開始日の4/2(木)・4/3(金)・4/7(火)ほか1日に設備「設備14」が稼働していません。');
  });

  test('and on days of a stop, apart from those that were closed', () => {
    const rows = foundry();
    for (const [day, stop] of [
      ['02', 'breakdown'],
      ['03', null],
    ] as const) {
      rows.facility_availabilities.push({ facility_id: 14, date: `2026-04-${day}`, units: 0, stop });
      addEntry(rows, machined(rows, 8), `04-${day} 08:00`, '04-20 16:00', { facility_id: 14, locked: true });
    }
    const shut = said(rows).filter(({ params }) => params.kind === 'shut_day');
    expect(shut.map(({ sentence }) => sentence.match(/開始日.*?。/)?.[0])).toEqual([
      '開始日の4/2(木)に設備「設備14」は故障・停止中です。',
      '開始日の4/3(金)に設備「設備14」が稼働していません。',
    ]);
  });

  test('which begin before what the process before each leaves to wait', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ waiting_days: 3 }));
    for (const last_reception_date of ['2026-03-31', '2026-03-30']) {
      const done = { ...HEATED, received: true, last_reception_date };
      const [, next] = addOrder(rows, { tasks: [done, { task_id: MACHINING, work_hours: 2 }] });
      addEntry(rows, next!, '04-01 12:00', '04-01 14:00', { facility_id: 14, locked: true });
    }
    const waits = said(rows).find(({ params }) => params.kind === 'finished_task');
    expect(waits!.sentence).toContain('(始められるのは製番により4/2(木) 00:00〜4/3(金) 00:00以降)');
  });
});

describe('fixed bars against others', () => {
  test('more than the facility has units: facility, day, numbers and everybody who is there', () => {
    const rows = foundry();
    for (const id of [machined(rows, 8), machined(rows, 8)])
      addEntry(rows, id, '04-02 08:00', '04-02 16:00', { facility_id: 14, locked: true });
    // Made by hand beside the lots' own order, which is as good as any.
    const odd = addEntry(rows, null, '04-02 08:00', '04-02 10:00', { facility_id: 14, lot_id: 102 });
    const [message, ...more] = said(rows);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ facility_id: 14, order_ids: [1, 2], params: { kind: 'over_capacity' } });
    expect(message!.sentence).toBe(
      '設備「設備14」の台数を超えています。固定された工程が同時にあります(4/2(木)に3件、1台): S1-01 荒加工、S2-01 荒加工 ほか1件。いずれかのロックを外して、立案し直すか、別の日時か設備に移してください。',
    );
    rows.plan_entries = rows.plan_entries.filter((entry) => entry !== odd);
    rows.plan_entries[1]!.locked = false;
    expect(kinds(rows)).toEqual([]);
  });

  test('two in the wrong order are one contradiction on the later one, which names the other', () => {
    const rows = foundry();
    const ids = addOrder(rows, { tasks: [SHAKE_OUT, MACHINING, { task_id: SHAKE_OUT, work_hours: 2 }] });
    const places = [12, 14, 12];
    const starts = ['04-06', '04-02', '04-03'];
    for (const [step, id] of ids.entries())
      addEntry(rows, id, `${starts[step]} 08:00`, `${starts[step]} 10:00`, { facility_id: places[step]!, locked: true });
    const [message, ...more] = said(rows);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ facility_id: 14, order_task_ids: [ids[0], ids[1]] });
    expect(message!.sentence).toBe(
      '製番 S1-01 荒加工(設備14 4/2(木) 08:00開始、ロック中): 前工程「砂落し」の終了(4/6(月) 10:00)より前に始まります。ロックを外して、立案し直すか、前工程の後に移すか、前工程を早めてください。',
    );
    rows.plan_entries[0]!.locked = false;
    expect(kinds({ ...rows, plan_entries: rows.plan_entries.filter(({ id }) => id !== 5001) })).toEqual([]);
  });

  test('before the cooling and the waiting days of the step before are over', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ cooling_time: 30 }));
    const ids = addOrder(rows, { tasks: [HEATED, { task_id: MACHINING, work_hours: 2 }] });
    addEntry(rows, ids[0]!, '04-02 08:00', '04-02 16:00', { facility_id: 13, locked: true });
    const entry = addEntry(rows, ids[1]!, '04-03 08:00', '04-03 10:00', { facility_id: 14, locked: true });
    expect(said(rows).map(({ sentence }) => sentence)).toEqual([
      '製番 S1-01 荒加工(設備14 4/3(金) 08:00開始、ロック中): 前工程「焼なまし」の後の待ち日数・冷却が終わる前に始まります(始められるのは4/3(金) 22:00から)。ロックを外して、立案し直すか、始められる日時に移してください。',
    ]);
    [entry.start_at, entry.end_at] = [at('04-06 08:00'), at('04-06 10:00')];
    expect(kinds(rows)).toEqual([]);
  });
});

describe('few and useful', () => {
  test('bars of one cause are one message with the first names', () => {
    const rows = foundry();
    for (let day = 1; day <= 7; day += 1) {
      addEntry(rows, machined(rows, 8), `04-1${day} 12:00`, `04-1${day} 16:00`, { facility_id: 14, locked: true });
    }
    rows.holidays.length = 0;
    rows.holidays.push({ date: '2026-03-01' }, { date: '2028-12-31' });
    const [message, ...more] = said(rows);
    expect(more).toEqual([]);
    expect(message!.sentence).toContain('製番 S1-01、S2-01、S3-01、S4-01、S5-01 ほか2件 荒加工(設備14 4/11(土) 12:00開始など、ロック中)');
    expect(message!.order_task_ids).toHaveLength(7);
  });

  test('what has begun, is finished, or is merely under way is left alone', () => {
    const begun = locked(MACHINED, '03-28 08:00', '04-02 10:00', 12);
    expect(kinds(begun.rows)).toEqual([]);
    const finished = locked(MACHINED, '04-04 08:00', '04-04 10:00', 12);
    finished.entry.received_locked = true;
    expect(kinds(finished.rows)).toEqual([]);
    const rows = foundry();
    const [, next] = addOrder(rows, { tasks: [{ task_id: SHAKE_OUT, work_hours: 20 }, MACHINED] });
    addEntry(rows, next!, '04-01 08:00', '04-02 16:00', { facility_id: 14 });
    expect(kinds(rows)).toEqual([]);
  });

  test('what was locked and has begun before the step before it is done is asked about that alone', () => {
    const rows = foundry();
    const [first, next] = addOrder(rows, { tasks: [SHAKE_OUT, MACHINED] });
    addEntry(rows, next!, '04-01 08:00', '04-02 16:00', { facility_id: 14, locked: true });
    expect(said(rows).map(({ sentence }) => sentence)).toEqual([
      '製番 S1-01 荒加工(設備14 4/1(水) 08:00開始、着手済み): 前工程「砂落し」の終了(4/1(水) 14:00)より前に始まります。前工程が済んでいれば工程終了を付け、済んでいなければ日程を見直してください。',
    ]);
    rows.order_tasks.find(({ id }) => id === first)!.received = true;
    expect(kinds(rows)).toEqual([]);
  });

  test('a bar made by hand is not told to be unlocked', () => {
    const rows = foundry();
    addOrder(rows, { tasks: [SHAKE_OUT] });
    addEntry(rows, null, '04-04 08:00', '04-04 10:00', { facility_id: 14 });
    expect(said(rows).map(({ sentence }) => sentence)).toEqual([
      '製番 S1-01 荒加工(設備14 4/4(土) 08:00開始、手で追加): 開始日の4/4(土)が休日です。稼働日に移すか、設備稼働でその日の台数を登録してください。',
    ]);
  });

  test('a master that only a fixed bar asks makes another plan, so that its message is not old', () => {
    const { rows } = locked(HEATED, '04-02 08:00', '04-02 16:00', 13);
    rows.heat_treatments.push(treatment());
    const before = essence(read(rows).problem);
    rows.heat_treatments[0] = treatment({ work_settings: ['月'] });
    expect(essence(read(rows).problem)).not.toEqual(before);
  });

  test('what a plan places breaks no rule: locked whole, nothing is said of it', () => {
    for (const seed of seeds(9)) {
      const rows = randomPlant(seed, 10);
      const { outcome } = plan(rows, {}, { rounds: 50, seed });
      const { problem } = read(withPlan(rows, outcome, (entry) => ({ locked: !entry.received_locked })));
      const conflicts = fixedConflicts(problem).map(({ conflict, bars }) => [conflict, bars.map(({ label }) => label)]);
      expect(conflicts, `seed ${seed}`).toEqual([]);
    }
  });
});
