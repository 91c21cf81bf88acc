import { describe, expect, it } from 'vitest';
import { speedAt } from '../../admin/board/chart/hand/auto-scroll.ts';
import { armed, beginDrag, type Drag, follow, type Grip } from '../../admin/board/chart/hand/drag.ts';
import { NO_SHIFT } from '../../server/domain/bars/moves.ts';

const drag = (grip: Grip, dxs: readonly number[], base = NO_SHIFT, px = 20): Drag =>
  dxs.reduce((now, dx) => follow(now, dx, px), beginDrag(grip, base));

describe('dragging a whole bar', () => {
  it('does nothing up to one day column, and follows from the next pixel on', () => {
    expect(drag('move', [40]).shift).toEqual(NO_SHIFT);
    expect(drag('move', [-40]).shift).toEqual(NO_SHIFT);
    expect(drag('move', [41]).shift).toEqual({ by: 2, start: 0, end: 0 });
    expect(drag('move', [-41]).shift.by).toBe(-2);
  });

  it('follows in half days, and once armed may come back to the move of one half day', () => {
    expect(drag('move', [41, 69]).shift.by).toBe(3);
    expect(drag('move', [41, 22]).shift.by).toBe(1);
    expect(drag('move', [41, 5]).shift).toEqual(NO_SHIFT);
  });

  it('counts the columns of the zoom', () => {
    expect(drag('move', [20], NO_SHIFT, 10).shift).toEqual(NO_SHIFT);
    expect(drag('move', [21], NO_SHIFT, 10).shift.by).toBe(2);
  });

  it('goes on at once from where the bar has been put, or where it has come to another facility', () => {
    expect(drag('move', [20], { by: 4, start: 0, end: 1 }).shift).toEqual({ by: 5, start: 0, end: 1 });
    expect(follow(armed(beginDrag('move')), 20, 20).shift.by).toBe(1);
  });
});

describe('dragging an edge', () => {
  it('has no threshold and goes to the nearest half day', () => {
    expect(drag('end', [9]).shift).toEqual(NO_SHIFT);
    expect(drag('end', [11]).shift).toEqual({ by: 0, start: 0, end: 1 });
    expect(drag('start', [-31]).shift.start).toBe(-2);
    expect(drag('start', [12], { by: 2, start: 1, end: 0 }).shift).toEqual({ by: 2, start: 2, end: 0 });
  });
});

describe('the board under a drag', () => {
  it('scrolls towards the edge that the pointer is near, the faster the nearer, and no faster beyond it', () => {
    expect([speedAt(300, 0, 600), speedAt(41, 0, 600)]).toEqual([0, 0]);
    expect(speedAt(595, 0, 600)).toBeGreaterThan(speedAt(575, 0, 600));
    expect(speedAt(5, 0, 600)).toBeLessThan(0);
    expect(speedAt(700, 0, 600)).toBe(speedAt(600, 0, 600));
  });
});
