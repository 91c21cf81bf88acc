import { FURNACE_COOLING, WEEKDAYS } from '../../domain/constants.ts';
import { treatmentOn } from '../../domain/eligibility.ts';
import { isHeatCode, isTempering } from '../../domain/task-purpose.ts';
import { ANY_WEEKDAY, type PlantRecipe } from '../problem.ts';
import type { ProblemBuilder } from './builder.ts';
import { type Facts, productTask } from './facts.ts';
import { ticksOfHours } from './horizon.ts';
import type { HeatTreatmentRow, OrderTaskRow } from './input.ts';

/** A treatment of one lot on one facility, in ticks. */
export interface Treatment {
  readonly recipe: number;
  readonly setup: number;
  readonly duration: number;
  readonly hold: number;
  readonly lag: number;
  readonly weekdays: number;
}

/** The recipes of the problem: equal values are one recipe. */
export interface Recipes {
  readonly described: PlantRecipe[];
  /** Recipe of these values; those of one family (equal but for a retention within the tolerance) may share a run. */
  recipeOf(values: PlantRecipe, tempering: boolean): number;
  /** A recipe that nothing shares (a heat task without a treatment, or without a furnace). */
  ownRecipe(values?: PlantRecipe): number;
}

const NO_VALUES: PlantRecipe = { temperature: 0, retention_time: 0, cooling_method: '', cooling_time: 0 };

/** Ticks a furnace is held for cooling. */
const holdOf = ({ cooling_method, cooling_time }: PlantRecipe): number =>
  cooling_method === FURNACE_COOLING ? ticksOfHours(cooling_time) : 0;

export function createRecipes(builder: ProblemBuilder, toleranceHours: number): Recipes {
  const described: PlantRecipe[] = [];
  const known = new Map<string, number>();
  const families = new Map<string, number>();
  const tolerance = ticksOfHours(toleranceHours);
  return {
    described,
    recipeOf(values, tempering) {
      const common = `${values.temperature}/${values.cooling_method}/${values.cooling_time}`;
      const merging = tolerance > 0 && !tempering;
      const key = `${common}/${values.retention_time}/${merging}`;
      const index = known.get(key);
      if (index !== undefined) return index;
      const family = merging ? families.get(common) : undefined;
      const made = builder.addRecipe({ hold: holdOf(values), heat: values.temperature / 1000, family, tolerance: merging ? tolerance : 0 });
      if (merging && family === undefined) families.set(common, made);
      known.set(key, made);
      described.push(values);
      return made;
    },
    ownRecipe(values = NO_VALUES) {
      described.push(values);
      return builder.addRecipe({ hold: holdOf(values) });
    },
  };
}

/** Whether the task is a heat treatment: by its code, or because the product has a treatment row for it. */
export function isHeatTask(facts: Facts, product: number, task: number): boolean {
  return facts.heatRows.has(productTask(product, task)) || isHeatCode(facts.tasks.get(task)?.task_code ?? '');
}

/** The treatment row of (product, task, facility), else the row without a facility. */
export function treatmentRow(facts: Facts, product: number, task: number, facility: number | null): HeatTreatmentRow | null {
  return treatmentOn(facts.heatRows.get(productTask(product, task)) ?? [], facility);
}

/** The same for a treatment in no furnace: of what is said of furnaces alone the first. */
export function treatmentNowhere(facts: Facts, product: number, task: number): HeatTreatmentRow | null {
  return treatmentRow(facts, product, task, null) ?? facts.heatRows.get(productTask(product, task))?.[0] ?? null;
}

/** Ticks of cooling outside the furnace, behind the treatment. */
export const lagOf = ({ cooling_method, cooling_time }: HeatTreatmentRow): number =>
  cooling_method === FURNACE_COOLING ? 0 : ticksOfHours(cooling_time);

/**
 * How a row is treated by its treatment: set-up elapsed, work_hours standing in for an empty retention, a half-day block where all is 0; cooling held with
 * 炉冷, else a lag. `alone`: in no furnace, so that nothing shares it.
 */
export function readTreatment(facts: Facts, recipes: Recipes, row: OrderTaskRow, heat: HeatTreatmentRow, alone = false): Treatment {
  const { settings } = facts;
  const setupHours = row.setup_hours > 0 ? row.setup_hours : settings.furnace_heatup_hours;
  let retention = heat.retention_time > 0 ? heat.retention_time : row.work_hours;
  if (retention === 0 && setupHours === 0) retention = settings.default_heat_hours;
  const { temperature, cooling_method, cooling_time } = heat;
  const tempering = isTempering(facts.tasks.get(row.task_id)?.task_name ?? '');
  const values = { temperature, retention_time: retention, cooling_method, cooling_time };
  const recipe = alone ? recipes.ownRecipe(values) : recipes.recipeOf(values, tempering);
  return {
    recipe,
    setup: ticksOfHours(setupHours),
    duration: ticksOfHours(retention),
    hold: holdOf(values),
    lag: lagOf(heat),
    weekdays: weekdayMask(heat.work_settings),
  };
}

/** A heat task without a treatment: a run of its own, its hours elapsed. */
export function ownTreatment(facts: Facts, recipes: Recipes, row: OrderTaskRow): Treatment {
  const hours = row.setup_hours + row.work_hours > 0 ? row.work_hours : facts.settings.default_heat_hours;
  return {
    recipe: recipes.ownRecipe(),
    setup: ticksOfHours(row.setup_hours),
    duration: ticksOfHours(hours),
    hold: 0,
    lag: 0,
    weekdays: ANY_WEEKDAY,
  };
}

/** Bits of the weekdays named, bit 0 = Sunday; none named: any. */
export function weekdayMask(names: readonly string[]): number {
  const mask = names.reduce((bits, name) => bits | (1 << WEEKDAYS.indexOf(name as (typeof WEEKDAYS)[number])), 0);
  return mask === 0 ? ANY_WEEKDAY : mask;
}
