import type { Clockwork } from '../place/clockwork.ts';
import { NONE, type Problem } from '../problem.ts';
import { displacedFrom, presentDraft } from './displaced.ts';

/**
 * Activities of the standing plan that start in [planning start, until) and cannot stay: displaced ones, ones that would end later than they do there, and all
 * behind them in their lots.
 */
export function unfitBefore(problem: Problem, clockwork: Clockwork, until: number): number[] {
  const { activities, present, planningStart } = problem;
  if (!present) return [];
  const draft = presentDraft(problem, clockwork);
  const displaced = displacedFrom(draft);
  const isNear = (a: number): boolean => present.start[a]! >= planningStart && present.start[a]! < until;
  const found: number[] = [];
  let unfit = NONE;
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] !== NONE) continue;
    const isBehind = unfit !== NONE && activities.chain[unfit] === activities.chain[a];
    const step = activities.lead[a]!;
    const fits = !displaced.has(step) && draft.start[a] !== NONE && draft.end[a]! <= present.end[a]!;
    // A part that has no place yet stands with the others of its step.
    if (!isBehind && (fits || !(isNear(a) || isNear(step)))) continue;
    unfit = a;
    found.push(a);
  }
  return found;
}
