import { ANY_WEEKDAY } from '../../domain/ground/plant-time.ts';
import { nextWorkingDays } from '../calendar.ts';
import { afterDays } from '../place/partner.ts';
import type { PlantLot } from '../plant.ts';
import { AWAY, FURNACE, type Modes, NONE, type Problem } from '../problem.ts';
import type { FurnaceRun, Solution } from '../solution.ts';

/** Limits that are lifted for a what-if. Each makes another problem, which is placed like any. */
export interface Relief extends LotRelief {
  /** Fixed entries that begin at the planning start or later are free, or not there. */
  readonly locks?: boolean;
  /** Of these only the ones that nothing but the frozen days keeps. */
  readonly frozen?: boolean;
  /** Days of closure are open. */
  readonly opened?: boolean;
  /** One more unit of these machines. */
  readonly more?: ReadonlySet<number>;
  /** No other lot is there, and one more unit of every machine. */
  readonly alone?: boolean;
}

/** Limits of the lots themselves. Lifting them changes how long lots wait, but moves no bar around them. */
interface LotRelief {
  /** The casting is done by the planning start. */
  readonly casting?: boolean;
  /** No time in the mould. */
  readonly demolding?: boolean;
  /** At most one waiting day, no cooling outside the furnace. */
  readonly waiting?: boolean;
  readonly weekdays?: boolean;
  /** A partner gives back the next working morning, also what it has already. */
  readonly partners?: boolean;
}

/** The least wait between two processes, also with everything lifted. */
const USUAL_WAIT_DAYS = 1;

const LOT_CHANGES: Readonly<Record<keyof LotRelief, (problem: Problem) => Problem>> = {
  casting: castInTime,
  demolding: withoutMould,
  waiting: ({ modes, ...rest }) => {
    const waitDays = modes.waitDays.map((days) => Math.min(USUAL_WAIT_DAYS, days));
    return { ...rest, modes: { ...modes, waitDays, lag: new Int32Array(modes.count) } };
  },
  weekdays: onAnyWeekday,
  partners: backNextMorning,
};

const LOT_RELIEFS = Object.keys(LOT_CHANGES) as (keyof LotRelief)[];

/** A name that reliefs of the same limits of lots share. */
export const lotReliefKey = (relief: LotRelief): string => LOT_RELIEFS.filter((limit) => relief[limit]).join(' ');

/** The problem with limits of its lots lifted. Only the arrays that change are new. */
export const withLotRelief = (problem: Problem, relief: LotRelief): Problem =>
  LOT_RELIEFS.reduce((changed, limit) => (relief[limit] ? LOT_CHANGES[limit](changed) : changed), problem);

/** Tick of the casting of an activity's lot; its release where it has none. */
export const castingOf = (problem: Problem, activity: number): number =>
  problem.plant?.lots[problem.activities.chain[activity]!]?.casting ?? problem.activities.release[activity]!;

/** The problem in which every treatment may start on any weekday. */
export function onAnyWeekday({ modes, ...rest }: Problem): Problem {
  return { ...rest, modes: { ...modes, weekdays: new Uint8Array(modes.count).fill(ANY_WEEKDAY) } };
}

function backNextMorning(problem: Problem): Problem {
  const { activities, modes, day, planningStart } = problem;
  const duration = modes.duration.map((length, mode) => (modes.kind[mode] === AWAY ? Math.min(1, length) : length));
  const next = day ? nextWorkingDays(day) : new Int32Array(0);
  const fixedEnd = activities.fixedEnd.map((end, a) => {
    const start = activities.fixedStart[a]!;
    if (start === NONE || modes.kind[activities.modeFrom[a]!] !== AWAY) return end;
    // A partner that has the lot can answer an earlier day: the same as for one that gets it.
    const back = start < planningStart ? afterDays(problem, next, planningStart, 0) : afterDays(problem, next, start, 1);
    return back === NONE ? end : Math.min(end, back);
  });
  const changed = { ...modes, duration, back: new Int32Array(modes.count).fill(NONE) };
  return { ...problem, activities: { ...activities, fixedEnd }, modes: changed };
}

function castInTime(problem: Problem): Problem {
  const { plant, planningStart } = problem;
  if (!plant) return problem;
  const release = releases(problem, (cast, ready) => Math.min(cast, planningStart) + Math.max(0, ready - cast));
  const lots = plant.lots.map((lot): PlantLot => ((lot.casting ?? 0) > planningStart ? { ...lot, casting: planningStart } : lot));
  return { ...problem, activities: { ...problem.activities, release }, plant: { ...plant, lots } };
}

function withoutMould(problem: Problem): Problem {
  return { ...problem, activities: { ...problem.activities, release: releases(problem, (cast) => cast) } };
}

