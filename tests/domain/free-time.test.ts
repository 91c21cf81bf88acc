import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstFree, widestGap } from '../../server/domain/bars/free-time.ts';
import type { Occupant } from '../../server/domain/bars/occupancy.ts';
import { END_HOURS, START_HOURS } from '../../server/domain/bars/task-form.ts';
import {
  ANY_WEEKDAY,
  dateOfDay,
  instantOfMinutes,
  plantClock,
  plantDate,
  plantMinutes,
  weekday,
  weekdayBits,
} from '../../server/domain/ground/plant-time.ts';
import { capacityWithin, DAY, halves, inWork, isOver, ticks } from './plant-days.ts';

const MONDAY = plantMinutes('2026-04-06T00:00:00+09:00');
const DAYS = 40;

const occupant = fc
  .record({
    from: ticks(-2 * 48, 12 * 48),
    length: fc.oneof(ticks(1, 3 * 48), halves(1, 6)),
    furnace_run_id: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 4 }),
    elapsed: fc.boolean(),
    work_time_set: fc.boolean(),
    hours: fc.option(fc.integer({ min: 1, max: 20 })),
  })
  .map(
    ({ from, length, ...more }): Occupant => ({
      id: 7,
      start_at: instantOfMinutes(MONDAY + from),
      end_at: instantOfMinutes(MONDAY + from + length),
      ...more,
    }),
  );
const capacity = capacityWithin(14);
const wanted = fc.record({
  hours: fc.integer({ min: 1, max: 60 }).map((half) => half / 2),
  elapsed: fc.boolean(),
  weekdays: fc.oneof(fc.constant(ANY_WEEKDAY), fc.integer({ min: 1, max: ANY_WEEKDAY })),
});
const from = ticks(0, 6 * 48).map((minutes) => MONDAY + minutes);

const barAt = (start: number, end: number, { hours, elapsed }: { hours: number; elapsed: boolean }): Occupant => ({
  ...{ id: 0, furnace_run_id: null, start_at: instantOfMinutes(start), end_at: instantOfMinutes(end), work_time_set: true, elapsed },
  hours,
});

