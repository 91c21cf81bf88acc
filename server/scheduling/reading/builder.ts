import { ANY_WEEKDAY } from '../../domain/ground/plant-time.ts';
import { changed } from '../changed.ts';
import type { Plant } from '../plant.ts';
import {
  type Activities,
  type Block,
  type DayShape,
  type FixedFurnaceRun,
  FURNACE,
  type Machine,
  NEVER,
  NONE,
  type Objective,
  type PresentPlan,
  type Problem,
  WORK,
} from '../problem.ts';

interface JobParts {
  due?: number;
  weight?: number;
  floor?: number;
}
interface ActivityParts {
  release?: number;
  /** Another part of the step before it: one machine, no order between them. */
  samestep?: boolean;
  fixed?: { start: number; end: number; furnaceRun?: number };
  weight?: number;
  volume?: number;
}
interface ModeParts {
  machine: number;
  kind?: number;
  duration: number;
  setup?: number;
  recipe?: number;
  lag?: number;
  waitDays?: number;
  weekdays?: number;
  back?: number;
  backBy?: number;
}
interface RecipeParts {
  hold?: number;
  heat?: number;
  family?: number;
  tolerance?: number;
}
interface ProblemParts {
  horizon: number;
  planningStart?: number;
  day?: DayShape | null;
  objective: Objective;
  blocks?: readonly Block[];
  fixedFurnaceRuns?: readonly FixedFurnaceRun[];
  present?: PresentPlan | null;
  plant?: Plant | null;
}

/** Collects a problem from front to back: a job, its chains, their activities in order, the modes of each. */
export interface ProblemBuilder {
  addMachine(machine: Partial<Machine> & Pick<Machine, 'open'>): number;
  /** A machine added before. */
  machine(index: number): Machine;
  addRecipe(recipe?: RecipeParts): number;
  addJob(job?: JobParts): number;
  /** Raises the end of what is fixed outside the job's activities. */
  raiseFloor(job: number, floor: number): void;
  addChain(begun?: number): number;
  addActivity(activity?: ActivityParts): number;
  addMode(mode: ModeParts): number;
  /** Machines and weekdays of an activity, by its modes so far. */
  ways(activity: number): { readonly machine: number; readonly weekdays: number }[];
  finish(parts: ProblemParts): Problem;
}

/** A growing column of numbers. */
function column<T extends Int32Array | Float64Array | Uint8Array>(make: (size: number) => T) {
  let cells = make(256);
  let count = 0;
  return {
    push(value: number): number {
      if (count === cells.length) {
        const wider = make(count * 2);
        wider.set(cells);
        cells = wider;
      }
      cells[count] = value;
      count += 1;
      return count - 1;
    },
    at: (index: number): number => cells[index]!,
    set(index: number, value: number): void {
      cells[index] = value;
    },
    size: (): number => count,
    done: (): T => cells.slice(0, count) as T,
  };
}
const ints = () => column((size) => new Int32Array(size));
const floats = () => column((size) => new Float64Array(size));
const bytes = () => column((size) => new Uint8Array(size));

/** The columns of a problem, all empty. */
function createColumns() {
  const recipes = { hold: ints(), heat: floats(), family: ints(), tolerance: ints() };
  const jobs = { due: ints(), weight: floats(), floor: ints(), chainFrom: ints() };
  const chains = { job: ints(), begun: ints(), activityFrom: ints() };
  const acts = {
    chain: ints(),
    release: ints(),
    lead: ints(),
    modeFrom: ints(),
    weight: floats(),
    volume: floats(),
    fixedStart: ints(),
    fixedEnd: ints(),
    fixedFurnaceRun: ints(),
  };
  const modes = {
    activity: ints(),
    machine: ints(),
    kind: bytes(),
    duration: ints(),
    setup: ints(),
    recipe: ints(),
    lag: ints(),
    waitDays: ints(),
    weekdays: bytes(),
    back: ints(),
    backBy: ints(),
  };
  return { recipes, jobs, chains, acts, modes };
}

