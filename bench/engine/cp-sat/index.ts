import { check, type Problem, type Solution } from '../../../server/scheduling/index.ts';
import { scoreOf } from '../../../server/scheduling/objective.ts';
import { dispatch } from '../dispatcher/index.ts';
import { isShop } from '../queues/shop.ts';
import { type PeerModel, plantModel } from './plant.ts';
import { valueIn } from './proto.ts';
import { shopModel } from './shop.ts';
import { type Solver, solveModel } from './solvers.ts';

/** What CP-SAT made of a problem: the engine's own score of its plan (null: it found none), and the bound that it proved. */
export interface PeerResult {
  name: string;
  score: number | null;
  bound: number;
  status: string;
  /** Seconds it was given. */
  limit: number;
  /** Wall seconds of the solver, and CPU seconds of all its threads, in all and to its first plan. */
  seconds: number;
  cpu_seconds: number;
  first_seconds: number | null;
  /** Its peak of memory. */
  megabytes: number | null;
  workers: number;
  variables: number;
  constraints: number;
  /** Rules that the plan breaks; above 0 the model is wrong. */
  violations: number;
}

export interface PeerOptions extends Solver {
  /** Seconds it is given as a reference, beside those of the engine; 0: none. */
  readonly reference: number;
}

/** The seconds a peer is given: the engine's own, and those of the reference. */
export const limitsOf = ({ reference }: PeerOptions, seconds: number): number[] => [
  ...new Set(reference > 0 ? [seconds, reference] : [seconds]),
];

/**
 * Plans with CP-SAT, which starts from the portfolio dispatcher's plan; its own plan passes `check` and `scoreOf` like the engine's.
 * Throws where the solver is missing (`missingCpSat`), RangeError for a problem that there is no model of.
 */
export async function solveCpSat(
  problem: Problem,
  limit: number,
  solver: Solver,
): Promise<{ result: PeerResult; solution: Solution | null }> {
  const known = dispatch(problem);
  const { model, scale, solutionOf }: PeerModel = isShop(problem) ? shopModel(problem, known) : plantModel(problem, known);
  const proto = model.proto();
  const began = performance.now();
  const { status, solution: values, bound, ...effort } = await solveModel(proto, limit, solver);
  const seconds = (performance.now() - began) / 1000;
  const solution = status === 'OPTIMAL' || status === 'FEASIBLE' ? solutionOf((of) => valueIn(values, of)) : null;
  const violations = solution ? check(problem, solution) : [];
  for (const { rule, activities, detail } of violations.slice(0, 5))
    process.stderr.write(`cp-sat: ${rule} of ${activities.join(', ')}: ${detail}\n`);
  const result: PeerResult = {
    name: `cp-sat ${limit} s`,
    score: solution && scoreOf(problem, solution).total,
    bound: bound / scale,
    status,
    limit,
    seconds,
    ...effort,
    workers: solver.python === null ? 1 : solver.workers,
    variables: proto.variables.length,
    constraints: proto.constraints.length,
    violations: violations.length,
  };
  return { result, solution };
}
