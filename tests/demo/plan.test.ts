import { describe, expect, test } from 'vitest';
import { generateDemo } from '../../seeds/demo/index.ts';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import type { Demo } from '../../seeds/demo/types.ts';
import { plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { check, DEFAULT_PLAN_SETTINGS, readProblem, solve } from '../../server/scheduling/index.ts';

/** The first plan of a demo on its day, 07:30. */
function firstPlan(demo: Demo) {
  const now = plantMinutes(`${demo.options.today}T07:30:00+09:00`);
  const { problem, messages } = readProblem(planningRows(demo), DEFAULT_PLAN_SETTINGS, now);
  const { solution, score } = solve(problem, { budget: { rounds: 0 }, seed: 1 });
  return { problem, messages, solution, score };
}

describe('the clean demo', () => {
  test.each(['2026-04-01', '2026-12-20'])('made for %s is feasible, complete and mostly in time', (today) => {
    const { problem, messages, solution, score } = firstPlan(generateDemo({ today }));
    // Castings gather behind holidays (W218). Sizes whose volume does not agree would be I305.
    expect(messages.filter(({ level, code }) => (level !== 'info' || code === 'I305') && code !== 'W218')).toEqual([]);
    expect(check(problem, solution)).toEqual([]);
    expect(score.unplaced).toBe(0);
    expect(score.late_orders).toBeGreaterThan(30);
    expect(score.late_orders).toBeLessThan(150);
  });
});

test('a dirty demo is reported by the run: unknown products, missing castings and processes', () => {
  const demo = generateDemo({ today: '2026-11-20', dirty: 1 });
  const codes = new Set(firstPlan(demo).messages.map((message) => message.code));
  for (const code of ['E101', 'E102', 'E103', 'E104', 'E105', 'E106']) expect(codes, code).toContain(code);
});
