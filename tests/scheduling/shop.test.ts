import { describe, expect, it } from 'vitest';
import { shopProblem, shopSolution } from '../../bench/engine/adapters.ts';
import { checkShop } from '../../bench/engine/checker.ts';
import type { ShopInstance } from '../../bench/engine/instances.ts';
import { SPECIALISTS } from '../../bench/specialists/index.ts';
import { solveShop, suitsShop } from '../../bench/specialists/shop/index.ts';
import { shopOf } from '../../bench/specialists/shop/model.ts';
import { relocator } from '../../bench/specialists/shop/relocate.ts';
import { assign, copyPlan, newPlan, type Shop, type ShopPlan, sequence } from '../../bench/specialists/shop/shop.ts';
import { check, type Problem } from '../../server/scheduling/index.ts';
import { createRandom, type Random } from '../../server/scheduling/random.ts';
import { solve } from '../../server/scheduling/solve.ts';

function randomShop(random: Random, jobs: number, machines: number, longest: number, flexible: boolean): ShopInstance {
  const alternatives = (): { machine: number; duration: number }[] => {
    const free = Array.from({ length: machines }, (_, machine) => machine);
    const count = flexible ? 1 + random.below(machines) : 1;
    return Array.from({ length: count }, () => ({
      machine: free.splice(random.below(free.length), 1)[0]!,
      duration: 1 + random.below(longest),
    }));
  };
  return {
    machines,
    jobs: Array.from({ length: jobs }, () => Array.from({ length: 1 + random.below(machines + 1) }, alternatives)),
  };
}

/** The least makespan over all semi-active schedules, by trying every next operation on every machine. */
function optimum(instance: ShopInstance): number {
  const next = instance.jobs.map(() => 0);
  const ready = instance.jobs.map(() => 0);
  const free = new Array<number>(instance.machines).fill(0);
  let best = Number.POSITIVE_INFINITY;
  const extend = (makespan: number): void => {
    if (makespan >= best) return;
    let open = false;
    instance.jobs.forEach((job, index) => {
      const modes = job[next[index]!];
      if (!modes) return;
      open = true;
      for (const { machine, duration } of modes) {
        const [wasReady, wasFree] = [ready[index]!, free[machine]!];
        const end = Math.max(wasReady, wasFree) + duration;
        next[index]!++;
        ready[index] = end;
        free[machine] = end;
        extend(Math.max(makespan, end));
        next[index]!--;
        ready[index] = wasReady;
        free[machine] = wasFree;
      }
    });
    if (!open) best = makespan;
  };
  extend(0);
  return best;
}

const solved = (problem: Problem, seed: number, rounds: number) => solveShop(problem, { seed, budget: { rounds } });

