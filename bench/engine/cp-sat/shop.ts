import { NEVER, NONE, type Problem, type Solution } from '../../../server/scheduling/index.ts';
import { completionOf } from '../../../server/scheduling/objective.ts';
import type { Known, PeerModel } from './plant.ts';
import { createModel, type Expression, type Interval, type Model, weightedSum } from './proto.ts';

/** Whole numbers in a unit of weight: weights have at most three decimals. */
const SCALE = 1_000;

interface Operation {
  readonly start: Expression;
  readonly end: Expression;
}

/**
 * A shop as a CP-SAT model: an interval for each activity, no two of a machine at a time, each after
 * what it follows, and a variable for how late each job is. Jobs end no later than in a plan as good as `known`, which is a hint.
 */
export function shopModel(problem: Problem, known: Known): PeerModel {
  const { jobs, chains, activities, modes, machines } = problem;
  const model = createModel();
  const onMachine = machines.map((): Interval[] => []);
  const latest = Array.from({ length: jobs.count }, (_, job) => latestEnd(problem, known.total, job));
  const operations = Array.from({ length: activities.count }, (_, a): Operation => {
    const length = modes.duration[a]!;
    const until = latest[chains.job[activities.chain[a]!]!]!;
    const start = model.newIntVar(Math.max(activities.release[a]!, problem.planningStart), until - length, known.solution.start[a]!);
    onMachine[modes.machine[a]!]!.push(model.newFixedSizeIntervalVar(start, length));
    return { start, end: start.plus(length) };
  });
  for (const intervals of onMachine) if (intervals.length > 1) model.addNoOverlap(intervals);
  operations.forEach(({ start }, a) => {
    for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p++) model.add(start.ge(operations[p]!.end));
  });
  const late = addLateness(problem, model, operations, latest, known.solution);
  model.minimize(
    weightedSum(
      late.map(({ ticks }) => ticks),
      late.map(({ job }) => jobs.weight[job]! * SCALE),
    ),
  );
  return {
    model,
    scale: SCALE,
    solutionOf(value) {
      const mode = activities.modeFrom.slice(0, activities.count);
      const start = Int32Array.from(operations, (operation) => value(operation.start));
      const end = start.map((from, a) => from + modes.duration[mode[a]!]!);
      return { start, end, mode, furnaceRun: new Int32Array(activities.count).fill(NONE), furnaceRuns: [] };
    },
  };
}

/** A job that ends later costs more by itself than the known plan. */
function latestEnd({ jobs, horizon }: Problem, total: number, job: number): number {
  const [due, weight] = [jobs.due[job]!, jobs.weight[job]!];
  if (due === NEVER || weight === 0) return horizon;
  return Math.min(horizon, Math.max(jobs.floor[job]!, due + Math.floor(total / weight)));
}

/** How late each job is that a delay costs something. */
function addLateness(
  problem: Problem,
  model: Model,
  operations: readonly Operation[],
  latest: readonly number[],
  known: Solution,
): { job: number; ticks: Expression }[] {
  const { jobs, chains } = problem;
  return Array.from({ length: jobs.count }, (_, job) => job).flatMap((job) => {
    const due = jobs.due[job]!;
    if (due === NEVER || jobs.weight[job] === 0) return [];
    const late = Math.max(0, completionOf(problem, known.end, job) - due);
    const ticks = model.newIntVar(Math.max(0, jobs.floor[job]! - due), Math.max(0, latest[job]! - due), late);
    for (let chain = jobs.chainFrom[job]!; chain < jobs.chainFrom[job + 1]!; chain++)
      for (let a = chains.activityFrom[chain]!; a < chains.activityFrom[chain + 1]!; a++) model.add(ticks.plus(due).ge(operations[a]!.end));
    return [{ job, ticks }];
  });
}
