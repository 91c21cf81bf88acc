import type { Conflict } from '../../../../server/domain/bars/conflicts.ts';
import { judgeBar, type PlacedBar, type Surroundings } from '../../../../server/domain/bars/judge.ts';
import {
  goesIntoPast,
  type Later,
  lengthenedDays,
  type OpenDay,
  type Place,
  type Pushed,
  pushLater,
  type Shift,
  shiftedPlace,
} from '../../../../server/domain/bars/moves.ts';
import type { Occupant } from '../../../../server/domain/bars/occupancy.ts';
import { conflictsOfMoved, type Rest, readyAfter } from '../../../../server/domain/bars/rules.ts';
import {
  dateOfDay,
  dayNumber,
  endDate,
  type Instant,
  instantOfMinutes,
  type PlantDate,
  plantMinutes,
} from '../../../../server/domain/ground/plant-time.ts';
import { lateDays } from '../../../../server/domain/plant/lateness.ts';
import { BOARD } from '../../../texts/board/board.ts';
import type { Bar, Charge, Entry } from './bars.ts';
import type { Around } from './group/arounds.ts';
import { placeOf } from './labels.ts';
import { keepsElapsed } from './rules.ts';

type LotBar = Around['lot'][number];

/** Where a bar shall go. */
export interface Wish {
  shift: Shift;
  /** Undefined: it stays where it is. */
  facility: number | null | undefined;
  /** Later tasks of the lot make room. */
  push: boolean;
  /** Of bars that move as one. */
  group?: GroupWish;
}

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
  pushed: Pushed[];
  /** The task of the lot that stands in their way: locked, or without a day on which it could start. */
  blocked: number | undefined;
  /** The day on which the order ends before and after; undefined while the surroundings are not known. */
  ends: { before: PlantDate; after: PlantDate } | undefined;
  late: { before: number; after: number } | undefined;
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
  /** Its later tasks that would have to make room, with the version of each. */
  pushed: readonly (Pushed & { version: number | undefined })[];
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

/** The days on which work is done at a facility; without one, those of the plant. */
export function openDays(around: Around | undefined, facility: number | null, closed: ReadonlySet<number>): OpenDay {
  const found = around?.facilities.find(({ id }) => id === facility);
  if (!found) return (day) => !closed.has(day);
  return (day) => (found.overrides[dateOfDay(day)] ?? (closed.has(day) ? 0 : found.availability)) > 0;
}

const placeOfBar = ({ start_at, end_at }: Pick<Occupant, 'start_at' | 'end_at'>): Place => ({
  start: plantMinutes(start_at),
  end: plantMinutes(end_at),
});
/** A bar in another place: put there by hand. */
const at = <Bar extends PlacedBar>(bar: Bar, { start, end }: Place): Bar => ({
  ...bar,
  placed_by: 'hand',
  start_at: instantOfMinutes(start),
  end_at: instantOfMinutes(end),
});

/** The place that an entry comes to. */
function wishedPlace(entry: Entry, { shift, facility }: Wish, around: Around | undefined, closed: ReadonlySet<number>): Place {
  const open = openDays(around, entry.facility, closed);
  const openThere = facility === undefined ? open : openDays(around, facility, closed);
  const before = { start: plantMinutes(entry.start_date), end: plantMinutes(entry.end_date) };
  return shiftedPlace(before, shift, { elapsed: keepsElapsed(entry), open, openThere });
}

const laterOf = (around: Around, id: number, closed: ReadonlySet<number>): Later[] =>
  around.lot.slice(around.lot.findIndex((bar) => bar.id === id) + 1).map((bar) => ({
    ...placeOfBar(bar),
    id: bar.id,
    elapsed: bar.elapsed || bar.outsourced,
    locked: bar.locked,
    finished: bar.finished,
    open: openDays(around, bar.facility, closed),
    weekdays: bar.weekdays,
    rest: bar.rest,
  }));

/** Judges what a wish would make of an entry. `closed` are the plant's closed days as the board knows them, `now` is the present in plant minutes. */
export function judgeWish(
  entry: Entry,
  wish: Wish,
  around: Around | undefined,
  closed: ReadonlySet<number>,
  now = Number.NEGATIVE_INFINITY,
): Judgement {
  const place = wishedPlace(entry, wish, around, around ? closedDays(around, closed) : closed);
  return judgePlace(entry, place, wish, around, closed, now);
}

