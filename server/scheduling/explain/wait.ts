import { ANY_WEEKDAY } from '../../domain/ground/plant-time.ts';
import { findEarliestIn, findFrom } from '../place/earliest.ts';
import { availableAfter, type Draft } from '../place/occupancy.ts';
import { createPlace, PLAIN_TASTE } from '../place/placement.ts';
import { isFree, nextSet } from '../place/profile.ts';
import { settleStep } from '../place/step.ts';
import { FURNACE, NONE, type Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';
import { isAsUrgent, without } from './alone.ts';
import type { Closures } from './closures.ts';
import { type Held, heldDays, type Stretch } from './held.ts';
import { BY_PEOPLE, isLocked } from './relief.ts';

/** The plan as it stands, and what is asked of it again and again. */
export interface Standing {
  readonly problem: Problem;
  readonly solution: Solution;
  readonly closures: Closures;
  /** All bars, to place a lot among them. Made when it is first asked for. */
  readonly draft: () => Draft;
  /** The same in the plant in which no machine was ever shut while the plant worked. */
  readonly unstopped: () => Draft;
  /** What stands on each machine. */
  readonly uses: readonly (readonly Use[])[];
  /** Days late of each late order. */
  readonly late: ReadonlyMap<number, number>;
}

/** A bar, or a furnace run with all that is in it. */
interface Use {
  readonly start: number;
  readonly end: number;
  readonly jobs: readonly number[];
  /** Whether a person holds it there. */
  readonly locked: boolean;
  readonly chains: readonly number[];
}

/** A stretch in which a process could have begun and did not, and what stands on its facility meanwhile. */
export interface Wait {
  readonly activity: number;
  readonly machine: number;
  readonly from: number;
  readonly to: number;
  /** Whether the facility is counted by furnace runs. */
  readonly furnace: boolean;
  /** Bars or runs there in this time: of orders due later that are all in time, that are late themselves, of orders due no later. */
  readonly laterInTime: number;
  readonly laterLate: number;
  readonly earlier: number;
  /** Of all of these: with a rush order among them, and held by a person. */
  readonly rush: number;
  readonly locked: number;
  /** Whether a person holds the process itself. */
  readonly held: boolean;
  /** Weekdays on which it may begin; empty: five or more. */
  readonly weekdays: readonly number[];
  /** Days on which the facility is closed out of the ordinary, whether it is so by itself on one of them, and days on which one is out of order. */
  readonly closedDays: number;
  readonly closedAlone: boolean;
  readonly stoppedDays: number;
  /** Its days that the others are not to blame for, and the machine that was shut on most of them (NONE: none): its own, or one that could have taken it. */
  readonly days: Held;
  readonly shut: number;
  /** Free share of the hours in which it could have begun (open, on its weekdays), per cent; null where there are none. */
  readonly idle: number | null;
  /** The one in its furnace run that came last, where that was inside the wait. */
  readonly mate: { readonly activity: number; readonly ready: number } | null;
}

/** Lays out what stands on the machines. */
export function usesOf(problem: Problem, solution: Solution): Use[][] {
  const { activities, modes, blocks, plant } = problem;
  const uses = problem.machines.map((): Use[] => []);
  const add = (machine: number, start: number, end: number, members: readonly number[]): void => {
    const chains = [...new Set(members.map((a) => activities.chain[a]!))];
    const jobs = [...new Set(chains.map((chain) => problem.chains.job[chain]!))];
    uses[machine]!.push({ start, end, jobs, chains, locked: members.some((a) => isLocked(problem, a)) });
  };
  for (let a = 0; a < activities.count; a += 1)
    if (solution.start[a] !== NONE && solution.furnaceRun[a] === NONE)
      add(modes.machine[solution.mode[a]!]!, solution.start[a]!, solution.end[a]!, [a]);
  for (const { machine, start, end, members } of solution.furnaceRuns) add(machine, start, end, members);
  for (const { machine, from, to, activity, bar } of blocks) {
    if (activity !== NONE) continue;
    const job = plant?.orders.findIndex(({ order_id }) => order_id === bar?.order_id) ?? NONE;
    uses[machine]!.push({ start: from, end: to, jobs: job === NONE ? [] : [job], chains: [], locked: BY_PEOPLE.has(bar?.kept) });
  }
  return uses;
}

/** Where everything stands: in the plan, or on a draft of it. */
type Places = Pick<Solution, 'start' | 'end' | 'mode'>;

/** Tick from which an activity could begin, by its release and the process before it where that stands. */
function readyOf(problem: Problem, { end, mode }: Places, a: number): { ready: number; before: number } {
  const { activities, planningStart } = problem;
  let [ready, before] = [Math.max(planningStart, activities.fixedStart[a] === NONE ? activities.release[a]! : 0), NONE];
  for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p += 1) {
    const after = end[p] === NONE ? NONE : availableAfter(problem, mode[p]!, end[p]!);
    if (after >= ready) [ready, before] = [after, p];
  }
  return { ready, before };
}

