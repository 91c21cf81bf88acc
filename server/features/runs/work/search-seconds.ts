import type { Problem } from '../../../scheduling/index.ts';

/**
 * What comes behind the search is inside the time limit: so many times as long as reading the problem took, by what a run does there, but no more than this share of
 * the limit. Measured at 10,000 and 50,000 tasks: bench/engine/RESULTS.md.
 */
const BEHIND = { plan: 1, others: 0.7, most: 0.4 };

/** The seconds of a run's time limit that are left for planning; `reading`: those that reading the problem took. */
export function searchSeconds(limit: number, { present }: Problem, reading: number): number {
  const times = BEHIND.plan + (present ? BEHIND.others : 0);
  return limit - Math.min(times * reading, BEHIND.most * limit);
}
