import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD, generateDemo } from '../../seeds/demo/index.ts';
import { closedDays, publicHolidays } from '../../seeds/demo/plant/calendar.ts';
import { demoOfTasks, openTasks } from '../../seeds/demo/plant/sizes.ts';
import type { Demo } from '../../seeds/demo/types.ts';
import { grouped } from '../../server/domain/ground/collections.ts';
import { daysBetween, isPlantDate } from '../../server/domain/ground/plant-time.ts';
import { isHeatCode, PROCESSING_FACILITY_PART } from '../../server/domain/plant/task-purpose.ts';

const TODAY = '2026-11-20';
const demo = generateDemo({ today: TODAY });
const tasks = demo['order-tasks'];
const lotOf = (row: { serial_number: string; lot_number: string }): string => `${row.serial_number}-${row.lot_number}`;
const lots = grouped(tasks, lotOf);

const share = <Row>(rows: readonly Row[], holds: (row: Row) => boolean): number => rows.filter(holds).length / rows.length;
const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;

describe('sizes', () => {
  test('1,000 orders make about 1,500 lots and 15,000 processes on 38 facilities and 400 products', () => {
    expect(demo.orders).toHaveLength(1000);
    expect(lots.size).toBeGreaterThan(1350);
    expect(lots.size).toBeLessThan(1650);
    expect(tasks.length).toBeGreaterThan(14_000);
    expect(tasks.length).toBeLessThan(17_000);
    expect(new Set(demo.facilities.map((row) => row.facility_code)).size).toBe(38);
    expect(new Set(demo.products.map((row) => row.product_code)).size).toBe(400);
    expect(demo.employees).toHaveLength(30);
    expect(demo.outsourcings).toHaveLength(12);
    expect(demo.defects).toEqual([]);
  });

  test('benches get as many open processes as they ask for', () => {
    for (const wanted of [100, 1000, 10_000]) {
      const open = openTasks(demoOfTasks({ tasks: wanted, today: TODAY })).length;
      expect(open).toBeLessThanOrEqual(wanted);
      expect(open).toBeGreaterThan(wanted * 0.9);
    }
  });

  test('more orders get more units, so that the load stays', () => {
    const double = generateDemo({ today: TODAY, orders: 2000 });
    const units = (of: Demo): number => of.facilities.reduce((sum, row) => sum + row.availability, 0);
    expect(units(double)).toBe(2 * units(demo));
  });
});

test('equal options give equal rows, another seed gives others', () => {
  expect(generateDemo({ today: TODAY })).toEqual(demo);
  expect(generateDemo({ today: TODAY, seed: 7 }).orders).not.toEqual(demo.orders);
});

test('codes bear the plant’s forms', () => {
  for (const { task_code } of demo.tasks) expect(task_code).toMatch(/^3[24]0-\d{4}-\d{3}$/);
  for (const { facility_code } of demo.facilities) expect(facility_code).toMatch(/^3[24]0-\d{2}-\d{2}$/);
  for (const { product_code } of demo.products) expect(product_code).toMatch(/^([A-Z]{3}-\d{4}-\d{2}|00\d{6})$/);
  for (const { serial_number } of demo.orders) expect(serial_number).toMatch(/^[0S]\d{2}[1-9XYZ]\d{4}$/);
  for (const { lot_number } of tasks) expect(lot_number).toMatch(/^0[1-8]$/);
  for (const row of demo['heat-treatments'].filter((one) => one.task_code.includes('5131'))) {
    expect(row.facility_code).toContain(PROCESSING_FACILITY_PART);
  }
});

test('the four users of the README can sign in', () => {
  const users = demo.employees.filter((row) => /^100[1-4]$/.test(row.employee_id));
  expect(users.map((row) => row.permission)).toEqual(['master_admin', 'planning_manager', 'outsourcing_manager', 'manager']);
  expect(users.every((row) => row.password === DEMO_PASSWORD)).toBe(true);
});

describe('the calendar', () => {
  test('closes 118 days of 2026 and 116 of 2027 and lists every date', () => {
    expect([closedDays(2026).size, closedDays(2027).size]).toEqual([118, 116]);
    expect(demo.holidays).toHaveLength(730);
    expect(demo.holidays.filter((row) => row.is_holiday)).toHaveLength(234);
  });
  test('knows substitute and in-between public holidays', () => {
    expect(publicHolidays(2026)).toHaveLength(18);
    expect(publicHolidays(2026)).toEqual(expect.arrayContaining(['2026-05-06', '2026-09-22']));
    expect(publicHolidays(2027)).toHaveLength(17);
    expect(publicHolidays(2027)).toContain('2027-03-22');
  });
  test('reaches further years when today does', () => {
    expect(generateDemo({ today: '2028-02-01', orders: 5 }).holidays.at(-1)?.date).toBe('2028-12-31');
  });
});

test('processes are numbered 10, 20, 30 and pieces add up to the order', () => {
  const pieces = new Map<string, number>();
  for (const lot of lots.values()) {
    expect(lot.map((row) => row.task_sort)).toEqual(lot.map((_, index) => (index + 1) * 10));
    const { serial_number, order_quantity } = lot[0]!;
    pieces.set(serial_number, (pieces.get(serial_number) ?? 0) + order_quantity);
  }
  for (const order of demo.orders) expect(pieces.get(order.serial_number)).toBe(order.number);
});

