import { SUNK_CAUSES } from '../../domain/ground/constants.ts';
import { dayOfEnd } from '../calendar.ts';
import { daysLateIn } from '../objective.ts';
import { type Clockwork, createClockwork } from '../place/clockwork.ts';
import { draftOf } from '../place/draft.ts';
import { AWAY, FURNACE, NONE, type Problem, stepsOf } from '../problem.ts';
import type { Solution } from '../solution.ts';
import { type Alone, createAlone, daysAmongUrgent, once } from './alone.ts';
import type { Stands } from './as-it-stands.ts';
import { type Closures, findClosures } from './closures.ts';
import { heldTogether } from './held.ts';
import { isLocked, RELIEFS, type Relief } from './relief.ts';
import { daysBetween, type Standing, usesOf, type Wait, waitsBefore, waitsOf } from './wait.ts';

/** Why an order is late, as the parts of its days are said. */
export const CAUSES = [...SUNK_CAUSES, ...RELIEFS, 'stopped', 'earlier_due', 'later_due'] as const;
export type Cause = (typeof CAUSES)[number];

/** Whether it is the work of other orders. */
export const isOfOthers = (cause: Cause): boolean => cause === 'earlier_due' || cause === 'later_due';

/** Whether an order would be less late without any other, whatever its days are told as. */
export const isBehindOthers = ({ days, alone }: Pick<LateOrder, 'days' | 'alone'>): boolean => days > daysOf(alone);

/** Days of lateness that are down to one cause. */
export interface Part {
  readonly cause: Cause;
  readonly days: number;
}

/** A late order: its days late, what they are made of (none of them 0; they add up), and where its lot that ends last waits longest, if a part of it lies at a
 * facility. */
export interface LateOrder {
  readonly job: number;
  readonly days: number;
  readonly parts: readonly Part[];
  readonly main: Part;
  /** Those that it would be late without any other order, by cause: no assignment takes them away. */
  readonly alone: readonly Part[];
  /** The process that the main cause speaks of, and its facility (NONE: none). */
  readonly activity: number;
  readonly machine: number;
  /** When the lot could have begun, tick; null: not known. */
  readonly startable: number | null;
  readonly wait: Wait | null;
  /** Where the mate that it waits for waits longest itself, a day or more. */
  readonly mateWait: Wait | null;
}

/** Late orders with all of their tasks placed, the latest first: one that is not placed whole (W208) has no end. */
export function findLate(problem: Problem, solution: Solution): { job: number; days: number }[] {
  const late: { job: number; days: number }[] = [];
  for (let job = 0; job < problem.jobs.count; job += 1) {
    const days = daysLateIn(problem, solution.end, job);
    const [from, to] = stepsOf(problem, job);
    if (days > 0 && !solution.start.subarray(from, to).includes(NONE)) late.push({ job, days });
  }
  return late.sort((a, b) => b.days - a.days || a.job - b.job);
}

/**
 * What the days late of each order are made of, of a problem with days. Alone in the plant it would be E days late, among the orders due no later U, and it is
 * D. E is its own: each limit of its way is lifted beside those before it, the one that gains most first; what is left is sunk. Of D − E the days on which a
 * facility of its way was closed by itself, or its weekday not come, are told first; of the rest D − U is later-due work, at most, and what remains work as
 * urgent. All are placed by the engine's own placer. `only`: of this job alone.
 */
