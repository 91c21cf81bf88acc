import { describe, expect, test } from 'vitest';
import { MOVINGS, type Moving } from '../../server/domain/plant/run-options.ts';
import { check, type Problem, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { movesOf } from '../../server/scheduling/moves.ts';
import { isBetter, scoreOf } from '../../server/scheduling/objective.ts';
import { foundry, machined, read } from './plant.ts';
import { morning, standingPlant } from './standing.ts';

type Five<One> = [One, One, One, One, One];

const SEEDS = [1, 2, 3, 4, 9, 10];
const ROUNDS = 1500;
const problems = new Map(SEEDS.map((seed) => [seed, morning(seed)]));
const solved = (problem: Problem, moving: Moving, seed = 3): SolveResult => solve(problem, { budget: { rounds: ROUNDS }, seed, moving });
const known = new Map<string, SolveResult>();
/** The plant of a seed planned, once for all tests. */
function planned(seed: number, moving: Moving): SolveResult {
  const result = known.get(`${seed} ${moving}`) ?? solved(problems.get(seed)!, moving);
  known.set(`${seed} ${moving}`, result);
  return result;
}

describe('a run beside a standing plan', () => {
  test('offers complete plans that keep every rule, from the one that moves least', () => {
    let most = 0;
    for (const seed of SEEDS) {
      const problem = problems.get(seed)!;
      const { alternatives, solution } = planned(seed, 'standard');
      expect(alternatives.length).toBeGreaterThan(0);
      expect(alternatives.some((plan) => plan.solution === solution)).toBe(true);
      for (const plan of alternatives) {
        expect(check(problem, plan.solution)).toEqual([]);
        expect(plan.score).toEqual(scoreOf(problem, plan.solution));
        expect(plan.moves).toEqual(movesOf(problem, plan.solution));
      }
      const orders = alternatives.map(({ moves }) => moves.orders);
      expect(orders).toEqual([...orders].sort((a, b) => a - b));
      most = Math.max(most, alternatives.length);
    }
    expect(most).toBeGreaterThan(1);
  });

  test('offers none that moves more orders than another for no fewer late days, but for the published one', () => {
    for (const seed of SEEDS) {
      const { alternatives, solution } = planned(seed, 'standard');
      for (const [place, plan] of alternatives.entries()) {
        if (plan.solution === solution) continue;
        for (const before of alternatives.slice(0, place)) expect(plan.score.late_days).toBeLessThan(before.score.late_days);
      }
    }
  });

  test('publishes what is asked for', () => {
    for (const seed of SEEDS) {
      const problem = problems.get(seed)!;
      const [misfits, least, standard, punctual, anew] = MOVINGS.map((moving) => planned(seed, moving)) as Five<SolveResult>;
      const others = standard.alternatives;
      expect(least.solution).toEqual(least.alternatives[0]!.solution);
      expect(others.every((plan) => !isBetter(problem, plan.score, standard.score))).toBe(true);
      for (const { score, alternatives } of [punctual, anew])
        expect(score.late_days).toBe(Math.min(...alternatives.map((plan) => plan.score.late_days)));
      expect(check(problem, anew.solution)).toEqual([]);
      expect(movesOf(problem, least.solution).orders).toBeLessThanOrEqual(movesOf(problem, punctual.solution).orders);
      expect(misfits.alternatives).toHaveLength(1);
    }
  });

  test('leaves a poor plan for a less late one where that is asked for', () => {
    const late = { standard: 0, punctual: 0, anew: 0 };
    for (const seed of [1, 2, 3, 4]) {
      const { problem } = read(standingPlant(seed, 30, 50));
      for (const moving of ['standard', 'punctual', 'anew'] as const) {
        const { alternatives } = solve(problem, { budget: { rounds: 3000 }, seed: 3, moving });
        late[moving] += Math.min(...alternatives.map(({ score }) => score.late_days));
      }
    }
    expect(late.punctual).toBeLessThan(late.standard);
    expect(late.anew).toBeLessThan(late.standard);
  });

  test('that moves only what no longer fits moves no more than must, and is no later than that', () => {
    for (const seed of SEEDS) {
      const problem = problems.get(seed)!;
      const kept = solve(problem, { budget: { rounds: 0 }, seed, moving: 'misfits' });
      const { solution, score, repairs } = solved(problem, 'misfits', seed);
      expect(repairs!.kept).toEqual(kept.repairs!.kept);
      expect(movesOf(problem, solution).entries).toBeLessThanOrEqual(movesOf(problem, repairs!.kept).entries);
      expect(score.late_days).toBeLessThanOrEqual(kept.score.late_days);
    }
  });

  test('makes the same plans with one seed and one number of rounds', () => {
    expect(solved(problems.get(2)!, 'standard').alternatives).toEqual(planned(2, 'standard').alternatives);
  });
});

test('a plan from scratch has nothing to choose from', () => {
  const rows = foundry();
  machined(rows, 4);
  const { alternatives, repairs } = solve(read(rows).problem, { budget: { rounds: 100 }, seed: 1 });
  expect([alternatives, repairs]).toEqual([[], null]);
});
