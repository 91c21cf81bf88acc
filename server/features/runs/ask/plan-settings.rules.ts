import { z } from 'zod';
import { MOST_KEPT_PLANS, type PlantOnly } from '../../../domain/ground/constants.ts';
import { MOST_THREADS, type PlanSettings, type PlantWeights } from '../../../domain/plant/plan-settings.ts';
import { isWithin, LASTING_MOVINGS, type Limits, RUN_NUMBERS } from '../../../domain/plant/run-options.ts';
import { PLAN_SETTING_TEXTS as TEXTS } from '../../../domain/texts/plan/runs.ts';

type Rules<Values> = { [Name in keyof Values]-?: z.ZodType<Values[Name]> };

const within = (limits: Limits) => z.number(TEXTS.number(limits)).refine((value) => isWithin(value, limits), TEXTS.number(limits));
const number = (from: number, to: number) => within({ from, to, whole: false });
const whole = (from: number, to: number) => within({ from, to, whole: true });
const weight = number(0, 1_000_000);
const factor = number(0, 1000);

const WEIGHTS: Rules<PlantWeights> = {
  tardiness_day: weight,
  tardiness_square_divisor: number(0.1, 1_000_000),
  late_order: weight,
  rush_factor: factor,
  deferred_factor: factor,
  furnace_run: weight,
  furnace_hour: weight,
  furnace_setup: weight,
  work_in_progress_day: weight,
  slack: weight,
  moved_bar: weight,
  moved_half_day: weight,
  moved_half_days_counted: whole(0, 1000),
  moved_facility: weight,
  near_factor: factor,
};

const OBJECTIVES: readonly PlanSettings['objective'][] = ['weighted', 'strict'];

const OTHERS: Rules<Omit<PlanSettings, 'weights'>> = {
  objective: z.enum(OBJECTIVES, TEXTS.choice(OBJECTIVES)),
  moving: z.enum(LASTING_MOVINGS, TEXTS.choice(LASTING_MOVINGS)),
  casting_half_day: whole(0, 2),
  outsourcing_lead_days: whole(0, 3650),
  batch_retention_tolerance_hours: within(RUN_NUMBERS.batch_retention_tolerance_hours),
  furnace_heatup_hours: number(0, 1000),
  default_work_hours: number(0.5, 1000),
  default_heat_hours: number(0.5, 1000),
  volume_match_tolerance: number(0, 1),
  metre_limit: number(1, 1000),
  frozen_days: within(RUN_NUMBERS.frozen_days),
  near_working_days: whole(0, 365),
  slack_days: within(RUN_NUMBERS.slack_days),
  horizon_years: number(1, 10),
  threads: whole(0, MOST_THREADS),
};

/** Of the plant, not of a run. */
const OF_PLANT: Rules<PlantOnly> = {
  kept_plans: whole(0, MOST_KEPT_PLANS),
  promise_margin_days: whole(0, 60),
  promise_moved_orders: whole(0, 10_000),
};

const PLANT_SETTINGS = z
  .strictObject({ ...OTHERS, ...OF_PLANT, weights: z.strictObject(WEIGHTS, TEXTS.group).partial() }, TEXTS.group)
  .partial();

/** What is wrong with settings as they are stored: a sentence for each name that is unknown or has a value it cannot have. */
export function settingErrors(stored: unknown): string[] {
  const { error } = PLANT_SETTINGS.safeParse(stored);
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => TEXTS.unknown([...issue.path, key].join('.')))
      : [TEXTS.named(issue.path.join('.'), issue.message)],
  );
}
