/** What one run may be given for itself, with the limits of openapi.yaml (`RunRequest`): for the dialog, the command line and the plant's settings. */
export const RUN_NUMBERS = {
  time_limit_seconds: { from: 1, to: 600, whole: true },
  frozen_days: { from: 0, to: 365, whole: true },
  batch_retention_tolerance_hours: { from: 0, to: 1000, whole: false },
  slack_days: { from: 0, to: 365, whole: true },
} as const;
/** As many 固定日数 keep all that fits where it stands: only what does not, and what follows it, moves. */
export const KEEP_ALL_DAYS = RUN_NUMBERS.frozen_days.to;
export type RunNumber = keyof typeof RUN_NUMBERS;

/** A number's limits, both of them allowed. */
export interface Limits {
  readonly from: number;
  readonly to: number;
  readonly whole: boolean;
}

/** Whether a value keeps its limits. */
export const isWithin = (value: number, { from, to, whole }: Limits): boolean =>
  value >= from && value <= to && (!whole || Number.isInteger(value));
