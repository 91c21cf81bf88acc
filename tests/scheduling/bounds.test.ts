import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plantBound } from '../../server/scheduling/bounds/index.ts';
import { fewestLate, matchedCost, type RelaxedTask, srptCompletions } from '../../server/scheduling/bounds/relaxed.ts';
import { NEVER, solve } from '../../server/scheduling/index.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { draws } from '../support/properties.ts';
import { exhaustiveBest } from './exhaustive.ts';
import { addOrder, facility, foundry, HEAT, MACHINING, plan, read, treatment } from './plant.ts';
import { randomPlant } from './random-plant.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });
/** A machine of one unit of work a tick. */
const plain = { done: Float64Array.from({ length: 101 }, (_, tick) => tick) };

/** Every order of the tasks, each as early as it can: the completions of all of them. */
function* schedules(tasks: readonly RelaxedTask[]): Generator<number[]> {
  function* orders(left: number[]): Generator<number[]> {
    if (left.length === 0) yield [];
    for (const task of left) for (const rest of orders(left.filter((other) => other !== task))) yield [task, ...rest];
  }
  for (const order of orders(tasks.map((_, index) => index))) {
    const completion = new Array<number>(tasks.length);
    let now = 0;
    for (const index of order) {
      now = Math.max(now, tasks[index]!.release) + tasks[index]!.work;
      completion[index] = now;
    }
    yield completion;
  }
}

function randomTasks(seed: number): RelaxedTask[] {
  const { below } = createRandom(seed);
  return Array.from({ length: 1 + below(6) }, (_, owner) => {
    return { owner, release: below(12), work: 1 + below(7), due: below(5) === 0 ? NEVER : 4 + below(25) };
  });
}

const cost = (over: number): number => over + over ** 2 / 20;

describe('a machine by itself', () => {
  test('no order of the tasks costs less, has its completions sooner, or fewer of them late', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const tasks = randomTasks(seed);
        const completions = srptCompletions(plain, tasks);
        let [best, late] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
        for (const schedule of schedules(tasks)) {
          const sorted = schedule.toSorted((a, b) => a - b);
          for (let i = 0; i < sorted.length; i += 1) expect(completions[i]).toBeLessThanOrEqual(sorted[i]!);
          best = Math.min(
            best,
            schedule.reduce((sum, end, i) => sum + (end > tasks[i]!.due ? cost(end - tasks[i]!.due) : 0), 0),
          );
          late = Math.min(late, schedule.filter((end, i) => end > tasks[i]!.due).length);
        }
        expect(matchedCost(completions, tasks, cost)).toBeLessThanOrEqual(best + 1e-9);
        expect(fewestLate(plain, tasks)).toBeLessThanOrEqual(late);
      }),
      draws(150),
    );
  });

  test('removing a task makes no other later', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const tasks = randomTasks(seed);
        const all = srptCompletions(plain, tasks);
        for (let gone = 0; gone < tasks.length; gone += 1) {
          const left = srptCompletions(plain, tasks.toSpliced(gone, 1));
          left.forEach((end, i) => {
            expect(end).toBeLessThanOrEqual(all[i + 1]!);
          });
        }
      }),
      draws(200),
    );
  });
});

describe('the bound of a plant', () => {
  test('no plan goes below it, in any part', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 12 }), (seed, orders) => {
        const { problem } = read(randomPlant(seed, orders));
        const bound = plantBound(problem);
        const { score } = solve(problem, { budget: { rounds: 400 }, seed });
        expect(bound.tardiness).toBeLessThanOrEqual(score.tardiness + 1e-9);
        expect(bound.furnace).toBeLessThanOrEqual(score.furnace + 1e-9);
        expect(bound.work_in_progress).toBeLessThanOrEqual(score.work_in_progress + 1e-9);
        expect(bound.late_orders).toBeLessThanOrEqual(score.late_orders);
        expect(bound.late_days).toBeLessThanOrEqual(score.late_days);
        expect(bound.total).toBeLessThanOrEqual(score.total + 1e-9);
      }),
      draws(80),
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
        expect(less.runs).toBeLessThanOrEqual(whole.runs);
        expect(whole.unavoidable_cost).toBeLessThanOrEqual(whole.tardiness + 1e-6);
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
    expect(bound).toMatchObject({ unavoidable_orders: 1, unavoidable_days: 30, unavoidable_cost: 30 + 45 + 3 });
    expect(figures.gap_percent).toBeCloseTo((100 * (result.score.total - bound.total)) / (result.score.total - 78), 0);
    expect(figures.gap_percent!).toBeGreaterThan((100 * (result.score.total - bound.total)) / result.score.total);
  });

  test('it sees a queue at one machine', () => {
    const rows = foundry();
    const work = { task_id: MACHINING, work_hours: 8 };
    for (let i = 0; i < 6; i += 1) addOrder(rows, { order: { delivery_date: '2026-04-03' }, tasks: [work] });
    const { problem } = read(rows);
    const bound = plantBound(problem);
    // Half of Wednesday, Thursday and Friday: two in time. The others end on Monday, Tuesday, Wednesday and Thursday.
    expect(bound).toMatchObject({ unavoidable_orders: 0, late_orders: 4 });
    expect(solve(problem, { budget: { rounds: 300 }, seed: 1 }).score).toMatchObject({ late_orders: 4 });
    expect(bound.late_days).toBeGreaterThanOrEqual(12);
  });

  test('it sees a queue at one furnace that has a run a day', () => {
    const rows = foundry();
    rows.facilities = [facility(13, [HEAT], { max_weight: 100, volume: 2, depth: 2, width: 1, height: 1 })];
    rows.heat_treatments.push(treatment({ retention_time: 10 }));
    for (let i = 0; i < 5; i += 1) addOrder(rows, { order: { delivery_date: '2026-04-03', number: 1, weight: 60 }, tasks: [HEAT] });
    const { problem } = read(rows);
    const bound = plantBound(problem);
    const { score } = solve(problem, { budget: { rounds: 300 }, seed: 1 });
    expect(bound.runs).toBe(5);
    expect(bound.late_days).toBeGreaterThan(0);
    expect(bound.total).toBeGreaterThan(0.5 * score.total);
    expect(bound.total).toBeLessThanOrEqual(score.total);
  });
});
