import { FURNACE, NEVER, NONE, type Problem } from '../../../server/scheduling/problem.ts';
import type { FurnaceRun, Solution } from '../../../server/scheduling/solution.ts';
import { FOREVER, NOWHERE, type OvenMemory, type OvenPlan, type Ovens } from './ovens.ts';

/** Eligibility is a bit mask of 32 bits, one of them the sign. */
const MOST_MACHINES = 31;

/**
 * Whether the problem is one of parallel batch machines alone: every job one activity in a batch, the oven objective or weighted tardiness, nothing
 * fixed, no plant day, equal durations on all machines.
 */
export function suitsOvens(problem: Problem): boolean {
  const { objective, activities, machines, modes, chains, jobs, recipes } = problem;
  if (objective.kind !== 'oven' && objective.kind !== 'weighted_tardiness') return false;
  if (problem.day !== null || problem.plant !== null || problem.present !== null) return false;
  if (problem.blocks.length > 0 || problem.fixedFurnaceRuns.length > 0) return false;
  if (machines.length > MOST_MACHINES || activities.count === 0) return false;
  if (chains.count !== activities.count || jobs.count !== activities.count) return false;
  if (machines.some((machine) => machine.kind !== 'furnace' || machine.unlimited || machine.starts !== null || !allOpen(machine.open)))
    return false;
  if (machines.some((machine) => !machine.insideOne && machine.open.length !== 3)) return false;
  if (activities.volume.some((volume) => volume > 0) || activities.fixedStart.some((start) => start !== NONE)) return false;
  for (let chain = 0; chain < chains.count; chain++) if (chains.activityFrom[chain] !== chain || chains.job[chain] !== chain) return false;
  if (recipes.hold.some((hold) => hold !== 0) || recipes.family.some((family, recipe) => family !== recipe)) return false;
  for (let mode = 0; mode < modes.count; mode++)
    if (modes.kind[mode] !== FURNACE || modes.setup[mode] !== 0 || modes.weekdays[mode] !== 127 || modes.recipe[mode] === NONE)
      return false;
  return sameEverywhere(problem) && durationsMix(problem);
}

/** One unit in every open interval. */
function allOpen(open: Int32Array): boolean {
  for (let at = 2; at < open.length; at += 3) if (open[at] !== 1) return false;
  return true;
}

/** An activity has one recipe and one duration on all its machines. */
function sameEverywhere({ activities, modes }: Problem): boolean {
  for (let a = 0; a < activities.count; a++) {
    const first = activities.modeFrom[a]!;
    if (first === activities.modeFrom[a + 1]) return false;
    for (let mode = first + 1; mode < activities.modeFrom[a + 1]!; mode++) {
      if (modes.recipe[mode] !== modes.recipe[first] || modes.duration[mode] !== modes.duration[first]) return false;
      if (modes.maxDuration[mode] !== modes.maxDuration[first]) return false;
    }
  }
  return true;
}

/** All durations of a recipe may share a batch. */
function durationsMix({ modes, recipes }: Problem): boolean {
  const [least, most] = [new Int32Array(recipes.count).fill(FOREVER), new Int32Array(recipes.count)];
  for (let mode = 0; mode < modes.count; mode++) {
    const recipe = modes.recipe[mode]!;
    least[recipe] = Math.min(least[recipe]!, modes.duration[mode]!);
    most[recipe] = Math.max(most[recipe]!, modes.duration[mode]!);
  }
  return recipes.tolerance.every((tolerance, recipe) => most[recipe]! - least[recipe]! <= tolerance);
}

