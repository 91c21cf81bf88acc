import type { Conflict } from '../../../domain/bars/conflicts.ts';
import { judgeBar, type PlacedBar, type Surroundings, sayOnce } from '../../../domain/bars/judge.ts';
import { beganAt } from '../../../domain/bars/marks.ts';
import { epochMs, type Instant, type PlantDate } from '../../../domain/ground/plant-time.ts';
import type { Steps } from '../../../domain/ground/steps.ts';
import { type Judged, piecesOf } from './around.ts';
import { rulesBroken } from './bar-rules.ts';
import type { LotRows, Placed } from './lot-rows.ts';

/** The conflicts of a bar, each once, and the bar that follows it in its lot. */
export interface JudgedBar {
  id: number;
  conflicts: Conflict[];
  next_id: number | undefined;
}

/** What is wrong with these bars: against what is around them, and against every rule that a run holds them to. A bar that a run put there and moves again is told of its order in the lot alone. */
export function judgeBars(plan: Judged, ids: readonly number[], today: PlantDate): JudgedBar[] {
  const broken = rulesBroken(plan, ids, today);
  return ids.map((id) => said(judgedAt(plan, id), broken.get(id) ?? []));
}

/** A bar as it is judged among all others, before its own rules. */
interface AtPlace {
  id: number;
  conflicts: Conflict[];
  next_id: number | undefined;
  /** Its first piece, none of a bar that is not in the plan, and the bar before it. */
  bar: Placed | undefined;
  previous: Placed | undefined;
}

function said({ id, conflicts, next_id, bar }: AtPlace, broken: readonly Conflict[]): JudgedBar {
  const ruled = bar?.placed_by === 'run' ? broken.filter(({ kind }) => kind === 'before_ready') : broken;
  return { id, conflicts: sayOnce([...conflicts, ...ruled]), next_id };
}

/** Of a bar in several furnace runs each is judged; what is said of it is said once. */
function judgedAt(plan: Judged, id: number): AtPlace {
  const pieces = piecesOf(plan.lots, id);
  const [bar] = pieces;
  const [previous, next] = bar ? neighbours(plan.lots, bar) : [];
  const conflicts = pieces.flatMap((piece) => judgeBar(around(plan, piece, previous, next)));
  const first = conflicts.findIndex(({ kind }) => kind === 'after_next');
  // What follows a bar is the bar's own, not that of its pieces.
  return { id, conflicts: conflicts.filter(({ kind }, at) => kind !== 'after_next' || at === first), next_id: next?.id, bar, previous };
}

function around({ plant, lots }: Judged, bar: Placed, previous: Placed | undefined, next: Placed | undefined): Surroundings {
  const stands = bar.facility_id !== null && !bar.before_casting;
  return {
    bar: { ...bar, began: beganAt(bar.start_at, bar.started_at), ended: bar.finished ? bar.finished_at : null },
    previous: previous && neighbour(plant, previous),
    next: next && { ...neighbour(plant, next), began: beganAt(next.bar_start, next.bar_started) },
    facility: stands ? plant.facilities.get(bar.facility_id!) : undefined,
    // Nobody else counts for a bar that the next run places anew.
    others: stands && bar.placed_by !== 'run' ? othersOf(lots, bar) : [],
    holidays: bar.before_casting ? new Set() : plant.closed,
  };
}

const neighbour = ({ taskNames }: Judged['plant'], { task_id, bar_start, bar_end, finished, finished_at }: Placed) => ({
  task_name: taskNames.get(task_id) ?? '',
  start_at: bar_start,
  end_at: bar_end,
  finished,
  ended: finished_at,
});

/** The pieces that hold a unit of its facility while it is there. */
function othersOf({ standing }: LotRows, { id, facility_id, start_at, end_at }: Placed): PlacedBar[] {
  const [from, to] = [epochMs(start_at), epochMs(end_at)];
  return (standing.get(facility_id!) ?? []).flatMap((other) =>
    other.bar.holds && other.bar.id !== id && other.from < to && other.to > from ? other.bar : [],
  );
}

/** The nearest bars of its lot, before and behind it. */
function neighbours({ tables }: LotRows, { lot_id, task_sort }: Placed): [Placed | undefined, Placed | undefined] {
  let [previous, next]: [Placed | undefined, Placed | undefined] = [undefined, undefined];
  for (const one of tables.placed.get(lot_id) ?? []) {
    if (task_sort === null || one.task_sort === null) continue;
    if (one.task_sort < task_sort && (!previous || one.task_sort >= previous.task_sort!)) previous = one;
    if (one.task_sort > task_sort && (!next || one.task_sort < next.task_sort!)) next = one;
  }
  return [previous, next];
}

