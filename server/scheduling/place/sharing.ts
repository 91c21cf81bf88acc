import type { Machine, Problem } from '../problem.ts';

const LOAD_SLACK = 1e-6;

/** Whether a furnace takes a load in one run. */
export const takesLoad = ({ maxWeight, maxVolume }: Machine, weight: number, volume: number): boolean =>
  weight <= maxWeight + LOAD_SLACK && volume <= maxVolume + LOAD_SLACK;

/** Whether the recipe of a mode is of the family that may share a run of another recipe. */
export const isOfFamily = ({ modes, recipes }: Problem, mode: number, recipe: number): boolean =>
  recipes.family[modes.recipe[mode]!] === recipes.family[recipe];

/** Whether two modes of one family have retentions that may share a run. */
export const areAlike = ({ modes, recipes }: Problem, mode: number, mate: number): boolean =>
  Math.abs(modes.duration[mode]! - modes.duration[mate]!) <= recipes.tolerance[modes.recipe[mode]!]!;
