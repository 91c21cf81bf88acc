import type { Conflict } from '../../../../../server/domain/bars/conflicts.ts';
import { sayOnce } from '../../../../../server/domain/bars/judge.ts';
import {
  halfDaysBetween,
  NO_SHIFT,
  type OpenDay,
  type Place,
  type Shift,
  shiftedPlace,
  workingDistance,
  workingShift,
} from '../../../../../server/domain/bars/moves.ts';
import { loadConflicts, readyAfter } from '../../../../../server/domain/bars/rules.ts';
import { namesAmong, type SpokenOf, type Warning, warningsOf } from '../../../../../server/domain/bars/warnings.ts';
import { DAY_MINUTES } from '../../../../../server/domain/ground/constants.ts';
import { instantOfMinutes, plantMinutes } from '../../../../../server/domain/ground/plant-time.ts';
import { MOVE } from '../../../../texts/board/moves.ts';
import type { Bar, Charge, Entry } from '../bars.ts';
import {
  type Beside,
  type ChargeMove,
  endsOf,
  type GroupMove,
  type GroupWish,
  goesFree,
  type Held,
  type Judgement,
  judgePlace,
  judgeWish,
  type OrderMove,
  type Part,
  type Wish,
} from '../judging.ts';
import { isMany, keepsElapsed, mayMove } from '../rules.ts';
import type { Scene } from '../scene.ts';
import { type Around, type Going, whereGoing } from './arounds.ts';
import { goingOf, type Head, judgedLater, type LaterPart, laterMoves } from './later.ts';
import { closedDays, contradicting, furnaceHoursAt, openDays, restAt } from './standing.ts';

type Run = Charge['run'];
type Box = Bar & { charge: Charge };

/** What concerns a furnace run as a whole is said once, of no lot. */
const WHOLE: ReadonlySet<Conflict['kind']> = new Set(['closed_day', 'shut_day', 'over_capacity', 'overweight', 'overfull']);
/** What a place must not have to be offered as the next free one. */
const TAKEN: ReadonlySet<Conflict['kind']> = new Set(['closed_day', 'shut_day', 'over_capacity', 'weekday']);
/** So far from the hand the next free place may be: beyond, it would be out of sight. */
const FREE_WITHIN = 2 * DAY_MINUTES;
const NO_ONE_LEFT: GroupWish = { left: new Set(), apart: false };

/** Whether a bar stands for the lots of a furnace run, which move together. */
export const isCharge = (bar: Bar): bar is Box => bar.charge !== undefined && isMany(bar.entry);
/** Whether what is held moves as one: several bars, or the lots of a furnace run. */
export const isGroup = ({ bars }: { bars: readonly Bar[] }): boolean => bars.length > 1 || bars.some(isCharge);
/** The ids of the entries that bars stand for. */
export const entryIdsOf = (bars: readonly Bar[]): number[] => [
  ...new Set(bars.flatMap((bar) => (isCharge(bar) ? bar.charge.run.members.map(({ entry_id }) => entry_id) : bar.entry.id))),
];

const sameTreatment = ({ recipe: one }: Run, { recipe: other }: Run): boolean =>
  one.temperature === other.temperature &&
  one.retention_time === other.retention_time &&
  one.cooling_method === other.cooling_method &&
  one.cooling_time === other.cooling_time;

const timesOf = (run: Run): Place => ({ start: plantMinutes(run.run_start), end: plantMinutes(run.run_end) });

/** The run with the same treatment that lies over a place of a furnace. */
function mateAt(scene: Scene, own: Run, facility: number | null, place: Place): Run | undefined {
  const others = [...scene.layout.byId.values()].flatMap(({ bar }) => bar.charge?.run ?? []);
  return others.find((run) => {
    const there = timesOf(run);
    const over = there.start < place.end && there.end > place.start && there.start >= scene.now;
    return run.id !== own.id && run.facility_id === facility && over && sameTreatment(run, own);
  });
}

/** A bar that may go along: its entry as it was read for the move, and the bar that is drawn of it. */
interface Member {
  entry: Entry;
  around: Around;
  bar: Bar;
  weight: number | undefined;
  volume: number;
}

/** The entry as it was read: that may be newer than what is drawn, or of a lot that is not drawn at all. */
function entryNow(entry: Entry, { id, lot }: Around): Entry {
  const bar = lot.find((one) => one.id === id);
  if (!bar) return { ...entry, id };
  const { version, facility, task_name, locked } = bar;
  return { ...entry, id, version, facility, task_name, locked, start_date: bar.start_at, end_date: bar.end_at };
}

