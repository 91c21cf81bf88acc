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
const LOCK_ROOM_PX = 13;
/** What a lock takes of the free lane beside a bar. */
const LOCK_BESIDE_PX = 18;
/** The width a bar keeps for the press that opens it: the target size of WCAG 2.2. */
const OPENING_PX = 24;
/** How far a press may stray and still be a click; a fingertip strays further. */
const STILL_PX = { fine: 4, touch: 10 };

/** Whether a bar of this width holds its lock and leaves room for the press that opens it. */
const holdsLock = (width: number): boolean => width - LOCK_ROOM_PX >= OPENING_PX;

/** The drawn part of a bar that begins before or ends after the timeline. */
export const drawnExtent = ({ from, to }: Extent, timelineWidth: number): Extent => ({
  from: Math.max(from, 0),
  to: Math.min(to, timelineWidth),
});

/**
 * Where the lock of a bar is pressed: on it, else beside it where neither its words (`taken`) nor anything else of the lane (`free` around it)
 * stands, else after its words. Undefined where there is no room: then form, dialog and the key L are left.
 */
export function lockPlace({ from, to }: Extent, taken: Extent, free: Extent): LockPlace | undefined {
  if (holdsLock(to - from)) return { side: 'inside', from: to - LOCK_ROOM_PX - 0.5, to: to - 0.5 };
  const after = taken.to + LOCK_BESIDE_PX <= free.to;
  if (after && taken.to === to) return { side: 'after', from: to, to: to + LOCK_BESIDE_PX };
  if (taken.from === from && from - LOCK_BESIDE_PX >= free.from) return { side: 'before', from: from - LOCK_BESIDE_PX, to: from };
  return after ? { side: 'after', from: taken.to, to: taken.to + LOCK_BESIDE_PX } : undefined;
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
