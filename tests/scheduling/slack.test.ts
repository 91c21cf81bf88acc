import { describe, expect, test } from 'vitest';
import { solve } from '../../server/scheduling/index.ts';
import { isBetter, slackCost } from '../../server/scheduling/objective.ts';
import { NEVER, type Objective } from '../../server/scheduling/problem.ts';
import { foundry, machined, plan, read } from './plant.ts';
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
    for (const delivery_date of ['2026-04-30', '2026-04-30', '2026-04-07']) machined(rows, 8, { delivery_date });
    const { result, bar } = plan(rows, {}, { rounds: 300 });
    expect(bar(1003)).toContain('04-02');
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
