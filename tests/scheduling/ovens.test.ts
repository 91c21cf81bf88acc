import { describe, expect, test } from 'vitest';
import { batchProblem, batchSolution, ovenProblem } from '../../bench/engine/adapters.ts';
import { checkBatch, checkOven } from '../../bench/engine/checker.ts';
import type { BatchInstance, OvenInstance } from '../../bench/engine/instances.ts';
import { SPECIALISTS } from '../../bench/specialists/index.ts';
import { solveOvens, suitsOvens } from '../../bench/specialists/ovens/index.ts';
import { check, type Problem, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { seeds } from '../support/properties.ts';

const SEEDS = seeds(20);

function randomBatches(seed: number, jobs: number): BatchInstance {
  const { below } = createRandom(seed);
  const durations = [2 + below(6), 2 + below(6)];
  const row = () => ({ family: below(2), release: below(10), due: 4 + below(15), weight: 1 + below(5) });
  return { machines: 2, batch_size: 2 + below(2), durations, jobs: Array.from({ length: jobs }, row) };
}

function randomOvens(seed: number, jobs: number): OvenInstance {
  const { below } = createRandom(seed);
  const matrix = () => [0, 1].map(() => [0, 1].map(() => below(4)));
  const oven = () => ({ capacity: 8 + below(5), initial_state: below(2), intervals: [between(0, 40 + below(40)), between(90, 2000)] });
  const row = () => {
    const [release, shortest] = [below(40), 3 + below(10)];
    const times = {
      earliest_start: release,
      latest_end: release + shortest + below(25),
      min_time: shortest,
      max_time: shortest + below(12),
    };
    return { ...times, machines: below(3) === 0 ? [below(2)] : [0, 1], size: 1 + below(5), attribute: below(2) };
  };
  return {
    machines: [oven(), oven()],
    setup_times: matrix(),
    setup_costs: matrix(),
    jobs: Array.from({ length: jobs }, row),
    weights: { runtime: 4, late: 100, setup_times: 1, setup_costs: 2, scale: 1000 },
  };
}
const between = (start: number, end: number) => ({ start, end });

const planned = (problem: Problem, rounds: number, seed = 1): SolveResult => solve(problem, { budget: { rounds }, seed }, SPECIALISTS);

describe('plans of ovens', () => {
  test.each(SEEDS)('keep every rule, by the engine’s check and the bench’s own (seed %i)', (seed) => {
    for (const jobs of [1, 7, 25]) {
      const ovens = randomOvens(seed, jobs);
      const batches = randomBatches(seed, jobs);
      for (const [problem, verdict] of [
        [ovenProblem(ovens), (result: SolveResult) => checkOven(ovens, batchSolution(result.solution))],
        [batchProblem(batches), (result: SolveResult) => checkBatch(batches, batchSolution(result.solution))],
      ] as const) {
        expect(suitsOvens(problem)).toBe(true);
        const result = planned(problem, 30_000, seed);
        expect(check(problem, result.solution)).toEqual([]);
        const { violations, objective } = verdict(result);
        expect(violations).toEqual([]);
        expect(result.score.total).toBeCloseTo(objective, 6);
        expect(result.bound).toBeLessThanOrEqual(result.score.total + 1e-9);
      }
    }
  });

  test.each(SEEDS)('keep every rule without a first plan to fall back on (seed %i)', (seed) => {
    const problem = ovenProblem(randomOvens(seed, 40));
    expect(check(problem, solveOvens(problem, { budget: { rounds: 30_000 }, seed }).solution)).toEqual([]);
  });

  test('are the same for the same seed and rounds', () => {
    for (const problem of [ovenProblem(randomOvens(3, 30)), batchProblem(randomBatches(3, 30))])
      expect(planned(problem, 60_000, 9).solution).toEqual(planned(problem, 60_000, 9).solution);
  });

  test.each(SEEDS)('are never worse for more rounds (seed %i)', (seed) => {
    for (const problem of [ovenProblem(randomOvens(seed, 15)), batchProblem(randomBatches(seed, 15))]) {
      const totals = [2_000, 20_000, 80_000, 200_000].map((rounds) => planned(problem, rounds, seed).score.total);
      expect(totals).toEqual([...totals].sort((a, b) => b - a));
    }
  });

  test('are given up when cancelled, and stand complete', () => {
    const problem = ovenProblem(randomOvens(5, 60));
    let asked = 0;
    const result = solveOvens(problem, { budget: { rounds: 1e9 }, seed: 1, cancelled: () => ++asked > 5 });
    expect(result.status).toBe('cancelled');
    expect(check(problem, result.solution)).toEqual([]);
  });
});

/** The least weighted tardiness over all batchings, machines and orders: batches are appended to machines one after the other. */
function leastTardiness({ jobs, machines, batch_size, durations }: BatchInstance): number {
  let least = Number.POSITIVE_INFINITY;
  const visit = (left: number, free: readonly number[], cost: number): void => {
    if (cost >= least) return;
    if (left === 0) {
      least = cost;
      return;
    }
    for (let set = left; set > 0; set = (set - 1) & left) {
      const members = jobs.filter((_, job) => (set >> job) & 1);
      const { family } = members[0]!;
      if (members.length > batch_size || members.some((job) => job.family !== family)) continue;
      const ready = Math.max(...members.map((job) => job.release));
      for (let machine = 0; machine < machines; machine++) {
        const end = Math.max(free[machine]!, ready) + durations[family]!;
        const late = members.reduce((sum, job) => sum + job.weight * Math.max(0, end - job.due), 0);
        visit(left & ~set, free.with(machine, end), cost + late);
      }
    }
  };
  visit((1 << jobs.length) - 1, new Array<number>(machines).fill(0), 0);
  return least;
}

test.each(SEEDS)('small cases are optimal, against every batching, machine and order (seed %i)', (seed) => {
  const instance = randomBatches(100 + seed, 5);
  expect(planned(batchProblem(instance), 60_000, seed).score.total).toBeCloseTo(leastTardiness(instance), 6);
});
