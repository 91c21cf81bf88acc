import type { Clockwork } from '../../place/clockwork.ts';
import { FURNACE, NONE, type Problem, WORK } from '../../problem.ts';
import { createRandom, type Random } from '../../random.ts';
import type { Solution } from '../../solution.ts';
import type { Control } from '../kernel.ts';
import { createAnnealer, goBackTo, isShop } from './anneal.ts';
import { planOf, queuesOf } from './from-plan.ts';
import { anneal, beginAt, EPSILON } from './running.ts';
import { createTempering, type Tempering } from './tempering.ts';
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
/** The same where only furnace runs are planned: one that is late makes all its members late. */
const [MELTING_OF_RUNS, STIRRING_OF_RUNS] = [8, 2];
/** How often a cycle melts, and how often it then begins at the best plan. */
const MELTS = 0.5;
const AT_BEST = 0.5;
/** Steps for each activity in which the temperature falls by half, from which on plans of a shop are tempered. */
const TEMPERING_FROM = 20;
/** What a step and the timing of a turn cost, in rounds of the search that places lots. */
const STEP_COST = 0.4;
const TIMING_COST = 0.008;
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

/** Whether furnace runs are all there is to plan, without days. */
const areRunsAlone = ({ day, modes }: Problem): boolean => !day && modes.kind.every((kind) => kind === FURNACE);

/** Begins at a plan in which everything has its place. `unit`: what the objective counts as one. */
export function createQueueSearch(problem: Problem, clockwork: Clockwork, plan: Solution, unit: number, seeds: Random): QueueSearch {
  // Draws of its own: however often it has its turn, the search beside it goes the same way.
  const random = createRandom(seeds.below(SEEDS));
  const units = createUnits(problem, clockwork);
  const search = beginAt(createAnnealer(queuesOf(problem, clockwork, units, plan)));
  const tempers = isShop(problem);
  const [melting, stirring] = areRunsAlone(problem) ? [MELTING_OF_RUNS, STIRRING_OF_RUNS] : [MELTING, STIRRING];
  let halving = FIRST_HALVING;
  let tempering: Tempering | null = null;
  let spent = 0;
  return {
    get spent() {
      return spent;
    },
    adopt(better) {
      const other = createAnnealer(queuesOf(problem, clockwork, units, better));
      if (other.cost >= search.bestCost - EPSILON) return;
      Object.assign(search, beginAt(other));
      tempering?.adopt();
    },
    cycle(control) {
      const before = search.bestCost;
      const { timed } = search.annealer.queues;
      if (tempers && !tempering && halving >= TEMPERING_FROM * problem.activities.count) tempering = createTempering(search, random, unit);
      const steps = tempering ? tempering.round(control) : coolDown(control);
      spent += steps * STEP_COST + (search.annealer.queues.timed - timed) * TIMING_COST;
      if (search.bestCost >= before - EPSILON) return null;
      goBackTo(search.annealer, search.best);
      return search.annealer.queues.overflows > 0 ? null : planOf(search.annealer.queues);
    },
  };

  /** Melts or stirs the plan and cools it until that gains nothing more. Gives the steps made. */
  function coolDown(control: Control): number {
    const melts = random.next() < MELTS;
    if (!melts || random.next() < AT_BEST) goBackTo(search.annealer, search.best);
    let [hottest, lowest, steps] = [unit * (melts ? melting : stirring), Number.POSITIVE_INFINITY, 0];
    for (let isCooling = true; isCooling; hottest /= 2) {
      const from = hottest;
      const cooled = anneal(search, random, (step) => from * 0.5 ** (step / halving), halving, control);
      steps += cooled.steps;
      isCooling = cooled.steps === halving && cooled.lowest < lowest - EPSILON;
      lowest = cooled.lowest;
    }
    halving = Math.min(Math.ceil(halving * CYCLE_GROWTH), LONGEST_HALVING * problem.activities.count);
    return steps;
  }
}
