import { FURNACE, type Problem, type Solution } from '../../../server/scheduling/index.ts';
import { scoreOf } from '../../../server/scheduling/objective.ts';
import { onePass } from './pass.ts';
import { policiesFor } from './rules.ts';

/** The best of the passes, and by which policy. */
interface Dispatched {
  readonly solution: Solution;
  readonly total: number;
  readonly policy: string;
}

/**
 * The portfolio dispatcher of the bench: plain passes by ATC (several look-aheads), MDD, slack and EDD, each with several ways to wait for mates at furnaces;
 * the best of all. It stands still and shares no code with the engine, so that the engine is measured against something that does not follow it.
 */
export function dispatch(problem: Problem): Dispatched {
  let best: Dispatched | null = null;
  for (const policy of policiesFor(problem.modes.kind.includes(FURNACE))) {
    const solution = onePass(problem, policy);
    const { total } = scoreOf(problem, solution);
    if (!best || total < best.total) best = { solution, total, policy: policy.name };
  }
  return best!;
}