/** The lots of a furnace run, as far as they are known here; of any other bar itself. */
export function lotsOf(bar: Bar): Omit<Member, 'around' | 'bar'>[] {
  if (!isCharge(bar)) return [{ entry: bar.entry, weight: undefined, volume: 0 }];
  const known = new Map(bar.charge.lots.map((lot) => [lot.id, lot]));
  return bar.charge.run.members.map(({ entry_id, order_id, unique_order, product_name, weight, volume }) => {
    const { lots: _, ...box } = bar.entry;
    return { weight, volume, entry: known.get(entry_id) ?? { ...box, id: entry_id, order_id, unique_order, product_name } };
  });
}

/** All that bars stand for, each once. */
function membersOf(bars: readonly Bar[], arounds: ReadonlyMap<number, Around>): Member[] {
  const members = bars.flatMap((bar) =>
    lotsOf(bar).flatMap(({ entry, ...load }) => {
      const around = arounds.get(entry.id);
      return around ? [{ ...load, bar, around, entry: entryNow(entry, around) }] : [];
    }),
  );
  return [...new Map(members.map((member) => [member.entry.id, member])).values()];
}

/** A lot that lies in several furnace runs stands from the first to the last of them. */
const isSeveral = ({ bar, entry }: Member): boolean => {
  if (!isCharge(bar)) return false;
  const { start, end } = timesOf(bar.charge.run);
  return plantMinutes(entry.start_date) !== start || plantMinutes(entry.end_date) !== end;
};

/** The furnace run that a member goes along with: its box's, or that of others which are selected with it. */
function runOf(member: Member, members: readonly Member[]): number | undefined {
  if (isCharge(member.bar)) return member.bar.charge.run.id;
  const run = member.entry.furnace_run_id;
  return run !== null && members.filter(({ entry }) => entry.furnace_run_id === run).length > 1 ? run : undefined;
}

/** A bar as its entry, a furnace run by the run's times. */
const entryOf = (bar: Bar): Entry =>
  isCharge(bar) ? { ...bar.entry, start_date: bar.charge.run.run_start, end_date: bar.charge.run.run_end } : bar.entry;

/** How many hours a furnace takes for all that a bar stands for; undefined where that is not known of each of them. */
function furnaceHoursOf(bar: Bar, known: ReadonlyMap<number, Around>): number | undefined {
  const each = lotsOf(bar).map(({ entry }) => furnaceHoursAt(known.get(entry.id), bar.entry.facility));
  return each.every((hours) => hours !== undefined) ? Math.max(...each) : undefined;
}

/** The days on which work is done where a bar stands. */
const daysOf = ({ entry }: Bar, around: Around | undefined, { closed }: Scene): OpenDay =>
  openDays(around, entry.facility, around ? closedDays(around, closed) : closed);

/** The shift that brings what is held so many half days with work further. */
export function shiftFurther({ bar, judgement }: Held, halfDays: number, scene: Scene): Shift {
  const { before, place, known } = judgement;
  const open = daysOf(bar, known, scene);
  return { ...NO_SHIFT, by: workingShift(before, workingDistance(before, place, open) + halfDays, open) };
}

/** The wish by which a bar that somebody else has moved meanwhile still begins where it was put; of several bars it stays what it was: so many days further. */
export function wishAgain({ bars, wish, judgement: { before, place } }: Omit<Held, 'forbidden'>, bar: Bar): Wish {
  const facility = wish.facility === bar.entry.facility ? undefined : wish.facility;
  if (bars.length > 1) return wish;
  const entry = entryOf(bar);
  const now = { start: plantMinutes(entry.start_date), end: plantMinutes(entry.end_date) };
  if (now.start === before.start && now.end === before.end) return { ...wish, facility };
  const put = isGroup({ bars }) ? wish.shift.by + halfDaysBetween(now.start, before.start) : halfDaysBetween(now.start, place.start);
  return { ...wish, facility, shift: { ...NO_SHIFT, by: put } };
}

/** The place of a bar that goes along, so many half days with work from where it is. */
function placeAlong(bar: Bar, distance: number, known: ReadonlyMap<number, Around>, scene: Scene): Place {
  const around = known.get(bar.entry.id);
  const entry = isCharge(bar) || !around ? entryOf(bar) : entryNow(bar.entry, around);
  const place = { start: plantMinutes(entry.start_date), end: plantMinutes(entry.end_date) };
  const open = daysOf(bar, around, scene);
  const pace = { elapsed: keepsElapsed(entry), open, hours: furnaceHoursOf(bar, known) };
  return shiftedPlace(place, { ...NO_SHIFT, by: workingShift(place, distance, open) }, pace);
}

