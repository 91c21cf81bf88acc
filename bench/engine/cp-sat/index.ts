import { check, type Problem } from '../../../server/scheduling/index.ts';
import { scoreOf } from '../../../server/scheduling/objective.ts';
import { dispatch } from '../dispatcher/index.ts';
import { cpuClock } from '../published.ts';
import { loadCpSat } from './library.ts';
import { peerModel, SCALE } from './model.ts';

/** What a peer made of a problem: the engine's own score of its plan (null: it found none), and the bound that the peer proved. */
export interface PeerResult {
  name: string;
  score: number | null;
  bound: number;
  status: string;
  /** Wall seconds of the solver, and CPU seconds of all its threads. */
  seconds: number;
  cpu_seconds: number;
  /** As asked for: version 0.9.1 of the package searches with one worker whatever it is told. */
  workers: number;
  /** Rules that the plan breaks; above 0 the model is wrong. */
  faults: number;
}

export interface PeerOptions {
  readonly seconds: number;
  readonly workers: number;
}

/**
 * Plans a generated foundry with CP-SAT, which starts from the portfolio dispatcher's plan; its own plan passes `check` and `scoreOf` like the engine's.
 * Throws where the package is missing (`missingCpSat`), RangeError for a problem that is no generated foundry.
 */
export async function solveCpSat(problem: Problem, { seconds, workers }: PeerOptions): Promise<PeerResult> {
  const library = await loadCpSat();
  const known = dispatch(problem);
  const { model, solutionOf } = peerModel(problem, library, known);
  const solver = new library.CpSolver();
  const elapsed = cpuClock();
  const began = performance.now();
  await solver.solve(model, { numWorkers: workers, maxTimeInSeconds: seconds });
  const wall = (performance.now() - began) / 1000;
  const status = solver.statusName();
  const plan = status === 'OPTIMAL' || status === 'FEASIBLE' ? solutionOf((variable) => solver.value(variable)) : null;
  const faults = plan ? check(problem, plan) : [];
  for (const { rule, activities, detail } of faults.slice(0, 5))
    process.stderr.write(`cp-sat: ${rule} of ${activities.join(', ')}: ${detail}\n`);
  return {
    name: 'cp-sat',
    score: plan ? scoreOf(problem, plan).total : null,
    bound: solver.bestObjectiveBound() / SCALE,
    status,
    seconds: wall,
    cpu_seconds: elapsed(),
    workers,
    faults: faults.length,
  };
}
