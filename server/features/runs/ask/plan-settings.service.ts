import type { Knex } from 'knex';
import type { Body } from '../../../contract/handlers.ts';
import { recordAudit } from '../../../db/audit.ts';
import { getSetting, setSetting } from '../../../db/settings.ts';
import type { Db } from '../../../db/types.ts';
import { PLANT_ONLY, type PlantOnly } from '../../../domain/ground/constants.ts';
import { DomainError, refused } from '../../../domain/ground/errors.ts';
import { completeSettings, DEFAULT_PLAN_SETTINGS, type PlanSettings, type PlantSettings } from '../../../domain/plant/plan-settings.ts';
import { DEFAULT_TIME_LIMIT_SECONDS, SEED } from '../../../domain/plant/run-options.ts';
import { PLAN_SETTING_TEXTS as TEXTS } from '../../../domain/texts/plan/runs.ts';
import { settingErrors } from './plan-settings.rules.ts';

/** What the body of a run may say; everything else is the plant's settings. */
export type RunBody = NonNullable<Body<'runSchedule'>>;

/** What is kept with each run: everything that, with the data and the moment, decides the plan. */
export interface RunOptions {
  time_limit_seconds: number;
  seed: number;
  settings: PlanSettings;
  /** Ids of the orders that it places before all others. Absent: by a version that could not. */
  first_orders?: readonly number[];
}

/** Key of the plant's own readings in the table of settings: any part of PlanSettings. */
export const PLAN_SETTINGS_KEY = 'plan_settings';

/** What is kept of the plant's own readings: those of a run, and those that no run asks. */
interface StoredSettings extends PlantSettings, Partial<PlantOnly> {}

/** Throws refused, with a sentence for each error. */
function checked(stored: unknown): StoredSettings {
  const errors = settingErrors(stored);
  if (errors.length > 0) throw refused(TEXTS.wrong(errors));
  return stored as StoredSettings;
}

const storedSettings = async (db: Db): Promise<unknown> => (await getSetting(db, PLAN_SETTINGS_KEY)) ?? {};

/** The plant's settings in force. Throws refused on a wrong one. */
export async function plantSettings(db: Db): Promise<PlanSettings> {
  const settings = Object.entries(checked(await storedSettings(db))).filter(([name]) => !(name in PLANT_ONLY));
  return completeSettings(Object.fromEntries(settings));
}

/** What the plant says of that which no run asks; where a setting is wrong all of them are as usual. */
export async function plantOnly(db: Db): Promise<PlantOnly> {
  const stored = await storedSettings(db);
  const said = settingErrors(stored).length > 0 ? {} : (stored as StoredSettings);
  const own = Object.entries(said).filter(([name, value]) => name in PLANT_ONLY && value !== undefined);
  return { ...PLANT_ONLY, ...Object.fromEntries(own) };
}

/** The plant's settings; a wrong one stops runs, not saves. */
export const settingsInForce = (db: Db): Promise<PlanSettings> =>
  plantSettings(db).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === 'refused') return DEFAULT_PLAN_SETTINGS;
    throw error;
  });

/** The options of a run: the engine's defaults, under the plant's own settings, under the body of the call. Throws refused on a wrong setting. */
export async function runOptions(db: Db, body: RunBody): Promise<Required<RunOptions>> {
  const plant = await plantSettings(db);
  return {
    time_limit_seconds: body.time_limit_seconds ?? DEFAULT_TIME_LIMIT_SECONDS,
    seed: SEED,
    first_orders: body.first_orders ?? [],
    settings: {
      ...plant,
      objective: body.objective ?? plant.objective,
      frozen_days: body.frozen_days ?? plant.frozen_days,
      batch_retention_tolerance_hours: body.batch_retention_tolerance_hours ?? plant.batch_retention_tolerance_hours,
      slack_days: body.slack_days ?? plant.slack_days,
      moving: body.moving ?? plant.moving,
    },
  };
}

/** The settings of a run whose body names none. Throws refused on a wrong setting. */
export async function runSettings(db: Db): Promise<Required<Omit<RunBody, 'first_orders'>>> {
  const { time_limit_seconds, settings } = await runOptions(db, {});
  const { objective, frozen_days, batch_retention_tolerance_hours, slack_days, moving } = settings;
  return { time_limit_seconds, objective, frozen_days, batch_retention_tolerance_hours, slack_days, moving };
}

/** Settings by one name each: a weight is `weights.late_order`. */
type Flat = Record<string, unknown>;
const WEIGHTS = 'weights.';

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

function flat(settings: unknown): Flat {
  const { weights, ...others }: { weights?: unknown } = isGroup(settings) ? settings : {};
  if (!isGroup(weights)) return weights === undefined ? others : { ...others, weights };
  return { ...others, ...Object.fromEntries(Object.entries(weights).map(([name, value]) => [WEIGHTS + name, value])) };
}

function nested(settings: Flat): object {
  const entries = Object.entries(settings);
  const weights = entries.filter(([name]) => name.startsWith(WEIGHTS)).map(([name, value]) => [name.slice(WEIGHTS.length), value]);
  const others = Object.fromEntries(entries.filter(([name]) => !name.startsWith(WEIGHTS)));
  // Weights that are no group are told, not overwritten.
  return weights.length === 0 || 'weights' in others ? others : { ...others, weights: Object.fromEntries(weights) };
}

/** A setting as it is in force, and what it is by default. */
export interface ShownSetting {
  name: string;
  value: unknown;
  standard: unknown;
}

/** Every plan setting in force. Throws refused on a wrong one. */
export async function planSettings(db: Db): Promise<ShownSetting[]> {
  const inForce = flat({ ...(await plantSettings(db)), ...(await plantOnly(db)) });
  const standards = flat({ ...DEFAULT_PLAN_SETTINGS, ...PLANT_ONLY });
  return Object.entries(inForce).map(([name, value]) => ({ name, value, standard: standards[name] }));
}

/** Changes settings of the plant by name; undefined takes a name back to its default. Throws refused where one would be wrong. */
export async function changePlanSettings(db: Knex, changes: Flat, actor: string): Promise<void> {
  await db.transaction(async (trx) => {
    const old = flat(await storedSettings(trx));
    const next = Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== undefined));
    await setSetting(trx, PLAN_SETTINGS_KEY, checked(nested(next)));
    await recordAudit(trx, { actor, operation: 'settings set', kind: 'settings', key: PLAN_SETTINGS_KEY, old, new: next });
  });
}

/** Why a setting cannot have this value, or a run does not ask it; undefined: it can. */
export function settingProblem(name: string, value: unknown): string | undefined {
  if (name in PLANT_ONLY) return TEXTS.unknown(name);
  return settingErrors(nested({ [name]: value }))[0];
}

/** What is kept of the plant's settings once one of them has another value. */
export const withStored = (stored: unknown, name: string, value: unknown): object => nested({ ...flat(stored ?? {}), [name]: value });
