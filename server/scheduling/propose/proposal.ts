import type { Moves } from '../solution.ts';
import { medianOf, type PlanEffect, spreadOf, type Tried } from './effects.ts';
import { TRIAL_KINDS, type Trial } from './trial.ts';

/** Before: the plan searched again without the premises. After: with them. */
type BeforeAfter = readonly [before: number, after: number];

/** A trial, and what it changes. */
export interface Proposal extends Trial {
  /** Of all orders, each by its days whatever its priority; medians of the seeds. */
  readonly late_orders: BeforeAfter;
  readonly late_days: BeforeAfter;
  readonly furnace_runs: BeforeAfter;
  /** By how many days late plans differ from seed to seed: without the premises, or with them where that is more. */
  readonly noise_days: number;
  /** Days late less with each seed, beside the best seed without premises. */
  readonly gain_days: readonly number[];
  /** What moves against the plan that stands. */
  readonly moved: Moves;
  /** Its worst seed gains more than the noise: it is worth showing. */
  readonly shown: boolean;
}

/** Gains that differ by less than this share are alike. */
const ALIKE = 0.15;

/** What a trial changes: `base` and `tried` are the plans without and with it, a seed each. It is shown only where it was made with every seed. */
export function proposalOf(trial: Trial, base: readonly Tried[], tried: readonly Tried[]): Proposal {
  const beforeAfter = (of: (plan: PlanEffect) => number): BeforeAfter => [medianOf(base.map(of)), medianOf(tried.map(of))];
  const days = base.map(({ late_days }) => late_days);
  // Where the standing plan is as good as can be found, every seed keeps it, and only a premise sets the search free to differ.
  const noise_days = Math.max(spreadOf(days), spreadOf(tried.map(({ late_days }) => late_days)));
  const gain_days = tried.map(({ late_days }) => Math.min(...days) - late_days);
  const isSure = tried.length === base.length && (Math.min(...gain_days) > noise_days || savesCharges(trial, base, tried));
  return {
    ...trial,
    late_orders: beforeAfter(({ late_orders }) => late_orders),
    late_days: beforeAfter(({ late_days }) => late_days),
    furnace_runs: beforeAfter(({ furnace_runs }) => furnace_runs),
    noise_days,
    gain_days,
    moved: tried[0]!.moves,
    shown: isSure,
  };
}

/** Whether charges that become one are fewer than with any seed before, by more than their noise, and no order pays for it. */
function savesCharges({ why }: Trial, base: readonly Tried[], tried: readonly Tried[]): boolean {
  if (why.kind !== 'charges') return false;
  const runs = base.map(({ furnace_runs }) => furnace_runs);
  const most = Math.max(...tried.map(({ furnace_runs }) => furnace_runs));
  const latest = Math.max(...tried.map(({ late_days }) => late_days));
  return Math.min(...runs) - most > spreadOf(runs) && latest <= Math.min(...base.map(({ late_days }) => late_days));
}

const gainOf = ({ late_days: [before, after] }: Proposal): number => before - after;

/** The days that partners still have in a trial. */
const daysAway = ({ premises }: Trial): number => premises.reduce((sum, one) => sum + (one.kind === 'partner' ? one.lead_days : 0), 0);

/** The smaller change of the plant first: by its kind, how much is said, how much faster a partner is. */
function byChange(one: Proposal, other: Proposal): number {
  const kind = ({ why }: Proposal): number => TRIAL_KINDS.indexOf(why.kind);
  const least = kind(one) - kind(other) || one.premises.length - other.premises.length || daysAway(other) - daysAway(one);
  return least || gainOf(other) - gainOf(one);
}

/** The greatest gain first, and of those that gain alike the one that changes least. */
function byWorth(proposals: readonly Proposal[]): Proposal[] {
  const left = proposals.toSorted((one, other) => gainOf(other) - gainOf(one) || byChange(one, other));
  const sorted: Proposal[] = [];
  while (left.length > 0) {
    const most = gainOf(left[0]!);
    const near = Math.max(most * ALIKE, left[0]!.noise_days);
    const next = left.filter((one) => most - gainOf(one) <= near).reduce((least, one) => (byChange(one, least) < 0 ? one : least));
    sorted.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return sorted;
}

/** The best first, those that are shown before all others. */
export const bestFirst = (proposals: readonly Proposal[]): Proposal[] => [
  ...byWorth(proposals.filter(({ shown }) => shown)),
  ...byWorth(proposals.filter(({ shown }) => !shown)),
];

/** Those that gained anything with their first seed, the best first. */
export const promising = (proposals: readonly Proposal[]): Proposal[] =>
  byWorth(proposals.filter((one) => gainOf(one) > 0 || (one.why.kind === 'charges' && one.furnace_runs[1] < one.furnace_runs[0])));
