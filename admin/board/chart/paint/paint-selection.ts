import { CHART } from '../../../texts/board/chart.ts';
import { type Bar, drawnSpan } from '../scene/bars.ts';
import { blockX, widthOf } from '../scene/blocks.ts';
import type { PlacedBar, PlacedGroup } from '../scene/layout.ts';
import type { Measure } from '../scene/measure.ts';
import type { Scene } from '../scene/scene.ts';
import type { Face } from './bars/look.ts';
import { svgElement } from './dom.ts';
import { barsOfLot, linkPaths, waitPlace } from './links.ts';

const RING_PX = 2;
const WORDS_GAP_PX = 6;

/** Paints the tint of the group and the ring around the bar that was jumped to. */
export function paintSpot({ timeline }: Scene, group: PlacedGroup, { bar, top, height }: PlacedBar, into: SVGGElement): void {
  svgElement('rect', { y: group.top, width: widthOf(timeline, timeline), height: group.height, class: 'spot-tint' }, into);
  const drawn = drawnSpan(bar, bar.span);
  svgElement(
    'rect',
    {
      x: blockX(drawn.start, timeline) - RING_PX,
      y: top - RING_PX,
      width: widthOf(drawn, timeline) + 2 * RING_PX,
      height: height + 2 * RING_PX,
      rx: 5,
      class: 'spot-ring',
    },
    into,
  );
}

/** Paints the lines that join the tasks of a bar's lot, and on one of them what its bar waits for; the words of that are painted by what is given, for a view that begins at this pixel. */
export function paintLinks(scene: Scene, bar: Bar, measure: Measure, into: SVGGElement): ((left: number) => void) | undefined {
  const bars = barsOfLot(scene, bar);
  const { lines, heads } = linkPaths(bars, scene);
  svgElement('path', { d: lines, class: 'link-line' }, into);
  svgElement('path', { d: heads, class: 'link-head' }, into);
  return scene.wait && scene.rows === 'lots' ? paintWait(scene, scene.wait, bars, measure, into) : undefined;
}

const TAG = { padding: 6, height: 16, room: 12, near: 60 } as const;
/** How much wider bold words are than they are measured. */
export const BOLD = 1.05;

/**
 * The longest of the words that fit on what is seen of the line stand in its middle, near the bar where it is long. Where nothing before the bar is drawn, the line is
 * drawn too.
 */
function paintWait(scene: Scene, wait: NonNullable<Scene['wait']>, bars: readonly PlacedBar[], measure: Measure, into: SVGGElement) {
  const place = waitPlace(bars, wait, scene);
  if (!place) return undefined;
  const { from, to, y, linked } = place;
  if (!linked) svgElement('path', { d: `M${from} ${y - 4}v8M${from} ${y}H${to}`, class: 'wait-line' }, into);
  const words = svgElement('g', {}, into);
  const texts = wait.texts.map((text) => ({ text, width: measure(text) * BOLD + 2 * TAG.padding }));
  let said = '';
  return (left: number): void => {
    const seen = Math.max(from, left);
    const fits = texts.find(({ width }) => width + 2 * TAG.room <= to - seen);
    const x = fits && (Math.max(seen, to - fits.width - TAG.near) + to) / 2;
    if (said === `${fits?.text} ${x}`) return;
    said = `${fits?.text} ${x}`;
    words.replaceChildren();
    if (!fits || x === undefined) return;
    const { text, width } = fits;
    svgElement('rect', { x: x - width / 2, y: y - TAG.height / 2, width, height: TAG.height, rx: 3, class: 'wait-tag' }, words);
    svgElement('text', { x, y: y + 4, class: 'wait-words' }, words).textContent = text;
  };
}

/** Paints the words beside a bar of the furnace run that is pointed at, where its lane is free; `width` is that of the words in pixels. */
export function paintMateWords({ top, height }: PlacedBar, { taken, free }: Face, width: number, into: SVGGElement): void {
  const x = taken.to + WORDS_GAP_PX;
  if (x + width > free.to) return;
  svgElement('text', { x, y: top + height / 2 + 4, class: 'mate-words' }, into).textContent = CHART.mates;
}
