import type { Random } from '../../random.ts';
import type { Control } from '../kernel.ts';
import { type Annealer, createSnapshot, type Snapshot, step, takeSnapshot } from './anneal.ts';

/** Queues under way, and the best they have been. */
export interface Running {
  annealer: Annealer;
  best: Snapshot;
  bestCost: number;
}

/** What costs may be off by. */
export const EPSILON = 1e-9;

/** Begins at queues as they stand. */
export const beginAt = (annealer: Annealer): Running => ({ annealer, best: createSnapshot(annealer), bestCost: annealer.cost });

const STEPS_PER_TEMPERATURE = 16;

/**
 * Anneals for so many steps, at the temperature (units of the objective) that each of them has. Gives how many were made before the budget ended, and the least
 * cost met in the latter half of them.
 */
export function anneal(
  search: Running,
  random: Random,
  temperatureAt: (step: number) => number,
  length: number,
  control: Control,
): { steps: number; lowest: number } {
  const { annealer, best } = search;
  let [lowest, temperature, unsaved, steps] = [Number.POSITIVE_INFINITY, 0, false, 0];
  for (; steps < length && control.spend(1); steps += 1) {
    if (unsaved) takeSnapshot(annealer, best);
    unsaved = false;
    if (steps % STEPS_PER_TEMPERATURE === 0) temperature = temperatureAt(steps);
    const { cost } = annealer;
    const neighbourhood = step(annealer, random, temperature);
    if (neighbourhood) control.count(neighbourhood, annealer.cost !== cost, annealer.cost < search.bestCost - EPSILON);
    if (annealer.cost < lowest && 2 * steps >= length) lowest = annealer.cost;
    if (annealer.cost >= search.bestCost - EPSILON) continue;
    search.bestCost = annealer.cost;
    unsaved = true;
  }
  if (unsaved) takeSnapshot(annealer, best);
  return { steps, lowest };
}
