import { isBetter, scoreOf } from '../objective.ts';
import type { Clockwork } from '../place/clockwork.ts';
import { createDraft, solutionOf } from '../place/draft.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Score, Solution, SolveOptions, Statistics } from '../solution.ts';
import { backwardRule } from './backward.ts';
import { placeAll } from './construct.ts';
import { dispatchAll } from './dispatch.ts';
import { policiesOf } from './policies.ts';
import { dueStarts, estimateTails, priorityRules, type Rule } from './priorities.ts';
import { allBefore, type GivingWay, queuesBefore, repairPresent } from './repair.ts';

/** A solution with its score. */
export interface Plan {
  readonly solution: Solution;
  readonly score: Score;
}

/** The best of the first plans, and the one at which the search begins. */
export interface FirstPlans {
  readonly best: Plan;
  readonly start: Plan;
}

/** Share of the seconds that first plans may take. */
const FIRST_PLANS_SHARE = 0.25;

/**
 * The best of several first plans, and the one where the search begins; each better one is handed to `onPlan` at once. Beside a standing plan the search begins
 * at the repair that moved least: helping a late order is quicker than bringing back moved bars.
 */
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
  const repaired: Plan[] = [];
  const found = (): FirstPlans => ({ best: best!, start: repaired.find((plan) => maySearchFrom(plan, best!)) ?? best! });
  const attempt = (name: string, solution: Solution): Plan => {
    const plan = { solution, score: scoreOf(problem, solution) };
    statistics.first.push({ rule: name, total: plan.score.total });
    if (best && !isBetter(problem, plan.score, best.score)) return plan;
    best = plan;
    options.onPlan?.(plan.solution, plan.score);
    return plan;
  };
  for (const repair of problem.present ? repairs(problem, clockwork) : []) {
    if (best && isOver()) return found();
    repaired.push(attempt(repair.name, repairPresent(problem, clockwork, rules[0]!, repair.givesWay())));
  }
  for (const rule of rules) {
    if (best && isOver()) return found();
    attempt(rule.name, planBy(problem, clockwork, rule));
  }
  if (!isOver() && !best!.solution.start.includes(NONE)) {
    const backward = backwardRule(problem, clockwork, best!.solution, rules[0]!.taste);
    attempt(backward.name, planBy(problem, clockwork, backward));
  }
  passThroughTime(problem, clockwork, attempt, isOver);
  return found();
}

/** Activities that passes through time may place together, and passes that are made in any case: on a large plan the first few say as much. */
const PLACED_IN_PASSES = 30_000;
const FEWEST_PASSES = 2;

/** Passes through time by every policy: where there is a plan that stands, serial rules are enough. */
function passThroughTime(
  problem: Problem,
  clockwork: Clockwork,
  attempt: (name: string, solution: Solution) => void,
  isOver: () => boolean,
): void {
  if (problem.present) return;
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

/** How much worse than the best a repair may be for the search to begin there. */
const START_AT_MOST = 2;
const maySearchFrom = ({ score }: Plan, best: Plan): boolean =>
  score.unplaced <= best.score.unplaced && score.total <= START_AT_MOST * best.score.total;

/** Days from the planning start in which the queues of what no longer fits give way. */
const QUEUE_DAYS = 14;
/** Days from the planning start in which the whole standing plan gives way; 0: nothing that fits moves. */
const GIVING_WAY_DAYS = [0, 7, 14, 28];

interface Repair {
  readonly name: string;
  givesWay(): GivingWay;
}

/** Ways to repair the standing plan, those in which more moves behind the others. */
function repairs(problem: Problem, clockwork: Clockwork): Repair[] {
  const untilDay = (days: number): number => problem.planningStart + days * (problem.day?.ticks ?? 1);
  return [
    { name: 'repair_queues', givesWay: () => queuesBefore(problem, clockwork, untilDay(QUEUE_DAYS)) },
    ...GIVING_WAY_DAYS.map((days) => ({ name: `repair_${days}_days`, givesWay: () => allBefore(problem, untilDay(days)) })),
  ];
}

function planBy(problem: Problem, clockwork: Clockwork, rule: Rule): Solution {
  const draft = createDraft(problem, clockwork);
  placeAll(draft, rule);
  return solutionOf(draft);
}
