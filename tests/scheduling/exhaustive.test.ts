import { expect, test } from 'vitest';
import { check, solve } from '../../server/scheduling/index.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { seeds } from '../support/properties.ts';
import { exhaustiveBest } from './exhaustive.ts';
import { addOrder, facility, foundry, HEAT, MACHINING, product, read, SHAKE_OUT, treatment } from './plant.ts';

const ROUNDS = 20_000;
/** Seeds whose best plan is hard to find: far from what is nearly as good, or beside it by hours of work in progress. */
const HARD = [324, 379, 492, 610, 667, 708, 714, 723, 773, 934];
const SEEDS = Number(process.env.EXHAUSTIVE_SEEDS ?? seeds(15).length);
const HARDEST = HARD.slice(0, seeds(HARD.length).length);

/** Two to four lots of one to three tasks, at most eight in all, that compete for a furnace and a machine with tight due dates. */
function smallPlant(seed: number) {
  const { below } = createRandom(seed);
  const rows = foundry();
  rows.facilities = [facility(12, [SHAKE_OUT]), facility(13, [HEAT], { max_weight: 1000 }), facility(14, [MACHINING])];
  if (below(2) === 0) rows.facilities.push(below(2) === 0 ? facility(16, [HEAT], { max_weight: 500 }) : facility(17, [MACHINING]));
  rows.products.push(product({ id: 2, product_code: 'P-2' }));
  rows.heat_treatments.push(
    treatment({ retention_time: 6, waiting_days: below(2) }),
    treatment({ product_id: 2, temperature: 800, retention_time: below(2) === 0 ? 6 : 20 }),
  );
  let left = 8;
  for (let lot = 0; lot < 4 && left > 0; lot += 1) {
    const tasks = [SHAKE_OUT, HEAT, MACHINING].filter(() => below(3) > 0).slice(0, left);
    if (tasks.length === 0) continue;
    left -= tasks.length;
    const order = { number: 1, weight: 100 + below(6) * 100, product_id: 1 + below(2), delivery_date: `2026-04-0${1 + below(6)}` };
    addOrder(rows, { order, tasks: tasks.map((task_id) => ({ task_id, work_hours: 1 + below(10), setup_hours: below(2) })) });
  }
  return rows;
}

test('small plants are planned as well as the best of all orders, assignments and batchings', { timeout: 60_000 + SEEDS * 5_000 }, () => {
  const missed: string[] = [];
  for (const seed of new Set([...Array.from({ length: SEEDS }, (_, i) => i + 1), ...HARDEST])) {
    const { problem } = read(smallPlant(seed));
    const best = exhaustiveBest(problem);
    let found = Number.POSITIVE_INFINITY;
    // Of the hardest plants a search misses the best one time in eight: two seeds in a row are no bad luck.
    for (let search = 1; search <= 2 && found > best + 1e-6; search += 1) {
      const { solution, score, bound } = solve(problem, { budget: { rounds: ROUNDS }, seed: search });
      expect(check(problem, solution)).toEqual([]);
      expect(bound).toBeLessThanOrEqual(score.total + 1e-9);
      found = Math.min(found, score.total);
    }
    if (found > best + 1e-6) missed.push(`${seed}: ${found} instead of ${best}`);
  }
  expect(missed).toEqual([]);
});