/** Releases of what waits for a casting, made anew from its casting and the present release. */
function releases(problem: Problem, of: (cast: number, release: number) => number): Int32Array {
  return problem.activities.release.map((release, a) => {
    const by = problem.plant?.tasks[a]?.released_by;
    if (by !== 'casting' && by !== 'demolding') return release;
    return Math.max(problem.planningStart, of(castingOf(problem, a), release));
  });
}

/** One more unit of every machine wherever it is open. Equal hours stay one array, so that calendars are shared. */
export function withMoreUnits(problem: Problem): Problem {
  const shared = new Map<Int32Array, Int32Array>();
  const machines = problem.machines.map((machine) => {
    const open = shared.get(machine.open) ?? machine.open.map((cell, i) => (i % 3 === 2 && cell > 0 ? cell + 1 : cell));
    shared.set(machine.open, open);
    return { ...machine, open };
  });
  return { ...problem, machines };
}

/** Whether something stands fixed that could stand elsewhere: nothing that is under way. */
export const hasLocks = ({ activities, blocks, fixedFurnaceRuns, planningStart }: Problem): boolean =>
  activities.fixedStart.some((start) => start >= planningStart) ||
  blocks.some(({ from }) => from >= planningStart) ||
  fixedFurnaceRuns.some(({ start }) => start >= planningStart);

/**
 * The problem without locks: fixed activities that begin at the planning start or later are free, not placed, and take nothing. Work under way stays. With
 * `frozen` alone, locked and hand-made bars stay too.
 */
export function withoutLocks(problem: Problem, solution: Solution, frozen = false): { problem: Problem; solution: Solution } {
  const { activities, blocks, fixedFurnaceRuns, planningStart } = problem;
  const isFree = (a: number): boolean =>
    activities.fixedStart[a]! >= planningStart && (!frozen || problem.plant?.tasks[a]?.kept?.as === 'frozen');
  const held = frozen ? runsHeld(problem, isFree) : new Set<number>();
  const kept = fixedFurnaceRuns
    .map((_, index) => index)
    .filter((index) => fixedFurnaceRuns[index]!.start < planningStart || held.has(index));
  const runs = [...kept, ...solution.furnaceRuns.map((_, index) => index).filter((index) => !kept.includes(index))];
  const place = new Int32Array(runs.length);
  runs.forEach((index, at) => {
    place[index] = at;
  });
  const moved = (index: number): number => (index === NONE ? NONE : place[index]!);
  const changed = {
    release: activities.release.map((release, a) => (isFree(a) ? Math.max(release, planningStart) : release)),
    fixedStart: activities.fixedStart.map((start, a) => (isFree(a) ? NONE : start)),
    fixedEnd: activities.fixedEnd.map((end, a) => (isFree(a) ? NONE : end)),
    fixedFurnaceRun: activities.fixedFurnaceRun.map((run, a) => (isFree(a) ? NONE : moved(run))),
  };
  return {
    problem: {
      ...problem,
      activities: { ...activities, ...changed },
      modes: withSpans(problem, isFree),
      blocks: blocks.filter(({ activity, from, bar }) =>
        activity !== NONE ? !isFree(activity) : from < planningStart || (frozen && bar?.kept !== 'frozen'),
      ),
      fixedFurnaceRuns: kept.map((index) => fixedFurnaceRuns[index]!),
    },
    solution: {
      ...solution,
      start: solution.start.map((start, a) => (isFree(a) ? NONE : start)),
      furnaceRun: solution.furnaceRun.map(moved),
      furnaceRuns: runs.map((index): FurnaceRun => solution.furnaceRuns[index]!),
    },
  };
}

/** Fixed furnace runs that keep something when these activities are free: another member, or a bar outside every lot. */
function runsHeld({ activities, fixedFurnaceRuns }: Problem, isFree: (a: number) => boolean): Set<number> {
  const freed = new Set<number>();
  const held = new Set<number>();
  activities.fixedFurnaceRun.forEach((run, a) => {
    if (run !== NONE) (isFree(a) ? freed : held).add(run);
  });
  return new Set(fixedFurnaceRuns.map((_, index) => index).filter((index) => held.has(index) || !freed.has(index)));
}

/** Fixed entries know where they end, not always how long they take: a partner's, and a run without a treatment, take what they took. */
function withSpans({ activities, modes, recipes, day }: Problem, isFree: (a: number) => boolean): Modes {
  const duration = modes.duration.slice();
  for (let a = 0; a < activities.count; a += 1) {
    if (!isFree(a)) continue;
    const mode = activities.modeFrom[a]!;
    const [start, end] = [activities.fixedStart[a]!, activities.fixedEnd[a]!];
    const ticks = day?.ticks ?? 1;
    if (modes.kind[mode] === AWAY) duration[mode] = Math.floor(end / ticks) - Math.floor(start / ticks);
    else if (modes.kind[mode] === FURNACE && modes.setup[mode]! + duration[mode]! === 0)
      duration[mode] = Math.max(1, end - start - recipes.hold[modes.recipe[mode]!]!);
  }
  return { ...modes, duration };
}
