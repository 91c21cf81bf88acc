import { dayNumber, type PlantDate } from '../../../../server/domain/ground/plant-time.ts';
import { deadlineTag, shippedText } from '../../../texts/board/chart.ts';
import { type Bar, deadlineEnd, previousMark } from './bars.ts';
import { type Block, blockOfDay, blockX, minutesX, type Span, type Timeline, widthOf } from './blocks.ts';
import type { Layout, PlacedGroup, Row } from './layout.ts';
import type { Measure } from './measure.ts';
import type { Extent } from './press.ts';
import type { Scene } from './scene.ts';

/** The deadline of a lot as it is drawn: a line through its rows, and a tag in one of them. */
export interface Deadline {
  x: number;
  late: boolean;
  text: string;
  /** The tag, from `top` on in the row of this index; undefined where no row has room for it. */
  tag: (Extent & { row: number; top: number }) | undefined;
}

/** What words keep off; where it does not take its whole row, from its top to its bottom. */
export interface Marker extends Extent {
  top?: number;
  bottom?: number;
}

/** Room around the words of a tag, and how much wider its bold letters run than those of a bar. */
const TAG_PADDING_PX = 5;
const BOLD = 1.04;

/** Height of a tag, and how far it may reach over the edges of the lanes beside it. */
export const TAG_PX = 16;
const STRAY_PX = 1;

/** Whether a tag and a lane stand at the same height. */
export const atHeight = ({ top, bottom }: Marker, lane: { top: number; height: number }): boolean =>
  top === undefined || bottom === undefined || (top < lane.top + lane.height - STRAY_PX && bottom > lane.top + STRAY_PX);

/** Width of a tag with this text, in pixels. */
export const tagWidth = (text: string, measure: Measure): number => Math.ceil(measure(text) * BOLD) + 2 * TAG_PADDING_PX;

/** Whether a lot is late: an open bar of it says so. */
const isLate = (bars: readonly Bar[]): boolean => bars.some(({ flagged }) => flagged);

/** A finished lot that is folded to one row says when it was finished instead of when it was due. */
const isDone = ({ group: { fold } }: PlacedGroup): boolean => fold?.kind === 'lot' && !fold.open;

const overlaps = (extent: Extent, span: Span, timeline: Timeline): boolean => {
  const from = blockX(span.start, timeline);
  return from < extent.to && from + widthOf(span, timeline) > extent.from;
};

/** Whether nothing of a row stands in these pixels. */
export const isFree = ({ bars, fold }: Row, extent: Extent, timeline: Timeline): boolean =>
  !bars.some(({ bar }) => overlaps(extent, bar.span, timeline)) && !(fold && overlaps(extent, fold.span, timeline));

/** Where in a row a tag may begin, from above: at its top, else along a lane. */
function tagTops({ top, height, bars }: Row): number[] {
  const lanes = [...new Set(bars.map((bar) => bar.top + (bar.height - TAG_PX) / 2))].sort((one, other) => one - other);
  return [top + (Math.min(height, 20) - TAG_PX) / 2, ...lanes].filter((one) => one >= top && one + TAG_PX <= top + height);
}

/** The first place for a tag where no bar stands: the places in turn, in each the rows from above. */
function tagPlace(places: readonly Extent[], rows: readonly Row[], timeline: Timeline): Deadline['tag'] {
  const isClear = (row: Row, place: Extent, top: number): boolean =>
    !(row.fold && overlaps(place, row.fold.span, timeline)) &&
    !row.bars.some((one) => atHeight({ ...place, top, bottom: top + TAG_PX }, one) && overlaps(place, one.bar.span, timeline));
  for (const place of places)
    for (const row of rows) {
      const top = tagTops(row).find((one) => isClear(row, place, one));
      if (top !== undefined) return { ...place, row: row.index, top };
    }
  return undefined;
}

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
  const places = [
    { from: x, to: x + width },
    { from: x - width, to: x },
  ].filter(({ from, to }) => from >= 0 && to <= widthOf(timeline, timeline));
  return { x, late: isLate(bars), text, tag: tagPlace(places, rowsOfGroup(layout, placed), timeline) };
}

/** What stands in a row beside its bars, in pixels: words keep off it. */
export function markersIn(row: Row, scene: Scene, measure: Measure): Marker[] {
  const { timeline, layout } = scene;
  const now = minutesX(scene.now, timeline);
  const markers: Marker[] = [{ from: now - 2, to: now + 2 }];
  const deadline = deadlineOf(layout.groups[row.group]!, scene, measure);
  if (deadline) markers.push({ from: deadline.x - 2, to: deadline.x + 2 });
  if (deadline?.tag?.row === row.index) markers.push({ ...deadline.tag, bottom: deadline.tag.top + TAG_PX });
  for (const { bar } of row.bars) {
    const end = layout.mode === 'stack' ? previousMark(bar) : undefined;
    if (end !== undefined) markers.push({ from: blockX(end, timeline), to: blockX(end, timeline) + 6 });
    if (bar.demolding) markers.push({ from: blockX(bar.demolding.start, timeline), to: blockX(bar.demolding.end, timeline) });
  }
  return markers;
}

/** Where the holiday table ends among the days that are shown; undefined where it does not. */
export function calendarEndOf({
  calendarEnd,
  timeline,
}: Pick<Scene, 'calendarEnd' | 'timeline'>): { date: PlantDate; block: Block } | undefined {
  if (!calendarEnd) return undefined;
  const block = blockOfDay(dayNumber(calendarEnd) + 1);
  return block > timeline.start && block < timeline.end ? { date: calendarEnd, block } : undefined;
}

/** Between the line of a folded lot and the words beside it. */
export const FINISH_GAP_PX = 6;

/** `11/9(月) 出荷済み`: when a folded lot was finished, and with what; undefined for what is no such lot. */
export function finishOf(placed: PlacedGroup): { text: string; span: Span } | undefined {
  const last = placed.group.bars.at(-1);
  if (!last || !isDone(placed)) return undefined;
  return { text: shippedText(last.entry), span: { start: placed.group.bars[0]!.span.start, end: last.span.end } };
}
