import type { PlantWeights } from '../domain/plant/plan-settings.ts';
import type { FixedBar, Plant } from './plant.ts';

/**
 * Jobs of chains of activities, each with the modes it may be done in, on machines with calendars; the job shops of the literature are cases of it. All numbers
 * are ticks and indexes; `plant` says what they mean.
 */
export interface Problem {
  /** Every start and end lies in [0, horizon]. */
  readonly horizon: number;
  /** Nothing that is not fixed starts before this tick. */
  readonly planningStart: number;
  /** The plant's day, or null where ticks are plain numbers (no rounding of ends, no days). */
  readonly day: DayShape | null;
  readonly objective: Objective;
  readonly jobs: Jobs;
  readonly chains: Chains;
  readonly activities: Activities;
  readonly modes: Modes;
  readonly machines: readonly Machine[];
  readonly recipes: Recipes;
  /** Capacity that fixed entries take; placed before anything else, even where it is infeasible. */
  readonly blocks: readonly Block[];
  /** Runs that stand fixed; solutions start with them in this order. */
  readonly fixedFurnaceRuns: readonly FixedFurnaceRun[];
  /** The plan that stands, per activity; null where there is none. */
  readonly present: PresentPlan | null;
  /** Meaning of the indexes; null for published instances. */
  readonly plant: Plant | null;
}

/** Index that points nowhere. */
export const NONE = -1;
/** Due tick of a job that is never late. */
export const NEVER = 0x3fffffff;

/** Working time on one unit of the machine's calendar, pausing where it is closed. */
export const WORK = 0;
/** Elapsed time in a furnace run of the machine; its end is rounded to the plant's day. */
export const FURNACE = 1;
/** Away (outsourced): handed over in open time, back on the first working morning `duration` calendar days later or after; when the partner said, where it did. */
export const AWAY = 2;

export interface DayShape {
  /** Ticks of a day (48). */
  readonly ticks: number;
  /** First working tick of a day and first after work (16 and 32). */
  readonly workFrom: number;
  readonly workTo: number;
  /** Earliest end after a night (17, that is 08:30). */
  readonly firstEnd: number;
  /** Weekday of day 0, 0 = Sunday. */
  readonly weekday: number;
  /** Day number (since 1970-01-01) of day 0. */
  readonly origin: number;
  /** Per day of the horizon: 1 where the plant works. */
  readonly working: Uint8Array;
}

export interface Objective {
  readonly order: 'weighted' | 'strict';
  readonly weights: PlantWeights;
  /** Days before a due date within which an end has a cost; 0: none. */
  readonly slackDays: number;
}

/** Orders: what is due. `chainFrom` has count + 1 entries. */
interface Jobs {
  readonly count: number;
  readonly chainFrom: Int32Array;
  /** Completion later than this tick is late; NEVER where there is no due date. */
  readonly due: Int32Array;
  /** Factor of what its lateness costs. */
  readonly weight: Float64Array;
  /** End of what is already fixed outside the activities (finished or pre-planned tasks). */
  readonly floor: Int32Array;
}

/** Lots: activities of a chain follow one another. `activityFrom` has count + 1 entries. */
interface Chains {
  readonly count: number;
  readonly job: Int32Array;
  readonly activityFrom: Int32Array;
  /** Tick since which the lot is in work, NONE where it begins with its first activity. */
  readonly begun: Int32Array;
}

export interface Activities {
  readonly count: number;
  readonly chain: Int32Array;
  readonly release: Int32Array;
  /** Activities [predFrom, predTo) end, with their lags, before this one starts. */
  readonly predFrom: Int32Array;
  readonly predTo: Int32Array;
  /** First activity of the same step: the parts of a lot too large for one run, all on one machine. */
  readonly lead: Int32Array;
  /** Modes [modeFrom[a], modeFrom[a + 1]). A fixed activity has one. */
  readonly modeFrom: Int32Array;
  /** Exact span of a fixed activity, NONE where it is free. */
  readonly fixedStart: Int32Array;
  readonly fixedEnd: Int32Array;
  /** Fixed furnace run it is a member of, NONE. */
  readonly fixedFurnaceRun: Int32Array;
  /** Its share of a furnace's capacity: two dimensions (weight, volume). */
  readonly weight: Float64Array;
  readonly volume: Float64Array;
}

/** Ways to do an activity. */
export interface Modes {
  readonly count: number;
  readonly activity: Int32Array;
  readonly machine: Int32Array;
  readonly kind: Uint8Array;
  /** WORK: working ticks; FURNACE: elapsed ticks after the set-up; AWAY: calendar days. */
  readonly duration: Int32Array;
  /** FURNACE: elapsed ticks of the member's own set-up; a furnace run takes the largest of its members. */
  readonly setup: Int32Array;
  /** FURNACE: only one recipe in a furnace run. NONE elsewhere. */
  readonly recipe: Int32Array;
  /** Elapsed ticks from the end until the successor may start. */
  readonly lag: Int32Array;
  /** Calendar days from the end's date until the successor may start; 0 = no wait. */
  readonly waitDays: Int32Array;
  /** AWAY: back at this tick, as the partner answered, when handed over before `backBy`; NONE where it did not answer. */
  readonly back: Int32Array;
  readonly backBy: Int32Array;
  /** FURNACE: weekdays on which it may start, bit 0 = Sunday; 127 = any. */
  readonly weekdays: Uint8Array;
}

export interface Machine {
  readonly kind: 'unit' | 'furnace';
  /** No capacity: no facility, partners. */
  readonly unlimited: boolean;
  /** Triples (from, to, units), ascending, apart or touching: when units work (unit) or may hold a run (furnace run). */
  readonly open: Int32Array;
  /** Furnace: pairs (from, to) of ticks in which a run may start; null: wherever it is open. */
  readonly starts: Int32Array | null;
  readonly maxWeight: number;
  readonly maxVolume: number;
}

interface Recipes {
  readonly count: number;
  /** Elapsed ticks a furnace run is held after its members' durations (cooling in the furnace). */
  readonly hold: Int32Array;
  /** Temperature / 1000, what an hour of the run costs in the plant's objective. */
  readonly heat: Float64Array;
  /** Only recipes of one family share a furnace run; a family is numbered by one of its recipes. All have the same hold. */
  readonly family: Int32Array;
  /** Durations in one furnace run differ by no more than this; 0: equal. */
  readonly tolerance: Int32Array;
}

export interface Block {
  readonly machine: number;
  readonly from: number;
  readonly to: number;
  /** Whose it is, NONE for an entry outside every chain. */
  readonly activity: number;
  /** That entry, as messages name it. */
  readonly bar?: FixedBar;
}

export interface FixedFurnaceRun {
  readonly machine: number;
  readonly recipe: number;
  readonly start: number;
  readonly end: number;
  /** Free activities of its recipe may join while capacity lasts. */
  readonly joinable: boolean;
  /** Load of members that are no activities of the problem. */
  readonly weight: number;
  readonly volume: number;
}

/** Places of the activities in the standing plan; start NONE where there is none. */
export interface PresentPlan {
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly machine: Int32Array;
  /** Run of the standing plan, so that members stay together; NONE. */
  readonly furnaceRun: Int32Array;
  /** Moves of what starts before this tick cost more. */
  readonly nearUntil: number;
}

/** Activities [from, to) of a job. */
export const stepsOf = ({ jobs, chains }: Problem, job: number): [from: number, to: number] => [
  chains.activityFrom[jobs.chainFrom[job]!]!,
  chains.activityFrom[jobs.chainFrom[job + 1]!]!,
];
