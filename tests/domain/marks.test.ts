import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as marks from '../../server/domain/bars/marks.ts';
import { instantOfMinutes, plantMinutes, toInstant } from '../../server/domain/ground/plant-time.ts';

const DAY = 1440;
const HALF_HOURS = Array.from({ length: 17 }, (_, at) => 480 + 30 * at);
/** Clocks at which a bar may begin, and end: midnight, and the half hours of work. */
const [STARTS, ENDS] = [
  [0, ...HALF_HOURS.slice(0, -1)],
  [0, ...HALF_HOURS.slice(1)],
];
const around = (clocks: readonly number[], midnight: number): number[] =>
  [-DAY, 0, DAY].flatMap((day) => clocks.map((clock) => midnight + day + clock));
const minute = fc.integer({ min: -3 * DAY, max: 40_000 * DAY });
const instant = (minutes: number, seconds = 0): string => toInstant((minutes * 60 + seconds) * 1000 - 9 * 3_600_000);

test('what happened at a minute is drawn from the last start before it to the first end after it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        minute,
        fc.integer({ min: -4, max: 100 }).map((tick) => tick * 30),
      ),
      (at) => {
        const midnight = Math.floor(at / DAY) * DAY;
        const [starts, ends] = [around(STARTS, midnight), around(ENDS, midnight)];
        expect(marks.startOnGrid(at)).toBe(Math.max(...starts.filter((start) => start <= at)));
        expect(marks.endOnGrid(at)).toBe(Math.min(...ends.filter((end) => end >= at)));
        expect(marks.endBefore(at)).toBe(Math.max(...ends.filter((end) => end <= at)));
        expect(plantMinutes(marks.barEnd(instant(at)))).toBe(marks.endOnGrid(at));
        expect(plantMinutes(marks.barEnd(instant(at, 1)))).toBe(marks.endOnGrid(at + 1));
        const place = instantOfMinutes(marks.startOnGrid(at));
        expect(marks.beganAt(place, instant(at, 59))).toBe(instant(at, 59));
        expect([marks.beganAt(instantOfMinutes(marks.startOnGrid(at) + 30), instant(at)), marks.beganAt(place, null)]).toEqual([
          null,
          null,
        ]);
      },
    ),
  );
});

test('work that was started lasts as long as planned by the clock; it pauses over a night that it was planned over and would not be done before', () => {
  const tick = fc.integer({ min: 0, max: 3 * 48 });
  fc.assert(
    fc.property(tick, tick, fc.integer({ min: 0, max: 3 * DAY }), (one, other, at) => {
      fc.pre(one !== other);
      const [from, to] = [Math.min(one, other) * 30, Math.max(one, other) * 30];
      const inWork = (of: number): boolean => of % DAY >= 480 && of % DAY < 960;
      const ticks = Array.from({ length: (to - from) / 30 }, (_, n) => from + n * 30);
      const work = 30 * (ticks.filter(inWork).length || ticks.length);
      const overNight = Math.ceil(to / DAY) - Math.floor(from / DAY) > 1;
      const pauses = overNight && inWork(at) && (at % DAY) + work > 960;
      const started = marks.startedBar({ start_at: instant(from), end_at: instant(to) }, instant(at, 20));
      const end_at = instantOfMinutes(marks.endOnGrid(at + 1 + (pauses ? to - from : work)));
      expect(started).toEqual({
        start_at: instantOfMinutes(marks.startOnGrid(at)),
        end_at,
        done_at: pauses ? end_at : instant(at + work, 20),
      });
    }),
  );
});

test.each([
  ['炉冷', '17:09', '17:09'],
  ['空冷', '15:09', '17:09'],
])('a furnace run that was started is shifted to the minute, and cools with %s as its recipe says', (cooling_method, end, released) => {
  const at = (clock: string): string => `2026-04-01T${clock}:00+09:00`;
  const recipe = { temperature: 600, cooling_method, cooling_time: 2 };
  const planned = {
    run_start: at('08:00'),
    retention_from: at('09:00'),
    retention_to: at('16:00'),
    run_end: at('20:00'),
    released_at: at('22:00'),
  };
  const times = {
    run_start: at('07:09'),
    retention_from: at('08:09'),
    retention_to: at('15:09'),
    run_end: at(end),
    released_at: at(released),
  };
  expect(marks.startedRunTimes({ ...planned, recipe }, at('07:09'))).toEqual(times);
  expect(marks.asStarted({ ...planned, recipe, started_at: null })).toEqual({ ...planned, recipe, started_at: null });
  const kept = { ...planned, retention_to: at('15:09'), recipe, started_at: at('07:09') };
  expect(marks.asStarted(kept)).toEqual({ ...kept, run_start: at('07:09'), run_end: at(end) });
});
