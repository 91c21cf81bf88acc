import type { Bar } from '../scene/bars.ts';
import { blockX, widthOf } from '../scene/blocks.ts';
import type { PlacedBar } from '../scene/layout.ts';
import type { Scene } from '../scene/scene.ts';

const isOfLot = (bar: Bar, { entry }: Bar): boolean => bar.entry.order_id === entry.order_id && bar.entry.lot_number === entry.lot_number;
const sortOf = ({ entry }: Bar): number => entry.task_sort ?? Number.MAX_SAFE_INTEGER;

/** The bars of a bar's lot that have a place on the board, in the order of their tasks. */
export const barsOfLot = ({ layout }: Scene, bar: Bar): PlacedBar[] =>
  [...new Set(layout.byId.values())]
    .filter((placed) => isOfLot(placed.bar, bar))
    .sort((a, b) => sortOf(a.bar) - sortOf(b.bar) || a.bar.entry.id - b.bar.entry.id);

/** How far before its end a line leaves a bar's foot, and the size of its head. */
const FOOT_PX = 6;
const HEAD_PX = 4;

/** The line from one bar to the next: from its foot down or up to the next one's row, and on to that bar's left edge. */
function link(from: PlacedBar, to: PlacedBar, { timeline }: Scene): { line: string; head: string } {
  const start = Math.max(0, blockX(from.bar.span.start, timeline));
  const end = start + widthOf(from.bar.span, timeline);
  const next = blockX(to.bar.span.start, timeline);
  const y = to.top + to.height / 2;
  if (from.top === to.top) {
    if (next - end < FOOT_PX + HEAD_PX) return { line: '', head: '' };
    return { line: `M${end} ${y}H${next - HEAD_PX}`, head: `M${next} ${y}l-${HEAD_PX + 1} -3v6z` };
  }
  const down = to.top > from.top;
  const foot = down ? from.top + from.height : from.top;
  // Wide enough a gap for the elbow, else straight onto the bar.
  const x = Math.max(start + 2, Math.min(end - FOOT_PX, next - FOOT_PX));
  if (x + HEAD_PX < next) return { line: `M${x} ${foot}V${y}H${next - HEAD_PX}`, head: `M${next} ${y}l-${HEAD_PX + 1} -3v6z` };
  const onto = down ? to.top : to.top + to.height;
  const at = Math.max(x, next + 3);
  const slope = down ? -HEAD_PX : HEAD_PX;
  return { line: `M${at} ${foot}V${onto + slope}`, head: `M${at} ${onto}l-3 ${slope}h6z` };
}

/** Where a bar waits: the pixels between what is before it and itself, the middle of its row, and whether a line leads there already. */
export interface WaitPlace {
  from: number;
  to: number;
  y: number;
  linked: boolean;
}

/** Where the bar of these, of one lot, waits from a block on; undefined where it is not among them, or nothing lies between. */
export function waitPlace(
  bars: readonly PlacedBar[],
  { id, from }: NonNullable<Scene['wait']>,
  { timeline }: Scene,
): WaitPlace | undefined {
  const at = bars.findIndex(({ bar }) => bar.id === id);
  const [before, own] = [bars[at - 1], bars[at]];
  if (!own) return undefined;
  const begin = before ? blockX(before.bar.span.start, timeline) + widthOf(before.bar.span, timeline) : blockX(from, timeline);
  const to = blockX(own.bar.span.start, timeline);
  const place = { from: Math.max(0, begin), to, y: own.top + own.height / 2, linked: before !== undefined };
  return place.from < to ? place : undefined;
}

/** The lines that join the bars of a lot, each to the next. */
export function linkPaths(bars: readonly PlacedBar[], scene: Scene): { lines: string; heads: string } {
  let lines = '';
  let heads = '';
  for (const [at, bar] of bars.slice(0, -1).entries()) {
    const { line, head } = link(bar, bars[at + 1]!, scene);
    lines += line;
    heads += head;
  }
  return { lines, heads };
}
