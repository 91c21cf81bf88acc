import { dayOfEnd } from '../calendar.ts';
import { afterDays, backFromPartner } from '../place/partner.ts';
import { earliestRoom, giveBack, isFree, nextClear, nextSet, type Profile, take } from '../place/profile.ts';
import { AWAY, FURNACE, NONE, type Problem, WORK } from '../problem.ts';
import type { Solution } from '../solution.ts';
import { changeTicks, ownRunEnd, type StandingRun, sharedRuns, type Timeline } from './timeline.ts';

/** Limits that are lifted while a chain is timed by itself. */
export interface Relief {
  /** The casting is done by the planning start. */
  readonly casting?: boolean;
  /** No time in the mould. */
  readonly demolding?: boolean;
  /** At most one waiting day, no cooling outside the furnace. */
  readonly waiting?: boolean;
  readonly weekdays?: boolean;
  /** A partner gives back the next working morning. */
  readonly partners?: boolean;
  /** Fixed entries, its own and others', are not there. */
  readonly locks?: boolean;
  /** One more unit of these machines. */
  readonly free?: ReadonlySet<number>;
  /** One more unit of every machine. */
  readonly allFree?: boolean;
}

const ANY_WEEKDAY = 127;
/** What a chain needs no less than between its processes, whatever is lifted. */
const USUAL_WAIT_DAYS = 1;

/** Where an activity can stand, as found. */
export interface Spot {
  start: number;
  end: number;
  /** Tick from which the successor may start. */
  after: number;
  mode: number;
  run: StandingRun | null;
}

/** Times of a chain, per activity index less the chain's first. */
export interface Walk {
  readonly first: number;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly mode: Int32Array;
  /** The last end; the horizon where something does not fit. */
  readonly finish: number;
}

/** Tick from which the successor may start after an end in this mode. */
export function availableFrom({ modes, day }: Problem, mode: number, end: number, relief: Relief = {}): number {
  const after = relief.waiting ? end : end + modes.lag[mode]!;
  const wait = relief.waiting ? Math.min(USUAL_WAIT_DAYS, modes.waitDays[mode]!) : modes.waitDays[mode]!;
  if (wait === 0 || !day) return after;
  return Math.max(after, (dayOfEnd(day, end) + wait) * day.ticks);
}

/** Tick an activity is released at, with its relief. */
export function releaseOf(problem: Problem, activity: number, { casting, demolding }: Relief): number {
  const release = problem.activities.release[activity]!;
  const by = problem.plant?.tasks[activity]?.released_by;
  if ((by !== 'casting' && by !== 'demolding') || (!casting && !demolding)) return release;
  const cast = castingOf(problem, activity);
  const inMould = demolding ? 0 : Math.max(0, release - cast);
  return Math.max(problem.planningStart, (casting ? Math.min(cast, problem.planningStart) : cast) + inMould);
}

/** Tick of the casting of an activity's lot; its release where it has none. */
export const castingOf = (problem: Problem, activity: number): number =>
  problem.plant?.lots[problem.activities.chain[activity]!]?.casting ?? problem.activities.release[activity]!;

/** Times the free activities of a chain again, each as early as the timeline has room. The chain itself must have been taken out. */
export function walk(timeline: Timeline, chain: number, relief: Relief): Walk {
  const { problem } = timeline;
  const { activities, chains } = problem;
  const first = chains.activityFrom[chain]!;
  const count = chains.activityFrom[chain + 1]! - first;
  const [start, end, after, mode] = Array.from({ length: 4 }, () => new Int32Array(count).fill(NONE)) as Int32Array[] as Quartet;
  const parts: { profile: Profile; machine: number; from: number; to: number }[] = [];
  let finish = 0;
  for (let i = 0; i < count; i += 1) {
    const a = first + i;
    let ready = releaseOf(problem, a, relief);
    for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p += 1) {
      ready = after[p - first] === NONE ? problem.horizon + 1 : Math.max(ready, after[p - first]!);
    }
    const spot = standing(timeline, a, ready, relief) ?? (ready > problem.horizon ? null : earliest(timeline, a, ready, relief));
    if (!spot) {
      finish = problem.horizon;
      continue;
    }
    [start[i], end[i], after[i], mode[i]] = [spot.start, spot.end, spot.after, spot.mode];
    finish = Math.max(finish, spot.end);
    if (activities.lead[a + 1] === activities.lead[a] || activities.lead[a] !== a) hold(timeline, spot, relief, parts);
  }
  for (const { profile, machine, from, to } of parts) changeTicks(timeline, profile, machine, from, to, giveBack);
  return { first, start, end, mode, finish };
}

