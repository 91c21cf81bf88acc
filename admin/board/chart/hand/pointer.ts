import { TOUCH_HOLD_MS } from '../../../../server/domain/ground/constants.ts';
import { STAYS } from '../../../texts/board/chart.ts';
import type { PlannerGantt } from '../paint/bars/planner-gantt.ts';
import type { Bar } from '../scene/bars.ts';
import { blockAtX, blockX } from '../scene/blocks.ts';
import { type Held, NO_WISH } from '../scene/judging.ts';
import { rowAt } from '../scene/layout.ts';
import { isStill } from '../scene/press.ts';
import { keptBy, mayMove } from '../scene/rules.ts';
import { createAutoScroll } from './auto-scroll.ts';
import {
  type Carrying,
  carry,
  chartX,
  letGo,
  type Press,
  pointOf,
  sayBeside,
  scrollOn,
  scrollTowards,
  turnApart,
  turnPush,
  wayOf,
} from './carry.ts';
import { armed, beginDrag, type Drag, type Grip } from './drag.ts';
import { createDragList } from './drag-list.ts';
import { createDropList } from './drop-list.ts';
import { createFrame, type Frame } from './frame.ts';
import { type Hand, hasMoved, holds, isUnmoved, sameWish } from './hand.ts';
import { turnPick } from './keyboard.ts';
import type { Why } from './refusal.ts';
import { ignoreSecondPress } from './second-press.ts';
import { createTooltip, type Told, type Tooltip } from './tooltip.ts';
import { createTouchHold, type TouchHold } from './touch-hold.ts';

/** The pointer on a chart: its bar, and the tooltip under it. */
interface Pointer extends Carrying {
  readonly tooltip: Tooltip;
  readonly frame: Frame;
  readonly touch: TouchHold;
}

/** What the pointer can be asked. */
export interface PointerActions {
  /** A lot of a furnace run is drawn out of a list of them: from here on the pointer carries it, and the others stay (`left`). */
  lift(bar: Bar, left: ReadonlySet<number>, event: PointerEvent): void;
  stop(): void;
}

/**
 * Listens to the pointer on the chart: hover, click, lock, drag, the frame around bars, the menu of a bar. Nothing is written during a drag; on release the change is
 * proposed to the page, and Esc puts the bar back.
 */
export function listenToPointer(chart: PlannerGantt, hand: Hand): PointerActions {
  const pointer = createPointer(chart, hand);
  const stop = new AbortController();
  listenToPresses(pointer, stop.signal);
  listenToRest(pointer, stop.signal);
  // What is known a moment after the drop has come belongs into the list too.
  hand.onChange(() => sayBeside(pointer));
  return {
    lift: (bar, left, event) => lift(pointer, bar, left, event),
    stop: () => {
      abandon(pointer);
      stop.abort();
      pointer.tooltip.destroy();
      pointer.touch.destroy();
    },
  };
}

function createPointer(chart: PlannerGantt, hand: Hand): Pointer {
  const inside = chart.$container.parentElement!;
  const pointer: Pointer = {
    chart,
    hand,
    tooltip: createTooltip(inside, (bar) => toldOf(chart, bar)),
    list: createDragList(chart, inside),
    others: createDropList(chart, inside),
    frame: createFrame(chart, (bars, more) => {
      const { picks } = chart.selection;
      const [first] = bars;
      if (!picks.set(more ? [...picks.all(), ...bars] : bars) && first) hand.refuse(first, 'most');
    }),
    scroll: createAutoScroll(chart.$container),
    touch: createTouchHold(chart.$svg),
    press: undefined,
    last: undefined,
  };
  return pointer;
}

