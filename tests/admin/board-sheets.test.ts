import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Layout } from '../../admin/board/chart/scene/layout.ts';
import { cutLayout, rowRanges, timelines } from '../../admin/board/print/sheets.ts';

/** Groups of rows of these heights, a bar in each row. */
function layoutWith(groups: readonly (readonly number[])[]): Layout {
  const layout: Layout = { mode: 'stack', rows: [], groups: [], height: 0, byId: new Map(), folded: new Map() };
  for (const [at, heights] of groups.entries()) {
    const first = layout.rows.length;
    const top = layout.height;
    for (const height of heights) {
      const index = layout.rows.length;
      const placed = { bar: { id: String(index) } as never, row: index, top: layout.height + 2, height: height - 4 };
      layout.rows.push({ index, group: at, top: layout.height, height, bars: [placed], reach: [] });
      layout.height += height;
    }
    layout.groups.push({ group: { key: String(at), bars: [] }, top, height: layout.height - top, first, count: heights.length });
  }
  return layout;
}
const layouts = fc
  .array(fc.array(fc.integer({ min: 10, max: 60 }), { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 8 })
  .map(layoutWith);

describe('the board on sheets', () => {
  it('shows every row once, in order, none cut; a group is cut only where no sheet would hold it', () => {
    fc.assert(
      fc.property(layouts, fc.integer({ min: 100, max: 900 }), (layout, room) => {
        const ranges = rowRanges(layout, room);
        const shown = ranges.flatMap(({ first, count }) => Array.from({ length: count }, (_, at) => first + at));
        expect(shown).toEqual(layout.rows.map(({ index }) => index));
        for (const { first, count } of ranges)
          expect(layout.rows.slice(first, first + count).reduce((sum, { height }) => sum + height, 0)).toBeLessThanOrEqual(room);
        for (const group of layout.groups.filter(({ height }) => height <= room))
          expect(ranges.some(({ first, count }) => group.first >= first && group.first + group.count <= first + count)).toBe(true);
      }),
    );
  });

  it('is a layout of its own on each sheet: rows, groups and bars begin at its top, and agree with each other', () => {
    fc.assert(
      fc.property(layouts, fc.integer({ min: 100, max: 900 }), (layout, room) => {
        for (const range of rowRanges(layout, room)) {
          const part = cutLayout(layout, range);
          expect(part.rows.map(({ index }) => index)).toEqual(part.rows.map((_, at) => at));
          let top = 0;
          for (const row of part.rows) {
            expect(row.top).toBe(top);
            expect(part.groups[row.group]!.group.key).toBe(layout.groups[layout.rows[row.index + range.first]!.group]!.group.key);
            for (const bar of row.bars) expect([bar.row, bar.top]).toEqual([row.index, top + 2]);
            top += row.height;
          }
          expect(part.height).toBe(top);
          for (const group of part.groups) {
            expect(group.top).toBe(part.rows[group.first]!.top);
            expect(group.height).toBe(part.rows.slice(group.first, group.first + group.count).reduce((sum, { height }) => sum + height, 0));
          }
        }
      }),
    );
  });

  it('holds every day once, whole days, within the width, drawn no narrower than on screen', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.constantFrom(20, 10, 4), fc.integer({ min: 300, max: 1400 }), (days, px, width) => {
        const parts = timelines({ start: 100, end: 100 + days * 2 }, px, width);
        expect(parts[0]!.start).toBe(100);
        expect(parts.at(-1)!.end).toBe(100 + days * 2);
        for (const [at, part] of parts.entries()) {
          if (at > 0) expect(part.start).toBe(parts[at - 1]!.end);
          expect((part.end - part.start) % 2).toBe(0);
          expect(part.end).toBeGreaterThan(part.start);
          expect((part.end - part.start) * part.px).toBeLessThanOrEqual(width + 0.001);
          expect(part.px).toBeGreaterThanOrEqual(px);
        }
      }),
    );
  });
});
