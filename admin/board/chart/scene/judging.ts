import type { Conflict } from '../../../../server/domain/bars/conflicts.ts';
import { goesIntoPast, lengthenedDays, NO_SHIFT, type Place, type Shift, shiftedPlace } from '../../../../server/domain/bars/moves.ts';
import { readyAfter } from '../../../../server/domain/bars/rules.ts';
import { endDate, type Instant, type PlantDate, plantMinutes } from '../../../../server/domain/ground/plant-time.ts';
import { lateDays } from '../../../../server/domain/plant/lateness.ts';
import { BOARD } from '../../../texts/board/board.ts';
import type { Bar, Charge, Entry } from './bars.ts';
import { type Around, type Going, whereGoing } from './group/arounds.ts';
import { goingOf, judgedLater, type LaterMove, type LaterPart, laterMoves } from './group/later.ts';
import { closedDays, conflictsThere, furnaceHoursAt, type LotBar, lotWith, openDays, restAt } from './group/standing.ts';
import { placeOf } from './labels.ts';
import { keepsElapsed } from './rules.ts';

/** Where a bar shall go. */
export interface Wish {
  shift: Shift;
  /** Undefined: it stays where it is. */
  facility: number | null | undefined;
  /** Later tasks of the lot make room; `free`: each at the next free place, else as far as it needs. */
  push: boolean;
  free?: boolean;
  /** Of bars that move as one. */
  group?: GroupWish;
}

/** To stay where it is. */
export const NO_WISH: Wish = { shift: NO_SHIFT, facility: undefined, push: false };

/** How bars move as one: those that stay behind, and that a furnace run becomes no part of one that stands there. */
export interface GroupWish {
  left: ReadonlySet<number>;
  apart: boolean;
}

/** What a wish would make, known before the drop. */
export interface Judgement {
  before: Place;
  place: Place;
  /** Empty as long as the surroundings are not known. */
  conflicts: Conflict[];
  /** Later tasks that would have to make room, whether they shall or not. */
  pushed: readonly LaterMove[];
  /** Those that go along, with what would be wrong with them; undefined while that is being read. */
  later: readonly LaterPart[] | undefined;
  /** The task of the lot that stands in their way: locked, or without a day on which it could start. */
  blocked: number | undefined;
  /** The day on which the order ends before and after; undefined while the surroundings are not known. */
  ends: { before: PlantDate; after: PlantDate } | undefined;
  late: { before: number; after: number } | undefined;
  /** Whether it ships on that day: not while one of its processes begins before an earlier one has ended; undefined as above. */
  ships: { before: boolean; after: boolean } | undefined;
  /** Days by which closed days lengthen the bar. */
  lengthened: number;
  /** The bar has yet to begin and would begin before the present. */
  past: boolean;
  /** The bar leaves its furnace run. */
  leavesRun: boolean;
  known: Around | undefined;
  /** Of bars that move as one: those on the board, each where it goes. */
  drawn?: readonly { id: string; place: Place }[];
  /** The same, once their surroundings are known. */
  group?: GroupMove;
}

/** One of the bars that move as one, where it would go: a lot of a furnace run, or a bar that is selected. */
export interface Part {
  id: number;
  order_id: number;
  unique_order: string;
  product_name: string;
  task_name: string;
  /** Undefined: of no furnace run that is known here. */
  weight: number | undefined;
  before: Place;
  place: Place;
  facility: number | null;
  /** The furnace run that it goes along with. */
  run: number | undefined;
  /** Undefined: not known yet. */
  version: number | undefined;
  /** The process before it, still to be done. */
  previous_end: Instant | undefined;
  deadline: PlantDate | null;
  /** It lies in several furnace runs and cannot go along. */
  several: boolean;
  /** It would begin before the present. */
  past: boolean;
  /** Its own, not those of a furnace run as a whole. */
  conflicts: readonly Conflict[];
  /** What goes along with its move, and is neither a conflict nor lateness. */
  clearsTimes: boolean;
  leavesRun: boolean;
  /** The bars that would stand among the 矛盾 for it. */
  contradicting: readonly number[];
}

/** What becomes of the last day of an order. */
export interface OrderMove {
  id: number;
  name: string;
  late: { before: number; after: number };
}

/** A furnace run that moves, and the one with the same treatment that stands where it would go. */
export interface ChargeMove {
  run: Charge['run'];
  /** With what it would hold then. */
  mate: { run: Charge['run']; weight: number; volume: number; fits: boolean } | undefined;
  /** Where it goes by itself: where it is drawn, or from there (`leaps`) to the next free place. */
  free: Place;
  leaps: boolean;
  /** They become one. */
  joins: boolean;
}

/** What a wish would make of bars that move as one. */
export interface GroupMove {
  parts: readonly Part[];
  /** Those that go along. */
  going: readonly Part[];
  /** How many of the selected bars stay, because they are locked or done. */
  kept: number;
  /** How many half days with work they go, earlier where negative. */
  distance: number;
  /** The later tasks of those that go along, of a furnace run: which would have to make room, and with what would be wrong with them where they do. */
  pushed: Judgement['pushed'];
  later: Judgement['later'];
  /** Orders of those that go along. */
  orders: readonly OrderMove[];
  /** Where it is one furnace run, and nothing else. */
  charge?: ChargeMove;
}

/** The bar in hand and the outcome of its move. */
export interface Held {
  bar: Bar;
  /** All that move with it, itself among them. */
  bars: readonly Bar[];
  wish: Wish;
  judgement: Judgement;
  /** The facility cannot do the task. */
  forbidden: boolean;
}

