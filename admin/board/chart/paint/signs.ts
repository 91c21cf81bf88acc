import { LOCK_PATH, svgElement, UNLOCK_PATH } from './dom.ts';

/** The small pictures of the board. */
export type Sign =
  | 'furnace'
  | 'outsourced'
  | 'locked'
  | 'unlocked'
  | 'conflict'
  | 'finished'
  | 'late'
  | 'folded'
  | 'open'
  | 'up'
  | 'down'
  | 'leave'
  | 'stop'
  | 'resume'
  | 'raise'
  | 'deferred'
  | 'try';

/** A path in a square of `view` units (the locks: 10 by 12). */
interface Shape {
  path: string;
  view: number;
  /** Drawn on the path, in ink. */
  mark?: string;
}

const FLAME =
  'M16 6l-.44.55C14.38 8.02 12 7.19 12 5.3V2S4 6 4 13c0 2.92 1.56 5.47 3.89 6.86-.56-.79-.89-1.76-.89-2.8 0-1.32.52-2.56 1.47-3.5L12 10.1l3.53 3.47c.95.93 1.47 2.17 1.47 3.5 0 1.02-.31 1.96-.85 2.75 1.89-1.15 3.29-3.06 3.71-5.3.66-3.55-1.07-6.9-3.86-8.52M12 12.9l-2.13 2.09c-.56.56-.87 1.29-.87 2.07C9 18.68 10.35 20 12 20s3-1.32 3-2.94c0-.78-.31-1.52-.87-2.07z';
/** The picture of 外注 in the menu. */
const HANDSHAKE =
  'M12.22 19.85c-.18.18-.5.21-.71 0-.18-.18-.21-.5 0-.71l3.39-3.39-1.41-1.41-3.39 3.39c-.19.2-.51.19-.71 0-.21-.21-.18-.53 0-.71l3.39-3.39-1.41-1.41-3.39 3.39c-.18.18-.5.21-.71 0-.19-.19-.19-.51 0-.71l3.39-3.39-1.42-1.41-3.39 3.39c-.18.18-.5.21-.71 0-.19-.2-.19-.51 0-.71L9.52 8.4l1.87 1.86c.95.95 2.59.94 3.54 0 .98-.98.98-2.56 0-3.54l-1.86-1.86.28-.28c.78-.78 2.05-.78 2.83 0l4.24 4.24c.78.78.78 2.05 0 2.83zm9.61-6.78c1.56-1.56 1.56-4.09 0-5.66l-4.24-4.24c-1.56-1.56-4.09-1.56-5.66 0l-.28.28-.28-.28c-1.56-1.56-4.09-1.56-5.66 0L2.17 6.71C.75 8.13.62 10.34 1.77 11.9l1.45-1.45c-.39-.75-.26-1.7.37-2.33l3.54-3.54c.78-.78 2.05-.78 2.83 0l3.56 3.56c.18.18.21.5 0 .71s-.53.18-.71 0L9.52 5.57l-5.8 5.79c-.98.97-.98 2.56 0 3.54.39.39.89.63 1.42.7.07.52.3 1.02.7 1.42s.9.63 1.42.7c.07.52.3 1.02.7 1.42s.9.63 1.42.7c.07.54.31 1.03.7 1.42.47.47 1.1.73 1.77.73s1.3-.26 1.77-.73z';

/** The paths of each sign. */
export const SHAPES: Record<Sign, Shape> = {
  furnace: { path: FLAME, view: 24 },
  outsourced: { path: HANDSHAKE, view: 24 },
  locked: { path: LOCK_PATH, view: 12 },
  unlocked: { path: UNLOCK_PATH, view: 12 },
  conflict: { path: 'M7 1.4 13.2 12.6H.8z', view: 14, mark: 'M6.4 5.2h1.2v3.6H6.4zM6.4 9.8h1.2V11H6.4z' },
  finished: {
    path: 'M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2m0 18c-4.41 0-8-3.59-8-8s3.59-8 8-8 8 3.59 8 8-3.59 8-8 8m4.59-12.42L10 14.17l-2.59-2.58L6 13l4 4 8-8z',
    view: 24,
  },
  late: { path: 'M14.4 6 14 4H5v17h2v-7h5.6l.4 2h7V6z', view: 24 },
  folded: { path: 'M8.6 16.6 13.2 12 8.6 7.4 10 6l6 6-6 6z', view: 24 },
  up: { path: 'M4 12l1.41 1.41L11 7.83V20h2V7.83l5.58 5.59L20 12l-8-8z', view: 24 },
  down: { path: 'M20 12l-1.41-1.41L13 16.17V4h-2v12.17l-5.58-5.59L4 12l8 8z', view: 24 },
  stop: {
    path: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 0 1 4.9 1.7L5.7 16.9A8 8 0 0 1 12 4zm0 16a8 8 0 0 1-4.9-1.7L18.3 7.1A8 8 0 0 1 12 20z',
    view: 24,
  },
  resume: { path: 'M8 5v14l11-7z', view: 24 },
  leave: { path: 'M9 5v2h6.59L4 18.59 5.41 20 17 8.41V15h2V5z', view: 24 },
  deferred: { path: 'M12 20 5 13l1.4-1.4 5.6 5.6 5.6-5.6L19 13zM12 13 5 6l1.4-1.4 5.6 5.6 5.6-5.6L19 6z', view: 24 },
  raise: { path: 'M12 4 5 11l1.4 1.4L12 6.8l5.6 5.6L19 11zM12 11l-7 7 1.4 1.4 5.6-5.6 5.6 5.6L19 18z', view: 24 },
  try: {
    path: 'M9.78 11.16l-1.42 1.42c-.68-.69-1.34-1.58-1.79-2.94l1.94-.49c.32.89.77 1.5 1.27 2.01M11 6 7 2 3 6h3.02c.02.81.08 1.54.19 2.17l1.94-.49C8.08 7.2 8.03 6.63 8.02 6zm10 0-4-4-4 4h2.99c-.1 3.68-1.28 4.75-2.54 5.88-.5.44-1.01.92-1.45 1.55-.34-.49-.73-.88-1.13-1.24L9.46 13.6c.93.85 1.54 1.54 1.54 3.4v5h2v-5c0-2.02.71-2.66 1.79-3.63 1.38-1.24 3.08-2.78 3.2-7.37z',
    view: 24,
  },
  open: { path: 'M7.4 8.6 12 13.2l4.6-4.6L18 10l-6 6-6-6z', view: 24 },
};

/** Draws a sign into the chart, its left top corner at these pixels. */
export function drawSign(sign: Sign, at: { x: number; y: number; size: number }, className: string, parent: Element): void {
  const { path, view, mark } = SHAPES[sign];
  const transform = `translate(${at.x} ${at.y}) scale(${at.size / view})`;
  svgElement('path', { d: path, transform, 'fill-rule': 'evenodd', class: className }, parent);
  if (mark) svgElement('path', { d: mark, transform, class: 'sign-mark' }, parent);
}

/** A sign as a picture in the text of the left block. */
export function signIcon(sign: Sign, size: number, className: string, parent: Element): SVGSVGElement {
  const { path, view, mark } = SHAPES[sign];
  const icon = svgElement(
    'svg',
    { viewBox: `0 0 ${view} ${view}`, width: size, height: size, 'aria-hidden': 'true', class: className },
    parent,
  );
  svgElement('path', { d: path, 'fill-rule': 'evenodd' }, icon);
  if (mark) svgElement('path', { d: mark, class: 'sign-mark' }, icon);
  return icon;
}
