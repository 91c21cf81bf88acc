import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foundIn } from '../../admin/board/chart/scene/bars.ts';
import { type FurnaceRun, facilityBars, facilityLayout, insetOf } from '../../admin/board/chart/scene/facility-layout.ts';
import { lanesOf } from '../../admin/board/chart/scene/lanes.ts';
import { columnsOf, type FacilityLoad, fewerUnits, heightOf, levelOf } from '../../admin/board/chart/scene/load-strip.ts';
import { instantOfMinutes, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { makeEntry } from './board-entries.ts';

const stay = fc
  .record({ from: fc.nat(60), length: fc.integer({ min: 1, max: 20 }), last: fc.boolean() })
  .map(({ from, length, last }) => ({ from, to: from + length, last }));

describe('lanes', () => {
  it('never overlap in one lane, and are exactly as many as lie over each other at most', () => {
    fc.assert(
      fc.property(fc.array(stay, { maxLength: 30 }), fc.nat(4), (stays, least) => {
        const { lanes, count } = lanesOf(stays, least);
        const moments = Array.from({ length: 81 }, (_, moment) => stays.filter(({ from, to }) => from <= moment && moment < to).length);
        expect(count).toBe(Math.max(least, ...moments));
        for (const [at, one] of stays.entries()) {
          expect(lanes[at]).toBeGreaterThanOrEqual(0);
          expect(lanes[at]).toBeLessThan(count);
          for (const [other, two] of stays.entries())
            if (other < at && lanes[other] === lanes[at]) expect(one.to <= two.from || two.to <= one.from).toBe(true);
        }
      }),
    );
  });

  it('are those of the units that stays have, whatever stands beside them', () => {
    const placed = fc.tuple(stay, fc.option(fc.nat(3), { nil: undefined })).map(([one, unit]) => ({ ...one, unit }));
    const overlap = (one: { from: number; to: number }, two: { from: number; to: number }): boolean =>
      one.from < two.to && two.from < one.to;
    fc.assert(
      fc.property(fc.array(placed, { maxLength: 30 }), (stays) => {
        const { lanes, count } = lanesOf(stays, 4);
        for (const [at, one] of stays.entries()) {
          expect(lanes[at]).toBeLessThan(count);
          const others = stays.filter((_, other) => other !== at);
          if (one.unit !== undefined && !others.some(({ unit, ...two }) => unit !== undefined && overlap(one, two)))
            expect(lanes[at]).toBe(one.unit);
          for (const [other, two] of stays.entries()) if (other !== at && lanes[other] === lanes[at]) expect(overlap(one, two)).toBe(false);
        }
        const apart = stays.filter(({ unit }) => unit !== undefined);
        const clash = apart.some((one, at) => apart.some((two, other) => other < at && one.unit === two.unit && overlap(one, two)));
        if (!clash) expect(stays.every(({ unit }, at) => unit === undefined || lanes[at] === unit)).toBe(true);
      }),
    );
  });
});

const MONDAY = plantMinutes('2026-04-06T00:00:00+09:00');
const tick = fc.integer({ min: 0, max: 48 * 6 }).map((ticks) => MONDAY + ticks * 30);

describe('a bar by the minute', () => {
  it('lies within its half days, keeps something to be seen, and follows what ends before it begins', () => {
    const ends = (from: number, to: number, elapsed: boolean): [number, number] => {
      const { from: left, to: right } = insetOf({ start_date: instantOfMinutes(from), end_date: instantOfMinutes(to) }, elapsed);
      const span = { start: Math.floor(from / 720), end: Math.max(Math.ceil(to / 720), Math.floor(from / 720) + 1) };
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeGreaterThanOrEqual(-1e-9);
      expect(span.end - right - span.start - left).toBeGreaterThanOrEqual(0.2 - 1e-9);
      return [span.start + left, span.end - right];
    };
    fc.assert(
      fc.property(
        tick,
        fc.integer({ min: 1, max: 96 }),
        fc.boolean(),
        (from, length, elapsed) => void ends(from, from + length * 30, elapsed),
      ),
    );
    // Working hours fill the day: what follows in them stands side by side.
    expect(ends(MONDAY + 480, MONDAY + 600, false)[1]).toBeCloseTo(ends(MONDAY + 600, MONDAY + 720, false)[0], 9);
    expect(ends(MONDAY + 480, MONDAY + 960, false)).toEqual([Math.floor(MONDAY / 720), Math.floor(MONDAY / 720) + 2]);
  });
});

const BLANK: FacilityLoad = {
  ...{ facility: 1, stops: [], furnace: false, units: 1, unit: 'hours', limit: null, rate: 0, occupied_rate: null, tasks: 0, matching: 0 },
  ...{ load: [], open: [], counts: [], late_counts: [], closed: [], over: [] },
};

describe('a strip', () => {
  it('is as high as its half day is full, 100 % at 13 px, cut off at 130 %, red above 100 % or where a bar does not fit', () => {
    const amounts = fc.array(fc.record({ load: fc.nat(80).map((tenths) => tenths / 10), open: fc.constantFrom(0, 4) }), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(amounts, fc.nat(9), (halves, misfit) => {
        const over = misfit < halves.length ? [{ half: misfit, bars: [] }] : [];
        const load = { ...BLANK, load: halves.map((half) => half.load), open: halves.map((half) => half.open), over };
        const columns = columnsOf(load, 10, { start: 0, end: 100 }, { start: 10, end: 10 + halves.length, px: 20 });
        for (const [half, { load: planned, open }] of halves.entries()) {
          const column = columns.find((one) => one.half === half);
          const share = open > 0 ? planned / open : planned > 0 ? Number.POSITIVE_INFINITY : 0;
          const level = half === misfit || share > 1.0005 ? 'over' : share >= 0.8 ? 'near' : 'calm';
          expect(levelOf(load, half)).toBe(level);
          expect(column === undefined).toBe(planned === 0 && half !== misfit);
          if (column) expect(column).toMatchObject({ x: half * 20 + 2, width: 16, level });
          if (column && level !== 'over') expect(column.height).toBeCloseTo(share * 13, 9);
          if (column && level === 'over') expect(column.height).toBeGreaterThanOrEqual(13);
        }
      }),
    );
    expect([heightOf(0.5), heightOf(1), heightOf(9)]).toEqual([6.5, 13, 17]);
  });
});

describe('folded facilities', () => {
  it('are 22 px each, so that 27 stand on a screen of 1440 x 900 under everything else', () => {
    const folded = { name: '', load: BLANK, open: false, bars: undefined, closed: new Set<number>() };
    const rows = Array.from({ length: 30 }, (_, id) => ({ id, ...folded }));
    const { rows: placed, height } = facilityLayout(rows);
    expect(placed.every((row) => row.height === 22 && row.bars.length === 0)).toBe(true);
    expect(height).toBe(660);
  });
});

describe('the lane of a unit', () => {
  it('is closed on the days on which only the units before it are there, but not where the whole facility is', () => {
    const load: FacilityLoad = { ...BLANK, furnace: true, units: 2, unit: 'kg', limit: 500, open: [1000, 1000, 500, 500, 0, 0] };
    const fewer = fewerUnits(load, 40);
    expect([...fewer]).toEqual([
      [41, 1],
      [42, 0],
    ]);
    const row = { id: 1, name: '', load, open: true, bars: [], fewer };
    expect(facilityLayout([{ ...row, closed: new Set([42]) }]).rows[0]!.shut).toEqual([{ top: 76, bottom: 128, days: new Set([41]) }]);
    expect(facilityLayout([{ ...row, closed: new Set([42]), open: false }]).rows[0]!.shut).toEqual([]);
  });
});

describe('what the search leaves out', () => {
  const times = { run_start: '2026-04-01T08:00:00+09:00', run_end: '2026-04-02T00:00:00+09:00' };
  const runOf = (id: number, lots: readonly number[]) =>
    ({ id, ...times, members: lots.map((entry_id) => ({ entry_id, received_locked: false, late_days: 3 })) }) as unknown as FurnaceRun;
  const lot = (id: number, furnace_run_id: number, unmatched: boolean) => makeEntry({ id, furnace_run_id, unmatched, lot_late_days: 3 });
  const [mixed, grey] = facilityBars(
    [lot(1, 7, true), lot(2, 7, false), lot(3, 8, true), lot(4, 8, true)],
    [runOf(7, [1, 2]), runOf(8, [3, 4])],
    true,
  );

  it('shares the box of a run with what is found, which speaks for it; else it is a box of its own, quiet', () => {
    expect(mixed).toMatchObject({ id: '2', flagged: true, entry: { unmatched: false, lots: 2 } });
    expect(foundIn(mixed!.charge!).map(({ id }) => id)).toEqual([2]);
    expect(mixed!.charge!.lots.map(({ id }) => id)).toEqual([2, 1]);
    expect(grey).toMatchObject({ id: '3', flagged: false, entry: { unmatched: true, lots: 2 } });
  });

  it('takes a lane as everything else does', () => {
    const row = { id: 1, name: '', load: { ...BLANK, furnace: true, units: 1 }, open: true, closed: new Set<number>() };
    const { rows } = facilityLayout([{ ...row, bars: [mixed!, grey!] }]);
    const [one, other] = rows[0]!.bars;
    expect([one!.height, other!.height]).toEqual([one!.height, one!.height]);
    expect(Math.abs(one!.top - other!.top)).toBeGreaterThanOrEqual(one!.height);
  });
});