/** Everything about a move of bars as one that is the same for each of them. */
interface Plan {
  wish: Wish;
  scene: Scene & Pick<Beside, 'hours'>;
  members: readonly Member[];
  /** Those that go along. */
  going: readonly Member[];
  places: ReadonlyMap<Bar, Place>;
  facility: number | null;
  charge: ChargeMove | undefined;
  /** All that was read, by the bar. */
  known: ReadonlyMap<number, Around>;
}

/**
 * Judges what a wish would make of bars that move as one, `bar` in hand: each by itself, with the others at their new places. A furnace run alone goes where it is
 * drawn, to another furnace too; several bars go as many half days with work as the one in hand, each by the days of its own facility, so that those of a lot stay
 * behind each other. `arounds`: what each is judged against; undefined while that is read.
 */
export function judgeGroup(bar: Bar, bars: readonly Bar[], wished: Wish, arounds: readonly Around[] | undefined, scene: Scene): Judgement {
  const alone = bars.length === 1 && isCharge(bar) ? bar : undefined;
  const wish = alone ? wished : { ...wished, facility: undefined, push: false };
  const known = new Map(arounds?.map((around) => [around.id, around]));
  const around = known.get(bar.entry.id);
  const paced = { ...scene, hours: furnaceHoursOf(bar, known) };
  const own = judgeWish(entryOf(bar), { ...wish, push: false }, around, paced);
  const movable = bars.filter((one) => mayMove(one.entry, scene.access));
  const members = membersOf(movable, known);
  const { left } = wish.group ?? NO_ONE_LEFT;
  const going = members.filter((member) => !left.has(member.entry.id) && !isSeveral(member));
  const facility = wish.facility === undefined ? bar.entry.facility : wish.facility;
  const charge = alone && around && chargeMove(alone, own, { wish, scene: paced, around, facility, going });
  const place = charge ? placeOfCharge(charge) : own.place;
  const distance = workingDistance(own.before, place, daysOf(bar, around, scene));
  const places = new Map(movable.map((one) => [one, one === bar ? place : placeAlong(one, distance, known, scene)]));
  const moved = {
    ...own,
    place,
    leavesRun: false,
    pushed: [],
    later: [],
    blocked: undefined,
    ends: undefined,
    late: undefined,
    ships: undefined,
    drawn: [...places].flatMap(([one, there]) => (isDrawn(one, scene) ? [{ id: one.id, place: there }] : [])),
  };
  if (!arounds) return moved;
  const { parts, whole, pushed, later } = judgedParts({ wish, scene, members, going, places, facility, charge, known });
  const along = parts.filter(({ id }) => going.some(({ entry }) => entry.id === id));
  return {
    ...moved,
    pushed,
    later,
    conflicts: charge ? [...whole, ...overloads(going, around, facility, charge.joins)] : [],
    past: own.past || along.some(({ past }) => past),
    group: {
      parts,
      going: along,
      distance,
      pushed,
      later,
      kept: entryIdsOf(bars).length - members.length,
      orders: ordersOf(members, along, wish.push ? pushed : []),
      ...(charge ? { charge } : {}),
    },
  };
}

/** Whether a bar stands on the board as itself: a lot that was selected elsewhere may lie in a box here. */
const isDrawn = (bar: Bar, { layout }: Scene): boolean => {
  const there = layout.byId.get(bar.id)?.bar;
  return there !== undefined && isCharge(there) === isCharge(bar);
};

/** A furnace run that goes alone, and what stands where it would go. */
function chargeMove(
  bar: Box,
  own: Judgement,
  { wish, scene, around, facility, going }: Pick<Plan, 'wish' | 'scene' | 'facility' | 'going'> & { around: Around },
): ChargeMove {
  const { run } = bar.charge;
  const stays = own.place.start === own.before.start && facility === run.facility_id;
  if (stays) return { run, mate: undefined, joins: false, free: own.place, leaps: false };
  const mate = mateAt(scene, run, facility, own.place);
  const held = mate && heldBy(mate, going);
  const without = whereGoing(around, facility, new Map(), new Set(going.map(({ entry }) => entry.id)));
  const free = freePlace(entryOf(bar), { wish, scene, going }, without);
  const joins = (held?.fits ?? false) && !wish.group?.apart;
  return { run, mate: held, joins, free: free ?? own.place, leaps: !joins && free !== undefined && free.start !== own.place.start };
}

/** Where a furnace run goes: into the one that stands there, else by itself. */
const placeOfCharge = ({ mate, joins, free }: ChargeMove): Place => (joins && mate ? timesOf(mate.run) : free);

