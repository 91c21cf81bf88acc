import { describe, expect, test } from 'vitest';
import { plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { check, NONE } from '../../server/scheduling/index.ts';
import {
  addEntry,
  addLot,
  addOrder,
  at,
  DEMOLDING,
  facility,
  foundry,
  HEAT,
  MACHINING,
  MOULDING,
  plan,
  product,
  read,
  SHAKE_OUT,
  TEMPERING,
  treatment,
} from './plant.ts';

type Rows = ReturnType<typeof foundry>;
type Tasks = Parameters<typeof addOrder>[1]['tasks'];
/** One order: its tasks, what its product is treated with, what else is so of the plant. */
interface Given extends Partial<Parameters<typeof addOrder>[1]> {
  treated?: Parameters<typeof treatment>[0];
  plant?: (rows: Rows) => unknown;
  settings?: Parameters<typeof plan>[1];
  now?: string;
}
function planned(tasks: Tasks, { treated, plant, settings, now, ...more }: Given = {}) {
  const rows = foundry();
  if (treated) rows.heat_treatments.push(treatment(treated));
  const ids = addOrder(rows, { tasks, ...more });
  plant?.(rows);
  const found = plan(rows, settings, now === undefined ? {} : { now });
  return { ...found, rows, ids, first: found.bars.get(ids[0]!)! };
}
const machined = (parts: object = {}) => ({ task_id: MACHINING, ...parts });
const heated = (parts: object = {}) => ({ task_id: HEAT, work_hours: 0, ...parts });
const shaken = (parts: object = {}) => ({ task_id: SHAKE_OUT, ...parts });
const units = (facility_id: number, date: string, count: number) => (rows: Rows) =>
  rows.facility_availabilities.push({ facility_id, date, units: count });
const waits = (waiting_days: number) => (rows: Rows) =>
  rows.product_processings.push({ product_id: 1, task_id: SHAKE_OUT, facility_id: 12, waiting_days });
const demolded = (rows: Rows) => rows.demoldings.push({ product_id: 1, task_id: DEMOLDING, demolding_time: 13 });
const received = (last_reception_date: string) => ({ received: true, last_reception_date });
const DAY = '04-01 12:00 - 04-01';
const COOLED = { cooling_method: '炉冷', cooling_time: 20 };

/** Where the bars of the tasks come to stand; of those without a place here nothing is asked. */
test.each<[what: string, tasks: Tasks, given: Given, ...bars: (string | null)[]]>([
  // 12:00-16:00 Wednesday, Thursday and Friday whole, then the weekend: 4 + 8 + 8 hours, one hour is left.
  [
    'hours are working time that pauses at 16:00 and on closed days',
    [machined({ setup_hours: 1, work_hours: 20 })],
    {},
    '04-01 12:00 - 04-06 09:00',
  ],
  ['hours are rounded up to a tick once', [machined({ setup_hours: 0.25, work_hours: 0.5 })], {}, `${DAY} 13:00`],
  ['hours of 0 + 0 in-house are half a day', [machined({ work_hours: 0 })], {}, `${DAY} 16:00`],
  [
    'hours pause on a day without a unit',
    [machined({ work_hours: 6 })],
    { plant: units(14, '2026-04-02', 0) },
    '04-01 12:00 - 04-03 10:00',
  ],
  [
    'hours are worked on a holiday that is opened',
    [machined({ work_hours: 22 })],
    { plant: units(14, '2026-04-04', 1) },
    '04-01 12:00 - 04-04 10:00',
  ],
  [
    'heat holds the furnace for set-up and retention, until 24:00',
    [heated({ setup_hours: 2, work_hours: 9 })],
    { treated: { retention_time: 6 } },
    '04-01 12:00 - 04-02 00:00',
  ],
  ['heat whose end falls into the night ends at 08:30', [heated()], { treated: { retention_time: 14 } }, '04-01 12:00 - 04-02 08:30'],
  [
    'heat takes work_hours where its retention is 0',
    [heated({ setup_hours: 1, work_hours: 2 })],
    { treated: { retention_time: 0 } },
    `${DAY} 15:00`,
  ],
  ['heat of all zeros takes a half-day block', [heated()], { treated: { retention_time: 0 } }, '04-01 12:00 - 04-02 00:00'],
  ['heat with 炉冷 holds the furnace for the cooling', [heated()], { treated: COOLED }, '04-01 12:00 - 04-02 12:00'],
  [
    'heat with 空冷 lets the lot cool after it',
    [heated(), MACHINING],
    { treated: { cooling_time: 20 } },
    `${DAY} 16:00`,
    '04-02 12:00 - 04-02 14:00',
  ],
  [
    'heat keeps the next task for its waiting days, counted from the date of its end',
    [heated(), MACHINING],
    { treated: { retention_time: 6, cooling_time: 0, waiting_days: 1 } },
    ...['04-01 12:00 - 04-02 00:00', '04-02 08:00 - 04-02 10:00'],
  ],
  ['heat starts on its weekdays only', [heated()], { treated: { work_settings: ['月', '木'] } }, '04-02 08:00 - 04-02 12:00'],
  ['heat goes on over a holiday', [heated()], { treated: { retention_time: 40, work_settings: ['金'] } }, '04-03 08:00 - 04-05 00:00'],
  [
    'heat goes not on over a day without a unit',
    [heated()],
    { treated: { retention_time: 40, work_settings: ['金'] }, plant: units(13, '2026-04-04', 0) },
    '04-10 08:00 - 04-12 00:00',
  ],
  [
    'heat without setup_hours takes furnace_heatup_hours',
    [heated()],
    { treated: {}, settings: { furnace_heatup_hours: 3 } },
    '04-01 12:00 - 04-02 00:00',
  ],
  [
    'the casting lies at 12:00 of its date and the demolding waits whole half-day blocks',
    [DEMOLDING],
    { casting_date: '2026-04-06', plant: demolded },
    '04-07 12:00 - 04-07 14:00',
  ],
  [
    'solution_frame_days serve where the product has no demolding_time',
    [{ task_id: DEMOLDING, solution_frame_days: 2 }],
    { casting_date: '2026-04-06' },
    '04-08 12:00 - 04-08 14:00',
  ],
  [
    'what is over before the demolding when the next day begins ends by 16:00 of the working day before',
    [{ task_id: MOULDING, work_hours: 2 }, { task_id: MOULDING, work_hours: 4 }, DEMOLDING],
    { casting_date: '2026-04-07' },
    ...['04-06 14:00 - 04-06 16:00', '04-07 08:00 - 04-07 12:00'],
  ],
  ['a lot without a demolding row is released by the casting', [SHAKE_OUT], { casting_date: '2026-04-07' }, '04-07 12:00 - 04-07 14:00'],
  [
    'a partner without solution_frame_days has the lead time of the settings',
    [shaken({ arrangement: '外注' })],
    { settings: { outsourcing_lead_days: 5 } },
    '04-01 12:00 - 04-06 08:30',
  ],
  [
    'what follows a finished row waits for the end of its reception date and its waiting days',
    [shaken(received('2026-03-31')), MACHINING],
    { plant: waits(3) },
    ...['03-31 14:00 - 03-31 16:00', '04-03 08:00 - 04-03 10:00'],
  ],
  [
    'what follows a row received today waits no longer',
    [shaken(received('2026-04-01')), MACHINING],
    { plant: waits(0) },
    null,
    `${DAY} 14:00`,
  ],
  ['but for its waiting days', [shaken(received('2026-04-01')), MACHINING], { plant: waits(2) }, null, '04-03 08:00 - 04-03 10:00'],
  ['a reception later than today counts as today', [shaken(received('2026-04-09')), MACHINING], { plant: waits(0) }, null, `${DAY} 14:00`],
  [
    'cooling of a heat treatment received today counts from now',
    [heated(received('2026-04-01')), MACHINING],
    { treated: { cooling_method: '空冷', cooling_time: 30 } },
    ...[null, '04-02 15:00 - 04-03 09:00'],
  ],
  [
    'part received leaves the remaining share of the work and no set-up',
    [machined({ setup_hours: 2, work_hours: 8, order_quantity: 4, received_quantity: 3 })],
    {},
    `${DAY} 14:00`,
  ],
  ['an unknown arrangement is in-house', [shaken({ arrangement: '??' })], {}, `${DAY} 14:00`],
  ['nothing starts before the next half-day boundary', [MACHINING], { now: '2026-04-01T12:00:00+09:00' }, '04-02 08:00 - 04-02 10:00'],
])('%s', (_, tasks, given, ...bars) => {
  const { ids, bar } = planned(tasks, given);
  expect(bars.map((at, index) => at && bar(ids[index]!))).toEqual(bars);
});

describe('eligible facilities', () => {
  const beside =
    (id: number, task: number, parts: object = {}) =>
    (rows: Rows) =>
      rows.facilities.push(facility(id, [task], parts));
  const set = (id: number, parts: object) => (rows: Rows) => Object.assign(rows.facilities.find((each) => each.id === id)!, parts);
  const both =
    (...done: ((rows: Rows) => unknown)[]) =>
    (rows: Rows) =>
      done.map((one) => one(rows));
  const processed = (rows: Rows) => rows.product_processings.push({ product_id: 1, task_id: MACHINING, facility_id: 16, waiting_days: 0 });
  test.each<[what: string, task: number, given: Given, facility: number]>([
    ['are those of product_processings where there are any', MACHINING, { plant: both(beside(16, MACHINING), processed) }, 16],
    ['else those the treatments name', HEAT, { treated: { facility_id: 16 }, plant: beside(16, HEAT) }, 16],
    [
      'else every active one with the task; inactive ones never',
      SHAKE_OUT,
      { plant: both(beside(16, SHAKE_OUT), set(12, { active: false })) },
      16,
    ],
    [
      'exclude one whose max_weight a piece exceeds',
      MACHINING,
      { plant: both(set(14, { max_weight: 50 }), beside(16, MACHINING, { max_weight: 150 })) },
      16,
    ],
    ['are not bound by an empty or 0 limit', MACHINING, { plant: set(14, { max_weight: 0 }) }, 14],
  ])('%s', (_, task, given, expected) => {
    expect(planned([task], given).first.facility_id).toBe(expected);
  });
});

describe('furnace runs', () => {
  const two = (parts: Parameters<typeof treatment>[0] = {}) => {
    const rows = foundry();
    rows.products.push(product({ id: 2, product_code: 'P-2' }));
    rows.heat_treatments.push(treatment({ retention_time: 2 }), treatment({ retention_time: 2, product_id: 2, ...parts }));
    const [a] = addOrder(rows, { tasks: [{ task_id: HEAT, setup_hours: 1, work_hours: 0 }] });
    const [b] = addOrder(rows, { order: { product_id: 2 }, tasks: [{ task_id: HEAT, setup_hours: 2, work_hours: 0 }] });
    return { rows, a: a!, b: b! };
  };
  test('take lots of equal recipe together, with the largest set-up', () => {
    const { rows } = two();
    const { outcome } = plan(rows, {}, { rounds: 200 });
    expect(outcome.runs).toHaveLength(1);
    expect(outcome.runs[0]!.members).toHaveLength(2);
    // 2 h of set-up, the larger of 1 h and 2 h, and 2 h of retention.
    expect(outcome.runs[0]!.end_minutes - outcome.runs[0]!.start_minutes).toBe(4 * 60);
  });
  test.each([{ temperature: 910 }, { retention_time: 5 }, { cooling_method: '水冷' }, { cooling_time: 3 }])(
    'keep lots of another recipe apart: %o',
    (parts) => {
      const { rows } = two(parts);
      expect(plan(rows, {}, { rounds: 200 }).outcome.runs).toHaveLength(2);
    },
  );
  test('share a run at the longest retention within the tolerance', () => {
    const { rows } = two({ retention_time: 4 });
    const { outcome } = plan(rows, { batch_retention_tolerance_hours: 2 }, { rounds: 200 });
    expect(outcome.runs).toHaveLength(1);
    expect(outcome.runs[0]!.retention_time).toBe(4);
  });
  test('never merge a tempering', () => {
    const { rows } = two({ retention_time: 4 });
    for (const row of [...rows.heat_treatments, ...rows.order_tasks]) row.task_id = TEMPERING;
    expect(plan(rows, { batch_retention_tolerance_hours: 2 }, { rounds: 200 }).outcome.runs).toHaveLength(2);
  });
  test('never join a fixed run of another kind: an equal tempering joins a tempering, an annealing does not', () => {
    const sharesWithFixed = (free: number, tolerance: number): boolean => {
      const rows = foundry();
      rows.heat_treatments.push(treatment({ task_id: HEAT }), treatment({ task_id: TEMPERING }));
      const [fixed] = addOrder(rows, { tasks: [{ task_id: TEMPERING, work_hours: 0 }] });
      addOrder(rows, { tasks: [{ task_id: free, work_hours: 0 }] });
      const bar = addEntry(rows, fixed!, '04-03 08:00', '04-03 16:00', { facility_id: 13, locked: true });
      const recipe = { temperature: 900, retention_time: 4, cooling_method: '空冷', cooling_time: 4 };
      rows.furnace_runs.push({ id: 1, facility_id: 13, unit: 0, ...recipe, run_start: at('04-03 08:00'), run_end: at('04-03 16:00') });
      rows.furnace_run_members.push({ furnace_run_id: 1, plan_entry_id: bar.id, pieces: 2, weight: 200, volume: 0.2 });
      const { problem } = read(rows, { batch_retention_tolerance_hours: tolerance });
      const { recipe: standing } = problem.fixedFurnaceRuns[0]!;
      const mode = [...problem.modes.activity.keys()].find((m) => problem.activities.fixedStart[problem.modes.activity[m]!] === NONE)!;
      const own = problem.modes.recipe[mode]!;
      return own === standing || problem.recipes.family[own] === problem.recipes.family[standing];
    };
    expect([0, 2].map((tolerance) => sharesWithFixed(TEMPERING, tolerance))).toEqual([true, true]);
    expect(sharesWithFixed(HEAT, 2)).toBe(false);
  });
  test('stay within the furnace: a lot beyond every furnace goes in several, all on one', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment());
    rows.facilities.push(facility(16, [HEAT], { max_weight: 700 }));
    const [id] = addOrder(rows, { order: { number: 12, weight: 200 }, tasks: [{ task_id: HEAT, work_hours: 0 }] });
    const { outcome, codes, bars, result, problem } = plan(rows, {}, { rounds: 100 });
    expect(outcome.runs.map((run) => run.members.map((member) => member.pieces))).toEqual([[4], [4], [4]]);
    expect(new Set(outcome.runs.map((run) => run.facility_id))).toEqual(new Set([bars.get(id!)!.facility_id]));
    expect(codes).toContain('W210');
    expect(check(problem, result.solution)).toEqual([]);
  });
  test('of a heat task without a treatment are its own (E106)', () => {
    const rows = foundry();
    const [a] = addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 3 }] });
    const [b] = addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 3 }] });
    const { codes, bar } = plan(rows);
    expect(codes).toContain('E106');
    expect([bar(a!), bar(b!)].sort()).toEqual(['04-01 12:00 - 04-01 15:00', '04-01 15:00 - 04-02 00:00']);
  });
});

