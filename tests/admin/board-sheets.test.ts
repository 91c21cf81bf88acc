import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bar, barOf } from '../../admin/board/chart/scene/bars.ts';
import { blockOfDay } from '../../admin/board/chart/scene/blocks.ts';
import { type Layout, reachOf } from '../../admin/board/chart/scene/layout.ts';
import { COLUMNS, LINES, listsOf } from '../../admin/board/print/lists.ts';
import { cutLayout, rowRanges, type Sheet, timelines } from '../../admin/board/print/sheets.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { makeEntry } from './board-entries.ts';

/** Groups of rows of these heights, a bar in each row. */
function layoutWith(groups: readonly (readonly number[])[]): Layout {
  const layout: Layout = { mode: 'stack', rows: [], groups: [], height: 0, byId: new Map(), folded: new Map() };
  for (const [at, heights] of groups.entries()) {
    const first = layout.rows.length;
    const top = layout.height;
    for (const height of heights) {
      const index = layout.rows.length;
      const placed = { bar: { id: String(index) } as Bar, row: index, top: layout.height + 2, height: height - 4 };
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
          const heightOf = (first: number, count: number) =>
            part.rows.slice(first, first + count).reduce((sum, { height }) => sum + height, 0);
          const tops = part.rows.map((_, at) => heightOf(0, at));
          expect(part.rows.map(({ top }) => top)).toEqual(tops);
          expect(part.rows.map(({ group }) => part.groups[group]!.group.key)).toEqual(
            part.rows.map(({ index }) => layout.groups[layout.rows[index + range.first]!.group]!.group.key),
          );
          expect(part.rows.flatMap(({ bars }) => bars.map(({ row, top }) => [row, top]))).toEqual(tops.map((top, at) => [at, top + 2]));
          expect(part.height).toBe(heightOf(0, part.rows.length));
          expect(part.groups.map(({ top, height }) => [top, height])).toEqual(
            part.groups.map(({ first, count }) => [tops[first], heightOf(first, count)]),
          );
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

describe('the lists behind a sheet of facilities', () => {
  const bar = (id: number, start: string, end: string, more: object = {}) =>
    barOf(makeEntry({ id, unique_order: `S-${id}`, start_date: `${start}:00+09:00`, end_date: `${end}:00+09:00`, ...more }), undefined);
  const sheetOf = (bars: Bar[]): Sheet => {
    const placed = bars.map((one) => ({ bar: one, row: 0, top: 2, height: 30 }));
    const row = { index: 0, group: 0, top: 0, height: 34, bars: placed, reach: reachOf(placed) };
    const facility = { id: 3, name: '検査場' };
    const group = { group: { key: '3', bars, facility }, top: 0, height: 34, first: 0, count: 1 };
    const layout: Layout = { mode: 'inline', rows: [row], groups: [group], height: 34, byId: new Map(), folded: new Map() };
    const start = blockOfDay(dayNumber('2026-04-01'));
    return { layout, timeline: { start, end: start + 60, px: 20 } };
  };
  const said = (bars: Bar[]): string[][][] =>
    listsOf(sheetOf(bars)).map((sheet) =>
      sheet.map((lines) => lines.map((line) => ('facility' in line ? line.facility : line.unique_order))),
    );
  const short = (id: number): Bar => bar(id, '2026-04-01T08:00', '2026-04-01T10:00');

  it('name all of a facility whose bars are too narrow for their 製番, in the order of their starts, in columns', () => {
    expect(said([bar(1, '2026-04-01T08:00', '2026-04-03T16:00')])).toEqual([]);
    expect(said([short(1), bar(2, '2026-04-02T08:00', '2026-04-04T16:00')])).toEqual([[['検査場', 'S-1', 'S-2']]]);
    expect(said([short(1), bar(2, '2026-05-20T08:00', '2026-05-20T10:00')])).toEqual([[['検査場', 'S-1']]]);
    expect(said([short(1), { ...short(2), entry: { ...short(2).entry, unmatched: true } }])).toEqual([[['検査場', 'S-1']]]);
    const many = said(Array.from({ length: LINES * COLUMNS }, (_, at) => short(at)));
    expect(many.map((sheet) => sheet.map(({ length }) => length))).toEqual([Array(COLUMNS).fill(LINES), [1]]);
  });

  it('name every lot of a furnace run, whose box bears none', () => {
    const [start, end] = ['2026-04-01T08:00', '2026-04-03T16:00'];
    const members = [7, 8].map((entry_id) => ({ entry_id, unique_order: `S-${entry_id}` }));
    const box = { ...bar(7, start, end), charge: { run: { members }, lots: [] } } as unknown as Bar;
    expect(said([box])).toEqual([[['検査場', 'S-7', 'S-8']]]);
  });
});
