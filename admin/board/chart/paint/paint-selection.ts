import { CHART } from '../../../texts/board/chart.ts';
import { type Bar, drawnSpan } from '../scene/bars.ts';
import { blockX, widthOf } from '../scene/blocks.ts';
import type { PlacedBar, PlacedGroup } from '../scene/layout.ts';
import type { Scene } from '../scene/scene.ts';
import type { Face } from './bars/look.ts';
import { svgElement } from './dom.ts';
import { barsOfLot, linkPaths } from './links.ts';

const RING_PX = 2;
const WORDS_GAP_PX = 6;

/** Paints the tint of the group and the ring around the bar that was jumped to. */
export function paintSpot({ timeline }: Scene, group: PlacedGroup, { bar, top, height }: PlacedBar, into: SVGGElement): void {
  svgElement('rect', { y: group.top, width: widthOf(timeline, timeline), height: group.height, class: 'spot-tint' }, into);
  const drawn = drawnSpan(bar, bar.span);
  const box = { x: blockX(drawn.start, timeline) - RING_PX, y: top - RING_PX };
  const size = { width: widthOf(drawn, timeline) + 2 * RING_PX, height: height + 2 * RING_PX };
  svgElement('rect', { ...box, ...size, rx: 5, class: 'spot-ring' }, into);
}

/** Paints the lines that join the tasks of a bar's lot. */
export function paintLinks(scene: Scene, bar: Bar, into: SVGGElement): void {
  const { lines, heads } = linkPaths(barsOfLot(scene, bar), scene);
  svgElement('path', { d: lines, class: 'link-line' }, into);
  svgElement('path', { d: heads, class: 'link-head' }, into);
}

/** Paints the words beside a bar of the furnace run that is pointed at, where its lane is free; `width` is that of the words in pixels. */
export function paintMateWords({ top, height }: PlacedBar, { taken, free }: Face, width: number, into: SVGGElement): void {
  const x = taken.to + WORDS_GAP_PX;
  if (x + width > free.to) return;
  svgElement('text', { x, y: top + height / 2 + 4, class: 'mate-words' }, into).textContent = CHART.mates;
}
