import { describe, expect, test } from 'vitest';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { demoOfTasks } from '../../seeds/demo/plant/sizes.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { instantOfMinutes, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import type { PlanSettings } from '../../server/domain/plant/plan-settings.ts';
import { unfitBefore } from '../../server/scheduling/first/unfit.ts';
import { type PlanningRows, readForRun, readProblem } from '../../server/scheduling/index.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { workingDaysAhead } from '../../server/scheduling/reading/index.ts';
import type { PlanEntryRow } from '../../server/scheduling/reading/rows/input.ts';
import { seeds } from '../support/properties.ts';
import { NOW, plan, settings, TODAY } from './plant.ts';
import { randomPlant } from './random-plant.ts';
import { closed, type Rows, withPlan } from './standing.ts';

/** All rows read twice: without frozen days, to find what no longer fits, and with them. */
function readTwice(rows: PlanningRows, of: PlanSettings, now: number) {
  const { problem } = readProblem(rows, { ...of, frozen_days: 0 }, now);
  const until = workingDaysAhead({ planningStart: problem.planningStart, day: problem.day! }, of.frozen_days);
  const freed = unfitBefore(problem, createClockwork(problem), until).flatMap((a) => problem.plant!.tasks[a]!.entry_id ?? []);
  return { freed, read: readProblem(rows, of, now, { freed: new Set(freed) }) };
}

/** The rows with their plan standing, some of it moved by hand or locked, and some work that takes longer than planned. */
function stale(rows: Rows, seed: number): Rows {
  const random = createRandom(seed);
  const oneIn = (many: number): boolean => random.below(many) === 0;
  const change = (entry: PlanEntryRow): Partial<PlanEntryRow> => {
    if (entry.received_locked || !oneIn(9)) return { locked: oneIn(15) };
    const by = (random.below(9) - 3) * DAY_MINUTES;
    const moved = (at: string): string => instantOfMinutes(plantMinutes(at) + by);
    return { start_at: moved(entry.start_at), end_at: moved(entry.end_at), locked: oneIn(3) };
  };
  const planned = withPlan(rows, plan(rows, {}, { rounds: 40 }).outcome, change);
  const order_tasks = planned.order_tasks.map((row) => (oneIn(12) ? { ...row, work_hours: row.work_hours + 12 } : row));
  const { id } = planned.facilities[random.below(planned.facilities.length)]!;
  return closed({ ...planned, order_tasks }, id);
}

const foundry = (seed: number): Rows => planningRows(demoOfTasks({ tasks: 120, seed, today: TODAY })) as Rows;

describe('reading for a run', () => {
  test('frees the bars inside the frozen days that all rows read twice free, and gives the same problem', () => {
    let freed = 0;
    const drawn = seeds(16);
    for (const seed of drawn.map((nth) => nth + 19)) {
      const rows = stale(seed % 3 === 0 ? foundry(seed) : randomPlant(seed, 14), seed);
      const now = plantMinutes(NOW) + (seed % 4) * DAY_MINUTES;
      const of = settings({ frozen_days: [1, 3, 5, 365][seed % 4]! });
      const { read, freed: unfit } = readTwice(rows, of, now);
      expect(readForRun(rows, of, now), `seed ${seed}`).toEqual(read);
      freed += unfit.length;
    }
    expect(freed).toBeGreaterThan(3 * drawn.length);
  });
});
