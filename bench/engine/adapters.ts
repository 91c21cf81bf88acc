import { FURNACE, type Machine, NEVER, NONE, type Objective, type Problem, type Solution, WORK } from '../../server/scheduling/index.ts';
import type { BatchSolution, ShopSolution } from './checker.ts';
import type { BatchInstance, OvenInstance, ShopInstance } from './instances.ts';

/** One way to do an activity, as the published sets need it. */
interface ModeRow {
  machine: number;
  duration: number;
  maxDuration?: number;
  recipe?: number;
}
interface ActivityRow {
  release?: number;
  size?: number;
  modes: ModeRow[];
}
interface JobRow {
  due?: number;
  weight?: number;
  activities: ActivityRow[];
}

const ints = (values: readonly number[]): Int32Array => Int32Array.from(values);
const always = (horizon: number): Int32Array => ints([0, horizon, 1]);

/** The engine's problem of plain rows: one chain a job, no plant behind it. */
function problemOf(
  kind: typeof WORK | typeof FURNACE,
  objective: Objective,
  machines: Machine[],
  recipes: number,
  jobs: JobRow[],
  horizon: number,
): Problem {
  const activities = jobs.flatMap((job, index) => job.activities.map((activity) => ({ ...activity, chain: index })));
  const modes = activities.flatMap((activity, index) => activity.modes.map((mode) => ({ ...mode, activity: index })));
  const count = activities.length;
  const starts: number[] = [0];
  for (const job of jobs) starts.push(starts.at(-1)! + job.activities.length);
  const modeFrom: number[] = [0];
  for (const activity of activities) modeFrom.push(modeFrom.at(-1)! + activity.modes.length);
  const first = new Set(starts);
  const none = (size: number): Int32Array => new Int32Array(size).fill(NONE);
  const sizes = Float64Array.from(activities, (activity) => activity.size ?? 0);
  return {
    horizon,
    planningStart: 0,
    day: null,
    objective,
    jobs: {
      count: jobs.length,
      chainFrom: ints(Array.from({ length: jobs.length + 1 }, (_, index) => index)),
      due: ints(jobs.map((job) => job.due ?? NEVER)),
      weight: Float64Array.from(jobs, (job) => job.weight ?? 1),
      floor: new Int32Array(jobs.length),
    },
    chains: { count: jobs.length, job: ints(jobs.map((_, index) => index)), activityFrom: ints(starts), begun: none(jobs.length) },
    activities: {
      count,
      chain: ints(activities.map((activity) => activity.chain)),
      release: ints(activities.map((activity) => activity.release ?? 0)),
      predFrom: ints(activities.map((_, index) => (first.has(index) ? index : index - 1))),
      predTo: ints(activities.map((_, index) => index)),
      lead: ints(activities.map((_, index) => index)),
      modeFrom: ints(modeFrom),
      fixedStart: none(count),
      fixedEnd: none(count),
      fixedFurnaceRun: none(count),
      weight: sizes,
      volume: new Float64Array(count),
    },
    modes: {
      count: modes.length,
      activity: ints(modes.map((mode) => mode.activity)),
      machine: ints(modes.map((mode) => mode.machine)),
      kind: new Uint8Array(modes.length).fill(kind),
      duration: ints(modes.map((mode) => mode.duration)),
      setup: new Int32Array(modes.length),
      maxDuration: ints(modes.map((mode) => mode.maxDuration ?? NEVER)),
      recipe: ints(modes.map((mode) => mode.recipe ?? NONE)),
      lag: new Int32Array(modes.length),
      waitDays: new Int32Array(modes.length),
      back: none(modes.length),
      backBy: none(modes.length),
      weekdays: new Uint8Array(modes.length).fill(127),
    },
    machines,
    recipes: {
      count: recipes,
      hold: new Int32Array(recipes),
      heat: new Float64Array(recipes),
      family: ints(Array.from({ length: recipes }, (_, index) => index)),
      // Batches may mix durations: minimum and maximum times alone decide.
      tolerance: new Int32Array(recipes).fill(NEVER),
    },
    blocks: [],
    fixedFurnaceRuns: [],
    present: null,
    plant: null,
  };
}

