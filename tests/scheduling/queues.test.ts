import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check, NONE, type Problem, type Solution, solve } from '../../server/scheduling/index.ts';
import { scoreOf } from '../../server/scheduling/objective.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { createControl } from '../../server/scheduling/search/kernel.ts';
import { createAnnealer, createSnapshot, goBackTo, step } from '../../server/scheduling/search/queues/anneal.ts';
import { planOf, queuesOf } from '../../server/scheduling/search/queues/from-plan.ts';
import { createQueueSearch, standInQueues } from '../../server/scheduling/search/queues/search.ts';
import { read } from './plant.ts';
import { randomPlant } from './random-plant.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });
const runs = { numRuns: 40 };
/** Keeps whatever is not absurd, and nothing that is worse. */
const HOT = 20;
const COLD = 1e-12;

/** A random plant with its first plan, where it can be seen as queues. */
function planned(seed: number): { problem: Problem; solution: Solution } {
  const { problem } = read(randomPlant(seed, 8));
  const { solution } = solve(problem, { budget: { rounds: 0 }, seed });
  fc.pre(standInQueues(problem) && !solution.start.includes(NONE));
  return { problem, solution };
}

const annealerOf = (problem: Problem, solution: Solution) => createAnnealer(queuesOf(problem, createClockwork(problem), solution));

describe('a plan as queues', () => {
  test('is a plan that breaks no rule, before and after any moves', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { problem, solution } = planned(seed);
        const annealer = annealerOf(problem, solution);
        const random = createRandom(seed);
        for (let look = 0; look < 5; look += 1) {
          if (annealer.queues.overflows === 0) expect(check(problem, planOf(annealer.queues))).toEqual([]);
          for (let i = 0; i < 100; i += 1) step(annealer, random, HOT);
        }
      }),
      // The example has a step that takes no time, and a run behind it with a lower number.
      { ...runs, examples: [[2638489]] },
    );
  });

  test('costs what its plan costs, but for the days lots are in work', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { problem, solution } = planned(seed);
        const annealer = annealerOf(problem, solution);
        const random = createRandom(seed);
        for (let i = 0; i < 300; i += 1) step(annealer, random, HOT);
        fc.pre(annealer.queues.overflows === 0);
        const { total, work_in_progress } = scoreOf(problem, planOf(annealer.queues));
        expect(annealer.cost).toBeCloseTo(total - work_in_progress, 6);
      }),
      runs,
    );
  });

  test('stands as it did where one goes back to it', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { problem, solution } = planned(seed);
        const annealer = annealerOf(problem, solution);
        const random = createRandom(seed);
        const before = createSnapshot(annealer);
        const { cost } = annealer;
        for (let i = 0; i < 100; i += 1) step(annealer, random, HOT);
        goBackTo(annealer, before);
        expect(createSnapshot(annealer)).toEqual(before);
        expect(annealer.cost).toBeCloseTo(cost, 9);
      }),
      runs,
    );
  });

  test('where nothing worse is kept, no move leaves it worse', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { problem, solution } = planned(seed);
        const annealer = annealerOf(problem, solution);
        const random = createRandom(seed);
        for (let i = 0; i < 300; i += 1) {
          const { guided } = annealer;
          step(annealer, random, COLD);
          expect(annealer.guided).toBeLessThanOrEqual(guided);
        }
        fc.pre(annealer.queues.overflows === 0);
        const { total, work_in_progress } = scoreOf(problem, planOf(annealer.queues));
        expect(annealer.cost).toBeCloseTo(total - work_in_progress, 6);
      }),
      runs,
    );
  });

  test('a cycle gives a plan where it has found a better one, and that breaks no rule', () => {
    const { problem } = read(randomPlant(7, 14));
    const { solution, score } = solve(problem, { budget: { rounds: 0 }, seed: 1 });
    const search = createQueueSearch(problem, createClockwork(problem), solution, createRandom(1));
    const statistics = { rounds: 0, seconds: 0, threads: 1, moves: {}, first: [] };
    const control = createControl({ budget: { rounds: 20_000 }, seed: 1 }, createRandom(1), statistics, 0, score);
    let best: Solution | null = null;
    while (control.spend(0)) best = search.cycle(control) ?? best;
    expect(check(problem, best!)).toEqual([]);
    expect(scoreOf(problem, best!).tardiness).toBeLessThan(score.tardiness);
    expect(statistics.rounds).toBeGreaterThanOrEqual(20_000);
  });
});
