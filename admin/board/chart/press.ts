import { BLOCK_PX, type Span } from './blocks.ts';
import { barsBetween, type Layout, type PlacedBar } from './layout.ts';

/** Pixels from a left to a right edge. */
export interface Extent {
  from: number;
  to: number;
}

/** Where a press toggles the lock: on the bar's right end, or beside a bar that is too short for two targets. */
export interface LockPlace extends Extent {
  side: 'inside' | 'after' | 'before';
}

/** What a lock takes of a bar. */
export const LOCK_ROOM_PX = 13;
/** What a lock takes of the free block beside a bar. */
const LOCK_BESIDE_PX = BLOCK_PX - 2;
/** What a bar keeps for the press that opens it: the width of a target that WCAG 2.2 asks for. */
const OPENING_PX = 24;
/** How far a press may stray and still be a click; a fingertip strays further. */
const STILL_PX = { fine: 4, touch: 10 };

/** Whether a bar of this width holds its lock and leaves room for the press that opens it. */
export const holdsLock = (width: number): boolean => width - LOCK_ROOM_PX >= OPENING_PX;

/** What is drawn of a bar that begins before or ends after the timeline. */
export const drawnExtent = ({ from, to }: Extent, timelineWidth: number): Extent => ({
  from: Math.max(from, 0),
  to: Math.min(to, timelineWidth),
});

/** Whether the blocks before and after a bar are free in its lane, and inside the timeline. */
export function roomBeside(
  { rows }: Layout,
  { bar: { id, span }, row, top }: PlacedBar,
  timeline: Span,
): { before: boolean; after: boolean } {
  const free = (block: Span): boolean =>
    block.start >= timeline.start &&
    block.end <= timeline.end &&
    barsBetween(rows[row]!, block).every((other) => other.bar.id === id || other.top !== top);
  return { before: free({ start: span.start - 1, end: span.start }), after: free({ start: span.end, end: span.end + 1 }) };
}

/** Where the lock of a bar is pressed; undefined where there is no room: then form, dialog and the key L are left. */
export function lockPlace({ from, to }: Extent, beside: { before: boolean; after: boolean }): LockPlace | undefined {
  if (holdsLock(to - from)) return { side: 'inside', from: to - LOCK_ROOM_PX - 0.5, to: to - 0.5 };
  if (beside.after) return { side: 'after', from: to, to: to + LOCK_BESIDE_PX };
  return beside.before ? { side: 'before', from: from - LOCK_BESIDE_PX, to: from } : undefined;
}

/** Whether a press at these pixels of the chart is on the lock. */
export const isOnLock = (place: LockPlace | undefined, x: number): boolean => place !== undefined && x >= place.from && x < place.to;

/** Width of the handle at either edge of a bar: half of a short bar is left to hold it by. */
export const handleWidth = (width: number): number => Math.min(6, width / 4);

/** Whether a pointer that has come this far has not moved: its release is a click. */
export function isStill(dx: number, dy: number, pointerType: string): boolean {
  const still = pointerType === 'touch' ? STILL_PX.touch : STILL_PX.fine;
  return Math.abs(dx) <= still && Math.abs(dy) <= still;
}
