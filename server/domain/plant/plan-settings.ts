import { DEFAULT_HOUR_SETTINGS, type HourSettings } from './hours.ts';
import { DEFAULT_PIECE_SETTINGS, type PieceSettings } from './piece.ts';
import type { Moving } from './run-options.ts';

/** Weights of the parts of the objective, in raw units of docs/planning-rules.md. */
export interface PlantWeights {
  /** Per calendar day late, and per squared day / `tardiness_square_divisor`. */
  tardiness_day: number;
  tardiness_square_divisor: number;
  /** For each late order, whatever the days. */
  late_order: number;
  /** Factors on all of the lateness of a rush order and of a deferred one. */
  rush_factor: number;
  deferred_factor: number;
  /** Per furnace run. */
  furnace_run: number;
  /** Per hour of a run × temperature / 1000. */
  furnace_hour: number;
  /** Per furnace run with a set-up; working-time tasks have none. */
  furnace_setup: number;
  /** Per lot and day from its first start to its last end. */
  work_in_progress_day: number;
  /** Per order that ends on its due date; falls with the square of the days left, to nothing at `slack_days`. */
  slack: number;
  /** Per entry that stands elsewhere than in the present plan, by however little. */
  moved_bar: number;
  /** Per half-day an entry moved against the present plan, at most `moved_half_days_counted` of them. */
  moved_half_day: number;
  moved_half_days_counted: number;
  /** Per entry whose facility changed. */
  moved_facility: number;
  /** Factor on all three inside the next `near_working_days` working days. */
  near_factor: number;
}

/** Every reading of docs/planning-rules.md that a plant may want otherwise. The values are kept with each run. */
export interface PlanSettings extends PieceSettings, HourSettings {
  /** `weighted`: one sum; `strict`: tardiness, furnace, work in progress, stability, slack compared in that order. */
  objective: 'weighted' | 'strict';
  weights: PlantWeights;
  /** Half-day blocks after midnight of the casting date at which the casting lies: 0 = 00:00, 1 = 12:00, 2 = 24:00. */
  casting_half_day: number;
  /** Lead time of an outsourced or purchased task without solution_frame_days, calendar days. */
  outsourcing_lead_days: number;
  /** Retention times of one run may differ by this many hours (0: equal); never for tempering. */
  batch_retention_tolerance_hours: number;
  /** How much of a standing plan may move, and which of a run's plans is published. */
  moving: Moving;
  /** Nothing that starts inside the next n working days moves (0: everything may). */
  frozen_days: number;
  /** Working days from the planning start in which moving costs `near_factor` times as much. */
  near_working_days: number;
  /** Days before the due date within which an end costs `weights.slack` (0: never). */
  slack_days: number;
  /** The horizon ends this many years after the later of now and the last due date. */
  horizon_years: number;
  /** Threads of a run; 0: as many as the machine has cores, less one. */
  threads: number;
}

/** The most that `threads` may say: each thread holds the problem and a plan of its own in memory. */
export const MOST_THREADS = 16;

/** The readings of a plant that wants none of them otherwise. */
export const DEFAULT_PLAN_SETTINGS: PlanSettings = {
  objective: 'weighted',
  weights: {
    tardiness_day: 1,
    tardiness_square_divisor: 20,
    late_order: 3,
    rush_factor: 20,
    deferred_factor: 0.3,
    furnace_run: 0.05,
    furnace_hour: 0.02,
    furnace_setup: 0.01,
    work_in_progress_day: 0.002,
    slack: 0.05,
    moved_bar: 0.05,
    moved_half_day: 0.01,
    moved_half_days_counted: 10,
    moved_facility: 0.05,
    near_factor: 4,
  },
  casting_half_day: 1,
  outsourcing_lead_days: 7,
  batch_retention_tolerance_hours: 0,
  ...DEFAULT_HOUR_SETTINGS,
  ...DEFAULT_PIECE_SETTINGS,
  moving: 'standard',
  frozen_days: 0,
  near_working_days: 5,
  slack_days: 5,
  horizon_years: 2,
  threads: 0,
};

/** Settings of which only a part is said. */
export type PlantSettings = Partial<Omit<PlanSettings, 'weights'>> & { weights?: Partial<PlantWeights> };

/** Completes settings of which only a part is given: the plant's own, or those kept with a run by an older version. */
export const completeSettings = (said: PlantSettings): PlanSettings => ({
  ...DEFAULT_PLAN_SETTINGS,
  ...said,
  weights: { ...DEFAULT_PLAN_SETTINGS.weights, ...said.weights },
});

/** What a reading of the plant can be. */
export type SettingValue = string | number | boolean;

const WEIGHTS = 'weights.';

/** Settings of which one, by its name, has another value: a weight is `weights.late_order`. */
export const withSetting = (settings: PlanSettings, { name, value }: { name: string; value: SettingValue }): PlanSettings =>
  name.startsWith(WEIGHTS)
    ? { ...settings, weights: { ...settings.weights, [name.slice(WEIGHTS.length)]: value } }
    : { ...settings, [name]: value };
