import type { Activities, DayShape, Machine, Modes, PresentPlan, Problem } from './problem.ts';

type Jobs = Problem['jobs'];
type Chains = Problem['chains'];
type Recipes = Problem['recipes'];

/** What of a problem is otherwise: of its tables single columns. */
interface Changes extends Partial<Omit<Problem, 'jobs' | 'chains' | 'activities' | 'modes' | 'recipes'>> {
  readonly jobs?: Partial<Jobs>;
  readonly chains?: Partial<Chains>;
  readonly activities?: Partial<Activities>;
  readonly modes?: Partial<Modes>;
  readonly recipes?: Partial<Recipes>;
}

/**
 * Makes every problem, from another one and what is changed of it; columns that stay are shared. All have their keys in one order, and no key is written twice, as
 * a spread would: what a thread has compiled for the problems before is thrown away otherwise, and a search begins slowly again.
 */
export const changed = (problem: Problem, changes: Changes): Problem => {
  const { horizon = problem.horizon, planningStart = problem.planningStart, day = problem.day, objective = problem.objective } = changes;
  const { machines = problem.machines, blocks = problem.blocks, fixedFurnaceRuns = problem.fixedFurnaceRuns } = changes;
  const { present = problem.present, plant = problem.plant } = changes;
  return {
    horizon,
    planningStart,
    day: day && dayOf(day),
    objective: { order: objective.order, weights: objective.weights, slackDays: objective.slackDays },
    jobs: jobsOf(problem.jobs, changes.jobs),
    chains: chainsOf(problem.chains, changes.chains),
    activities: activitiesOf(problem.activities, changes.activities),
    modes: modesOf(problem.modes, changes.modes),
    machines: machines.map((machine) => machineOf(machine)),
    recipes: recipesOf(problem.recipes, changes.recipes),
    blocks,
    fixedFurnaceRuns,
    present: present && presentOf(present),
    plant,
  };
};

/** A machine, changed in the same way. */
export const machineOf = (one: Machine, changes: Partial<Machine> = {}): Machine => {
  const { kind = one.kind, unlimited = one.unlimited, open = one.open, starts = one.starts } = changes;
  const { maxWeight = one.maxWeight, maxVolume = one.maxVolume } = changes;
  return { kind, unlimited, open, starts, maxWeight, maxVolume };
};

/** The plant's day, changed in the same way. */
export const dayOf = (one: DayShape, { working = one.working }: Partial<Pick<DayShape, 'working'>> = {}): DayShape => {
  const { ticks, workFrom, workTo, firstEnd, weekday, origin } = one;
  return { ticks, workFrom, workTo, firstEnd, weekday, origin, working };
};

const jobsOf = (one: Jobs, changes: Partial<Jobs> = {}): Jobs => {
  const { count = one.count, chainFrom = one.chainFrom, due = one.due, weight = one.weight, floor = one.floor } = changes;
  return { count, chainFrom, due, weight, floor };
};

const chainsOf = (one: Chains, changes: Partial<Chains> = {}): Chains => {
  const { count = one.count, job = one.job, activityFrom = one.activityFrom, begun = one.begun } = changes;
  return { count, job, activityFrom, begun };
};

const activitiesOf = (one: Activities, changes: Partial<Activities> = {}): Activities => {
  const { count = one.count, chain = one.chain, release = one.release, predFrom = one.predFrom, predTo = one.predTo } = changes;
  const { lead = one.lead, modeFrom = one.modeFrom, fixedStart = one.fixedStart, fixedEnd = one.fixedEnd } = changes;
  const { fixedFurnaceRun = one.fixedFurnaceRun, weight = one.weight, volume = one.volume } = changes;
  return { count, chain, release, predFrom, predTo, lead, modeFrom, fixedStart, fixedEnd, fixedFurnaceRun, weight, volume };
};

const modesOf = (one: Modes, changes: Partial<Modes> = {}): Modes => {
  const { count = one.count, activity = one.activity, machine = one.machine, kind = one.kind, duration = one.duration } = changes;
  const { setup = one.setup, recipe = one.recipe, lag = one.lag, waitDays = one.waitDays } = changes;
  const { back = one.back, backBy = one.backBy, weekdays = one.weekdays } = changes;
  return { count, activity, machine, kind, duration, setup, recipe, lag, waitDays, back, backBy, weekdays };
};

const recipesOf = (one: Recipes, changes: Partial<Recipes> = {}): Recipes => {
  const { count = one.count, hold = one.hold, heat = one.heat, family = one.family, tolerance = one.tolerance } = changes;
  return { count, hold, heat, family, tolerance };
};

const presentOf = ({ start, end, machine, furnaceRun, nearUntil }: PresentPlan): PresentPlan => ({
  start,
  end,
  machine,
  furnaceRun,
  nearUntil,
});
