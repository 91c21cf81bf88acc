import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import type { Steps } from '../../../domain/ground/steps.ts';
import { SEED } from '../../../domain/plant/run-options.ts';
import { createSimulation, dateOf, type Noise, type Promised } from '../../../scheduling/index.ts';

/** The days that are kept in half of all cases and in nine of ten, once a customer was told them; null: in so many it is not done. */
export interface Likely {
  half: PlantDate | null;
  nine_of_ten: PlantDate | null;
}

/** So often a plan is lived for a question. */
const DRAWS = 100;
/**
 * In which share of draws it is done by these days. A draw lives one plan to its end; the plant plans anew every night, and works for the day that was told. Measured:
 * bench/twin/RESULTS.md.
 */
const SHARES = { half: 0.15, nine_of_ten: 0.7 };

/** Lives the plan with what is promised beside it, a step for each draw, and gives the days of each promised order. */
export function* likelyDays({ problem, solution, jobs }: Promised, noise: Noise): Steps<Likely[]> {
  const simulation = createSimulation(problem, solution, noise, SEED);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    simulation.draw();
    yield;
  }
  const date = (day: number | null): PlantDate | null => (day === null ? null : dateOf(problem, day));
  return jobs.map((job) => {
    const { doneIn } = simulation.chanceOf(job);
    return { half: date(doneIn(SHARES.half)), nine_of_ten: date(doneIn(SHARES.nine_of_ten)) };
  });
}
