import { FURNACE, type Problem } from '../problem.ts';

/** How a pass through time ranks what waits, and how long a furnace waits for mates. */
export interface Policy {
  readonly name: string;
  /** Urgency of an activity at a tick, the largest first. */
  urgency(activity: number, time: number): number;
  /** A furnace run is worth the urgency of all its lots times its fill (BATC); else that of its most urgent lot. */
  readonly byFill: boolean;
  /** Lengths of a run for which its furnace stands idle for a lot that is known to come. */
  readonly ahead: number;
  /** A run with room waits for others while its lots have more slack than this, in lengths of the run. */
  readonly slack: number;
}

const NO_SLACK = Number.POSITIVE_INFINITY;
/** Ways to wait for mates, those that won most trials first. */
const WAITS: readonly Pick<Policy, 'ahead' | 'slack'>[] = [
  { ahead: 0.5, slack: NO_SLACK },
  { ahead: 0, slack: 1 },
  { ahead: 2, slack: NO_SLACK },
  { ahead: 0, slack: NO_SLACK },
  { ahead: 0, slack: 4 },
];
/** Look-aheads of ATC in mean lengths. */
const LOOK_AHEADS = [1, 2, 0.5, 4];

/**
 * Policies of passes through time: a measure of urgency (ATC: Vepsalainen & Morton 1987), with each way to wait for mates where there are furnaces.
 * `own` are estimated lengths, `start` the ticks at which activities should start.
 */
export function policiesOf(problem: Problem, own: Float64Array, start: Float64Array): Policy[] {
  const { activities, chains, jobs, modes } = problem;
  const mean = own.reduce((sum, length) => sum + length, 0) / Math.max(1, activities.count);
  const weight = (a: number): number => jobs.weight[chains.job[activities.chain[a]!]!]!;
  const apparent = LOOK_AHEADS.map((lookAhead) => ({
    name: `atc_${lookAhead}`,
    byFill: true,
    urgency: (a: number, time: number) =>
      (weight(a) * Math.exp(-Math.max(0, start[a]! - time) / (lookAhead * mean))) / Math.max(1, own[a]!),
  }));
  const modified = {
    name: 'modified_due_date',
    byFill: false,
    urgency: (a: number, time: number) => -Math.max(own[a]!, start[a]! + own[a]! - time) / Math.max(1e-3, weight(a)),
  };
  const slack = { name: 'slack', byFill: false, urgency: (a: number) => -start[a]! };
  const due = { name: 'due_date', byFill: false, urgency: (a: number) => -start[a]! - own[a]! };
  const rules = [...apparent.slice(0, 2), modified, ...apparent.slice(2), slack, due];
  if (!modes.kind.includes(FURNACE)) return rules.map((rule) => Object.assign(rule, { ahead: 0, slack: NO_SLACK }));
  return WAITS.flatMap((wait) =>
    rules.map(({ name, byFill, urgency }) => {
      const { ahead, slack: least } = wait;
      return {
        byFill,
        urgency,
        ahead,
        slack: least,
        name: `${name}_${ahead > 0 ? `ahead_${ahead}` : least < NO_SLACK ? `slack_${least}` : 'now'}`,
      };
    }),
  );
}