/** The place that an entry comes to. */
function wishedPlace(
  entry: Entry,
  { shift, facility }: Wish,
  around: Around | undefined,
  { closed, hours = furnaceHoursAt(around, entry.facility) }: Pick<Beside, 'closed' | 'hours'>,
): Place {
  const open = openDays(around, entry.facility, closed);
  const openThere = facility === undefined ? open : openDays(around, facility, closed);
  const before = { start: plantMinutes(entry.start_date), end: plantMinutes(entry.end_date) };
  return shiftedPlace(before, shift, { elapsed: keepsElapsed(entry), open, openThere, hours });
}

/** Judges what a wish would make of an entry. `closed` are the plant's closed days as the board knows them, `now` is the present in plant minutes. */
export function judgeWish(entry: Entry, wish: Wish, around: Around | undefined, beside: Beside): Judgement {
  const closed = around ? closedDays(around, beside.closed) : beside.closed;
  const place = wishedPlace(entry, wish, around, { closed, hours: beside.hours });
  return judgePlace(entry, place, wish, around, beside);
}

/** Whether later tasks go to free places. */
export const goesFree = ({ push, free = false }: Wish): boolean => push && free;

/** What is known beside the surroundings of a bar. */
export interface Beside {
  /** The plant's closed days as the board knows them. */
  closed: ReadonlySet<number>;
  /** The present, in plant minutes; absent: nothing is in the past. */
  now?: number;
  /** What a furnace run takes of which it is one; absent: what it takes by itself. */
  hours?: number | undefined;
  /** What the processes behind it are judged against, by their ids, as far as it was read. */
  arounds?: ReadonlyMap<number, Around>;
}

const NO_AROUNDS: ReadonlyMap<number, Around> = new Map();
const NO_ONE: ReadonlySet<number> = new Set();

/** Judges an entry in a place of its own choice. */
export function judgePlace(entry: Entry, place: Place, wish: Wish, around: Around | undefined, beside: Beside): Judgement {
  const { closed, now = Number.NEGATIVE_INFINITY, arounds = NO_AROUNDS } = beside;
  const before = { start: plantMinutes(entry.start_date), end: plantMinutes(entry.end_date) };
  const facility = wish.facility === undefined ? entry.facility : wish.facility;
  const moved = place.start !== before.start || place.end !== before.end || facility !== entry.facility;
  const plain = {
    before,
    place,
    lengthened: lengthenedDays(before, place, wish.shift, keepsElapsed(entry)),
    past: goesIntoPast(before, place, now),
    leavesRun: moved && entry.furnace_run_id !== null,
    known: around,
  };
  if (!around)
    return { ...plain, conflicts: [], pushed: [], later: [], blocked: undefined, ends: undefined, late: undefined, ships: undefined };
  const own: Going = { place, facility, furnace_run: moved ? null : entry.furnace_run_id };
  const head = { ...own, around, ready: readyAfter(place.end, restAt(around, facility)) };
  const { moves: pushed, blocked } = laterMoves([head], { free: goesFree(wish), closed, now });
  const along = new Map<number, Going>([[entry.id, own], ...goingOf(wish.push ? pushed : [])]);
  const there = whereGoing(around, facility, along, NO_ONE);
  const standing = { id: entry.id, place, facility, moved };
  const lot = lotWith(there, standing);
  const { ends, late } = endsOf(around, [lot]);
  return {
    ...plain,
    conflicts: conflictsThere(there, standing, closed),
    pushed,
    later: wish.push ? judgedLater(pushed, along, arounds, closed) : [],
    blocked: blocked.get(entry.id),
    ends,
    late,
    ships: shipsOf(around, lot),
  };
}

/** Whether an open bar of the lot begins before an earlier one has ended. */
function isCrossed(lot: readonly LotBar[]): boolean {
  let over = Number.NEGATIVE_INFINITY;
  return lot.some(({ finished, start_at, end_at }) => {
    if (finished) return false;
    const crosses = plantMinutes(start_at) < over;
    over = Math.max(over, plantMinutes(end_at));
    return crosses;
  });
}

/** Whether the order of a lot ships, before and after the lot is like this. What keeps it from shipping beside this lot stays. */
function shipsOf({ order_shipping_date, lot }: Around, there: readonly LotBar[]): NonNullable<Judgement['ships']> {
  const before = order_shipping_date !== null;
  return { before, after: !isCrossed(there) && (before || isCrossed(lot)) };
}

/** The day on which an order would end with these lots of it like this: what is finished has ended on its own day, wherever its bar stands. */
function latest({ others_end_date }: Around, lots: readonly (readonly LotBar[])[]): PlantDate {
  const open = lots.flat().flatMap(({ finished, end_at }) => (finished ? [] : [endDate(end_at)]));
  return [...open, ...(others_end_date === null ? [] : [others_end_date])].sort().at(-1) ?? endDate(lots[0]!.at(-1)!.end_at);
}

/** The day on which an order ends, and how late that is, before and after these lots of it are like this. */
export function endsOf(
  around: Around,
  lots: readonly (readonly LotBar[])[],
): { ends: NonNullable<Judgement['ends']>; late: NonNullable<Judgement['late']> } {
  const { order_end_date, deadline_date } = around;
  const after = latest(around, lots);
  const ends = { before: order_end_date ?? after, after };
  return { ends, late: { before: lateDays(ends.before, deadline_date), after: lateDays(ends.after, deadline_date) } };
}

/** Where the work of a wish would be done, in words. */
export function facilityIn(entry: Entry, { facility }: Wish, known: Around | undefined): string {
  if (facility === undefined || facility === entry.facility) return placeOf(entry);
  if (facility === null) return BOARD.noFacility;
  return known?.facilities.find(({ id }) => id === facility)?.facility_name ?? '';
}
