import type { Conflict } from '../../../../server/domain/bars/conflicts.ts';
import { sayOnce } from '../../../../server/domain/bars/judge.ts';
import { loadConflicts } from '../../../../server/domain/bars/rules.ts';
import { type Warning, warningsOf } from '../../../../server/domain/bars/warnings.ts';
import { plantMinutes } from '../../../../server/domain/ground/plant-time.ts';
import type { Bar, Charge, Entry } from './bars.ts';
import {
  type Around,
  type ChargeMove,
  type ChargeWish,
  type Judgement,
  judgePlace,
  judgeWish,
  type LotMove,
  type Wish,
} from './judging.ts';
import { isMany } from './rules.ts';
import type { Scene } from './scene.ts';

type Run = Charge['run'];
type Member = Run['members'][number];

/** Lots that would stand in conflict at the new place. */
export const misfitsOf = ({ lots }: ChargeMove): readonly LotMove[] =>
  lots.filter(({ conflicts, several }) => several || conflicts.length > 0);

/** What concerns the furnace run as a whole is said once, of no lot. */
const WHOLE: ReadonlySet<Conflict['kind']> = new Set(['closed_day', 'shut_day', 'over_capacity', 'overweight', 'overfull']);
const NO_ONE_LEFT: ChargeWish = { left: new Set(), apart: false };

/** Whether a bar stands for the lots of a furnace run, which move together. */
export const isCharge = (bar: Bar): bar is Bar & { charge: Charge } => bar.charge !== undefined && isMany(bar.entry);

const sameTreatment = ({ recipe: one }: Run, { recipe: other }: Run): boolean =>
  one.temperature === other.temperature &&
  one.retention_time === other.retention_time &&
  one.cooling_method === other.cooling_method &&
  one.cooling_time === other.cooling_time;

const timesOf = (run: Run) => ({ start: plantMinutes(run.run_start), end: plantMinutes(run.run_end) });
const sum = (lots: readonly LotMove[], field: 'weight' | 'volume'): number => lots.reduce((all, { member }) => all + member[field], 0);

/** The run with the same treatment that lies over a place of a furnace. */
function mateAt(scene: Scene, own: Run, facility: number | null, place: { start: number; end: number }): Run | undefined {
  const others = [...scene.layout.byId.values()].flatMap(({ bar }) => bar.charge?.run ?? []);
  return others.find((run) => {
    const there = timesOf(run);
    const over = there.start < place.end && there.end > place.start && there.start >= scene.now;
    return run.id !== own.id && run.facility_id === facility && over && sameTreatment(run, own);
  });
}

/** A lot of the run as a bar by itself: what is known of it here, or the run's own place. */
function entryOf({ entry, charge }: Bar & { charge: Charge }, member: Member): Entry {
  const known = charge.lots.find(({ id }) => id === member.entry_id);
  return known ?? { ...entry, id: member.entry_id };
}

/** What a lot is judged against where its mates go along, and where it joins others. */
const without = (around: Around, ids: ReadonlySet<number>): Around => ({
  ...around,
  occupants: around.occupants.filter(({ id }) => !ids.has(id)),
});

