import { describe, expect, test } from 'vitest';
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

describe('setup_hours, work_hours', () => {
  test('are working time of one unit that pauses at 16:00 and on closed days', () => {
    const rows = foundry();
    const [id] = addOrder(rows, { tasks: [{ task_id: MACHINING, setup_hours: 1, work_hours: 20 }] });
    // 12:00-16:00 Wednesday, Thursday and Friday whole, then the weekend: 4 + 8 + 8 hours, one hour is left.
    expect(plan(rows).bar(id!)).toBe('04-01 12:00 - 04-06 09:00');
  });
  test('are rounded up to a tick once', () => {
    const rows = foundry();
    const [id] = addOrder(rows, { tasks: [{ task_id: MACHINING, setup_hours: 0.25, work_hours: 0.5 }] });
    expect(plan(rows).bar(id!)).toBe('04-01 12:00 - 04-01 13:00');
  });
  test('of 0 + 0 in-house are half a day', () => {
    const rows = foundry();
    const [id] = addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 0 }] });
    expect(plan(rows).bar(id!)).toBe('04-01 12:00 - 04-01 16:00');
  });
  test('pause on a day whose override leaves no unit', () => {
    const rows = foundry();
    rows.facility_availabilities.push({ facility_id: 14, date: '2026-04-02', units: 0 });
    const [id] = addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 6 }] });
    expect(plan(rows).bar(id!)).toBe('04-01 12:00 - 04-03 10:00');
  });
  test('are worked on a holiday that an override opens', () => {
    const rows = foundry();
    rows.facility_availabilities.push({ facility_id: 14, date: '2026-04-04', units: 1 });
    const [id] = addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 22 }] });
    expect(plan(rows).bar(id!)).toBe('04-01 12:00 - 04-04 10:00');
  });
});