export function explainLate({ problem, solution }: Stands, only?: number): LateOrder[] {
  const all = findLate(problem, solution).filter(({ job }) => stepsOf(problem, job)[0] < stepsOf(problem, job)[1]);
  const late = all.filter(({ job }) => only === undefined || job === only);
  if (late.length === 0) return [];
  const clockwork = createClockwork(problem);
  const { closures, alone } = aloneIn(problem, clockwork);
  const days = new Map(all.map(({ job, days }) => [job, days]));
  const draft = once(() => draftOf(problem, clockwork, solution));
  const unstopped = once(() => {
    const never = closures.unstopped();
    return draftOf(never, createClockwork(never), solution);
  });
  const standing: Standing = { problem, solution, closures, draft, unstopped, uses: usesOf(problem, solution), late: days };
  const urgent = daysAmongUrgent(problem, clockwork, solution, new Set(late.map(({ job }) => job)));
  return late.map(({ job, days }) => {
    const among = Math.min(days, urgent.get(job)!);
    const { own: limits, left } = ownCauses(alone, job, among);
    const chain = lastChain(standing, job);
    const own = [...sunk(standing, job, chain, left), ...limits].filter((part) => part.days > 0);
    const crowded = days - daysOf(own);
    const waits = crowded > 0 || own.some(({ cause }) => WITH_FACILITY.has(cause)) ? waitsOf(standing, chain) : [];
    const parts = toldTogether(own, waits, { crowded, later: days - among });
    const main = mainOf(parts);
    const found = longestOf(problem, waits, parts, main.cause);
    const wait = found && withDaysSaid(found, parts);
    const mateWait = wait?.mate ? longest(waitsBefore(standing, wait.mate.activity).filter(isLong(problem))) : null;
    const activity = activityOf(standing, chain, main.cause, wait);
    const shut = SHUT.has(main.cause) && wait ? wait.shut : NONE;
    const isPlants = main.cause === 'closed_calendar' && shut === NONE && !wait?.closedAlone;
    const placed = shut !== NONE ? shut : activity === wait?.activity ? wait.machine : problem.modes.machine[solution.mode[activity]!]!;
    const machine = WITH_FACILITY.has(main.cause) && !isPlants ? placed : NONE;
    return { job, days, parts, main, alone: own, activity, machine, startable: problem.plant!.lots[chain]!.startable, wait, mateWait };
  });
}

const daysOf = (parts: readonly Part[]): number => parts.reduce((sum, { days }) => sum + days, 0);

/**
 * The parts as they are told. Of the days among others (`crowded`; `later`: that go when nothing due later is there) those come first that its waits had before
 * anybody was in the way, as far as its own parts do not tell them already; and of closed days those of a stop.
 */
function toldTogether(own: readonly Part[], waits: readonly Wait[], { crowded, later }: { crowded: number; later: number }): Part[] {
  const held = heldTogether(waits.map(({ days }) => days));
  const toldOf = (cause: Cause): number => daysOf(own.filter((part) => part.cause === cause));
  const shut = toldOf('closed_calendar') + Math.min(crowded, Math.max(0, held.stopped + held.closed - toldOf('closed_calendar')));
  const stopped = Math.min(shut, held.stopped);
  const behindShut = crowded - (shut - toldOf('closed_calendar'));
  const weekday = toldOf('weekday') + Math.min(behindShut, Math.max(0, held.weekday - toldOf('weekday')));
  const rest = behindShut - (weekday - toldOf('weekday'));
  const days: Partial<Record<Cause, number>> = {
    closed_calendar: shut - stopped,
    stopped,
    weekday,
    earlier_due: rest - Math.min(rest, later),
    later_due: Math.min(rest, later),
  };
  const others = (Object.keys(days) as Cause[]).filter((cause) => toldOf(cause) === 0);
  const parts = [...own.map(({ cause }) => cause), ...others].map((cause) => ({ cause, days: days[cause] ?? toldOf(cause) }));
  return parts.filter((part) => part.days > 0);
}

/** The wait with its closed days as the parts say them: one thing has one number. */
function withDaysSaid(wait: Wait, parts: readonly Part[]): Wait {
  const said = (cause: Cause): number => parts.find((part) => part.cause === cause)?.days ?? 0;
  const { days, closedDays } = wait;
  return {
    ...wait,
    stoppedDays: days.stopped > 0 ? said('stopped') : 0,
    closedDays: days.closed > 0 || closedDays > 0 ? said('closed_calendar') : 0,
  };
}

