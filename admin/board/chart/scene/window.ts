import { BLOCK_PX, blockX, type Span, type Timeline, widthOf } from './blocks.ts';
import type { PlacedBar } from './layout.ts';
import type { Scene, Window } from './scene.ts';

const SIDE_MARGIN_PX = 480;
const END_MARGIN_PX = 240;

/** Where the chart is scrolled to, and the size of its visible part without header and left block, in pixels. */
export interface View {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The part of the chart that the view shows. */
export function seenBy({ timeline, layout }: Scene, view: View): Window {
  const { px } = timeline;
  const width = widthOf(timeline, timeline);
  const from = Math.floor(Math.max(0, view.left) / px);
  const to = Math.ceil(Math.min(width, view.left + view.width) / px);
  return {
    span: { start: timeline.start + from, end: timeline.start + to },
    top: view.top,
    bottom: Math.min(layout.height, view.top + view.height),
  };
}

/** Whether the view has left the drawn part, sideways or up and down. */
export function outgrown(drawn: Window | undefined, seen: Window): { sideways: boolean; along: boolean } {
  if (!drawn) return { sideways: true, along: true };
  return {
    sideways: seen.span.start < drawn.span.start || seen.span.end > drawn.span.end,
    along: seen.top < drawn.top || seen.bottom > drawn.bottom,
  };
}

/** The part of the chart to draw for a view: with margins, in whole days, inside the chart. */
export function widened({ timeline, layout }: Scene, seen: Window): Window {
  const side = Math.ceil(SIDE_MARGIN_PX / timeline.px / 2) * 2;
  return {
    span: {
      start: Math.max(timeline.start, (seen.span.start & ~1) - side),
      end: Math.min(timeline.end, ((seen.span.end + 1) & ~1) + side),
    },
    top: Math.max(0, seen.top - END_MARGIN_PX),
    bottom: Math.min(layout.height, seen.bottom + END_MARGIN_PX),
  };
}

/** What is to be seen: rows from top to bottom, and of the timeline the span, where it matters. */
interface Shown {
  span: Span | undefined;
  top: number;
  height: number;
}

/** Where to scroll so that something is seen; no further than needed. */
export function revealing({ timeline }: Scene, view: View, { span, top, height }: Shown): { left: number; top: number } {
  const [from, to] = span ? [blockX(span.start, timeline), blockX(span.end, timeline)] : [view.left, view.left];
  const margin = 2 * BLOCK_PX.half_day;
  const left = (): number => {
    if (from < view.left) return from - margin;
    return to > view.left + view.width ? Math.min(from, to + margin - view.width) : view.left;
  };
  const down = (): number => {
    if (top < view.top) return top - height;
    return top + height > view.top + view.height ? top + 2 * height - view.height : view.top;
  };
  return { left: left(), top: down() };
}

/** The scroll position at which, after a change of the timeline, a pixel of the view shows the same moment as before. */
export function sameDays(before: Timeline, after: Timeline, left: number, pixel: number): number {
  const block = before.start + (left + pixel) / before.px;
  return Math.max(0, (block - after.start) * after.px - pixel);
}

/** Where a bar that is jumped to comes to lie: this part of the visible timeline is before it. */
const JUMP_SHARE = 0.25;
/** The margin kept around such a bar when it is in view already. */
const JUMP_MARGIN_PX = 60;

/** Where to scroll to a bar that is jumped to: its lot from the first row on, as far as the bar is still seen; sideways only where it is not in view. */
export function jumpingTo(
  { timeline }: Scene,
  view: View,
  { bar, top, height }: PlacedBar,
  lot: { top: number; height: number },
): { left: number; top: number } {
  const [from, to] = [blockX(bar.span.start, timeline), blockX(bar.span.end, timeline)];
  const seen = from >= view.left + JUMP_MARGIN_PX && Math.min(to, from + view.width / 2) <= view.left + view.width - JUMP_MARGIN_PX;
  const whole = lot.top >= view.top && lot.top + Math.min(lot.height, view.height) <= view.top + view.height;
  const down = Math.max(lot.top, top + 2 * height - view.height);
  return { left: seen ? view.left : Math.max(0, from - view.width * JUMP_SHARE), top: whole ? view.top : down };
}
