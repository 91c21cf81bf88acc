import { halfDaysBetween } from '../../../server/domain/bars/moves.ts';
import { HALF_DAY_MINUTES } from '../../../server/domain/ground/constants.ts';
import { createGoal, type ScrollPlace } from './goal.ts';
import { createHand, type Hand } from './hand/hand.ts';
import { type Direction, goBy, moveBy, onKey } from './hand/keyboard.ts';
import { listenToPointer, type PointerActions } from './hand/pointer.ts';
import type { Look } from './paint/bars/look.ts';
import { PlannerGantt, type Reveal } from './paint/bars/planner-gantt.ts';
import { type Pane, paneWidth } from './paint/pane.ts';
import type { Bar } from './scene/bars.ts';
import { ZOOMS, zoomOf } from './scene/blocks.ts';
import { barAgain } from './scene/group/again.ts';
import { isCharge, wishAgain } from './scene/group/group-move.ts';
import type { GroupWish, Held } from './scene/judging.ts';
import { mayMove } from './scene/rules.ts';
import type { BoardEvents, Change, Scene } from './scene/scene.ts';

/** A board as its page uses it. frappe-gantt draws it, but no file outside this folder knows that. */
export interface Board {
  show(scene: Scene): void;
  /** The actions on the bar that is being moved. */
  move: MoveActions;
  /** Selects these bars and no others. */
  pick(bars: readonly Bar[]): void;
  scrollToToday(): void;
  /** Brings a bar into view and marks it. Gives false where the bar is not on this board. */
  reveal(id: string, how?: Reveal): boolean;
  /** Whether any part of a bar is in view. */
  sees(id: string): boolean;
  /** Brings a group of rows to the top of the view. */
  revealGroup(index: number): void;
  scrollTo(place: ScrollPlace): void;
  place(): ScrollPlace;
  destroy(): void;
}

/**
 * What a change keeps when it is offered again: `same`: all of it · `place`: its target · `elsewhere`: neither start nor target · `distance`: how far
 * it goes.
 */
type Kept = 'same' | 'place' | 'elsewhere' | 'distance';

function keptOf({ wish, judgement: { before, place } }: Change, held: Held | undefined): Kept {
  const now = held?.judgement;
  if (!now || (now.before.start === before.start && now.before.end === before.end)) return 'same';
  if (held.bars.length > 1) return 'distance';
  // A furnace run had left the hand for where it stands.
  const put = [place.start, before.start + wish.shift.by * HALF_DAY_MINUTES];
  return put.some((start) => halfDaysBetween(start, now.place.start) === 0) ? 'place' : 'elsewhere';
}

/** The actions that the confirmation of a move offers. */
export interface MoveActions {
  /** Moves the bar by half a day, or to the next facility, in a direction. */
  step(direction: Direction): void;
  /** Sets whether later tasks make room. */
  push(on: boolean): void;
  /** Sets whether each later task goes to its next free place. */
  free(on: boolean): void;
  /** Sets which bars of a group stay behind, and whether a furnace run joins another. */
  group(wish: GroupWish): void;
  /** Moves the bar by a number of half days in which work is done. */
  by(halfDays: number): void;
  /** Begins to move a bar, and all bars selected with it, without a target yet. */
  begin(bar: Bar): void;
  /** Draws a lot out of its furnace run with the pointer. The bars of `left` stay in the run. */
  lift(bar: Bar, left: ReadonlySet<number>, event: PointerEvent): void;
  /** Gives the places of the board and the bar in the window; the bar is undefined where it is not drawn. */
  boxes(): { board: DOMRect; bar: DOMRect | undefined };
  /** Puts the bar back where it was. */
  drop(): void;
  /** Offers a change again, starting from the present place of its bar, and says what the change keeps. Gives undefined where the bar is gone or would stay. */
  again(change: Change): Kept | undefined;
  /** Tells the board that the move was saved. The bar stays as shown until the plan is read again. */
  settle(): void;
}

interface BoardOptions {
  scene: Scene;
  events: BoardEvents;
  label: string;
  /** The texts and marks on the bars. */
  look: Look;
  /** Gives the left block for a width of the whole board, in pixels. */
  paneFor: (width: number) => Pane;
}

/** Asks for the next zoom on a turn of the wheel with Ctrl. The date under the pointer stays there. */
function onWheel(chart: PlannerGantt, event: WheelEvent): void {
  if (!event.ctrlKey || !chart.events.onZoom || event.deltaY === 0) return;
  event.preventDefault();
  const next = ZOOMS[ZOOMS.indexOf(zoomOf(chart.scene.timeline)) + Math.sign(event.deltaY)];
  if (!next || chart.held) return;
  chart.anchor = event.clientX - chart.$container.getBoundingClientRect().left - paneWidth(chart.pane);
  chart.events.onZoom(next);
}