describe('casting and demolding', () => {
  test('the lot takes its own casting date, else the order has one', () => {
    const rows = foundry();
    const [a] = addOrder(rows, { order: { casting_date: '2026-04-07' }, casting_date: null, tasks: [DEMOLDING] });
    const [b] = addLot(rows, 1, '02', '2026-04-09', [DEMOLDING]);
    const { bar } = plan(rows);
    expect(bar(a!)).toBe('04-07 12:00 - 04-07 14:00');
    expect(bar(b!)).toBe('04-09 12:00 - 04-09 14:00');
  });
  test('rows before the demolding are finished once the casting is past', () => {
    const { first, bar, ids } = planned([{ task_id: MOULDING, work_hours: 2 }, DEMOLDING]);
    expect([first.finished, bar(ids[0]!)]).toEqual([true, '03-25 10:00 - 03-25 12:00']);
    // Nor do they lie at a casting that is still to come where the mould is open already.
    const { bars, ids: early } = planned([MOULDING, { task_id: DEMOLDING, received: true }], { casting_date: '2026-04-20' });
    expect(early.map((id) => bars.get(id)!.end_minutes < plantMinutes('2026-04-02T00:00:00+09:00'))).toEqual([true, true]);
  });
  test('else they lie backward from the casting, without capacity, in one message', () => {
    const { bar, ids, first, codes } = planned([{ task_id: MOULDING, work_hours: 10 }, DEMOLDING], { casting_date: '2026-04-07' });
    expect([bar(ids[0]!), first.finished]).toEqual(['04-06 10:00 - 04-07 12:00', false]);
    expect(codes.filter((code) => code === 'I302')).toHaveLength(1);
  });
  test('an open demolding without a casting date leaves the lot out (E102), a finished one does not', () => {
    const rows = foundry();
    const [id, next] = addOrder(rows, { casting_date: null, tasks: [DEMOLDING, SHAKE_OUT] });
    expect(plan(rows).codes).toContain('E102');
    expect(plan(rows).bar(next!)).toBe('none');
    rows.order_tasks.find((row) => row.id === id)!.received = true;
    expect(plan(rows).codes).not.toContain('E102');
    expect(plan(rows).bar(next!)).toBe('04-01 12:00 - 04-01 14:00');
  });
});

