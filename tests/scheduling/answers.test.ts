import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { fingerprint } from '../../server/features/runs/work/fingerprint.ts';
import { check, essence, solve } from '../../server/scheduling/index.ts';
import { draws } from '../support/properties.ts';
import { addEntry, addOrder, foundry, MACHINING, plan, read, SHAKE_OUT, TODAY } from './plant.ts';
import { randomPlant } from './random-plant.ts';

/** A lot that goes to a partner for a week, then to machining; its shake-out is done or open. */
function away(done = true) {
  const rows = foundry();
  const [before, partner, after] = addOrder(rows, {
    tasks: [
      { task_id: SHAKE_OUT, received: done, last_reception_date: done ? '2026-03-31' : null },
      { task_id: MACHINING, arrangement: '外注', outsourcing_code: 'G001', solution_frame_days: 7, order_quantity: 4 },
      { task_id: MACHINING },
    ],
  }) as [number, number, number];
  const answer = (
    answered_date: string | null,
    more: { completed_quantity?: number; handover_date?: string; handed_on?: string } = {},
  ): void => {
    rows.outsourcing_answers = [{ order_task_id: partner, answered_date, completed_quantity: null, handover_date: null, ...more }];
  };
  return { rows, before, partner, after, answer };
}

describe('answers of partners', () => {
  type Answer = Parameters<ReturnType<typeof away>['answer']>;
  type Bar = Parameters<typeof addEntry>[4];
  const AFTER = '04-08 08:30';
  test.each<[what: string, given: { answer?: Answer; done?: boolean; bar?: Bar }, ...found: string[]]>([
    ['no answer: back after its lead time', {}, `04-01 12:00 - ${AFTER}`, AFTER],
    ['a day later than the lead time', { answer: ['2026-04-10'] }, '04-01 12:00 - 04-10 08:30', '04-10 08:30'],
    ['a day before it', { answer: ['2026-04-06', { handover_date: '2026-04-01' }] }, '04-01 12:00 - 04-06 08:30', '04-06 08:30'],
    ['a Saturday: the Monday after', { answer: ['2026-04-11'] }, '04-01 12:00 - 04-13 08:30', '04-13 08:30'],
    [
      'a handover later than the answer was given for: the lead time',
      { done: false, answer: ['2026-04-03', { handover_date: '2026-03-31' }] },
      ...[`04-01 14:00 - ${AFTER}`, AFTER],
    ],
    [
      'and never less than the answer',
      { done: false, answer: ['2026-04-30', { handover_date: '2026-03-31' }] },
      ...['04-01 14:00 - 04-30 08:30', '04-30 08:30'],
    ],
    ['a passed day of a lot not yet handed over binds nothing', { answer: ['2026-03-31'] }, `04-01 12:00 - ${AFTER}`, AFTER, 'W216'],
    [
      'a lot that is with its partner stays until the answered day, although its planned return has passed',
      { bar: {}, answer: ['2026-04-07'] },
      ...['03-23 08:00 - 04-07 08:30', '04-07 08:30'],
    ],
    [
      'a locked bar stays where it is drawn; what follows waits for the answer',
      { bar: { locked: true }, answer: ['2026-04-07'] },
      ...['03-23 08:00 - 03-30 08:30', '04-07 08:30'],
    ],
    [
      'an answer that has passed with the lot still away is asked about again',
      { bar: {}, answer: ['2026-03-31'] },
      ...['03-23 08:00 - 03-31 08:30', '04-01 12:00', 'W216'],
    ],
  ])('%s', (_, { answer: given, done, bar: stands }, back, next, ...said) => {
    const { rows, partner, after, answer } = away(done);
    if (stands) addEntry(rows, partner, '03-23 08:00', '03-30 08:30', { outsourced: true, ...stands });
    if (given) answer(...given);
    const { bar, codes, problem, result } = plan(rows);
    expect([bar(partner), bar(after).slice(0, 11)]).toEqual([back, next]);
    expect(codes.filter((code) => ['W209', 'W216'].includes(code))).toEqual(said);
    expect(check(problem, result.solution)).toEqual([]);
  });

  test('the check finds a lot that is back on another day than its partner said', () => {
    const { rows, answer } = away();
    answer('2026-04-10');
    const { problem, result } = plan(rows);
    const end = result.solution.end.slice();
    end[0]! += 48;
    expect(check(problem, { ...result.solution, end }).map(({ rule }) => rule)).toContain('partners');
  });

  test('a lot that was handed over stays late: by hand from any day on, by a request sheet once its day has passed and it was ready', () => {
    const bars = (done: boolean, entry: { asked?: boolean }, handed?: string, start = '03-23 08:00'): string => {
      const { rows, partner, answer } = away(done);
      addEntry(rows, partner, start, '03-30 08:30', { outsourced: true, ...entry });
      if (handed) answer(null, { handed_on: handed });
      return plan(rows).bar(partner);
    };
    const [stays, moves] = ['03-23 08:00 - 03-30 08:30', '04-01 12:00 - 04-08 08:30'];
    expect([bars(true, {}), bars(true, { asked: true }), bars(true, {}, '2026-03-24')]).toEqual([moves, stays, stays]);
    expect([bars(false, { asked: true }), bars(false, {}, '2026-03-24')]).toEqual(['04-01 14:00 - 04-08 08:30', stays]);
  });

  test('all pieces done is finished; some are not', () => {
    const { rows, partner, after, answer } = away();
    answer(null, { completed_quantity: 4 });
    const { bars, bar } = plan(rows);
    expect([bars.get(partner)?.finished, bar(after).slice(0, 11)]).toEqual([true, '04-01 12:00']);
    answer(null, { completed_quantity: 3 });
    expect(plan(rows).bars.get(partner)?.finished).toBe(false);
  });

  test('done pieces of a row without a quantity are measured by its share of the order', () => {
    const { rows, partner, answer } = away();
    rows.order_tasks[1] = { ...rows.order_tasks[1]!, order_quantity: 0 };
    answer(null, { completed_quantity: 2 });
    expect(plan(rows).bars.get(partner)?.finished).toBe(true);
  });

  test('an answer changes the print of the problem, a remark about nothing new does not', () => {
    const { rows, answer } = away();
    const print = (): string => fingerprint(essence(read(rows).problem));
    const before = print();
    answer(null);
    expect(print()).toBe(before);
    answer('2026-04-10');
    const answered = print();
    expect(answered).not.toBe(before);
    answer('2026-04-13');
    expect(print()).not.toBe(answered);
  });

  test('whatever partners answer, every rule holds and no answered lot is back before its day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (seed) => {
        const rows = randomPlant(seed, 6);
        rows.outsourcing_answers = rows.order_tasks
          .filter((row) => row.arrangement === '外注')
          .map((row, index) => ({
            order_task_id: row.id,
            answered_date: addDays(TODAY, ((seed + index * 7) % 30) - 4),
            completed_quantity: index % 3 === 0 ? 1 : null,
            handover_date: index % 2 === 0 ? addDays(TODAY, index % 9) : null,
          }));
        const { problem } = read(rows);
        const { solution } = solve(problem, { budget: { rounds: 300 }, seed });
        expect(check(problem, solution)).toEqual([]);
      }),
      draws(25),
    );
  });
});
