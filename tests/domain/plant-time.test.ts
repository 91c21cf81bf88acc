import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIRST_DATE, LAST_DATE } from '../../server/domain/ground/constants.ts';
import * as time from '../../server/domain/ground/plant-time.ts';

const YEAR = { min: 1, max: 9999 };
const day = fc.record({ year: fc.integer(YEAR), month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 31 }) });
const written = ({ year, month, day: of }: { year: number; month: number; day: number }): string =>
  [String(year).padStart(4, '0'), ...[month, of].map((part) => String(part).padStart(2, '0'))].join('-');
/** From 1850 to 2100, to the millisecond, many of them whole half days. */
const moment = fc.oneof(
  fc.integer({ min: -3_786_912_000_000, max: 4_102_444_800_000 }),
  fc.integer({ min: -9e4, max: 9e4 }).map((at) => at * 432e5),
);
/** Since the country has one time by law, and no summer time. */
const sinceThen = moment.filter((ms) => ms > -5e11);
const intl = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'medium' });

describe('a day', () => {
  test('is one that exists, is numbered from 1970 on, and has the weekday that the calendar gives it', () => {
    fc.assert(
      fc.property(day, (parts) => {
        const date = written(parts);
        const known = new Date(`${date}T00:00:00Z`);
        const exists = !Number.isNaN(known.getTime()) && known.getUTCDate() === parts.day;
        expect(time.isPlantDate(date)).toBe(exists);
        if (!exists) return void expect(() => time.dayNumber(date)).toThrow(new RangeError(`not a date: ${date}`));
        expect(time.dayNumber(date)).toBe(known.getTime() / 86_400_000);
        expect(time.dateOfDay(time.dayNumber(date))).toBe(date);
        expect(time.weekday(date)).toBe(known.getUTCDay());
        expect(time.weekStart(date) <= date && time.weekday(time.weekStart(date)) === 0).toBe(true);
        expect(time.isOnWeekday(1 << known.getUTCDay(), time.dayNumber(date))).toBe(true);
        expect(time.isOnWeekday(127 - (1 << known.getUTCDay()), time.dayNumber(date))).toBe(false);
        expect(time.isPlanDate(date)).toBe(date >= FIRST_DATE && date <= LAST_DATE);
      }),
      { examples: [[{ year: 2024, month: 2, day: 29 }], [{ year: 1900, month: 2, day: 29 }], [{ year: 26, month: 4, day: 1 }]] },
    );
    for (const text of ['', '2026-4-1', '2026-04-01 ', ' 2026-04-01', '2026-13-01', '2026-00-10', '0000-00-00'])
      expect(time.isPlantDate(text), text).toBe(false);
    expect([FIRST_DATE, LAST_DATE].map(time.isPlanDate)).toEqual([true, true]);
    expect(['0001-01-01', '2026-04-01', '9999-12-31'].map(time.nearestPlanDate)).toEqual([FIRST_DATE, '2026-04-01', LAST_DATE]);
  });

  test('months later has the same number, or is the last of a shorter month', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -60, max: 60 }), (parts, months) => {
        fc.pre(time.isPlantDate(written(parts)) && parts.year > 1000);
        const [year, month, of] = time.addMonths(written(parts), months).split('-').map(Number) as [number, number, number];
        expect(year * 12 + month).toBe(parts.year * 12 + parts.month + months);
        if (of !== parts.day) expect(time.isPlantDate(written({ year, month, day: of + 1 }))).toBe(false);
        expect(of).toBeLessThanOrEqual(parts.day);
      }),
    );
  });

  test('has those after it, each once', () => {
    expect(time.datesBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect([time.datesBetween('2026-03-01', '2026-03-01'), time.datesBetween('2026-03-02', '2026-03-01')]).toEqual([['2026-03-01'], []]);
  });

  test('is coloured by its weekday and by whether it is closed', () => {
    const tones = [0, 1, 6].map((of) => [time.toneOfDay(of, false), time.toneOfDay(of, true)]);
    expect(tones).toEqual([
      ['sunday', 'sunday'],
      [undefined, 'sunday'],
      ['saturday', 'saturday'],
    ]);
    expect([time.weekdayBits([]), time.weekdayBits(['日']), time.weekdayBits(['月', '土'])]).toEqual([127, 1, 66]);
  });
});

