import type { Bar } from './bars.ts';
import { blockX, type Span, type Timeline } from './blocks.ts';
import type { Row } from './layout.ts';
import type { Extent } from './press.ts';

/** Where the plan had what stands elsewhere now: a line under the bars of its lane, in pixels. */
export interface PlannedLine extends Extent {
  y: number;
  /** Which of its ends lie on the timeline. */
  ends: { from: boolean; to: boolean };
  /** From the line to its bar, where they stand apart. */
  way: Extent | undefined;
}

/** How far under its bar a line lies at most, and in the row of a fold, which has no bars. */
const UNDER_PX = 2;
const FOLD_PX = 0.75;
const APART = 0.625;

/** Within the ground between a bar and what comes under it, the next lane of its row or the row's end, a little away from the bar. */
function underOf(bottom: number, { top, height, bars }: Row): number {
  const next = bars.reduce((least, bar) => (bar.top >= bottom && bar.top < least ? bar.top : least), top + height);
  return bottom + Math.min(UNDER_PX, (next - bottom) * APART);
}

function lineOf(planned: Span, bar: Span, y: number, timeline: Timeline): PlannedLine | undefined {
  const { start, end } = timeline;
  if (planned.end <= start || planned.start >= end) return undefined;
  const at = (block: number): number => blockX(Math.min(Math.max(block, start), end), timeline);
  const apart = bar.start >= planned.end ? [planned.end, bar.start] : bar.end <= planned.start ? [bar.end, planned.start] : undefined;
  return {
    from: at(planned.start),
    to: at(planned.end),
    y,
    ends: { from: planned.start >= start, to: planned.end <= end },
    way: apart && { from: at(apart[0]!), to: at(apart[1]!) },
  };
}

/** The half days that the plan had for several bars together, where they stand otherwise now. */
export function plannedOfAll(bars: readonly Bar[], span: Span): Span | undefined {
  const all = bars.map((bar) => bar.planned ?? bar.span);
  const planned = { start: Math.min(...all.map(({ start }) => start)), end: Math.max(...all.map(({ end }) => end)) };
  return planned.start === span.start && planned.end === span.end ? undefined : planned;
}

/** The lines of a row: of its bars, or of what is folded into it. None lies over a bar. */
export function plannedLines(row: Row, timeline: Timeline): PlannedLine[] {
  const { fold, bars, top, height } = row;
  const whole = fold && plannedOfAll(fold.bars, fold.span);
  const folded = fold && whole ? lineOf(whole, fold.span, top + height - FOLD_PX, timeline) : undefined;
  const own = bars.flatMap(({ bar, ...place }) =>
    bar.planned ? (lineOf(bar.planned, bar.span, underOf(place.top + place.height, row), timeline) ?? []) : [],
  );
  return folded ? [folded, ...own] : own;
}
