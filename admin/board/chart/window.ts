import { BLOCK_PX, blockX } from './blocks.ts';
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
  const width = (timeline.end - timeline.start) * BLOCK_PX;
  const from = Math.floor(Math.max(0, view.left) / BLOCK_PX);
  const to = Math.ceil(Math.min(width, view.left + view.width) / BLOCK_PX);
  return {
    span: { start: timeline.start + from, end: timeline.start + to },
    top: view.top,
    bottom: Math.min(layout.height, view.top + view.height),
  };
}

/** Whether what is seen has left what is drawn, sideways or up and down. */
export function outgrown(drawn: Window | undefined, seen: Window): { sideways: boolean; along: boolean } {
  if (!drawn) return { sideways: true, along: true };
  return {
    sideways: seen.span.start < drawn.span.start || seen.span.end > drawn.span.end,
    along: seen.top < drawn.top || seen.bottom > drawn.bottom,
  };
}

/** What is drawn for what is seen: margins around it, whole days, inside the chart. */
export function widened({ timeline, layout }: Scene, seen: Window): Window {
  const side = Math.ceil(SIDE_MARGIN_PX / BLOCK_PX / 2) * 2;
  return {
    span: {
      start: Math.max(timeline.start, (seen.span.start & ~1) - side),
      end: Math.min(timeline.end, ((seen.span.end + 1) & ~1) + side),
    },
    top: Math.max(0, seen.top - END_MARGIN_PX),
    bottom: Math.min(layout.height, seen.bottom + END_MARGIN_PX),
  };
}

/** Where to scroll so that a bar is seen; no further than needed. */
export function revealing({ timeline }: Scene, view: View, { bar, top, height }: PlacedBar): { left: number; top: number } {
  const [from, to] = [blockX(bar.span.start, timeline), blockX(bar.span.end, timeline)];
  const margin = 2 * BLOCK_PX;
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
