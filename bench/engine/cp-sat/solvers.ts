import { execFile, execFileSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { cpuClock } from '../clock.ts';
import { fieldsOf, type Message, type Proto, textOf } from './proto.ts';

const PACKAGE = 'or-tools-wasm';
const NATIVE = 'ortools==9.15.6755';
const SCRIPT = fileURLToPath(new URL('native.py', import.meta.url));
/**
 * From so many constraints on the model is simplified only once: the presolve of 1,000 tasks then takes 7 CPU seconds instead of 23, and bounds rise sooner. The
 * local search on violations stays off: version 9.15 crashes in it (CompiledReservoirConstraint) after some 140 CPU seconds of that model.
 */
const MANY = 5_000;
const LARGE = { maxPresolveIterations: 1, cpModelProbingLevel: 0, symmetryLevel: 0, numViolationLs: 0 };
const parametersFor = ({ constraints }: Proto): Message => (constraints.length > MANY ? LARGE : {});
/** Answers are lists of numbers, a few bytes a variable. */
const MOST_BYTES = 2 ** 30;

/** What CP-SAT said of a model. */
interface Answer {
  readonly status: string;
  /** A value for each variable; empty where it found none. */
  readonly solution: readonly number[];
  readonly bound: number;
  readonly cpu_seconds: number;
  /** CPU seconds to the first solution and the process's peak of memory; null where the solver cannot tell. */
  readonly first_seconds: number | null;
  readonly megabytes: number | null;
}

/**
 * How CP-SAT is run: by a Python that has the native solver (CPU seconds of all threads), or, without one, by the WebAssembly package (wall seconds; it
 * searches with one worker whatever it is told, and is several times slower).
 */
export interface Solver {
  readonly python: string | null;
  readonly workers: number;
}

/** Solves a model for so many seconds. Throws where the solver is missing (`missingCpSat`). */
export const solveModel = (proto: Proto, seconds: number, { python, workers }: Solver): Promise<Answer> =>
  python === null ? solveByPackage(proto, seconds) : solveByPython(proto, seconds, python, workers);

function solveByPython(proto: Proto, seconds: number, python: string, workers: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const arguments_ = [SCRIPT, String(seconds), String(workers), fieldsOf(parametersFor(proto))];
    const child = execFile(python, arguments_, { maxBuffer: MOST_BYTES }, (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout) as Answer);
    });
    // What ended before it read its model says so by its exit code.
    child.stdin!.on('error', () => {});
    Readable.from(textOf(proto)).pipe(child.stdin!);
  });
}

interface Package {
  readonly CpSat: {
    createModel(proto: Proto): Promise<Uint8Array>;
    solve(
      model: Uint8Array,
      parameters: Message,
    ): Promise<{ response: { status: string; solution: number[]; bestObjectiveBound: number } }>;
  };
}

// Not a literal where it is imported: the compiler would look for the package.
const ENTRY: string = `${PACKAGE}/cp-sat`;

async function solveByPackage(proto: Proto, seconds: number): Promise<Answer> {
  const { CpSat } = (await import(ENTRY)) as Package;
  const elapsed = cpuClock();
  const { response } = await CpSat.solve(await CpSat.createModel(proto), { ...parametersFor(proto), maxTimeInSeconds: seconds });
  const { status, solution, bestObjectiveBound: bound } = response;
  return { status, solution, bound, cpu_seconds: elapsed(), first_seconds: null, megabytes: null };
}

/** How to install CP-SAT where it is missing, null where it is there. */
export function missingCpSat(python: string | null): string | null {
  try {
    if (python === null) import.meta.resolve(ENTRY);
    else execFileSync(python, ['-c', 'import ortools.sat.python.cp_model_helper'], { stdio: 'ignore' });
    return null;
  } catch {
    if (python !== null) return `--peer-python ${python} has no OR-Tools: ${python} -m pip install ${NATIVE}`;
    return `--peer cp-sat needs --peer-python PYTHON (with ${NATIVE}) or the package ${PACKAGE}: npm install --no-save ${PACKAGE}@0.9.1`;
  }
}