/**
 * Waits on the way of a lot, from its last end back, each process behind what it waited for. The lot is pushed to the left among all others, so
 * that a process waits only for what is in its way; as its bars stand where it could end sooner by more than any of these.
 */
export function waitsOf(standing: Standing, chain: number): Wait[] {
  const { problem, solution } = standing;
  const { activityFrom } = problem.chains;
  const own = [activityFrom[chain]!, activityFrom[chain + 1]!] as const;
  const endIn = ({ end }: Places): number => end.subarray(...own).reduce((last, tick) => Math.max(last, tick), NONE);
  const draft = standing.draft();
  const { pushed, end } = without(draft, own, (restore) => {
    for (let a = own[0]; a < own[1]; a += 1) pushLeft(draft, a, restore);
    return { pushed: waitsIn(standing, draft, own), end: endIn(draft) };
  });
  const longest = Math.max(problem.day!.ticks, ...pushed.map(({ from, to }) => to - from));
  return endIn(solution) - end > longest ? waitsIn(standing, solution, own) : pushed;
}

/** Waits on the way of a lot before one of its processes, as its bars stand. */
export const waitsBefore = (standing: Standing, activity: number): Wait[] => {
  const { activities, chains } = standing.problem;
  return waitsIn(standing, standing.solution, [chains.activityFrom[activities.chain[activity]!]!, activities.lead[activity]!]);
};

/** Places a step as early as possible; one of several parts stays where it was. */
function pushLeft(draft: Draft, lead: number, restore: (activity: number) => void): void {
  if (draft.problem.activities.lead[lead] !== lead || draft.start[lead] !== NONE) return;
  const parts = draft.parts.size[lead]!;
  if (parts === 1 && settleStep(draft, lead, PLAIN_TASTE, createPlace())) return;
  for (let a = lead; a < lead + parts; a += 1) restore(a);
}

function waitsIn(standing: Standing, places: Places, [from, to]: readonly [number, number]): Wait[] {
  const { problem } = standing;
  const waits: Wait[] = [];
  let a = NONE;
  for (let each = from; each < to; each += 1) if (a === NONE || places.end[each]! >= places.end[a]!) a = each;
  while (a !== NONE) {
    const { ready, before } = readyOf(problem, places, a);
    const mode = places.mode[a]!;
    const machine = problem.modes.machine[mode]!;
    const opens = firstOpen(standing.closures.opened, machine, ready);
    const isWait = opens < places.start[a]! && !problem.machines[machine]!.unlimited;
    if (isWait) waits.push(waitOf(standing, a, mode, opens, places.start[a]!));
    a = before;
  }
  return waits;
}

/** The first tick from `ready` on at which something may begin on a machine: an evening and a day of rest are no wait. */
function firstOpen({ machines, horizon }: Problem, machine: number, ready: number): number {
  const { open, starts } = machines[machine]!;
  const [cells, width] = starts ? [starts, 2] : [open, 3];
  for (let i = 0; i < cells.length; i += width)
    if (cells[i + 1]! > ready && (starts || cells[i + 2]! > 0)) return Math.max(ready, cells[i]!);
  return horizon;
}

export const daysBetween = ({ day }: Problem, from: number, to: number): number =>
  Math.floor(to / day!.ticks) - Math.floor(from / day!.ticks);

