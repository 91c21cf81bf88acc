import { completionOf, hasMoved, jobCost } from '../../objective.ts';
import { NONE, type Problem } from '../../problem.ts';
import type { Workspace } from './workspace.ts';

/** Lots and jobs to which a search beside a standing plan is held. */
interface Marks {
  /** Jobs that are later than in the standing plan. */
  readonly worsened: Uint8Array;
  /** Chains with a moved or new activity, and those of late jobs. */
  readonly chains: Uint8Array;
}

/** Tardiness of each job in the standing plan; 0 where not all of it stands there. Remembered by problem. */
function presentTardiness(problem: Problem): Float64Array {
  const known = remembered.get(problem);
  if (known) return known;
  const { activities, jobs, chains, present } = problem;
  const end = Int32Array.from(present!.end, (each, a) => (activities.fixedStart[a] === NONE ? each : activities.fixedEnd[a]!));
  const tardiness = new Float64Array(jobs.count);
  const isWhole = (job: number): boolean => {
    for (let c = jobs.chainFrom[job]!; c < jobs.chainFrom[job + 1]!; c += 1)
      for (let a = chains.activityFrom[c]!; a < chains.activityFrom[c + 1]!; a += 1) if (end[a] === NONE) return false;
    return true;
  };
  for (let j = 0; j < jobs.count; j += 1) {
    if (isWhole(j)) tardiness[j] = jobCost(problem, j, completionOf(problem, end, j));
  }
  remembered.set(problem, tardiness);
  return tardiness;
}

const remembered = new WeakMap<Problem, Float64Array>();
const EPSILON = 1e-9;

/** Marks of a draft: moved chains, jobs that became later, late jobs; null where no plan stands. */
export function marksOf({ problem, draft, ledger }: Workspace): Marks | null {
  const { activities, jobs, chains, present } = problem;
  if (!present) return null;
  const before = presentTardiness(problem);
  const marks = { worsened: new Uint8Array(jobs.count), chains: new Uint8Array(chains.count) };
  for (let j = 0; j < jobs.count; j += 1) {
    const tardiness = ledger.jobTardiness[j]!;
    if (tardiness > before[j]! + EPSILON) marks.worsened[j] = 1;
    if (tardiness > 0) marks.chains.fill(1, jobs.chainFrom[j]!, jobs.chainFrom[j + 1]!);
  }
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] !== NONE) continue;
    if (present.start[a] === NONE || hasMoved(problem, draft, a)) marks.chains[activities.chain[a]!] = 1;
  }
  return marks;
}
