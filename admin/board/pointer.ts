import { DRAG } from '../texts/board.ts';
import type { Bar } from './bars.ts';
import { BLOCK_PX, blockX } from './blocks.ts';
import { beginDrag, type Drag, follow, type Grip, hasChanged, troublesOf } from './drag.ts';
import { describeSpan } from './labels.ts';
import { rowAt } from './layout.ts';
import { lockZone } from './planner-bar.ts';
import type { PlannerGantt } from './planner-gantt.ts';
import { keepsElapsed, mayMove, showsLock } from './rules.ts';
import { createTooltip } from './tooltip.ts';

const STILL_PX = 3;

interface Press {
  bar: Bar;
  pointerId: number;
  x: number;
  y: number;
  scrollLeft: number;
  onLock: boolean;
  moved: boolean;
  drag: Drag | undefined;
}

const barIdAt = (target: EventTarget | null): string | undefined =>
  (target instanceof Element ? target.closest('.bar-wrapper') : null)?.getAttribute('data-id') ?? undefined;

function gripOf(target: EventTarget | null): Grip {
  if (!(target instanceof Element) || !target.classList.contains('handle')) return 'move';
  return target.classList.contains('left') ? 'start' : 'end';
}

/**
 * Listens to the pointer on the chart: hover, click, lock, drag. Nothing is written during a drag; on release the change is proposed
 * to the page, and Esc puts the bar back. Answers how to stop listening.
 */
export function listenToPointer(chart: PlannerGantt): () => void {
  let press: Press | undefined;
  const stop = new AbortController();
  const tooltip = createTooltip((bar) => chart.scene.reasons.get(bar.entry.order_id));
  const { $svg } = chart;

  const show = (bar: Bar, span = bar.span): void => {
    chart.get_bar(bar.id)?.update_bar_position({ x: blockX(span.start, chart.scene.timeline), width: (span.end - span.start) * BLOCK_PX });
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
    return ended;
  };
  const abandon = (): void => {
    const ended = release();
    if (ended?.drag) show(ended.bar);
  };

  const down = (event: PointerEvent): void => {
    const id = barIdAt(event.target);
    const bar = id === undefined ? undefined : chart.get_task(id);
    if (!bar || event.button !== 0) return;
    tooltip.leave();
    const { access, closed, timeline } = chart.scene;
    const x = event.clientX - $svg.getBoundingClientRect().left - blockX(bar.span.start, timeline);
    const zone = lockZone((bar.span.end - bar.span.start) * BLOCK_PX);
    const movable = chart.editable && mayMove(bar.entry, access);
    press = {
      bar,
      pointerId: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      scrollLeft: chart.$container.scrollLeft,
      onLock: showsLock(access) && x >= zone.from && x <= zone.to,
      moved: false,
      drag: movable ? beginDrag(gripOf(event.target), bar.span, { elapsed: keepsElapsed(bar.entry), closed }) : undefined,
    };
    chart.hold(true);
    $svg.setPointerCapture(event.pointerId);
  };

  const move = (event: PointerEvent): void => {
    if (!press) {
      const id = barIdAt(event.target);
      const bar = id === undefined ? undefined : chart.get_task(id);
      if (bar && event.pointerType !== 'touch') tooltip.over(bar, { x: event.clientX, y: event.clientY });
      else tooltip.leave();
      return;
    }
    const dx = event.clientX - press.x + chart.$container.scrollLeft - press.scrollLeft;
    press.moved ||= Math.abs(dx) > STILL_PX || Math.abs(event.clientY - press.y) > STILL_PX;
    if (!press.drag) return;
    const before = press.drag;
    press.drag = follow(before, dx);
    if (before.span.start === press.drag.span.start && before.span.end === press.drag.span.end) return;
    if (!before.armed || before.span === before.original) chart.showZones(press.bar);
    mark(press.bar, true);
    show(press.bar, press.drag.span);
    const { daysLate, beforePrevious } = troublesOf(press.bar, press.drag.span);
    const troubles = [...(beforePrevious ? [DRAG.beforePrevious] : []), ...(daysLate > 0 ? [DRAG.pastDeadline(daysLate)] : [])];
    tooltip.say(describeSpan(press.drag.span), troubles, { x: event.clientX, y: event.clientY });
  };

  const up = (event: PointerEvent): void => {
    const ended = release();
    if (!ended) return;
    if (!ended.moved) {
      chart.activate(ended.bar.id);
      if (ended.onLock) chart.events.onToggleLock(ended.bar);
      else chart.events.onOpen(ended.bar);
      return;
    }
    if (!ended.drag) return;
    const y = event.clientY - $svg.getBoundingClientRect().top;
    if (!ended.drag.armed || !hasChanged(ended.drag)) {
      show(ended.bar);
      return;
    }
    // It stays where it was put until the page says otherwise.
    mark(ended.bar, true);
    chart.events.onChange?.({ bar: ended.bar, span: ended.drag.span, row: rowAt(chart.scene.layout, y) });
  };

  const { signal } = stop;
  $svg.addEventListener('pointerdown', down, { signal });
  $svg.addEventListener('pointermove', move, { signal });
  $svg.addEventListener('pointerup', up, { signal });
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
