import type { PlanSettings } from '../../domain/plant/plan-settings.ts';
import { daysLate, standingEnds } from '../advice/effect.ts';
import { priorityRules } from '../first/priorities.ts';
import { repairPresent } from '../first/repair.ts';
import { movesOf } from '../moves.ts';
import { createClockwork } from '../place/clockwork.ts';
import type { Problem } from '../problem.ts';
import { readForRun } from '../read-for-run.ts';
import type { PlanningRows } from '../reading/rows/input.ts';
import { type Premise, withPremises, withSettings } from '../reading/rows/premises.ts';
import type { Budget, Solution, SolveOptions } from '../solution.ts';
import { solve } from '../solve.ts';
import { effectIn, placedOrders, spreadOf, type Tried } from './effects.ts';
import { bestFirst, type Proposal, promising, proposalOf } from './proposal.ts';
import type { Trial } from './trial.ts';
import { trialsFor } from './trials.ts';

/** How trials are made. */
export interface ProposeOptions extends Pick<SolveOptions, 'elapsed' | 'cancelled'> {
  /** Of each search. */
  readonly budget: Budget;
  /** The first one searches every trial; the plan without premises and the best trials are searched with all of them. */
  readonly seeds: readonly [number, ...number[]];
  /** Is told after each search how many of how many are made. */
  readonly onTried?: (made: number, of: number) => void;
}

/** What was tried beside a plan, and what of it is worth showing. */
export interface Proposals {
  /** Of the plan as it stands; null: none stands. */
  readonly standing: { readonly late_orders: number; readonly late_days: number } | null;
  /** By how many days late the plan searched again differs from seed to seed. */
  readonly noise_days: number;
  /** Every trial, the best first; only those with `shown` are proposals. */
  readonly proposals: readonly Proposal[];
}

/** So many of the best are searched with the other seeds. */
const AGAIN = 6;

/**
 * Tries changes of the plant that could make its orders less late: each is read and searched beside the standing plan as a run would do it, and held against the same
 * search without it. `now` in plant minutes. Null where it was cancelled.
 */
export function tryProposals(rows: PlanningRows, settings: PlanSettings, now: number, options: ProposeOptions): Proposals | null {
  const { seeds, onTried, ...how } = options;
  const [first, ...others] = seeds;
  let [made, all] = [0, seeds.length];
  /** Plans of these seeds in the plant as premises have it; null: cancelled. */
  const plansOf = (premises: readonly Premise[], own: readonly number[]): { problem: Problem; plans: Solution[] } | null => {
    const changed = withSettings(settings, premises);
    const { problem } = readForRun(withPremises(rows, premises), changed, now);
    const plans: Solution[] = [];
    for (const seed of own) {
      plans.push(solve(problem, { ...how, seed, moving: changed.moving }).solution);
      if (how.cancelled?.()) return null;
      made += 1;
      onTried?.(made, all);
    }
    return { problem, plans };
  };
  const base = plansOf([], seeds);
  if (!base) return null;
  const { problem, plans } = base;
  const counted = placedOrders(problem, plans);
  const figures = (of: { problem: Problem; plans: readonly Solution[] }): Tried[] =>
    of.plans.map((plan) => ({ ...effectIn(of.problem, plan, counted), moves: movesOf(of.problem, plan) }));
  const before = figures(base);
  const trials = trialsFor(rows, settings, now, { problem, solution: standingOf(problem) ?? plans[0]! });
  all += trials.length;
  const proposals: Proposal[] = [];
  const tried = new Map<Trial, readonly Tried[]>();
  const tryWith = (trial: Trial, own: readonly number[]): Proposal | null => {
    const after = plansOf(trial.premises, own);
    if (!after) return null;
    const all = [...(tried.get(trial) ?? []), ...figures(after)];
    tried.set(trial, all);
    return proposalOf(trial, before, all);
  };
  for (const trial of trials) {
    const proposal = tryWith(trial, [first]);
    if (!proposal) return null;
    proposals.push(proposal);
  }
  const best = promising(proposals).slice(0, AGAIN);
  all += best.length * others.length;
  for (const one of best) {
    const proposal = tryWith(trials[proposals.indexOf(one)]!, others);
    if (!proposal) return null;
    proposals[proposals.indexOf(one)] = proposal;
  }
  return {
    standing: standingFigures(problem),
    noise_days: spreadOf(before.map(({ late_days }) => late_days)),
    proposals: bestFirst(proposals),
  };
}

/** The plan that stands; null: none does, or something of it can stand no longer. */
function standingOf(problem: Problem): Solution | null {
  if (!problem.present) return null;
  const solution = repairPresent(problem, createClockwork(problem), priorityRules(problem)[0]!);
  return movesOf(problem, solution).entries > 0 ? null : solution;
}

function standingFigures(problem: Problem): Proposals['standing'] {
  if (!problem.present) return null;
  const days = daysLate(problem, standingEnds(problem)).map((own) => own ?? 0);
  return { late_orders: days.filter((own) => own > 0).length, late_days: days.reduce((sum, own) => sum + own, 0) };
}
