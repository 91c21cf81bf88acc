import type { Moving } from '../domain/plant/run-options.ts';

/** A plan: start, end and mode of every activity, by its index. A start of NONE means that the activity has no place inside the horizon (W208). */
export interface Solution {
  /** Start and end in ticks. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The index of the mode among the modes of the problem. */
  readonly mode: Int32Array;
  /** The index into `furnaceRuns`; NONE where the mode is no furnace run. */
  readonly furnaceRun: Int32Array;
  /** The fixed furnace runs of the problem in its order, then the others by machine and start. */
  readonly furnaceRuns: readonly FurnaceRun[];
}

export interface FurnaceRun {
  readonly machine: number;
  readonly recipe: number;
  readonly start: number;
  readonly end: number;
  readonly members: readonly number[];
}

/**
 * The parts of what a plan costs, in the order in which `strict` compares them, and how much each weighs in one number of that order. Whatever counts a plan gives
 * a number for each: the score, the bound (`bounds/`) and the search (`ledger.ts`).
 */
export const STRICT_SCALES = { tardiness: 1e6, furnace: 1e3, work_in_progress: 1, stability: 1e-3, slack: 1e-4 };

export type ScorePart = keyof typeof STRICT_SCALES;
export const SCORE_PARTS = Object.keys(STRICT_SCALES) as readonly ScorePart[];

/** What each part costs, in raw units of docs/planning-rules.md. */
export type ScoreParts = Readonly<Record<ScorePart, number>>;

/** Sums the parts. */
export const sumOf = (parts: ScoreParts): number => SCORE_PARTS.reduce((sum, part) => sum + parts[part], 0);

/** The objective of a plan. `total` is the sum of its parts and of what has no place. For an objective other than that of the plant only `total` counts. */
export interface Score extends ScoreParts {
  readonly total: number;
  readonly late_orders: number;
  readonly late_days: number;
  /** The late days of each order times its weight, summed. Plans are called more or less late by this number. */
  readonly weighted_late_days: number;
  readonly unplaced: number;
}

/** A hard rule that a solution breaks. A plan is feasible where `check` gives none. */
export interface Violation {
  readonly rule: string;
  /** The activities that break the rule. */
  readonly activities: readonly number[];
  readonly detail: string;
}

/** A message from reading the data or explaining a plan, without its sentence. `params` holds the plain values that the sentence needs. */
export interface PlanMessage {
  readonly level: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly params: Readonly<Record<string, string | number | null | readonly (string | number)[]>>;
  readonly order_id: number | null;
  readonly task_id: number | null;
  readonly facility_id: number | null;
  readonly order_task_ids: readonly number[];
  /** The ids of all orders in the message, as the sentence lists them. */
  readonly order_ids: readonly number[];
}

export interface Budget {
  /** The number of moves to evaluate; Infinity where only time counts. */
  readonly rounds?: number;
  /** The seconds that the search may take, as `elapsed` counts them. */
  readonly seconds?: number;
}

/** The memory that the threads of one run share, where each leaves its plans for the others. It is plain data and can be handed to a thread. */
export interface Team {
  readonly shared: SharedArrayBuffer;
  readonly members: number;
  readonly activities: number;
}

export interface SolveOptions {
  readonly budget: Budget;
  readonly seed: number;
  /** How much the search may move; absent: `standard`. */
  readonly moving?: Moving;
  /** The jobs that are placed before all others. Where a plan stands, no plan of the result has one of these jobs later than the standing plan. */
  readonly first?: readonly number[];
  /** Gives the seconds since any fixed moment, in CPU or wall time. Without it only rounds end the search. */
  readonly elapsed?: () => number;
  /** Says whether the search shall stop. It is asked at least every 100 ms. */
  readonly cancelled?: () => boolean;
  /** Is called at most five times a second with the share of the budget that is used, in 0..1, and the score of the best plan so far. */
  readonly onProgress?: (share: number, score: Score) => void;
  /** Is called with the first plan and with better ones, at most once a second, so that a plan is kept if the run is cut off. */
  readonly onPlan?: (solution: Solution, score: Score) => void;
  /** The other threads of the run, which `assist` (see createTeam); absent: this thread plans alone. Each thread has the rounds of the budget to itself. */
  readonly team?: Team;
}

/** How a search ended: `proved`: the plan is equal to its bound · `feasible`: the budget ended · `cancelled` · `empty`: there was nothing to plan. */
type Status = 'proved' | 'feasible' | 'cancelled' | 'empty';

export interface MoveCount {
  tried: number;
  accepted: number;
  better: number;
}

export interface Statistics {
  /** The rounds of the leading thread, which also has counted the moves. */
  rounds: number;
  seconds: number;
  /** The number of threads that took part. */
  threads: number;
  /** The moves tried, accepted and improving, by neighbourhood. */
  moves: Record<string, MoveCount>;
  /** The first plans, each with its rule and its total score. */
  first: { rule: string; total: number }[];
}

/** A complete plan that a run offers, and how it differs from the standing plan. */
export interface Alternative {
  readonly solution: Solution;
  readonly score: Score;
  readonly moves: Moves;
}

/** The number of steps that moved (`movedSteps`), of orders with such a step, and of such orders that end on a later day. */
export interface Moves {
  readonly entries: number;
  readonly orders: number;
  readonly later_orders: number;
}

/**
 * The plans by which the causes of moves are found. `repaired` is the standing plan after repair alone; `kept` is the same around the jobs that are
 * placed `first`.
 */
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
  /** Plans of which none is better than another in every respect, ordered by how much they move. `solution` is one of them. Empty where no plan stands. */
  readonly alternatives: readonly Alternative[];
  /** Whether the seconds ended before the search had looked through a plan of this size. */
  readonly starved: boolean;
  /** The standing plan with only those steps moved that no longer fit; null where no plan stands. */
  readonly repairs: Repairs | null;
}