describe('on its day', () => {
  const open = new Set(tasks.filter((row) => !row.received).map((row) => row.serial_number));
  const begun = new Set(tasks.filter((row) => row.received).map((row) => row.serial_number));

  const of = (holds: (order: (typeof demo.orders)[number]) => boolean): number => share(demo.orders, holds);
  test.each<[what: string, share: number, least: number, most: number]>([
    ['finished', of((row) => !open.has(row.serial_number)), 0.08, 0.25],
    ['under way', of((row) => begun.has(row.serial_number) && open.has(row.serial_number)), 0.25, 0.62],
    ['to come', of((row) => !begun.has(row.serial_number)), 0.3, 0.67],
    ['late', of((row) => open.has(row.serial_number) && row.delivery_date < TODAY), 0.04, 0.08],
    ['delivered', of((row) => row.delivery_status === '完納'), 0.015, 0.025],
    ['raw', of((row) => row.delivery_status === '素材'), 0.41, 0.51],
    ['rough', of((row) => row.delivery_status === '荒加工'), 0.2, 0.3],
    ['finished by machine', of((row) => row.delivery_status === '仕上加工'), 0.23, 0.33],
  ])('of its orders are %s: %d, between %d and %d', (_, found, least, most) => {
    expect(found).toBeGreaterThan(least);
    expect(found).toBeLessThan(most);
  });

  test('what is received lies in the past, in order, before what is not', () => {
    for (const lot of lots.values()) {
      const flags = lot.map((row) => row.received);
      expect(flags).toEqual([...flags].sort((a, b) => Number(b) - Number(a)));
      const days = lot.filter((row) => row.received).flatMap((row) => row.last_reception_date ?? []);
      expect(days).toEqual([...days].sort());
      for (const day of days) expect(isPlantDate(day) && day < TODAY).toBe(true);
      for (const row of lot) {
        if (row.received) expect(row.received_quantity).toBe(row.order_quantity);
        else expect(row.received_quantity).toBeLessThan(row.order_quantity);
      }
    }
    expect(
      share(
        tasks.filter((row) => row.received),
        (row) => row.last_reception_date === null,
      ),
    ).toBeCloseTo(0.03, 1);
    expect(tasks.some((row) => row.received_quantity > 0 && !row.received)).toBe(true);
  });

  test('castings lie from five weeks back to five weeks ahead, on the order’s day or after', () => {
    const first = new Map(demo.orders.map((row) => [row.serial_number, row.casting_date!]));
    for (const row of demo.castings) {
      expect(daysBetween(TODAY, row.casting_date)).toBeGreaterThan(-45);
      expect(daysBetween(TODAY, row.casting_date)).toBeLessThan(60);
      expect(row.casting_date >= first.get(row.serial_number)!).toBe(true);
    }
    expect(share(demo.orders, (row) => daysBetween(row.casting_date!, row.delivery_date) >= 8)).toBe(1);
  });
});

describe('distributions', () => {
  const order = new Map(demo.orders.map((row) => [row.serial_number, row]));
  test('weights spread from 25 to over 1,000 kg around 170', () => {
    const weights = demo.orders.map((row) => row.weight).sort((a, b) => a - b);
    expect(weights[50]).toBeGreaterThan(12);
    expect(median(weights)).toBeGreaterThan(120);
    expect(median(weights)).toBeLessThan(240);
    expect(weights[950]).toBeGreaterThan(700);
    expect(weights.at(-1)).toBeLessThanOrEqual(6000);
  });
  test('a seventh of the lots goes to a partner, for five to fourteen days', () => {
    const outside = tasks.filter((row) => row.outsourcing_code !== '');
    expect(new Set(outside.map(lotOf)).size / lots.size).toBeGreaterThan(0.1);
    expect(new Set(outside.map(lotOf)).size / lots.size).toBeLessThan(0.2);
    for (const row of outside) {
      expect(row.arrangement).toBe('外注');
      expect(row.order_name).not.toBe('');
      expect(row.solution_frame_days).toBeGreaterThanOrEqual(5);
      expect(row.solution_frame_days).toBeLessThanOrEqual(14);
    }
    expect(tasks.some((row) => row.arrangement === '支給')).toBe(true);
  });
  test('machines are busy but not beyond their hours', () => {
    const hours = tasks.filter((row) => row.task_code.includes('5131')).reduce((sum, row) => sum + row.setup_hours + row.work_hours, 0);
    expect(hours / (16 * 7 * 43)).toBeGreaterThan(0.65);
    expect(hours / (16 * 7 * 43)).toBeLessThan(1);
  });
  test('half of the treatments may start on any day, and about thirty recipes are in use', () => {
    const rows = demo['heat-treatments'].filter((row) => isHeatCode(row.task_code));
    expect(share(rows, (row) => row.work_settings === '')).toBeCloseTo(0.55, 1);
    const used = new Set([...lots.values()].flat().map((row) => order.get(row.serial_number)!.product_code));
    const recipes = new Set(
      rows.filter((row) => used.has(row.product_code)).map((row) => `${row.temperature} ${row.retention_time} ${row.cooling_method}`),
    );
    expect(recipes.size).toBeGreaterThan(25);
    expect(recipes.size).toBeLessThan(60);
  });
});