/** Whether a bar may break rules of its own: it stands where no run has found it sound, or stays where one did, whatever has changed since; or the bar before it was moved. */
const isRuled = ({ bar, previous }: AtPlace): boolean => bar !== undefined && (bar.placed_by !== 'run' || previous?.placed_by === 'hand');

/** A bar as it was judged, with the rules that it breaks beside it. */
interface Found extends AtPlace {
  broken: readonly Conflict[];
}

/** The plan that is judged, as it was read. */
type ReadPlan = Judged & {
  readonly version: number;
  lotsSince(version: number): ReadonlySet<number> | null;
};

/**
 * A judge of all open bars of a plan, who judges again those alone of which a reading says that they, or others at their facilities, have changed. `now`: a bar that no run moves
 * is held against its own rules while it is still ahead; what is behind was judged when it was put there.
 */
export function createJudge(): (plan: ReadPlan, at: { today: PlantDate; now: Instant }) => Steps<JudgedBar[]> {
  let last: { plan: ReadPlan; today: PlantDate; found: ReadonlyMap<number, Found> } | undefined;
  return function* (plan, { today, now }) {
    if (last?.plan.version !== plan.version || last.today !== today) {
      const lots = last?.today === today ? plan.lotsSince(last.plan.version) : null;
      last = { plan, today, found: last && lots ? judgedAgain(plan, today, last, lots) : yield* judgedAnew(plan, today) };
    }
    const from = epochMs(now);
    return [...last.found.values()].flatMap((one) => {
      const isBehind = one.bar?.placed_by === 'lock' && epochMs(one.bar.bar_start) < from;
      const judged = said(one, isBehind ? [] : one.broken);
      return judged.conflicts.length > 0 ? judged : [];
    });
  };
}

function* judgedAnew(plan: Judged, today: PlantDate): Steps<Map<number, Found>> {
  const judged: AtPlace[] = [];
  for (const bars of plan.lots.tables.placed.values()) {
    judged.push(...openBars(bars).map((id) => judgedAt(plan, id)));
    yield;
  }
  const broken = rulesBroken(plan, ruledAmong(judged), today);
  return new Map(judged.flatMap((one) => foundAt(one, broken.get(one.id) ?? [])));
}

/** Judges the bars of lots that have changed; and at their facilities, now or before, those that count others: these by the same rules as before, unless they share a furnace with them. */
function judgedAgain(
  plan: Judged,
  today: PlantDate,
  { plan: { lots: before }, found: known }: { plan: Judged; found: ReadonlyMap<number, Found> },
  lots: ReadonlySet<number>,
): Map<number, Found> {
  const former = [...lots].flatMap((lot) => before.tables.placed.get(lot) ?? []);
  const own = [...lots].flatMap((lot) => plan.lots.tables.placed.get(lot) ?? []);
  const facilities = new Set([...former, ...own].flatMap(({ facility_id }) => facility_id ?? []));
  const beside = [...facilities].flatMap((facility) => (plan.lots.standing.get(facility) ?? []).map(({ bar }) => bar));
  const places = new Set([...former, ...own].flatMap(placesOf));
  const mates = new Set(openBars([...own, ...beside.filter((bar) => placesOf(bar).some((place) => places.has(place)))]));
  const found = new Map(known);
  for (const { id } of former) found.delete(id);
  const ids = new Set([...mates, ...openBars(beside.filter(({ placed_by }) => placed_by !== 'run'))]);
  const judged = [...ids].map((id) => judgedAt(plan, id));
  const broken = rulesBroken(
    plan,
    ruledAmong(judged).filter((id) => mates.has(id)),
    today,
  );
  for (const one of judged) {
    const rules = broken.get(one.id) ?? (mates.has(one.id) ? [] : (known.get(one.id)?.broken ?? []));
    found.delete(one.id);
    for (const [id, again] of foundAt(one, rules)) found.set(id, again);
  }
  return found;
}

const foundAt = (one: AtPlace, broken: readonly Conflict[]): [number, Found][] =>
  one.conflicts.length + broken.length > 0 ? [[one.id, { ...one, broken }]] : [];

const openBars = (bars: readonly Placed[]): number[] => [...new Set(bars.flatMap(({ id, open }) => (open ? id : [])))];

/** What makes one furnace run of bars: their run, or their facility and span. */
const placesOf = ({ furnace_run_id, facility_id, bar_start, bar_end }: Placed): string[] => [
  `${facility_id} ${bar_start} ${bar_end}`,
  ...(furnace_run_id === null ? [] : [String(furnace_run_id)]),
];

const ruledAmong = (judged: readonly AtPlace[]): number[] => judged.flatMap((one) => (isRuled(one) ? one.id : []));
