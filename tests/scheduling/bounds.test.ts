import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plantBound } from '../../server/scheduling/bounds/index.ts';
import { solve } from '../../server/scheduling/index.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { draws } from '../support/properties.ts';
import { addOrder, foundry, MACHINING, machined, plan, read } from './plant.ts';
import { randomPlant } from './random-plant.ts';
import { withPlan } from './standing.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });
describe('the bound of a plant', () => {
  test('no plan beside locked bars goes below it', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { below } = createRandom(seed);
        const rows = randomPlant(seed, 6);
        const { outcome } = plan(rows, {}, { rounds: 20 });
        const { problem } = read(withPlan(rows, outcome, () => ({ locked: below(4) === 0 })));
        const bound = plantBound(problem);
        const { score } = solve(problem, { budget: { rounds: 200 }, seed });
        expect(bound.tardiness).toBeLessThanOrEqual(score.tardiness + 1e-9);
        expect(bound.unavoidable_days).toBeLessThanOrEqual(score.late_days);
        expect(bound.total).toBeLessThanOrEqual(score.total + 1e-9);
      }),
      draws(15),
    );
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
    for (let i = 0; i < 5; i += 1) machined(rows, 8, { delivery_date: '2026-04-02' });
    const { problem, result, outcome } = plan(rows);
    const bound = plantBound(problem);
    const { figures } = outcome;
    expect(bound).toMatchObject({ unavoidable_orders: 1, unavoidable_days: 30, tardiness: 30 + 45 + 3 });
    expect(figures.gap_percent).toBeCloseTo((100 * (result.score.total - bound.total)) / (result.score.total - 78), 0);
    expect(figures.gap_percent!).toBeGreaterThan((100 * (result.score.total - bound.total)) / result.score.total);
  });
});