/** Judges what a wish would make of a furnace run: each lot by itself, their load and their place as one. `arounds`: what each lot is judged against. */
export function judgeCharge(bar: Bar & { charge: Charge }, wish: Wish, arounds: readonly Around[] | undefined, scene: Scene): Judgement {
  const { run } = bar.charge;
  const { left, apart } = wish.charge ?? NO_ONE_LEFT;
  const first = arounds?.find(({ id }) => id === bar.entry.id);
  const own = judgeWish({ ...bar.entry, start_date: run.run_start, end_date: run.run_end }, wish, first, scene.closed, scene.now);
  if (!arounds) return { ...own, leavesRun: false };
  const byLot = new Map(arounds.map((around) => [around.id, around]));
  const facility = wish.facility === undefined ? run.facility_id : wish.facility;
  const goes = ({ entry_id }: Member): boolean => !left.has(entry_id) && !isSeveral(run, byLot.get(entry_id));
  const going = run.members.filter(goes);
  const mate = own.place.start === own.before.start && facility === run.facility_id ? undefined : mateAt(scene, run, facility, own.place);
  const held = mate && heldBy(mate, going);
  const joins = held !== undefined && !apart && held.fits;
  const place = joins ? timesOf(mate!) : own.place;
  const gone = new Set([...going, ...(joins ? mate!.members : [])].map(({ entry_id }) => entry_id));
  const judged = run.members.map((member) => {
    const around = byLot.get(member.entry_id);
    const entry = entryOf(bar, member);
    return { member, around, judgement: judgePlace(entry, place, wish, around && without(around, gone), scene.closed, scene.now) };
  });
  const lots = judged.map(({ member, around, judgement }) => lotOf(run, member, around, judgement));
  const all = lots.filter(({ member }) => goes(member));
  const whole = judged.find(({ member }) => goes(member))?.judgement.conflicts.filter(({ kind }) => WHOLE.has(kind)) ?? [];
  return {
    ...own,
    place,
    conflicts: [...whole.filter(({ kind }) => kind !== 'overweight' && kind !== 'overfull'), ...overloads(all, first, facility, joins)],
    ...{ pushed: [], blocked: undefined, ends: undefined, late: undefined, leavesRun: false },
    charge: { run, lots, going: all, mate: held, joins },
  };
}

/** What a run would hold with these lots, and whether its furnace bears it. */
function heldBy(run: Run, coming: readonly Member[]): NonNullable<ChargeMove['mate']> {
  const weight = coming.reduce((all, member) => all + member.weight, run.load_weight);
  const volume = coming.reduce((all, member) => all + member.volume, run.load_volume);
  const { facility_name, max_weight, volume: max_volume } = run;
  return { run, weight, volume, fits: loadConflicts({ facility_name, max_weight, max_volume, weight, volume }).length === 0 };
}

/** What the lots that go along weigh too much for the furnace that they go to; where they join others that was asked before. */
function overloads(going: readonly LotMove[], around: Around | undefined, facility: number | null, joins: boolean): Conflict[] {
  const rules = around?.facilities.find(({ id }) => id === facility)?.rules;
  if (joins || !rules?.load) return [];
  return loadConflicts({ ...rules.load, facility_name: rules.facility_name, weight: sum(going, 'weight'), volume: sum(going, 'volume') });
}

const isSeveral = (run: Run, around: Around | undefined): boolean => {
  const bar = around?.lot.find(({ id }) => id === around.id);
  return bar !== undefined && (plantMinutes(bar.start_at) !== timesOf(run).start || plantMinutes(bar.end_at) !== timesOf(run).end);
};

function lotOf(run: Run, member: Member, around: Around | undefined, judgement: Judgement): LotMove {
  const at = around?.lot.findIndex(({ id }) => id === member.entry_id) ?? -1;
  const before = around?.lot[at - 1];
  return {
    member,
    version: around?.lot[at]?.version,
    previous_end: before && !before.finished ? before.end_at : undefined,
    deadline: member.deadline_date,
    several: isSeveral(run, around),
    conflicts: sayOnce(judgement.conflicts).filter(({ kind }) => !WHOLE.has(kind)),
    late: judgement.late,
    pushed: judgement.pushed.map((one) => ({ ...one, version: around?.lot.find(({ id }) => id === one.id)?.version })),
  };
}

/** What is wrong with a furnace run at the new place, in the words of a save: each sentence of its lots says of which. */
export function warningsOfCharge({ going }: ChargeMove, whole: readonly Conflict[]): Warning[] {
  const lots = going.map(({ member, conflicts }) => ({ name: member.unique_order, conflicts }));
  return [...warningsOf([{ name: '', conflicts: sayOnce(whole) }], false), ...warningsOf(lots, true)];
}

/** Orders that would get later, and by how many days the worst of them. */
export function laterOf({ going }: ChargeMove): { orders: number; days: number } {
  const later = new Map<number, number>();
  for (const { member, late } of going) if (late && late.after > late.before) later.set(member.order_id, late.after - late.before);
  return { orders: later.size, days: Math.max(0, ...later.values()) };
}

/** The later tasks of the lots that go along, which would have to make room. */
export const pushedOf = ({ going }: ChargeMove): LotMove['pushed'] => going.flatMap(({ pushed }) => pushed);