/** The problem as the search on batches wants it; jobs, machines and recipes keep their numbers. */
export function ovensOf(problem: Problem): Ovens {
  const { activities, jobs, machines, modes, objective, recipes } = problem;
  const count = activities.count;
  const firstMode = Int32Array.from({ length: count }, (_, a) => activities.modeFrom[a]!);
  const due = Int32Array.from(jobs.due, (tick) => (tick === NEVER ? FOREVER : tick));
  const eligible = new Int32Array(count);
  for (let mode = 0; mode < modes.count; mode++) eligible[modes.activity[mode]!]! |= 1 << modes.machine[mode]!;
  const shortest = firstMode.map((mode) => modes.duration[mode]!);
  const oven = objective.kind === 'oven' ? objective : null;
  const setups = machines.find((machine) => machine.setups !== null)?.setups ?? null;
  const setupCost = setups && Float64Array.from(setups.time, (time, at) => priceOf(objective, time, setups.cost[at]!));
  const running = oven?.runtime ?? 0;
  const tardiness = oven ? new Float64Array(count) : jobs.weight;
  const lateness = new Float64Array(count).fill(oven?.late ?? 0);
  const worstSetup = setupCost?.reduce((most, cost) => Math.max(most, cost), 0) ?? 0;
  let outside = 1;
  for (let job = 0; job < count; job++)
    outside += running * shortest[job]! + worstSetup + lateness[job]! + tardiness[job]! * (problem.horizon + shortest[job]!);
  return {
    jobs: count,
    machines: machines.length,
    recipes: recipes.count,
    due,
    tardiness,
    lateness,
    eligible,
    shortest,
    running,
    outside,
    recipe: firstMode.map((mode) => modes.recipe[mode]!),
    release: activities.release.map((release) => Math.max(release, problem.planningStart)),
    size: activities.weight,
    longest: firstMode.map((mode) => modes.maxDuration[mode]!),
    capacity: Float64Array.from(machines, (machine) => machine.maxWeight),
    open: machines.map((machine) => machine.open.filter((_, at) => at % 3 !== 2)),
    setupTime: setups?.time ?? null,
    setupCost,
    initial: Int32Array.from(machines, (machine) => machine.setups?.initial ?? NOWHERE),
  };
}

function priceOf(objective: Problem['objective'], time: number, cost: number): number {
  return objective.kind === 'oven' ? objective.setupTime * time + objective.setupCost * cost : 0;
}

/** The plan in the engine's words. */
export function solutionFrom(problem: Problem, plan: OvenPlan): Solution {
  const { activities, modes } = problem;
  const count = activities.count;
  const ints = (): Int32Array => new Int32Array(count).fill(NONE);
  const solution = { start: ints(), end: ints(), mode: ints(), furnaceRun: ints(), furnaceRuns: [] as FurnaceRun[] };
  for (let machine = 0; machine < plan.ovens.machines; machine++)
    for (let at = 0; at < plan.length[machine]!; at++) {
      const batch = plan.sequence[machine * plan.slots + at]!;
      const end = plan.end[batch]!;
      const start = end - plan.duration[batch]!;
      const members: number[] = [];
      for (let a = plan.first[batch]!; a !== NOWHERE; a = plan.next[a]!) {
        members.push(a);
        let mode = activities.modeFrom[a]!;
        while (modes.machine[mode] !== machine) mode++;
        solution.start[a] = start;
        solution.end[a] = end;
        solution.mode[a] = mode;
        solution.furnaceRun[a] = solution.furnaceRuns.length;
      }
      solution.furnaceRuns.push({ machine, recipe: plan.kind[batch]!, start, end, members: members.sort((a, b) => a - b) });
    }
  return solution;
}

/** Puts a solution into a plan's memory, for `recall`. False where it leaves a job out. */
export function memorize(plan: OvenPlan, solution: Solution, memory: OvenMemory): boolean {
  if (solution.furnaceRun.some((batch) => batch === NONE)) return false;
  memory.batchOf.set(solution.furnaceRun);
  memory.length.fill(0);
  const order = solution.furnaceRuns
    .map((_, batch) => batch)
    .sort((a, b) => solution.furnaceRuns[a]!.start - solution.furnaceRuns[b]!.start || a - b);
  for (const batch of order) {
    const { machine } = solution.furnaceRuns[batch]!;
    memory.sequence[machine * plan.slots + memory.length[machine]!++] = batch;
  }
  return true;
}