function waitOf(standing: Standing, activity: number, mode: number, from: number, to: number): Wait {
  const { problem, solution, closures, late } = standing;
  const { jobs, chains, activities, modes } = problem;
  const machine = modes.machine[mode]!;
  const run = solution.furnaceRun[activity]!;
  const chain = activities.chain[activity]!;
  const isOwn = (use: Use): boolean => use.chains.length === 1 && use.chains[0] === chain;
  const allowed = WEEK.filter((weekday) => modes.weekdays[mode]! & (1 << weekday));
  const weekdays = modes.kind[mode] === FURNACE && allowed.length < WORKING_WEEK ? allowed : [];
  // What stands only on days on which it may not begin is not in its way.
  const isInWay = ({ start, end }: Use): boolean =>
    weekdays.length === 0 || touches(problem, weekdays, Math.max(start, from), Math.min(end, to));
  const there = standing.uses[machine]!.filter((use) => use.start < to && use.end > from && !isOwn(use) && isInWay(use));
  const isLater = (use: Use): boolean => use.jobs.length > 0 && !use.jobs.some((job) => isAsUrgent(jobs, job, chains.job[chain]!));
  const later = there.filter(isLater);
  const laterLate = later.filter((use) => use.jobs.some((job) => late.has(job))).length;
  const days = Array.from({ length: daysBetween(problem, from, to) + 1 }, (_, i) => Math.floor(from / problem.day!.ticks) + i);
  const closed = days.filter((d) => closures.isClosed(machine, d) || closures.isShut(machine, d));
  const stopped = closed.filter((d) => closures.isStopped(machine, d));
  return {
    activity,
    machine,
    from,
    to,
    furnace: problem.machines[machine]!.kind === 'furnace',
    laterInTime: later.length - laterLate,
    laterLate,
    earlier: there.length - later.length,
    rush: there.filter((use) => use.jobs.some((job) => problem.plant!.orders[job]!.priority === 'rush')).length,
    locked: there.filter((use) => use.locked).length,
    held: isLocked(problem, activity),
    weekdays,
    closedDays: closed.length - stopped.length,
    stoppedDays: stopped.length,
    closedAlone: closed.some((d) => closures.isShut(machine, d)),
    ...heldDays(problem, closures, { machine, from, to, weekdays }, missedFor(standing, activity, mode, from)),
    idle: idleShare(problem, { machine, from, to, weekdays }, standing.uses[machine]!),
    mate: run === NONE || solution.start[activity] !== to ? null : lastMate(problem, solution, activity, from),
  };
}

/**
 * Which machine a process that waits from a tick on missed on a day because that was shut: its own, unless that would have been full all the day; else one on which it
 * could have begun that day beside the bars that stand there. NONE where there is none, or where it could have begun on a machine that was open: then no shut one
 * held it.
 */
function missedFor(standing: Standing, activity: number, mode: number, from: number): (day: number) => number {
  const { problem, closures } = standing;
  const { activities, chains, modes } = problem;
  const { ticks } = problem.day!;
  const chain = activities.chain[activity]!;
  const own = [chains.activityFrom[chain]!, chains.activityFrom[chain + 1]!] as const;
  const [first, end] = [activities.modeFrom[activity]!, activities.modeFrom[activity + 1]!];
  const there = Array.from({ length: end - first }, (_, at) => first + at).filter(
    (one) => one === mode || isEverOpen(problem, modes.machine[one]!),
  );
  const place = createPlace();
  return (d) => {
    const begin = Math.max(from, d * ticks);
    const until = (d + 1) * ticks;
    const shut = there.filter((one) => closures.isShut(modes.machine[one]!, d));
    if (shut.length === 0) return NONE;
    const draft = standing.draft();
    const hasRoom = (one: number): boolean => findEarliestIn(draft, one, begin, PLAIN_TASTE, place) && place.start < until;
    if (without(draft, own, () => there.some(hasRoom))) return NONE;
    const unstopped = standing.unstopped();
    const isMissed = (one: number): boolean =>
      one === mode ? isFreeBetween(unstopped, one, begin, until) : findFrom(unstopped, activity, one, begin, place) && place.start < until;
    const missed = without(unstopped, own, () => (shut.includes(mode) && isMissed(mode) ? mode : shut.find(isMissed)));
    return missed === undefined ? NONE : modes.machine[missed]!;
  };
}

