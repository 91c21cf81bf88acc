import { describe, expect, test } from 'vitest';
import { batchProblem, batchSolution, shopProblem, shopSolution } from '../../bench/engine/adapters.ts';
import { checkBatch, checkShop } from '../../bench/engine/checker.ts';
import { dispatch } from '../../bench/engine/dispatcher/index.ts';
import { type BatchInstance, dueDates, type ShopInstance } from '../../bench/engine/instances.ts';
import { SPECIALISTS } from '../../bench/specialists/index.ts';
import { check, type Problem, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { createRandom } from '../../server/scheduling/random.ts';

const SEEDS = Array.from({ length: 6 }, (_, seed) => seed + 1);

/** A job shop in which every job visits every machine once; due dates as the bench sets them. */
function randomShop(seed: number, jobs: number, machines: number): ShopInstance {
  const { below } = createRandom(seed);
  const job = () => {
    const left = Array.from({ length: machines }, (_, machine) => machine);
    return left.slice().map(() => [{ machine: left.splice(below(left.length), 1)[0]!, duration: 1 + below(9) }]);
  };
  const plain = { machines, jobs: Array.from({ length: jobs }, job) };
  return { ...plain, due: dueDates(plain, 1.3) };
}

function randomBatches(seed: number, jobs: number): BatchInstance {
  const { below } = createRandom(seed);
  const durations = [2 + below(6), 2 + below(6)];
  const row = () => ({ family: below(2), release: below(10), due: 4 + below(15), weight: 1 + below(5) });
  return { machines: 2, batch_size: 2 + below(2), durations, jobs: Array.from({ length: jobs }, row) };
}

/** Least weighted tardiness over every order in which operations can be appended. */
function leastTardiness({ jobs, machines, due }: ShopInstance): number {
  let least = Number.POSITIVE_INFINITY;
  const visit = (next: readonly number[], ready: readonly number[], free: readonly number[], cost: number): void => {
    if (cost >= least) return;
    let isOver = true;
    jobs.forEach((job, index) => {
      const operation = job[next[index]!]?.[0];
      if (!operation) return;
      isOver = false;
      const end = Math.max(ready[index]!, free[operation.machine]!) + operation.duration;
      const isLast = next[index] === job.length - 1;
      const late = isLast ? due![index]!.weight * Math.max(0, end - due![index]!.due) : 0;
      visit(next.with(index, next[index]! + 1), ready.with(index, end), free.with(operation.machine, end), cost + late);
    });
    if (isOver) least = cost;
  };
  const zeros = (count: number) => new Array<number>(count).fill(0);
  visit(zeros(jobs.length), zeros(jobs.length), zeros(machines), 0);
  return least;
}

const planned = (problem: Problem, rounds: number, seed = 1): SolveResult => solve(problem, { budget: { rounds }, seed });

describe('weighted tardiness by the product’s kernel', () => {
  test.each(SEEDS)('plans of shops and of batches keep every rule and are no worse than the first (seed %i)', (seed) => {
    const shop = randomShop(seed, 7, 4);
    const batches = randomBatches(seed, 25);
    for (const [problem, verdict] of [
      [shopProblem(shop), (made: SolveResult, problem: Problem) => checkShop(shop, shopSolution(problem, made.solution))],
      [batchProblem(batches), (made: SolveResult) => checkBatch(batches, batchSolution(made.solution))],
    ] as const) {
      const result = planned(problem, 1500, seed);
      expect(check(problem, result.solution)).toEqual([]);
      const { violations, objective } = verdict(result, problem);
      expect(violations).toEqual([]);
      expect(result.score.total).toBeCloseTo(objective, 6);
      const first = planned(problem, 0).score.total;
      expect(result.score.total).toBeLessThanOrEqual(first);
      expect(first).toBeLessThanOrEqual(dispatch(problem).total + 1e-9);
      if (result.score.total > 0) expect(result.statistics.rounds).toBe(1500);
    }
  });

  test('the same seed and rounds give the same plan', () => {
    for (const problem of [shopProblem(randomShop(3, 8, 4)), batchProblem(randomBatches(3, 30))])
      expect(planned(problem, 3000, 9).solution).toEqual(planned(problem, 3000, 9).solution);
  });

  test.each(SEEDS)('more rounds are never worse (seed %i)', (seed) => {
    for (const problem of [shopProblem(randomShop(seed, 6, 4)), batchProblem(randomBatches(seed, 15))]) {
      const totals = [200, 1000, 4000].map((rounds) => planned(problem, rounds, seed).score.total);
      expect(totals).toEqual([...totals].sort((a, b) => b - a));
    }
  });

  test.each(SEEDS)('small shops are optimal, against every order (seed %i)', (seed) => {
    const shop = randomShop(200 + seed, 4, 3);
    expect(planned(shopProblem(shop), 4000, seed).score.total).toBeCloseTo(leastTardiness(shop), 6);
  });

  test.each(SEEDS)('small batches are as good as the specialist’s (seed %i)', (seed) => {
    const problem = batchProblem(randomBatches(100 + seed, 6));
    const best = solve(problem, { budget: { rounds: 60_000 }, seed }, SPECIALISTS).score.total;
    expect(planned(problem, 6000, seed).score.total).toBeCloseTo(best, 6);
  });
});

test('due dates and weights follow the published rule', () => {
  const shop = randomShop(1, 10, 3);
  expect(shop.due!.map(({ weight }) => weight)).toEqual([4, 4, 2, 2, 2, 2, 2, 2, 1, 1]);
  const work = shop.jobs[0]!.reduce((sum, modes) => sum + modes[0]!.duration, 0);
  expect(dueDates(shop, 1.5)[0]!.due).toBe(Math.floor(1.5 * work));
});