describe('shop search', () => {
  it.each([false, true])('gives feasible plans of random shops (flexible: %s), never below the bound', (flexible) => {
    const random = createRandom(11);
    for (let seed = 0; seed < 60; seed++) {
      const instance = randomShop(random, 2 + random.below(8), 1 + random.below(6), seed % 3 === 0 ? 2 : 30, flexible);
      const problem = shopProblem(instance);
      expect(suitsShop(problem)).toBe(true);
      const { solution, score, bound } = solved(problem, seed, 2_000);
      const verdict = checkShop(instance, shopSolution(problem, solution));
      expect(verdict.violations).toEqual([]);
      expect(verdict.objective).toBe(score.total);
      expect(check(problem, solution)).toEqual([]);
      expect(score.total).toBeGreaterThanOrEqual(bound);
    }
  });

  it('finds the optimum of tiny shops, which no bound exceeds', () => {
    const random = createRandom(5);
    for (let seed = 0; seed < 80; seed++) {
      const instance = randomShop(random, 3, 2, 9, seed % 2 === 0);
      const best = optimum(instance);
      const { score, bound } = solved(shopProblem(instance), seed, 5_000);
      expect(bound).toBeLessThanOrEqual(best);
      expect(score.total).toBe(best);
    }
  });

  it('gives the same plan for the same seed and rounds, and no worse one for more rounds', () => {
    const random = createRandom(3);
    for (let seed = 0; seed < 4; seed++) {
      const problem = shopProblem(randomShop(random, 12, 6, 50, seed % 2 === 0));
      let last = Number.POSITIVE_INFINITY;
      for (const rounds of [100, 1_000, 10_000]) {
        const [one, other] = [solved(problem, seed, rounds), solved(problem, seed, rounds)];
        expect(one.solution).toEqual(other.solution);
        expect(one.score.total).toBeLessThanOrEqual(last);
        last = one.score.total;
      }
    }
  });

  it('is what the engine runs on shops, and counts its moves', () => {
    const problem = shopProblem(randomShop(createRandom(8), 15, 5, 40, true));
    const { solution, score, bound, statistics } = solve(problem, { seed: 1, budget: { rounds: 3_000 } }, SPECIALISTS);
    expect(check(problem, solution)).toEqual([]);
    expect(score.total).toBeGreaterThanOrEqual(bound);
    expect(bound).toBeGreaterThan(0);
    expect(statistics.moves.reassignment!.tried).toBeGreaterThan(0);
    expect(Math.min(...statistics.first.map(({ total }) => total))).toBeGreaterThanOrEqual(score.total);
  });

  it('ends soon after it is cancelled, with a plan', () => {
    const instance = randomShop(createRandom(2), 60, 20, 99, true);
    const began = performance.now();
    const elapsed = (): number => (performance.now() - began) / 1000;
    let asked = 0;
    const cancelled = (): boolean => ++asked > 30;
    const problem = shopProblem(instance);
    const result = solveShop(problem, { seed: 1, budget: { seconds: 30 }, elapsed, cancelled });
    expect(asked).toBeLessThan(35);
    expect(result.status).toBe('cancelled');
    expect(checkShop(instance, shopSolution(problem, result.solution)).violations).toEqual([]);
  });

  it('leaves everything that is more than a shop to other searches', () => {
    const problem = shopProblem(randomShop(createRandom(4), 4, 3, 9, true));
    const first = problem.machines[0]!;
    const others: Problem[] = [
      { ...problem, objective: { kind: 'weighted_tardiness' } },
      { ...problem, machines: [{ ...first, unlimited: true }, ...problem.machines.slice(1)] },
      { ...problem, machines: [{ ...first, open: Int32Array.of(5, problem.horizon, 1) }, ...problem.machines.slice(1)] },
      { ...problem, modes: { ...problem.modes, lag: problem.modes.lag.map(() => 1) } },
      { ...problem, activities: { ...problem.activities, release: problem.activities.release.map(() => 1) } },
      { ...problem, blocks: [{ machine: 0, from: 0, to: 4, activity: -1 }] },
    ];
    for (const other of others) expect(suitsShop(other)).toBe(false);
  });
});

describe('relocation', () => {
  const fresh = (shop: Shop, plan: ShopPlan): ShopPlan => {
    const again = newPlan(shop);
    for (let operation = 0; operation < shop.count; operation++) assign(shop, again, operation, plan.alternative[operation]!);
    sequence(shop, again, plan.order);
    return again;
  };

  it('times any move as a plan built anew, and leaves the plan alone where it would close a circle', () => {
    const random = createRandom(9);
    let refused = 0;
    for (let round = 0; round < 6; round++) {
      const shop = shopOf(shopProblem(randomShop(random, 8, 4, 20, true)));
      const plan = newPlan(shop);
      for (let operation = 0; operation < shop.count; operation++) assign(shop, plan, operation, shop.from[operation]!);
      sequence(
        shop,
        plan,
        Int32Array.from({ length: shop.count }, (_, operation) => operation),
      );
      const relocate = relocator(shop, plan);
      const before = newPlan(shop);
      for (let move = 0; move < 200; move++) {
        const operation = random.below(shop.count);
        const alternative = shop.from[operation]! + random.below(shop.from[operation + 1]! - shop.from[operation]!);
        const places = [shop.count];
        for (let at = 0; at < shop.count; at++) if (at !== operation && plan.on[at] === shop.machine[alternative]) places.push(at);
        copyPlan(plan, before);
        const done = relocate(operation, alternative, places[random.below(places.length)]!);
        if (!done) refused++;
        expect(plan).toEqual(done ? fresh(shop, plan) : before);
      }
    }
    expect(refused).toBeGreaterThan(20);
  });
});