/** The wished place where a unit is free, else the first one near it in which a furnace run may stand by itself and each of its lots may begin; undefined: there is none. */
function freePlace(entry: Entry, { wish, scene, going }: Pick<Plan, 'wish' | 'scene' | 'going'>, around: Around): Place | undefined {
  const alone = { ...wish, push: false };
  const drawn = judgeWish(entry, alone, around, scene);
  if (!drawn.conflicts.some(({ kind }) => kind === 'over_capacity')) return drawn.place;
  for (let more = 1; ; more += 1) {
    const later = { ...alone, shift: { ...wish.shift, by: wish.shift.by + more } };
    const { place, conflicts } = judgeWish(entry, later, around, scene);
    if (place.start - drawn.place.start > FREE_WITHIN) return undefined;
    if (!conflicts.some(({ kind }) => TAKEN.has(kind)) && going.every((member) => mayBeginAt(member, place, alone, scene))) return place;
  }
}

/** Whether a place begins on a day on which a lot may begin. */
const mayBeginAt = ({ entry, around }: Member, place: Place, wish: Wish, scene: Scene): boolean =>
  !judgePlace(entry, place, wish, around, scene).conflicts.some(({ kind }) => kind === 'weekday');

/** What a run would hold with these lots, and whether its furnace bears it. */
function heldBy(run: Run, coming: readonly Member[]): { run: Run; weight: number; volume: number; fits: boolean } {
  const weight = run.load_weight + weightOf(coming);
  const volume = run.load_volume + volumeOf(coming);
  const { facility_name, max_weight, volume: max_volume } = run;
  return { run, weight, volume, fits: loadConflicts({ facility_name, max_weight, max_volume, weight, volume }).length === 0 };
}

const weightOf = (members: readonly Pick<Member, 'weight'>[]): number => members.reduce((all, { weight = 0 }) => all + weight, 0);
const volumeOf = (members: readonly Member[]): number => members.reduce((all, { volume }) => all + volume, 0);

/** What the lots that go along weigh too much for the furnace that they go to; where they join others that was asked before. */
function overloads(going: readonly Member[], around: Around | undefined, facility: number | null, joins: boolean): Conflict[] {
  const rules = around?.facilities.find(({ id }) => id === facility)?.rules;
  if (joins || !rules?.load) return [];
  return loadConflicts({ ...rules.load, facility_name: rules.facility_name, weight: weightOf(going), volume: volumeOf(going) });
}

/** Judges each of the members and the processes behind them, and says what concerns their furnace run as a whole. */
function judgedParts(plan: Plan): { parts: Part[]; whole: Conflict[] } & Pick<GroupMove, 'pushed' | 'later'> {
  const { wish, scene, members, going, places, facility, charge, known } = plan;
  const runs = new Map(members.map((member) => [member, runOf(member, going)]));
  const placeAlong = (member: Member): Going => ({
    place: places.get(member.bar)!,
    facility: charge ? facility : member.entry.facility,
    furnace_run: runs.get(member) ?? null,
  });
  const { moves: pushed } = laterMoves(charge ? going.map((member) => headOf(member, placeAlong(member))) : [], {
    free: goesFree(wish),
    closed: scene.closed,
    now: scene.now,
  });
  const along = new Map<number, Going>([
    ...going.map((member) => [member.entry.id, placeAlong(member)] as const),
    ...goingOf(wish.push ? pushed : []),
  ]);
  const joined = charge?.joins ? (charge.mate?.run.members.map(({ entry_id }) => entry_id) ?? []) : [];
  const matesOf = (run: number | undefined): Set<number> =>
    new Set([...joined, ...(run === undefined ? [] : going.flatMap((one) => (runs.get(one) === run ? one.entry.id : [])))]);
  const whole: Conflict[] = [];
  const parts = members.map((member) => {
    const run = runs.get(member);
    const around = whereGoing(member.around, placeAlong(member).facility, along, matesOf(run));
    const judgement = judgePlace(member.entry, places.get(member.bar)!, { ...wish, push: false }, around, scene);
    if (whole.length === 0 && along.has(member.entry.id))
      whole.push(...judgement.conflicts.filter(({ kind }) => WHOLE.has(kind) && kind !== 'overweight' && kind !== 'overfull'));
    const all = sayOnce(judgement.conflicts);
    // What a furnace run as a whole is told is not told of each of its lots.
    const conflicts = all.filter(({ kind }) => !charge || !WHOLE.has(kind));
    return {
      ...partOf({ ...member, around }, run, { ...judgement, conflicts }),
      contradicting: contradicting(around, member.entry.id, all),
    };
  });
  return { parts, whole, pushed, later: wish.push ? judgedLater(pushed, along, known, scene.closed) : [] };
}