const moveActions = (chart: PlannerGantt, hand: Hand, pointer: PointerActions): MoveActions => ({
  step: (direction) => {
    const held = hand.held();
    if (held) moveBy(chart, hand, held.bar, direction);
  },
  push: (push) => hand.wish({ push }),
  free: (free) => hand.wish({ free }),
  group: (group) => hand.wish({ group }),
  by: (halfDays) => goBy(chart, hand, halfDays),
  begin: (bar) => {
    hand.take(bar);
    hand.offer();
  },
  lift: (bar, left, event) => pointer.lift(bar, left, event),
  boxes: () => ({
    board: chart.$container.getBoundingClientRect(),
    bar: chart
      .get_bar(hand.held()?.bar.id ?? '')
      ?.group.querySelector('rect.bar')
      ?.getBoundingClientRect(),
  }),
  drop: () => hand.drop(),
  again: (change) => {
    const bar = barAgain(change.bar, chart.scene.layout);
    if (!bar || !mayMove(bar.entry, chart.scene.access)) return undefined;
    // All that is left of a furnace run shall stay where it is.
    if (!isCharge(bar) && change.wish.group?.left.has(bar.entry.id)) return undefined;
    hand.take(bar);
    hand.wish(wishAgain(change, bar));
    const kept = keptOf(change, hand.held());
    const { shift } = change.wish;
    // An edge that was drawn stays where it was drawn to.
    if (kept === 'place' && (shift.start !== 0 || shift.end !== 0)) {
      const { wish, judgement } = hand.held()!;
      hand.wish({ shift: { ...wish.shift, end: halfDaysBetween(judgement.place.end - 1, change.judgement.place.end - 1) } });
    }
    hand.offer();
    return kept;
  },
  settle: () => hand.settle(),
});

/** Puts a new board into an empty element. `destroy` removes all of it. */
export function createBoard(element: HTMLElement, options: BoardOptions): Board {
  const { scene, events, label, look, paneFor } = options;
  const bars = scene.layout.rows.flatMap((row) => row.bars.map(({ bar }) => bar));
  const chart = new PlannerGantt(element, bars, { scene, events, label, look, pane: paneFor(element.clientWidth) });
  const stop = new AbortController();
  const hand = createHand(chart);
  const pointer = listenToPointer(chart, hand);
  let frame = 0;
  const paintSoon = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      chart.paint();
    });
  };
  const goal = createGoal(chart);
  // Whoever touches the board has a place of his own.
  for (const event of ['wheel', 'pointerdown', 'keydown'])
    element.addEventListener(event, () => goal.forget(), { signal: stop.signal, capture: true, passive: true });
  chart.$container.addEventListener('scroll', paintSoon, { signal: stop.signal, passive: true });
  chart.$container.addEventListener('pointerdown', () => chart.selection.jump(undefined), { signal: stop.signal });
  chart.$container.addEventListener('wheel', (event) => onWheel(chart, event), { signal: stop.signal, passive: false });
  chart.$container.addEventListener('keydown', (event) => onKey(chart, hand, event), { signal: stop.signal });
  const resized = new ResizeObserver(() => {
    chart.setPane(paneFor(element.clientWidth));
    chart.measure();
    chart.paint();
    goal.again();
  });
  resized.observe(element);
  return {
    show: (next) => {
      if (next === chart.scene) return;
      chart.show(next);
      goal.again();
    },
    move: moveActions(chart, hand, pointer),
    pick: (bars) => void chart.selection.picks.set(bars),
    scrollToToday: () => {
      goal.forget();
      chart.scroll_current();
    },
    reveal: (id, how = 'lot') => {
      const found = goal.toBar(id, how);
      // The keyboard goes on from the bar, unless it is at work elsewhere.
      if (found && document.activeElement === document.body) chart.$container.focus({ preventScroll: true });
      return found;
    },
    sees: (id) => chart.sees(id),
    revealGroup: (index) => goal.toGroup(index),
    scrollTo: (place) => goal.toPlace(place),
    place: () => ({ left: chart.$container.scrollLeft, top: chart.$container.scrollTop }),
    destroy: () => {
      resized.disconnect();
      cancelAnimationFrame(frame);
      stop.abort();
      pointer.stop();
      events.onPick?.([]);
      hand.destroy();
      chart.destroy();
    },
  };
}
