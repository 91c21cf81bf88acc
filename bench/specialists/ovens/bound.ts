import { FOREVER, NOWHERE, type Ovens } from './ovens.ts';

/** A value no plan of the ovens can go below: the running time each recipe needs, and what is late whatever is done. */
export function ovensBound(ovens: Ovens): number {
  let bound = 0;
  for (let job = 0; job < ovens.jobs; job++) {
    const late = earliestEnd(ovens, job) - ovens.due[job]!;
    if (late > 0) bound += ovens.lateness[job]! + ovens.tardiness[job]! * late;
  }
  if (ovens.running > 0) for (let recipe = 0; recipe < ovens.recipes; recipe++) bound += ovens.running * leastRunning(ovens, recipe);
  return bound;
}

/** The earliest end of a job that has the machines to itself. */
function earliestEnd(ovens: Ovens, job: number): number {
  let earliest = FOREVER;
  for (let machine = 0; machine < ovens.machines; machine++) {
    if (((ovens.eligible[job]! >> machine) & 1) === 0) continue;
    const open = ovens.open[machine]!;
    const setup = quickestSetup(ovens, ovens.recipe[job]!);
    for (let at = 0; at < open.length; at += 2) {
      const end = Math.max(ovens.release[job]!, open[at]! + setup) + ovens.shortest[job]!;
      if (end > open[at + 1]!) continue;
      earliest = Math.min(earliest, end);
      break;
    }
  }
  return earliest;
}

function quickestSetup({ setupTime, recipes, initial }: Ovens, recipe: number): number {
  if (setupTime === null || initial.includes(NOWHERE)) return 0;
  let least = FOREVER;
  for (let from = 0; from < recipes; from++) least = Math.min(least, setupTime[from * recipes + recipe]!);
  return least;
}

/**
 * The least running time of a recipe: batches filled to the largest capacity, the longest jobs first, as if jobs could be cut (the relaxation of
 * parallel batching by durations). Where all take the same time, whole batches are counted.
 */
function leastRunning(ovens: Ovens, recipe: number): number {
  const capacity = ovens.capacity.reduce((most, one) => Math.max(most, one), 0);
  const jobs = Array.from({ length: ovens.jobs }, (_, job) => job).filter((job) => ovens.recipe[job] === recipe);
  jobs.sort((a, b) => ovens.shortest[b]! - ovens.shortest[a]!);
  let [filled, opened, running] = [0, 0, 0];
  for (const job of jobs) {
    filled += ovens.size[job]!;
    // A batch beyond those opened begins somewhere inside this job; it lasts at least as long as the job.
    while (opened * capacity < filled - 1e-9) {
      running += ovens.shortest[job]!;
      opened++;
    }
    if (opened === 0) {
      running += ovens.shortest[job]!;
      opened++;
    }
  }
  return running;
}