type Quartet = [Int32Array, Int32Array, Int32Array, Int32Array];

/** A chain as the solution has it. */
export function standingWalk({ chains }: Problem, solution: Solution, chain: number): Walk {
  const first = chains.activityFrom[chain]!;
  const last = chains.activityFrom[chain + 1]!;
  const [start, end, mode] = [solution.start, solution.end, solution.mode].map((all) => all.slice(first, last)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  return { first, start, end, mode, finish: Math.max(...end) };
}

/** A part of a split lot holds its furnace against the other parts. */
function hold(
  timeline: Timeline,
  spot: Spot,
  relief: Relief,
  parts: { profile: Profile; machine: number; from: number; to: number }[],
): void {
  const machine = timeline.problem.modes.machine[spot.mode]!;
  const profile = profileOf(timeline, machine, relief);
  if (!profile || spot.run) return;
  changeTicks(timeline, profile, machine, spot.start, spot.end, take);
  parts.push({ profile, machine, from: spot.start, to: spot.end });
}

/** A fixed activity where it stands; without locks as early as it could be, when that is earlier. */
function standing(timeline: Timeline, a: number, ready: number, relief: Relief): Spot | null {
  const { problem } = timeline;
  const start = problem.activities.fixedStart[a]!;
  if (start === NONE) return null;
  const mode = problem.activities.modeFrom[a]!;
  const end = problem.activities.fixedEnd[a]!;
  const fixed: Spot = { start, end, after: availableFrom(problem, mode, end, relief), mode, run: null };
  if (!relief.locks || start <= problem.planningStart) return fixed;
  const free = earliest(timeline, a, Math.max(ready, problem.planningStart), relief);
  return free && free.end < end ? free : fixed;
}

/** The spot that lets the successor start first; null where none lies inside the horizon. */
export function earliest(timeline: Timeline, a: number, ready: number, relief: Relief): Spot | null {
  const { modeFrom } = timeline.problem.activities;
  let best: Spot | null = null;
  for (let mode = modeFrom[a]!; mode < modeFrom[a + 1]!; mode += 1) {
    const spot = earliestIn(timeline, a, mode, ready, relief);
    if (spot && (!best || spot.after < best.after || (spot.after === best.after && spot.end < best.end))) best = spot;
  }
  return best;
}

/** The earliest spot in one mode. */
export function earliestIn(timeline: Timeline, a: number, mode: number, ready: number, relief: Relief): Spot | null {
  const { modes, horizon } = timeline.problem;
  if (ready > horizon) return null;
  const kind = modes.kind[mode];
  if (kind === WORK) return workSpot(timeline, mode, ready, relief);
  if (kind === AWAY) return awaySpot(timeline, mode, ready, relief);
  const own = ownRunSpot(timeline, mode, ready, relief);
  const shared = sharedSpot(timeline, a, mode, ready, relief);
  return own && (!shared || own.after <= shared.after) ? own : shared;
}

/** What stands against an activity on a machine under the relief; null: nothing does. */
export function profileOf(timeline: Timeline, machine: number, { allFree, free, locks }: Relief): Profile | null {
  if (timeline.problem.machines[machine]!.unlimited) return null;
  if (allFree || free?.has(machine)) return timeline.empty(machine);
  return (locks ? timeline.loose[machine] : timeline.full[machine]) ?? null;
}

const spotOf = (problem: Problem, mode: number, start: number, end: number, relief: Relief, run: StandingRun | null = null): Spot => ({
  start,
  end,
  after: availableFrom(problem, mode, end, relief),
  mode,
  run,
});

function workSpot(timeline: Timeline, mode: number, ready: number, relief: Relief): Spot | null {
  const { problem, clockwork } = timeline;
  const machine = problem.modes.machine[mode]!;
  const { before, tickOf } = clockwork.work[machine]!;
  const length = problem.modes.duration[mode]!;
  if (length === 0) return spotOf(problem, mode, ready, ready, relief);
  const profile = profileOf(timeline, machine, relief);
  let slot = before[ready]!;
  if (profile && problem.machines[machine]!.kind === 'unit') slot = earliestRoom(profile, slot, length);
  else if (profile) while (slot + length <= tickOf.length && !isFree(profile, tickOf[slot]!, tickOf[slot + length - 1]! + 1)) slot += 1;
  if (slot < 0 || slot + length > tickOf.length) return null;
  return spotOf(problem, mode, tickOf[slot]!, tickOf[slot + length - 1]! + 1, relief);
}

function awaySpot({ problem, clockwork }: Timeline, mode: number, ready: number, relief: Relief): Spot | null {
  const { before, tickOf } = clockwork.work[problem.modes.machine[mode]!]!;
  const slot = before[ready]!;
  if (slot >= tickOf.length) return null;
  const start = tickOf[slot]!;
  const next = clockwork.nextWorkingDay;
  const back = relief.partners
    ? afterDays(problem, next, start, Math.min(1, problem.modes.duration[mode]!))
    : backFromPartner(problem, next, mode, start);
  return back === NONE ? null : spotOf(problem, mode, start, back, relief);
}

/** A run of the mode alone. */
export function ownRunSpot(timeline: Timeline, mode: number, ready: number, relief: Relief): Spot | null {
  const { problem, clockwork } = timeline;
  const machine = problem.modes.machine[mode]!;
  const mask = clockwork.startMask(machine, relief.weekdays ? ANY_WEEKDAY : problem.modes.weekdays[mode]!);
  const profile = profileOf(timeline, machine, relief);
  let start = nextSet(mask, ready, problem.horizon);
  while (start >= 0) {
    const end = ownRunEnd(problem, mode, start);
    if (end > problem.horizon) return null;
    const wall = profile ? nextSet(profile.full, start, end) : NONE;
    if (wall < 0) return spotOf(problem, mode, start, end, relief);
    start = nextSet(mask, nextClear(profile!.full, wall + 1, problem.horizon), problem.horizon);
  }
  return null;
}

/** The best run of others to go along with. */
function sharedSpot(timeline: Timeline, a: number, mode: number, ready: number, relief: Relief): Spot | null {
  const { problem } = timeline;
  const machine = problem.machines[problem.modes.machine[mode]!]!;
  let best: Spot | null = null;
  for (const run of sharedRuns(timeline, mode)) {
    if (run.start < ready) continue;
    if (best && run.start >= best.after) break;
    if (run.weight + problem.activities.weight[a]! > machine.maxWeight + 1e-6) continue;
    if (run.volume + problem.activities.volume[a]! > machine.maxVolume + 1e-6) continue;
    if (!suits(problem, mode, run, relief)) continue;
    const end = Math.max(run.end, ownRunEnd(problem, mode, run.start));
    if (end > run.end && (run.fixed || !canGrow(timeline, run, end))) continue;
    const spot = spotOf(problem, mode, run.start, end, relief, run);
    if (!best || spot.after < best.after) best = spot;
  }
  return best;
}

function suits({ modes, recipes, activities, day }: Problem, mode: number, run: StandingRun, relief: Relief): boolean {
  if (day && !relief.weekdays) {
    const weekday = (day.weekday + Math.floor(run.start / day.ticks)) % 7;
    if (!(modes.weekdays[mode]! & (1 << weekday))) return false;
  }
  const own = modes.duration[mode]!;
  const tolerance = recipes.tolerance[run.recipe]!;
  return run.members.every((member) => {
    for (let m = activities.modeFrom[member]!; m < activities.modeFrom[member + 1]!; m += 1) {
      if (modes.machine[m] === run.machine && modes.kind[m] === FURNACE) return Math.abs(modes.duration[m]! - own) <= tolerance;
    }
    return true;
  });
}

function canGrow(timeline: Timeline, run: StandingRun, end: number): boolean {
  const profile = timeline.full[run.machine];
  return end <= timeline.problem.horizon && (!profile || isFree(profile, run.end, end));
}
