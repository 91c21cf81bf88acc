import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWorkCalendar, roundEnd } from '../../server/scheduling/calendar.ts';
import {
  createProfile,
  earliestRoom,
  giveBack,
  latestRoom,
  nextClear,
  nextSet,
  previousClear,
  previousSet,
  take,
} from '../../server/scheduling/place/profile.ts';

const bits = fc.array(fc.boolean(), { minLength: 1, maxLength: 140 });
const packed = (cells: readonly boolean[]): Int32Array => {
  const words = new Int32Array((cells.length >> 5) + 2);
  cells.forEach((on, i) => {
    if (on) words[i >> 5]! |= 1 << (i & 31);
  });
  return words;
};

describe('bits', () => {
  test('are found as a plain walk finds them, in both directions', () => {
    fc.assert(
      fc.property(bits, fc.nat(139), fc.nat(140), (cells, a, b) => {
        const [from, to] = [Math.min(a, b), Math.min(Math.max(a, b), cells.length)];
        const words = packed(cells);
        const inside = cells.map((on, i) => ({ on, i })).filter(({ i }) => i >= from && i < to);
        expect(nextSet(words, from, to)).toBe(inside.find(({ on }) => on)?.i ?? -1);
        expect(nextClear(words, from, to)).toBe(inside.find(({ on }) => !on)?.i ?? to);
        expect(previousSet(words, from, to)).toBe(inside.findLast(({ on }) => on)?.i ?? -1);
        expect(previousClear(words, from, to)).toBe(inside.findLast(({ on }) => !on)?.i ?? -1);
      }),
    );
  });
});

describe('a profile', () => {
  const uses = fc.array(fc.tuple(fc.nat(90), fc.integer({ min: 1, max: 20 })), { maxLength: 12 });
  test('finds the first and the last room, and gives back what it took', () => {
    fc.assert(
      fc.property(
        uses,
        fc.array(fc.nat(3), { minLength: 100, maxLength: 100 }),
        fc.nat(99),
        fc.integer({ min: 1, max: 15 }),
        (taken, units, from, length) => {
          const profile = createProfile(Uint16Array.from(units));
          const before = profile.full.slice();
          for (const [start, size] of taken) take(profile, start, start + size);
          const fits = (slot: number): boolean => {
            for (let i = slot; i < slot + length; i += 1) if (i >= 100 || profile.used[i]! >= profile.units[i]!) return false;
            return true;
          };
          const slots = Array.from({ length: 100 }, (_, slot) => slot).filter((slot) => slot >= from && fits(slot));
          expect(earliestRoom(profile, from, length)).toBe(slots[0] ?? -1);
          expect(latestRoom(profile, from, 100, length)).toBe(slots.at(-1) ?? -1);
          for (const [start, size] of taken) giveBack(profile, start, start + size);
          expect(profile.full).toEqual(before);
        },
      ),
    );
  });
});

describe('a work calendar', () => {
  test('counts working ticks and finds them again', () => {
    const { before, tickOf, units } = createWorkCalendar(Int32Array.from([16, 32, 1, 64, 80, 2]), 96);
    expect([before[0], before[16], before[20], before[32], before[63], before[70], before[96]]).toEqual([0, 0, 4, 16, 16, 22, 32]);
    expect([tickOf[0], tickOf[15], tickOf[16], tickOf[31]]).toEqual([16, 31, 64, 79]);
    expect([units[0], units[16]]).toEqual([1, 2]);
  });
  test('rounds an end after 16:00 up to 24:00 and one before 08:30 up to 08:30', () => {
    const day = { ticks: 48, workFrom: 16, workTo: 32, firstEnd: 17, weekday: 0, origin: 0, working: new Uint8Array(2) };
    expect([0, 1, 16, 17, 32, 33, 47, 48, 49].map((end) => roundEnd(day, end))).toEqual([0, 17, 17, 17, 32, 48, 48, 48, 65]);
    expect(roundEnd(null, 33)).toBe(33);
  });
});
