import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchProblem, shopProblem } from '../../bench/engine/adapters.ts';
import { dueDates } from '../../bench/engine/instances.ts';
import { check, NONE, type Problem, type Solution, solve } from '../../server/scheduling/index.ts';
import { scoreOf } from '../../server/scheduling/objective.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { createRandom, type Random } from '../../server/scheduling/random.ts';
import { type Control, createControl } from '../../server/scheduling/search/kernel.ts';
import { type Annealer, createAnnealer, createSnapshot, goBackTo, step } from '../../server/scheduling/search/queues/anneal.ts';
import { createFamilies } from '../../server/scheduling/search/queues/families.ts';
import { planOf, queuesOf } from '../../server/scheduling/search/queues/from-plan.ts';
import { beginAt } from '../../server/scheduling/search/queues/running.ts';
import { createQueueSearch, standInQueues } from '../../server/scheduling/search/queues/search.ts';
import { shareAnew } from '../../server/scheduling/search/queues/share-anew.ts';
import { createTempering } from '../../server/scheduling/search/queues/tempering.ts';
import { timeAgain } from '../../server/scheduling/search/queues/timing.ts';
import { createUnits } from '../../server/scheduling/search/queues/units.ts';
import { draws } from '../support/properties.ts';
import { read } from './plant.ts';
import { randomPlant } from './random-plant.ts';

/** Keeps whatever is not absurd, and nothing that is worse. */
const HOT = 20;
const COLD = 1e-12;
/** What one is in shops of such jobs, about. */
const UNIT = 20;

/** Random numbers that remember the last one drawn. */
function recorded(random: Random): Random & { last(): number } {
  let last = 0;
  const next = (): number => {
    last = random.next();
    return last;
  };
  return { next, below: random.below, last: () => last };
}

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

/** A job shop in which most jobs are late. */
function tightShop(seed: number): Problem {
  const { below } = createRandom(seed);
  const machines = 3 + below(4);
  const route = (): number[] => Array.from({ length: machines }, (_, machine) => machine).sort(() => below(3) - 1);
  const jobs = Array.from({ length: 8 }, () => route().map((machine) => [{ machine, duration: 1 + below(20) }]));
  return shopProblem({ machines, jobs, due: dueDates({ machines, jobs }, 1.3) });
}

/** Looks at the queues of the first plans of random problems, where these can be seen as queues. */
function look(
  problemOf: (seed: number) => Problem,
  see: (annealer: Annealer, random: Random, again: (plan: Solution) => Annealer) => void,
  examples: [number][] = [],
): void {
  const seen = fc.property(fc.integer({ min: 0, max: 1e9 }), (seed) => {
    const problem = problemOf(seed);
    const { solution } = solve(problem, { budget: { rounds: 0 }, seed });
    fc.pre(standInQueues(problem) && !solution.start.includes(NONE));
    const clockwork = createClockwork(problem);
    const units = createUnits(problem, clockwork);
    const queued = (plan: Solution): Annealer => createAnnealer(queuesOf(problem, clockwork, units, plan));
    see(queued(solution), createRandom(seed), queued);
  });
  fc.assert(seen, draws(40, { examples }));
}

