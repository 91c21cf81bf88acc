import { describe, expect, test } from 'vitest';
import { check, solve } from '../../server/scheduling/index.ts';
import { isBetter } from '../../server/scheduling/objective.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { createDescent } from '../../server/scheduling/search/cooling.ts';
import { createControl } from '../../server/scheduling/search/kernel.ts';
import { seeds } from '../support/properties.ts';
import { foundry, machined, plan, read } from './plant.ts';
import { randomPlant } from './random-plant.ts';

/** A clock that advances by some milliseconds each time it is asked. */
const ticking = () => {
  let now = 0;
  return () => {
    now += 0.005;
    return now;
  };
};

describe('solve', () => {
  test('hands over a first plan before anything else', () => {
    const { problem } = read(randomPlant(3, 6));
    const plans: number[] = [];
    solve(problem, { budget: { rounds: 10 }, seed: 1, onPlan: (solution) => plans.push(check(problem, solution).length) });
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.every((violations) => violations === 0)).toBe(true);
  });

  test('stops when it is cancelled, with the best plan so far', () => {
    const { problem } = read(randomPlant(3, 6));
    let asked = 0;
    const cancelled = (): boolean => {
      asked += 1;
      return asked > 50;
    };
    const result = solve(problem, { budget: { rounds: 1e9 }, seed: 1, cancelled });
    expect(result.status).toBe('cancelled');
    expect(check(problem, result.solution)).toEqual([]);
  });

  test('says how far it is at most five times a second', () => {
    const { problem } = read(randomPlant(3, 6));
    const shares: number[] = [];
    const elapsed = ticking();
    solve(problem, { budget: { seconds: 2 }, seed: 1, elapsed, onProgress: (share) => shares.push(share) });
    expect(shares.length).toBeGreaterThan(3);
    expect(shares.length).toBeLessThanOrEqual(11);
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
  });

  test('ends within its seconds', () => {
    const { problem } = read(randomPlant(3, 6));
    const elapsed = ticking();
    const { statistics } = solve(problem, { budget: { seconds: 1 }, seed: 1, elapsed });
    expect(statistics.seconds).toBeGreaterThan(0.9);
    expect(statistics.seconds).toBeLessThan(1.4);
  });

  test('says where its seconds were over before it had looked at the plan', () => {
    const { problem } = read(randomPlant(3, 60));
    const { starved, statistics } = solve(problem, { budget: { seconds: 0.02 }, seed: 1, elapsed: ticking() });
    expect([starved, statistics.rounds < problem.activities.count]).toEqual([true, true]);
    const small = read(randomPlant(3, 6)).problem;
    for (const budget of [{ seconds: 2 }, { rounds: 1 }]) expect(solve(small, { budget, seed: 1, elapsed: ticking() }).starved).toBe(false);
  });

  test('ends where no plan can be better, whatever its seconds', () => {
    const rows = foundry();
    machined(rows, 2);
    const { problem } = read(rows);
    const elapsed = ticking();
    const alone = solve(problem, { budget: { seconds: 600 }, seed: 1, elapsed });
    expect(alone).toMatchObject({ status: 'proved', statistics: { rounds: 0 } });
    expect(elapsed()).toBeLessThan(1);
    for (const seed of seeds(18)) {
      const random = read(randomPlant(seed, 3)).problem;
      const { status, score, bound } = solve(random, { budget: { rounds: 2_000 }, seed });
      expect(status === 'proved').toBe(score.total <= bound + 1e-9);
    }
  });

  test('asks the clock as often as time needs, however long a round takes', () => {
    let now = 0;
    const asked: number[] = [];
    const elapsed = (): number => {
      asked.push(now);
      return now;
    };
    const { score, statistics } = solve(read(randomPlant(3, 6)).problem, { budget: { rounds: 1 }, seed: 1 });
    const control = createControl(
      { options: { budget: { seconds: 4 }, seed: 1, elapsed }, statistics, began: 0, exchange: null },
      createRandom(1),
      score,
    );
    const gapsAt = (round: number): number[] => {
      asked.length = 0;
      for (const until = now + 1; now < until; now += round) control.spend(1);
      return asked.slice(10).map((at, i) => at - asked[9 + i]!);
    };
    for (const round of [0.00002, 0.001, 0.01]) {
      const gaps = gapsAt(round);
      expect(gaps.length).toBeGreaterThan(50);
      expect(Math.max(...gaps)).toBeLessThan(0.02);
      expect(Math.min(...gaps)).toBeGreaterThan(0.002);
    }
  });

  test('cools over all of its budget', () => {
    const { problem } = read(randomPlant(3, 6));
    const control = { share: 0.2 };
    const cooling = createDescent(problem, control, { avoidable: 1, warmth: 1, began: 0 });
    const temperatures = [0.2, 0.4, 0.6, 0.8, 0.9999].map((share) => {
      control.share = share;
      expect(cooling.isOver(1)).toBe(false);
      return cooling.at(1);
    });
    expect([...temperatures].sort((a, b) => b - a)).toEqual(temperatures);
    expect(temperatures[0]! / temperatures[4]!).toBeGreaterThan(1000);
  });

  test('has nothing to do without orders', () => {
    expect(plan(foundry(), {}, { rounds: 100 }).result.status).toBe('empty');
  });

  test('compares the parts in their order under the strict objective', () => {
    const { problem } = read(randomPlant(5, 8), { objective: 'strict' });
    const [none, some] = [0, 1500].map((rounds) => solve(problem, { budget: { rounds }, seed: 2 }));
    expect(check(problem, some!.solution)).toEqual([]);
    expect(isBetter(problem, none!.score, some!.score)).toBe(false);
    expect(some!.score.tardiness).toBeLessThanOrEqual(none!.score.tardiness + 1e-9);
    const parts = { ...some!.score, tardiness: some!.score.tardiness - 1, furnace: some!.score.furnace + 100 };
    expect(isBetter(problem, parts, some!.score)).toBe(true);
  });

  test('counts moves per neighbourhood', () => {
    const { problem } = read(randomPlant(5, 8));
    const { statistics } = solve(problem, { budget: { rounds: 500 }, seed: 2 });
    const tried = Object.values(statistics.moves).reduce((sum, moves) => sum + moves.tried, 0);
    expect(statistics.rounds).toBe(500);
    expect(tried).toBeGreaterThan(200);
    expect(tried).toBeLessThanOrEqual(500);
  });
});