const known = new WeakMap<Problem, { closures: Closures; alone: Alone }>();

/** What orders are by themselves, kept for the other plans of the problem. */
function aloneIn(problem: Problem, clockwork: Clockwork): { closures: Closures; alone: Alone } {
  const found = known.get(problem);
  if (found) return found;
  const closures = findClosures(problem, problem.day!);
  const made = { closures, alone: createAlone(problem, clockwork, closures) };
  known.set(problem, made);
  return made;
}

/** The order's own causes, and what is left with all of its limits lifted; together the days that it is late alone, at most `among`. */
function ownCauses(alone: Alone, job: number, among: number): { own: Part[]; left: number } {
  const least = Math.min(alone(job, new Set()), among);
  const all = alone(job, new Set(RELIEFS));
  const own: Part[] = [];
  const lifted = new Set<Relief>();
  let left = least;
  while (left > Math.min(all, left) && lifted.size < RELIEFS.length) {
    let best: { relief: Relief; days: number } | null = null;
    for (const relief of RELIEFS) {
      if (lifted.has(relief)) continue;
      const days = Math.min(left, alone(job, new Set([...lifted, relief])));
      if (!best || days < best.days) best = { relief, days };
    }
    lifted.add(best!.relief);
    own.push({ cause: best!.relief, days: left - best!.days });
    left = best!.days;
  }
  return { own, left };
}

/** The largest part; what can no longer be helped only where there is nothing else. What was lost before its work could go on is one part, however it was lost. */
function mainOf(parts: readonly Part[]): Part {
  const largest = (of: readonly Part[]): Part => of.reduce((most, part) => (part.days > most.days ? part : most));
  const helpful = parts.filter(({ cause }) => !isSunk(cause));
  if (helpful.length > 0) return largest(helpful);
  const lost = parts.filter(({ cause }) => cause !== 'own_time');
  return daysOf(lost) > daysOf(parts) - daysOf(lost) ? largest(lost) : largest(parts);
}

const isSunk = (cause: Cause): boolean => (SUNK_CAUSES as readonly Cause[]).includes(cause);

/** Days that nothing helps: since it could have begun (all where that is unknown), what it needs from now on, and those that were over before it could go on. */
function sunk({ problem, solution }: Standing, job: number, chain: number, days: number): Part[] {
  const { ticks } = problem.day!;
  const { startable } = problem.plant!.lots[chain]!;
  const today = Math.floor(problem.planningStart / ticks);
  const begun = Math.min(today, Math.floor(solution.start[problem.chains.activityFrom[chain]!]! / ticks));
  const idle = startable === null ? days : Math.min(days, Math.max(0, begun - Math.floor(startable / ticks)));
  const overdue = Math.min(days, Math.max(0, today - dayOfEnd(problem.day!, problem.jobs.due[job]!)));
  const own = Math.min(days - idle, days - overdue);
  return [
    { cause: 'late_start', days: idle },
    { cause: 'late_before', days: days - idle - own },
    { cause: 'own_time', days: own },
  ];
}

/** The lot that ends last. */
function lastChain({ problem: { jobs, chains }, solution }: Standing, job: number): number {
  let [last, latest] = [jobs.chainFrom[job]!, NONE];
  for (let c = last; c < jobs.chainFrom[job + 1]!; c += 1) {
    const end = solution.end
      .subarray(chains.activityFrom[c]!, chains.activityFrom[c + 1]!)
      .reduce((most, tick) => Math.max(most, tick), NONE);
    if (end > latest) [last, latest] = [c, end];
  }
  return last;
}

/**
 * The longest wait of a day or more that the main cause speaks of. Where others are in the way, the longest in which they are, for hours can cost a day; of equal
 * days that behind those due later, if more of it is theirs. Null where no part lies at a facility.
 */
