import { halfDaysOf } from '../../../../server/domain/bars/moves.ts';
import { HALF_DAY_MINUTES } from '../../../../server/domain/ground/constants.ts';
import { plantMinutes, snapEnd } from '../../../../server/domain/ground/plant-time.ts';
import { ZONES } from '../../../texts/board/moves.ts';
import type { PlannerGantt } from '../paint/bars/planner-gantt.ts';
import { svgElement } from '../paint/dom.ts';
import { type Bar, deadlineEnd, previousEnd } from '../scene/bars.ts';
import { blockOfDay, blockX, dayOfBlock, type Span, widthOf } from '../scene/blocks.ts';
import type { Around } from '../scene/group/arounds.ts';
import { isGroup } from '../scene/group/group-move.ts';
import { openDays } from '../scene/group/standing.ts';
import type { Held } from '../scene/judging.ts';
import type { Row } from '../scene/layout.ts';
import type { Scene } from '../scene/scene.ts';

/** Whether a row may take the bar: only its surroundings know which facility can do its task, a partner's task has none of ours. */
export function takes(scene: Scene, row: Row, bar: Bar, known: Around | undefined): boolean {
  const facility = scene.layout.groups[row.group]?.group.facility;
  if (!facility) return false;
  if (facility.id === null) return true;
  return known ? known.facilities.some(({ id, eligible }) => eligible && id === facility.id) : !bar.entry.outsourced;
}

/** A stretch where the bar had better not be, and why. */
interface Zone extends Span {
  kind: keyof typeof ZONES;
}

/** What of a span no zone covers yet. */
function uncovered(span: Span, zones: readonly Zone[]): Span[] {
  let parts: Span[] = [span];
  for (const { start, end } of zones)
    parts = parts.flatMap((part) =>
      [
        { start: part.start, end: Math.min(part.end, start) },
        { start: Math.max(part.start, end), end: part.end },
      ].filter((left) => left.end > left.start),
    );
  return parts;
}

/** Where the previous task has ended, in half days; the bar may begin in the half day in which it ends where its clock allows it. */
function previousOver({ bar, judgement }: Held): number | undefined {
  const { known, conflicts, place: there } = judgement;
  if (!known) return previousEnd(bar);
  const before = known.lot[known.lot.findIndex(({ id }) => id === bar.entry.id) - 1];
  if (!before || before.finished) return undefined;
  const over = snapEnd(plantMinutes(before.end_at)) / HALF_DAY_MINUTES;
  const stands = halfDaysOf(there).start;
  return conflicts.some(({ kind }) => kind === 'before_previous') ? over : Math.min(over, stands);
}

/** The later tasks' beginning, in half days, where they do not make room. */
function nextFrom({ bar, judgement, wish }: Held): number | undefined {
  const { known, conflicts, place: there } = judgement;
  const later = known?.lot.slice(known.lot.findIndex(({ id }) => id === bar.entry.id) + 1).find(({ finished }) => !finished);
  if (!later || wish.push) return undefined;
  const from = Math.floor(plantMinutes(later.start_at) / HALF_DAY_MINUTES);
  return conflicts.some(({ kind }) => kind === 'after_next') ? from : Math.max(from, halfDaysOf(there).end);
}

/** Closed days in a row, as spans. */
function closedSpans(span: Span, isOpen: (day: number) => boolean): Span[] {
  const spans: Span[] = [];
  for (let day = dayOfBlock(span.start); day < dayOfBlock(span.end); day += 1) {
    if (isOpen(day)) continue;
    const last = spans.at(-1);
    if (last && last.end === blockOfDay(day)) last.end += 2;
    else spans.push({ start: blockOfDay(day), end: blockOfDay(day + 1) });
  }
  return spans;
}

/** The zones of a held bar, none over another: before the previous task's end, over the next, past the deadline while the order is in time, closed days. */
export function zonesOf(held: Held, timeline: Span, closed: ReadonlySet<number>): Zone[] {
  const { bar, wish, judgement } = held;
  const facility = wish.facility === undefined ? bar.entry.facility : wish.facility;
  const late = (judgement.late?.before ?? bar.entry.late_days) > 0;
  const wanted: Zone[] = [
    // What moves as one has each its own: the list says how many fit.
    ...(isGroup(held) ? [] : ofLot(held, timeline, late)),
    ...closedSpans(timeline, openDays(judgement.known, facility, closed)).map((span) => ({ ...span, kind: 'closed' as const })),
  ];
  const zones: Zone[] = [];
  for (const zone of wanted) if (zone.end > zone.start) zones.push(...uncovered(zone, zones).map((part) => ({ ...part, kind: zone.kind })));
  return zones;
}

