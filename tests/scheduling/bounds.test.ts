import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standing } from '../../seeds/demo/standing-rows.ts';
import { plantBound } from '../../server/scheduling/bounds/index.ts';
import { solve } from '../../server/scheduling/index.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { draws } from '../support/properties.ts';
import { exhaustiveBest } from './exhaustive.ts';
import { addOrder, facility, foundry, HEAT, MACHINING, plan, read, treatment } from './plant.ts';
import { randomPlant } from './random-plant.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });
describe('the bound of a plant', () => {
  test('no plan goes below it, in any part', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 12 }), (seed, orders) => {
        const { problem } = read(randomPlant(seed, orders));
        const bound = plantBound(problem);
        const { score } = solve(problem, { budget: { rounds: 400 }, seed });
        expect(bound.tardiness).toBeLessThanOrEqual(score.tardiness + 1e-9);
        expect(bound.work_in_progress).toBeLessThanOrEqual(score.work_in_progress + 1e-9);
        expect(bound.unavoidable_orders).toBeLessThanOrEqual(score.late_orders);
        expect(bound.unavoidable_days).toBeLessThanOrEqual(score.late_days);
        expect(bound.total).toBeLessThanOrEqual(score.total + 1e-9);
      }),
      draws(80),
    );
  });

  test('nor does one beside locked bars', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { below } = createRandom(seed);
        const rows = randomPlant(seed, 6);
        const { outcome } = plan(rows, {}, { rounds: 20 });
        const { problem } = read({ ...rows, ...standing(outcome, () => ({ locked: below(4) === 0 })) } as typeof rows);
        const bound = plantBound(problem);
        const { score } = solve(problem, { budget: { rounds: 200 }, seed });
        expect(bound.tardiness).toBeLessThanOrEqual(score.tardiness + 1e-9);
        expect(bound.unavoidable_days).toBeLessThanOrEqual(score.late_days);
        expect(bound.total).toBeLessThanOrEqual(score.total + 1e-9);
      }),
      draws(15),
    );
  });

  test('it is no more than the best of all orders, assignments and batchings of a small plant', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const { below } = createRandom(seed);
      const rows = foundry();
      rows.facilities = [facility(13, [HEAT], { max_weight: 1000 }), facility(14, [MACHINING])];
      rows.heat_treatments.push(treatment({ retention_time: below(2) === 0 ? 6 : 20, waiting_days: below(2) }));
      for (let lot = 0; lot < 3; lot += 1) {
        const order = { number: 1, weight: 100 + below(8) * 100, delivery_date: `2026-04-0${1 + below(5)}` };
        const tasks = below(2) === 0 ? [MACHINING] : [HEAT, MACHINING].slice(0, 1 + below(2));
        addOrder(rows, { order, tasks: tasks.map((task_id) => ({ task_id, work_hours: 1 + below(10) })) });
      }
      const { problem } = read(rows);
      expect(plantBound(problem).total, `seed ${seed}`).toBeLessThanOrEqual(exhaustiveBest(problem) + 1e-9);
    }
  });

  test('it is not raised by leaving out an order', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rows = randomPlant(seed, 6);
        const whole = plantBound(read(rows).problem);
        const [gone] = rows.orders;
        const less = plantBound(read({ ...rows, orders: rows.orders.filter((order) => order !== gone) }).problem);
        expect(less.unavoidable_days).toBeLessThanOrEqual(whole.unavoidable_days);
        expect(less.unavoidable_orders).toBeLessThanOrEqual(whole.unavoidable_orders);
        expect(less.tardiness).toBeLessThanOrEqual(whole.tardiness + 1e-9);
      }),
      draws(40),
    );
  });

  test('the gap is a share of what can be avoided: without the lateness that an order has by itself', () => {
    const rows = foundry();
    addOrder(rows, { order: { delivery_date: '2026-03-02' }, tasks: [MACHINING] });
    for (let i = 0; i < 5; i += 1)
      addOrder(rows, { order: { delivery_date: '2026-04-02' }, tasks: [{ task_id: MACHINING, work_hours: 8 }] });
    const { problem, result, outcome } = plan(rows);
    const bound = plantBound(problem);
    const { figures } = outcome;
    expect(bound).toMatchObject({ unavoidable_orders: 1, unavoidable_days: 30, tardiness: 30 + 45 + 3 });
    expect(figures.gap_percent).toBeCloseTo((100 * (result.score.total - bound.total)) / (result.score.total - 78), 0);
    expect(figures.gap_percent!).toBeGreaterThan((100 * (result.score.total - bound.total)) / result.score.total);
  });
});
