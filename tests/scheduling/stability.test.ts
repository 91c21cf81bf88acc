import { describe, expect, test } from 'vitest';
import { plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { fingerprint } from '../../server/features/runs/work/fingerprint.ts';
import { check, essence, type PlanningRows, solve } from '../../server/scheduling/index.ts';
import { stabilityCost } from '../../server/scheduling/objective.ts';
import { seeds } from '../support/properties.ts';
import { addEntry, facility, foundry, machined, plan, product, read } from './plant.ts';
import { closed, type Rows, standingPlant } from './standing.ts';

const print = (rows: Rows): string => fingerprint(essence(read(rows).problem));

describe('a change that matters to no task leaves the essence as it is', () => {
  const rows = standingPlant(3, 6, 200);
  const change = (parts: Partial<PlanningRows>): string => print({ ...rows, ...parts } as Rows);
  const [first] = rows.order_tasks;

  test.each([
    ['a facility nobody uses', { facilities: [...rows.facilities, facility(99, [])] }],
    ['another name of a facility', { facilities: rows.facilities.map((each) => ({ ...each, facility_name: `新${each.facility_name}` })) }],
    ['a product of no order', { products: [...rows.products, product({ id: 77, product_code: 'P-77' })] }],
    ['a holiday behind the plan', { holidays: [...rows.holidays, { date: '2027-06-09' }] }],
    ['another serial number', { orders: rows.orders.map((order) => ({ ...order, serial_number: `N${order.serial_number}` })) }],
  ])('%s', (_, parts) => {
    expect(change(parts)).toBe(print(rows));
  });

  test.each([
    ['a holiday inside the plan', { holidays: [...rows.holidays, { date: '2026-04-03' }] }],
    ['a due date', { orders: rows.orders.map((order) => ({ ...order, delivery_date: '2026-04-08' })) }],
    ['hours of a task', { order_tasks: rows.order_tasks.map((row) => (row === first ? { ...row, work_hours: 31 } : row)) }],
    ['a second unit', { facilities: rows.facilities.map((each) => ({ ...each, availability: each.availability + 1 })) }],
  ])('but not %s', (_, parts) => {
    expect(change(parts)).not.toBe(print(rows));
  });
});

describe('what moving a bar costs', () => {
  const rows = foundry();
  addEntry(rows, machined(rows, 4, { delivery_date: '2027-01-01' }), '04-02 08:00', '04-02 12:00', { facility_id: 14 });
  const { problem } = read(rows);
  const { objective, present, planningStart } = problem;
  /** One half-day to the other facility, from so many days after the planning start. */
  const cost = (days: number): number => {
    const start = planningStart + days * 48;
    return stabilityCost(problem, objective, { start, machine: 1 }, { start: start + 24, machine: 2 });
  };

  test('four times as much in the next working days, and half as much every four weeks beyond the first', () => {
    expect(present!.nearUntil).toBeGreaterThan(planningStart);
    expect([1, 14, 28, 56, 84].map(cost)).toEqual([0.44, 0.11, 0.11, 0.055, 0.0275].map((each) => expect.closeTo(each, 9)));
    expect(cost(42)).toBeCloseTo(0.11 / Math.SQRT2, 9);
  });
  test('a price for having moved at all, by half an hour as by days', () => {
    const was = { start: planningStart + 14 * 48, machine: 1 };
    const by = (ticks: number): number => stabilityCost(problem, objective, was, { start: was.start + ticks, machine: 1 });
    expect(by(1)).toBeCloseTo(0.05 + 0.01 / 24, 9);
    expect(by(48) - by(1)).toBeCloseTo(0.01 * (2 - 1 / 24), 9);
  });
  test('nothing where it stands', () => {
    const was = { start: planningStart + 48, machine: 1 };
    expect(stabilityCost(problem, objective, was, was)).toBe(0);
  });
});

describe('a rush order', () => {
  test('moves what shares its facilities, and hardly anything else', () => {
    let [needed, outside, tasks] = [0, 0, 0];
    for (const seed of seeds(9)) {
      const rows = standingPlant(seed, 12, 1500);
      const before = new Map(rows.plan_entries.map((entry) => [entry.order_task_id, entry]));
      machined(rows, 12, { delivery_date: '2026-04-03' });
      const { outcome } = plan(rows, {}, { rounds: 1500 });
      for (const entry of outcome.entries) {
        const was = before.get(entry.order_task_id);
        if (!was || entry.finished) continue;
        tasks += 1;
        const moved = entry.start_minutes !== plantMinutes(was.start_at) || entry.facility_id !== was.facility_id;
        if (!moved) continue;
        if ([14, 22].includes(was.facility_id ?? 0) || [14, 22].includes(entry.facility_id ?? 0)) needed += 1;
        else outside += 1;
      }
    }
    expect(needed).toBeGreaterThan(0);
    expect(outside / tasks).toBeLessThan(0.03);
  });
});

describe('a plan made again', () => {
  test('after a closure obeys every rule with any seed, and is never worse for having searched longer', () => {
    for (const seed of seeds(12)) {
      const { problem } = read(closed(standingPlant(seed, 8, 100), 11 + (seed % 4)));
      const totals = [0, 40, 1200].map((rounds) => {
        const passed: number[] = [];
        const result = solve(problem, { budget: { rounds }, seed, onPlan: (_, score) => passed.push(score.total) });
        expect(check(problem, result.solution)).toEqual([]);
        // What was passed on while it searched only ever became better, and the result is no worse than the last of it.
        expect(passed).toEqual([...passed].sort((a, b) => b - a));
        expect(result.score.total).toBeLessThanOrEqual(passed.at(-1)! + 1e-9);
        return result.score.total;
      });
      expect(totals[1]).toBeLessThanOrEqual(totals[0]! + 1e-9);
      expect(totals[2]).toBeLessThanOrEqual(totals[0]! + 1e-9);
    }
  });
});
