import { dayOfBlock, type Span, type Timeline } from '../chart/scene/blocks.ts';
import type { Layout, PlacedBar, PlacedGroup, Row } from '../chart/scene/layout.ts';
import { type ListLine, listsOf } from './lists.ts';

/** A3 across, less its margins, in pixels of 1/96 inch. */
export const SHEET_PX = { width: 1511, height: 1046 } as const;
/** Above and below the board: title and conditions, the dates, the legend. */
const AROUND_PX = 62 + 62 + 34;
/** What a sheet has for rows. */
export const ROOM_PX = SHEET_PX.height - AROUND_PX;
/** Days may be drawn so much wider than on screen to fill the sheet. */
const WIDEST = 1.35;

/** Rows of one sheet, from `first` on. */
interface RowRange {
  first: number;
  count: number;
}

/** What one sheet shows. */
export interface Sheet {
  layout: Layout;
  timeline: Timeline;
  /** In place of the rows, what their bars are too narrow to bear: columns of lines. */
  lists?: readonly (readonly ListLine[])[];
}

/** The rows of a layout on sheets of `room` pixels: no row is cut, and no group that has room on a sheet of its own. A row higher than a sheet stands alone. */
export function rowRanges({ rows, groups }: Layout, room: number): RowRange[] {
  const ranges: RowRange[] = [];
  let open = { first: 0, count: 0, height: 0 };
  const close = (): void => {
    if (open.count > 0) ranges.push({ first: open.first, count: open.count });
    open = { first: open.first + open.count, count: 0, height: 0 };
  };
  for (const group of groups) {
    if (open.height + group.height > room && group.height <= room) close();
    for (const row of rows.slice(group.first, group.first + group.count)) {
      if (open.height + row.height > room) close();
      open = { ...open, count: open.count + 1, height: open.height + row.height };
    }
  }
  close();
  return ranges;
}

/** These rows as a layout of their own; a group that was cut stands on both sides with what it has there. */
export function cutLayout(layout: Layout, { first, count }: RowRange): Layout {
  const kept = layout.rows.slice(first, first + count);
  const top = kept[0]?.top ?? 0;
  const groups: PlacedGroup[] = [];
  const groupAt = new Map<number, number>();
  for (const [at, group] of layout.groups.entries()) {
    const [from, to] = [Math.max(group.first, first), Math.min(group.first + group.count, first + count)];
    if (from >= to) continue;
    const own = layout.rows.slice(from, to);
    const height = own.reduce((sum, row) => sum + row.height, 0);
    groupAt.set(at, groups.length);
    groups.push({ ...group, first: from - first, count: to - from, top: own[0]!.top - top, height });
  }
  const rows = kept.map((row): Row => {
    const moved = (bar: PlacedBar): PlacedBar => ({ ...bar, row: row.index - first, top: bar.top - top });
    return { ...row, index: row.index - first, group: groupAt.get(row.group)!, top: row.top - top, bars: row.bars.map(moved) };
  });
  const height = rows.reduce((sum, row) => sum + row.height, 0);
  const byId = new Map(rows.flatMap((row) => row.bars.map((placed) => [placed.bar.id, placed] as const)));
  return { ...layout, rows, groups, height, byId };
}

/** A range of days on sheets that hold `width` pixels of them: whole days, as many on each sheet as on the next but for the last. */
export function timelines(range: Span, px: number, width: number): Timeline[] {
  const days = dayOfBlock(range.end) - dayOfBlock(range.start);
  const most = Math.max(1, Math.floor(width / (2 * px)));
  const each = Math.ceil(days / Math.ceil(days / most));
  const drawn = Math.min(px * WIDEST, width / (2 * each));
  const parts = Math.ceil(days / each);
  return Array.from({ length: parts }, (_, at) => ({
    start: range.start + at * each * 2,
    end: Math.min(range.end, range.start + (at + 1) * each * 2),
    px: drawn,
  }));
}

/** The sheets of a board: for all rows the first days, then the next, behind each its lists; `left` is the width of the left block, which stands on each. */
export function sheetsOf(layout: Layout, range: Span, px: number, left: number): Sheet[] {
  const rows = rowRanges(layout, ROOM_PX).map((part) => cutLayout(layout, part));
  const sheets = rows.flatMap((part) => timelines(range, px, SHEET_PX.width - left - 2).map((timeline) => ({ layout: part, timeline })));
  return sheets.flatMap((sheet) => [sheet, ...listsOf(sheet).map((lists) => ({ ...sheet, lists }))]);
}

/** The days of one sheet beside a left block, from the left edge of the view (`scrolled`, in pixels) on. */
export function daysInView({ start, end, px }: Timeline, scrolled: number, left: number): Span {
  const first = start + Math.floor(scrolled / (2 * px)) * 2;
  const most = Math.floor((SHEET_PX.width - left - 2) / (2 * px)) * 2;
  return { start: first, end: Math.min(end, first + most) };
}
