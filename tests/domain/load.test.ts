import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  daysBefore,
  type FurnaceLimit,
  furnaceLoad,
  type LoadBar,
  mostAtOnce,
  occupiedRateOf,
  rateOf,
  type Stay,
  workLoad,
} from '../../server/domain/bars/load.ts';
import type { Capacity, Occupant } from '../../server/domain/bars/occupancy.ts';
import { LONGEST_BAR_DAYS } from '../../server/domain/ground/constants.ts';
import { dateOfDay, dayNumber, instantOfMinutes } from '../../server/domain/ground/plant-time.ts';
import { capacityWithin, DAY, halves, inWork, isOver, ticks, unitsAt } from './plant-days.ts';

const FIRST = dayNumber('2026-04-06');
const SPAN = { first: FIRST, last: FIRST + 6 };
const BEGIN = FIRST * DAY;
const HALVES = Array.from({ length: 14 }, (_, half) => half);

const capacity = capacityWithin(6);
const bars: fc.Arbitrary<(LoadBar & Occupant)[]> = fc
  .array(
    fc.record({
      from: fc.oneof(ticks(-48, 7 * 48 - 1), halves(-2, 13)),
      length: fc.oneof(ticks(1, 3 * 48), halves(1, 6)),
      elapsed: fc.boolean(),
      work_time_set: fc.boolean(),
      hours: fc.option(fc.integer({ min: 1, max: 40 }).map((half) => half / 2)),
      by_hand: fc.boolean(),
    }),
    { maxLength: 10 },
  )
  .map((rows) =>
    rows.map(({ from, length, ...row }, id) => ({
      ...row,
      ...{ id, furnace_run_id: null, from: BEGIN + from, to: BEGIN + from + length },
      ...{ start_at: instantOfMinutes(BEGIN + from), end_at: instantOfMinutes(BEGIN + from + length) },
    })),
  );

/** The half hours in which a bar works, one by one. */
function working(bar: LoadBar, facility: Capacity): number[] {
  const { from, to } = bar;
  const minutes: number[] = [];
  for (let minute = from; minute < to; minute += 30) if (inWork(minute, facility)) minutes.push(minute);
  const whole = bar.elapsed || bar.hours === null || bar.work_time_set || from % 720 !== 0 || to % 720 !== 0;
  return whole ? minutes : minutes.slice(0, (bar.hours as number) * 2);
}

