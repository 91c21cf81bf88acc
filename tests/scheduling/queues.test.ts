import { describe, expect, test } from 'vitest';
import { shopProblem, shopSolution } from '../../bench/engine/adapters.ts';
import { checkShop } from '../../bench/engine/checker.ts';
import { dispatch } from '../../bench/engine/dispatcher/index.ts';
import { dueDates, parseShop, type ShopInstance } from '../../bench/engine/instances.ts';
import { queueKernel } from '../../bench/engine/queues/index.ts';
import { change } from '../../bench/engine/queues/moves.ts';
import { keep, planOf, takeBack, timeWithin } from '../../bench/engine/queues/plan.ts';
import { isShop, shopOf } from '../../bench/engine/queues/shop.ts';
import { check, type Problem, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { seeds } from '../support/properties.ts';
import { read } from './plant.ts';
import { randomPlant } from './random-plant.ts';

const SEEDS = seeds(6);

/** A job shop in which every job visits every machine once; due dates as the bench sets them. */
function randomShop(seed: number, count: number, machines: number): ShopInstance {
  const { below } = createRandom(seed);
  const job = () => {
    const left = Array.from({ length: machines }, (_, machine) => machine);
    return left.slice().map(() => ({ machine: left.splice(below(left.length), 1)[0]!, duration: 1 + below(9) }));
  };
  const jobs = Array.from({ length: count }, job);
  return { machines, jobs, due: dueDates(jobs, 1.3) };
}

/** Least weighted tardiness over every order in which operations can be appended. */
function leastTardiness({ jobs, machines, due }: ShopInstance): number {
  let least = Number.POSITIVE_INFINITY;
  const visit = (next: readonly number[], ready: readonly number[], free: readonly number[], cost: number): void => {
    if (cost >= least) return;
    let isOver = true;
    jobs.forEach((job, index) => {
      const operation = job[next[index]!];
      if (!operation) return;
      isOver = false;
      const end = Math.max(ready[index]!, free[operation.machine]!) + operation.duration;
      const isLast = next[index] === job.length - 1;
      const late = isLast ? due[index]!.weight * Math.max(0, end - due[index]!.due) : 0;
      visit(next.with(index, next[index]! + 1), ready.with(index, end), free.with(operation.machine, end), cost + late);
    });
    if (isOver) least = cost;
  };
  const zeros = (count: number) => new Array<number>(count).fill(0);
  visit(zeros(jobs.length), zeros(jobs.length), zeros(machines), 0);
  return least;
}

const planned = (problem: Problem, rounds: number, seed = 1): SolveResult => solve(problem, { budget: { rounds }, seed }, queueKernel);

describe('job shops by their queues', () => {
  test.each(SEEDS)('plans keep every rule and are no worse than the first, whichever kernel made them (seed %i)', (seed) => {
    const shop = randomShop(seed, 7, 4);
    const problem = shopProblem(shop);
    const first = planned(problem, 0).score.total;
    expect(first).toBeLessThanOrEqual(dispatch(problem).total);
    for (const { solution, score, bound } of [planned(problem, 1500, seed), solve(problem, { budget: { rounds: 1500 }, seed })]) {
      expect(check(problem, solution)).toEqual([]);
      expect(checkShop(shop, shopSolution(problem, solution))).toEqual({ violations: [], objective: score.total });
      expect(score.total).toBeLessThanOrEqual(first);
      expect(score.total).toBeGreaterThanOrEqual(bound);
    }
  });

  test('the same seed and rounds give the same plan', () => {
    const problem = shopProblem(randomShop(3, 8, 4));
    expect(planned(problem, 3000, 9).solution).toEqual(planned(problem, 3000, 9).solution);
  });

  test.each(SEEDS)('more rounds are never worse (seed %i)', (seed) => {
    const problem = shopProblem(randomShop(seed, 6, 4));
    const totals = [200, 1000, 4000].map((rounds) => planned(problem, rounds, seed).score.total);
    expect(totals).toEqual([...totals].sort((a, b) => b - a));
  });

  test.each(SEEDS)('small shops are optimal, against every order (seed %i)', (seed) => {
    const shop = randomShop(200 + seed, 4, 3);
    expect(planned(shopProblem(shop), 4000, seed).score.total).toBeCloseTo(leastTardiness(shop), 6);
  });

  test.each(SEEDS)('a move that stands is timed as if built anew, another leaves all as it was (seed %i)', (seed) => {
    const problem = shopProblem(randomShop(seed, 8, 5));
    const { solution } = planned(problem, 0);
    const shop = shopOf(problem);
    const plan = planOf(shop, problem.machines.length, solution.start, solution.end);
    const random = createRandom(seed);
    const made = { kept: 0, refused: 0 };
    for (let times = 0; times < 500; times += 1) {
      const [bank, cost] = [plan.bank.slice(), plan.cost];
      const stands = change(plan, random) && timeWithin(plan, cost + random.below(40));
      if (stands) keep(plan);
      else takeBack(plan, cost);
      made[stands ? 'kept' : 'refused'] += 1;
      if (stands) {
        const start = plan.end.map((end, a) => end - shop.duration[a]!);
        const anew = planOf(shop, problem.machines.length, start, plan.end);
        expect([anew.cost, anew.end, anew.ahead, anew.next]).toEqual([plan.cost, plan.end, plan.ahead, plan.next]);
      } else expect([plan.cost, plan.bank]).toEqual([cost, bank]);
    }
    expect(Math.min(made.kept, made.refused)).toBeGreaterThan(50);
  });

  test('what is no shop stays as it was', () => {
    const { problem } = read(randomPlant(7, 8));
    expect(isShop(problem)).toBe(false);
    expect(planned(problem, 100).solution).toEqual(planned(problem, 0).solution);
  });
});

test('instances are read as they were published, due dates and weights by the rule', () => {
  const { machines, jobs, due } = parseShop('2 3\n0 3 1 2 2 4\n1 2 0 4 2 1\n', 1.5);
  expect({ machines, job: jobs[1] }).toEqual({ machines: 3, job: [1, 0, 2].map((machine, at) => ({ machine, duration: [2, 4, 1][at] })) });
  expect(due).toEqual([{ due: 13, weight: 4 }, expect.objectContaining({ due: 10 })]);
  expect(randomShop(1, 10, 3).due.map(({ weight }) => weight)).toEqual([4, 4, 2, 2, 2, 2, 2, 2, 1, 1]);
});
