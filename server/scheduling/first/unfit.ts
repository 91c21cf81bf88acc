import type { Clockwork } from '../place/clockwork.ts';
import { createDraft } from '../place/draft.ts';
import { NONE, type Problem } from '../problem.ts';
import { createKeeper, standing } from './repair.ts';

/**
 * Activities of the standing plan that start in [planning start, until) and cannot stay where they are beside what is fixed and those of them that start
 * earlier, or would end later than they do there; and those behind them in their lots.
 */
export function unfitBefore(problem: Problem, clockwork: Clockwork, until: number): number[] {
  const { activities, present, planningStart } = problem;
  if (!present) return [];
  const draft = createDraft(problem, clockwork);
  const keeper = createKeeper(draft);
  const isNear = (a: number): boolean => present.start[a]! >= planningStart && present.start[a]! < until;
  for (const a of standing(problem)) if (isNear(a)) keeper(a);
  const found: number[] = [];
  let unfit = NONE;
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] !== NONE) continue;
    const isBehind = unfit !== NONE && activities.chain[unfit] === activities.chain[a];
    // A part that has no place yet stands with the others of its step.
    const stands = isNear(a) || (activities.lead[a] !== a && isNear(activities.lead[a]!));
    if (!isBehind && (!stands || (draft.start[a] !== NONE && draft.end[a]! <= present.end[a]!))) continue;
    unfit = a;
    found.push(a);
  }
  return found;
}
