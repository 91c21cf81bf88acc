import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standing } from '../../seeds/demo/standing-rows.ts';
import { plantBound } from '../../server/scheduling/bounds/index.ts';
import { check } from '../../server/scheduling/check.ts';
import { createInquiry, explainOrder, type Inquiry, SUNK } from '../../server/scheduling/explain/reasons.ts';
import { timeAlone, timesOf } from '../../server/scheduling/explain/what-if.ts';
import { NONE, type Problem, type Solution, solve } from '../../server/scheduling/index.ts';
import { completionOf, lateDays } from '../../server/scheduling/objective.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { draftOf, solutionOf } from '../../server/scheduling/place/draft.ts';
import { lift } from '../../server/scheduling/place/occupancy.ts';
import { createPlace, PLAIN_TASTE } from '../../server/scheduling/place/placement.ts';
import { settleStep } from '../../server/scheduling/place/step.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { draws } from '../support/properties.ts';
import { addEntry, addOrder, facility, foundry, HEAT, MACHINING, plan, read, treatment } from './plant.ts';
import { randomPlant } from './random-plant.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });

/** A random plant and a plan of it; of every other one some bars of an earlier plan are locked. */
function planned(seed: number, orders: number): { problem: Problem; solution: Solution } {
  const { below } = createRandom(seed);
  const rows = randomPlant(seed, orders);
  const parts = below(2) === 0 ? { batch_retention_tolerance_hours: 2 } : {};
  const stands = below(2) === 0 ? standing(plan(rows, parts, { rounds: 20 }).outcome, () => ({ locked: below(4) === 0 })) : {};
  const { problem } = read({ ...rows, ...stands } as typeof rows, parts);
  return { problem, solution: solve(problem, { budget: { rounds: 40 }, seed }).solution };
}

const freeOf = ({ chains, activities }: Problem, { start }: Solution, chain: number): number[] => {
  const all = Array.from(
    { length: chains.activityFrom[chain + 1]! - chains.activityFrom[chain]! },
    (_, i) => chains.activityFrom[chain]! + i,
  );
  return all.filter((a) => activities.fixedStart[a] === NONE && start[a] !== NONE);
};

/** Every placed lot that is not fixed throughout. */
const lotsOf = (problem: Problem, solution: Solution): number[] =>
  Array.from({ length: problem.chains.count }, (_, chain) => chain).filter((chain) => {
    return freeOf(problem, solution, chain).length > 0 && !timesOf({ problem, ...solution }, chain).start.includes(NONE);
  });

/** The late orders of a plan. */
const lateOf = (inquiry: Inquiry) =>
  Array.from({ length: inquiry.problem.jobs.count }, (_, job) => job).flatMap((job) => {
    const { problem, solution } = inquiry;
    const days = lateDays(problem, problem.jobs.due[job]!, completionOf(problem, solution.end, job));
    return days > 0 ? [explainOrder(inquiry, job, days)] : [];
  });

describe('a lot by itself', () => {
  test('is where the engine places it, obeys every rule, and ends no later than in the plan', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 8 }), (seed, orders) => {
        const { problem, solution } = planned(seed, orders);
        const inquiry = createInquiry(problem, solution);
        const clockwork = createClockwork(problem);
        for (const chain of lotsOf(problem, solution)) {
          const alone = timeAlone(inquiry.without(chain, {}), chain);
          expect(alone.finish).toBeLessThanOrEqual(timesOf({ problem, ...solution }, chain).finish);
          const draft = draftOf(problem, clockwork, solution);
          const free = freeOf(problem, solution, chain);
          for (const a of free.toReversed()) lift(draft, a);
          for (const a of free) if (draft.start[a] === NONE) settleStep(draft, problem.activities.lead[a]!, PLAIN_TASTE, createPlace());
          expect(alone).toEqual(timesOf(draft, chain));
          const fixed = problem.activities.fixedStart.some((start) => start !== NONE);
          if (!fixed) expect(check(problem, solutionOf(draft))).toEqual([]);
        }
      }),
      draws(15, { seed: 1 }),
    );
  });

  test('leaves the plan as it was, whatever is asked away', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { problem, solution } = planned(seed, 6);
        const inquiry = createInquiry(problem, solution);
        const lots = lotsOf(problem, solution);
        const ask = () => lots.map((chain) => timeAlone(inquiry.without(chain, {}), chain));
        const before = ask();
        lateOf(inquiry);
        for (const chain of lots)
          for (const relief of [{ locks: true }, { waiting: true, weekdays: true }, { more: new Set([1, 2]) }, { opened: true }])
            timeAlone(inquiry.without(chain, relief), chain);
        expect(ask()).toEqual(before);
      }),
      draws(15),
    );
  });

  test('no cause promises more days than can be avoided', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { problem, solution } = planned(seed, 6);
        for (const { days, unavoidable, reasons } of lateOf(createInquiry(problem, solution)))
          for (const { cause, gain } of reasons) if (!SUNK.has(cause)) expect(gain).toBeLessThanOrEqual(days - unavoidable);
      }),
      draws(15),
    );
  });
});

describe('what placing knows, explaining knows', () => {
  test('parts of a lot go to one furnace, so that they wait for each other and one more furnace would help', () => {
    const rows = foundry();
    rows.facilities = [13, 23].map((id) => facility(id, [HEAT], { max_weight: 1000 }));
    rows.heat_treatments.push(treatment({ retention_time: 20, cooling_time: 0 }));
    addOrder(rows, { order: { number: 15, weight: 100, delivery_date: '2026-04-02' }, tasks: [HEAT] });
    const { problem } = read(rows);
    const { solution } = solve(problem, { budget: { rounds: 200 }, seed: 1 });
    const [order] = lateOf(createInquiry(problem, solution));
    expect(order).toMatchObject({ days: 1, unavoidable: 0, reasons: [{ cause: 'facility_capacity', gain: 1 }] });
    expect(order!.segments.map(({ kind }) => kind)).toEqual(['capacity', 'furnace']);
  });

  test('a bar that is under way is nobody’s lock: unlocked it would stay', () => {
    const lateBehind = (start: string) => {
      const rows = foundry();
      const [held] = addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 16 }] });
      addEntry(rows, held!, start, '04-02 16:00', { facility_id: 14, locked: true, work_time_set: true });
      addOrder(rows, { order: { delivery_date: '2026-04-02' }, tasks: [{ task_id: MACHINING, work_hours: 8 }] });
      const { problem } = read(rows);
      const { solution } = solve(problem, { budget: { rounds: 0 }, seed: 1 });
      return lateOf(createInquiry(problem, solution)).map(({ reasons }) => reasons[0]!.cause);
    };
    expect(lateBehind('04-01 08:00')).toEqual(['facility_capacity']);
    expect(lateBehind('04-01 12:00')).toEqual(['lock']);
  });
});

test('no plan beside locked bars goes below the bound', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { problem } = planned(seed, 6);
      const bound = plantBound(problem);
      const { score } = solve(problem, { budget: { rounds: 200 }, seed });
      expect(bound.tardiness).toBeLessThanOrEqual(score.tardiness + 1e-9);
      expect(bound.unavoidable_days).toBeLessThanOrEqual(score.late_days);
      expect(bound.total).toBeLessThanOrEqual(score.total + 1e-9);
    }),
    draws(15),
  );
});
