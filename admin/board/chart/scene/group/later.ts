import type { Conflict } from '../../../../../server/domain/bars/conflicts.ts';
import { firstFree } from '../../../../../server/domain/bars/free-time.ts';
import { sayOnce } from '../../../../../server/domain/bars/judge.ts';
import { type Later, type Place, type Pushed, pushLater } from '../../../../../server/domain/bars/moves.ts';
import type { Capacity, Occupant } from '../../../../../server/domain/bars/occupancy.ts';
import { readyAfter, workedMinutes } from '../../../../../server/domain/bars/rules.ts';
import { DAY_MINUTES } from '../../../../../server/domain/ground/constants.ts';
import {
  ANY_WEEKDAY,
  dateOfDay,
  dayNumber,
  instantOfMinutes,
  type PlantDate,
  plantMinutes,
} from '../../../../../server/domain/ground/plant-time.ts';
import { type Around, type Going, whereGoing } from './arounds.ts';
import { closedDays, conflictsThere, contradicting, type LotBar, openDays, placeOfBar } from './standing.ts';

/** A bar that moves, where it goes, and when the process after it may begin then, in plant minutes. */
export interface Head extends Going {
  around: Around;
  ready: number;
}

/** A later process that makes room for a bar. */
export interface LaterMove extends Pushed {
  bar: LotBar;
  /** The bar of its lot that moves first. */
  head: number;
  /** The furnace run that it goes along with: others of it go to the same place. */
  run: number | undefined;
}

/** The same, with what would be wrong with it there. */
export interface LaterPart extends LaterMove {
  conflicts: readonly Conflict[];
  /** The bars that would stand among the 矛盾 for it. */
  contradicting: readonly number[];
}

/** Where the processes behind bars go, and by the bar the one that stands in their way: locked, or without a day or a place. */
export interface LaterMoves {
  moves: LaterMove[];
  blocked: ReadonlyMap<number, number>;
}

/** How later processes make room: `free`, each at the next free place, else as far as it needs, whoever stands there. */
export interface Way {
  free: boolean;
  closed: ReadonlySet<number>;
  /** The present, in plant minutes. */
  now: number;
}

type Task = Later & { bar: LotBar };

const behind = ({ around }: Head, closed: ReadonlySet<number>): Task[] => {
  const days = closedDays(around, closed);
  return around.lot.slice(around.lot.findIndex(({ id }) => id === around.id) + 1).map((bar) => ({
    ...placeOfBar(bar),
    bar,
    id: bar.id,
    elapsed: bar.elapsed || bar.outsourced,
    locked: bar.locked,
    finished: bar.finished,
    weekdays: bar.weekdays,
    rest: bar.rest,
    open: openDays(around, bar.facility, days),
  }));
};

/** Where the processes behind these bars go to make room for them. */
export function laterMoves(heads: readonly Head[], way: Way): LaterMoves {
  const blocked = new Map<number, number>();
  const pushed = heads.flatMap((head) => {
    const tasks = behind(head, way.closed);
    const found = pushLater(tasks, head.ready);
    if (found.blocked !== undefined) blocked.set(head.around.id, found.blocked);
    return found.pushed.map((one) => ({ ...one, bar: tasks.find(({ id }) => id === one.id)!.bar, head: head.around.id }));
  });
  return way.free ? freeMoves(heads, new Set(pushed.map(({ id }) => id)), way) : { moves: withRuns(pushed, heads), blocked };
}

/** Those of one furnace run that come to the same place stay one. */
function withRuns(pushed: readonly Omit<LaterMove, 'run'>[], heads: readonly Head[]): LaterMove[] {
  const keyOf = ({ bar, after }: Omit<LaterMove, 'run'>): string => [bar.furnace_run_id, bar.facility, after.start, after.end].join();
  const counts = new Map<string, number>();
  for (const one of pushed) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  const parted = inSeveralRuns(heads);
  return pushed.map((one) => {
    const { furnace_run_id } = one.bar;
    const together = furnace_run_id !== null && !parted.has(one.id) && counts.get(keyOf(one))! > 1;
    return { ...one, run: together ? furnace_run_id : undefined };
  });
}

