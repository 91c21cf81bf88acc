import { HALF_DAY_MINUTES } from '../../../../server/domain/ground/constants.ts';
import { plantMinutes } from '../../../../server/domain/ground/plant-time.ts';
import { inPlan, shiftText } from '../../../texts/board/story.ts';
import type { Bar } from '../scene/bars.ts';
import { blockX, type Span, spanOf, type Timeline } from '../scene/blocks.ts';
import { between } from '../scene/layout.ts';
import type { Measure } from '../scene/measure.ts';
import type { Extent } from '../scene/press.ts';
import type { Ghost, Scene, Window } from '../scene/scene.ts';
import { svgElement } from './dom.ts';

/** Where a bar stands: as the server answers it, or by the name of its facility; undefined: that was not kept. */
interface Place {
  start_date: string;
  end_date?: string | null | undefined;
  facility?: number | string | null | undefined;
}
type FormerPlace = Place & { end_date: string };

/** How far a bar went from one place to the other, or what else of it is another. */
export function movedText(from: Place, to: Place): string {
  const halfDays = halfDaysOf(from.start_date, to.start_date);
  if (from.facility === undefined || to.facility === undefined) return shiftText(halfDays, undefined);
  if (from.facility !== to.facility) return shiftText(halfDays, 'facility');
  if (plantMinutes(from.start_date) !== plantMinutes(to.start_date)) return shiftText(halfDays, 'start');
  const isLonger = !from.end_date || !to.end_date || plantMinutes(from.end_date) !== plantMinutes(to.end_date);
  return shiftText(halfDays, isLonger ? 'end' : 'charge');
}

/** Half days from one start to the other: towards zero, so that an hour is no half day; beyond it whole half days, as the board has them. */
export function halfDaysOf(from: string, to: string): number {
  const shift = (plantMinutes(to) - plantMinutes(from)) / HALF_DAY_MINUTES;
  return Math.abs(shift) < 1 ? Math.trunc(shift) : Math.round(shift);
}

/** The ghost of a bar that stood there. */
export const ghostOf = ({ entry }: Bar, place: FormerPlace): Ghost => ({
  span: spanOf(place.start_date, place.end_date),
  text: movedText(place, entry),
});

/** The ghost of a bar where another plan, by what it is called in brief, has it: how far it goes there, `公開中では −47日`. */
export const offeredGhost = ({ entry }: Bar, place: FormerPlace, plan: string): Ghost => ({
  span: spanOf(place.start_date, place.end_date),
  text: inPlan(plan, movedText(entry, place)),
});

/** How far a bar went, as it is said right of the bar. */
export interface Shift {
  text: string;
  width: number;
  /** What it takes right of the bar, in pixels: a former place that begins there, too. */
  room: number;
  /** The former place, where it stands apart: no words over it. */
  keepOff: Extent | undefined;
}

const GAP_PX = 5;
/** How much wider bold letters run. */
const BOLD = 1.07;

/** What is said of a bar's ghost; `bar` is the bar as it is drawn. */
export function shiftOf(ghost: Ghost | undefined, bar: Extent, timeline: Timeline, measure: Measure): Shift | undefined {
  if (!ghost) return undefined;
  const was: Extent = { from: blockX(ghost.span.start, timeline), to: blockX(ghost.span.end, timeline) };
  const width = Math.ceil(measure(ghost.text) * BOLD);
  const adjoins = was.to > bar.to && was.from < bar.to + 2 * GAP_PX + width;
  return { text: ghost.text, width, room: (adjoins ? was.to - bar.to : 0) + GAP_PX + width, keepOff: adjoins ? undefined : was };
}

/** Draws other places of the bars in the window as outlines in their rows. */
export function paintGhosts(layer: SVGGElement, { ghosts, offers = false, layout, timeline }: Scene, { span, top, bottom }: Window): void {
  layer.classList.toggle('is-offered', offers);
  const outlines: SVGElement[] = [];
  if (ghosts)
    for (const row of between(layout.rows, top, bottom))
      for (const { bar, top: y, height } of row.bars) {
        const was = ghosts.get(bar.id)?.span;
        if (was && was.start < span.end && was.end > span.start) outlines.push(outline(was, timeline, { y, height }));
      }
  layer.replaceChildren(...outlines);
}

function outline(was: Span, timeline: Timeline, { y, height }: { y: number; height: number }): SVGElement {
  const x = blockX(Math.max(was.start, timeline.start), timeline);
  const to = blockX(Math.min(was.end, timeline.end), timeline);
  return svgElement('rect', { x: x + 1, y: y + 1, width: Math.max(2, to - x - 2), height: height - 2, rx: 3, class: 'ghost' });
}
