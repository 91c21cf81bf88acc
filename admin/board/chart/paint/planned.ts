import { blockX } from '../scene/blocks.ts';
import { between } from '../scene/layout.ts';
import { type PlannedLine, plannedLines } from '../scene/planned.ts';
import type { Scene, Window } from '../scene/scene.ts';

/** How far the ends of a line turn up. */
const END_PX = 4;

const lineOf = ({ from, to, y, ends }: PlannedLine): string =>
  `M${from + 1} ${y - (ends.from ? END_PX : 0)}V${y}H${to - 1}${ends.to ? `v-${END_PX}` : ''}`;

/** The planned places of what has happened in the window, as lines with their ends turned up, and the ways from there to the bars. */
export function plannedPaths({ layout, timeline }: Scene, { span, top, bottom }: Window): { lines: string; ways: string } {
  const [left, right] = [blockX(span.start, timeline), blockX(span.end, timeline)];
  const touches = ({ from, to }: { from: number; to: number }): boolean => to > left && from < right;
  const found = between(layout.rows, top, bottom).flatMap((row) => plannedLines(row, timeline));
  return {
    lines: found.map((line) => (touches(line) ? lineOf(line) : '')).join(''),
    ways: found.map(({ way, y }) => (way && touches(way) ? `M${way.from} ${y}H${way.to}` : '')).join(''),
  };
}
