import { firstIndex } from '../../../../server/domain/ground/bisect.ts';
import { ROW_HEIGHT_INLINE_PX, ROW_HEIGHT_STACK_PX } from '../../../../server/domain/ground/constants.ts';
import type { Bar, BarGroup, Fold } from './bars.ts';
import type { Block, Span } from './blocks.ts';
import { lanesOf } from './lanes.ts';

/** Stack: a row per task. Inline: a row per group, its bars in lanes. */
export type Mode = 'stack' | 'inline';

/** A bar with its place: pixels from the top of the chart. */
export interface PlacedBar {
  bar: Bar;
  row: number;
  top: number;
  height: number;
}

/** The row that stands for finished bars; the keyboard comes to it under its `id`. */
export interface FoldRow extends Fold {
  id: string;
  bars: readonly Bar[];
  span: Span;
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
  /** Days on which nobody works there, by number, where rows have days of their own. */
  closed?: ReadonlySet<number>;
  /** Lanes of the row whose unit is not there on some days. */
  shut?: readonly { top: number; bottom: number; days: ReadonlySet<number> }[];
  /** The row stands for the finished beginning of its lot, and has no bars of its own. */
  fold?: FoldRow;
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
  /** The key of the group in which a bar that has no place is folded away. */
  folded: Map<string, string>;
}

const STACK_BAR_PX = 16;
const INLINE_BAR_PX = 24;
const LANE_GAP_PX = 1;
const LANE_MIN_PX = 14;
const ROW_PADDING_PX = 2;

/** Height of a lane's bar in a row of 50 px; more than three lanes make the row higher. */
function laneMeasures(lanes: number): { row: number; bar: number } {
  if (lanes <= 1) return { row: ROW_HEIGHT_INLINE_PX, bar: INLINE_BAR_PX };
  const inner = ROW_HEIGHT_INLINE_PX - 2 * ROW_PADDING_PX;
  const bar = Math.max(LANE_MIN_PX, Math.floor((inner - (lanes - 1) * LANE_GAP_PX) / lanes));
  const needed = lanes * bar + (lanes - 1) * LANE_GAP_PX + 2 * ROW_PADDING_PX;
  return { row: Math.max(ROW_HEIGHT_INLINE_PX, needed), bar };
}

/** The largest end among the bars up to and with each. */
export const reachOf = (bars: readonly PlacedBar[]): Block[] => {
  let reach = Number.NEGATIVE_INFINITY;
  return bars.map(({ bar }) => {
    reach = Math.max(reach, bar.span.end);
    return reach;
  });
};

/** The id of a fold, beside those of bars. */
const foldId = (key: string): string => `fold-${key}`;

const spanOfAll = (bars: readonly Bar[]): Span => ({
  start: Math.min(...bars.map(({ span }) => span.start)),
  end: Math.max(...bars.map(({ span }) => span.end)),
});

/** Where a row stands. */
type At = Pick<Row, 'index' | 'group' | 'top'>;

function foldRow({ key, bars }: BarGroup, fold: Fold, at: At): Row {
  const held = bars.slice(0, fold.count);
  const row = { ...fold, id: foldId(key), bars: held, span: spanOfAll(held) };
  return { ...at, height: ROW_HEIGHT_STACK_PX, bars: [], reach: [], fold: row };
}

function stackRow(bar: Bar, at: At): Row {
  const placed = { bar, row: at.index, top: at.top + (ROW_HEIGHT_STACK_PX - STACK_BAR_PX) / 2, height: STACK_BAR_PX };
  return { ...at, height: ROW_HEIGHT_STACK_PX, bars: [placed], reach: [bar.span.end] };
}

/** The rows of a group, each under the one before; folded away are the bars of a fold that is not open. */
function rowsOf(group: BarGroup, mode: Mode, at: At): Row[] {
  const { fold } = group;
  // Inline, a lot that is not finished is one row as it is.
  const folded = fold && (mode === 'stack' || fold.kind === 'lot') ? fold : undefined;
  const rows: Row[] = folded ? [foldRow(group, folded, at)] : [];
  const bars = folded && !folded.open ? group.bars.slice(folded.count) : group.bars;
  const next = (): At => ({ ...at, index: at.index + rows.length, top: rows.reduce((top, { height }) => top + height, at.top) });
  if (mode === 'stack') for (const bar of bars) rows.push(stackRow(bar, next()));
  else if (bars.length > 0 || rows.length === 0) rows.push(inlineRow(bars, next()));
  return rows;
}

