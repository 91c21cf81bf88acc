/** How a dispatcher ranks what waits (the largest first), and how long a furnace waits for more of what it would take. */
export interface Policy {
  readonly name: string;
  /** Priority of an activity of `length` that should end by `due`, at `time`. */
  priority(task: Waiting, time: number): number;
  /** Whether a furnace adds up the priorities of a batch times its fill (BATC, Mehta & Uzsoy 1998), or takes the most urgent lot's recipe. */
  readonly addsUp: boolean;
  readonly wait: Wait;
}

/** How long a furnace waits for mates of a batch that has room, in lengths of the run. */
interface Wait {
  readonly name: string;
  /** It stands idle for a lot that is known to come within so long. */
  readonly ahead: number;
  /** Others go first while no lot of the batch has less slack than this; Infinity: they never do. */
  readonly slack: number;
}

/** What rules ask about: elapsed length, operation due date, weight of the job, and the mean length of all activities. */
export interface Waiting {
  readonly length: number;
  readonly due: number;
  readonly weight: number;
  readonly mean: number;
}

/** Scalings of the exponential in ATC, in mean lengths. */
const LOOK_AHEADS = [0.5, 1, 2, 4];
const NO_WAIT: Wait = { name: 'no wait', ahead: 0, slack: Number.POSITIVE_INFINITY };
const WAITS: readonly Wait[] = [
  NO_WAIT,
  ...[0.5, 1, 2].map((ahead) => ({ ...NO_WAIT, name: `${ahead} ahead`, ahead })),
  ...[1, 4, 16].map((slack) => ({ ...NO_WAIT, name: `slack above ${slack}`, slack })),
];

type Rule = Omit<Policy, 'wait'>;

/** Apparent tardiness cost (Vepsalainen & Morton 1987): heavy, urgent and short first. */
const apparent = (lookAhead: number): Rule => ({
  name: `ATC ${lookAhead}`,
  addsUp: true,
  priority: ({ length, due, weight, mean }, time) =>
    (weight * Math.exp(-Math.max(0, due - length - time) / (lookAhead * mean))) / Math.max(1, length),
});

const RULES: readonly Rule[] = [
  ...LOOK_AHEADS.map(apparent),
  // Modified due date, weighted (Kanet & Li 2004).
  { name: 'MDD', addsUp: false, priority: ({ length, due, weight }, time) => -Math.max(length, due - time) / Math.max(1e-3, weight) },
  { name: 'slack', addsUp: false, priority: ({ length, due }, time) => time + length - due },
  { name: 'EDD', addsUp: false, priority: ({ due }) => -due },
];

/** Every rule with every way to wait; without furnaces there is nothing to wait for. */
export const policiesFor = (hasFurnaces: boolean): Policy[] =>
  RULES.flatMap((rule) =>
    (hasFurnaces ? WAITS : [NO_WAIT]).map((wait) => {
      const { addsUp, priority } = rule;
      return { addsUp, priority, wait, name: `${rule.name}, ${wait.name}` };
    }),
  );
