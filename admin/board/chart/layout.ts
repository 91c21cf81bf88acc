import { ROW_HEIGHT_INLINE_PX, ROW_HEIGHT_STACK_PX } from '../../../server/domain/constants.ts';
import type { Bar, BarGroup } from './bars.ts';
import type { Block, Span } from './blocks.ts';

/** Stack: a row per task. Inline: a row per group, its bars in lanes. */
export type Mode = 'stack' | 'inline';

/** A bar with its place: pixels from the top of the chart. */
export interface PlacedBar {
  bar: Bar;
  row: number;
  top: number;
  height: number;
}

/** One row of the chart; its bars are in order of their start. */
export interface Row {
  index: number;
  group: number;
  top: number;
  height: number;
  bars: PlacedBar[];
  /** Largest end among the bars up to and with each index; makes the search for visible bars exact. */
  reach: Block[];
}

/** Rows of one group, as the left block shows them. */
export interface PlacedGroup {
  group: BarGroup;
  top: number;
  height: number;
  first: number;
  count: number;
}

export interface Layout {
  mode: Mode;
  rows: Row[];
  groups: PlacedGroup[];
  height: number;
  byId: Map<string, PlacedBar>;
}

const STACK_BAR_PX = 16;
const INLINE_BAR_PX = 24;
const LANE_GAP_PX = 1;
const LANE_MIN_PX = 14;
const ROW_PADDING_PX = 2;

/** A lane for each span such that no two of a lane overlap; spans must be in order of their start. */
export function assignLanes(spans: readonly Span[]): { lanes: number[]; count: number } {
  const ends: Block[] = [];
  const lanes = spans.map((span) => {
    const free = ends.findIndex((end) => end <= span.start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = span.end;
    return lane;
  });
  return { lanes, count: ends.length };
}

/** Height of a lane's bar in a row of 50 px; more than three lanes make the row higher. */
function laneMeasures(lanes: number): { row: number; bar: number } {
  if (lanes <= 1) return { row: ROW_HEIGHT_INLINE_PX, bar: INLINE_BAR_PX };
  const inner = ROW_HEIGHT_INLINE_PX - 2 * ROW_PADDING_PX;
  const bar = Math.max(LANE_MIN_PX, Math.floor((inner - (lanes - 1) * LANE_GAP_PX) / lanes));
  const needed = lanes * bar + (lanes - 1) * LANE_GAP_PX + 2 * ROW_PADDING_PX;
  return { row: Math.max(ROW_HEIGHT_INLINE_PX, needed), bar };
}

const reachOf = (bars: readonly PlacedBar[]): Block[] => {
  let reach = Number.NEGATIVE_INFINITY;
  return bars.map(({ bar }) => {
    reach = Math.max(reach, bar.span.end);
    return reach;
  });
};

function stackRows(group: BarGroup, groupIndex: number, first: number, top: number): Row[] {
  return group.bars.map((bar, offset) => {
    const rowTop = top + offset * ROW_HEIGHT_STACK_PX;
    const placed = { bar, row: first + offset, top: rowTop + (ROW_HEIGHT_STACK_PX - STACK_BAR_PX) / 2, height: STACK_BAR_PX };
    return { index: first + offset, group: groupIndex, top: rowTop, height: ROW_HEIGHT_STACK_PX, bars: [placed], reach: [bar.span.end] };
  });
}

function inlineRow(group: BarGroup, groupIndex: number, index: number, top: number): Row {
  const bars = [...group.bars].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const { lanes, count } = assignLanes(bars.map(({ span }) => span));
  const { row, bar: height } = laneMeasures(count);
  const used = count * height + Math.max(0, count - 1) * LANE_GAP_PX;
  const offset = top + Math.floor((row - used) / 2);
  const placed = bars.map((bar, at) => ({ bar, row: index, top: offset + lanes[at]! * (height + LANE_GAP_PX), height }));
  return { index, group: groupIndex, top, height: row, bars: placed, reach: reachOf(placed) };
}

/** Places every group one under the other. */
export function layoutOf(groups: readonly BarGroup[], mode: Mode): Layout {
  const rows: Row[] = [];
  const placedGroups: PlacedGroup[] = [];
  let top = 0;
  for (const [at, group] of groups.entries()) {
    const added = mode === 'stack' ? stackRows(group, at, rows.length, top) : [inlineRow(group, at, rows.length, top)];
    const height = added.reduce((sum, row) => sum + row.height, 0);
    placedGroups.push({ group, top, height, first: rows.length, count: added.length });
    rows.push(...added);
    top += height;
  }
  const byId = new Map(rows.flatMap((row) => row.bars.map((placed) => [placed.bar.id, placed] as const)));
  return { mode, rows, groups: placedGroups, height: top, byId };
}

/** Index of the first item for which `reached` holds, in a list where it is false first and then true. */
function firstIndex<T>(items: readonly T[], reached: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (reached(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Things stacked downwards that touch [top, bottom). */
export function between<T extends { top: number; height: number }>(items: readonly T[], top: number, bottom: number): T[] {
  const from = firstIndex(items, (item) => item.top + item.height > top);
  const to = firstIndex(items, (item) => item.top >= bottom);
  return items.slice(from, to);
}

/** The row under a height of the chart. */
export function rowAt(layout: Layout, y: number): Row | undefined {
  return between(layout.rows, y, y + 1)[0];
}

/** Bars of a row that touch the span. */
export function barsBetween(row: Row, span: Span): PlacedBar[] {
  const from = firstIndex(row.reach, (reach) => reach > span.start);
  const to = firstIndex(row.bars, ({ bar }) => bar.span.start >= span.end);
  return row.bars.slice(from, to).filter(({ bar }) => bar.span.end > span.start);
}

/** The neighbour an arrow key goes to: left and right in the row's order of starts, up and down the nearest start in the next row with a bar. */
export function neighbour(layout: Layout, id: string | undefined, direction: 'left' | 'right' | 'up' | 'down'): PlacedBar | undefined {
  const current = id === undefined ? undefined : layout.byId.get(id);
  if (!current) return layout.rows.find((row) => row.bars.length > 0)?.bars[0];
  const row = layout.rows[current.row]!;
  const at = row.bars.indexOf(current);
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  const beside = row.bars[at + step];
  if ((direction === 'left' || direction === 'right') && beside) return beside;
  let next = layout.rows[current.row + step];
  while (next && next.bars.length === 0) next = layout.rows[next.index + step];
  if (!next) return undefined;
  if (direction === 'left') return next.bars.at(-1);
  if (direction === 'right') return next.bars[0];
  const distance = (placed: PlacedBar): number => Math.abs(placed.bar.span.start - current.bar.span.start);
  return next.bars.reduce((best, placed) => (distance(placed) < distance(best) ? placed : best));
}
