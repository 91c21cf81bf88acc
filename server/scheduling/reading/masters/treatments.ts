import { ANY_WEEKDAY, weekdayBits } from '../../../domain/ground/plant-time.ts';
import { treatmentOn } from '../../../domain/plant/eligibility.ts';
import { coolingHours, type FurnaceHours, furnaceHours, ticksOfHours } from '../../../domain/plant/hours.ts';
import { isHeatCode, isTempering } from '../../../domain/plant/task-purpose.ts';
import type { PlantRecipe } from '../../plant.ts';
import type { ProblemBuilder } from '../builder.ts';
import { type Facts, productTask } from '../rows/facts.ts';
import type { HeatTreatmentRow, OrderTaskRow } from '../rows/input.ts';

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
const holdOf = (values: PlantRecipe): number => ticksOfHours(coolingHours(values).hold);

/** Common values of the recipes of one family. */
const familyOf = ({ temperature, cooling_method, cooling_time }: PlantRecipe): string => `${temperature}/${cooling_method}/${cooling_time}`;

/** Whether a treatment is that of the run its bar already stands in, within the tolerance of its own recipe. Joining a run is decided by families instead. */
export const mayStandIn = (run: PlantRecipe, own: PlantRecipe, toleranceHours: number): boolean =>
  familyOf(run) === familyOf(own) && Math.abs(run.retention_time - own.retention_time) <= toleranceHours;

export function createRecipes(builder: ProblemBuilder, toleranceHours: number): Recipes {
  const described: PlantRecipe[] = [];
  const known = new Map<string, number>();
  const families = new Map<string, number>();
  const tolerance = ticksOfHours(toleranceHours);
  return {
    described,
    recipeOf(values, tempering) {
      const common = familyOf(values);
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

/** The treatment row of (product, task, facility), as domain/plant/eligibility chooses it. */
export function treatmentRow(facts: Facts, product: number, task: number, facility: number | null): HeatTreatmentRow | null {
  return treatmentOn(facts.heatRows.get(productTask(product, task)) ?? [], facility);
}

/** Ticks of cooling outside the furnace, behind the treatment. */
export const lagOf = (heat: HeatTreatmentRow): number => ticksOfHours(coolingHours(heat).lag);

/** How a row is treated by its treatment. `alone`: in no furnace, so that nothing shares it. */
export function readTreatment(facts: Facts, recipes: Recipes, row: OrderTaskRow, heat: HeatTreatmentRow, alone = false): Treatment {
  const hours = furnaceHours(row, heat, facts.settings);
  const { temperature, cooling_method, cooling_time, work_settings } = heat;
  const values = { temperature, retention_time: hours.retention, cooling_method, cooling_time };
  const tempering = isTempering(facts.tasks.get(row.task_id)?.task_name ?? '');
  return inTicks(hours, alone ? recipes.ownRecipe(values) : recipes.recipeOf(values, tempering), weekdayBits(work_settings));
}

/** A heat task without a treatment: a run of its own. */
export const ownTreatment = (facts: Facts, recipes: Recipes, row: OrderTaskRow): Treatment =>
  inTicks(furnaceHours(row, null, facts.settings), recipes.ownRecipe(), ANY_WEEKDAY);

const inTicks = ({ setup, retention, hold, lag }: FurnaceHours, recipe: number, weekdays: number): Treatment => ({
  recipe,
  setup: ticksOfHours(setup),
  duration: ticksOfHours(retention),
  hold: ticksOfHours(hold),
  lag: ticksOfHours(lag),
  weekdays,
});
