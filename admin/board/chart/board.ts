import type { Bar } from './bars.ts';
import { ZOOMS, zoomOf } from './blocks.ts';
import { createHand, type Hand, hasMoved } from './hand.ts';
import type { Held } from './judging.ts';
import { foldBy, neighbour, stopOf } from './layout.ts';
import type { Look } from './look.ts';
import { type Pane, paneWidth } from './pane.ts';
import { PlannerGantt } from './planner-gantt.ts';
import { listenToPointer } from './pointer.ts';
import { keptBy, mayMove, showsLock } from './rules.ts';
import type { BoardEvents, Scene } from './scene.ts';
import { takes } from './zones.ts';

/** A place in the chart, to come back to. */
export interface ScrollPlace {
  left: number;
  top: number;
}

/** The board as a page holds it. Behind it stands frappe-gantt; nothing outside knows. */
export interface Board {
  show(scene: Scene): void;
  /** The bar that is being moved. */
  move: MoveActions;
  scrollToToday(): void;
  /** Brings a bar into view and marks it; false when it is not on this board. */
  reveal(id: string): boolean;
  /** Brings a group of rows to the top of the view. */
  revealGroup(index: number): void;
  scrollTo(place: ScrollPlace): void;
  place(): ScrollPlace;
  destroy(): void;
}

/** What the confirmation of a move may ask. */
export interface MoveActions {
  /** Half a day, or another facility, further. */
  step(direction: Direction): void;
  /** Whether later tasks make room. */
  push(on: boolean): void;
  /** Where the board and the bar stand in the window. */
  boxes(): { board: DOMRect; bar: DOMRect | undefined };
  /** Puts the bar back where it was. */
  drop(): void;
  /** It was saved: what is shown stays until the plan has come anew. */
  settle(): void;
}

export interface BoardOptions {
  scene: Scene;
  events: BoardEvents;
  label: string;
  /** What the bars bear. */
  look: Look;
  /** The left block, by the width of the whole board. */
  paneFor: (width: number) => Pane;
}

const ARROWS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;
export type Direction = (typeof ARROWS)[keyof typeof ARROWS];
const isArrow = (key: string): key is keyof typeof ARROWS => key in ARROWS;

/** Ids of the facilities that can do a bar's task, in the order in which the keyboard walks them. */
function ableOf(chart: PlannerGantt, { bar, judgement }: Held): (number | null)[] {
  const { layout, rows } = chart.scene;
  if (rows !== 'facilities') return judgement.known?.facilities.filter(({ eligible }) => eligible).map(({ id }) => id) ?? [];
  return layout.rows
    .filter((row) => takes(chart.scene, row, bar, judgement.known) || row.index === layout.byId.get(bar.id)?.row)
    .flatMap(({ group }) => layout.groups[group]?.group.facility?.id ?? null);
}

/** Alt and an arrow move a bar by half a day, or to the next facility; each further one goes on from there. */
function moveByKey(chart: PlannerGantt, hand: Hand, bar: Bar, direction: Direction): void {
  if (!chart.editable || !chart.scene.access.edits) return;
  const why = keptBy(bar.entry);
  if (why) chart.events.onStays?.(why);
  if (!mayMove(bar.entry, chart.scene.access)) return;
  const held = hand.take(bar);
  const { wish } = held;
  const isOther = direction === 'up' || direction === 'down';
  if (isOther && !held.judgement.known) {
    void hand.read().then(() => goOn(chart, hand, bar, direction));
    return;
  }
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  if (!isOther) hand.wish({ shift: { ...wish.shift, by: wish.shift.by + step } });
  else {
    const own = bar.entry.facility;
    const able = ableOf(chart, held);
    const at = able.indexOf(wish.facility === undefined ? own : wish.facility);
    const next = able[at + step];
    if (next === undefined) {
      if (!hasMoved(wish)) hand.drop();
      return;
    }
    hand.wish({ facility: next === own ? undefined : next });
  }
  if (hasMoved(hand.held()!.wish)) hand.offer();
  else hand.drop();
}

/** Another facility once those that can do the bar's task are known; a bar of which they could not be read stays where it is. */
function goOn(chart: PlannerGantt, hand: Hand, bar: Bar, direction: Direction): void {
  const held = hand.held();
  if (held?.bar.id !== bar.id) return;
  if (held.judgement.known) moveByKey(chart, hand, bar, direction);
  else if (!hasMoved(held.wish)) hand.drop();
}