function longestOf(problem: Problem, waits: readonly Wait[], parts: readonly Part[], main: Cause): Wait | null {
  if (!parts.some(({ cause }) => WITH_FACILITY.has(cause))) return null;
  const daysBy = (cause: Cause): number => parts.find((part) => part.cause === cause)?.days ?? 0;
  const isBehindLater = ({ laterInTime, laterLate, mate }: Wait): boolean => laterInTime + laterLate > 0 || mate !== null;
  const isBehind = (wait: Wait): boolean => wait.earlier > 0 || isBehindLater(wait);
  const wanted = [
    ...(main === 'stopped' ? [({ days }: Wait): boolean => days.stopped > 0] : []),
    ...(main === 'closed_calendar' ? [({ days }: Wait): boolean => days.closed + days.stopped > 0] : []),
    ...(main === 'weekday' ? [({ days }: Wait): boolean => days.weekday > 0] : []),
    ...(daysBy('later_due') + daysBy('earlier_due') > 0 ? [isBehind] : []),
    isLong(problem),
  ];
  const told = waits.filter(wanted.find((is) => waits.some(is)) ?? isLong(problem));
  const lengths = told.map(({ from, to }) => daysBetween(problem, from, to));
  const most = told.filter((_, at) => lengths[at] === Math.max(...lengths));
  const later = daysBy('later_due') > daysBy('earlier_due') ? most.filter(isBehindLater) : [];
  return longest(later.length > 0 ? later : most);
}

const isLong =
  (problem: Problem) =>
  ({ from, to }: Wait): boolean =>
    daysBetween(problem, from, to) >= 1;

const longest = (waits: readonly Wait[]): Wait | null =>
  waits.reduce<Wait | null>((most, wait) => (most && most.to - most.from >= wait.to - wait.from ? most : wait), null);

/** Causes of a machine that was shut. */
const SHUT: ReadonlySet<Cause> = new Set(['closed_calendar', 'stopped']);

/** Causes that lie at a facility. */
const WITH_FACILITY: ReadonlySet<Cause> = new Set(['lock', 'closed_calendar', 'stopped', 'weekday', 'earlier_due', 'later_due']);

/** The process of the lot that a cause speaks of: the one that has most of it; where nothing tells, the one that waits longest, or is next. */
function activityOf({ problem, solution }: Standing, chain: number, cause: Cause, wait: Wait | null): number {
  const { activities, modes, chains } = problem;
  const from = chains.activityFrom[chain]!;
  const most = (of: (a: number, mode: number) => number): number => {
    let [found, value] = [NONE, 0];
    for (let a = from; a < chains.activityFrom[chain + 1]!; a += 1) {
      const own = of(a, solution.mode[a]!);
      if (own > value) [found, value] = [a, own];
    }
    return found;
  };
  const told: Partial<Record<Cause, () => number>> = {
    lock: () => most((a) => (isLocked(problem, a) ? solution.start[a]! : 0)),
    outsourcing_lead: () => most((a, mode) => (modes.kind[mode] === AWAY ? solution.end[a]! - Math.max(solution.start[a]!, 0) : 0)),
    waiting_days: () => most((_, mode) => modes.waitDays[mode]! * problem.day!.ticks + modes.lag[mode]!),
    weekday: () =>
      wait && wait.weekdays.length > 0
        ? wait.activity
        : most((_, mode) => (modes.kind[mode] === FURNACE ? closedWeekdays(modes.weekdays[mode]!) : 0)),
  };
  const found = told[cause]?.() ?? NONE;
  if (found !== NONE) return found;
  const waits = WITH_FACILITY.has(cause) ? wait : null;
  return waits?.activity ?? activities.lead[from]!;
}

const closedWeekdays = (mask: number): number => [0, 1, 2, 3, 4, 5, 6].filter((weekday) => !(mask & (1 << weekday))).length;