describe('the first free time of a facility', () => {
  it('is free, begins in working hours of an open day, on one of its weekdays, at hours that the form offers, and is as long as the task', () => {
    fc.assert(
      fc.property(from, wanted, fc.array(occupant, { maxLength: 12 }), capacity, (begin, task, others, cap) => {
        const found = firstFree(begin, task, others, cap, DAYS);
        // So many days hold every gap after what is there.
        expect(found).toBeDefined();
        const [start, end] = [plantMinutes(found!.start), plantMinutes(found!.end)];
        expect(start).toBeGreaterThanOrEqual(begin);
        expect(inWork(start, cap)).toBe(true);
        expect(task.weekdays & (1 << weekday(plantDate(found!.start)))).not.toBe(0);
        expect(START_HOURS).toContain(plantClock(found!.start));
        expect(END_HOURS).toContain(plantClock(found!.end));
        expect(isOver(barAt(start, end, task), others, cap)).toBe(false);
        if (task.elapsed) expect(end - start).toBeGreaterThanOrEqual(task.hours * 60);
        else {
          let worked = 0;
          for (let minute = start; minute < end; minute += 30) if (inWork(minute, cap)) worked += 30;
          expect(worked).toBe(task.hours * 60);
          expect(inWork(end - 30, cap)).toBe(true);
        }
      }),
    );
  });

  it('is the first: no earlier half hour has a unit free for as long', () => {
    fc.assert(
      fc.property(from, fc.integer({ min: 1, max: 8 }), fc.array(occupant, { maxLength: 8 }), capacity, (begin, halves, others, cap) => {
        const task = { hours: halves / 2, elapsed: false, weekdays: ANY_WEEKDAY };
        const found = plantMinutes(firstFree(begin, task, others, cap, DAYS)!.start);
        for (let start = begin; start < found; start += 30) {
          const end = start + halves * 30;
          // Whole on one day: what runs over the evening is longer by the night.
          if (!inWork(start, cap) || (end - 1) % DAY >= 960 || Math.floor((end - 1) / DAY) !== Math.floor(start / DAY)) continue;
          expect(isOver(barAt(start, end, task), others, cap)).toBe(true);
        }
      }),
    );
  });

  it('is none where the facility stands still for good', () => {
    const cap = { availability: 0, overrides: new Map<string, number>(), holidays: new Set<string>() };
    expect(firstFree(MONDAY, { hours: 4, elapsed: false, weekdays: ANY_WEEKDAY }, [], cap, DAYS)).toBeUndefined();
  });

  it('lies within the days that are looked at', () => {
    const cap = { availability: 1, overrides: new Map<string, number>(), holidays: new Set<string>() };
    const find = (hours: number, elapsed: boolean, days: number) =>
      firstFree(MONDAY, { hours, elapsed, weekdays: ANY_WEEKDAY }, [], cap, days)?.end.slice(0, 16);
    expect([find(8, false, 1), find(8.5, false, 1), find(8.5, false, 2)]).toEqual(['2026-04-06T16:00', undefined, '2026-04-07T08:30']);
    expect([find(16, true, 1), find(16.5, true, 1), find(16.5, true, 2)]).toEqual(['2026-04-07T00:00', undefined, '2026-04-07T08:30']);
    expect([find(0, false, 1), find(2, true, 0)]).toEqual(['2026-04-06T08:30', undefined]);
  });

  it('takes the gap between two bars', () => {
    const bar = (first: string, last: string): Occupant => ({
      ...barAt(0, 0, { hours: 4, elapsed: false }),
      start_at: `2026-04-06T${first}:00+09:00`,
      end_at: `2026-04-06T${last}:00+09:00`,
    });
    const cap = { availability: 1, overrides: new Map<string, number>(), holidays: new Set<string>() };
    const task = { hours: 2, elapsed: false, weekdays: ANY_WEEKDAY };
    const found = firstFree(MONDAY, task, [bar('08:00', '10:00'), bar('12:00', '16:00')], cap, DAYS)!;
    expect([plantDate(found.start), plantClock(found.start), plantClock(found.end)]).toEqual(['2026-04-06', '10:00', '12:00']);
  });

  it('finds the widest gap of a half day: no start of it is free for longer, and the whole task has room there if anywhere', () => {
    fc.assert(
      fc.property(from, wanted, fc.array(occupant, { maxLength: 12 }), capacity, (begin, task, others, cap) => {
        const gap = widestGap(begin, task, others, cap, DAYS);
        const first = plantMinutes(firstFree(begin, task, others, cap, DAYS)!.start);
        const ends = (Math.floor(begin / (DAY / 2)) + 1) * (DAY / 2);
        const may = (minute: number): boolean =>
          inWork(minute, cap) && (task.weekdays & (1 << weekday(dateOfDay(Math.floor(minute / DAY))))) !== 0;
        const starts = Array.from({ length: (ends - begin) / 30 }, (_, tick) => begin + tick * 30).filter(may);
        expect(gap !== undefined).toBe(starts.length > 0);
        if (!gap) return;
        expect(starts).toContain(plantMinutes(gap.span.start));
        expect(gap.hours === task.hours).toBe(first < ends);
        if (!task.elapsed) return;
        for (const start of starts)
          expect(isOver(barAt(start, start + (gap.hours + 0.5) * 60, task), others, cap) || gap.hours >= task.hours - 0.5).toBe(true);
      }),
    );
  });

  it('waits for a weekday on which the task may start', () => {
    const cap = { availability: 1, overrides: new Map<string, number>(), holidays: new Set(['2026-04-09']) };
    const from = (...names: string[]) => firstFree(MONDAY, { hours: 2, elapsed: true, weekdays: weekdayBits(names) }, [], cap, DAYS)!;
    expect(from().start).toBe('2026-04-06T08:00:00+09:00');
    expect(from('火', '木').start).toBe('2026-04-07T08:00:00+09:00');
    expect(from('木').start).toBe('2026-04-16T08:00:00+09:00');
  });
});
