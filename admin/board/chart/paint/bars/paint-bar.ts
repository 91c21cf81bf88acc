import type { Bar } from '../../scene/bars.ts';
import { type Extent, handleWidth, type LockPlace } from '../../scene/press.ts';
import { svgElement } from '../dom.ts';
import { drawSign } from '../signs.ts';
import { type Face, LOCK_SIGN_PX } from './look.ts';

/** A box in the chart, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A bar as it is drawn now. */
export interface DrawnBar {
  bar: Bar;
  box: Box;
  /** Where it stands by its entry; it is shown elsewhere while it is moved. */
  origin: Box;
  moved: boolean;
  face: Face;
  /** What its place bears while only a part of it is moved. */
  staying: Face | undefined;
  /** What of the box lies on the timeline. */
  extent: Extent;
  /** Whether it bears a lock at all, and where that is pressed. */
  lockable: boolean;
  lock: LockPlace | undefined;
}

const RADIUS_PX = 3;
const STRIPE_PX = 3;

/** Paints a bar with all that it bears. */
export function paintBar(drawn: DrawnBar, into: SVGGElement): void {
  if (drawn.moved) paintOrigin(drawn.origin, into);
  if (drawn.staying) paintFace({ ...drawn, box: drawn.origin, face: drawn.staying }, into);
  paintBody(drawn.box, into);
  paintStripe(drawn, into);
  paintFace(drawn, into);
  if (drawn.bar.flagged) paintFlag(drawn.box, into);
  paintCuts(drawn, into);
  if (drawn.lockable) paintLock(drawn, into);
}

/** Paints what either edge of a bar is held by. */
export function paintHandles({ x, y, width, height }: Box, into: SVGGElement): void {
  const box = { y, width: handleWidth(width), height, rx: 2 };
  svgElement('rect', { ...box, x, class: 'handle left' }, into);
  svgElement('rect', { ...box, x: x + width - box.width, class: 'handle right' }, into);
}

/** Half a pixel inside, so that the line around it is sharp. */
const outlined = ({ x, y, width, height }: Box) => ({ x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: RADIUS_PX });

function paintOrigin(origin: Box, into: SVGGElement): void {
  svgElement('rect', { ...outlined(origin), class: 'drag-origin' }, into);
}

function paintBody(box: Box, into: SVGGElement): void {
  svgElement('rect', { ...outlined(box), class: 'bar' }, into);
}

/** At the left of finished bars, at the foot of locked ones. */
function paintStripe({ bar: { entry }, box: { x, y, width, height } }: DrawnBar, into: SVGGElement): void {
  const finished = { x: x + 1, y: y + 1, width: STRIPE_PX, height: height - 2, rx: 1.5 };
  const locked = { x: x + 1, y: y + height - 3, width: width - 2, height: 2 };
  if (entry.received_locked) svgElement('rect', { ...finished, class: 'bar-progress' }, into);
  else if (entry.locked) svgElement('rect', { ...locked, class: 'bar-foot' }, into);
}

/** Words and signs, on the bar or beside it. */
function paintFace(drawn: DrawnBar, into: SVGGElement): void {
  const { x: left, y: top } = drawn.box;
  const { blocks = [], words, signs } = drawn.face;
  for (const { x, y, className, ...size } of blocks) svgElement('rect', { x: left + x, y: top + y, ...size, class: className }, into);
  paintReach(drawn, into);
  for (const { text, x, y, className } of words) svgElement('text', { x: left + x, y: top + y, class: className }, into).textContent = text;
  for (const { sign, x, y, size, className } of signs) drawSign(sign, { x: left + x, y: top + y, size }, className, into);
}

/** What lies between a bar and its words is the bar, too. */
function paintReach({ box, origin, face: { taken }, extent }: DrawnBar, into: SVGGElement): void {
  if (taken.from >= extent.from && taken.to <= extent.to) return;
  into.prepend(
    svgElement('rect', {
      x: taken.from + box.x - origin.x,
      y: box.y,
      width: taken.to - taken.from,
      height: box.height,
      class: 'bar-reach',
    }),
  );
}

function paintFlag({ x, y }: Box, into: SVGGElement): void {
  svgElement('path', { d: `M${x + 0.5} ${y + 0.5}h7l-7 7z`, class: 'bar-flag' }, into);
}

const TOOTH_PX = 3;

/** A bar that goes on beyond the days that are drawn is torn off there. */
function paintCuts({ box, extent: { from, to } }: DrawnBar, into: SVGGElement): void {
  const teeth = Math.max(1, Math.round(box.height / (2 * TOOTH_PX)));
  const half = box.height / teeth / 2;
  const tear = (x: number, inwards: number): void => {
    const edge = `l${inwards} ${half}l${-inwards} ${half}`.repeat(teeth);
    svgElement('path', { d: `M${x} ${box.y}${edge}z`, class: 'bar-cut' }, into);
  };
  if (to <= from) return;
  if (box.x < from) tear(from, TOOTH_PX);
  if (box.x + box.width > to) tear(to, -TOOTH_PX);
}

/** A closed lock stands on its bar. The one to press comes up when the bar is pointed at: on its right end, on a short one beside it. */
function paintLock(drawn: DrawnBar, into: SVGGElement): void {
  const { bar, face, extent, lock } = drawn;
  const inside = lock?.side === 'inside' ? lock : undefined;
  if (bar.entry.locked && (face.showsLock || inside)) paintLockIcon(drawn, inside ?? extent, '', into);
  else if (inside) paintOpenLock(drawn, inside, into);
  if (lock && !inside) paintLockBeside(drawn, lock, into);
}

/** The open lock has a ground of its own, for words may stand where it comes up. */
function paintOpenLock(drawn: DrawnBar, { from, to }: LockPlace, into: SVGGElement): void {
  const { y, height } = drawn.box;
  const box = { x: from - 0.5, y: y + 1.5, width: to - from, height: height - 3, rx: 2 };
  svgElement('rect', { ...box, class: 'bar-lock-ground' }, into);
  paintLockIcon(drawn, { from, to }, 'is-open', into);
}

function paintLockBeside(drawn: DrawnBar, { from, to }: LockPlace, into: SVGGElement): void {
  const { y, height } = drawn.box;
  svgElement('rect', { x: from + 1, y, width: to - from - 1, height, rx: RADIUS_PX, class: 'bar-beside' }, into);
  paintLockIcon(drawn, { from: from + 0.5, to: to + 0.5 }, 'bar-beside', into);
}

function paintLockIcon({ bar, box }: DrawnBar, { from, to }: Extent, className: string, into: SVGGElement): void {
  const { locked } = bar.entry;
  const at = {
    x: (from + to - LOCK_SIGN_PX.width) / 2,
    y: box.y + (box.height - LOCK_SIGN_PX.height) / 2,
    size: LOCK_SIGN_PX.height,
  };
  drawSign(locked ? 'locked' : 'unlocked', at, `bar-lock ${locked ? 'is-locked' : ''} ${className}`.trim(), into);
}
