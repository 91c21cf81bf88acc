import type { PlannerGantt } from '../paint/bars/planner-gantt.ts';
import type { Bar } from '../scene/bars.ts';
import { shiftFurther } from '../scene/group/group-move.ts';
import { mayPick } from '../scene/group/picks.ts';
import type { Held, Wish } from '../scene/judging.ts';
import { foldBy, neighbour, stopOf } from '../scene/layout.ts';
import { keptBy, showsLock } from '../scene/rules.ts';
import { type Hand, hasMoved, holds, isUnmoved } from './hand.ts';
import { takes } from './zones.ts';

const ARROWS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;
/** Where an arrow leads. */
export type Direction = (typeof ARROWS)[keyof typeof ARROWS];
const isArrow = (key: string): key is keyof typeof ARROWS => key in ARROWS;

/** Arrows walk the bars, Enter opens, the space bar selects, L locks, T goes to today; only while the chart itself has the focus. */
export function onKey(chart: PlannerGantt, hand: Hand, event: KeyboardEvent): void {
  if (event.target !== chart.$container || event.ctrlKey || event.metaKey) return;
  const active = chart.active();
  if (!event.altKey && foldByKey(chart, event.key)) event.preventDefault();
  else if (isArrow(event.key) && event.altKey) {
    if (active) moveBy(chart, hand, active, ARROWS[event.key]);
  } else if (event.altKey) return;
  else if (isArrow(event.key)) chart.activate(neighbour(chart.scene.layout, chart.activeId, ARROWS[event.key])?.id ?? chart.activeId);
  else if (event.key === ' ' && active) turnPick(chart, hand, active);
  else if (event.key === 'Enter' && active) chart.events.onOpen(active);
  else if (event.key.toLowerCase() === 'l' && active && showsLock(chart.scene.access)) chart.events.onToggleLock(active);
  else if (event.key.toLowerCase() === 't') chart.scroll_current();
  else return;
  event.preventDefault();
}

/** Selects a bar, or no longer; one that cannot be says why. */
export function turnPick(chart: PlannerGantt, hand: Hand, bar: Bar): void {
  const { access } = chart.scene;
  const why = keptBy(bar.entry, access);
  if (!mayPick(bar, access)) hand.refuse(bar, why ?? 'role');
  else if (!chart.selection.picks.turn(bar)) hand.refuse(bar, 'most');
}

/** Alt and an arrow move a bar by half a day, or to the next facility; each further one goes on from there. */
export function moveBy(chart: PlannerGantt, hand: Hand, bar: Bar, direction: Direction): void {
  if (!chart.editable) return;
  const why = keptBy(bar.entry, chart.scene.access);
  if (why) {
    hand.refuse(bar, why);
    return;
  }
  const held = hand.take(bar);
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  if (direction === 'left' || direction === 'right') {
    sideways(hand, held, step);
    offerOrDrop(hand);
  } else if (held.bars.length > 1) {
    if (!hasMoved(held.wish)) hand.drop();
    hand.refuse(bar, 'together');
  } else if (held.judgement.known) toNextFacility(chart, hand, held, step);
  else void hand.read().then(() => goOn(chart, hand, bar, direction));
}

/** The most half days that the keyboard leaps over at once: closed ones, and to where a bar goes from them. */
const FARTHEST = 60;

/** Half a day further, over days without work: a bar that would stand where it stood has not been moved. */
function sideways(hand: Hand, { wish, judgement, bar }: Held, step: number): void {
  for (let by = step; Math.abs(by) <= FARTHEST; by += step) {
    hand.wish({ shift: { ...wish.shift, by: wish.shift.by + by } });
    if (Math.sign(hand.held()!.judgement.place.start - judgement.place.start) === step) break;
  }
  notIntoPast(hand, bar, wish);
}

/** So many half days with work further; what is held stays offered, also where it stood. */
export function goBy(chart: PlannerGantt, hand: Hand, halfDays: number): void {
  const held = hand.held();
  if (!held) return;
  hand.wish({ shift: shiftFurther(held, halfDays, chart.scene) });
  notIntoPast(hand, held.bar, held.wish);
  hand.offer();
}

function notIntoPast(hand: Hand, bar: Bar, { shift }: Wish): void {
  if (!hand.held()!.judgement.past) return;
  hand.wish({ shift });
  hand.refuse(bar, 'past');
}

/** To the next of the facilities that can do the bar's task; beyond the last one it stays. */
function toNextFacility(chart: PlannerGantt, hand: Hand, held: Held, step: number): void {
  const own = held.bar.entry.facility;
  const able = ableOf(chart, held);
  const at = able.indexOf(held.wish.facility === undefined ? own : held.wish.facility);
  const next = able[at + step];
  if (next !== undefined) {
    hand.wish({ facility: next === own ? undefined : next });
    offerOrDrop(hand);
  } else if (!hasMoved(held.wish)) hand.drop();
}

/** Another facility once those that can do the bar's task are known; a bar of which they could not be read stays where it is. */
function goOn(chart: PlannerGantt, hand: Hand, bar: Bar, direction: Direction): void {
  const held = hand.held();
  if (!held || !holds(held, bar)) return;
  if (held.judgement.known) moveBy(chart, hand, bar, direction);
  else if (!hasMoved(held.wish)) hand.drop();
}

function offerOrDrop(hand: Hand): void {
  const held = hand.held()!;
  if (hasMoved(held.wish) && !isUnmoved(held)) hand.offer();
  else hand.drop();
}

/** Ids of the facilities that can do a bar's task, in the order in which the keyboard walks them. */
function ableOf(chart: PlannerGantt, { bar, judgement }: Held): (number | null)[] {
  const { layout, rows } = chart.scene;
  if (rows !== 'facilities') return judgement.known?.facilities.filter(({ eligible }) => eligible).map(({ id }) => id) ?? [];
  return layout.rows
    .filter((row) => takes(chart.scene, row, bar, judgement.known) || row.index === layout.byId.get(bar.id)?.row)
    .flatMap(({ group }) => layout.groups[group]?.group.facility?.id ?? null);
}

/** → opens the finished tasks that the keyboard is on, ← makes them one row again; Enter does either. */
function foldByKey(chart: PlannerGantt, key: string): boolean {
  const { layout } = chart.scene;
  const direction = foldDirection(chart, key);
  if (!direction || (key === 'Enter' && layout.byId.has(chart.activeId ?? ''))) return false;
  const found = foldBy(layout, chart.activeId, direction);
  if (!found) return false;
  chart.activate(found.fold.id);
  chart.events.onFold?.(found.key, direction === 'right');
  return true;
}

function foldDirection({ scene: { layout }, activeId }: PlannerGantt, key: string): 'left' | 'right' | undefined {
  if (key === 'ArrowLeft') return 'left';
  if (key === 'ArrowRight') return 'right';
  if (key !== 'Enter') return undefined;
  const row = stopOf(layout, activeId)?.row;
  return row !== undefined && layout.rows[row]!.fold?.open === false ? 'right' : 'left';
}