/** Whether the machine of a mode has a unit free for half an hour in [from, until) at which something could begin, whatever its weekday. */
function isFreeBetween({ problem, clockwork, profiles }: Draft, mode: number, from: number, until: number): boolean {
  const { machine: machines, kind } = problem.modes;
  const machine = machines[mode]!;
  const profile = profiles[machine];
  if (!profile) return true;
  if (kind[mode] === FURNACE) {
    const mask = clockwork.startMask(machine, ANY_WEEKDAY);
    for (let tick = nextSet(mask, from, until); tick >= 0; tick = nextSet(mask, tick + 1, until))
      if (isFree(profile, tick, tick + 1)) return true;
    return false;
  }
  const { before, tickOf } = clockwork.work[machine]!;
  const isUnit = problem.machines[machine]!.kind === 'unit';
  for (let slot = before[from]!; slot < tickOf.length && tickOf[slot]! < until; slot += 1) {
    const at = isUnit ? slot : tickOf[slot]!;
    if (isFree(profile, at, at + 1)) return true;
  }
  return false;
}

/** Whether a machine has units at any time; one that has none was not shut, it is not there. */
const isEverOpen = ({ machines }: Problem, machine: number): boolean => {
  const { open } = machines[machine]!;
  for (let i = 2; i < open.length; i += 3) if (open[i]! > 0) return true;
  return false;
};

/** Whether a stretch has a day of one of these weekdays. */
function touches({ day }: Problem, weekdays: readonly number[], from: number, to: number): boolean {
  for (let d = Math.floor(from / day!.ticks); d * day!.ticks < to; d += 1)
    if (weekdays.includes((day!.weekday + d) % WEEK.length)) return true;
  return false;
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];
/** So many weekdays are no limit. */
const WORKING_WEEK = 5;

/** Free share of the hours in which something may begin on a machine, on these weekdays (none: any), per cent. What stands there counts once for each unit. */
function idleShare({ machines, day }: Problem, { machine, from, to, weekdays }: Stretch, uses: readonly Use[]): number | null {
  const { open, starts } = machines[machine]!;
  const units = new Int32Array(to - from);
  eachCell(open, 3, from, to, (tick, i) => {
    units[tick - from] = open[i + 2]!;
  });
  const begins = new Uint8Array(to - from);
  const [cells, width] = starts ? [starts, 2] : [open, 3];
  eachCell(cells, width, from, to, (tick) => {
    const d = Math.floor(tick / day!.ticks);
    if (weekdays.length === 0 || weekdays.includes((day!.weekday + d) % WEEK.length)) begins[tick - from] = 1;
  });
  const used = new Int32Array(to - from);
  for (const use of uses) for (let tick = Math.max(use.start, from); tick < Math.min(use.end, to); tick += 1) used[tick - from]! += 1;
  let [all, free] = [0, 0];
  begins.forEach((is, at) => {
    if (!is) return;
    all += units[at]!;
    free += Math.max(0, units[at]! - used[at]!);
  });
  return all === 0 ? null : Math.round((free / all) * 100);
}

/** Every tick of [from, to) in a cell of so many numbers, the first two of them its ends, with the cell's place. */
function eachCell(cells: Int32Array, width: number, from: number, to: number, see: (tick: number, cell: number) => void): void {
  for (let i = 0; i < cells.length && cells[i]! < to; i += width)
    for (let tick = Math.max(cells[i]!, from); tick < Math.min(cells[i + 1]!, to); tick += 1) see(tick, i);
}

/** Open ticks of a machine in [from, to), with `units` those of each unit. */
export function openBetween({ machines }: Problem, machine: number, from: number, to: number, units: boolean): number {
  const { open } = machines[machine]!;
  let sum = 0;
  for (let i = 0; i < open.length; i += 3) {
    const length = Math.min(open[i + 1]!, to) - Math.max(open[i]!, from);
    if (length > 0 && open[i + 2]! > 0) sum += length * (units ? open[i + 2]! : 1);
  }
  return sum;
}

/** Of those that share its furnace run in the plan, the one that was ready last, at least a day after it. */
function lastMate(problem: Problem, solution: Solution, activity: number, from: number): Wait['mate'] {
  let mate: Wait['mate'] = null;
  for (const a of solution.furnaceRuns[solution.furnaceRun[activity]!]!.members) {
    if (problem.activities.chain[a] === problem.activities.chain[activity]) continue;
    const { ready } = readyOf(problem, solution, a);
    if (daysBetween(problem, from, ready) >= 1 && ready > (mate?.ready ?? from)) mate = { activity: a, ready };
  }
  return mate;
}