describe('a moment', () => {
  test('is day and clock of Tokyo, wherever the machine stands, and is read as it was written', () => {
    fc.assert(
      fc.property(sinceThen, (ms) => {
        const [date, clock] = intl.format(ms).split(' ') as [string, string];
        const wire = time.toInstant(ms);
        expect(wire).toBe(`${date}T${clock}+09:00`);
        expect([time.toInstant(new Date(ms)), time.toInstant(wire)]).toEqual([wire, wire]);
        expect([time.plantDate(ms), time.plantClock(ms), time.plantDate(wire)]).toEqual([date, clock.slice(0, 5), date]);
        expect(time.instantOfMinutes(time.plantMinutes(ms))).toBe(`${wire.slice(0, 16)}:00+09:00`);
        expect(time.instantOfMinutes(time.plantMinutes(wire))).toBe(time.instantAt(date, clock.slice(0, 5)));
        expect(time.minutesOfClock(clock.slice(0, 5))).toBe(time.plantMinutes(ms) - time.dayNumber(date) * 1440);
        expect(time.epochMs(wire)).toBe(Math.floor(ms / 1000) * 1000);
        // Without an offset it is the plant's; a day alone is its midnight.
        for (const bare of [`${date}T${clock}`, `${date} ${clock}`, `${date} ${clock}.000`])
          expect(time.epochMs(bare)).toBe(time.epochMs(wire));
        expect(time.epochMs(date)).toBe(time.epochMs(`${date}T00:00:00+09:00`));
        expect(time.epochMs(`${date} ${clock.slice(0, 5)}`)).toBe(time.epochMs(`${date}T${clock.slice(0, 5)}:00+09:00`));
        expect(time.fileStamp(ms)).toBe(`${date}${clock.slice(0, 5)}`.replace(/\D/g, ''));
      }),
    );
  });

  test('is told from what is none', () => {
    const good = ['2026-04-01T08:30', '2026-04-01 08:30:15', '2026-04-01t08:30:15.123z', '2026-04-01T08:30+0900', '2026-04-01T08:30-05:00'];
    const bad = ['2026-04-01', '2026-02-30T08:30', '2026-04-01T25:00', 'x2026-04-01T08:30', '2026-04-01T08:30Zx', '2026-04-01T08:30:1', ''];
    expect(good.map(time.isInstant)).toEqual(good.map(() => true));
    expect(bad.map(time.isInstant)).toEqual(bad.map(() => false));
    expect(['', '2026-04-01T', 'x2026-04-01', '2026-04-01 08:30x'].map(time.epochMs)).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
  });

  test('is the end of the day that it ends', () => {
    const ends = ['2026-04-02T00:00:00+09:00', '2026-04-02T00:01:00+09:00', '2026-04-01T15:00:00Z'];
    expect(ends.map(time.endDate)).toEqual(['2026-04-01', '2026-04-02', '2026-04-01']);
    expect(ends.map(time.endClock)).toEqual(['24:00', '00:01', '24:00']);
    expect(time.formatEnd(ends[0]!)).toBe('2026/04/01(水) 24:00');
    expect([time.formatInstant(ends[0]!), time.formatMonthDay('2026-04-02')]).toEqual(['2026/04/02(木) 00:00', '4/2(木)']);
  });

  test('lies in a half day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e7, max: 1e8 }), (minutes) => {
        const [from, to] = [time.snapStart(minutes), time.snapEnd(minutes)];
        expect([Math.abs(from % 720), Math.abs(to % 720)]).toEqual([0, 0]);
        expect(from <= minutes && minutes <= to && to - from <= 720 && (to > from || minutes === from)).toBe(true);
      }),
      { examples: [[720], [-720]] },
    );
  });
});