/** → opens the finished tasks that the keyboard is on, ← makes them one row again; Enter does either. */
function foldByKey(chart: PlannerGantt, key: string): boolean {
  const { layout } = chart.scene;
  const row = stopOf(layout, chart.activeId)?.row;
  const opens = row !== undefined && layout.rows[row]!.fold?.open === false;
  const direction =
    key === 'Enter' ? (opens ? 'right' : 'left') : key === 'ArrowRight' ? 'right' : key === 'ArrowLeft' ? 'left' : undefined;
  if (!direction || (key === 'Enter' && layout.byId.has(chart.activeId ?? ''))) return false;
  const found = foldBy(layout, chart.activeId, direction);
  if (!found) return false;
  chart.activate(found.fold.id);
  chart.events.onFold?.(found.key, direction === 'right');
  return true;
}

/** Arrows walk the bars, Enter opens, L locks, T goes to today; only while the chart itself has the focus. */
function onKey(chart: PlannerGantt, hand: Hand, event: KeyboardEvent): void {
  if (event.target !== chart.$container || event.ctrlKey || event.metaKey) return;
  const active = chart.active();
  if (!event.altKey && foldByKey(chart, event.key)) event.preventDefault();
  else if (isArrow(event.key) && event.altKey) {
    if (active) moveByKey(chart, hand, active, ARROWS[event.key]);
  } else if (event.altKey) return;
  else if (isArrow(event.key)) chart.activate(neighbour(chart.scene.layout, chart.activeId, ARROWS[event.key])?.id ?? chart.activeId);
  else if (event.key === 'Enter' && active) chart.events.onOpen(active);
  else if (event.key.toLowerCase() === 'l' && active && showsLock(chart.scene.access)) chart.events.onToggleLock(active);
  else if (event.key.toLowerCase() === 't') chart.scroll_current();
  else return;
  event.preventDefault();
}

/** Ctrl and the wheel ask for the next zoom; the date under the pointer stays there. */
function onWheel(chart: PlannerGantt, event: WheelEvent): void {
  if (!event.ctrlKey || !chart.events.onZoom || event.deltaY === 0) return;
  event.preventDefault();
  const next = ZOOMS[ZOOMS.indexOf(zoomOf(chart.scene.timeline)) + Math.sign(event.deltaY)];
  if (!next || chart.held) return;
  chart.anchor = event.clientX - chart.$container.getBoundingClientRect().left - paneWidth(chart.pane);
  chart.events.onZoom(next);
}

/** Puts a board into an empty element. One call, one board: `destroy` takes all of it back. */
export function createBoard(element: HTMLElement, options: BoardOptions): Board {
  const { scene, events, label, look, paneFor } = options;
  const bars = scene.layout.rows.flatMap((row) => row.bars.map(({ bar }) => bar));
  const chart = new PlannerGantt(element, bars, { scene, events, label, look, pane: paneFor(element.clientWidth) } as never);
  const stop = new AbortController();
  const hand = createHand(chart);
  const stopPointer = listenToPointer(chart, hand);
  let frame = 0;
  const paintSoon = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      chart.paint();
    });
  };
  chart.$container.addEventListener('scroll', paintSoon, { signal: stop.signal, passive: true });
  chart.$container.addEventListener('pointerdown', () => chart.selection.jump(undefined), { signal: stop.signal });
  chart.$container.addEventListener('wheel', (event) => onWheel(chart, event), { signal: stop.signal, passive: false });
  chart.$container.addEventListener('keydown', (event) => onKey(chart, hand, event), { signal: stop.signal });
  const resized = new ResizeObserver(() => {
    chart.setPane(paneFor(element.clientWidth));
    chart.measure();
    chart.paint();
  });
  resized.observe(element);
  return {
    show: (next) => {
      if (next !== chart.scene) chart.show(next);
    },
    move: {
      step: (direction) => {
        const held = hand.held();
        if (held) moveByKey(chart, hand, held.bar, direction);
      },
      push: (push) => hand.wish({ push }),
      boxes: () => ({
        board: chart.$container.getBoundingClientRect(),
        bar: chart
          .get_bar(hand.held()?.bar.id ?? '')
          ?.group.querySelector('rect.bar')
          ?.getBoundingClientRect(),
      }),
      drop: () => hand.drop(),
      settle: () => hand.settle(),
    },
    scrollToToday: () => chart.scroll_current(),
    reveal: (id) => {
      // The box of a furnace run stands for each of its lots.
      const placed = chart.scene.layout.byId.get(id);
      if (placed) chart.spotlight(placed.bar.id);
      return placed !== undefined;
    },
    revealGroup: (index) =>
      chart.scrollTo({ left: chart.$container.scrollLeft, top: chart.scene.layout.groups[index]?.top ?? chart.$container.scrollTop }),
    scrollTo: (place) => chart.scrollTo(place),
    place: () => ({ left: chart.$container.scrollLeft, top: chart.$container.scrollTop }),
    destroy: () => {
      resized.disconnect();
      cancelAnimationFrame(frame);
      stop.abort();
      stopPointer();
      hand.drop();
      chart.destroy();
    },
  };
}