/** Judges an entry in a place of its own choice. */
export function judgePlace(
  entry: Entry,
  place: Place,
  wish: Wish,
  around: Around | undefined,
  closed: ReadonlySet<number>,
  now = Number.NEGATIVE_INFINITY,
): Judgement {
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
  if (!around) return { ...plain, conflicts: [], pushed: [], blocked: undefined, ends: undefined, late: undefined };
  const days = closedDays(around, closed);
  const { pushed, blocked } = pushLater(laterOf(around, entry.id, days), readyAfter(place.end, restAt(around, entry.id, facility)));
  const lot = movedLot(around, { id: entry.id, place, facility, moved }, wish.push ? pushed : []);
  const { ends, late } = endsOf(around, [lot]);
  return {
    ...plain,
    conflicts: [
      ...judgeBar(surroundingsIn(around, lot, entry.id, days)),
      // What stays where it is stands in its furnace run, which is not judged here.
      ...(moved ? conflictsAt(around, place, facility, days) : []),
    ],
    pushed,
    blocked,
    ends,
    late,
  };
}

const rulesAt = (around: Around, facility: number | null) =>
  facility === null ? around.rules_without_facility : around.facilities.find(({ id }) => id === facility)?.rules;

/** The hours that must follow the moved bar at the facility it goes to. */
const restAt = (around: Around, id: number, facility: number | null): Rest | null =>
  rulesAt(around, facility)?.rest ?? around.lot.find((bar) => bar.id === id)?.rest ?? null;

function conflictsAt(around: Around, place: Place, facility: number | null, closed: ReadonlySet<number>): Conflict[] {
  const rules = rulesAt(around, facility);
  return rules ? conflictsOfMoved(place, rules, openDays(around, facility, closed), (day) => closed.has(day)) : [];
}

/** The plant's closed days: what the board knows and what was read for the bar. */
export const closedDays = (around: Around, closed: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...closed, ...around.holidays.map(dayNumber)]);

interface Moved {
  id: number;
  place: Place;
  facility: number | null;
  moved: boolean;
}

function movedLot(around: Around, { id, place, facility, moved }: Moved, pushed: readonly Pushed[]): LotBar[] {
  const places = new Map(pushed.map((one) => [one.id, one.after]));
  return around.lot.map((bar) => {
    if (bar.id === id) return moved ? { ...at(bar, place), facility, furnace_run_id: null } : bar;
    const there = places.get(bar.id);
    return there ? { ...at(bar, there), furnace_run_id: null } : bar;
  });
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

/** What the judge wants to know of a bar of the lot where it stands now. */
function surroundingsIn(around: Around, lot: readonly LotBar[], id: number, closed: ReadonlySet<number>): Surroundings {
  const index = lot.findIndex((bar) => bar.id === id);
  const bar = lot[index]!;
  const facility = around.facilities.find((one) => one.id === bar.facility);
  const [from, to] = [Date.parse(bar.start_at), Date.parse(bar.end_at)];
  const mates = lot.filter((one) => one.id !== id && !one.finished);
  return {
    bar,
    previous: lot[index - 1],
    next: lot[index + 1],
    facility: facility && { ...facility, overrides: new Map(Object.entries(facility.overrides)) },
    others: [...around.occupants, ...mates].filter(
      (one) => bar.facility !== null && one.facility === bar.facility && Date.parse(one.start_at) < to && Date.parse(one.end_at) > from,
    ),
    holidays: new Set([...closed].map(dateOfDay)),
  };
}

/** What would be wrong with a later task where it is pushed; it goes to a day on which it may start. */
export function conflictsOfPushed(entry: Entry, judgement: Judgement, wish: Wish, closed: ReadonlySet<number>, id: number): Conflict[] {
  const { known, place, pushed } = judgement;
  if (!known) return [];
  const facility = wish.facility === undefined ? entry.facility : wish.facility;
  const lot = movedLot(known, { id: entry.id, place, facility, moved: true }, pushed);
  return judgeBar(surroundingsIn(known, lot, id, closedDays(known, closed)));
}

/** Where the work of a wish would be done, in words. */
export function facilityIn(entry: Entry, { facility }: Wish, known: Around | undefined): string {
  if (facility === undefined || facility === entry.facility) return placeOf(entry);
  if (facility === null) return BOARD.noFacility;
  return known?.facilities.find(({ id }) => id === facility)?.facility_name ?? '';
}
