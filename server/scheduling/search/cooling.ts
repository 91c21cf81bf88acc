import type { Problem } from '../problem.ts';
import type { Control } from './kernel.ts';
import type { Stage } from './stages.ts';

/** Temperature, and what weighs when moves are accepted; the best plan is the objective's alone. */
export interface Cooling {
  /** How much the lateness of single lots weighs beside the objective. */
  lotShare(round: number): number;
  at(round: number): number;
  /** Share of what moving bars costs that does not count yet. */
  waived(round: number): number;
  isOver(round: number): boolean;
  /** Begins the next cycle: a cold one where a plan is to be refined. */
  begin(round: number, refining: boolean): void;
}

/** Temperatures in units of the objective: every cycle cools to this one. */
const COLD = 0.0005;

/** Warmth of the first melting beside what an order costs too much, and its limits. */
const MELTING = 3;
const [LEAST_MELTING, MOST_MELTING] = [0.05, 10];
/** Rounds for each activity after which the plan is cold with whatever budget is left: then it is melted anew. */
const LONGEST_DESCENT = 1000;
/** Rounds for each activity in which a plan is refined. */
const REFINING = 20;

/**
 * How a molten plan cools, from a round on: it is melted once, a plan from scratch wholly (`warmth` 1), and cooled over what is left of the budget. `avoidable`: the mean
 * avoidable cost of an order at the beginning.
 *
 * One long cycle is worth more than several shorter ones. It ends with the budget, or when another one would gain more. Lot lateness counts less as it gets
 * cold: an hour of it shows the way, but never rests where that hour would save something else.
 */
export function createDescent(
  { activities }: Problem,
  control: Pick<Control, 'share'>,
  { avoidable, warmth: share, began }: { avoidable: number; warmth: number; began: number },
): Cooling {
  const melting = share * Math.min(MOST_MELTING, Math.max(LEAST_MELTING, MELTING * avoidable));
  let [from, spent] = [began, control.share];
  let [length, warmth, lots] = [LONGEST_DESCENT * activities.count, melting, 1];
  const progress = (round: number): number => Math.max((round - from) / length, (control.share - spent) / Math.max(1e-9, 1 - spent));
  return {
    lotShare: (round) => lots * (1 - progress(round)),
    at: (round) => warmth * (COLD / warmth) ** progress(round),
    waived: () => 0,
    // With the budget all ends; nothing new is begun.
    isOver: (round) => control.share < 1 && progress(round) >= 1,
    begin(round, refining) {
      [from, spent] = [round, control.share];
      [length, warmth, lots] = refining ? [REFINING, COLD, 0] : [LONGEST_DESCENT, melting, 1];
      length *= activities.count;
    },
  };
}

/** Warmth of every cycle. */
const WARMTH = 0.005;
const CYCLE_BASE = 400;
const CYCLE_PER_ACTIVITY = 4;
const CYCLE_GROWTH = 1.5;
/** Rounds for each activity: from which a cycle is long, and at which it grows no longer. */
const LONG_CYCLE = 50;
const LONGEST_CYCLE = 200;
/** Length of a cold cycle, as a share of the last warm one. */
const REFINING_SHARE = 0.25;

/**
 * How a stage of a search beside a standing plan cools, from a round on: in cycles, and warmth only stirs. They grow longer; once they are long for their plan,
 * every other one leaves lot lateness out. They depend on the problem, never on the budget. A roaming stage first looks for a good plan in each of them and then
 * for one that is near: what moving costs counts more and more, all of it at the end.
 */
export function createCycles({ activities }: Problem, { roams }: Stage, began: number): Cooling {
  const waived = roams ? 1 : 0;
  let from = began;
  let length = CYCLE_BASE + CYCLE_PER_ACTIVITY * activities.count;
  let countsLots = true;
  let now = { length, warmth: WARMTH, lots: 1, waived };
  const grow = (): void => {
    length = Math.min(Math.ceil(length * CYCLE_GROWTH), CYCLE_BASE + LONGEST_CYCLE * activities.count);
    countsLots = !countsLots || length < LONG_CYCLE * activities.count;
  };
  return {
    lotShare: () => now.lots,
    at: (round) => now.warmth * (COLD / now.warmth) ** ((round - from) / now.length),
    waived: (round) => now.waived * (1 - (round - from) / now.length),
    isOver: (round) => round >= from + now.length,
    begin(round, refining) {
      from = round;
      if (!refining) grow();
      now = refining
        ? { length: Math.ceil(length * REFINING_SHARE), warmth: COLD, lots: 0, waived: 0 }
        : { length, warmth: WARMTH, lots: countsLots ? 1 : 0, waived };
    },
  };
}
