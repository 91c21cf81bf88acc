import { daysLateIn, isBetter, scoreOf } from '../objective.ts';
import type { Clockwork } from '../place/clockwork.ts';
import { createDraft, solutionOf } from '../place/draft.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Score, Solution, SolveOptions, Statistics } from '../solution.ts';
import { backwardRule } from './backward.ts';
import { placeAll } from './construct.ts';
import { dispatchAll } from './dispatch.ts';
import { policiesOf } from './policies.ts';
import { placedFirst } from './preferring.ts';
import { byPriority, dueStarts, estimateTails, priorityRules, type Rule } from './priorities.ts';

/** A solution with its score. */
export interface Plan {
  readonly solution: Solution;
  readonly score: Score;
}

/** The best of the first plans; beside a standing plan also the one that keeps all that fits, and the repair at which a search begins. */
export interface FirstPlans {
  readonly best: Plan;
  readonly kept: Plan | null;
  readonly begin: Plan;
}

/** Share of the seconds that first plans may take. */
const FIRST_PLANS_SHARE = 0.25;

/** The first plans, each better one handed to `onPlan` at once. Where a plan stands its repair is enough, unless another leaves less without a place. */
export function firstPlan(
  problem: Problem,
  clockwork: Clockwork,
  options: SolveOptions,
  statistics: Statistics,
  began: number,
): FirstPlans {
  const { seconds = Number.POSITIVE_INFINITY } = options.budget;
  const isOver = (): boolean =>
    options.cancelled?.() === true || (options.elapsed !== undefined && options.elapsed() - began > seconds * FIRST_PLANS_SHARE);
  const rules = priorityRules(problem);
  let best = null as Plan | null;
  const attempt = (name: string, solution: Solution): Plan => {
    const plan = { solution, score: scoreOf(problem, solution) };
    statistics.first.push({ rule: name, total: plan.score.total });
    if (best && !isBetter(problem, plan.score, best.score)) return plan;
    best = plan;
    options.onPlan?.(plan.solution, plan.score);
    return plan;
  };
  const { first = [], moving = 'standard' } = options;
  const kept = problem.present && attempt('repair', placedFirst(problem, clockwork, rules[0]!, first));
  if (kept?.score.unplaced === 0) {
    const rush = first.length > 0 || moving === 'misfits' ? [] : lateRush(problem, kept.solution);
    if (rush.length > 0 && !isOver()) attempt('rush_first', placedFirst(problem, clockwork, rules[0]!, rush));
    return { best: best!, kept, begin: best! };
  }
  const found = (plan: Plan): FirstPlans => ({ best: plan, kept, begin: kept && kept.score.unplaced <= plan.score.unplaced ? kept : plan });
  for (const rule of rules) {
    if (best && isOver()) return found(best);
    attempt(rule.name, planBy(problem, clockwork, rule));
  }
  if (!isOver() && !best!.solution.start.includes(NONE)) {
    const backward = byPriority(problem, backwardRule(problem, clockwork, best!.solution, rules[0]!.taste));
    attempt(backward.name, planBy(problem, clockwork, backward));
  }
  if (!kept) passThroughTime(problem, clockwork, attempt, isOver);
  return found(best!);
}

/** Rush orders that are placed first together at most: each costs a look at the whole plan. */
const MOST_RUSH = 5;

/** The rush orders that a plan has late, the latest first. A short search finds them no room beside all that stands. */
function lateRush(problem: Problem, { end }: Solution): number[] {
  const { jobs } = problem;
  const days = Array.from({ length: jobs.count }, (_, job) => (jobs.weight[job]! > 1 ? daysLateIn(problem, end, job) : 0));
  const late = [...days.keys()].filter((job) => days[job]! > 0);
  return late.sort((a, b) => days[b]! - days[a]! || a - b).slice(0, MOST_RUSH);
}

/** Activities that passes through time may place together, and passes that are made in any case: on a large plan the first few say as much. */
const PLACED_IN_PASSES = 30_000;
const FEWEST_PASSES = 2;

/** Passes through time by every policy. */
function passThroughTime(
  problem: Problem,
  clockwork: Clockwork,
  attempt: (name: string, solution: Solution) => void,
  isOver: () => boolean,
): void {
  const tails = estimateTails(problem);
  const latest = dueStarts(problem, tails);
  const passes = Math.max(FEWEST_PASSES, Math.floor(PLACED_IN_PASSES / Math.max(1, problem.activities.count)));
  for (const policy of policiesOf(problem, tails.own, latest).slice(0, passes)) {
    if (isOver()) return;
    const draft = createDraft(problem, clockwork);
    dispatchAll(draft, policy, latest);
    attempt(policy.name, solutionOf(draft));
  }
}

function planBy(problem: Problem, clockwork: Clockwork, rule: Rule): Solution {
  const draft = createDraft(problem, clockwork);
  placeAll(draft, rule);
  return solutionOf(draft);
}
