import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { createBuilder, type Objective, type Problem, type Solution } from '../../server/scheduling/index.ts';
import type { ShopSolution } from './checker.ts';
import type { ShopInstance } from './instances.ts';

const NOTHING = Object.fromEntries(Object.keys(DEFAULT_PLAN_SETTINGS.weights).map((part) => [part, 0]));
/** Weighted tardiness: a job costs its weight for each tick that it is late, and nothing else costs anything. */
const WEIGHTED_TARDINESS: Objective = {
  order: 'weighted',
  weights: { ...DEFAULT_PLAN_SETTINGS.weights, ...NOTHING, tardiness_day: 1, tardiness_square_divisor: Number.POSITIVE_INFINITY },
  slackDays: 0,
};

/** A job shop as the engine's problem: one chain a job, no days and no plant behind it. */
export function shopProblem({ machines, jobs, due }: ShopInstance): Problem {
  const horizon = jobs.flat().reduce((sum, { duration }) => sum + duration, 0) + 1;
  const builder = createBuilder();
  for (let machine = 0; machine < machines; machine++) builder.addMachine({ open: Int32Array.of(0, horizon, 1) });
  jobs.forEach((job, index) => {
    builder.addJob(due[index]);
    builder.addChain();
    for (const operation of job) {
      builder.addActivity();
      builder.addMode(operation);
    }
  });
  return builder.finish({ horizon, objective: WEIGHTED_TARDINESS });
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
