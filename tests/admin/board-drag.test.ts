import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_PX, blockOfDay, workingBlocks } from '../../admin/board/chart/blocks.ts';
import { beginDrag, type Drag, follow, type Grip, hasChanged, movedSpan } from '../../admin/board/chart/drag.ts';
import { dayNumber } from '../../server/domain/plant-time.ts';

const day = (date: string): number => blockOfDay(dayNumber(date));
const WEEKEND = new Set([dayNumber('2026-04-04'), dayNumber('2026-04-05')]);
/** Thursday, the whole day. */
const THURSDAY = { start: day('2026-04-02'), end: day('2026-04-03') };

const drag = (grip: Grip, dxs: readonly number[], options: { elapsed?: boolean; closed?: ReadonlySet<number> } = {}): Drag =>
  dxs.reduce(
    follow,
    beginDrag(grip, THURSDAY, { elapsed: options.elapsed ?? false, closed: options.closed ?? new Set(), px: BLOCK_PX.half_day }),
  );
const moved = (span: { start: number; end: number }): [number, number] => [span.start - THURSDAY.start, span.end - THURSDAY.end];

describe('dragging a whole bar', () => {
  it('does nothing up to one day column, and follows from the next pixel on', () => {
    expect(hasChanged(drag('move', [40]))).toBe(false);
    expect(hasChanged(drag('move', [-40]))).toBe(false);
    expect(moved(drag('move', [41]).span)).toEqual([2, 2]);
    expect(moved(drag('move', [-41]).span)).toEqual([-2, -2]);
  });

  it('follows in half days, and once armed may come back to the move of one half day', () => {
    expect(moved(drag('move', [41, 69]).span)).toEqual([3, 3]);
    expect(moved(drag('move', [41, 22]).span)).toEqual([1, 1]);
    expect(hasChanged(drag('move', [41, 5]))).toBe(false);
  });

  it('keeps the working blocks of a working task: closed days lengthen it', () => {
    const friday = movedSpan({ start: THURSDAY.start + 1, end: THURSDAY.end + 1 }, 2, false, WEEKEND);
    expect(friday).toEqual({ start: day('2026-04-03') + 1, end: day('2026-04-06') + 1 });
    expect(workingBlocks(friday, WEEKEND)).toBe(2);
  });

  it('keeps the elapsed length of furnace and outsourced tasks', () => {
    expect(movedSpan(THURSDAY, 3, true, WEEKEND)).toEqual({ start: THURSDAY.start + 3, end: THURSDAY.end + 3 });
  });

  it('never loses a working block, wherever it goes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -200, max: 200 }),
        fc.integer({ min: 1, max: 30 }),
        fc.uniqueArray(fc.integer({ min: -60, max: 60 })),
        (blocks, length, days) => {
          const closed = new Set(days.map((offset) => dayNumber('2026-04-02') + offset));
          const original = { start: THURSDAY.start, end: THURSDAY.start + length };
          const working = workingBlocks(original, closed);
          fc.pre(working > 0);
          const span = movedSpan(original, blocks, false, closed);
          expect(span.start).toBe(original.start + blocks);
          if (blocks !== 0) expect(workingBlocks(span, closed)).toBe(working);
        },
      ),
    );
  });
});

describe('a drag at another zoom', () => {
  it('follows in half days as they are drawn, and is armed by more than a day column', () => {
    const at = (px: number, dx: number) => moved(follow(beginDrag('move', THURSDAY, { elapsed: true, closed: new Set(), px }), dx).span);
    expect([at(BLOCK_PX.day, 20), at(BLOCK_PX.day, 21), at(BLOCK_PX.week, 8), at(BLOCK_PX.week, 9)]).toEqual([
      [0, 0],
      [2, 2],
      [0, 0],
      [2, 2],
    ]);
  });
});

describe('dragging an edge', () => {
  it('has no threshold and goes to the nearest half day', () => {
    expect(moved(drag('end', [9]).span)).toEqual([0, 0]);
    expect(moved(drag('end', [11]).span)).toEqual([0, 1]);
    expect(moved(drag('start', [-31]).span)).toEqual([-2, 0]);
    expect(moved(drag('start', [12]).span)).toEqual([1, 0]);
  });

  it('is ignored where less than one block would be left', () => {
    expect(moved(drag('end', [-20, -40]).span)).toEqual([0, -1]);
    expect(moved(drag('start', [60]).span)).toEqual([0, 0]);
  });

  it('is ignored where only closed days would be left', () => {
    const original = { start: day('2026-04-03') + 1, end: day('2026-04-05') };
    const held = beginDrag('start', original, { elapsed: false, closed: WEEKEND, px: BLOCK_PX.half_day });
    expect(follow(held, 21).span).toEqual(original);
    expect(follow(held, -21).span).toEqual({ start: original.start - 1, end: original.end });
  });

  it('may lengthen a bar that lies on closed days alone', () => {
    const saturday = { start: day('2026-04-04'), end: day('2026-04-05') };
    expect(follow(beginDrag('end', saturday, { elapsed: false, closed: WEEKEND, px: BLOCK_PX.half_day }), 20).span.end).toBe(
      saturday.end + 1,
    );
  });
});