/** All that was read beside the lots of some bars and of them: each but the first lot is among what the first is judged against. */
function allOf(heads: readonly Head[]): (Occupant & { facility: number | null })[] {
  const own = heads[0]?.around;
  return own ? [...own.occupants, ...own.lot.filter(({ finished }) => !finished)] : [];
}

/** Bars of furnace runs that lie in several of them, of which each is an occupant by itself. */
function inSeveralRuns(heads: readonly Head[]): Set<number> {
  const later = new Set(heads.flatMap(({ around }) => around.lot.flatMap(({ id, furnace_run_id }) => (furnace_run_id === null ? [] : id))));
  const runs = new Map<number, number | null>();
  const found = new Set<number>();
  for (const { id, furnace_run_id } of later.size > 0 ? allOf(heads) : []) {
    if (!later.has(id)) continue;
    if (runs.has(id) && runs.get(id) !== furnace_run_id) found.add(id);
    runs.set(id, furnace_run_id);
  }
  return found;
}

/** The processes of a lot that have yet to find a place. */
interface Queue {
  head: Head;
  tasks: Task[];
  ready: number;
}

/**
 * Each later process at the next free place of its facility, the one that may begin first before the others; those of a furnace run together. `leaving`: who surely goes
 * from where he stands.
 */
function freeMoves(heads: readonly Head[], leaving: ReadonlySet<number>, way: Way): LaterMoves {
  const plant = plantOf(heads, way);
  const parted = inSeveralRuns(heads);
  const runOf = ({ bar }: Task): number | null => (parted.has(bar.id) ? null : bar.furnace_run_id);
  for (const id of leaving) plant.leave(id);
  const blocked = new Map<number, number>();
  const moves: Omit<LaterMove, 'run'>[] = [];
  const queues = heads.map(
    (head): Queue => ({ head, ready: head.ready, tasks: behind(head, way.closed).filter(({ finished }) => !finished) }),
  );
  const end = (queue: Queue, by?: number): void => {
    if (by !== undefined) blocked.set(queue.head.around.id, by);
    queue.tasks = [];
  };
  for (;;) {
    for (const queue of queues) {
      const [task] = queue.tasks;
      if (task && task.start >= queue.ready) end(queue);
      else if (task?.locked) end(queue, task.id);
    }
    const open = queues.filter(({ tasks }) => tasks.length > 0);
    if (open.length === 0) break;
    // A furnace run waits for all of its lots that are still behind others.
    const awaited = new Set(open.flatMap(({ tasks }) => tasks.slice(1).flatMap((task) => runOf(task) ?? [])));
    const able = open.filter(({ tasks: [task] }) => !awaited.has(runOf(task!) ?? Number.NaN));
    const first = (able.length > 0 ? able : open).reduce((one, other) => (other.ready < one.ready ? other : one));
    const [task] = first.tasks as [Task];
    const run = runOf(task);
    const together = run === null ? [first] : open.filter(({ tasks: [other] }) => runOf(other!) === run);
    const place = plant.freePlace(task, Math.max(way.now, ...together.map(({ ready }) => ready)));
    for (const queue of together) {
      const one = queue.tasks[0]!;
      if (!place) end(queue, one.id);
      else {
        moves.push({ id: one.id, before: { start: one.start, end: one.end }, after: place, bar: one.bar, head: queue.head.around.id });
        plant.put(one.bar, place);
        queue.ready = readyAfter(place.end, one.rest);
        queue.tasks.shift();
      }
    }
  }
  return { moves: withRuns(moves, heads), blocked };
}

/** More units than anything needs: of what has no facility of ours. */
const ANY_NUMBER = 1_000_000;

