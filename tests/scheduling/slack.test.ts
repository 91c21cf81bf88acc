import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plantBound } from '../../server/scheduling/bounds/index.ts';
import { NONE, solve } from '../../server/scheduling/index.ts';
import { isBetter, scoreOf, slackCost } from '../../server/scheduling/objective.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { NEVER, type Objective } from '../../server/scheduling/problem.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { createWorkspace } from '../../server/scheduling/search/lots/workspace.ts';
import { draws } from '../support/properties.ts';
import { addOrder, foundry, MACHINING, plan, read } from './plant.ts';
import { randomPlant } from './random-plant.ts';

const DAY = 48;

describe('slack', () => {
  const { problem } = read(foundry());
  const { objective } = problem;
  const cost = (end: number, parts: Partial<Objective> = {}): number => slackCost(problem, { ...objective, ...parts }, 10 * DAY, end);

  test('is a convex cost of the whole days left, none from slack_days on, all of it on the due date and behind', () => {
    const daysLeft = [7, 5, 4, 3, 2, 1, 0, -1, -9];
    const costs = daysLeft.map((days) => cost((10 - days) * DAY));
    expect(costs.map((each) => Number(each.toFixed(6)))).toEqual([0, 0, 0.002, 0.008, 0.018, 0.032, 0.05, 0.05, 0.05]);
    // 16:00 of the due date, and of the day before it.
    expect(cost(10 * DAY - 16)).toBeCloseTo(0.05, 9);
    expect(cost(9 * DAY - 16)).toBeCloseTo(0.032, 9);
  });

  test('costs nothing when it is off or nothing is due', () => {
    expect(cost(10 * DAY, { slackDays: 0 })).toBe(0);
    expect(slackCost(problem, objective, NEVER, 10 * DAY)).toBe(0);
  });

  test('decides between plans that are otherwise equal', () => {
    const rows = foundry();
    for (const delivery_date of ['2026-04-30', '2026-04-30', '2026-04-07'])
      addOrder(rows, { order: { delivery_date }, tasks: [{ task_id: MACHINING, work_hours: 8 }] });
    const { result, bar } = plan(rows, {}, { rounds: 300 });
    expect(bar(1003)).toContain('2026-04-02'.slice(5));
    // Ends on 4/2, five days before it is due.
    expect(result.score.slack).toBe(0);
    expect(plan(rows, { slack_days: 7 }).result.score.slack).toBeCloseTo(0.05 * (2 / 7) ** 2, 9);
  });

  test('comes last under the strict objective', () => {
    const { problem } = read(randomPlant(5, 8), { objective: 'strict' });
    const { score } = solve(problem, { budget: { rounds: 0 }, seed: 1 });
    expect(isBetter(problem, { ...score, slack: score.slack - 1 }, score)).toBe(true);
    expect(isBetter(problem, { ...score, slack: score.slack - 1, stability: score.stability + 0.01 }, score)).toBe(false);
  });
});

test('the search counts what the score says, and no plan goes below the bound of a part', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (seed) => {
      const { problem } = read(randomPlant(seed, 8));
      const { solution, score } = solve(problem, { budget: { rounds: 100 }, seed });
      if (solution.start.includes(NONE)) return;
      const work = createWorkspace(problem, createClockwork(problem), createRandom(1), solution);
      expect(work.cost - work.ledger.infeasibility).toBeCloseTo(scoreOf(problem, solution).total, 6);
      expect(plantBound(problem).slack).toBeLessThanOrEqual(score.slack + 1e-9);
    }),
    draws(30),
  );
});
