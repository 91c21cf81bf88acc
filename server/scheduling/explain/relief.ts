import { ANY_WEEKDAY } from '../../domain/ground/plant-time.ts';
import { nextWorkingDays } from '../calendar.ts';
import { changed } from '../changed.ts';
import { afterDays } from '../place/partner.ts';
import type { KeptAs, PlantLot } from '../plant.ts';
import { AWAY, FURNACE, NONE, type Problem } from '../problem.ts';

/** What may hold an order on its own way, by the cause that it is. Of equal gains the one that is more easily helped stands first. */
export const RELIEFS = ['lock', 'closed_calendar', 'weekday', 'waiting_days', 'outsourcing_lead', 'demolding', 'late_casting'] as const;
export type Relief = (typeof RELIEFS)[number];

/** The least wait between two processes, also with everything lifted. */
const USUAL_WAIT_DAYS = 1;

/** Limits of the lots themselves, each by the problem without it. Days of closure are the plant's (`closures.ts`). */
const CHANGES: Readonly<Record<Exclude<Relief, 'closed_calendar'>, (problem: Problem) => Problem>> = {
  lock: withoutLocks,
  weekday: onAnyWeekday,
  waiting_days: (problem) => {
    const { modes } = problem;
    const waitDays = modes.waitDays.map((days) => Math.min(USUAL_WAIT_DAYS, days));
    return changed(problem, { modes: { waitDays, lag: new Int32Array(modes.count) } });
  },
  outsourcing_lead: (problem) => backNextMorning(problem),
  demolding: (problem) => withReleases(problem, (cast) => cast),
  late_casting: castInTime,
};

/** The problem with limits of its lots lifted, for placing them without what stands fixed of others. Only the arrays that change are new. */
export const relieved = (problem: Problem, lifted: ReadonlySet<Relief>): Problem =>
  RELIEFS.reduce((made, relief) => (relief !== 'closed_calendar' && lifted.has(relief) ? CHANGES[relief](made) : made), problem);

/** Tick of the casting of an activity's lot; its release where it has none. */
const castingOf = (problem: Problem, activity: number): number =>
  problem.plant?.lots[problem.activities.chain[activity]!]?.casting ?? problem.activities.release[activity]!;

/** The problem in which every treatment may start on any weekday. */
export function onAnyWeekday(problem: Problem): Problem {
  return changed(problem, { modes: { weekdays: new Uint8Array(problem.modes.count).fill(ANY_WEEKDAY) } });
}

/** A partner gives back the next working morning, also what it has already: of all activities, or of some. */
export function backNextMorning(problem: Problem, of: (activity: number) => boolean = () => true): Problem {
  const { activities, modes, day, planningStart } = problem;
  const isFaster = (mode: number): boolean => modes.kind[mode] === AWAY && of(modes.activity[mode]!);
  const duration = modes.duration.map((length, mode) => (isFaster(mode) ? Math.min(1, length) : length));
  const next = day ? nextWorkingDays(day) : new Int32Array(0);
  const fixedEnd = activities.fixedEnd.map((end, a) => {
    const start = activities.fixedStart[a]!;
    if (start === NONE || !isFaster(activities.modeFrom[a]!)) return end;
    // A partner that has the lot can answer an earlier day: the same as for one that gets it.
    const morning = start < planningStart ? afterDays(problem, next, planningStart, 0) : afterDays(problem, next, start, 1);
    return morning === NONE ? end : Math.min(end, morning);
  });
  const back = modes.back.map((tick, mode) => (isFaster(mode) ? NONE : tick));
  return changed(problem, { activities: { fixedEnd }, modes: { duration, back } });
}

function castInTime(problem: Problem): Problem {
  const { plant, planningStart } = problem;
  if (!plant) return problem;
  const released = withReleases(problem, (cast, ready) => Math.min(cast, planningStart) + Math.max(0, ready - cast));
  const lots = plant.lots.map((lot): PlantLot => ((lot.casting ?? 0) > planningStart ? { ...lot, casting: planningStart } : lot));
  return changed(released, { plant: { ...plant, lots } });
}

/** Releases of what waits for a casting, made anew from its casting and the present release. */
function withReleases(problem: Problem, of: (cast: number, release: number) => number): Problem {
  const release = problem.activities.release.map((release, a) => {
    const by = problem.plant?.tasks[a]?.released_by;
    if (by !== 'casting' && by !== 'demolding') return release;
    return Math.max(problem.planningStart, of(castingOf(problem, a), release));
  });
  return changed(problem, { activities: { release } });
}

/** Bars that a person holds and that have not begun. */
export const BY_PEOPLE: ReadonlySet<KeptAs | undefined> = new Set(['locked', 'by_hand']);

/** Whether a person holds an activity that has not begun: locked, or made by hand. */
export const isLocked = ({ plant }: Problem, activity: number): boolean => BY_PEOPLE.has(plant?.tasks[activity]?.kept?.as);

function withoutLocks(problem: Problem): Problem {
  const { activities, planningStart } = problem;
  const free = activities.fixedStart.map((start, a) => (start !== NONE && isLocked(problem, a) ? 1 : 0));
  const freed = {
    release: activities.release.map((release, a) => (free[a] ? Math.max(release, planningStart) : release)),
    fixedStart: activities.fixedStart.map((start, a) => (free[a] ? NONE : start)),
    fixedEnd: activities.fixedEnd.map((end, a) => (free[a] ? NONE : end)),
  };
  return changed(problem, { activities: freed, modes: { duration: spansOf(problem, free) } });
}

/** Fixed entries know where they end, not always how long they take: a partner's, and a run without a treatment, take what they took. */
function spansOf({ activities, modes, recipes, day }: Problem, free: Int32Array): Int32Array {
  const duration = modes.duration.slice();
  for (let a = 0; a < activities.count; a += 1) {
    if (!free[a]) continue;
    const mode = activities.modeFrom[a]!;
    const [start, end] = [activities.fixedStart[a]!, activities.fixedEnd[a]!];
    const ticks = day?.ticks ?? 1;
    if (modes.kind[mode] === AWAY) duration[mode] = Math.floor(end / ticks) - Math.floor(start / ticks);
    else if (modes.kind[mode] === FURNACE && modes.setup[mode]! + duration[mode]! === 0)
      duration[mode] = Math.max(1, end - start - recipes.hold[modes.recipe[mode]!]!);
  }
  return duration;
}
