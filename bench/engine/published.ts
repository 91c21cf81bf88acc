import { readFileSync } from 'node:fs';
import { check, type Problem, type Solution, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { plantKernel } from '../../server/scheduling/search/plant-kernel.ts';
import { SPECIALISTS } from '../specialists/index.ts';
import { batchProblem, batchSolution, ovenProblem, shopProblem, shopSolution } from './adapters.ts';
import { checkBatch, checkOven, checkShop, type Verdict } from './checker.ts';
import { cpuClock } from './clock.ts';
import { mayModel, type PeerResult, solveCpSat } from './cp-sat/index.ts';
import type { Solver } from './cp-sat/solvers.ts';
import { dispatch } from './dispatcher/index.ts';
import { dueDates, type Published, parseBatch, parseOven, parseShop } from './instances.ts';

/** One solved instance, as `--out` writes it; `gap` is relative to the best known value. */
export interface Measure {
  set: string;
  instance: string;
  family: string;
  seed: number;
  /** Who solved it: the product's kernel, a specialist of the bench or a peer. */
  kernel: string;
  cpu_seconds: number;
  objective: number;
  /** What the portfolio dispatcher makes of it; null where no pass can. */
  dispatcher: number | null;
  best_known: number | null;
  lower_bound: number | null;
  gap: number | null;
  feasible: boolean;
  moves: number;
  /** What a peer says of its own run; the objective is NaN where it found no plan. */
  peer?: PeerResult;
}

/** A measure and the file of its solution. */
export interface Measured {
  measure: Measure;
  file: { name: string; text: string };
}

/** Below best known by more than this: a new best. */
export const NEW_BEST = 1e-6;

interface Case {
  problem: Problem;
  written(solution: Solution): object;
  verdict(written: object): Verdict;
}

/** Reads an instance and says how its solutions are written and checked. */
function caseOf({ set, path, tightness }: Published): Case {
  const text = readFileSync(path, 'utf8');
  if (set === 'osp') {
    const instance = parseOven(text);
    return made(ovenProblem(instance), batchSolution, (solution) => checkOven(instance, solution));
  }
  if (set === 'pbatch-twt') {
    const instance = parseBatch(text);
    return made(batchProblem(instance), batchSolution, (solution) => checkBatch(instance, solution));
  }
  const plain = parseShop(text, set === 'fjsp');
  const instance = tightness === null ? plain : { ...plain, due: dueDates(plain, tightness) };
  const problem = shopProblem(instance);
  return made(
    problem,
    (solution) => shopSolution(problem, solution),
    (solution) => checkShop(instance, solution),
  );
}

const made = <Written extends object>(
  problem: Problem,
  written: (solution: Solution) => Written,
  verdict: (written: Written) => Verdict,
): Case => ({ problem, written, verdict: (file) => verdict(JSON.parse(JSON.stringify(file)) as Written) });

/** Kernels that are measured: the product's own, and the specialists of the bench. */
export const KERNELS = { product: [plantKernel], specialist: SPECIALISTS } as const;
export type KernelName = keyof typeof KERNELS;

/**
 * Solves an instance through the engine's one door, once with each kernel asked for that suits; the objective is the checker's own, computed from what is
 * written alone. Beside it what the portfolio dispatcher makes of it.
 */
export function measurePublished(
  published: Published,
  { seconds, seed, kernels }: { seconds: number; seed: number; kernels: readonly KernelName[] },
): Measured[] {
  const one = caseOf(published);
  const dispatcher = mayDispatch(one.problem) ? dispatch(one.problem).total : null;
  const suiting = kernels.filter((name) => KERNELS[name].some((kernel) => kernel.suits(one.problem)));
  return suiting.map((kernel) => measureCase(published, one, { seconds, seed, kernel, dispatcher }));
}

const mayDispatch = ({ objective, machines }: Problem): boolean =>
  objective.kind === 'weighted_tardiness' && machines.every(({ setups, insideOne }) => !setups && !insideOne);

/** Solves an instance with CP-SAT, where there is a model of it; nothing else is done differently. */
export async function measurePeer(published: Published, limit: number, solver: Solver): Promise<Measured[]> {
  const one = caseOf(published);
  if (!mayModel(one.problem)) return [];
  const { result, solution } = await solveCpSat(one.problem, limit, solver);
  const { name: kernel, score, cpu_seconds } = result;
  const judged = solution && judge(published.name, one, solution, score!);
  const dispatcher = dispatch(one.problem).total;
  return [written(published, { seed: 0, kernel, dispatcher, cpu_seconds, moves: 0, peer: result }, judged)];
}

function measureCase(
  published: Published,
  one: Case,
  { seconds, seed, kernel, dispatcher }: { seconds: number; seed: number; kernel: KernelName; dispatcher: number | null },
): Measured {
  const elapsed = cpuClock();
  const result: SolveResult = solve(one.problem, { budget: { seconds }, seed, elapsed }, KERNELS[kernel]);
  const cpu_seconds = elapsed();
  const judged = judge(published.name, one, result.solution, result.score.total);
  return written(published, { seed, kernel, dispatcher, cpu_seconds, moves: result.statistics.rounds }, judged);
}

/** A solution as it is written, the checker's objective of it, and whether nothing is wrong with either. */
interface Judged {
  readonly solution: object;
  readonly objective: number;
  readonly feasible: boolean;
}

function judge(instance: string, one: Case, plan: Solution, claimed: number): Judged {
  const solution = one.written(plan);
  const { objective, violations } = one.verdict(solution);
  const own = check(one.problem, plan);
  const agrees = Math.abs(objective - claimed) <= 1e-6 * Math.max(1, Math.abs(objective));
  for (const fault of [...violations, ...own.map(({ rule, detail }) => `${rule}: ${detail}`)].slice(0, 5))
    process.stderr.write(`${instance}: ${fault}\n`);
  if (!agrees) process.stderr.write(`${instance}: the engine says ${claimed}, the checker ${objective}\n`);
  return { solution, objective, feasible: violations.length === 0 && own.length === 0 && agrees };
}

function written(
  { set, name: instance, family, best_known, lower_bound }: Published,
  run: Pick<Measure, 'seed' | 'kernel' | 'dispatcher' | 'cpu_seconds' | 'moves' | 'peer'>,
  judged: Judged | null,
): Measured {
  const { solution, objective, feasible } = judged ?? { solution: {}, objective: Number.NaN, feasible: true };
  const gap = best_known === null ? null : best_known === 0 ? (objective === 0 ? 0 : null) : objective / best_known - 1;
  const { seed, kernel } = run;
  return {
    measure: { set, instance, family, ...run, objective, best_known, lower_bound, gap, feasible },
    file: {
      name: `${set}-${instance}-${kernel}-${seed}.json`.replaceAll(/[/ ]/g, '_'),
      text: `${JSON.stringify({ set, instance, seed, kernel, objective, ...solution })}\n`,
    },
  };
}
