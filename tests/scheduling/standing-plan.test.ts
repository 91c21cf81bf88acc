import { describe, expect, test } from 'vitest';
import { check, frozenGains } from '../../server/scheduling/index.ts';
import { seeds } from '../support/properties.ts';
import { addEntry, addOrder, facility, foundry, HEAT, MACHINING, machined, plan, SHAKE_OUT, treatment } from './plant.ts';
import { randomPlant } from './random-plant.ts';
import { type Rows, withPlan } from './standing.ts';

/** Adds an order of one machining, whose bar stands there. */
function stands(rows: Rows, work_hours: number, start: string, end: string, parts: Parameters<typeof addEntry>[4] = {}): number {
  const id = machined(rows, work_hours);
  addEntry(rows, id, start, end, { facility_id: 14, ...parts });
  return id;
}

describe('a plan that stands', () => {
  test('is found again as it is, and moved only where that gains more than moving costs', () => {
    for (const seed of seeds(9)) {
      const rows = randomPlant(seed, 8);
      const first = plan(rows, {}, { rounds: 800 });
      const again = withPlan(rows, first.outcome);
      const replayed = plan(again);
      expect(replayed.result.statistics.first[0]!.rule).toBe('repair');
      expect(replayed.outcome.figures.moved).toBe(0);
      const searched = plan(again, {}, { rounds: 800, seed: seed + 7 });
      const gain = replayed.result.score.total - searched.result.score.total;
      expect(searched.outcome.figures.moved === 0 || gain > 1e-6).toBe(true);
    }
  });

  test('is moved by a rush order no more than it must', () => {
    const rows = foundry();
    const tasks = [SHAKE_OUT, MACHINING].map((task_id, at) => ({ task_id, work_hours: 8 - 2 * at }));
    for (let i = 0; i < 12; i += 1) addOrder(rows, { tasks });
    const first = plan(rows, {}, { rounds: 2000 });
    const rush = machined(rows, 3, { delivery_date: '2026-04-03' });
    const { outcome, bars, result } = plan(withPlan(rows, first.outcome), {}, { rounds: 2000 });
    expect(result.score.late_orders).toBe(0);
    expect(bars.get(rush)).toBeDefined();
    expect(outcome.figures.moved).toBeLessThanOrEqual(2);
  });

  test('lets a lot go from its furnace run whose treatment has become another one', () => {
    const rows = foundry();
    rows.products.push({ ...rows.products[0]!, id: 2 });
    rows.heat_treatments.push(treatment(), treatment({ product_id: 2, temperature: 700 }));
    for (let i = 0; i < 3; i += 1) addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] });
    const first = plan(rows, {}, { rounds: 300 });
    expect(first.outcome.runs).toHaveLength(1);
    const standing = withPlan(rows, first.outcome);
    standing.orders[2] = { ...standing.orders[2]!, product_id: 2 };
    const { outcome, problem, result } = plan(standing);
    expect(check(problem, result.solution)).toEqual([]);
    expect(outcome.runs.map(({ members }) => members.length).sort()).toEqual([1, 2]);
  });

  test('is put in order where a lot was moved by hand into the wrong one', () => {
    const rows = foundry();
    const [first, second] = addOrder(rows, { tasks: [SHAKE_OUT, MACHINING].map((task_id) => ({ task_id, work_hours: 8 })) });
    addEntry(rows, first!, '04-08 08:00', '04-08 16:00', { facility_id: 12 });
    addEntry(rows, second!, '04-02 08:00', '04-02 16:00', { facility_id: 14 });
    const { problem, result } = plan(rows);
    expect(check(problem, result.solution)).toEqual([]);
  });

  test('does not move inside the frozen days while it fits', () => {
    const rows = foundry();
    const [thursday, monday] = ['04-02', '04-06'].map((day) => stands(rows, 8, `${day} 08:00`, `${day} 16:00`));
    const rush = machined(rows, 20, { delivery_date: '2026-04-01' });
    const { bar } = plan(rows, { frozen_days: 3 }, { rounds: 500 });
    expect(bar(thursday!)).toBe('04-02 08:00 - 04-02 16:00');
    expect(bar(monday!)).not.toBe('04-06 08:00 - 04-06 16:00');
    expect(bar(rush)).toBe('04-03 08:00 - 04-07 12:00');
  });

  describe('inside the frozen days', () => {
    const WEEK = { frozen_days: 7 };
    const shut = (rows: ReturnType<typeof foundry>, facility_id: number, date: string) =>
      rows.facility_availabilities.push({ facility_id, date, units: 0 });
    /** An order of a shake-out on the 2nd and a machining on the 3rd of April. */
    const twoSteps = (rows: ReturnType<typeof foundry>) => {
      const [first, second] = addOrder(rows, { tasks: [SHAKE_OUT, MACHINING].map((task_id) => ({ task_id, work_hours: 8 })) });
      addEntry(rows, first!, '04-02 08:00', '04-02 16:00', { facility_id: 12 });
      addEntry(rows, second!, '04-03 08:00', '04-03 16:00', { facility_id: 14 });
      return [first!, second!] as const;
    };

    test('leaves what stands on a closed day, with what it pushes on, and nothing else', () => {
      const rows = foundry();
      const [first, second] = twoSteps(rows);
      const other = stands(rows, 8, '04-06 08:00', '04-06 16:00');
      const rush = machined(rows, 8, { delivery_date: '2026-04-01' });
      shut(rows, 12, '2026-04-02');
      const { bar, codes, problem, result } = plan(rows, WEEK, { rounds: 2000 });
      expect(check(problem, result.solution)).toEqual([]);
      expect(codes).not.toContain('W206');
      expect(bar(first)).toBe('04-01 12:00 - 04-03 12:00');
      expect(bar(other)).toBe('04-06 08:00 - 04-06 16:00');
      expect(bar(rush)).toBe('04-02 08:00 - 04-02 16:00');
      expect(bar(second)).not.toBe('04-03 08:00 - 04-03 16:00');
    });

    test('says how late an order became because the others stayed, and nothing of those that no frozen day holds', () => {
      const rows = foundry();
      const [first] = ['04-02', '04-03', '04-06', '04-07'].map((day) => stands(rows, 8, `${day} 08:00`, `${day} 16:00`));
      rows.orders[0]!.delivery_date = '2026-04-03';
      shut(rows, 14, '2026-04-01');
      shut(rows, 14, '2026-04-02');
      const gains = (parts: object) => {
        const { problem, stands, bar } = plan(rows, parts, { rounds: 200 });
        return { bar: bar(first!), gains: [...frozenGains(problem, stands)] };
      };
      // It goes behind all of them; in their place it would be in time.
      expect(gains(WEEK)).toEqual({ bar: '04-08 08:00 - 04-08 16:00', gains: [[rows.orders[0]!.id, 5]] });
      expect(gains({})).toMatchObject({ gains: [] });
      // What is locked is not the frozen days' doing.
      const lock = (count: number) => {
        for (const behind of rows.plan_entries.slice(1, count + 1)) behind.locked = true;
      };
      lock(1);
      expect(gains(WEEK).gains).toEqual([[rows.orders[0]!.id, 2]]);
      lock(3);
      expect(gains(WEEK).gains).toEqual([]);
    });

    test('keeps the earlier of two for which one unit is left', () => {
      const rows = foundry();
      rows.facilities[3]!.availability = 2;
      const early = stands(rows, 4, '04-02 08:00', '04-02 12:00');
      const late = stands(rows, 4, '04-02 10:00', '04-02 14:00');
      rows.facility_availabilities.push({ facility_id: 14, date: '2026-04-02', units: 1 });
      const { bar } = plan(rows, WEEK, { rounds: 500 });
      expect(bar(early)).toBe('04-02 08:00 - 04-02 12:00');
      expect(bar(late)).not.toBe('04-02 10:00 - 04-02 14:00');
    });

    test('leaves a furnace run that has become longer only where it is in the way', () => {
      const rows = foundry();
      rows.heat_treatments.push(treatment());
      const lots = [1, 2].map(() => addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] })[0]!);
      const standing = withPlan(rows, plan(rows, {}, { rounds: 300 }).outcome);
      const before = plan(standing, WEEK);
      const longer = { ...standing, heat_treatments: [treatment({ retention_time: 20 })] };
      const { bar, outcome, codes, problem, result } = plan(longer, WEEK, { rounds: 300 });
      expect(check(problem, result.solution)).toEqual([]);
      expect(codes).not.toContain('W206');
      expect(outcome.runs).toHaveLength(before.outcome.runs.length);
      for (const lot of lots) expect(bar(lot)).not.toBe(before.bar(lot));
    });

    test('leaves what waits for a step that has ended unfinished', () => {
      const rows = foundry();
      const [first, second] = addOrder(rows, { tasks: [SHAKE_OUT, MACHINING].map((task_id) => ({ task_id, work_hours: 16 })) });
      addEntry(rows, first!, '03-30 08:00', '03-31 16:00', { facility_id: 12 });
      addEntry(rows, second!, '04-01 12:00', '04-03 12:00', { facility_id: 14 });
      const { bar, codes, problem, result } = plan(rows, WEEK, { rounds: 100 });
      expect(check(problem, result.solution)).toEqual([]);
      expect(codes).not.toContain('W206');
      expect(bar(first!)).toBe('04-01 12:00 - 04-03 12:00');
      expect(bar(second!)).toBe('04-03 12:00 - 04-07 12:00');
    });

    test('keeps what is locked although it no longer fits', () => {
      const rows = foundry();
      const [first] = twoSteps(rows);
      for (const entry of rows.plan_entries) entry.locked = true;
      shut(rows, 12, '2026-04-02');
      const { bar, codes } = plan(rows, WEEK);
      expect(bar(first)).toBe('04-02 08:00 - 04-02 16:00');
      expect(codes).toContain('W206');
    });
  });

  test('waits for the cooling of a locked treatment that stands at no furnace', () => {
    const rows = foundry();
    rows.heat_treatments = [treatment({ cooling_time: 30 })];
    const [heat, next] = addOrder(rows, { tasks: [HEAT, { task_id: MACHINING, work_hours: 2 }] });
    addEntry(rows, heat!, '04-02 08:00', '04-02 14:00', { facility_id: null, locked: true });
    expect(plan(rows).bar(next!)).toBe('04-06 08:00 - 04-06 10:00');
  });

  test('keeps what is under way and plans again what has ended unfinished', () => {
    const rows = foundry();
    const running = stands(rows, 10, '04-01 08:00', '04-02 10:00');
    const [missed] = addOrder(rows, { tasks: [{ task_id: SHAKE_OUT, work_hours: 2 }] });
    addEntry(rows, missed!, '03-31 08:00', '03-31 10:00', { facility_id: 12 });
    const { bar } = plan(rows);
    expect(bar(running)).toBe('04-01 08:00 - 04-02 10:00');
    expect(bar(missed!)).toBe('04-01 12:00 - 04-01 14:00');
  });
});

