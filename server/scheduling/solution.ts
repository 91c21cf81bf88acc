import type { Moving } from '../domain/plant/run-options.ts';

/** A plan: where every activity stands. Start NONE: not placed inside the horizon (W208). */
export interface Solution {
  /** Ticks. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Index into the problem's modes. */
  readonly mode: Int32Array;
  /** Index into `furnaceRuns`, NONE where the mode is no furnace run. */
  readonly furnaceRun: Int32Array;
  /** The problem's fixed furnace runs first, in their order; then by machine and start. */
  readonly furnaceRuns: readonly FurnaceRun[];
}

export interface FurnaceRun {
  readonly machine: number;
  readonly recipe: number;
  readonly start: number;
  readonly end: number;
  readonly members: readonly number[];
}

/** The five parts of the plant's objective, already weighted, and their sum; for other objectives `total` alone counts. */
export interface Score {
  readonly total: number;
  readonly tardiness: number;
  readonly furnace: number;
  readonly work_in_progress: number;
  readonly stability: number;
  readonly slack: number;
  readonly late_orders: number;
  readonly late_days: number;
  /** The same, each order's days times its weight: by which plans are called more or less late. */
  readonly weighted_late_days: number;
  readonly unplaced: number;
}

/** A hard rule that a solution breaks; an empty list from `check` is a feasible plan. */
export interface Violation {
  readonly rule: string;
  /** Activities it speaks of. */
  readonly activities: readonly number[];
  readonly detail: string;
}

/** A message of reading or explaining; sentences are made elsewhere. `params` holds plain values only. */
export interface PlanMessage {
  readonly level: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly params: Readonly<Record<string, string | number | null | readonly (string | number)[]>>;
  readonly order_id: number | null;
  readonly task_id: number | null;
  readonly facility_id: number | null;
  readonly order_task_ids: readonly number[];
  /** Every order it speaks of, in the order of the sentence. */
  readonly order_ids: readonly number[];
}

export interface Budget {
  /** Evaluated moves; Infinity where only time counts. */
  readonly rounds?: number;
  /** Seconds as `elapsed` counts them. */
  readonly seconds?: number;
}

/** Memory that the threads of one run share: each leaves its plans there for the others. Plain data, to be handed to a thread. */
export interface Team {
  readonly shared: SharedArrayBuffer;
  readonly members: number;
  readonly activities: number;
}

export interface SolveOptions {
  readonly budget: Budget;
  readonly seed: number;
  /** `standard` where it is not said. */
  readonly moving?: Moving;
  /** Jobs that are placed before all others; beside a standing plan no plan of the result has one of them later than that. */
  readonly first?: readonly number[];
  /** Seconds since any fixed moment; CPU or wall time, the caller decides. Without it only rounds end the search. */
  readonly elapsed?: () => number;
  /** Asked at least every 100 ms. */
  readonly cancelled?: () => boolean;
  /** At most five times a second: share of the budget in 0..1 and the score of the best plan so far. */
  readonly onProgress?: (share: number, score: Score) => void;
  /** Every first and better plan, at most once a second: what to keep if the run is cut off. */
  readonly onPlan?: (solution: Solution, score: Score) => void;
  /** Other threads that `assist` (createTeam); absent: this thread plans alone. Rounds are each thread's. */
  readonly team?: Team;
}

/** `proved`: equal to its bound · `feasible`: the budget ended · `cancelled` · `empty`: nothing to plan. */
type Status = 'proved' | 'feasible' | 'cancelled' | 'empty';

export interface MoveCount {
  tried: number;
  accepted: number;
  better: number;
}

export interface Statistics {
  /** Of the thread that leads, as are the moves. */
  rounds: number;
  seconds: number;
  /** How many took part. */
  threads: number;
  /** Tried, accepted and improving moves per neighbourhood. */
  moves: Record<string, MoveCount>;
  /** First plans: rule and total. */
  first: { rule: string; total: number }[];
}

/** A complete plan that a run beside a standing plan offers, and how it differs from that. */
export interface Alternative {
  readonly solution: Solution;
  readonly score: Score;
  readonly moves: Moves;
}

/** Steps that moved (`movedSteps`), the orders they are of, and those of them that end on a later day. */
export interface Moves {
  readonly entries: number;
  readonly orders: number;
  readonly later_orders: number;
}

/** What the causes of moves are found by: the standing plan repaired, alone and around the jobs that are placed `first`. */
export interface Repairs {
  readonly repaired: Solution;
  readonly kept: Solution;
  readonly first: readonly number[];
}

export interface SolveResult {
  readonly solution: Solution;
  readonly status: Status;
  readonly score: Score;
  readonly bound: number;
  readonly statistics: Statistics;
  /** Plans of which none is better in every respect, by what they move; `solution` is one of them. Empty where no plan stands. */
  readonly alternatives: readonly Alternative[];
  /** Whether the seconds were over before the search had looked at a plan of this size. */
  readonly starved: boolean;
  /** The standing plan as it is where all stays that fits; null where no plan stands. */
  readonly repairs: Repairs | null;
}