/** The zones that a lot has by itself. */
function ofLot(held: Held, timeline: Span, late: boolean): Zone[] {
  const { entry } = held.bar;
  return [
    { kind: 'before_previous', start: timeline.start, end: Math.min(previousOver(held) ?? timeline.start, timeline.end) },
    { kind: 'after_next', start: Math.max(nextFrom(held) ?? timeline.end, timeline.start), end: timeline.end },
    { kind: 'deadline', start: late ? timeline.end : Math.max(deadlineEnd(entry) ?? timeline.end, timeline.start), end: timeline.end },
  ];
}

const WORD_PX = 11;
const FOOT_PX = 3;

/** Tints where the held bar had better not be, says why, marks the half days in which its facility is full and the rows that cannot take it. */
export function paintZones(chart: PlannerGantt, held: Held): void {
  const { scene } = chart;
  clearZones(chart);
  const layer = chart.layers.progress;
  const own = scene.layout.rows[scene.layout.byId.get(held.bar.id)?.row ?? -1];
  if (!own) return;
  const target = held.wish.facility === undefined ? own : (rowOfFacility(scene, held.wish.facility) ?? own);
  const tint = ({ start, end }: Span, { top, height }: { top: number; height: number }, className: string): void => {
    svgElement(
      'rect',
      { x: blockX(start, scene.timeline), width: widthOf({ start, end }, scene.timeline), y: top, height, class: className },
      layer,
    );
  };
  const group = scene.layout.groups[own.group];
  for (const zone of zonesOf(held, scene.timeline, scene.closed)) {
    // Closed days are fainter than the rest: those just before a deadline are not seen as part of what lies after it.
    tint(zone, target, zone.kind === 'closed' ? 'drag-zone is-closed' : 'drag-zone');
    if (zone.kind === 'before_previous' && group && own.top > group.top && target === own)
      tint(zone, { top: group.top, height: own.top - group.top }, 'drag-zone is-faint');
    nameZone(chart, zone, target, held);
  }
  if (scene.rows === 'facilities')
    for (const other of scene.layout.rows)
      if (other !== own && !takes(scene, other, held.bar, held.judgement.known)) tint(scene.timeline, other, 'drag-forbidden');
  paintFeet(chart, held, target);
}

const rowOfFacility = (scene: Scene, facility: number | null): Row | undefined =>
  scene.rows === 'facilities'
    ? scene.layout.rows.find(({ group }) => scene.layout.groups[group]?.group.facility?.id === facility)
    : undefined;

/** The name of a zone: at the end that is nearer to the bar, where it is seen; none where there is no room for it. */
function nameZone(chart: PlannerGantt, zone: Zone, { top, height }: Row, { bar: held, judgement }: Held): void {
  const { timeline } = chart.scene;
  const { scrollLeft } = chart.$container;
  const bar = halfDaysOf(judgement.place);
  // What stands beside the bar moves with it: no word under it.
  const beside = chart.faceOf(held).taken.to + blockX(bar.start, timeline) - blockX(held.span.start, timeline);
  const parts = uncovered(zone, [{ ...bar, kind: 'closed' }]);
  const text = ZONES[zone.kind];
  for (const part of parts) {
    const from = Math.max(blockX(part.start, timeline), scrollLeft, part.start >= bar.end ? beside : 0);
    const to = Math.min(blockX(part.end, timeline), scrollLeft + chart.view.width);
    if (to - from < text.length * WORD_PX + 8) continue;
    const left = part.end <= bar.start && zone.kind === 'before_previous';
    const x = left ? to - 6 : zone.kind === 'closed' ? (from + to) / 2 : from + 6;
    const anchor = left ? 'end' : zone.kind === 'closed' ? 'middle' : 'start';
    svgElement('text', { x, y: top + height / 2 + 4, 'text-anchor': anchor, class: 'drag-zone-word' }, chart.layers.progress).textContent =
      text;
    return;
  }
}

function paintFeet(chart: PlannerGantt, { judgement }: Held, { top, height }: Row): void {
  const { timeline } = chart.scene;
  const layer = svgElement('g', { class: 'drag-feet' }, chart.$svg);
  for (const conflict of judgement.conflicts) {
    if (conflict.kind !== 'over_capacity') continue;
    for (const { block } of conflict.crowded) {
      svgElement('rect', { x: blockX(block, timeline), width: timeline.px, y: top + height - FOOT_PX, height: FOOT_PX }, layer);
    }
  }
}

/** Takes the zones of a held bar away. */
export function clearZones(chart: PlannerGantt): void {
  chart.layers.progress.replaceChildren();
  chart.$svg.querySelector('.drag-feet')?.remove();
}