describe('locked entries', () => {
  test('on whole half-day blocks take their own hours from the first working tick', () => {
    const rows = foundry();
    stands(rows, 2, '04-02 00:00', '04-03 00:00', { locked: true });
    const free = machined(rows, 8, { delivery_date: '2026-04-02' });
    const { problem, result, bar } = plan(rows, {}, { rounds: 100 });
    expect(problem.blocks[0]).toMatchObject({ from: 48 + 16, to: 48 + 20 });
    expect(check(problem, result.solution)).toEqual([]);
    // From 12:00 to 16:00 today, then around the locked one, which has 08:00-10:00.
    expect(bar(free)).toBe('04-02 10:00 - 04-03 10:00');
  });
  test('with work_time_set take exactly their span', () => {
    const rows = foundry();
    stands(rows, 2, '04-02 08:00', '04-02 16:00', { locked: true, work_time_set: true });
    const free = machined(rows, 5);
    expect(plan(rows).bar(free)).toBe('04-03 08:00 - 04-03 13:00');
  });
  test('whose end has passed count as ending at the planning start (W209)', () => {
    const rows = foundry();
    const [locked, next] = addOrder(rows, { tasks: [SHAKE_OUT, MACHINING] });
    addEntry(rows, locked!, '03-30 08:00', '03-30 10:00', { facility_id: 12, locked: true });
    const { bar, codes } = plan(rows);
    expect(bar(locked!)).toBe('03-30 08:00 - 03-30 10:00');
    expect(bar(next!)).toBe('04-01 12:00 - 04-01 14:00');
    expect(codes).toContain('W209');
  });
  test('of one furnace run stay one run, and open lots may join it', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment());
    const ids = [1, 2, 3].map(() => addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] })[0]!);
    for (const id of ids.slice(0, 2)) addEntry(rows, id, '04-02 08:00', '04-02 12:00', { facility_id: 13, locked: true });
    const { outcome } = plan(rows, {}, { rounds: 300 });
    expect(outcome.runs).toHaveLength(1);
    expect(outcome.runs[0]!.members).toHaveLength(3);
  });
  test('of a lot that cannot be planned stay and take their capacity', () => {
    const rows = foundry();
    const [locked] = addOrder(rows, { order: { product_id: null }, tasks: [{ task_id: MACHINING, work_hours: 8 }] });
    addEntry(rows, locked!, '04-02 08:00', '04-02 16:00', { facility_id: 14, locked: true });
    const free = machined(rows, 6);
    const { bar } = plan(rows);
    expect(bar(locked!)).toBe('04-02 08:00 - 04-02 16:00');
    expect(bar(free)).toBe('04-03 08:00 - 04-03 14:00');
  });
});

describe('entries made by hand', () => {
  test('with a task_sort stand in the lot’s order', () => {
    const rows = foundry();
    const [first, last] = addOrder(rows, { tasks: [SHAKE_OUT, MACHINING] });
    addEntry(rows, null, '04-06 08:00', '04-06 16:00', { facility_id: 15, task_sort: 15 });
    const { bar } = plan(rows);
    expect(bar(first!)).toBe('04-01 12:00 - 04-01 14:00');
    expect(bar(last!)).toBe('04-07 08:00 - 04-07 10:00');
    expect(bar(-5001)).toBe('04-06 08:00 - 04-06 16:00');
  });
  test('without one only take capacity', () => {
    const rows = foundry();
    rows.facilities.push(facility(18, []));
    const [, last] = addOrder(rows, { tasks: [SHAKE_OUT, MACHINING] });
    addEntry(rows, null, '04-01 12:00', '04-02 00:00', { facility_id: 14 });
    const { bar } = plan(rows);
    expect(bar(last!)).toBe('04-02 08:00 - 04-02 10:00');
  });
});
