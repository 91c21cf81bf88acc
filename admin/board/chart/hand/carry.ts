import type { PlannerGantt } from '../paint/bars/planner-gantt.ts';
import type { Bar } from '../scene/bars.ts';
import type { Held, Wish } from '../scene/judging.ts';
import { rowAt } from '../scene/layout.ts';
import type { AutoScroll } from './auto-scroll.ts';
import { armed, type Drag, follow } from './drag.ts';
import type { DragList } from './drag-list.ts';
import type { DropList } from './drop-list.ts';
import { type Hand, holds, sameWish } from './hand.ts';

/** One press of the pointer on a bar, until it is let go. */
export interface Press {
  bar: Bar;
  /** The pointer as it pressed. */
  from: PointerEvent;
  /** Where in the chart that was, which scrolls under the pointer; in the window downwards. */
  x: number;
  y: number;
  onLock: boolean;
  /** Only this bar is meant, not those that are selected with it. */
  alone: boolean;
  /** Shift was held: a press that moves nothing selects. */
  selects: boolean;
  moved: boolean;
  /** Undefined: the bar does not move. */
  drag: Drag | undefined;
  /** What had been wished before; undefined: the bar was not held. */
  before: Wish | undefined;
}

/** A bar that follows the pointer, and what stands beside it meanwhile. */
export interface Carrying {
  readonly chart: PlannerGantt;
  readonly hand: Hand;
  readonly list: DragList;
  readonly others: DropList;
  readonly scroll: AutoScroll;
  press: Press | undefined;
  /** Where the pointer has come since the press. */
  last: PointerEvent | undefined;
}

/** How far a bar is carried up or down before other facilities are offered. */
const CARRIED_PX = 26;

const isCarried = (press: Press, { clientY }: PointerEvent): boolean => Math.abs(clientY - press.y) > CARRIED_PX;

/** Where a pointer is in the window. */
export const pointOf = ({ clientX, clientY }: MouseEvent): { x: number; y: number } => ({ x: clientX, y: clientY });

/** Where a pointer is in a chart, wherever that is scrolled to. */
export const chartX = ({ $svg }: PlannerGantt, { clientX }: MouseEvent): number => clientX - $svg.getBoundingClientRect().left;

/** How far the pointer has come over the chart since the press, in pixels: by itself, or because the chart was scrolled under it. */
export const wayOf = ({ x, y }: Press, event: PointerEvent, chart: PlannerGantt) => ({
  dx: chartX(chart, event) - x,
  dy: event.clientY - y,
});

/** Brings the pressed bar to where the pointer is by now. */
export function carry(carrying: Carrying): void {
  const { hand, press, last, others } = carrying;
  if (!press?.drag || !last) return;
  const drag = dragTo(carrying, press, press.drag, last);
  if (!holds(hand.held(), press.bar) && !drag.armed && !isCarried(press, last)) return;
  const held = hand.take(press.bar, press.alone);
  const facility = drag.grip === 'move' ? facilityUnder(carrying, press, held, last) : held.wish.facility;
  press.drag = facility === held.wish.facility ? drag : armed(drag);
  const wish = { ...held.wish, shift: press.drag.shift, facility, push: held.wish.push || (last.shiftKey && !press.moved) };
  if (!sameWish(wish, held.wish)) hand.wish(wish);
  if (others.isOpen()) others.say(hand.held()!);
  sayBeside(carrying);
}

/** Says beside the pointer what the place to which it has brought the bar would make. */
export function sayBeside({ hand, press, last, others, list }: Carrying): void {
  const held = hand.held();
  if (held && last && press?.drag && (press.drag.armed || others.isOpen())) list.show(held, pointOf(last));
}

/** Later tasks make room from now on, or no longer. */
export function turnPush({ hand, last, list }: Carrying): void {
  const held = hand.held();
  if (!held || !last) return;
  hand.wish({ push: !held.wish.push });
  list.show(hand.held()!, pointOf(last));
}

/** A furnace run joins the one that stands there, or no longer; false where there is none. */
export function turnApart({ hand, last, list }: Carrying): boolean {
  const held = hand.held();
  const charge = held?.judgement.group?.charge;
  if (!held || !charge?.mate?.fits || !last) return false;
  hand.wish({ group: { left: held.wish.group?.left ?? new Set(), apart: charge.joins } });
  list.show(hand.held()!, pointOf(last));
  return true;
}

/** Scrolls on while the bar is held near the edge of what is seen of the chart. */
export function scrollOn({ chart, hand, press, last, scroll }: Carrying): void {
  if (!press?.drag?.armed || !hand.held() || !last) return;
  scrollTowards(chart, scroll, last);
}

/** Scrolls on while the pointer is near the edge of what is seen of a chart. */
export function scrollTowards(chart: PlannerGantt, scroll: AutoScroll, { clientX, clientY }: PointerEvent): void {
  const { left, top, right, bottom } = chart.$container.getBoundingClientRect();
  const seen = { left: right - chart.view.width, top: Math.max(top, bottom - chart.view.height), right, bottom };
  scroll.towards({ x: Math.max(clientX, left), y: clientY }, seen);
}

/** Ends the press and takes away what stood beside the bar; gives what was pressed. */
export function letGo(carrying: Carrying): Press | undefined {
  const { press, list, others, scroll } = carrying;
  carrying.press = undefined;
  carrying.last = undefined;
  list.hide();
  others.close();
  scroll.stop();
  return press;
}

/** While a facility is chosen from the list the time stays. */
function dragTo({ chart, others }: Carrying, press: Press, drag: Drag, event: PointerEvent): Drag {
  return others.holds(event.clientX, event.clientY) ? drag : follow(drag, wayOf(press, event, chart).dx, chart.scene.timeline.px);
}

/** The facility that the pointer has carried the bar to; undefined: its own. */
function facilityUnder(carrying: Carrying, press: Press, held: Held, event: PointerEvent): Wish['facility'] {
  if (held.bars.length > 1) return undefined;
  const facility =
    carrying.chart.scene.rows === 'facilities' ? facilityOfRow(carrying.chart, event) : facilityOfList(carrying, press, held, event);
  return facility === press.bar.entry.facility ? undefined : facility;
}

function facilityOfRow({ scene: { layout }, $svg }: PlannerGantt, { clientY }: PointerEvent): Wish['facility'] {
  const row = rowAt(layout, clientY - $svg.getBoundingClientRect().top);
  return row && layout.groups[row.group]?.group.facility?.id;
}

/** Where rows are no facilities a list offers them; beside it the wish stays. */
function facilityOfList({ others }: Carrying, press: Press, held: Held, event: PointerEvent): Wish['facility'] {
  if (isCarried(press, event)) others.open(held);
  const found = others.at(event.clientX, event.clientY);
  return found ? found.id : held.wish.facility;
}
