import { describe, expect, test } from 'vitest';
import { daysLate, standingEnds } from '../../server/scheduling/advice/effect.ts';
import { explainLate } from '../../server/scheduling/explain/causes.ts';
import { placedFirst } from '../../server/scheduling/first/preferring.ts';
import { priorityRules } from '../../server/scheduling/first/priorities.ts';
import { advise, check, type Problem, solve } from '../../server/scheduling/index.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { seeds } from '../support/properties.ts';
import { foundry, machined, plan, read } from './plant.ts';
import { standingPlant, withPlan } from './standing.ts';

const ROUNDS = { budget: { rounds: 60 }, seed: 1 };
const BRIEFLY = { budgets: { first: ROUNDS.budget, more: ROUNDS.budget }, seed: 1 };
const repaired = (problem: Problem, first: number[] = []) =>
  placedFirst(problem, createClockwork(problem), priorityRules(problem)[0]!, first);
const total = (days: readonly (number | null)[]): number => days.reduce<number>((sum, own) => sum + (own ?? 0), 0);

/** Problems of plants whose plan stands. */
const plants = seeds(15).map((seed) => read(standingPlant(seed, 10, 60)).problem);

describe('an order that is placed first', () => {
  test('is never later than it was placed, whatever the search finds, and every rule is kept', () => {
    let placed = 0;
    for (const problem of plants) {
      const late = daysLate(problem, standingEnds(problem));
      for (const { job } of explainLate({ problem, solution: repaired(problem) }).slice(0, 3)) {
        const own = repaired(problem, [job]);
        const promised = daysLate(problem, own.end)[job]!;
        expect(promised).toBeLessThanOrEqual(late[job]!);
        const { alternatives, solution, score } = solve(problem, { ...ROUNDS, first: [job] });
        for (const each of [own, solution, ...alternatives.map((plan) => plan.solution)]) {
          expect(check(problem, each)).toEqual([]);
          expect(daysLate(problem, each.end)[job]!).toBeLessThanOrEqual(promised);
        }
        // Its preference is none of the objective's.
        expect(score.late_days).toBe(total(daysLate(problem, solution.end)));
        expect(score.tardiness).toBeLessThan(1e5);
        placed += 1;
      }
    }
    expect(placed).toBeGreaterThan(plants.length);
  });

  test('pushes no more than it needs: one that is in time where it stands moves nothing', () => {
    for (const problem of plants) {
      const late = daysLate(problem, standingEnds(problem));
      for (const job of late.keys()) if (late[job] === 0) expect(repaired(problem, [job]).start).toEqual(repaired(problem).start);
    }
  });

  test('and several of them in the order that they are given', () => {
    const [problem, jobs] = threeOfOneDay();
    for (const first of [jobs, jobs.toReversed()]) {
      const days = daysLate(problem, solve(problem, { ...ROUNDS, first }).solution.end);
      expect(days[first[0]!]).toBeLessThanOrEqual(days[first[1]!]!);
    }
  });
});

/** Three orders of a day each, all of them due before they can all be done, on one machine; the last two of the plan. */
function threeOfOneDay(): [Problem, number[]] {
  const rows = foundry();
  for (let i = 0; i < 3; i += 1) machined(rows, 8, { delivery_date: '2026-04-01' });
  const { problem } = read(withPlan(rows, plan(rows, {}, { rounds: 50 }).outcome));
  const byEnd = [0, 1, 2].sort((a, b) => standingEnds(problem)[a]! - standingEnds(problem)[b]!);
  return [problem, byEnd.slice(1)];
}

describe('advice', () => {
  test('adds up: what the order wins and what others pay, of the plans themselves', () => {
    let given = 0;
    for (const problem of plants) {
      const late = daysLate(problem, standingEnds(problem));
      for (const [job, { order_id }] of problem.plant!.orders.entries()) {
        if (!late[job]) continue;
        const { first, partner, capacity } = advise(problem, order_id, BRIEFLY);
        // What comes back from its partner may be all that moves, and that stands fixed.
        for (const effect of [first, capacity]) if (effect) expect(effect.moved_entries).toBeGreaterThan(0);
        for (const effect of [first, partner, capacity]) {
          if (!effect) continue;
          given += 1;
          expect(effect.gain_days).toBeGreaterThan(0);
          expect(effect.late_days_after).toBe(late[job]! - effect.gain_days);
          expect(effect.pays.every(({ days_before, days_after }) => days_after > days_before)).toBe(true);
          expect(effect.pays.map((each) => each.order_id)).not.toContain(order_id);
          expect(effect.total_days).toBeGreaterThanOrEqual(-total(late));
        }
        if (partner && first) expect(partner.gain_days).toBeGreaterThan(first.gain_days);
      }
    }
    expect(given).toBeGreaterThan(plants.length / 2);
  });

  test('names who pays: the order that stood before it', () => {
    const rows = foundry();
    // On one machine, the one that is due later first.
    for (const delivery_date of ['2026-04-02', '2026-04-01']) machined(rows, 8, { delivery_date });
    const { outcome } = plan(rows, {}, { rounds: 50 });
    const [one, other] = outcome.entries as [(typeof outcome.entries)[0], (typeof outcome.entries)[0]];
    const swapped = { start_minutes: other.start_minutes, end_minutes: other.end_minutes };
    const turned = [
      { ...one, ...swapped },
      { ...other, start_minutes: one.start_minutes, end_minutes: one.end_minutes },
    ];
    const { problem } = read(withPlan(rows, { ...outcome, entries: turned }));
    const late = daysLate(problem, standingEnds(problem));
    const job = late.findIndex((days) => days! > 0);
    const { order_id } = problem.plant!.orders[job]!;
    const { first, partner } = advise(problem, order_id, BRIEFLY);
    expect(first).toMatchObject({ gain_days: late[job], late_days_after: 0, moved_orders: 2 });
    expect(partner).toBeNull();
  });

  test('of an order in time, and of one that is not there, is none', () => {
    const [problem] = plants as [Problem];
    const late = daysLate(problem, standingEnds(problem));
    const inTime = problem.plant!.orders[late.indexOf(0)]!.order_id;
    for (const id of [inTime, 999_999])
      expect(advise(problem, id, BRIEFLY)).toEqual({ replanned: null, first: null, partner: null, capacity: null });
  });
});
