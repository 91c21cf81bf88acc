import { jobCost, slackCost, UNPLACED_COST } from '../../objective.ts';
import { NONE, type Problem } from '../../problem.ts';
import { guideOf } from '../lots/ledger.ts';
import { createJournal, type Journal, write, writeFractional } from './journal.ts';
import type { Queues } from './queues.ts';

/** What a plan of queues costs: lateness, slack and furnace runs. How long lots are in work is left to those who place lots late. */
export interface Costs {
  readonly journal: Journal;
  readonly chainEnd: Int32Array;
  /** Lateness and slack by job, then the guide by chain. */
  readonly jobCost: Float64Array;
  readonly jobSlack: Float64Array;
  readonly chainGuide: Float64Array;
  jobs: number;
  guide: number;
}

export function createCosts({ jobs, chains }: Problem): Costs {
  const journal = createJournal(chains.count, 2 * jobs.count + chains.count);
  return {
    journal,
    chainEnd: journal.whole,
    jobCost: journal.fractional.subarray(0, jobs.count),
    jobSlack: journal.fractional.subarray(jobs.count, 2 * jobs.count),
    chainGuide: journal.fractional.subarray(2 * jobs.count),
    jobs: 0,
    guide: 0,
  };
}

/** Counts again what chains cost that have been touched since. */
export function countTouched(queues: Queues, costs: Costs): void {
  const { problem, touched, isTouched, touchedCount, counted } = queues;
  const { objective, chains, jobs } = problem;
  const { journal } = costs;
  for (let i = counted; i < touchedCount; i += 1) {
    const chain = touched[i]!;
    isTouched[chain] = 0;
    const end = endOfChain(queues, chain);
    write(journal, chain, end);
    if (objective.kind !== 'plant') continue;
    const guide = guideOf(problem, objective, chain, end);
    costs.guide += guide - costs.chainGuide[chain]!;
    writeFractional(journal, 2 * jobs.count + chain, guide);
  }
  for (let i = counted; i < touchedCount; i += 1) {
    const job = chains.job[touched[i]!]!;
    let end = jobs.floor[job]!;
    for (let c = jobs.chainFrom[job]!; c < jobs.chainFrom[job + 1]!; c += 1) if (costs.chainEnd[c]! > end) end = costs.chainEnd[c]!;
    const cost = jobCost(problem, job, end);
    costs.jobs += cost - costs.jobCost[job]!;
    writeFractional(journal, job, cost);
    if (objective.kind !== 'plant') continue;
    const slack = slackCost(problem, objective, jobs.due[job]!, end);
    costs.jobs += slack - costs.jobSlack[job]!;
    writeFractional(journal, jobs.count + job, slack);
  }
  queues.counted = touchedCount;
}

/** End of the last step of a chain, NONE where it has none. */
export function endOfChain({ problem, turn, end }: Queues, chain: number): number {
  const { activities, chains } = problem;
  const to = chains.activityFrom[chain + 1]!;
  if (to === chains.activityFrom[chain]) return NONE;
  let last = NONE;
  for (let a = activities.lead[to - 1]!; a < to; a += 1) if (end[turn[a]!]! > last) last = end[turn[a]!]!;
  return last;
}

/** Everything in one number; `guided`: how much the guide weighs. */
export const totalOf = ({ furnace, overflows }: Queues, { jobs, guide }: Costs, guided: number): number =>
  jobs + furnace + overflows * UNPLACED_COST + guided * guide;
