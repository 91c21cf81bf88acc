import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RUN_MESSAGES } from '../../server/domain/texts/plan/runs.ts';
import { explainLate } from '../../server/scheduling/explain/causes.ts';
import type { Outcome } from '../../server/scheduling/index.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { draws, seeds } from '../support/properties.ts';
import { addOrder, facility, foundry, machined, plan, SHAKE_OUT } from './plant.ts';
import { randomPlant } from './random-plant.ts';
import { type Rows, withPlan } from './standing.ts';

const SUNK = ['late_start', 'late_before', 'own_time'];

/** A random plant beside whose plan some bars are locked, every other time. */
function standingPlant(seed: number, orders: number): Rows {
  const { below } = createRandom(seed);
  const rows = randomPlant(seed, orders);
  const { outcome } = plan(rows, {}, { rounds: 40, seed });
  return below(2) === 0 ? rows : withPlan(rows, outcome, () => ({ locked: below(4) === 0 }));
}

/** Where everything stands. */
const barsOf = ({ entries }: Outcome) =>
  entries.map(({ order_task_id, facility_id, start_minutes, end_minutes }) => [order_task_id, facility_id, start_minutes, end_minutes]);

/** What is said of lateness. */
const said = ({ messages, late, figures }: Outcome) => ({
  ...{ late, unavoidable: figures.unavoidable },
  sentences: messages.flatMap(({ code, params }) => (params.cause ? [RUN_MESSAGES[code]!(params)] : [])),
});

describe('what an order is late by', () => {
  test('adds up to its days, and the main cause is the largest part that can be helped', () => {
    let count = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 3, max: 12 }), (seed, orders) => {
        const { stands } = plan(standingPlant(seed, orders), {}, { rounds: 40, seed });
        for (const { days, parts, main } of explainLate(stands)) {
          count += 1;
          expect(parts.reduce((sum, part) => sum + part.days, 0)).toBe(days);
          expect(parts.every((part) => part.days >= 1)).toBe(true);
          const helpful = parts.filter(({ cause }) => !SUNK.includes(cause));
          const most = Math.max(...(helpful.length > 0 ? helpful : parts).map((part) => part.days));
          expect([main.days, helpful.length > 0]).toEqual([most, !SUNK.includes(main.cause)]);
        }
      }),
      draws(30),
    );
    expect(count).toBeGreaterThan(10);
  });

  test('asked twice it is the same: explaining leaves the plan as it was', () => {
    const { stands } = plan(randomPlant(5, 12), {}, { rounds: 60, seed: 5 });
    const first = explainLate(stands);
    expect(first.length).toBeGreaterThan(0);
    expect(explainLate(stands)).toEqual(first);
  });
});

describe('what no other assignment takes away', () => {
  test('is what the late orders have without others, and no more than all their days', () => {
    for (const seed of seeds(15)) {
      const { stands, outcome } = plan(standingPlant(seed, 10), {}, { rounds: 40, seed });
      const days = (parts: readonly { days: number }[]): number => parts.reduce((sum, part) => sum + part.days, 0);
      const behind = explainLate(stands).reduce((sum, { days: late, alone }) => sum + late - days(alone), 0);
      expect(days(outcome.figures.unavoidable)).toBe(outcome.figures.late_days - behind);
    }
  });
});

describe('the same bars are explained by the same words', () => {
  test('after a run with frozen days, and after one that keeps all that fits', () => {
    let compared = 0;
    const plants = seeds(20);
    for (const seed of plants) {
      const rows = standingPlant(seed, 8);
      const first = plan(rows, {}, { rounds: 60, seed });
      const again = withPlan(rows, first.outcome, (entry) => rows.plan_entries.find(({ id, locked }) => locked && id === entry.id) ?? {});
      const replayed = plan(again);
      for (const frozen_days of [3, 365]) {
        const { problem, outcome } = plan(again, { frozen_days });
        if (JSON.stringify(barsOf(outcome)) !== JSON.stringify(barsOf(replayed.outcome))) continue;
        if (problem.plant!.tasks.some(({ kept }) => kept?.as === 'frozen') && outcome.late.length > 0) compared += 1;
        expect(said(outcome)).toEqual(said(replayed.outcome));
      }
    }
    expect(compared).toBeGreaterThan(plants.length / 2);
  });

  test('after a change at a facility that no late order needs', () => {
    const rows = foundry();
    for (let i = 0; i < 5; i += 1) machined(rows, 8, { delivery_date: '2026-04-03' });
    addOrder(rows, { tasks: [SHAKE_OUT] });
    const first = plan(rows, {}, { rounds: 50 });
    const again = withPlan(rows, first.outcome);
    again.facilities = again.facilities.map((one) => (one.id === 12 ? facility(12, [SHAKE_OUT], { availability: 3 }) : one));
    const { outcome } = plan(again);
    expect(barsOf(outcome)).toEqual(barsOf(first.outcome));
    expect(said(outcome)).toEqual(said(first.outcome));
  });
});
