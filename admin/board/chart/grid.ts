import { deadlineEnd, previousEnd } from './bars.ts';
import { BLOCK_PX, blockOfDay, blockX, dayOfBlock, minutesX, type Span } from './blocks.ts';
import { svgElement } from './dom.ts';
import { barsBetween, between } from './layout.ts';
import type { Scene, Window } from './scene.ts';

let hatches = 0;

/** The chart's ground and marks; a fixed handful of elements whose paths are redrawn with the window. */
export interface Grid {
  paint(scene: Scene, window: Window): void;
}

function hatchPattern(layer: SVGGElement): string {
  hatches += 1;
  const id = `board-hatch-${hatches}`;
  const pattern = svgElement('pattern', { id, patternUnits: 'userSpaceOnUse', width: 6, height: 6 }, svgElement('defs', {}, layer));
  svgElement('path', { d: 'M-1 1 L1 -1 M0 6 L6 0 M5 7 L7 5', class: 'grid-hatch' }, pattern);
  return `url(#${id})`;
}

/** Rectangles of the closed days, neighbours joined. */
function closedPath(scene: Scene, { span, top, bottom }: Window): string {
  const last = dayOfBlock(span.end - 1);
  let path = '';
  for (let day = dayOfBlock(span.start); day <= last; day += 1) {
    if (!scene.closed.has(day)) continue;
    const from = day;
    while (day < last && scene.closed.has(day + 1)) day += 1;
    path += `M${blockX(blockOfDay(from), scene.timeline)} ${top}h${(day - from + 1) * 2 * BLOCK_PX}V${bottom}H${blockX(blockOfDay(from), scene.timeline)}z`;
  }
  return path;
}

function verticalPath(timeline: Span, { span, top, bottom }: Window, afternoons: boolean): string {
  let path = '';
  for (let block = span.start; block <= span.end; block += 1)
    if (((block & 1) === 1) === afternoons) path += `M${blockX(block, timeline) + 0.5} ${top}V${bottom}`;
  return path;
}

const horizontalPath = (bottoms: readonly number[], timeline: Span, span: Span): string =>
  bottoms.map((y) => `M${blockX(span.start, timeline)} ${y - 0.5}H${blockX(span.end, timeline)}`).join('');

/** A triangle in each row that points at the end of the lot's previous task. */
function previousPath(scene: Scene, { span, top, bottom }: Window): string {
  if (scene.layout.mode !== 'stack') return '';
  let path = '';
  for (const row of between(scene.layout.rows, top, bottom)) {
    const bar = row.bars[0]?.bar;
    const block = bar && previousEnd(bar);
    // The dotted blocks of demolding begin at the casting themselves.
    if (!bar || block === undefined || bar.demolding || block < span.start || block > span.end) continue;
    const x = blockX(block, scene.timeline);
    path += `M${x} ${row.top + row.height / 2 - 5}l5 5l-5 5z`;
  }
  return path;
}

function demoldingPath(scene: Scene, { span, top, bottom }: Window): string {
  let path = '';
  for (const row of between(scene.layout.rows, top, bottom))
    for (const { bar, top: barTop, height } of row.bars) {
      const blocks = bar.demolding;
      if (!blocks || blocks.end <= span.start || blocks.start >= span.end) continue;
      const x = blockX(blocks.start, scene.timeline) + 0.5;
      path += `M${x} ${barTop + 2.5}h${(blocks.end - blocks.start) * BLOCK_PX - 1}v${height - 5}H${x}z`;
    }
  return path;
}

/** The deadline of each group: a dashed line at the end of its day, with a head. */
function deadlinePaths(scene: Scene, { span, top, bottom }: Window): { line: string; head: string } {
  let line = '';
  let head = '';
  if (scene.rows !== 'lots') return { line, head };
  for (const placed of between(scene.layout.groups, top, bottom)) {
    const block = deadlineEnd(placed.group.bars[0]!.entry);
    if (block === undefined || block < span.start || block > span.end) continue;
    const x = blockX(block, scene.timeline);
    line += `M${x} ${placed.top}V${placed.top + placed.height - 1}`;
    head += `M${x - 5} ${placed.top}h10l-5 7z`;
  }
  return { line, head };
}

/** Makes the elements of the ground (below the bars) and of the marks (`above` them). */
export function createGrid(below: SVGGElement, above: SVGGElement): Grid {
  const fill = hatchPattern(below);
  const path = (className: string, layer: SVGGElement = below): SVGPathElement => svgElement('path', { class: className }, layer);
  const closed = path('grid-closed');
  const hatch = path('grid-hatched');
  hatch.setAttribute('fill', fill);
  const halves = path('grid-half');
  const days = path('grid-day');
  const rows = path('grid-row-line');
  const groups = path('grid-group');
  const demolding = path('mark-demolding');
  const previous = path('mark-previous');
  const deadline = path('mark-deadline', above);
  const deadlineHead = path('mark-deadline-head', above);
  const now = path('mark-now', above);
  above.style.pointerEvents = 'none';
  return {
    paint(scene, given) {
      const { timeline, layout } = scene;
      const window: Window = { ...given, bottom: Math.min(given.bottom, layout.height) };
      const ground = closedPath(scene, window);
      closed.setAttribute('d', ground);
      hatch.setAttribute('d', ground);
      halves.setAttribute('d', verticalPath(timeline, window, true));
      days.setAttribute('d', verticalPath(timeline, window, false));
      const bottomOf = (item: { top: number; height: number }): number => item.top + item.height;
      rows.setAttribute('d', horizontalPath(between(layout.rows, window.top, window.bottom).map(bottomOf), timeline, window.span));
      groups.setAttribute('d', horizontalPath(between(layout.groups, window.top, window.bottom).map(bottomOf), timeline, window.span));
      demolding.setAttribute('d', demoldingPath(scene, window));
      previous.setAttribute('d', previousPath(scene, window));
      const marks = deadlinePaths(scene, window);
      deadline.setAttribute('d', marks.line);
      deadlineHead.setAttribute('d', marks.head);
      const x = minutesX(scene.now, timeline);
      now.setAttribute('d', `M${x} ${window.top}V${window.bottom}`);
    },
  };
}

/** Ids of the bars that the window shows. */
export function visibleIds(scene: Scene, window: Window): Set<string> {
  const ids = new Set<string>();
  for (const row of between(scene.layout.rows, window.top, window.bottom))
    for (const { bar } of barsBetween(row, window.span)) ids.add(bar.id);
  return ids;
}
