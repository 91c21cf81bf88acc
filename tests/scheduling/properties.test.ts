import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check, explain, solve } from '../../server/scheduling/index.ts';
import { isBetter, scoreOf } from '../../server/scheduling/objective.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { read } from './plant.ts';
import { randomPlant } from './random-plant.ts';
import { standing } from './standing.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });
const runs = { numRuns: 60 };

describe('any plant, any seed', () => {
  test('the plan breaks no rule and its score is what the search believed', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 14 }), (seed, orders) => {
        const { problem } = read(randomPlant(seed, orders));
        const { solution, score } = solve(problem, { budget: { rounds: 300 }, seed });
        expect(check(problem, solution)).toEqual([]);
        expect(scoreOf(problem, solution).total).toBeCloseTo(score.total, 6);
        expect(score.unplaced).toBe(0);
      }),
      runs,
    );
  });

  test('there is an entry for every order task of every lot that is planned', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rows = randomPlant(seed, 8);
        const { problem, messages } = read(rows);
        const leftOut = new Set(
          messages.filter(({ code }) => ['E101', 'E102', 'E103'].includes(code)).flatMap((message) => message.order_task_ids),
        );
        const { entries } = explain(problem, solve(problem, { budget: { rounds: 50 }, seed }));
        const planned = entries.map((entry) => entry.order_task_id).sort();
        expect(planned).toEqual(
          rows.order_tasks
            .map((row) => row.id)
            .filter((id) => !leftOut.has(id))
            .sort(),
        );
        for (const entry of entries) expect(entry.end_minutes).toBeGreaterThan(entry.start_minutes);
      }),
      runs,
    );
  });

  test('locked entries never move, whatever else is planned', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const rows = randomPlant(seed, 8);
        const random = createRandom(seed);
        const first = read(rows);
        const outcome = explain(first.problem, solve(first.problem, { budget: { rounds: 50 }, seed }));
        const kept = standing(outcome, (entry) => ({ locked: !entry.received_locked && random.below(3) === 0 }));
        const { problem } = read({ ...randomPlant(seed, 8), ...kept } as ReturnType<typeof randomPlant>);
        const result = solve(problem, { budget: { rounds: 200 }, seed: seed + 1 });
        expect(check(problem, result.solution)).toEqual([]);
        const now = new Map(explain(problem, result).entries.map((entry) => [entry.order_task_id, entry]));
        const before = new Map(outcome.entries.map((entry) => [entry.order_task_id, entry]));
        for (const entry of kept.plan_entries.filter((each) => each.locked)) {
          const [was, is] = [before.get(entry.order_task_id)!, now.get(entry.order_task_id)!];
          expect([is.start_minutes, is.end_minutes, is.facility_id]).toEqual([was.start_minutes, was.end_minutes, was.facility_id]);
        }
      }),
      runs,
    );
  });

  test('the same seed and rounds give the same plan', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { problem } = read(randomPlant(seed, 6));
        const [a, b] = [1, 2].map(() => solve(problem, { budget: { rounds: 400 }, seed }));
        expect(a!.solution).toEqual(b!.solution);
      }),
      { numRuns: 15 },
    );
  });

  test('more rounds are never worse than the first plan', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { problem } = read(randomPlant(seed, 8));
        const scores = [0, 100, 1000].map((rounds) => solve(problem, { budget: { rounds }, seed }).score);
        expect(isBetter(problem, scores[0]!, scores[1]!)).toBe(false);
        expect(isBetter(problem, scores[0]!, scores[2]!)).toBe(false);
      }),
      { numRuns: 25 },
    );
  });
});
