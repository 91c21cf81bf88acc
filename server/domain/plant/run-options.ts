/** What one run may be given for itself, with the limits of openapi.yaml (`RunRequest`): for the dialog, the command line and the plant's settings. */
export const RUN_NUMBERS = {
  time_limit_seconds: { from: 1, to: 600, whole: true },
  frozen_days: { from: 0, to: 365, whole: true },
  batch_retention_tolerance_hours: { from: 0, to: 1000, whole: false },
  slack_days: { from: 0, to: 365, whole: true },
} as const;
export type RunNumber = keyof typeof RUN_NUMBERS;

/** What a run takes where nothing else is said. */
export const DEFAULT_TIME_LIMIT_SECONDS = 20;
/** Every search begins with it, so that the same asked twice is answered alike. */
export const SEED = 1;

/** A number's limits, both of them allowed. */
export interface Limits {
  readonly from: number;
  readonly to: number;
  readonly whole: boolean;
}

/** Numbers and counts that begin at 1. */
export const FROM_ONE: Limits = { from: 1, to: Number.POSITIVE_INFINITY, whole: true };

/** Whether a value keeps its limits. */
export const isWithin = (value: number, { from, to, whole }: Limits): boolean =>
  value >= from && value <= to && (!whole || Number.isInteger(value));

/**
 * How much of a standing plan may move, and which plan of a run is published: `misfits` what no longer fits, all else at a high price · `least` the plan that
 * moves least · `standard` the best by the objective · `punctual` the one with the least lateness · `anew` the same, found as if no plan stood.
 */
export const MOVINGS = ['misfits', 'least', 'standard', 'punctual', 'anew'] as const;
export type Moving = (typeof MOVINGS)[number];
/** What a plant may want of every run: that one begins anew is asked each time. */
export const LASTING_MOVINGS: readonly Moving[] = MOVINGS.filter((moving) => moving !== 'anew');
