import { CALENDAR, DRAG } from '../../texts/board.ts';
import type { Bar } from './bars.ts';
import { blockAtX, blockX, type Span, widthOf } from './blocks.ts';
import { armed, beginDrag, type Drag, follow, type Grip, hasChanged, troublesOf } from './drag.ts';
import { describeSpan } from './labels.ts';
import { type Row, rowAt } from './layout.ts';
import type { PlannerGantt } from './planner-gantt.ts';
import { isStill } from './press.ts';
import { keepsElapsed, mayMove } from './rules.ts';
import { createTooltip } from './tooltip.ts';
import { takes } from './zones.ts';

interface Press {
  bar: Bar;
  pointerId: number;
  x: number;
  y: number;
  scrollLeft: number;
  onLock: boolean;
  moved: boolean;
  drag: Drag | undefined;
  /** The other row that the bar has been brought to. */
  row: Row | undefined;
}

const barIdAt = (target: EventTarget | null): string | undefined =>
  (target instanceof Element ? target.closest('.bar-wrapper') : null)?.getAttribute('data-id') ?? undefined;

function gripOf(target: EventTarget | null): Grip {
  if (!(target instanceof Element) || !target.classList.contains('handle')) return 'move';
  return target.classList.contains('left') ? 'start' : 'end';
}

/** What is wrong with a place, in words. */
function troublesIn(bar: Bar, span: Span, forbidden: boolean): string[] {
  const { daysLate, beforePrevious } = troublesOf(bar, span);
  return [
    ...(forbidden ? [CALENDAR.cannot] : []),
    ...(beforePrevious ? [DRAG.beforePrevious] : []),
    ...(daysLate > 0 ? [DRAG.pastDeadline(daysLate)] : []),
  ];
}

/**
 * Listens to the pointer on the chart: hover, click, lock, drag. Nothing is written during a drag; on release the change is proposed
 * to the page, and Esc puts the bar back. Answers how to stop listening.
 */
