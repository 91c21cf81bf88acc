import { deadlineTag, shippedText } from '../../texts/chart.ts';
import { type Bar, deadlineEnd, previousMark } from './bars.ts';
import { blockX, minutesX, type Span, type Timeline, widthOf } from './blocks.ts';
import type { Layout, PlacedGroup, Row } from './layout.ts';
import type { Measure } from './measure.ts';
import type { Extent } from './press.ts';
import type { Scene } from './scene.ts';

/** The deadline of a lot as it is drawn: a line through its rows, and a tag in one of them. */
export interface Deadline {
  x: number;
  late: boolean;
  text: string;
  /** The tag; `row` is the index of the row that it stands in. */
  tag: Extent & { row: number };
}

/** Room around the words of a tag, and how much wider its bold letters run than those of a bar. */
const TAG_PADDING_PX = 5;
const BOLD = 1.04;

/** Width of a tag with this text, in pixels. */
export const tagWidth = (text: string, measure: Measure): number => Math.ceil(measure(text) * BOLD) + 2 * TAG_PADDING_PX;

/** Whether a lot is late: an open bar of it says so. */
export const isLate = (bars: readonly Bar[]): boolean => bars.some(({ flagged }) => flagged);

/** A finished lot that is folded to one row says when it was finished instead of when it was due. */
const isDone = ({ group: { fold } }: PlacedGroup): boolean => fold?.kind === 'lot' && !fold.open;

const overlaps = (extent: Extent, span: Span, timeline: Timeline): boolean => {
  const from = blockX(span.start, timeline);
  return from < extent.to && from + widthOf(span, timeline) > extent.from;
};

/** Whether nothing of a row stands in these pixels. */
export const isFree = ({ bars, fold }: Row, extent: Extent, timeline: Timeline): boolean =>
  !bars.some(({ bar }) => overlaps(extent, bar.span, timeline)) && !(fold && overlaps(extent, fold.span, timeline));

/** The rows of a group. */
export const rowsOfGroup = ({ rows }: Layout, { first, count }: PlacedGroup): Row[] => rows.slice(first, first + count);

/** The deadline of a lot; undefined where rows are no lots, nothing is due, or the timeline does not hold it. */
export function deadlineOf(placed: PlacedGroup, scene: Scene, measure: Measure): Deadline | undefined {
  const { bars } = placed.group;
  const date = bars[0]?.entry.deadline_date;
  const block = bars[0] && deadlineEnd(bars[0].entry);
  if (scene.rows !== 'lots' || !date || block === undefined || isDone(placed)) return undefined;
  const { timeline, layout } = scene;
  if (block <= timeline.start || block > timeline.end) return undefined;
  const x = blockX(block, timeline);
  const text = deadlineTag(date);
  const width = tagWidth(text, measure);
  const fitsAfter = x + width <= widthOf(timeline, timeline);
  const place: Extent = fitsAfter ? { from: x, to: x + width } : { from: x - width, to: x };
  const rows = rowsOfGroup(layout, placed);
  const row = rows.find((one) => isFree(one, place, timeline)) ?? rows[0]!;
  return { x, late: isLate(bars), text, tag: { ...place, row: row.index } };
}

/** What stands in a row beside its bars, in pixels: words keep off it. */
export function markersIn(row: Row, scene: Scene, measure: Measure): Extent[] {
  const { timeline, layout } = scene;
  const now = minutesX(scene.now, timeline);
  const markers: Extent[] = [{ from: now - 2, to: now + 2 }];
  const deadline = deadlineOf(layout.groups[row.group]!, scene, measure);
  if (deadline) markers.push({ from: deadline.x - 2, to: deadline.x + 2 });
  if (deadline?.tag.row === row.index) markers.push(deadline.tag);
  for (const { bar } of row.bars) {
    const end = layout.mode === 'stack' ? previousMark(bar) : undefined;
    if (end !== undefined) markers.push({ from: blockX(end, timeline), to: blockX(end, timeline) + 6 });
    if (bar.demolding) markers.push({ from: blockX(bar.demolding.start, timeline), to: blockX(bar.demolding.end, timeline) });
  }
  return markers;
}

/** Between the line of a folded lot and the words beside it. */
export const FINISH_GAP_PX = 6;

/** `11/9(月) 出荷済み`: when a folded lot was finished, and with what; undefined for what is no such lot. */
export function finishOf(placed: PlacedGroup): { text: string; span: Span } | undefined {
  const last = placed.group.bars.at(-1);
  if (!last || !isDone(placed)) return undefined;
  return { text: shippedText(last.entry), span: { start: placed.group.bars[0]!.span.start, end: last.span.end } };
}
