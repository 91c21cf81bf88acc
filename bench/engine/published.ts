import { readFileSync } from 'node:fs';
import { check, type Problem, type Solution, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { SPECIALISTS } from '../specialists/index.ts';
import { batchProblem, batchSolution, ovenProblem, shopProblem, shopSolution } from './adapters.ts';
import { checkBatch, checkOven, checkShop, type Verdict } from './checker.ts';
import { type Published, parseBatch, parseOven, parseShop } from './instances.ts';

/** One solved instance, as `--out` writes it; `gap` is relative to the best known value. */
export interface Measure {
  set: string;
  instance: string;
  family: string;
  seed: number;
  cpu_seconds: number;
  objective: number;
  best_known: number | null;
  lower_bound: number | null;
  gap: number | null;
  feasible: boolean;
  moves: number;
}

/** Below best known by more than this: a new best. */
export const NEW_BEST = 1e-6;

/** Seconds of CPU this process used since the call, of all its threads. */
export function cpuClock(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e6;
  };
}

interface Case {
  problem: Problem;
  written(solution: Solution): object;
  verdict(written: object): Verdict;
}

/** Reads an instance and says how its solutions are written and checked. */
function caseOf({ set, path }: Published): Case {
  const text = readFileSync(path, 'utf8');
  if (set === 'osp') {
    const instance = parseOven(text);
    return made(ovenProblem(instance), batchSolution, (solution) => checkOven(instance, solution));
  }
  if (set === 'pbatch-twt') {
    const instance = parseBatch(text);
    return made(batchProblem(instance), batchSolution, (solution) => checkBatch(instance, solution));
  }
  const instance = parseShop(text, set === 'fjsp');
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

/** Solves an instance through the engine's one door; the objective is the checker's own, computed from what is written alone. */
export function measurePublished(
  published: Published,
  { seconds, seed }: { seconds: number; seed: number },
): { measure: Measure; file: { name: string; text: string } } {
  const { problem, written, verdict } = caseOf(published);
  const elapsed = cpuClock();
  const result: SolveResult = solve(problem, { budget: { seconds }, seed, elapsed }, SPECIALISTS);
  const cpu_seconds = elapsed();
  const { set, name: instance, family, best_known, lower_bound } = published;
  const solution = written(result.solution);
  const { objective, violations } = verdict(solution);
  const own = check(problem, result.solution);
  const agrees = Math.abs(objective - result.score.total) <= 1e-6 * Math.max(1, Math.abs(objective));
  for (const fault of [...violations, ...own.map(({ rule, detail }) => `${rule}: ${detail}`)].slice(0, 5))
    process.stderr.write(`${instance}: ${fault}\n`);
  if (!agrees) process.stderr.write(`${instance}: the engine says ${result.score.total}, the checker ${objective}\n`);
  const feasible = violations.length === 0 && own.length === 0 && agrees;
  const gap = best_known === 0 ? (objective === 0 ? 0 : null) : objective / best_known - 1;
  return {
    measure: {
      set,
      instance,
      family,
      seed,
      cpu_seconds,
      objective,
      best_known,
      lower_bound,
      gap,
      feasible,
      moves: result.statistics.rounds,
    },
    file: {
      name: `${set}-${instance.replaceAll('/', '_')}-${seed}.json`,
      text: `${JSON.stringify({ set, instance, seed, objective, ...solution })}\n`,
    },
  };
}
