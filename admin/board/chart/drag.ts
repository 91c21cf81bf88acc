import { type Bar, deadlineEnd, previousEnd } from './bars.ts';
import { dayOfBlock, type Span, workingBlocks } from './blocks.ts';

/** What is held: the whole bar, its left or its right edge. */
export type Grip = 'move' | 'start' | 'end';

/** A drag under way; `span` is what the bar would become on release. */
export interface Drag {
  grip: Grip;
  original: Span;
  /** Furnace and outsourced tasks: the length in time stays, whatever days are closed. */
  elapsed: boolean;
  closed: ReadonlySet<number>;
  /** Width of a half-day block in pixels. */
  px: number;
  /** A whole bar follows only after more than one day column of movement. */
  armed: boolean;
  span: Span;
}

/** The start of a drag; nothing has moved yet. */
export function beginDrag(grip: Grip, original: Span, options: Pick<Drag, 'elapsed' | 'closed' | 'px'>): Drag {
  return { grip, original, ...options, armed: grip !== 'move', span: original };
}

/** A span moved by blocks. A working task keeps its working blocks: closed days lengthen it. */
export function movedSpan(original: Span, blocks: number, elapsed: boolean, closed: ReadonlySet<number>): Span {
  const start = original.start + blocks;
  const same = { start, end: original.end + blocks };
  const working = workingBlocks(original, closed);
  if (blocks === 0 || elapsed || working === 0) return same;
  let end = start;
  for (let left = working; left > 0; end += 1) if (!closed.has(dayOfBlock(end))) left -= 1;
  return { start, end };
}

/** A span with one edge moved by blocks; undefined when less than one working block would be left. */
export function resizedSpan(original: Span, grip: 'start' | 'end', blocks: number, closed: ReadonlySet<number>): Span | undefined {
  const span = grip === 'start' ? { ...original, start: original.start + blocks } : { ...original, end: original.end + blocks };
  if (span.end <= span.start) return undefined;
  const shrinks = span.end - span.start < original.end - original.start;
  return shrinks && workingBlocks(span, closed) < 1 ? undefined : span;
}

/** The drag after the pointer has come `dx` pixels from where it was pressed. */
export function follow(drag: Drag, dx: number): Drag {
  const blocks = Math.round(dx / drag.px);
  if (drag.grip === 'move') {
    const armed = drag.armed || Math.abs(dx) > 2 * drag.px;
    return { ...drag, armed, span: armed ? movedSpan(drag.original, blocks, drag.elapsed, drag.closed) : drag.original };
  }
  return { ...drag, span: resizedSpan(drag.original, drag.grip, blocks, drag.closed) ?? drag.span };
}

/** The drag after the bar has come over another row: that is movement enough. */
export const armed = (drag: Drag): Drag => (drag.grip === 'move' ? { ...drag, armed: true } : drag);

/** Whether a release would change anything. */
export const hasChanged = (drag: Drag): boolean => drag.span.start !== drag.original.start || drag.span.end !== drag.original.end;

/** Where a bar had better not be: before the lot's previous task has ended, and after the deadline. */
export function zonesOf(bar: Bar, timeline: Span): Span[] {
  const zones = [
    { start: timeline.start, end: Math.min(previousEnd(bar) ?? timeline.start, timeline.end) },
    { start: Math.max(deadlineEnd(bar.entry) ?? timeline.end, timeline.start), end: timeline.end },
  ];
  return zones.filter(({ start, end }) => end > start);
}

/** What is wrong with a place: days past the deadline, and whether it begins before the previous task has ended. */
export function troublesOf(bar: Bar, span: Span): { daysLate: number; beforePrevious: boolean } {
  const deadline = deadlineEnd(bar.entry);
  const daysLate = deadline === undefined ? 0 : Math.max(0, dayOfBlock(span.end - 1) - dayOfBlock(deadline) + 1);
  return { daysLate, beforePrevious: span.start < (previousEnd(bar) ?? Number.NEGATIVE_INFINITY) };
}