export function listenToPointer(chart: PlannerGantt): () => void {
  let press: Press | undefined;
  const stop = new AbortController();
  const tooltip = createTooltip(chart.$container.parentElement!, (bar) => ({
    reason: chart.scene.reasons.get(bar.entry.order_id),
    conflicts: chart.scene.conflicts?.get(bar.id),
  }));
  const { $svg } = chart;

  const show = (bar: Bar, span = bar.span): void => {
    const { timeline } = chart.scene;
    chart.get_bar(bar.id)?.update_bar_position({ x: blockX(span.start, timeline), width: widthOf(span, timeline) });
  };
  /** Brings a bar of the facility calendar into the row under the pointer; gives that row, when it is another one. */
  const carry = (held: Press, clientY: number): Row | undefined => {
    if (held.drag?.grip !== 'move' || chart.scene.rows !== 'facilities') return undefined;
    const own = chart.scene.layout.rows[chart.scene.layout.byId.get(held.bar.id)!.row]!;
    const row = rowAt(chart.scene.layout, clientY - $svg.getBoundingClientRect().top);
    const other = row === own ? undefined : row;
    chart.get_bar(held.bar.id)?.lift(other ? other.top - own.top : 0);
    return other;
  };
  const mark = (bar: Bar, dragged: boolean): void => {
    chart.get_bar(bar.id)?.group.classList.toggle('is-dragged', dragged);
  };
  const release = (): Press | undefined => {
    const ended = press;
    press = undefined;
    tooltip.leave();
    chart.showZones(undefined);
    chart.hold(false);
    if (ended && $svg.hasPointerCapture(ended.pointerId)) $svg.releasePointerCapture(ended.pointerId);
    if (ended) mark(ended.bar, false);
    chart.$container.classList.remove('is-forbidden');
    return ended;
  };
  const abandon = (): void => {
    const ended = release();
    if (ended?.drag) chart.update_task(ended.bar.id);
  };

  const down = (event: PointerEvent): void => {
    const id = barIdAt(event.target);
    const bar = id === undefined ? undefined : chart.get_task(id);
    if (!bar || event.button !== 0) return;
    tooltip.leave();
    const { access, closed, timeline } = chart.scene;
    const x = event.clientX - $svg.getBoundingClientRect().left;
    const movable = chart.editable && mayMove(bar.entry, access);
    press = {
      bar,
      pointerId: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      scrollLeft: chart.$container.scrollLeft,
      onLock: chart.get_bar(bar.id)?.isOnLock(x) ?? false,
      moved: false,
      row: undefined,
      drag: movable ? beginDrag(gripOf(event.target), bar.span, { elapsed: keepsElapsed(bar.entry), closed, px: timeline.px }) : undefined,
    };
    chart.hold(true);
    $svg.setPointerCapture(event.pointerId);
  };

  const move = (event: PointerEvent): void => {
    if (!press) {
      const id = barIdAt(event.target);
      const bar = id === undefined ? undefined : chart.get_task(id);
      chart.selection.showMates(bar?.entry.furnace_run_id ?? chart.active()?.entry.furnace_run_id ?? null);
      if (bar && event.pointerType !== 'touch') tooltip.over(bar, { x: event.clientX, y: event.clientY });
      else tooltip.leave();
      return;
    }
    const dx = event.clientX - press.x + chart.$container.scrollLeft - press.scrollLeft;
    press.moved ||= !isStill(dx, event.clientY - press.y, event.pointerType);
    if (!press.drag) return;
    const before = { drag: press.drag, row: press.row };
    press.row = carry(press, event.clientY);
    press.drag = follow(press.row ? armed(press.drag) : press.drag, dx);
    const { span } = press.drag;
    if (press.row === before.row && span.start === before.drag.span.start && span.end === before.drag.span.end) return;
    chart.showZones(press.bar);
    mark(press.bar, true);
    show(press.bar, span);
    const forbidden = press.row !== undefined && !takes(chart.scene, press.row, press.bar);
    chart.$container.classList.toggle('is-forbidden', forbidden);
    tooltip.say(describeSpan(span), troublesIn(press.bar, span, forbidden), { x: event.clientX, y: event.clientY });
  };

  const up = (): void => {
    const ended = release();
    if (!ended) return;
    // The keyboard goes on where the pointer was, be it a press or a drag.
    chart.activate(ended.bar.id, false);
    if (!ended.moved) {
      if (ended.onLock) chart.events.onToggleLock(ended.bar);
      else chart.events.onOpen(ended.bar);
      return;
    }
    const { drag, bar, row } = ended;
    if (!drag) return;
    if (!drag.armed || !(hasChanged(drag) || row) || (row && !takes(chart.scene, row, bar))) {
      chart.update_task(bar.id);
      return;
    }
    // It stays where it was put until the page says otherwise.
    mark(bar, true);
    chart.events.onChange?.({ bar, span: drag.span, row });
  };

  const add = (event: MouseEvent): void => {
    if (barIdAt(event.target) !== undefined) return;
    const { left, top } = $svg.getBoundingClientRect();
    const row = rowAt(chart.scene.layout, event.clientY - top);
    if (row) chart.events.onAdd?.(row, blockAtX(event.clientX - left, chart.scene.timeline));
  };

  const { signal } = stop;
  $svg.addEventListener('pointerdown', down, { signal });
  $svg.addEventListener('pointermove', move, { signal });
  $svg.addEventListener('pointerup', up, { signal });
  $svg.addEventListener('dblclick', add, { signal });
  $svg.addEventListener('pointercancel', abandon, { signal });
  $svg.addEventListener('pointerleave', () => !press && tooltip.leave(), { signal });
  const row = (event: PointerEvent): void => chart.hover(event.clientY - $svg.getBoundingClientRect().top);
  chart.$container.addEventListener('pointermove', row, { signal });
  chart.$container.addEventListener('pointerleave', () => chart.hover(undefined), { signal });
  chart.$container.addEventListener('scroll', () => !press && tooltip.leave(), { signal, passive: true });
  window.addEventListener('blur', abandon, { signal });
  window.addEventListener('keydown', (event) => event.key === 'Escape' && abandon(), { signal });
  return () => {
    abandon();
    stop.abort();
    tooltip.destroy();
  };
}
