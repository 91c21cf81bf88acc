import { readFileSync } from 'node:fs';
import { check, type Problem, type Solution, solve } from '../../server/scheduling/index.ts';
import { shopProblem, shopSolution } from './adapters.ts';
import { checkShop } from './checker.ts';
import { cpuClock } from './clock.ts';
import { type PeerResult, solveCpSat } from './cp-sat/index.ts';
import type { Solver } from './cp-sat/solvers.ts';
import { dispatch } from './dispatcher/index.ts';
import { type Published, parseShop, type ShopInstance } from './instances.ts';
import { queueKernel } from './queues/index.ts';

/** One solved instance, as `--out` writes it; `gap` is relative to the best known value. */
export interface Measure {
  set: string;
  instance: string;
  family: string;
  seed: number;
  /** Who solved it: the product's kernel, the bench's own for job shops, or a peer. */
  kernel: string;
  cpu_seconds: number;
  objective: number;
  /** What the portfolio dispatcher makes of it. */
  dispatcher: number;
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
  instance: ShopInstance;
  problem: Problem;
}

function caseOf({ path, tightness }: Published): Case {
  const instance = parseShop(readFileSync(path, 'utf8'), tightness);
  return { instance, problem: shopProblem(instance) };
}

/** Solves an instance with CP-SAT; nothing else is done differently. */
export async function measurePeer(published: Published, limit: number, solver: Solver): Promise<Measured> {
  const one = caseOf(published);
  const { result, solution } = await solveCpSat(one.problem, limit, solver);
  const { name: kernel, score, cpu_seconds } = result;
  const judged = solution && judge(published.name, one, solution, score!);
  const dispatcher = dispatch(one.problem).total;
  return written(published, { seed: 0, kernel, dispatcher, cpu_seconds, moves: 0, peer: result }, judged);
}

/**
 * Solves an instance through the engine's one door with the kernel for job shops; the objective is the checker's own, computed from what is written alone.
 * Beside it what the portfolio dispatcher makes of it.
 */
export function measurePublished(published: Published, { seconds, seed }: { seconds: number; seed: number }): Measured {
  const one = caseOf(published);
  const elapsed = cpuClock();
  const result = solve(one.problem, { budget: { seconds }, seed, elapsed }, queueKernel);
  const cpu_seconds = elapsed();
  const judged = judge(published.name, one, result.solution, result.score.total);
  const dispatcher = dispatch(one.problem).total;
  return written(published, { seed, kernel: 'queues', dispatcher, cpu_seconds, moves: result.statistics.rounds }, judged);
}

/** A solution as it is written, the checker's objective of it, and whether nothing is wrong with either. */
interface Judged {
  readonly solution: object;
  readonly objective: number;
  readonly feasible: boolean;
}

function judge(name: string, one: Case, plan: Solution, claimed: number): Judged {
  const solution = shopSolution(one.problem, plan);
  const { objective, violations } = checkShop(one.instance, JSON.parse(JSON.stringify(solution)) as typeof solution);
  const own = check(one.problem, plan);
  const agrees = Math.abs(objective - claimed) <= 1e-6 * Math.max(1, Math.abs(objective));
  for (const broken of [...violations, ...own.map(({ rule, detail }) => `${rule}: ${detail}`)].slice(0, 5))
    process.stderr.write(`${name}: ${broken}\n`);
  if (!agrees) process.stderr.write(`${name}: the engine says ${claimed}, the checker ${objective}\n`);
  return { solution, objective, feasible: violations.length === 0 && own.length === 0 && agrees };
}

function written(
  { set, name: instance, family, best_known }: Published,
  run: Pick<Measure, 'seed' | 'kernel' | 'dispatcher' | 'cpu_seconds' | 'moves' | 'peer'>,
  judged: Judged | null,
): Measured {
  const { solution, objective, feasible } = judged ?? { solution: {}, objective: Number.NaN, feasible: true };
  const gap = best_known === null ? null : best_known === 0 ? (objective === 0 ? 0 : null) : objective / best_known - 1;
  const { seed, kernel } = run;
  return {
    measure: { set, instance, family, ...run, objective, best_known, lower_bound: null, gap, feasible },
    file: {
      name: `${set}-${instance}-${kernel}-${seed}.json`.replaceAll(/[/ ]/g, '_'),
      text: `${JSON.stringify({ set, instance, seed, kernel, objective, ...solution })}\n`,
    },
  };
}