const headOf = ({ around }: Member, going: Going): Head => ({
  ...going,
  around,
  ready: readyAfter(going.place.end, restAt(around, going.facility)),
});

function partOf(member: Member, run: number | undefined, judgement: Judgement): Omit<Part, 'contradicting'> {
  const { entry, around, weight } = member;
  const { order_id, unique_order, product_name, task_name } = entry;
  const at = around.lot.findIndex(({ id }) => id === entry.id);
  const previous = around.lot.slice(0, Math.max(0, at)).findLast(({ finished }) => !finished);
  const { before, place, past, conflicts } = judgement;
  return {
    id: entry.id,
    order_id,
    unique_order,
    product_name,
    task_name,
    weight,
    run,
    before,
    place,
    past,
    conflicts,
    facility: entry.facility,
    version: around.lot[at]?.version,
    previous_end: previous?.end_at,
    deadline: around.deadline_date,
    several: isSeveral(member),
    clearsTimes: entry.work_time_set && (place.start !== before.start || place.end !== before.end),
    leavesRun: judgement.leavesRun && run === undefined,
  };
}

/** What becomes of the orders of those that go along, all their lots together, with the later tasks that make room. */
function ordersOf(members: readonly Member[], going: readonly Part[], pushed: Judgement['pushed']): OrderMove[] {
  const moved = new Map(going.map(({ id, place }) => [id, place]));
  for (const { id, after } of pushed) moved.set(id, after);
  const orders = new Map<number, { name: string; around: Around; lots: Map<number, Around['lot']> }>();
  for (const { entry, around } of members) {
    if (!moved.has(entry.id)) continue;
    const order = orders.get(around.order_id) ?? { name: entry.unique_order, around, lots: new Map() };
    orders.set(around.order_id, order);
  }
  for (const { around } of members) orders.get(around.order_id)?.lots.set(around.lot[0]?.id ?? around.id, around.lot);
  return [...orders].map(([id, { name, around, lots }]) => {
    const there = [...lots.values()].map((lot) =>
      lot.map((bar) => {
        const place = moved.get(bar.id);
        return place ? { ...bar, start_at: instantOfMinutes(place.start), end_at: instantOfMinutes(place.end) } : bar;
      }),
    );
    const { late } = endsOf(around, there);
    return { id, name, late };
  });
}

/** Those that would stand in conflict at the new place. */
export const misfitsOf = ({ parts }: GroupMove): readonly Part[] =>
  parts.filter(({ conflicts, several }) => several || conflicts.length > 0);

/** What is wrong with bars at their new places, and with the later tasks that go along, in the words of a save: each sentence says of which. */
export function warningsOfGroup({ going, later = [], charge }: GroupMove, whole: readonly Conflict[]): Warning[] {
  const nameOf = new Map(going.map(({ id, unique_order }) => [id, unique_order]));
  const behind = later.map((part) => ({ unique_order: nameOf.get(part.head) ?? '', task_name: part.bar.task_name }));
  const names = charge && later.length === 0 ? going.map(({ unique_order }) => unique_order) : namesAmong([...going, ...behind]);
  const parts = going.map(({ conflicts, clearsTimes, leavesRun }, at) => ({
    name: names[at]!,
    conflicts,
    asides: asidesOf(clearsTimes, leavesRun),
  }));
  const said = warningsOf([...parts, ...spokenOfLater(later, names.slice(going.length))], going.length > 1 || charge !== undefined);
  return [...warningsOf([{ name: '', conflicts: sayOnce(whole) }], false), ...said];
}

const asidesOf = (clearsTimes: boolean, leavesRun: boolean): string[] => [
  ...(clearsTimes ? [MOVE.clearsTimes] : []),
  ...(leavesRun ? [MOVE.leavesRun] : []),
];

/** What is to be said of later tasks that go along. */
export const spokenOfLater = (later: readonly LaterPart[], names: readonly string[]): SpokenOf[] =>
  later.map(({ conflicts, bar, run }, at) => ({
    name: names[at]!,
    conflicts,
    asides: asidesOf(bar.work_time_set, run === undefined && bar.furnace_run_id !== null),
  }));

/** The orders that would get later, the latest first. */
export const laterOf = ({ orders }: GroupMove): OrderMove[] =>
  orders.filter(({ late }) => late.after > late.before).sort((one, other) => other.late.after - one.late.after);
