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

/** Steps in which the temperature falls by half: in the first cycle, and for each activity at which cycles grow no longer. */
const FIRST_HALVING = 100;
const LONGEST_HALVING = 2000;
const CYCLE_GROWTH = 1.5;
/**
 * Where cycles begin, in what the objective counts as one: those that melt the plan, and those that only stir the best. How far they cool is not said: in
 * shops nothing is gained below half a unit, where furnaces take many lots at once the last gains come at a fiftieth.
 */
const MELTING = 1.5;
const STIRRING = 0.4;
/** How often a cycle melts, and how often it then begins at the best plan. */
const MELTS = 0.5;
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

/** Begins at a plan in which everything has its place. `unit`: what the objective counts as one. */
export function createQueueSearch(problem: Problem, clockwork: Clockwork, plan: Solution, unit: number, seeds: Random): QueueSearch {
  // Draws of its own: however often it has its turn, the search beside it goes the same way.
  const random = createRandom(seeds.below(SEEDS));
  const units = createUnits(problem, clockwork);
  const search = beginAt(createAnnealer(queuesOf(problem, clockwork, units, plan)));
  let halving = FIRST_HALVING;
  let spent = 0;
  return {
    get spent() {
      return spent;
    },
    adopt(better) {
      const other = createAnnealer(queuesOf(problem, clockwork, units, better));
      if (other.cost < search.bestCost - EPSILON) Object.assign(search, beginAt(other));
    },
    cycle(control) {
      const before = search.bestCost;
      const { timed } = search.annealer.queues;
      const melts = random.next() < MELTS;
      if (!melts || random.next() < AT_BEST) goBackTo(search.annealer, search.best);
      let [hottest, lowest, steps] = [unit * (melts ? MELTING : STIRRING), Number.POSITIVE_INFINITY, 0];
      for (let isCooling = true; isCooling; hottest /= 2) {
        const cooled = cool(search, random, hottest, halving, control);
        steps += cooled.steps;
        isCooling = cooled.steps === halving && cooled.lowest < lowest - EPSILON;
        lowest = cooled.lowest;
      }
      spent += steps * STEP_COST + (search.annealer.queues.timed - timed) * TIMING_COST;
      halving = Math.min(Math.ceil(halving * CYCLE_GROWTH), LONGEST_HALVING * problem.activities.count);
      if (search.bestCost >= before - EPSILON) return null;
      goBackTo(search.annealer, search.best);
      return search.annealer.queues.overflows > 0 ? null : planOf(search.annealer.queues);
    },
  };
}

/** Queues under way, and the best they have been. */
interface Running {
  annealer: Annealer;
  best: Snapshot;
  bestCost: number;
}

const beginAt = (annealer: Annealer): Running => ({ annealer, best: createSnapshot(annealer), bestCost: annealer.cost });

/** Anneals while the temperature falls by half. Gives the steps made, and the least cost met in the latter half of them. */
function cool(search: Running, random: Random, hottest: number, length: number, control: Control): { steps: number; lowest: number } {
  const { annealer, best } = search;
  let [lowest, temperature, unsaved, steps] = [Number.POSITIVE_INFINITY, hottest, false, 0];
  for (; steps < length && control.spend(1); steps += 1) {
    if (unsaved) takeSnapshot(annealer, best);
    unsaved = false;
    if (steps % STEPS_PER_TEMPERATURE === 0) temperature = hottest * 0.5 ** (steps / length);
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