/** Who stands where, as one bar after the other finds its place. */
function plantOf(heads: readonly Head[], { closed }: Way) {
  const arounds = heads.map(({ around }) => around);
  const wanted = new Set(arounds.flatMap(({ lot }) => lot.map(({ facility }) => facility)));
  const there = new Map([...wanted].map((facility) => [facility, [] as Occupant[]]));
  for (const bar of allOf(heads)) there.get(bar.facility)?.push(bar);
  const leave = (id: number): void => {
    for (const [facility, bars] of there)
      if (bars.some((bar) => bar.id === id))
        there.set(
          facility,
          bars.filter((bar) => bar.id !== id),
        );
  };
  const holidays = new Set(arounds.flatMap((around) => [...closedDays(around, closed)]).map(dateOfDay));
  const until = arounds.map((around) => around.until).sort()[0]!;
  const put = (bar: LotBar, { start, end }: Place): void => {
    leave(bar.id);
    there.get(bar.facility)?.push({ ...bar, start_at: instantOfMinutes(start), end_at: instantOfMinutes(end) });
  };
  for (const { around, place, facility, furnace_run: furnace_run_id } of heads) {
    const bar = around.lot.find(({ id }) => id === around.id);
    if (bar) put({ ...bar, facility, furnace_run_id }, place);
  }
  const capacityOf = (facility: number | null): Capacity => {
    const found = arounds.flatMap(({ facilities }) => facilities).find(({ id }) => id === facility);
    const overrides = new Map<PlantDate, number>(Object.entries(found?.overrides ?? {}));
    return { availability: found?.availability ?? ANY_NUMBER, overrides, holidays };
  };
  return {
    leave,
    put,
    freePlace: ({ bar, elapsed, weekdays, open, ...place }: Task, from: number): Place | undefined => {
      const hours = elapsed ? (place.end - place.start) / 60 : (bar.hours ?? workedMinutes(place, open) / 60);
      const beside = bar.facility === null ? [] : (there.get(bar.facility) ?? []).filter(({ id }) => id !== bar.id);
      const days = dayNumber(until) - Math.floor(from / DAY_MINUTES) + 1;
      const found = firstFree(from, { hours, elapsed, weekdays: weekdays ?? ANY_WEEKDAY }, beside, capacityOf(bar.facility), days);
      return found && { start: plantMinutes(found.start), end: plantMinutes(found.end) };
    },
  };
}

/** Where later processes go along with a bar. */
export const goingOf = (moves: readonly LaterMove[]): [number, Going][] =>
  moves.map(({ id, after, bar, run }) => [id, { place: after, facility: bar.facility, furnace_run: run ?? null }]);

/** What would be wrong with later processes where they go, all that move being at their new places (`along`); undefined while they have not been read. */
export function judgedLater(
  moves: readonly LaterMove[],
  along: ReadonlyMap<number, Going>,
  arounds: ReadonlyMap<number, Around>,
  closed: ReadonlySet<number>,
): LaterPart[] | undefined {
  if (!moves.every(({ id }) => arounds.has(id))) return undefined;
  return moves.map((one) => {
    const mates = new Set(one.run === undefined ? [] : moves.flatMap(({ id, run }) => (run === one.run ? id : [])));
    const around = whereGoing(arounds.get(one.id)!, one.bar.facility, along, mates);
    const standing = { id: one.id, place: one.after, facility: one.bar.facility, moved: true };
    const conflicts = sayOnce(conflictsThere(around, standing, closed));
    return { ...one, conflicts, contradicting: contradicting(around, one.id, conflicts) };
  });
}

/** The ids of all processes behind these bars that may have to make room. */
export const behindIds = (arounds: readonly Around[]): number[] => [
  ...new Set(
    arounds.flatMap(({ id, lot }) => lot.slice(lot.findIndex((bar) => bar.id === id) + 1).flatMap((bar) => (bar.finished ? [] : bar.id))),
  ),
];