function inlineRow(given: readonly Bar[], { index, group, top }: At): Row {
  const bars = [...given].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const { lanes, count } = lanesOf(bars.map(({ span }) => ({ from: span.start, to: span.end })));
  const { row, bar: height } = laneMeasures(count);
  const used = count * height + Math.max(0, count - 1) * LANE_GAP_PX;
  const offset = top + Math.floor((row - used) / 2);
  const placed = bars.map((bar, at) => ({ bar, row: index, top: offset + lanes[at]! * (height + LANE_GAP_PX), height }));
  return { index, group, top, height: row, bars: placed, reach: reachOf(placed) };
}

/** Places every group one under the other. */
export function layoutOf(groups: readonly BarGroup[], mode: Mode): Layout {
  const rows: Row[] = [];
  const placedGroups: PlacedGroup[] = [];
  let top = 0;
  for (const [at, group] of groups.entries()) {
    const added = rowsOf(group, mode, { index: rows.length, group: at, top });
    const height = added.reduce((sum, row) => sum + row.height, 0);
    placedGroups.push({ group, top, height, first: rows.length, count: added.length });
    rows.push(...added);
    top += height;
  }
  const byId = new Map(rows.flatMap((row) => row.bars.map((placed) => [placed.bar.id, placed] as const)));
  const away = groups.flatMap(({ key, bars }) => bars.flatMap(({ id }) => (byId.has(id) ? [] : [[id, key] as const])));
  return { mode, rows, groups: placedGroups, height: top, byId, folded: new Map(away) };
}

/** Things stacked downwards that touch [top, bottom). */
export function between<T extends { top: number; height: number }>(items: readonly T[], top: number, bottom: number): T[] {
  const from = firstIndex(items.length, (at) => items[at]!.top + items[at]!.height > top);
  const to = firstIndex(items.length, (at) => items[at]!.top >= bottom);
  return items.slice(from, to);
}

/** The row under a height of the chart. */
export function rowAt(layout: Layout, y: number): Row | undefined {
  return between(layout.rows, y, y + 1)[0];
}

/** Bars of a row that touch the span. */
export function barsBetween(row: Row, span: Span): PlacedBar[] {
  const from = firstIndex(row.reach.length, (at) => row.reach[at]! > span.start);
  const to = firstIndex(row.bars.length, (at) => row.bars[at]!.bar.span.start >= span.end);
  return row.bars.slice(from, to).filter(({ bar }) => bar.span.end > span.start);
}

/** Where the keyboard can stand: a bar, or a fold. */
interface Stop {
  id: string;
  row: number;
  start: Block;
}

const stopsOf = ({ index, bars, fold }: Row): Stop[] =>
  fold ? [{ id: fold.id, row: index, start: fold.span.start }] : bars.map(({ bar }) => ({ id: bar.id, row: index, start: bar.span.start }));

/** The stop of this id. */
export function stopOf(layout: Layout, id: string | undefined): Stop | undefined {
  const placed = id === undefined ? undefined : layout.byId.get(id);
  if (placed) return { id: placed.bar.id, row: placed.row, start: placed.bar.span.start };
  const row = id === undefined ? undefined : layout.rows.find(({ fold }) => fold?.id === id);
  return row && stopsOf(row)[0];
}

/** The neighbour an arrow key goes to: left and right in the row's order of starts, up and down the nearest start in the next row with a stop. */
export function neighbour(layout: Layout, id: string | undefined, direction: 'left' | 'right' | 'up' | 'down'): Stop | undefined {
  const current = stopOf(layout, id);
  if (!current) return layout.rows.map(stopsOf).find((stops) => stops.length > 0)?.[0];
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  const own = stopsOf(layout.rows[current.row]!);
  const beside = own[own.findIndex((stop) => stop.id === current.id) + step];
  if ((direction === 'left' || direction === 'right') && beside) return beside;
  let row = layout.rows[current.row + step];
  while (row && stopsOf(row).length === 0) row = layout.rows[row.index + step];
  if (!row) return undefined;
  const next = stopsOf(row);
  if (direction === 'left') return next.at(-1);
  if (direction === 'right') return next[0];
  const distance = (stop: Stop): number => Math.abs(stop.start - current.start);
  return next.reduce((best, stop) => (distance(stop) < distance(best) ? stop : best));
}

/** The fold that an arrow key opens (right, on it) or closes (left, on it or on a bar in it; inline on the first one of its row). */
export function foldBy(layout: Layout, id: string | undefined, direction: 'left' | 'right'): { fold: FoldRow; key: string } | undefined {
  const stop = stopOf(layout, id);
  const row = stop && layout.rows[stop.row]!;
  const placed = row && layout.groups[row.group]!;
  const fold = placed && layout.rows[placed.first]!.fold;
  if (!fold || fold.open !== (direction === 'left')) return undefined;
  const leads = row.bars[0]?.bar.id === id;
  if (stop.id !== fold.id && (direction === 'right' || !leads || !fold.bars.some((bar) => bar.id === id))) return undefined;
  return { fold, key: placed.group.key };
}
