import { describe, expect, it } from 'vitest';
import { type Entry, groupsOf } from '../../admin/board/chart/bars.ts';
import { BLOCK_PX, blockOfDay, dateOfBlock, isAfternoon, type Span, timelineOf } from '../../admin/board/chart/blocks.ts';
import { layoutOf, type Mode } from '../../admin/board/chart/layout.ts';
import { drawnExtent, handleWidth, isOnLock, isStill, lockPlace, roomBeside } from '../../admin/board/chart/press.ts';
import { dayNumber } from '../../server/domain/plant-time.ts';
import { makeEntry } from './board-entries.ts';

const at = (block: number): string => `${dateOfBlock(block)}T${isAfternoon(block) ? '12' : '00'}:00:00+09:00`;
const entryOn = (id: number, { start, end }: Span): Entry => makeEntry({ id, task_sort: id, start_date: at(start), end_date: at(end) });

const FREE = { before: true, after: true };
const HALF_DAY = { from: 100, to: 100 + BLOCK_PX };

const FIRST_BLOCK = blockOfDay(dayNumber('2026-04-01'));
const shifted = ({ start, end }: Span): Span => ({ start: start + FIRST_BLOCK, end: end + FIRST_BLOCK });

/** Where the bar of entry 1 has room beside it; blocks are counted from a day of the plan. */
function roomOf(given: readonly Span[], mode: Mode = 'inline', timeline?: Span) {
  const spans = given.map(shifted);
  const layout = layoutOf(groupsOf(spans.map((span, index) => entryOn(index + 1, span))), mode);
  return roomBeside(layout, layout.byId.get('1')!, timeline ? shifted(timeline) : timelineOf(spans)!);
}

describe('a press', () => {
  it.each([0, 1, 4, 10, 16, 19])('%i px from the left of a half-day bar opens it, whatever room there is', (x) => {
    for (const beside of [FREE, { before: true, after: false }, { before: false, after: false }])
      expect(isOnLock(lockPlace(HALF_DAY, beside), HALF_DAY.from + x)).toBe(false);
  });

  it('on the right end of a bar from a day on toggles its lock, and leaves at least 24 px that open it', () => {
    for (const width of [2, 3, 8].map((blocks) => blocks * BLOCK_PX)) {
      const place = lockPlace({ from: 100, to: 100 + width }, FREE)!;
      expect(place.side).toBe('inside');
      expect(isOnLock(place, 100 + width - 7)).toBe(true);
      expect(isOnLock(place, 100 + 24)).toBe(false);
    }
  });

  it('is on the lock of a short bar in the block after it, or before it where that is taken', () => {
    expect(lockPlace(HALF_DAY, FREE)).toEqual({ side: 'after', from: 120, to: 138 });
    expect(lockPlace(HALF_DAY, { before: true, after: false })).toEqual({ side: 'before', from: 82, to: 100 });
    expect(lockPlace(HALF_DAY, { before: false, after: false })).toBeUndefined();
  });

  it('stays a click while the hand trembles, a finger more than a mouse', () => {
    expect([isStill(0, 0, 'mouse'), isStill(4, -4, 'mouse'), isStill(5, 0, 'mouse'), isStill(0, 5, 'pen')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([isStill(-10, 10, 'touch'), isStill(11, 0, 'touch')]).toEqual([true, false]);
  });

  it('finds half of the shortest bar free of handles', () => {
    expect(handleWidth(BLOCK_PX)).toBe(5);
    expect(handleWidth(400)).toBe(6);
  });
});

describe('the block beside a bar', () => {
  it('is free in a row of its own', () => {
    const spans = [
      { start: 10, end: 11 },
      { start: 11, end: 12 },
    ];
    expect(roomOf(spans, 'stack')).toEqual(FREE);
  });

  it('is taken by a neighbour in the same lane only', () => {
    expect(
      roomOf([
        { start: 10, end: 11 },
        { start: 11, end: 12 },
      ]),
    ).toEqual({ before: true, after: false });
    expect(
      roomOf([
        { start: 10, end: 11 },
        { start: 9, end: 10 },
      ]),
    ).toEqual({ before: false, after: true });
    expect(
      roomOf([
        { start: 10, end: 11 },
        { start: 12, end: 13 },
      ]),
    ).toEqual(FREE);
    expect(
      roomOf([
        { start: 10, end: 11 },
        { start: 10, end: 13 },
      ]),
    ).toEqual(FREE);
  });

  it('ends with the timeline', () => {
    expect(roomOf([{ start: 10, end: 11 }], 'inline', { start: 10, end: 40 })).toEqual({ before: false, after: true });
    expect(roomOf([{ start: 10, end: 11 }], 'inline', { start: 0, end: 11 })).toEqual({ before: true, after: false });
  });
});

describe('what is seen of a bar', () => {
  it('counts, where the bar began before the first day: the rest of a long bar is a short one', () => {
    const seen = drawnExtent({ from: -180, to: 20 }, 1200);
    expect(seen).toEqual({ from: 0, to: 20 });
    expect(lockPlace(seen, FREE)?.side).toBe('after');
    expect(drawnExtent({ from: 1180, to: 1300 }, 1200)).toEqual({ from: 1180, to: 1200 });
  });
});
