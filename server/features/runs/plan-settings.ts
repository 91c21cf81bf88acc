import { getSetting } from '../../db/settings.ts';
import type { Db } from '../../db/types.ts';
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from '../../scheduling/index.ts';

/** What the body of a run may say; everything else is the plant's settings. */
export interface RunBody {
  time_limit_seconds?: number;
  objective?: 'weighted' | 'strict';
  frozen_days?: number;
  batch_retention_tolerance_hours?: number;
}

/** What is kept with each run: everything that, with the data and the moment, decides the plan. */
export interface RunOptions {
  time_limit_seconds: number;
  seed: number;
  settings: PlanSettings;
}

export const DEFAULT_TIME_LIMIT_SECONDS = 20;
/** Key of the plant's own readings in the table of settings: any part of PlanSettings. */
export const PLAN_SETTINGS_KEY = 'plan_settings';

/** The options of a run: the engine's defaults, under the plant's own settings, under the body of the call. */
export async function runOptions(db: Db, body: RunBody): Promise<RunOptions> {
  const plant = (await getSetting<Partial<PlanSettings>>(db, PLAN_SETTINGS_KEY)) ?? {};
  const base = { ...DEFAULT_PLAN_SETTINGS, ...plant, weights: { ...DEFAULT_PLAN_SETTINGS.weights, ...plant.weights } };
  return {
    time_limit_seconds: body.time_limit_seconds ?? DEFAULT_TIME_LIMIT_SECONDS,
    seed: 1,
    settings: {
      ...base,
      objective: body.objective ?? base.objective,
      frozen_days: body.frozen_days ?? base.frozen_days,
      batch_retention_tolerance_hours: body.batch_retention_tolerance_hours ?? base.batch_retention_tolerance_hours,
    },
  };
}
