import { describe, expect, test } from 'vitest';
import { standing } from '../../seeds/demo/standing-rows.ts';
import { plantMinutes } from '../../server/domain/plant-time.ts';
import { fingerprint } from '../../server/features/runs/fingerprint.ts';
import { essence, type PlanningRows } from '../../server/scheduling/index.ts';
import { addOrder, facility, MACHINING, plan, product, read } from './plant.ts';
import { randomPlant } from './random-plant.ts';

type Rows = ReturnType<typeof randomPlant>;
const print = (rows: Rows): string => fingerprint(essence(read(rows).problem));

/** A plant with its plan of so many rounds standing. */
function standingPlant(seed: number, orders: number, rounds: number): Rows {
  const rows = randomPlant(seed, orders);
  return { ...rows, ...standing(plan(rows, {}, { rounds }).outcome) } as Rows;
}

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

describe('a rush order', () => {
  test('moves what shares its facilities, and hardly anything else', () => {
    let [needed, outside, tasks] = [0, 0, 0];
    for (let seed = 1; seed <= 6; seed += 1) {
      const rows = standingPlant(seed, 12, 1500);
      const before = new Map(rows.plan_entries.map((entry) => [entry.order_task_id, entry]));
      addOrder(rows, { order: { delivery_date: '2026-04-03' }, tasks: [{ task_id: MACHINING, work_hours: 12 }] });
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
