import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, groupsOf } from '../../admin/board/chart/scene/bars.ts';
import { BLOCK_PX, dateOfBlock, isAfternoon, type Span, spanOf, timelineOf } from '../../admin/board/chart/scene/blocks.ts';
import { barsBetween, between, layoutOf, neighbour, rowAt } from '../../admin/board/chart/scene/layout.ts';
import type { Scene } from '../../admin/board/chart/scene/scene.ts';
import { outgrown, seenBy, widened } from '../../admin/board/chart/scene/window.ts';
import { makeEntry } from './board-entries.ts';

const at = (block: number): string => `${dateOfBlock(block)}T${isAfternoon(block) ? '12' : '00'}:00:00+09:00`;
const entryOn = (id: number, { start, end }: Span, changed: Partial<Entry> = {}): Entry =>
  makeEntry({ id, task_sort: id, start_date: at(start), end_date: at(end), ...changed });

const spans = fc.array(fc.record({ start: fc.integer({ min: 41_000, max: 41_080 }), length: fc.integer({ min: 1, max: 9 }) }), {
  minLength: 1,
  maxLength: 40,
});

describe('stack mode', () => {
  it('has one row of 20 px for each task, lots one under the other', () => {
    const layout = layoutOf(
      groupsOf([
        entryOn(1, { start: 0, end: 1 }),
        entryOn(2, { start: 1, end: 3 }),
        entryOn(3, { start: 0, end: 2 }, { lot_number: '02' }),
      ]),
      'stack',
    );
    expect(layout.rows.map(({ top, height }) => [top, height])).toEqual([
      [0, 20],
      [20, 20],
      [40, 20],
    ]);
    expect(layout.groups.map(({ top, height, first, count }) => [top, height, first, count])).toEqual([
      [0, 40, 0, 2],
      [40, 20, 2, 1],
    ]);
    expect(layout.height).toBe(60);
  });
});

describe('inline mode', () => {
  it('has one row of 50 px for each lot', () => {
    const layout = layoutOf(groupsOf([entryOn(1, { start: 0, end: 1 }), entryOn(2, { start: 1, end: 3 })]), 'inline');
    expect(layout.rows).toHaveLength(1);
    expect(layout.rows[0]).toMatchObject({ top: 0, height: 50 });
  });

  it('puts overlapping bars into lanes inside the row, and grows it only for more than three', () => {
    const stacked = (count: number) =>
      layoutOf(groupsOf(Array.from({ length: count }, (_, index) => entryOn(index + 1, { start: 0, end: 2 }))), 'inline').rows[0]!;
    expect(stacked(2).height).toBe(50);
    expect(stacked(3).height).toBe(50);
    expect(stacked(5).height).toBeGreaterThan(50);
    for (const row of [stacked(1), stacked(2), stacked(3), stacked(5)])
      for (const bar of row.bars) {
        expect(bar.top).toBeGreaterThanOrEqual(row.top);
        expect(bar.top + bar.height).toBeLessThanOrEqual(row.top + row.height);
      }
  });
});

describe('what is visible', () => {
  it('is found by halving as by looking at every bar', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 40_990, max: 41_090 }), fc.integer({ min: 1, max: 40 }), (given, start, length) => {
        const entries = given.map((span, index) => entryOn(index + 1, { start: span.start, end: span.start + span.length }));
        const [row] = layoutOf(groupsOf(entries), 'inline').rows;
        const window = { start, end: start + length };
        const found = barsBetween(row!, window).map(({ bar }) => bar.id);
        const expected = row!.bars.filter(({ bar }) => bar.span.start < window.end && bar.span.end > window.start).map(({ bar }) => bar.id);
        expect(found).toEqual(expected);
      }),
    );
  });

  it('rows are those that touch the view', () => {
    const layout = layoutOf(groupsOf(Array.from({ length: 100 }, (_, index) => entryOn(index + 1, { start: 0, end: 1 }))), 'stack');
    expect(between(layout.rows, 30, 60).map(({ index }) => index)).toEqual([1, 2]);
    expect(between(layout.rows, 1990, 3000).map(({ index }) => index)).toEqual([99]);
    expect(between(layout.rows, 2000, 3000)).toEqual([]);
    expect(rowAt(layout, 39.9)?.index).toBe(1);
    expect(rowAt(layout, -1)).toBeUndefined();
  });
});

describe('the arrow keys', () => {
  const layout = layoutOf(
    groupsOf([
      entryOn(1, { start: 41_000, end: 41_001 }),
      entryOn(2, { start: 41_004, end: 41_006 }),
      entryOn(3, { start: 41_005, end: 41_006 }, { lot_number: '02' }),
      entryOn(4, { start: 41_009, end: 41_010 }, { lot_number: '02' }),
    ]),
    'inline',
  );

  it.each<[string, string | undefined, Parameters<typeof neighbour>[2], string | undefined]>([
    ['begin at the first bar', undefined, 'right', '1'],
    ['walk along a row', '1', 'right', '2'],
    ['and on to the next', '2', 'right', '3'],
    ['and back', '3', 'left', '2'],
    ['go down to the nearest start', '2', 'down', '3'],
    ['wherever that is', '1', 'down', '3'],
    ['and up', '4', 'up', '2'],
    ['stop at the first', '1', 'left', undefined],
    ['and in the last row', '4', 'down', undefined],
  ])('%s: from %s %s to %s', (_, from, direction, to) => expect(neighbour(layout, from, direction)?.id).toBe(to));
});

describe('the window', () => {
  const entries = Array.from({ length: 200 }, (_, index) => entryOn(index + 1, { start: 41_000 + index, end: 41_002 + index }));
  const layout = layoutOf(groupsOf(entries), 'stack');
  const days = timelineOf(
    entries.map((entry) => spanOf(entry.start_date, entry.end_date)),
    20_510,
  )!;
  const timeline = { ...days, px: BLOCK_PX.half_day };
  const scene = { layout, timeline } as Scene;

  it('holds what is seen, a margin around it, and whole days', () => {
    const seen = seenBy(scene, { left: 1010, top: 800, width: 900, height: 400 });
    const drawn = widened(scene, seen);
    expect(outgrown(drawn, seen)).toEqual({ sideways: false, along: false });
    expect(drawn.span.start).toBeLessThan(seen.span.start);
    expect([drawn.span.start % 2, drawn.span.end % 2]).toEqual([0, 0]);
    expect([drawn.top, drawn.bottom]).toEqual([560, 1440]);
  });

  it('never reaches beyond the chart', () => {
    const seen = seenBy(scene, { left: 0, top: 0, width: 90_000, height: 90_000 });
    expect(widened(scene, seen)).toEqual({ span: days, top: 0, bottom: layout.height });
  });

  it('is drawn anew only when the view leaves it', () => {
    const view = { left: 1000, top: 800, width: 900, height: 400 };
    const drawn = widened(scene, seenBy(scene, view));
    expect(outgrown(drawn, seenBy(scene, { ...view, left: 1400 }))).toEqual({ sideways: false, along: false });
    expect(outgrown(drawn, seenBy(scene, { ...view, left: 1560 }))).toEqual({ sideways: true, along: false });
    expect(outgrown(drawn, seenBy(scene, { ...view, top: 1100 }))).toEqual({ sideways: false, along: true });
    expect(outgrown(undefined, seenBy(scene, view))).toEqual({ sideways: true, along: true });
  });
});
