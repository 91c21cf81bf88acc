import type { Clockwork } from '../place/clockwork.ts';
import { createDraft } from '../place/draft.ts';
import { findLatest } from '../place/latest.ts';
import { createPlace, settleAt } from '../place/placement.ts';
import { NEVER, NONE, type Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';
import type { Rule } from './priorities.ts';

/**
 * The order of a last forward pass. The plan is placed again from its due dates (or later ends) back, each task as late as possible; these starts are the
 * order. A task without room counts from the start of its successor.
 */
export function backwardRule(problem: Problem, clockwork: Clockwork, plan: Solution, taste: Rule['taste']): Rule {
  const { activities, chains } = problem;
  const draft = createDraft(problem, clockwork);
  const starts = new Float64Array(activities.count);
  const place = createPlace();
  for (const a of latestFirst(problem, plan)) {
    const last = a === chains.activityFrom[activities.chain[a]! + 1]! - 1;
    const limit = last ? lastLimit(problem, plan, a) : successorStart(problem, starts, a);
    if (limit > 0 && findLatest(draft, a, 0, limit, place)) {
      settleAt(draft, a, place);
      starts[a] = place.start;
    } else starts[a] = limit - (plan.end[a]! - plan.start[a]!);
  }
  return { name: 'backward', taste, key: (a) => starts[a]! };
}

function latestFirst(problem: Problem, { start, end }: Solution): number[] {
  const order: number[] = [];
  for (let a = 0; a < start.length; a += 1) if (start[a] !== NONE && problem.activities.fixedStart[a] === NONE) order.push(a);
  return order.sort((a, b) => end[b]! - end[a]! || b - a);
}

function lastLimit({ jobs, chains, activities, horizon }: Problem, plan: Solution, a: number): number {
  const due = jobs.due[chains.job[activities.chain[a]!]!]!;
  return due === NEVER ? plan.end[a]! : Math.min(horizon, Math.max(due, plan.end[a]!));
}

/** Start of the next step of the chain; parts of one step share it. */
function successorStart({ activities }: Problem, starts: Float64Array, a: number): number {
  let next = a + 1;
  while (activities.lead[next] === activities.lead[a]) next += 1;
  const fixed = activities.fixedStart[next]!;
  return activities.chain[next] !== activities.chain[a] ? starts[a + 1]! : fixed === NONE ? starts[next]! : fixed;
}
