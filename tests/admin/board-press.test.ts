import { describe, expect, it } from 'vitest';
import { BLOCK_PX } from '../../admin/board/chart/scene/blocks.ts';
import { drawnExtent, handleWidth, isOnLock, isStill, lockPlace } from '../../admin/board/chart/scene/press.ts';

/** A lane with nothing else in it. */
const FREE = { from: 0, to: 2000 };
const HALF_DAY = { from: 100, to: 100 + BLOCK_PX.half_day };

describe('a press', () => {
  it.each([0, 1, 4, 10, 16, 19])('%i px from the left of a half-day bar opens it, whatever room there is', (x) => {
    for (const free of [FREE, { from: 0, to: 120 }, { from: 100, to: 120 }])
      for (const taken of [HALF_DAY, { from: 100, to: 180 }])
        expect(isOnLock(lockPlace(HALF_DAY, taken, free), HALF_DAY.from + x)).toBe(false);
  });

  it('on the right end of a bar from a day on toggles its lock, and leaves at least 24 px that open it', () => {
    for (const width of [2, 3, 8].map((blocks) => blocks * BLOCK_PX.half_day)) {
      const bar = { from: 100, to: 100 + width };
      const place = lockPlace(bar, bar, FREE)!;
      expect(place.side).toBe('inside');
      expect(isOnLock(place, 100 + width - 7)).toBe(true);
      expect(isOnLock(place, 100 + 24)).toBe(false);
    }
  });

  it('is on the lock of a short bar after it, before it where that is taken, else after its words', () => {
    const words = { from: 100, to: 160 };
    expect(lockPlace(HALF_DAY, HALF_DAY, FREE)).toEqual({ side: 'after', from: 120, to: 138 });
    expect(lockPlace(HALF_DAY, HALF_DAY, { from: 0, to: 130 })).toEqual({ side: 'before', from: 82, to: 100 });
    expect(lockPlace(HALF_DAY, words, FREE)).toEqual({ side: 'before', from: 82, to: 100 });
    expect(lockPlace(HALF_DAY, words, { from: 90, to: 400 })).toEqual({ side: 'after', from: 160, to: 178 });
    expect(lockPlace(HALF_DAY, HALF_DAY, { from: 90, to: 130 })).toBeUndefined();
    expect(lockPlace(HALF_DAY, words, { from: 90, to: 170 })).toBeUndefined();
  });

  it('stays a click while the hand trembles, a finger more than a mouse', () => {
    expect([isStill(0, 0, 'mouse'), isStill(4, -4, 'mouse'), isStill(-10, 10, 'touch')]).toEqual([true, true, true]);
    expect([isStill(5, 0, 'mouse'), isStill(0, 5, 'pen'), isStill(11, 0, 'touch')]).toEqual([false, false, false]);
  });

  it('finds half of the shortest bar free of handles', () => {
    expect(handleWidth(BLOCK_PX.half_day)).toBe(5);
    expect(handleWidth(400)).toBe(6);
  });
});

describe('what is seen of a bar', () => {
  it('counts, where the bar began before the first day: the rest of a long bar is a short one', () => {
    const seen = drawnExtent({ from: -180, to: 20 }, 1200);
    expect(seen).toEqual({ from: 0, to: 20 });
    expect(lockPlace(seen, seen, FREE)?.side).toBe('after');
    expect(drawnExtent({ from: 1180, to: 1300 }, 1200)).toEqual({ from: 1180, to: 1200 });
  });
});