describe('a heat row', () => {
  test('holds the furnace for set-up and retention, elapsed, and its end is rounded up to 24:00', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ retention_time: 6 }));
    const [id] = addOrder(rows, { tasks: [{ task_id: HEAT, setup_hours: 2, work_hours: 9 }] });
    expect(plan(rows).bar(id!)).toBe('04-01 12:00 - 04-02 00:00');
  });
  test('whose end falls into the night ends at 08:30', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ retention_time: 14 }));
    const [id] = addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] });
    expect(plan(rows).bar(id!)).toBe('04-01 12:00 - 04-02 08:30');
  });
  test('takes work_hours where its retention is 0', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ retention_time: 0 }));
    const [id] = addOrder(rows, { tasks: [{ task_id: HEAT, setup_hours: 1, work_hours: 2 }] });
    expect(plan(rows).bar(id!)).toBe('04-01 12:00 - 04-01 15:00');
  });
  test('of all zeros takes a half-day block', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ retention_time: 0 }));
    const [id] = addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] });
    expect(plan(rows).bar(id!)).toBe('04-01 12:00 - 04-02 00:00');
  });
  test('with 炉冷 holds the furnace for the cooling', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ cooling_method: '炉冷', cooling_time: 20 }));
    const [id] = addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] });
    expect(plan(rows).bar(id!)).toBe('04-01 12:00 - 04-02 12:00');
  });
  test('with 空冷 lets the lot cool after it', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ cooling_time: 20 }));
    const [heat, next] = addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }, MACHINING] });
    const { bar } = plan(rows);
    expect(bar(heat!)).toBe('04-01 12:00 - 04-01 16:00');
    expect(bar(next!)).toBe('04-02 12:00 - 04-02 14:00');
  });
  test('keeps the next task for its waiting days, counted from the date of its end', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ retention_time: 6, cooling_time: 0, waiting_days: 1 }));
    const [heat, next] = addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }, MACHINING] });
    const { bar } = plan(rows);
    expect(bar(heat!)).toBe('04-01 12:00 - 04-02 00:00');
    expect(bar(next!)).toBe('04-02 08:00 - 04-02 10:00');
  });
  test('starts on its weekdays only', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ work_settings: ['月', '木'] }));
    const [id] = addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] });
    expect(plan(rows).bar(id!)).toBe('04-02 08:00 - 04-02 12:00');
  });
  test('goes on over a holiday but not over a day without a unit', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ retention_time: 40, work_settings: ['金'] }));
    const [id] = addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] });
    expect(plan(rows).bar(id!)).toBe('04-03 08:00 - 04-05 00:00');
    rows.facility_availabilities.push({ facility_id: 13, date: '2026-04-04', units: 0 });
    expect(plan(rows).bar(id!)).toBe('04-10 08:00 - 04-12 00:00');
  });
  test('takes furnace_heatup_hours where the row has no setup_hours', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment());
    const [id] = addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] });
    expect(plan(rows, { furnace_heatup_hours: 3 }).bar(id!)).toBe('04-01 12:00 - 04-02 00:00');
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
  test('refuse a piece that fits no furnace (E105): it is planned without a facility', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment());
    const [id] = addOrder(rows, { order: { weight: 1200 }, tasks: [{ task_id: HEAT, work_hours: 3 }] });
    const { codes, bars } = plan(rows);
    expect(codes).toContain('E105');
    expect(bars.get(id!)!.facility_id).toBeNull();
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
  test('the casting lies at 12:00 of its date and the demolding waits whole half-day blocks', () => {
    const rows = foundry();
    rows.demoldings.push({ product_id: 1, task_id: DEMOLDING, demolding_time: 13 });
    const [id] = addOrder(rows, { casting_date: '2026-04-06', tasks: [DEMOLDING] });
    expect(plan(rows).bar(id!)).toBe('04-07 12:00 - 04-07 14:00');
  });
  test('solution_frame_days serve where the product has no demolding_time', () => {
    const rows = foundry();
    const [id] = addOrder(rows, { casting_date: '2026-04-06', tasks: [{ task_id: DEMOLDING, solution_frame_days: 2 }] });
    expect(plan(rows).bar(id!)).toBe('04-08 12:00 - 04-08 14:00');
  });
  test('the lot takes its own casting date, else the order has one', () => {
    const rows = foundry();
    const [a] = addOrder(rows, { order: { casting_date: '2026-04-07' }, casting_date: null, tasks: [DEMOLDING] });
    const [b] = addLot(rows, 1, '02', '2026-04-09', [DEMOLDING]);
    const { bar } = plan(rows);
    expect(bar(a!)).toBe('04-07 12:00 - 04-07 14:00');
    expect(bar(b!)).toBe('04-09 12:00 - 04-09 14:00');
  });
  test('rows before the demolding are finished once the casting is past', () => {
    const rows = foundry();
    const [mould] = addOrder(rows, { tasks: [MOULDING, DEMOLDING] });
    expect(plan(rows).bars.get(mould!)!.finished).toBe(true);
  });
  test('else they lie backward from the casting, without capacity, in one message', () => {
    const rows = foundry();
    const [mould] = addOrder(rows, { casting_date: '2026-04-07', tasks: [{ task_id: MOULDING, work_hours: 10 }, DEMOLDING] });
    const { bar, bars, codes } = plan(rows);
    expect(bar(mould!)).toBe('04-06 10:00 - 04-07 12:00');
    expect(bars.get(mould!)!.finished).toBe(false);
    expect(codes.filter((code) => code === 'I302')).toHaveLength(1);
  });
  test('and one that is over when the next day begins ends by 16:00 of the working day before', () => {
    const rows = foundry();
    const [first, second] = addOrder(rows, {
      casting_date: '2026-04-07',
      tasks: [{ task_id: MOULDING, work_hours: 2 }, { task_id: MOULDING, work_hours: 4 }, DEMOLDING],
    });
    const { bar } = plan(rows);
    expect(bar(second!)).toBe('04-07 08:00 - 04-07 12:00');
    expect(bar(first!)).toBe('04-06 14:00 - 04-06 16:00');
  });
  test('a lot without a demolding row is released by the casting', () => {
    const rows = foundry();
    const [id] = addOrder(rows, { casting_date: '2026-04-07', tasks: [SHAKE_OUT] });
    expect(plan(rows).bar(id!)).toBe('04-07 12:00 - 04-07 14:00');
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
  test('of an unknown product are left out (E101), those without rows too (E103)', () => {
    const rows = foundry();
    addOrder(rows, { order: { product_id: null, product_code: 'X' }, tasks: [MACHINING] });
    addOrder(rows, { tasks: [] });
    const { codes, outcome } = plan(rows);
    expect(codes).toEqual(expect.arrayContaining(['E101', 'E103']));
    expect(outcome.entries).toEqual([]);
  });
  test.each(['納入済', '納品済', '出荷済', '完納'])('delivered as %s are left out', (delivery_status) => {
    const rows = foundry();
    addOrder(rows, { order: { delivery_status }, tasks: [MACHINING] });
    expect(plan(rows).outcome.entries).toEqual([]);
  });
  test('of any other delivery status are planned', () => {
    const rows = foundry();
    addOrder(rows, { order: { delivery_status: '完成品' }, tasks: [MACHINING] });
    expect(plan(rows).outcome.entries).toHaveLength(1);
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
  test('without solution_frame_days takes the lead time of the settings', () => {
    const rows = foundry();
    const [away] = addOrder(rows, { tasks: [{ task_id: SHAKE_OUT, arrangement: '外注' }] });
    expect(plan(rows, { outsourcing_lead_days: 5 }).bar(away!)).toBe('04-01 12:00 - 04-06 08:30');
  });
  test('an unknown arrangement is in-house, with W207', () => {
    const rows = foundry();
    const [id] = addOrder(rows, { tasks: [{ task_id: SHAKE_OUT, arrangement: '??' }] });
    const { codes, bars } = plan(rows);
    expect(codes).toContain('W207');
    expect(bars.get(id!)!.facility_id).toBe(12);
  });
});

describe('eligible facilities', () => {
  test('are those of product_processings where there are any', () => {
    const rows = foundry();
    rows.facilities.push(facility(16, [MACHINING]));
    rows.product_processings.push({ product_id: 1, task_id: MACHINING, facility_id: 16, waiting_days: 0 });
    const [id] = addOrder(rows, { tasks: [MACHINING] });
    expect(plan(rows).bars.get(id!)!.facility_id).toBe(16);
  });
  test('else those the treatments name', () => {
    const rows = foundry();
    rows.facilities.push(facility(16, [HEAT]));
    rows.heat_treatments.push(treatment({ facility_id: 16 }));
    const [id] = addOrder(rows, { tasks: [HEAT] });
    expect(plan(rows).bars.get(id!)!.facility_id).toBe(16);
  });
  test('else every active facility with the task; inactive ones never', () => {
    const rows = foundry();
    rows.facilities.push(facility(16, [SHAKE_OUT]));
    rows.facilities.find((each) => each.id === 12)!.active = false;
    const [id] = addOrder(rows, { tasks: [SHAKE_OUT] });
    expect(plan(rows).bars.get(id!)!.facility_id).toBe(16);
  });
  test('where there is none the task is planned without a facility (E104)', () => {
    const rows = foundry();
    rows.facilities.find((each) => each.id === 12)!.active = false;
    const [id] = addOrder(rows, { tasks: [SHAKE_OUT] });
    const { codes, bars } = plan(rows);
    expect(codes).toContain('E104');
    expect(bars.get(id!)!.facility_id).toBeNull();
  });
  test('exclude one whose max_weight a piece exceeds', () => {
    const rows = foundry();
    rows.facilities.find((each) => each.id === 14)!.max_weight = 50;
    rows.facilities.push(facility(16, [MACHINING], { max_weight: 150 }));
    const [id] = addOrder(rows, { tasks: [MACHINING] });
    expect(plan(rows).bars.get(id!)!.facility_id).toBe(16);
  });
  test('an empty or 0 limit does not bind', () => {
    const rows = foundry();
    rows.facilities.find((each) => each.id === 14)!.max_weight = 0;
    const [id] = addOrder(rows, { tasks: [MACHINING] });
    expect(plan(rows).bars.get(id!)!.facility_id).toBe(14);
  });
});

describe('finished and partly finished rows', () => {
  test('the successor of a finished row waits for the end of its reception date and its waiting days', () => {
    const rows = foundry();
    rows.product_processings.push({ product_id: 1, task_id: SHAKE_OUT, facility_id: 12, waiting_days: 3 });
    const [done, next] = addOrder(rows, { tasks: [{ task_id: SHAKE_OUT, received: true, last_reception_date: '2026-03-31' }, MACHINING] });
    const { bar, bars } = plan(rows);
    expect(bars.get(done!)!.finished).toBe(true);
    expect(bar(done!)).toBe('03-31 14:00 - 03-31 16:00');
    expect(bar(next!)).toBe('04-03 08:00 - 04-03 10:00');
  });
  test.each([
    ['today', '2026-04-01', 0, '04-01 12:00 - 04-01 14:00'],
    ['today, with its waiting days', '2026-04-01', 2, '04-03 08:00 - 04-03 10:00'],
    ['later than today, which counts as today', '2026-04-09', 0, '04-01 12:00 - 04-01 14:00'],
  ])('the successor of a row received %s waits no longer', (_, last_reception_date, waiting_days, expected) => {
    const rows = foundry();
    rows.product_processings.push({ product_id: 1, task_id: SHAKE_OUT, facility_id: 12, waiting_days });
    const [, next] = addOrder(rows, { tasks: [{ task_id: SHAKE_OUT, received: true, last_reception_date }, MACHINING] });
    expect(plan(rows).bar(next!)).toBe(expected);
  });
  test('cooling of a heat treatment received today counts from now', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ cooling_method: '空冷', cooling_time: 30 }));
    const [, next] = addOrder(rows, { tasks: [{ task_id: HEAT, received: true, last_reception_date: '2026-04-01' }, MACHINING] });
    expect(plan(rows).bar(next!)).toBe('04-02 15:00 - 04-03 09:00');
  });
  test('one without a date lies directly before its successor', () => {
    const rows = foundry();
    const [done, next] = addOrder(rows, { tasks: [{ task_id: SHAKE_OUT, received: true }, MACHINING] });
    const { bars } = plan(rows);
    expect(bars.get(done!)!.end_minutes).toBe(bars.get(next!)!.start_minutes);
  });
  test('everything received counts as finished', () => {
    const rows = foundry();
    const [id] = addOrder(rows, {
      tasks: [{ task_id: MACHINING, order_quantity: 5, received_quantity: 5, last_reception_date: '2026-03-31' }],
    });
    expect(plan(rows).bars.get(id!)!.finished).toBe(true);
  });
  test('part received leaves the remaining share of the work and no set-up', () => {
    const rows = foundry();
    const [id] = addOrder(rows, {
      tasks: [{ task_id: MACHINING, setup_hours: 2, work_hours: 8, order_quantity: 4, received_quantity: 3 }],
    });
    expect(plan(rows).bar(id!)).toBe('04-01 12:00 - 04-01 14:00');
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
  const volumeOf = (parts: Parameters<typeof product>[0]): number => {
    const rows = foundry();
    rows.products = [product({ volume: null, ...parts })];
    rows.heat_treatments.push(treatment());
    addOrder(rows, { order: { number: 1 }, tasks: [HEAT] });
    return Number(read(rows).problem.activities.volume[0]!.toFixed(6));
  };
  test('is box × factor for an empty volume', () => expect(volumeOf({ volume_factor: 1.2 })).toBe(0.12));
  test('is volume × factor where the volume is the box', () => expect(volumeOf({ volume: 0.1, volume_factor: 1.2 })).toBe(0.12));
  test('is the volume where it is box × factor', () => expect(volumeOf({ volume: 0.12, volume_factor: 1.2 })).toBe(0.12));
  test('is the volume as it stands where it is neither', () => expect(volumeOf({ volume: 0.3, volume_factor: 1.2 })).toBe(0.3));
  test('is round_up where that is more', () => expect(volumeOf({ volume: 0.12, volume_factor: 1.2, round_up: 0.13 })).toBe(0.13));
  test('reads sizes beyond 20 as millimetres', () => expect(volumeOf({ depth: 500, width: 500, height: 400 })).toBe(0.1));
  test('counts the pieces that are still to come', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment());
    addOrder(rows, { tasks: [{ task_id: HEAT, order_quantity: 5, received_quantity: 2 }] });
    expect(read(rows).problem.activities.weight[0]).toBe(300);
  });
  test('shares the number of the order among its lots where the row has no quantity', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment());
    addOrder(rows, { order: { number: 6 }, tasks: [HEAT] });
    addLot(rows, 1, '02', '2026-03-25', [HEAT]);
    expect([...read(rows).problem.activities.weight]).toEqual([300, 300]);
  });
});

describe('the calendar', () => {
  test('closes weekends behind the last holiday, with one warning', () => {
    const rows = foundry();
    rows.holidays = [{ date: '2026-04-02' }];
    const [id] = addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 14 }] });
    const { bar, codes } = plan(rows);
    expect(bar(id!)).toBe('04-01 12:00 - 04-06 10:00');
    expect(codes.filter((code) => code === 'W211')).toHaveLength(1);
  });
  test('starts nothing before the next half-day boundary', () => {
    const rows = foundry();
    const [id] = addOrder(rows, { tasks: [MACHINING] });
    expect(plan(rows, {}, { now: '2026-04-01T12:00:00+09:00' }).bar(id!)).toBe('04-02 08:00 - 04-02 10:00');
  });
});
