import type { Clockwork } from '../../place/clockwork.ts';
import { FURNACE, NONE, type Problem, WORK } from '../../problem.ts';
import { createRandom, type Random } from '../../random.ts';
import type { Solution } from '../../solution.ts';
import type { Control } from '../kernel.ts';
import { type Annealer, createAnnealer, createSnapshot, goBackTo, type Snapshot, step, takeSnapshot } from './anneal.ts';
import { planOf, queuesOf } from './from-plan.ts';
import { createUnits } from './units.ts';

/** A search among plans as queues, one cycle of annealing at a time. */
export interface QueueSearch {
  /** What it has cost so far, in rounds of the search that places lots. */
  readonly spent: number;
  /** Anneals once. Gives the best plan where it has become better, else null. */
  cycle(control: Control): Solution | null;
  /** Takes over a plan that is better than the best. */
  adopt(plan: Solution): void;
}

/** Steps of the first cycle, and for each activity at which cycles grow no longer. */
const FIRST_CYCLE = 400;
const LONGEST_CYCLE = 2000;
const CYCLE_GROWTH = 1.6;
/**
 * Where the hottest cycles begin, in units of what a job costs times the activities it has: the more there are, the more jobs one change delays. Each level
 * lies below the one before, and a cycle ends at a share of where it began.
 */
const HOTTEST = 0.8;
const LEVELS = 5;
const LEVEL = 0.4;
const COOLED = 0.05;
/** How often a cycle begins at the best plan. */
const AT_BEST = 0.5;
const STEPS_PER_TEMPERATURE = 16;
/** What a step and the timing of a turn cost, in rounds of the search that places lots. */
const STEP_COST = 0.4;
const TIMING_COST = 0.008;
const EPSILON = 1e-9;
const SEEDS = 0x7fffffff;

/** Whether plans of a problem can be seen as queues: no plan that stands, nothing fixed that waits for what is free, no run to be joined. */
export function standInQueues({ present, activities, modes, machines, fixedFurnaceRuns }: Problem): boolean {
  if (present || fixedFurnaceRuns.length > 0 || machines.some(({ setups, insideOne }) => setups || insideOne)) return false;
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] === NONE) continue;
    for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p += 1) if (activities.fixedStart[p] === NONE) return false;
  }
  for (let mode = 0; mode < modes.count; mode += 1) {
    const { kind, unlimited, open } = machines[modes.machine[mode]!]!;
    if (modes.kind[mode] === WORK && kind === 'furnace' && !unlimited) return false;
    if (modes.kind[mode] === FURNACE && unlimited) return false;
    if (!unlimited && open.length === 0) return false;
  }
  return true;
}

/** Begins at a plan in which everything has its place. */
export function createQueueSearch(problem: Problem, clockwork: Clockwork, plan: Solution, seeds: Random): QueueSearch {
  // Draws of its own: however often it has its turn, the search beside it goes the same way.
  const random = createRandom(seeds.below(SEEDS));
  const units = createUnits(problem, clockwork);
  let annealer: Annealer = createAnnealer(queuesOf(problem, clockwork, units, plan));
  let best: Snapshot = createSnapshot(annealer);
  let bestCost = annealer.cost;
  let length = FIRST_CYCLE;
  const scale = (HOTTEST * bestCost * problem.activities.count) / problem.jobs.count ** 2;
  let spent = 0;
  return {
    get spent() {
      return spent;
    },
    adopt(better) {
      const other = createAnnealer(queuesOf(problem, clockwork, units, better));
      if (other.cost >= bestCost - EPSILON) return;
      annealer = other;
      best = createSnapshot(other);
      bestCost = other.cost;
    },
    cycle(control) {
      const before = bestCost;
      if (random.next() < AT_BEST) goBackTo(annealer, best);
      const level = random.below(LEVELS);
      const hottest = scale * LEVEL ** level;
      const timed = annealer.queues.timed;
      let unsaved = false;
      let done = 0;
      let temperature = hottest;
      for (; done < length && control.spend(1); done += 1) {
        if (unsaved) takeSnapshot(annealer, best);
        unsaved = false;
        if (done % STEPS_PER_TEMPERATURE === 0) temperature = hottest * COOLED ** (done / length);
        const { cost } = annealer;
        const neighbourhood = step(annealer, random, temperature);
        if (neighbourhood) control.count(neighbourhood, annealer.cost !== cost, annealer.cost < bestCost - EPSILON);
        if (annealer.cost >= bestCost - EPSILON) continue;
        bestCost = annealer.cost;
        unsaved = true;
      }
      if (unsaved) takeSnapshot(annealer, best);
      spent += done * STEP_COST + (annealer.queues.timed - timed) * TIMING_COST;
      length = Math.min(Math.ceil(length * CYCLE_GROWTH), LONGEST_CYCLE * problem.activities.count);
      if (bestCost >= before - EPSILON) return null;
      goBackTo(annealer, best);
      return annealer.queues.overflows > 0 ? null : planOf(annealer.queues);
    },
  };
}