describe('orders', () => {
  test.each(['納入済', '納品済', '出荷済', '完納'])('delivered as %s are left out', (delivery_status) => {
    expect(planned([MACHINING], { order: { delivery_status } }).outcome.entries).toEqual([]);
  });
  test('of any other delivery status are planned', () => {
    expect(planned([MACHINING], { order: { delivery_status: '完成品' } }).outcome.entries).toHaveLength(1);
  });
  test('without a delivery date are never late and go last', () => {
    const rows = foundry();
    const [whenever] = addOrder(rows, { order: { delivery_date: null }, tasks: [{ task_id: MACHINING, work_hours: 4 }] });
    const [due] = addOrder(rows, { order: { delivery_date: '2026-04-01' }, tasks: [{ task_id: MACHINING, work_hours: 4 }] });
    const { bar, outcome } = plan(rows, {}, { rounds: 100 });
    expect(bar(due!)).toBe('04-01 12:00 - 04-01 16:00');
    expect(bar(whenever!)).toBe('04-02 08:00 - 04-02 12:00');
    expect(outcome.figures.late_orders).toBe(0);
  });
});

describe('outsourcing', () => {
  test.each([
    { outsourcing_code: 'G001' },
    { arrangement: '外注' },
    { arrangement: '外作' },
    { arrangement: '外' },
    { arrangement: '購入' },
  ])('%o leaves in working hours and is back at 08:30 of a working day', (parts) => {
    const rows = foundry();
    const [away, next] = addOrder(rows, { tasks: [{ task_id: SHAKE_OUT, solution_frame_days: 3, ...parts }, MACHINING] });
    const { bar, bars } = plan(rows);
    // Wednesday + 3 is Saturday: back on Monday.
    expect(bar(away!)).toBe('04-01 12:00 - 04-06 08:30');
    expect(bar(next!)).toBe('04-06 08:30 - 04-06 10:30');
    expect(bars.get(away!)!.outsourced).toBe(true);
    expect(bars.get(away!)!.facility_id).toBeNull();
  });
});