/** A budget of rounds. */
function controlOf(problem: Problem, rounds: number): Control {
  const statistics = { rounds: 0, seconds: 0, threads: 1, moves: {}, first: [] };
  const { score } = solve(problem, { budget: { rounds: 0 }, seed: 1 });
  return createControl({ options: { budget: { rounds }, seed: 1 }, statistics, began: 0, exchange: null }, createRandom(1), score);
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

  // At an endless temperature everything is kept, so that all is timed to its end: what a move then costs says whether it is to be kept at another one.
  test.each([
    ['plants', plantOf, 2],
    ['shops', tightShop, 20],
    ['furnaces', hastyOvens, 20],
  ] as const)('that is given up before all is timed costs too much: %s', (_kind, problemOf, temperature) => {
    const made = { kept: 0, refused: 0, timed: 0, timedWhole: 0 };
    look(problemOf, (first, random, queued) => {
      let plan = planOf(first.queues);
      for (let i = 0; i < 25; i += 1) {
        const [whole, annealer] = [queued(plan), queued(plan)];
        const seed = random.below(1e9);
        const { guided, queues } = annealer;
        const timed = queues.timed;
        step(whole, createRandom(seed), Number.POSITIVE_INFINITY);
        const draws = recorded(createRandom(seed));
        step(annealer, draws, temperature);
        made.timedWhole += whole.queues.timed - timed;
        made.timed += queues.timed - timed;
        if (whole.guided === guided) continue;
        const isKept = whole.guided <= guided - temperature * Math.log(draws.last());
        made[isKept ? 'kept' : 'refused'] += 1;
        expect(annealer.guided).toBeCloseTo(isKept ? whole.guided : guided, 9);
        expect(createSnapshot(annealer)).toEqual(createSnapshot(isKept ? whole : queued(plan)));
        if (queues.overflows === 0) plan = planOf(queues);
      }
    });
    expect(Math.min(made.kept, made.refused)).toBeGreaterThan(20);
    expect(made.timed).toBeLessThan(made.timedWhole);
  });

  test('runs of a family share their members anew in one move: those due first go first', () => {
    const jobs = [10, 20, 10, 20].map((due) => ({ family: 0, release: 0, due, weight: 1 }));
    const problem = batchProblem({ machines: 1, batch_size: 2, durations: [10], jobs });
    const runs = [
      [0, 1],
      [2, 3],
    ];
    const furnaceRuns = runs.map((members, at) => ({ machine: 0, recipe: 0, start: 10 * at, end: 10 * at + 10, members }));
    const inRun = (field: 'start' | 'end'): Int32Array => Int32Array.from(jobs, (_, a) => furnaceRuns[a >> 1]![field]);
    const plan: Solution = {
      start: inRun('start'),
      end: inRun('end'),
      mode: Int32Array.from(jobs, (_, a) => problem.activities.modeFrom[a]!),
      furnaceRun: Int32Array.of(0, 0, 1, 1),
      furnaceRuns,
    };
    expect(scoreOf(problem, plan).total).toBe(10);
    const clockwork = createClockwork(problem);
    const found = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const queues = queuesOf(problem, clockwork, createUnits(problem, clockwork), plan);
      const member = 1;
      expect(shareAnew(queues, createRandom(seed), queues.turn[member]!, member, createFamilies(queues))).toBe(true);
      timeAgain(queues);
      expect(check(problem, planOf(queues))).toEqual([]);
      return scoreOf(problem, planOf(queues)).total;
    });
    expect(found).toEqual(found.map(() => 0));
  });

  test('cost what they did where plans at several temperatures change places, and the best is kept', () => {
    let [looked, gains] = [0, 0];
    look(tightShop, (annealer, random) => {
      looked += 1;
      const search = beginAt(annealer);
      const before = search.bestCost;
      const tempering = createTempering(search, random, UNIT);
      const control = controlOf(annealer.queues.problem, 1e6);
      for (let times = 0; times < 2; times += 1) {
        tempering.round(control);
        expectItsPlansCost(annealer);
        goBackTo(annealer, search.best);
        expect(annealer.cost).toBeCloseTo(search.bestCost, 9);
        expectItsPlansCost(annealer);
        if (times === 0) tempering.adopt();
      }
      expect(search.bestCost).toBeLessThanOrEqual(before);
      if (search.bestCost < before) gains += 1;
    });
    expect(gains).toBeGreaterThan(looked / 2);
  });

  test.each([
    ['plant', read(randomPlant(7, 14)).problem],
    ['shop', tightShop(7)],
  ])('a cycle gives a plan where it has found a better one, and that breaks no rule: %s', (_kind, problem) => {
    const { solution, score } = solve(problem, { budget: { rounds: 0 }, seed: 1 });
    const search = createQueueSearch(problem, createClockwork(problem), solution, 1, createRandom(1));
    const control = controlOf(problem, 20_000);
    let best: Solution | null = null;
    while (control.spend(0)) best = search.cycle(control) ?? best;
    expect(check(problem, best!)).toEqual([]);
    expect(scoreOf(problem, best!).total).toBeLessThan(score.total);
  });
});
