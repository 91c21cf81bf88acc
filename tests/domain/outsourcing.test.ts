import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIRST_DATE, LAST_DATE } from '../../server/domain/ground/constants.ts';
import { addDays, daysBetween, weekday } from '../../server/domain/ground/plant-time.ts';
import * as away from '../../server/domain/plant/outsourcing.ts';

/** Wednesday. */
const TODAY = '2026-04-01';
const WEEK = { from: '2026-03-30', to: '2026-04-05' };
const day = fc.integer({ min: 0, max: daysBetween(FIRST_DATE, LAST_DATE) }).map((days) => addDays(FIRST_DATE, days));
const near = fc.integer({ min: -20, max: 20 }).map((days) => addDays(TODAY, days));

test('a week goes from Monday to Sunday, as far as the calendar does', () => {
  fc.assert(
    fc.property(day, (date) => {
      const { from, to } = away.weekOf(date);
      expect(FIRST_DATE <= from && from <= date && date <= to && to <= LAST_DATE && daysBetween(from, to) <= 6).toBe(true);
      expect([weekday(from) === 1 || from === FIRST_DATE, weekday(to) === 0 || to === LAST_DATE]).toEqual([true, true]);
    }),
    { examples: [[FIRST_DATE], [LAST_DATE], ['2023-12-31'], [TODAY]] },
  );
});

const NONE: away.AwayWork = { handover_date: '2026-04-20', return_date: '2026-04-24', answered_date: null, asked: false, done_on: null };
test.each<[string, Partial<away.AwayWork>, views: string, late: number]>([
  ['far ahead', {}, '', 0],
  ['far ahead, and asked for', { asked: true }, 'waiting', 0],
  ['asked for and answered', { asked: true, answered_date: '2026-04-25' }, '', 0],
  ['answered for this week', { answered_date: '2026-04-05' }, 'return', 0],
  ['going on Monday', { handover_date: '2026-03-30' }, 'handover waiting', 0],
  ['going on Sunday', { handover_date: '2026-04-05' }, 'handover waiting', 0],
  ['going on the Monday after', { handover_date: '2026-04-06' }, '', 0],
  ['gone, back today', { handover_date: '2026-03-20', return_date: TODAY }, 'return waiting', 0],
  ['overdue', { handover_date: '2026-03-20', return_date: '2026-03-31' }, 'late return waiting', 1],
  ['overdue, and answered', { handover_date: '2026-03-20', return_date: '2026-03-25', answered_date: '2026-04-10' }, 'late', 7],
  ['done this week', { handover_date: '2026-03-20', return_date: '2026-03-25', done_on: TODAY, asked: true }, 'return', 0],
  ['done before', { handover_date: '2026-03-30', return_date: '2026-04-01', done_on: '2026-03-29' }, '-', 0],
])('work %s', (_, parts, views, late) => {
  const work = { ...NONE, ...parts };
  const among = (['late', 'handover', 'return', 'waiting'] as const).filter((filter) => away.belongs(work, filter, WEEK, TODAY));
  expect(among.join(' ')).toBe(views.replace('-', ''));
  expect(away.isWaiting(work, WEEK)).toBe(among.includes('waiting'));
  // All open work is among all; what is done in its week.
  expect(away.belongs(work, 'all', WEEK, TODAY)).toBe(views !== '-');
  expect(away.overdueDays(work, TODAY)).toBe(late);
});

test('late work is told of first, then its handover, once that is past its return; done work by the day on which it was', () => {
  const gone = { ...NONE, handover_date: '2026-03-29', answered_date: '2026-04-25' };
  const next = (work: away.AwayWork, filter: away.WorkFilter = 'all', today = TODAY) =>
    Object.values(away.nextEvent(work, filter, WEEK.from, today));
  expect(next(NONE)).toEqual(['handover', NONE.handover_date]);
  expect(next({ ...NONE, handover_date: WEEK.from })).toEqual(['handover', WEEK.from]);
  expect(next(NONE, 'return')).toEqual(['return', NONE.return_date]);
  expect(next(gone)).toEqual(['return', '2026-04-25']);
  expect(next(gone, 'handover')).toEqual(['handover', '2026-03-29']);
  expect(next(gone, 'all', '2026-04-26')).toEqual(['late', NONE.return_date]);
  expect(next({ ...gone, done_on: TODAY }, 'all', '2026-04-26')).toEqual(['return', TODAY]);
});

test('what comes back later than the next process wants it takes its days off those to spare', () => {
  const behind = fc.record<away.Behind>({
    return_date: near,
    next_start_date: fc.option(near),
    ...{ lot_end_date: near, order_end_date: near, deadline_date: fc.option(near, { freq: 4 }) },
  });
  fc.assert(
    fc.property(behind, near, (plan, back) => {
      const spare = away.spareDays(plan);
      if (plan.deadline_date === null) return void expect([spare, away.spareDaysIfBack(plan, back)]).toEqual([null, null]);
      const late = Math.max(0, daysBetween(plan.next_start_date ?? plan.return_date, back));
      const lot = daysBetween(plan.lot_end_date, plan.deadline_date) - late;
      expect(spare).toBe(daysBetween(TODAY, plan.deadline_date) - daysBetween(TODAY, plan.order_end_date));
      expect(away.spareDaysIfBack(plan, back)).toBe(Math.min(spare!, lot));
    }),
  );
});

test('what was answered for a closed day is back on the next open one; where none comes in a year, nobody looks further', () => {
  expect([away.backOn(TODAY, () => false), away.backOn('2026-04-04', (date) => weekday(date) % 6 === 0)]).toEqual([TODAY, '2026-04-06']);
  expect(away.backOn(TODAY, () => true)).toBe('2027-04-02');
});