function listenToPresses(pointer: Pointer, signal: AbortSignal): void {
  const { $svg } = pointer.chart;
  $svg.addEventListener('pointerdown', (event) => down(pointer, event), { signal });
  $svg.addEventListener('pointermove', (event) => move(pointer, event), { signal });
  $svg.addEventListener('pointerup', (event) => up(pointer, event), { signal });
  $svg.addEventListener('pointercancel', () => abandon(pointer), { signal });
  $svg.addEventListener('dblclick', (event) => add(pointer.chart, event), { signal });
  pointer.chart.$container.addEventListener('contextmenu', (event) => menu(pointer, event), { signal });
  // Whatever scrolls, by wheel, by key or by itself: the chart goes on under a pointer that stays.
  window.addEventListener('scroll', () => scrolled(pointer), { signal, capture: true, passive: true });
  window.addEventListener('blur', () => abandon(pointer), { signal });
  window.addEventListener('keydown', (event) => key(pointer, event), { signal, capture: true });
}

function listenToRest(pointer: Pointer, signal: AbortSignal): void {
  const { chart, tooltip } = pointer;
  const { $svg, $container } = chart;
  const leave = (): void => {
    if (!pointer.press) tooltip.leave();
  };
  $svg.addEventListener('pointerleave', leave, { signal });
  $container.addEventListener('scroll', leave, { signal, passive: true });
  $container.addEventListener('pointermove', (event) => chart.hover(event.clientY - $svg.getBoundingClientRect().top), { signal });
  $container.addEventListener('pointerleave', () => chart.hover(undefined), { signal });
}

function down(pointer: Pointer, event: PointerEvent): void {
  const { chart, hand, tooltip } = pointer;
  const bar = barAt(chart, event.target);
  if (event.button !== 0) return;
  tooltip.leave();
  if (!bar) {
    // A finger scrolls here.
    if (chart.scene.access.edits && !isTouch(event)) pointer.frame.begin(event);
    return;
  }
  const held = hand.held();
  const press = pressOn(chart, bar, held, event);
  pointer.press = press;
  chart.$svg.setPointerCapture(event.pointerId);
  if (isTouch(event)) {
    // A finger that goes on scrolls; one that stays picks the bar up.
    const { drag } = press;
    press.drag = undefined;
    pointer.touch.wait(event.target, () => pickUp(pointer, press, drag));
  }
  // What it is judged against is asked for at once; a move of another bar that is being confirmed stays until this one is moved.
  else if (press.drag && !held) hand.take(press.bar, press.alone);
}

const isTouch = ({ pointerType }: PointerEvent): boolean => pointerType === 'touch';

/** Whether a finger was on a bar for less time than picks it up, and stayed where it was. */
const isTap = (from: PointerEvent, to: PointerEvent): boolean =>
  to.timeStamp - from.timeStamp < TOUCH_HOLD_MS && isStill(to.clientX - from.clientX, to.clientY - from.clientY, to.pointerType);

/** A finger has rested on a bar: from here on the bar follows it, or says why it does not. */
function pickUp(pointer: Pointer, press: Press, drag: Drag | undefined): void {
  const { hand, list } = pointer;
  press.moved = true;
  if (!drag) {
    refuse(pointer, press.bar);
    return;
  }
  press.drag = armed(drag);
  pointer.last = press.from;
  hand.take(press.bar, press.alone);
  hand.wish({});
  list.show(hand.held()!, pointOf(press.from));
}

function pressOn(chart: PlannerGantt, bar: Bar, held: Held | undefined, event: PointerEvent): Press {
  const own = held && holds(held, bar) ? held : undefined;
  const before = own?.wish;
  const movable = chart.editable && mayMove(bar.entry, chart.scene.access);
  // An edge is too narrow for a finger.
  const grip = isTouch(event) ? 'move' : gripOf(event.target);
  return {
    from: event,
    x: chartX(chart, event),
    y: event.clientY,
    // What moves with others goes on from where they are.
    bar: own?.bar ?? bar,
    alone: grip !== 'move',
    selects: event.shiftKey,
    onLock: chart.get_bar(bar.id)?.isOnLock(chartX(chart, event)) ?? false,
    moved: false,
    drag: movable ? beginDrag(own && own.bars.length > 1 ? 'move' : grip, before?.shift) : undefined,
    before,
  };
}