/** Starts an empty problem. */
export function createBuilder(): ProblemBuilder {
  const machines: Machine[] = [];
  const { recipes, jobs, chains, acts, modes } = createColumns();
  return {
    addMachine(machine) {
      machines.push({
        kind: 'unit',
        unlimited: false,
        starts: null,
        maxWeight: Number.POSITIVE_INFINITY,
        maxVolume: Number.POSITIVE_INFINITY,
        ...machine,
      });
      return machines.length - 1;
    },
    machine: (index) => machines[index]!,
    addRecipe(recipe = {}) {
      const index = recipes.hold.push(recipe.hold ?? 0);
      recipes.heat.push(recipe.heat ?? 0);
      recipes.family.push(recipe.family ?? index);
      recipes.tolerance.push(recipe.tolerance ?? 0);
      return index;
    },
    addJob(job = {}) {
      jobs.due.push(job.due ?? NEVER);
      jobs.weight.push(job.weight ?? 1);
      jobs.floor.push(job.floor ?? 0);
      return jobs.chainFrom.push(chains.job.size());
    },
    raiseFloor(job, floor) {
      jobs.floor.set(job, Math.max(jobs.floor.at(job), floor));
    },
    addChain(begun = NONE) {
      chains.job.push(jobs.due.size() - 1);
      chains.begun.push(begun);
      return chains.activityFrom.push(acts.chain.size());
    },
    addActivity(activity = {}) {
      const index = acts.chain.push(chains.job.size() - 1);
      acts.release.push(activity.release ?? 0);
      acts.lead.push(activity.samestep ? acts.lead.at(index - 1) : index);
      acts.modeFrom.push(modes.activity.size());
      acts.weight.push(activity.weight ?? 0);
      acts.volume.push(activity.volume ?? 0);
      acts.fixedStart.push(activity.fixed?.start ?? NONE);
      acts.fixedEnd.push(activity.fixed?.end ?? NONE);
      acts.fixedFurnaceRun.push(activity.fixed?.furnaceRun ?? NONE);
      return index;
    },
    addMode(mode) {
      modes.machine.push(mode.machine);
      modes.kind.push(mode.kind ?? (mode.recipe === undefined ? WORK : FURNACE));
      modes.duration.push(mode.duration);
      modes.setup.push(mode.setup ?? 0);
      modes.recipe.push(mode.recipe ?? NONE);
      modes.lag.push(mode.lag ?? 0);
      modes.waitDays.push(mode.waitDays ?? 0);
      modes.back.push(mode.back ?? NONE);
      modes.backBy.push(mode.backBy ?? NONE);
      modes.weekdays.push(mode.weekdays ?? ANY_WEEKDAY);
      return modes.activity.push(acts.chain.size() - 1);
    },
    ways(activity) {
      const found: { machine: number; weekdays: number }[] = [];
      for (let mode = acts.modeFrom.at(activity); mode < modes.activity.size() && modes.activity.at(mode) === activity; mode += 1)
        found.push({ machine: modes.machine.at(mode), weekdays: modes.weekdays.at(mode) });
      return found;
    },
    finish(said) {
      jobs.chainFrom.push(chains.job.size());
      chains.activityFrom.push(acts.chain.size());
      acts.modeFrom.push(modes.activity.size());
      const activityFrom = chains.activityFrom.done();
      const base = { chain: acts.chain.done(), lead: acts.lead.done(), fixedStart: acts.fixedStart.done() };
      const parts: Problem = {
        planningStart: 0,
        day: null,
        blocks: [],
        fixedFurnaceRuns: [],
        present: null,
        plant: null,
        ...said,
        jobs: { count: jobs.due.size(), ...finished(jobs) },
        chains: { count: chains.job.size(), ...finished(chains) },
        activities: { count: acts.chain.size(), ...finished(acts), ...predecessors(base, activityFrom) },
        modes: { count: modes.activity.size(), ...finished(modes) },
        machines,
        recipes: { count: recipes.hold.size(), ...finished(recipes) },
      };
      // Twice: what the fields of a literal may hold is settled at its second use, and all that was compiled before is thrown away then.
      return changed(changed(parts, {}), {});
    },
  };
}

type Done<T> = { [K in keyof T]: T[K] extends { done(): infer R } ? R : never };
function finished<T extends Record<string, { done(): unknown }>>(columns: T): Done<T> {
  return Object.fromEntries(Object.entries(columns).map(([name, cells]) => [name, cells.done()])) as Done<T>;
}

/** The step before; behind a fixed step also the one before that, so that a lot never overtakes itself. */
function predecessors(
  { chain, lead, fixedStart }: Pick<Activities, 'chain' | 'lead' | 'fixedStart'>,
  activityFrom: Int32Array,
): Pick<Activities, 'predFrom' | 'predTo'> {
  const predFrom = new Int32Array(chain.length);
  const predTo = new Int32Array(chain.length);
  for (let a = 0; a < chain.length; a += 1) {
    const first = activityFrom[chain[a]!]!;
    const own = lead[a]!;
    let from = own;
    while (from > first) {
      from = lead[from - 1]!;
      if (fixedStart[from] === NONE) break;
    }
    predFrom[a] = from;
    predTo[a] = own;
  }
  return { predFrom, predTo };
}
