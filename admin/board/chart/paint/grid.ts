import { previousMark } from '../scene/bars.ts';
import {
  blockOfDay,
  blockX,
  dayOfBlock,
  isAfternoon,
  isMonday,
  minutesX,
  type Span,
  type Timeline,
  widthOf,
  type Zoom,
  zoomOf,
} from '../scene/blocks.ts';
import { barsBetween, between, type Row } from '../scene/layout.ts';
import { type Deadline, deadlineOf, FINISH_GAP_PX, finishOf, TAG_PX } from '../scene/marks.ts';
import type { Measure } from '../scene/measure.ts';
import type { Scene, Window } from '../scene/scene.ts';
import { svgElement } from './dom.ts';
import { plannedPaths } from './planned.ts';

let hatches = 0;

/** The chart's ground and marks; a fixed handful of elements whose paths are redrawn with the window. */
export interface Grid {
  paint(scene: Scene, window: Window, measure: Measure): void;
  /** Hides the tags of these lots, which say the same at the edge of the view. */
  hideTags(keys: ReadonlySet<string>): void;
}

/** A pattern of slanted lines; answers how to fill with it. */
function hatchPattern(layer: SVGGElement, className: string, size: number, ground?: string): string {
  hatches += 1;
  const id = `board-hatch-${hatches}`;
  const pattern = svgElement('pattern', { id, patternUnits: 'userSpaceOnUse', width: size, height: size }, svgElement('defs', {}, layer));
  if (ground) svgElement('rect', { width: size, height: size, class: ground }, pattern);
  svgElement(
    'path',
    { d: `M-1 1 L1 -1 M0 ${size} L${size} 0 M${size - 1} ${size + 1} L${size + 1} ${size - 1}`, class: className },
    pattern,
  );
  return `url(#${id})`;
}

/** The closed days of the plant from top to bottom; where rows have days of their own, row by row, and lanes without their unit. */
function closedPath({ closed, timeline, layout }: Scene, window: Window): string {
  if (!layout.rows[0]?.closed) return daysPath(closed, timeline, window);
  const rows = between(layout.rows, window.top, window.bottom);
  const shutOf = ({ top, height, closed: own = closed, shut = [] }: Row) => [{ top, bottom: top + height, days: own }, ...shut];
  return rows
    .flatMap(shutOf)
    .map(({ days, ...lane }) => daysPath(days, timeline, { ...window, ...lane }))
    .join('');
}

/** Rectangles of days, neighbours joined. */
function daysPath(closed: ReadonlySet<number>, timeline: Timeline, { span, top, bottom }: Window): string {
  const last = dayOfBlock(span.end - 1);
  let path = '';
  for (let day = dayOfBlock(span.start); day <= last; day += 1) {
    if (!closed.has(day)) continue;
    const from = day;
    while (day < last && closed.has(day + 1)) day += 1;
    const days = { start: blockOfDay(from), end: blockOfDay(day + 1) };
    const x = blockX(days.start, timeline);
    path += `M${x} ${top}h${widthOf(days, timeline)}V${bottom}H${x}z`;
  }
  return path;
}

const beginsDay = (block: number): boolean => (block & 1) === 0;
const beginsWeek = (block: number): boolean => beginsDay(block) && isMonday(dayOfBlock(block));
/** Blocks that begin with a faint line and blocks that begin with a plain one, by zoom. */
const LINES: Record<Zoom, { faint(block: number): boolean; plain(block: number): boolean }> = {
  half_day: { faint: isAfternoon, plain: beginsDay },
  day: { faint: (block) => beginsDay(block) && !beginsWeek(block), plain: beginsWeek },
  week: { faint: () => false, plain: beginsWeek },
};

function verticalPath(timeline: Timeline, { span, top, bottom }: Window, drawn: (block: number) => boolean): string {
  let path = '';
  for (let block = span.start; block <= span.end; block += 1)
    if (drawn(block)) path += `M${blockX(block, timeline) + 0.5} ${top}V${bottom}`;
  return path;
}

const horizontalPath = (bottoms: readonly number[], timeline: Timeline, span: Span): string =>
  bottoms.map((y) => `M${blockX(span.start, timeline)} ${y - 0.5}H${blockX(span.end, timeline)}`).join('');

/** A triangle in each row that points at the end of the lot's previous task. */
function previousPath(scene: Scene, { span, top, bottom }: Window): string {
  if (scene.layout.mode !== 'stack') return '';
  let path = '';
  for (const row of between(scene.layout.rows, top, bottom)) {
    const bar = row.bars[0]?.bar;
    const block = bar && previousMark(bar);
    if (block === undefined || block < span.start || block > span.end) continue;
    const x = blockX(block, scene.timeline);
    path += `M${x} ${row.top + row.height / 2 - 5}l5 5l-5 5z`;
  }
  return path;
}

function demoldingPath({ layout, timeline }: Scene, { span, top, bottom }: Window): string {
  let path = '';
  for (const row of between(layout.rows, top, bottom))
    for (const { bar, top: barTop, height } of row.bars) {
      const blocks = bar.demolding;
      if (!blocks || blocks.end <= span.start || blocks.start >= span.end) continue;
      const x = blockX(blocks.start, timeline) + 0.5;
      path += `M${x} ${barTop + 2.5}h${widthOf(blocks, timeline) - 1}v${height - 5}H${x}z`;
    }
  return path;
}

const FOLD_LINE_PX = 6;