function move(pointer: Pointer, event: PointerEvent): void {
  const { chart, press, frame } = pointer;
  if (frame.isOpen()) {
    pointer.last = event;
    frame.move(event);
    scrollTowards(chart, pointer.scroll, event);
    return;
  }
  if (!press) {
    hover(pointer, event);
    return;
  }
  pointer.last = event;
  follow(pointer, press, event);
  scrollOn(pointer);
}

/** Brings what is pressed to where the pointer is in the chart. */
function follow(pointer: Pointer, press: Press, event: PointerEvent): void {
  carry(pointer);
  const { dx, dy } = wayOf(press, event, pointer.chart);
  if (press.moved || isStill(dx, dy, event.pointerType)) return;
  press.moved = true;
  pointer.touch.leave();
  if (!isTouch(event)) refuse(pointer, press.bar);
}

/** The chart was scrolled under the pointer, which stays where it is. */
function scrolled(pointer: Pointer): void {
  const { press, frame } = pointer;
  if (frame.isOpen()) {
    if (pointer.last) frame.move(pointer.last);
  } else if (press?.drag) {
    pointer.last ??= press.from;
    follow(pointer, press, pointer.last);
  }
}

function hover({ chart, tooltip }: Pointer, event: PointerEvent): void {
  const bar = barAt(chart, event.target);
  chart.selection.showMates(bar?.entry.furnace_run_id ?? chart.active()?.entry.furnace_run_id ?? null);
  if (bar && !isTouch(event)) tooltip.over(bar, pointOf(event));
  else tooltip.leave();
}

/** Says why the bar does not follow, if it does not. */
function refuse({ chart, hand }: Pointer, bar: Bar): void {
  const why = chart.editable ? keptBy(bar.entry, chart.scene.access) : undefined;
  if (!why) return;
  chart.$container.classList.add('is-forbidden');
  hand.refuse(bar, why);
}

function up(pointer: Pointer, event: PointerEvent): void {
  const { chart, hand } = pointer;
  pointer.frame.end();
  const ended = release(pointer);
  if (!ended) return;
  // On a busy device a rest is told late: a finger that had gone by then has tapped.
  if (isTouch(event) && isTap(ended.from, event)) ended.moved = false;
  const held = hand.held();
  settle(pointer, ended, held && holds(held, ended.bar) ? held : undefined);
  // The keyboard goes on where the pointer was, be it a press or a drag.
  chart.activate(ended.bar.id, false);
}

/** Where the bar was let go: a press that changed nothing is a click, a place that cannot be is none, any other is proposed. */
function settle(pointer: Pointer, ended: Press, held: Held | undefined): void {
  const { hand } = pointer;
  const changed = held !== undefined && !sameWish(held.wish, ended.before ?? NO_WISH);
  if (!ended.moved && ended.selects) select(pointer, ended);
  else if (!ended.moved && !changed) click(pointer, ended, held);
  else if (!held) return;
  else if (!ended.drag?.armed) putBack(pointer, ended, 'near');
  else if (held.forbidden) putBack(pointer, ended, 'cannot');
  else if (!hasMoved(held.wish)) hand.drop();
  else if (isUnmoved(held)) putBack(pointer, ended, ended.drag.grip === 'move' ? 'same' : 'shortest');
  else if (held.judgement.past) putBack(pointer, ended, 'past');
  else hand.offer();
}

/** A press with Shift selects the bar, or no longer. */
function select({ chart, hand }: Pointer, ended: Press): void {
  undo(hand, ended);
  turnPick(chart, hand, ended.bar);
}

/** Takes a furnace run, of which all but one lot stay, to where the pointer is: as if it had been pressed where it begins. */
function lift(pointer: Pointer, bar: Bar, left: ReadonlySet<number>, event: PointerEvent): void {
  const { chart, hand } = pointer;
  if (!chart.editable || !mayMove(bar.entry, chart.scene.access)) {
    hand.refuse(bar, keptBy(bar.entry, chart.scene.access) ?? 'role');
    return;
  }
  const held = hand.take(bar, true);
  hand.wish({ group: { left, apart: false } });
  const x = blockX(bar.span.start, chart.scene.timeline);
  pointer.press = { ...pressOn(chart, bar, held, event), x, alone: true, moved: true, before: undefined, drag: armed(beginDrag('move')) };
  pointer.last = event;
  chart.$svg.setPointerCapture(event.pointerId);
}