const unitMachine = (horizon: number): Machine => ({
  kind: 'unit',
  unlimited: false,
  open: always(horizon),
  starts: null,
  insideOne: false,
  maxWeight: Number.POSITIVE_INFINITY,
  maxVolume: Number.POSITIVE_INFINITY,
  setups: null,
});

/** Job shop and flexible job shop: weighted tardiness where there are due dates, else the makespan. */
export function shopProblem(instance: ShopInstance): Problem {
  const jobs = instance.jobs.map((job, index) => ({ ...instance.due?.[index], activities: job.map((modes) => ({ modes })) }));
  const horizon = instance.jobs.flat().reduce((sum, modes) => sum + Math.max(...modes.map((mode) => mode.duration)), 0) + 1;
  const machines = Array.from({ length: instance.machines }, () => unitMachine(horizon));
  return problemOf(WORK, { kind: instance.due ? 'weighted_tardiness' : 'makespan' }, machines, 0, jobs, horizon);
}

/** Oven scheduling: attributes are recipes, sizes weights. */
export function ovenProblem(instance: OvenInstance): Problem {
  const horizon = Math.max(...instance.machines.flatMap((machine) => machine.intervals.map((interval) => interval.end))) + 1;
  const setups = { time: ints(instance.setup_times.flat()), cost: ints(instance.setup_costs.flat()) };
  const machines = instance.machines.map(
    (machine): Machine => ({
      kind: 'furnace',
      unlimited: false,
      open: ints(machine.intervals.flatMap(({ start, end }) => [start, end, 1])),
      starts: null,
      insideOne: true,
      maxWeight: machine.capacity,
      maxVolume: Number.POSITIVE_INFINITY,
      setups: { ...setups, initial: machine.initial_state },
    }),
  );
  const jobs = instance.jobs.map((job) => ({
    due: job.latest_end,
    activities: [
      {
        release: job.earliest_start,
        size: job.size,
        modes: job.machines.map((machine) => ({ machine, duration: job.min_time, maxDuration: job.max_time, recipe: job.attribute })),
      },
    ],
  }));
  const { weights } = instance;
  const objective: Objective = {
    kind: 'oven',
    runtime: weights.runtime,
    late: weights.late,
    setupCost: weights.setup_costs,
    setupTime: weights.setup_times,
    divisor: weights.scale,
  };
  return problemOf(FURNACE, objective, machines, instance.setup_times.length, jobs, horizon);
}

/** Parallel batch machines: families are recipes, every job weighs 1. */
export function batchProblem(instance: BatchInstance): Problem {
  const latest = Math.max(...instance.jobs.map((job) => job.release));
  const horizon = latest + instance.jobs.reduce((sum, job) => sum + instance.durations[job.family]!, 0) + 1;
  const machines = Array.from(
    { length: instance.machines },
    (): Machine => ({ ...unitMachine(horizon), kind: 'furnace', maxWeight: instance.batch_size }),
  );
  const jobs = instance.jobs.map((job) => ({
    due: job.due,
    weight: job.weight,
    activities: [
      {
        release: job.release,
        size: 1,
        modes: machines.map((_, machine) => ({ machine, duration: instance.durations[job.family]!, recipe: job.family })),
      },
    ],
  }));
  return problemOf(FURNACE, { kind: 'weighted_tardiness' }, machines, instance.durations.length, jobs, horizon);
}

/** The engine's solution of a shop as the bench writes it. */
export function shopSolution(problem: Problem, solution: Solution): ShopSolution {
  const { chain } = problem.activities;
  return {
    operations: Array.from(chain, (job, activity) => ({
      job,
      index: activity - problem.chains.activityFrom[job]!,
      machine: problem.modes.machine[solution.mode[activity]!]!,
      start: solution.start[activity]!,
      end: solution.end[activity]!,
    })),
  };
}

/** The engine's solution of a batching problem as the bench writes it. */
export function batchSolution(solution: Solution): BatchSolution {
  return { batches: solution.furnaceRuns.map(({ machine, start, end, members }) => ({ machine, start, end, jobs: [...members] })) };
}
