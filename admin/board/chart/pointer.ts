import { STAYS } from '../../texts/chart.ts';
import { createAutoScroll } from './auto-scroll.ts';
import type { Bar } from './bars.ts';
import { blockAtX } from './blocks.ts';
import { armed, beginDrag, type Drag, follow, type Grip, hasChanged } from './drag.ts';
import { createDragList } from './drag-list.ts';
import { createDropList } from './drop-list.ts';
import { type Hand, hasMoved, NO_WISH, sameWish } from './hand.ts';
import type { Held, Wish } from './judging.ts';
import { rowAt } from './layout.ts';
import type { PlannerGantt } from './planner-gantt.ts';
import { isStill } from './press.ts';
import { keptBy, mayMove } from './rules.ts';
import { createTooltip } from './tooltip.ts';

interface Press {
  bar: Bar;
  pointerId: number;
  x: number;
  y: number;
  scrollLeft: number;
  onLock: boolean;
  moved: boolean;
  drag: Drag | undefined;
  /** What had been wished before; undefined: the bar was not held. */
  before: Wish | undefined;
}

/** How far a bar is carried up or down before other facilities are offered. */
const CARRIED_PX = 26;

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
export function listenToPointer(chart: PlannerGantt, hand: Hand): () => void {
  let press: Press | undefined;
  let last: PointerEvent | undefined;
  const stop = new AbortController();
  const inside = chart.$container.parentElement!;
  /** What keeps a bar that the user might otherwise move. */
  const stays = ({ entry }: Bar): ReturnType<typeof keptBy> => (chart.editable && chart.scene.access.edits ? keptBy(entry) : undefined);
  const tooltip = createTooltip(inside, (bar) => {
    const why = stays(bar);
    return {
      reason: chart.scene.reasons.get(bar.entry.order_id),
      conflicts: chart.scene.conflicts?.get(bar.id),
      stays: why && STAYS[why],
    };
  });
  const list = createDragList(chart, inside);
  const others = createDropList(chart, inside);
  const { $svg, $container } = chart;
  const scroll = createAutoScroll($container, () => {
    chart.paint();
    if (last) drag(last);
  });

  const release = (): Press | undefined => {
    const ended = press;
    press = undefined;
    last = undefined;
    tooltip.leave();
    list.hide();
    others.close();
    scroll.stop();
    $container.classList.remove('is-forbidden');
    if (ended && $svg.hasPointerCapture(ended.pointerId)) $svg.releasePointerCapture(ended.pointerId);
    return ended;
  };
  /** Puts the bar back to where it was when it was taken. */
  const undo = ({ before, drag: dragged }: Press): void => {
    if (!dragged) return;
    if (before) hand.wish(before);
    else hand.drop();
  };
  const abandon = (): void => {
    const ended = release();
    if (ended) undo(ended);
  };

  const down = (event: PointerEvent): void => {
    const id = barIdAt(event.target);
    const bar = id === undefined ? undefined : chart.get_task(id);
    if (!bar || event.button !== 0) return;
    tooltip.leave();
    const x = event.clientX - $svg.getBoundingClientRect().left;
    const held = hand.held();
    const before = held?.bar.id === bar.id ? held.wish : undefined;
    const movable = chart.editable && mayMove(bar.entry, chart.scene.access);
    press = {
      bar,
      pointerId: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      scrollLeft: $container.scrollLeft,
      onLock: chart.get_bar(bar.id)?.isOnLock(x) ?? false,
      moved: false,
      drag: movable ? beginDrag(gripOf(event.target), before?.shift) : undefined,
      before,
    };
    // What it is judged against is asked for at once; a move of another bar that is being confirmed stays until this one is moved.
    if (press.drag && !held) hand.take(bar);
    $svg.setPointerCapture(event.pointerId);
  };

  /** The facility that the pointer has carried the bar to; undefined: its own. */
  const facilityUnder = (held: Press, event: PointerEvent): Wish['facility'] => {
    const wished = hand.held()?.wish.facility;
    if (held.drag?.grip !== 'move') return wished;
    if (chart.scene.rows === 'facilities') {
      const row = rowAt(chart.scene.layout, event.clientY - $svg.getBoundingClientRect().top);
      const facility = row && chart.scene.layout.groups[row.group]?.group.facility?.id;
      return facility === undefined || facility === held.bar.entry.facility ? undefined : facility;
    }
    const now = hand.held();
    if (now && Math.abs(event.clientY - held.y) > CARRIED_PX) others.open(now);
    const row = others.at(event.clientX, event.clientY);
    if (!row) return wished;
    return row.id === held.bar.entry.facility ? undefined : row.id;
  };

  /** The bar follows the pointer. */
  const drag = (event: PointerEvent): void => {
    if (!press?.drag) return;
    const dx = event.clientX - press.x + $container.scrollLeft - press.scrollLeft;
    // While a facility is chosen from the list the time stays.
    const next = others.holds(event.clientX, event.clientY) ? press.drag : follow(press.drag, dx, chart.scene.timeline.px);
    const carried = Math.abs(event.clientY - press.y) > CARRIED_PX;
    if (hand.held()?.bar.id !== press.bar.id && !next.armed && !carried) return;
    const held = hand.take(press.bar);
    const facility = facilityUnder(press, event);
    const before = held.wish;
    press.drag = facility === before.facility ? next : armed(next);
    const { shift } = press.drag;
    const push = before.push || (event.shiftKey && !press.moved);
    if (hasChanged({ ...press.drag, base: before.shift }) || facility !== before.facility || push !== before.push)
      hand.wish({ shift, facility, push });
    const now = hand.held()!;
    if (others.isOpen()) others.say(now);
    if (press.drag.armed || others.isOpen()) list.show(now, { x: event.clientX, y: event.clientY });
  };

  const hover = (event: PointerEvent): void => {
    const id = barIdAt(event.target);
    const bar = id === undefined ? undefined : chart.get_task(id);
    chart.selection.showMates(bar?.entry.furnace_run_id ?? chart.active()?.entry.furnace_run_id ?? null);
    if (bar && event.pointerType !== 'touch') tooltip.over(bar, { x: event.clientX, y: event.clientY });
    else tooltip.leave();
  };
  /** Says why the bar does not follow, if it does not. */
  const refuse = (bar: Bar): void => {
    const why = stays(bar);
    if (!why) return;
    $container.classList.add('is-forbidden');
    chart.events.onStays?.(why);
  };
  const move = (event: PointerEvent): void => {
    if (!press) {
      hover(event);
      return;
    }
    last = event;
    drag(event);
    if (!press) return;
    const still = isStill(event.clientX - press.x + $container.scrollLeft - press.scrollLeft, event.clientY - press.y, event.pointerType);
    if (!press.moved && !still) refuse(press.bar);
    press.moved ||= !still;
    if (!press.drag?.armed || !hand.held()) return;
    const { left, top, right, bottom } = $container.getBoundingClientRect();
    const seen = { left: right - chart.view.width, top: Math.max(top, bottom - chart.view.height), right, bottom };
    scroll.towards({ x: Math.max(event.clientX, left), y: event.clientY }, seen);
  };

  /** Where the bar was let go: a press that changed nothing is a click, a place that cannot be is none, any other is proposed. */
  const settle = (ended: Press, held: Held | undefined): void => {
    const before = ended.before ?? NO_WISH;
    const changed = held !== undefined && !sameWish(held.wish, before);
    if (!ended.moved && !changed) {
      // A press on the bar that is being confirmed leaves it there.
      if (ended.before) return;
      if (held) hand.drop();
      if (ended.onLock) chart.events.onToggleLock(ended.bar);
      else chart.events.onOpen(ended.bar);
    } else if (!held) return;
    else if (held.forbidden || !ended.drag?.armed) undo(ended);
    else if (hasMoved(held.wish)) hand.offer();
    else hand.drop();
  };
  const up = (): void => {
    const ended = release();
    if (!ended) return;
    const held = hand.held();
    settle(ended, held?.bar.id === ended.bar.id ? held : undefined);
    // The keyboard goes on where the pointer was, be it a press or a drag.
    chart.activate(ended.bar.id, false);
  };

  const add = (event: MouseEvent): void => {
    if (barIdAt(event.target) !== undefined) return;
    const { left, top } = $svg.getBoundingClientRect();
    const row = rowAt(chart.scene.layout, event.clientY - top);
    if (row) chart.events.onAdd?.(row, blockAtX(event.clientX - left, chart.scene.timeline));
  };

  const key = (event: KeyboardEvent): void => {
    if (!press?.drag) return;
    if (event.key === 'Escape') {
      // The confirmation behind it stays.
      event.stopPropagation();
      abandon();
    }
    const held = hand.held();
    if (event.key !== 'Shift' || event.repeat || !held || !last) return;
    hand.wish({ push: !held.wish.push });
    list.show(hand.held()!, { x: last.clientX, y: last.clientY });
  };

  const { signal } = stop;
  $svg.addEventListener('pointerdown', down, { signal });
  $svg.addEventListener('pointermove', move, { signal });
  $svg.addEventListener('pointerup', up, { signal });
  $svg.addEventListener('dblclick', add, { signal });
  $svg.addEventListener('pointercancel', abandon, { signal });
  $svg.addEventListener('pointerleave', () => !press && tooltip.leave(), { signal });
  const row = (event: PointerEvent): void => chart.hover(event.clientY - $svg.getBoundingClientRect().top);
  $container.addEventListener('pointermove', row, { signal });
  $container.addEventListener('pointerleave', () => chart.hover(undefined), { signal });
  $container.addEventListener('scroll', () => !press && tooltip.leave(), { signal, passive: true });
  window.addEventListener('blur', abandon, { signal });
  window.addEventListener('keydown', key, { signal, capture: true });
  // What is known a moment after the drop has come belongs into the list too.
  hand.onChange((held) => {
    if (held && press?.drag && last && (press.drag.armed || others.isOpen())) list.show(held, { x: last.clientX, y: last.clientY });
  });
  return () => {
    abandon();
    stop.abort();
    tooltip.destroy();
  };
}