/** The menu of the bar under the pointer; by key, of the one that the keyboard is on. */
function menu({ chart, tooltip, press }: Pointer, event: MouseEvent): void {
  const byKey = event.target === chart.$container ? chart.active() : undefined;
  const bar = barAt(chart, event.target) ?? byKey;
  // A finger that rests on a bar asks for no menu: it has picked the bar up.
  if (press) event.preventDefault();
  if (!bar || press || !chart.events.onMenu || !chart.scene.access.edits) return;
  event.preventDefault();
  tooltip.leave();
  const box = byKey && chart.get_bar(bar.id)?.group.getBoundingClientRect();
  chart.activate(bar.id, false);
  chart.events.onMenu(bar, box ? { x: box.left, y: box.bottom } : pointOf(event));
}

/** Puts back a bar that cannot be where it was let go, and says why. */
function putBack({ hand }: Pointer, ended: Press, why: Why): void {
  undo(hand, ended);
  hand.refuse(ended.bar, why);
}

/** A press on the bar that is being confirmed leaves it there. */
function click({ chart, hand }: Pointer, ended: Press, held: Held | undefined): void {
  if (ended.before) return;
  if (held) hand.drop();
  if (ended.onLock) chart.events.onToggleLock(ended.bar);
  else {
    chart.events.onOpen(ended.bar);
    ignoreSecondPress(chart.$container);
  }
}

function abandon(pointer: Pointer): void {
  pointer.frame.cancel();
  const ended = release(pointer);
  if (ended) undo(pointer.hand, ended);
}

function release(pointer: Pointer): Press | undefined {
  const { $svg, $container } = pointer.chart;
  const ended = letGo(pointer);
  pointer.tooltip.leave();
  pointer.touch.leave();
  $container.classList.remove('is-forbidden');
  if (ended && $svg.hasPointerCapture(ended.from.pointerId)) $svg.releasePointerCapture(ended.from.pointerId);
  return ended;
}

/** Puts the bar back to where it was when it was taken. */
function undo(hand: Hand, { before, drag }: Press): void {
  if (!drag) return;
  if (before) hand.wish(before);
  else hand.drop();
}

function key(pointer: Pointer, event: KeyboardEvent): void {
  if (!pointer.press?.drag && !pointer.frame.isOpen()) return;
  if (event.key === 'Escape') {
    // The confirmation behind it stays.
    event.stopPropagation();
    abandon(pointer);
  } else if (event.key === 'Shift' && !event.repeat) turnPush(pointer);
  else if (event.key === 'Alt' && turnApart(pointer)) event.preventDefault();
}

function add({ scene, events, $svg }: PlannerGantt, event: MouseEvent): void {
  if (barIdAt(event.target) !== undefined) return;
  const { left, top } = $svg.getBoundingClientRect();
  const row = rowAt(scene.layout, event.clientY - top);
  if (row) events.onAdd?.(row, blockAtX(event.clientX - left, scene.timeline));
}

const barIdAt = (target: EventTarget | null): string | undefined =>
  (target instanceof Element ? target.closest('.bar-wrapper') : null)?.getAttribute('data-id') ?? undefined;

function barAt(chart: PlannerGantt, target: EventTarget | null): Bar | undefined {
  const id = barIdAt(target);
  return id === undefined ? undefined : chart.get_task(id);
}

function gripOf(target: EventTarget | null): Grip {
  if (!(target instanceof Element) || !target.classList.contains('handle')) return 'move';
  return target.classList.contains('left') ? 'start' : 'end';
}

function toldOf(chart: PlannerGantt, bar: Bar): Told {
  const { scene, editable } = chart;
  const why = editable && scene.access.edits ? keptBy(bar.entry, scene.access) : undefined;
  return {
    reason: scene.reasons.get(bar.entry.order_id),
    conflicts: scene.conflicts?.get(bar.id),
    stays: why && STAYS[why],
  };
}
