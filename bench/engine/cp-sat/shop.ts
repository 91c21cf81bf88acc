import { NEVER, NONE, type Problem, type Solution, WORK } from '../../../server/scheduling/index.ts';
import { completionOf } from '../../../server/scheduling/objective.ts';
import type { Known, PeerModel } from './plant.ts';
import { createModel, type Expression, type Interval, type Model, weightedSum } from './proto.ts';

/** Whole numbers in a unit of weight: weights have at most three decimals. */
const SCALE = 1_000;

/** Weighted tardiness on machines of one unit that never close, without days: job shops, flexible or not. */
export function isShop({ day, objective, machines, modes, activities, jobs, horizon, planningStart, ...problem }: Problem): boolean {
  const isPlain = (value: number): boolean => value === 0;
  return (
    objective.kind === 'weighted_tardiness' &&
    day === null &&
    machines.every(
      ({ kind, unlimited, open, setups }) => kind === 'unit' && !unlimited && !setups && opensOnce(open, planningStart, horizon),
    ) &&
    modes.kind.every((kind) => kind === WORK) &&
    modes.lag.every(isPlain) &&
    modes.waitDays.every(isPlain) &&
    activities.fixedStart.every((start) => start === NONE) &&
    activities.lead.every((lead, a) => lead === a) &&
    jobs.weight.every((weight) => Number.isInteger(weight * SCALE)) &&
    problem.blocks.length === 0 &&
    problem.present === null
  );
}

const opensOnce = (open: Int32Array, from: number, to: number): boolean =>
  open.length === 3 && open[0]! <= from && open[1]! >= to && open[2] === 1;

/** An activity and its ways: one literal a mode, none where there is one way only. */
interface Operation {
  readonly start: Expression;
  readonly end: Expression;
  readonly chosen: readonly Expression[];
}

/**
 * A shop as a CP-SAT model: an interval for each activity (an optional one for each of its modes, where it has several), no two of a machine at a time, each after
 * what it follows, and a variable for how late each job is. Jobs end no later than in a plan as good as `known`, which is a hint.
 */
export function shopModel(problem: Problem, known: Known): PeerModel {
  const { jobs, chains, activities, modes, machines } = problem;
  const model = createModel();
  const onMachine = machines.map((): Interval[] => []);
  const latest = Array.from({ length: jobs.count }, (_, job) => latestEnd(problem, known.total, job));
  const operations = Array.from({ length: activities.count }, (_, a) =>
    addOperation(problem, model, onMachine, a, latest[chains.job[activities.chain[a]!]!]!, known.solution),
  );
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
      const mode = Int32Array.from(operations, ({ chosen }, a) => {
        const at = chosen.findIndex((literal) => value(literal) === 1);
        return activities.modeFrom[a]! + Math.max(0, at);
      });
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

function addOperation(
  { activities, modes, planningStart }: Problem,
  model: Model,
  onMachine: Interval[][],
  a: number,
  until: number,
  known: Solution,
): Operation {
  const own = Array.from({ length: activities.modeFrom[a + 1]! - activities.modeFrom[a]! }, (_, at) => activities.modeFrom[a]! + at);
  const lengths = own.map((mode) => modes.duration[mode]!);
  const start = model.newIntVar(Math.max(activities.release[a]!, planningStart), until - Math.min(...lengths), known.start[a]!);
  if (own.length === 1) {
    onMachine[modes.machine[own[0]!]!]!.push(model.newFixedSizeIntervalVar(start, lengths[0]!));
    return { start, end: start.plus(lengths[0]!), chosen: [] };
  }
  const chosen = own.map((mode, at) => {
    const literal = model.newBoolVar(known.mode[a] === mode);
    onMachine[modes.machine[mode]!]!.push(model.newOptionalFixedSizeIntervalVar(start, lengths[at]!, literal));
    return literal;
  });
  model.addExactlyOne(chosen);
  return { start, end: weightedSum([start, ...chosen], [1, ...lengths]), chosen };
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
