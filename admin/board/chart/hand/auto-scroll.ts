const EDGE_PX = 40;
/** Pixels a frame at the very edge. */
const FASTEST_PX = 18;

/** Scrolls an element while the pointer is near one of its edges. */
export interface AutoScroll {
  /** The pointer is here, within the part of the window in which the chart is seen. */
  towards(at: { x: number; y: number }, seen: { left: number; top: number; right: number; bottom: number }): void;
  stop(): void;
}

/** How far to scroll a frame when the pointer is so near to the lower or the upper end of a side; further out is no faster. */
export function speedAt(at: number, from: number, to: number): number {
  const share = (distance: number): number => Math.min(1, Math.max(0, (EDGE_PX - distance) / EDGE_PX));
  const [low, high] = [share(at - from), share(to - at)];
  return Math.round(FASTEST_PX * (high > 0 ? high : 0 - low));
}

/** Makes the scrolling of an element. */
export function createAutoScroll(element: HTMLElement): AutoScroll {
  let frame = 0;
  let speed = { x: 0, y: 0 };
  const step = (): void => {
    frame = 0;
    const before = { left: element.scrollLeft, top: element.scrollTop };
    element.scrollBy(speed.x, speed.y);
    if (element.scrollLeft !== before.left || element.scrollTop !== before.top) frame = requestAnimationFrame(step);
  };
  return {
    towards: (at, seen) => {
      speed = { x: speedAt(at.x, seen.left, seen.right), y: speedAt(at.y, seen.top, seen.bottom) };
      if (speed.x === 0 && speed.y === 0) cancelAnimationFrame(frame);
      frame = speed.x === 0 && speed.y === 0 ? 0 : frame || requestAnimationFrame(step);
    },
    stop: () => {
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}