describe('finished and partly finished rows', () => {
  test('one without a date lies directly before its successor', () => {
    const { first, bars, ids } = planned([shaken({ received: true }), MACHINING]);
    expect(first.end_minutes).toBe(bars.get(ids[1]!)!.start_minutes);
    // What is done does not wait for what comes next.
    const { problem, ...waits } = planned([
      shaken({ received: true }),
      { task_id: MACHINING, work_hours: 2000 },
      { task_id: SHAKE_OUT, received: true },
      MACHINING,
    ]);
    const third = waits.bars.get(waits.ids[2]!)!;
    expect(third.end_minutes).toBeLessThanOrEqual((problem.day!.origin * problem.day!.ticks + problem.planningStart) * 30);
  });
  test('everything received counts as finished', () => {
    const all = machined({ order_quantity: 5, received_quantity: 5, last_reception_date: '2026-03-31' });
    expect([all, shaken(received('2026-03-31'))].map((task) => planned([task]).first.finished)).toEqual([true, true]);
  });
  test('a finished row takes no capacity', () => {
    const rows = foundry();
    const [a] = addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 4 }] });
    addEntry(rows, a!, '04-01 12:00', '04-02 00:00', { facility_id: 14, received_locked: true });
    const [b] = addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 4 }] });
    expect(plan(rows).bar(b!)).toBe('04-01 12:00 - 04-01 16:00');
  });
});

describe('the load of a lot', () => {
  test('counts the pieces that are still to come', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment());
    addOrder(rows, { tasks: [{ task_id: HEAT, order_quantity: 5, received_quantity: 2 }] });
    const { weight, volume } = read(rows).problem.activities;
    expect([weight[0], volume[0]]).toEqual([300, expect.closeTo(0.3, 9)]);
  });
  test('shares the number of the order among its lots where the row has no quantity', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment());
    addOrder(rows, { order: { number: 6 }, tasks: [HEAT] });
    addLot(rows, 1, '02', '2026-03-25', [HEAT]);
    expect([...read(rows).problem.activities.weight]).toEqual([300, 300]);
  });
});

test('the calendar closes weekends behind the last holiday, with one warning', () => {
  const { ids, bar, codes } = planned([machined({ work_hours: 14 })], {
    plant: (rows) => rows.holidays.splice(0, Infinity, { date: '2026-04-02' }),
  });
  expect(bar(ids[0]!)).toBe('04-01 12:00 - 04-06 10:00');
  expect(codes.filter((code) => code === 'W211')).toHaveLength(1);
});