describe('the load of a facility', () => {
  it('is every half hour that its bars work, in the half day in which it lies; the sum is their work in the range', () => {
    fc.assert(
      fc.property(bars, capacity, (all, facility) => {
        const { load, open } = workLoad(all, facility, SPAN);
        const expected = HALVES.map(() => 0);
        for (const bar of all)
          for (const minute of working(bar, facility)) {
            const half = Math.floor((minute - BEGIN) / 720);
            if (half >= 0 && half < 14) expected[half]! += 0.5;
          }
        expect(load).toEqual(expected);
        expect(open).toEqual(HALVES.map((half) => 4 * unitsAt(BEGIN + half * 720, facility)));
      }),
      { numRuns: 400 },
    );
  });

  it('names bars exactly where the judge of a place finds too many, and no more than must yield', () => {
    fc.assert(
      fc.property(bars, capacity, (all, facility) => {
        const open = all.filter((bar) => !bar.elapsed && working({ ...bar, hours: null }, facility).length > 0);
        const { over } = workLoad(open, facility, SPAN);
        const inSpan = (bar: LoadBar): boolean => bar.from >= BEGIN && bar.to <= BEGIN + 7 * DAY;
        fc.pre(open.every(inSpan));
        const others = (bar: (typeof open)[number]) => open.filter((other) => other !== bar);
        const judged = open.some((bar) => isOver(bar, others(bar), facility));
        expect(over.some((ids) => ids.length > 0)).toBe(judged);
        for (const [half, ids] of over.entries()) {
          const there = open.flatMap((bar) =>
            ids.includes(bar.id) ? [] : working(bar, facility).filter((minute) => Math.floor((minute - BEGIN) / 720) === half),
          );
          const taken = new Map<number, number>();
          for (const minute of there) taken.set(minute, (taken.get(minute) ?? 0) + 1);
          expect(Math.max(0, ...taken.values())).toBeLessThanOrEqual(unitsAt(BEGIN + half * 720, facility));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('names what was put there by hand before what stood there', () => {
    const bar = (id: number, by_hand: boolean): LoadBar => ({
      ...{ id, by_hand, elapsed: false, hours: null, work_time_set: true },
      ...{ from: BEGIN + 8 * 60, to: BEGIN + 10 * 60 },
    });
    const one: Capacity = { availability: 1, overrides: new Map(), holidays: new Set() };
    const { over, load, open } = workLoad([bar(1, true), bar(2, false)], one, SPAN);
    expect(over[0]).toEqual([1]);
    expect([load[0], open[0]]).toEqual([4, 4]);
    expect(workLoad([bar(1, true), bar(2, false)], { ...one, availability: 2 }, SPAN).over[0]).toEqual([]);
  });
});

const standing: fc.Arbitrary<Stay[]> = fc
  .array(
    fc.record({
      from: ticks(-48, 7 * 48 - 1),
      length: ticks(1, 3 * 48),
      weight: fc.integer({ min: 0, max: 1000 }),
      volume: fc.integer({ min: 0, max: 10 }),
    }),
    { maxLength: 8 },
  )
  .map((rows) =>
    rows.map(({ from, length, ...row }, id) => ({
      ...row,
      ...{ ids: [id], by_hand: false },
      from: BEGIN + from,
      to: BEGIN + from + length,
    })),
  );

describe('the load of a furnace', () => {
  it('is what stands there at the fullest half hour of each half day; closed days do not stop it', () => {
    fc.assert(
      fc.property(standing, capacity, (all, facility) => {
        const found = furnaceLoad(all, { max_weight: 1000, volume: null }, facility, SPAN);
        for (const half of HALVES) {
          const begin = BEGIN + half * 720;
          const held = facility.overrides.get(dateOfDay(FIRST + (half >> 1))) ?? facility.availability;
          let [most, runs, hours] = [0, 0, 0];
          for (let minute = begin; minute < begin + 720; minute += 30) {
            const now = all.filter(({ from, to }) => from <= minute && minute < to);
            hours += now.length / 2;
            most = Math.max(
              most,
              now.reduce((sum, { weight }) => sum + weight, 0),
            );
            runs = Math.max(runs, now.length);
          }
          expect([found.occupied!.hours[half], found.occupied!.of[half]]).toEqual([hours, held * 12]);
          expect(found.load[half]).toBe(most);
          expect(found.open[half]).toBe(held * 1000);
          expect(found.over[half]!.length > 0).toBe(runs > held || most > held * 1000);
        }
        expect(rateOf(found, 14) ?? 0).toBeLessThanOrEqual(
          Math.max(0, ...HALVES.map((half) => found.load[half]! / (found.open[half] || 1))),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('is counted in what fills it more, kg or m³, and in runs where it has no limit', () => {
    const one: Capacity = { availability: 1, overrides: new Map(), holidays: new Set() };
    const run: Stay = { from: BEGIN + 480, to: BEGIN + 1200, ids: [1], weight: 500, volume: 4, by_hand: false };
    expect(furnaceLoad([run], { max_weight: 1000, volume: 5 }, one, SPAN).unit).toBe('m3');
    expect(furnaceLoad([run], { max_weight: 1000, volume: 50 }, one, SPAN).unit).toBe('kg');
    expect(furnaceLoad([run], { max_weight: null, volume: 0 }, one, SPAN)).toMatchObject({ unit: 'runs', open: HALVES.map(() => 1) });
  });
});

describe('a furnace of two units', () => {
  const two: Capacity = { availability: 2, overrides: new Map(), holidays: new Set() };
  const stay = (id: number, weight: number, volume: number): Stay => ({
    ...{ from: BEGIN + id, to: BEGIN + 720, ids: [id], weight, volume, by_hand: false },
  });
  it.each([
    [{ max_weight: 1000, volume: 2 }, 'm3', 3.5, 4, []],
    [{ max_weight: 1000, volume: 1.5 }, 'm3', 3.5, 3, [3]],
    [{ max_weight: 50, volume: 1000 }, 'kg', 110, 100, [3]],
    [{ max_weight: 55, volume: 1.75 }, 'kg', 110, 110, []],
    [{ max_weight: 0, volume: null }, 'runs', 2, 2, []],
  ] as const)('with %o is counted in %s', (limit, unit, load, open, over) => {
    const found = furnaceLoad([stay(2, 60, 1), stay(3, 50, 2.5)], limit, two, SPAN);
    expect([found.unit, found.load[0], found.open[0], found.over[0]]).toEqual([unit, load, open, over]);
    expect([found.load[1], found.over[1]]).toEqual([0, []]);
  });
});

describe('what counts, and what is named', () => {
  const date = (day: number) => dateOfDay(FIRST + day);
  const at = (day: number, hour: number): number => BEGIN + day * DAY + hour * 60;
  const plant = (availability: number, units: Record<number, number> = {}, closed: number[] = []): Capacity => ({
    availability,
    overrides: new Map(Object.entries(units).map(([day, own]) => [date(Number(day)), own])),
    holidays: new Set(closed.map(date)),
  });
  const bar = (id: number, from: number, to: number, by_hand = false): LoadBar => ({
    ...{ id, by_hand, from, to, elapsed: false, hours: null, work_time_set: true },
  });
  const stay = (id: number, from: number, to: number, weight = 1, by_hand = false): Stay => ({
    ...{ ids: [id], from, to, weight, volume: weight / 100, by_hand },
  });
  const unlimited = { max_weight: null, volume: null };

  it('closed half days count for nothing, of a furnace only while nothing stands in it', () => {
    const one = plant(1, { 2: 0 }, [1]);
    const work = workLoad([bar(1, at(0, 8), at(0, 12)), bar(2, at(3, 8), at(3, 10))], one, SPAN);
    expect(work.counted.slice(0, 8)).toEqual([true, true, false, false, false, false, true, true]);
    expect([rateOf(work, 1), rateOf(work, 2), rateOf(work, 6), rateOf(work, 7), rateOf(work, 99)]).toEqual([1, 0.5, 0.5, 0.5, 6 / 40]);
    expect(rateOf(workLoad([], plant(0), SPAN), 14)).toBe(null);
    const furnace = furnaceLoad([stay(1, at(1, 0), at(1, 12))], unlimited, one, SPAN);
    expect(furnace.counted.slice(0, 6)).toEqual([true, true, true, false, false, false]);
    expect([occupiedRateOf(furnace, 2), occupiedRateOf(furnace, 3), occupiedRateOf(work, 3)]).toEqual([0, 1 / 3, null]);
  });

  it('a bar that never works is named where its facility is shut on a working day', () => {
    const named = (facility: Capacity): number[][] => workLoad([bar(1, at(1, 8), at(2, 12))], facility, SPAN).over.slice(1, 6);
    expect(named(plant(1, { 1: 0, 2: 0 }))).toEqual([[], [1], [1], [1], []]);
    expect(named(plant(1, { 1: 0, 2: 0 }, [1]))).toEqual([[], [], [], [1], []]);
    expect(named(plant(0))).toEqual([[], [], [], [], []]);
    expect(workLoad([{ ...bar(1, at(1, 8), at(1, 12)), elapsed: true }], plant(1, { 1: 0 }), SPAN).over.flat()).toEqual([]);
  });

  it('whoever was put there by hand yields first, then whoever begins last, then the newest', () => {
    const named = (...all: LoadBar[]): number[] => workLoad(all, plant(1), SPAN).over[0]!;
    expect(named(bar(1, at(0, 9), at(0, 11)), bar(2, at(0, 8), at(0, 10)))).toEqual([1]);
    expect(named(bar(2, at(0, 8), at(0, 10)), bar(1, at(0, 8), at(0, 10)))).toEqual([2]);
    expect(named(bar(1, at(0, 8), at(0, 10), true), bar(2, at(0, 9), at(0, 11)))).toEqual([1]);
    // Side by side they fit, and so does who follows one that has yielded.
    expect(named(bar(1, at(0, 8), at(0, 10)), bar(2, at(0, 10), at(0, 12)))).toEqual([]);
    expect(named(bar(1, at(0, 8), at(0, 9)), bar(2, at(0, 8), at(0, 11), true), bar(3, at(0, 10), at(0, 12)))).toEqual([2]);
  });

  it('of a furnace the last to come, or the one that is too much alone', () => {
    const named = (all: Stay[], limit: FurnaceLimit = unlimited, units = 1): number[] =>
      furnaceLoad(all, limit, plant(units), SPAN).over[0]!;
    expect(named([stay(1, at(0, 4), at(0, 9)), stay(2, at(0, 2), at(0, 9))])).toEqual([1]);
    expect(named([stay(1, at(0, 4), at(0, 9)), stay(2, at(0, 2), at(0, 9), 1, true)])).toEqual([2]);
    expect(named([stay(1, at(0, 4), at(0, 9)), stay(2, at(0, 2), at(0, 9))], unlimited, 2)).toEqual([]);
    expect(named([stay(1, at(0, 4), at(0, 9), 500)], { max_weight: 500, volume: 5 })).toEqual([]);
    expect(named([stay(1, at(0, 4), at(0, 9), 501)], { max_weight: 500, volume: null })).toEqual([1]);
    expect(named([stay(1, at(0, 4), at(0, 9), 501)], { max_weight: 0, volume: 5 })).toEqual([1]);
    expect(named([stay(1, at(0, 4), at(0, 9), 600), stay(2, at(0, 5), at(0, 9), 600)], { max_weight: 500, volume: null }, 2)).toEqual([2]);
  });

  it('bars are known from the first day of one on, two years back at most', () => {
    const from = (days: number) => daysBefore([{ from: BEGIN - days * DAY }, { from: BEGIN }], SPAN).first;
    expect([from(0), from(3), from(5_000), daysBefore([], SPAN).first]).toEqual([FIRST, FIRST - 3, FIRST - LONGEST_BAR_DAYS, FIRST]);
  });
});

describe('the most at once', () => {
  it('is the largest number of intervals over one moment', () => {
    const interval = fc
      .record({ from: fc.nat(20), length: fc.integer({ min: 1, max: 8 }) })
      .map(({ from, length }) => ({ from, to: from + length }));
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 12 }), (all) => {
        const moments = Array.from({ length: 30 }, (_, moment) => all.filter(({ from, to }) => from <= moment && moment < to).length);
        expect(mostAtOnce(all)).toBe(Math.max(...moments));
      }),
    );
  });
});
