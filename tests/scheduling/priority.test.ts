import { describe, expect, test } from 'vitest';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { PRIORITIES, type Priority } from '../../server/domain/plant/priority.ts';
import type { Moving } from '../../server/domain/plant/run-options.ts';
import { placeAll } from '../../server/scheduling/first/construct.ts';
import { priorityRules } from '../../server/scheduling/first/priorities.ts';
import { check, essence, type Problem, type Solution, solve } from '../../server/scheduling/index.ts';
import { completionOf, lateDays, scoreOf } from '../../server/scheduling/objective.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { createDraft, solutionOf } from '../../server/scheduling/place/draft.ts';
import { seeds } from '../support/properties.ts';
import { foundry, machined, plan, read } from './plant.ts';
import { randomPlant } from './random-plant.ts';
import { withPlan } from './standing.ts';

const { rush_factor, deferred_factor } = DEFAULT_PLAN_SETTINGS.weights;

/** One facility and six orders of a day each, all due on one day that two of them can keep. */
function crowded(priorities: Readonly<Record<number, Priority>> = {}): ReturnType<typeof foundry> {
  const rows = foundry();
  for (let id = 1; id <= 6; id += 1) machined(rows, 8, { delivery_date: '2026-04-03', priority: priorities[id] ?? 'normal' });
  return rows;
}
const daysOf = (problem: Problem, { end }: Pick<Solution, 'end'>, job: number): number =>
  lateDays(problem, problem.jobs.due[job]!, completionOf(problem, end, job));
/** Serial numbers by their ends. */
const sequence = ({ problem, result: { solution } }: ReturnType<typeof plan>): string[] =>
  problem
    .plant!.orders.map(({ serial_number }, job) => ({ serial_number, end: completionOf(problem, solution.end, job) }))
    .sort((a, b) => a.end - b.end)
    .map(({ serial_number }) => serial_number);

describe('the priority of an order', () => {
  test('a rush order goes first and a deferred one last, from scratch, searched or not', () => {
    for (const rounds of [0, 400]) {
      const told = sequence(plan(crowded({ 5: 'rush', 1: 'deferred' }), {}, { rounds }));
      expect([told[0], told.at(-1)]).toEqual(['S5', 'S1']);
    }
  });

  test('is obeyed beside a standing plan before anything is searched, but where only misfits move', () => {
    const before = plan(crowded(), {}, { rounds: 300 });
    const last = Number(sequence(before).at(-1)!.slice(1));
    const { problem } = read(withPlan(crowded({ [last]: 'rush' }), before.outcome));
    const daysBy = (moving: Moving): number =>
      daysOf(problem, solve(problem, { budget: { rounds: 0 }, seed: 1, moving }).solution, last - 1);
    expect(daysBy('standard')).toBe(0);
    expect(daysBy('misfits')).toBeGreaterThan(4);
  });

  test('is obeyed beside a standing plan, and what is in the way is moved', () => {
    const before = plan(crowded(), {}, { rounds: 300 });
    const last = Number(sequence(before).at(-1)!.slice(1));
    const rows = withPlan(crowded({ [last]: 'rush' }), before.outcome);
    const after = plan(rows, {}, { rounds: 600 });
    const job = last - 1;
    expect(daysOf(before.problem, before.result.solution, job)).toBeGreaterThan(4);
    expect(daysOf(after.problem, after.result.solution, job)).toBe(0);
    expect(check(after.problem, after.result.solution)).toEqual([]);
  });

  test('weighs all of its lateness, and the days by which plans are compared', () => {
    const { problem, result } = plan(crowded());
    const late = problem.plant!.orders.map((_, job) => daysOf(problem, result.solution, job));
    const job = late.indexOf(Math.max(...late));
    const costs = PRIORITIES.map((priority) => scoreOf(read(crowded({ [job + 1]: priority })).problem, result.solution));
    const own = late[job]! + late[job]! ** 2 / 20 + 3;
    const [rush, normal, deferred] = costs as [(typeof costs)[0], (typeof costs)[0], (typeof costs)[0]];
    expect(rush.tardiness - normal.tardiness).toBeCloseTo(own * (rush_factor - 1), 6);
    expect(normal.tardiness - deferred.tardiness).toBeCloseTo(own * (1 - deferred_factor), 6);
    expect(rush.weighted_late_days - normal.weighted_late_days).toBeCloseTo(late[job]! * (rush_factor - 1), 6);
    expect([rush.late_days, deferred.late_days]).toEqual([normal.late_days, normal.late_days]);
  });

  test.each(seeds(12))('no rule of the first plans ends a rush order later than a deferred one (plant %i)', (seed) => {
    const ends = (order: number, priority: Priority): number[] => {
      const rows = randomPlant(seed, 12);
      const { problem } = read({ ...rows, orders: rows.orders.map((row) => (row.id === order ? { ...row, priority } : row)) });
      const job = problem.plant!.orders.findIndex(({ order_id }) => order_id === order);
      return priorityRules(problem).map((rule) => {
        const draft = createDraft(problem, createClockwork(problem));
        placeAll(draft, rule);
        return job < 0 ? 0 : completionOf(problem, solutionOf(draft).end, job);
      });
    };
    for (const order of [1, 4, 7, 10]) {
      const deferred = ends(order, 'deferred');
      for (const [at, end] of ends(order, 'rush').entries()) expect(end).toBeLessThanOrEqual(deferred[at]!);
    }
  });

  test('makes another problem of it: the next run plans again', () => {
    const of = (priorities: Parameters<typeof crowded>[0]) => JSON.stringify(essence(read(crowded(priorities)).problem));
    expect(of({ 3: 'rush' })).not.toBe(of({}));
    expect(of({ 3: 'normal' })).toBe(of({}));
  });

  test('who stands in the way is told by due dates, and how many of them are rush orders', () => {
    const told = plan(crowded({ 5: 'rush', 6: 'rush' }), {}, { rounds: 200 });
    const [note] = told.outcome.late;
    expect(note).toMatchObject({ cause: 'earlier_due', wait: { rush: 2 } });
  });
});
