import { type DayShape, type FixedFurnaceRun, type Machine, NONE, type Problem, WORK } from '../../server/scheduling/problem.ts';
import type { FurnaceRun, Solution } from '../../server/scheduling/solution.ts';

/** Days of 48 half hours, work from 08:00 to 16:00; day 0 is a Monday, day 2 is off. */
export const DAY: DayShape = {
  ticks: 48,
  workFrom: 16,
  workTo: 32,
  firstEnd: 17,
  weekday: 1,
  origin: 0,
  working: Uint8Array.of(1, 1, 0, 1, 1, 1, 1, 1, 1, 1),
};

/** An activity with its one mode and its place. */
export interface Step {
  start: number;
  end: number;
  kind?: number;
  machine?: number;
  duration?: number;
  setup?: number;
  recipe?: number;
  lag?: number;
  wait?: number;
  back?: number;
  backBy?: number;
  weekdays?: number;
  release?: number;
  /** Activities [from, to) that end before. */
  after?: [from: number, to: number];
  lead?: number;
  weight?: number;
  volume?: number;
  /** Where it stands fixed, and in which fixed run. */
  fixed?: [start: number, end: number, run?: number];
  /** The mode that is taken, if not its own. */
  mode?: number;
  run?: number;
}

export const unit = (open: readonly number[], more: Partial<Machine> = {}): Machine => ({
  kind: 'unit',
  unlimited: false,
  open: Int32Array.from(open),
  starts: null,
  maxWeight: Number.POSITIVE_INFINITY,
  maxVolume: Number.POSITIVE_INFINITY,
  ...more,
});

/** A problem with a solution, both of what is said alone. */
export function small(
  steps: readonly Step[],
  more: {
    machines?: readonly Machine[];
    day?: DayShape | null;
    runs?: readonly FurnaceRun[];
    fixedRuns?: readonly FixedFurnaceRun[];
    recipes?: { hold: number; family: number; tolerance: number }[];
    blocks?: Problem['blocks'];
    horizon?: number;
    planningStart?: number;
  } = {},
): [problem: Problem, solution: Solution] {
  const of = (read: (step: Step, index: number) => number): Int32Array => Int32Array.from(steps, read);
  const { machines = [unit([0, 480, 1])], day = DAY, runs = [], fixedRuns = [], recipes = [], blocks = [] } = more;
  const problem = {
    horizon: more.horizon ?? 480,
    planningStart: more.planningStart ?? 0,
    day,
    machines,
    blocks,
    fixedFurnaceRuns: fixedRuns,
    recipes: {
      count: recipes.length,
      hold: Int32Array.from(recipes, ({ hold }) => hold),
      family: Int32Array.from(recipes, ({ family }) => family),
      tolerance: Int32Array.from(recipes, ({ tolerance }) => tolerance),
    },
    activities: {
      count: steps.length,
      release: of(({ release = 0 }) => release),
      predFrom: of(({ after }) => after?.[0] ?? 0),
      predTo: of(({ after }) => after?.[1] ?? 0),
      lead: of(({ lead }, index) => lead ?? index),
      modeFrom: Int32Array.from({ length: steps.length + 1 }, (_, index) => index),
      fixedStart: of(({ fixed }) => fixed?.[0] ?? NONE),
      fixedEnd: of(({ fixed }) => fixed?.[1] ?? NONE),
      fixedFurnaceRun: of(({ fixed }) => fixed?.[2] ?? NONE),
      weight: Float64Array.from(steps, ({ weight = 0 }) => weight),
      volume: Float64Array.from(steps, ({ volume = 0 }) => volume),
    },
    modes: {
      count: steps.length,
      machine: of(({ machine = 0 }) => machine),
      kind: Uint8Array.from(steps, ({ kind = WORK }) => kind),
      duration: of(({ duration = 0 }) => duration),
      setup: of(({ setup = 0 }) => setup),
      recipe: of(({ recipe = 0 }) => recipe),
      lag: of(({ lag = 0 }) => lag),
      waitDays: of(({ wait = 0 }) => wait),
      back: of(({ back = NONE }) => back),
      backBy: of(({ backBy = NONE }) => backBy),
      weekdays: Uint8Array.from(steps, ({ weekdays = 127 }) => weekdays),
    },
  } as unknown as Problem;
  const solution: Solution = {
    start: of(({ start }) => start),
    end: of(({ end }) => end),
    mode: of(({ mode }, index) => mode ?? index),
    furnaceRun: of(({ run = NONE }) => run),
    furnaceRuns: runs,
  };
  return [problem, solution];
}
