import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchProblem } from '../../bench/engine/adapters.ts';
import { check, NONE, type Problem, type Solution, solve } from '../../server/scheduling/index.ts';
import { scoreOf } from '../../server/scheduling/objective.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { createRandom, type Random } from '../../server/scheduling/random.ts';
import { createControl } from '../../server/scheduling/search/kernel.ts';
import { type Annealer, createAnnealer, createSnapshot, goBackTo, step } from '../../server/scheduling/search/queues/anneal.ts';
import { planOf, queuesOf } from '../../server/scheduling/search/queues/from-plan.ts';
import { createQueueSearch, standInQueues } from '../../server/scheduling/search/queues/search.ts';
import { createUnits } from '../../server/scheduling/search/queues/units.ts';
import { read } from './plant.ts';
import { randomPlant } from './random-plant.ts';

/** Keeps whatever is not absurd, and nothing that is worse. */
const HOT = 20;
const COLD = 1e-12;

/** A random plant. */
const plantOf = (seed: number): Problem => read(randomPlant(seed, 8)).problem;

/** Jobs of one family in furnaces that take them at other paces, and no run of them may be long. */
function hastyOvens(seed: number): Problem {
  const { below } = createRandom(seed);
  const jobs = Array.from({ length: 12 }, () => ({ family: 0, release: below(20), due: below(30), weight: 1 + below(5) }));
  const problem = batchProblem({ machines: 3, batch_size: 4, durations: [40], jobs });
  for (let mode = 0; mode < problem.modes.count; mode += 1) {
    problem.modes.duration[mode] = 5 + below(6);
    problem.modes.maxDuration[mode] = problem.modes.duration[mode]! + below(3);
  }
  return problem;
}

/** Looks at the queues of the first plans of random problems, where these can be seen as queues. */
function look(problemOf: (seed: number) => Problem, see: (annealer: Annealer, random: Random) => void, examples: [number][] = []): void {
  const seen = fc.property(fc.integer({ min: 0, max: 1e9 }), (seed) => {
    const problem = problemOf(seed);
    const { solution } = solve(problem, { budget: { rounds: 0 }, seed });
    fc.pre(standInQueues(problem) && !solution.start.includes(NONE));
    const clockwork = createClockwork(problem);
    see(createAnnealer(queuesOf(problem, clockwork, createUnits(problem, clockwork), solution)), createRandom(seed));
  });
  fc.assert(seen, { numRuns: 40, examples });
}

function change(annealer: Annealer, random: Random, steps: number): void {
  for (let i = 0; i < steps; i += 1) step(annealer, random, HOT);
}

function expectItsPlansCost({ queues, cost }: Annealer): void {
  fc.pre(queues.overflows === 0);
  const { total, work_in_progress } = scoreOf(queues.problem, planOf(queues));
  expect(cost).toBeCloseTo(total - work_in_progress, 6);
}

describe('a plan as queues', () => {
  const breaksNoRule = (annealer: Annealer, random: Random): void => {
    for (let times = 0; times < 5; times += 1) {
      if (annealer.queues.overflows === 0) expect(check(annealer.queues.problem, planOf(annealer.queues))).toEqual([]);
      change(annealer, random, 100);
    }
  };

  // The example has a step that takes no time, and a run behind it with a lower number.
  test('is a plan that breaks no rule, before and after any moves', () => look(plantOf, breaksNoRule, [[2638489]]));

  test('is so too where another furnace takes longer and no run may be long', () => look(hastyOvens, breaksNoRule));

  test('costs what its plan costs, but for the days lots are in work', () =>
    look(plantOf, (annealer, random) => {
      change(annealer, random, 300);
      expectItsPlansCost(annealer);
    }));

  test('stands as it did where one goes back to it', () =>
    look(plantOf, (annealer, random) => {
      const before = createSnapshot(annealer);
      const { cost } = annealer;
      change(annealer, random, 100);
      goBackTo(annealer, before);
      expect(createSnapshot(annealer)).toEqual(before);
      expect(annealer.cost).toBeCloseTo(cost, 9);
    }));

  test('where nothing worse is kept, no move leaves it worse', () =>
    look(plantOf, (annealer, random) => {
      for (let i = 0; i < 300; i += 1) {
        const { guided } = annealer;
        step(annealer, random, COLD);
        expect(annealer.guided).toBeLessThanOrEqual(guided);
      }
      expectItsPlansCost(annealer);
    }));

  test('a cycle gives a plan where it has found a better one, and that breaks no rule', () => {
    const { problem } = read(randomPlant(7, 14));
    const { solution, score } = solve(problem, { budget: { rounds: 0 }, seed: 1 });
    const search = createQueueSearch(problem, createClockwork(problem), solution, 1, createRandom(1));
    const statistics = { rounds: 0, seconds: 0, threads: 1, moves: {}, first: [] };
    const control = createControl(
      { options: { budget: { rounds: 20_000 }, seed: 1 }, statistics, began: 0, exchange: null },
      createRandom(1),
      score,
    );
    let best: Solution | null = null;
    while (control.spend(0)) best = search.cycle(control) ?? best;
    expect(check(problem, best!)).toEqual([]);
    expect(scoreOf(problem, best!).tardiness).toBeLessThan(score.tardiness);
    expect(statistics.rounds).toBeGreaterThanOrEqual(20_000);
  });
});