/** The true span of what is folded into a row: a line. */
function foldPath({ layout, timeline }: Scene, { span, top, bottom }: Window): string {
  let path = '';
  for (const { fold, top: rowTop, height } of between(layout.rows, top, bottom)) {
    if (!fold || fold.span.end <= span.start || fold.span.start >= span.end) continue;
    const x = Math.max(0, blockX(fold.span.start, timeline)) + 0.5;
    const y = rowTop + (height - FOLD_LINE_PX) / 2 + 0.5;
    path += `M${x} ${y}H${blockX(fold.span.end, timeline) - 0.5}v${FOLD_LINE_PX - 1}H${x}z`;
  }
  return path;
}

function paintDeadline({ tag, text, late }: Deadline, key: string, layer: SVGGElement): void {
  if (!tag) return;
  const y = tag.top;
  const group = svgElement('g', { class: late ? 'mark-tag is-late' : 'mark-tag', 'data-key': key }, layer);
  svgElement('rect', { x: tag.from, y, width: tag.to - tag.from, height: TAG_PX, rx: 2 }, group);
  svgElement('text', { x: (tag.from + tag.to) / 2, y: y + 11.8 }, group).textContent = text;
}

/** The deadline of each lot: a dashed line at the end of its day, and a tag that says it where there is room. */
function paintDeadlines(scene: Scene, { span, top, bottom }: Window, measure: Measure, tags: SVGGElement): { late: string; due: string } {
  const lines = { late: '', due: '' };
  tags.replaceChildren();
  const [from, to] = [blockX(span.start, scene.timeline), blockX(span.end, scene.timeline)];
  for (const placed of between(scene.layout.groups, top, bottom)) {
    const deadline = deadlineOf(placed, scene, measure);
    if (!deadline || deadline.x < from || deadline.x > to) continue;
    lines[deadline.late ? 'late' : 'due'] += `M${deadline.x} ${placed.top}V${placed.top + placed.height - 1}`;
    paintDeadline(deadline, placed.group.key, tags);
  }
  return lines;
}

/** When folded lots were finished, beside their lines. */
function paintFinishes(scene: Scene, { span, top, bottom }: Window, layer: SVGGElement): void {
  for (const placed of between(scene.layout.groups, top, bottom)) {
    const finish = finishOf(placed);
    if (!finish || finish.span.end < span.start || finish.span.start > span.end) continue;
    svgElement(
      'text',
      {
        x: blockX(finish.span.end, scene.timeline) + FINISH_GAP_PX,
        y: placed.top + 14,
        class: 'mark-finish',
        'data-key': placed.group.key,
      },
      layer,
    ).textContent = finish.text;
  }
}

/** Makes the elements of the ground (below the bars) and of the marks (`above` them). */
export function createGrid(below: SVGGElement, above: SVGGElement): Grid {
  const fill = hatchPattern(below, 'grid-hatch', 6);
  const stripes = hatchPattern(below, 'fold-hatch', 5);
  below.ownerSVGElement?.style.setProperty('--unmatched-fill', hatchPattern(below, 'unmatched-hatch', 5, 'unmatched-ground'));
  const path = (className: string, layer: SVGGElement = below): SVGPathElement => svgElement('path', { class: className }, layer);
  const closed = path('grid-closed');
  const hatch = path('grid-hatched');
  hatch.setAttribute('fill', fill);
  const faint = path('grid-half');
  const plain = path('grid-day');
  const rows = path('grid-row-line');
  const groups = path('grid-group');
  const painted = svgElement('g', {}, below);
  const folds = path('mark-fold');
  const foldStripes = path('mark-fold-stripes');
  foldStripes.setAttribute('fill', stripes);
  const demolding = path('mark-demolding');
  const previous = path('mark-previous');
  const ways = path('mark-planned-way');
  const planned = path('mark-planned');
  const late = path('mark-deadline is-late', above);
  const due = path('mark-deadline', above);
  const now = path('mark-now', above);
  const tags = svgElement('g', {}, above);
  above.style.pointerEvents = 'none';
  return {
    paint(scene, given, measure) {
      const { timeline, layout } = scene;
      const window: Window = { ...given, bottom: Math.min(given.bottom, layout.height) };
      const ground = closedPath(scene, window);
      closed.setAttribute('d', ground);
      hatch.setAttribute('d', ground);
      const lines = LINES[zoomOf(timeline)];
      faint.setAttribute('d', verticalPath(timeline, window, lines.faint));
      plain.setAttribute('d', verticalPath(timeline, window, lines.plain));
      const bottomOf = (item: { top: number; height: number }): number => item.top + item.height;
      rows.setAttribute('d', horizontalPath(between(layout.rows, window.top, window.bottom).map(bottomOf), timeline, window.span));
      groups.setAttribute('d', horizontalPath(between(layout.groups, window.top, window.bottom).map(bottomOf), timeline, window.span));
      scene.paintRows?.(painted, scene, window);
      const fold = foldPath(scene, window);
      folds.setAttribute('d', fold);
      foldStripes.setAttribute('d', fold);
      demolding.setAttribute('d', demoldingPath(scene, window));
      previous.setAttribute('d', previousPath(scene, window));
      const plan = plannedPaths(scene, window);
      ways.setAttribute('d', plan.ways);
      planned.setAttribute('d', plan.lines);
      const deadlines = paintDeadlines(scene, window, measure, tags);
      paintFinishes(scene, window, tags);
      late.setAttribute('d', deadlines.late);
      due.setAttribute('d', deadlines.due);
      const x = minutesX(scene.now, timeline);
      now.setAttribute('d', x < 0 ? '' : `M${x} ${window.top}V${window.bottom}`);
    },
    hideTags(keys) {
      for (const tag of tags.children) tag.classList.toggle('is-hidden', keys.has(tag.getAttribute('data-key') ?? ''));
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
