import type { Problem } from '../problem.ts';

/** Temperatures in units of the objective (`unitOf`): every cycle cools to the last. Beside a standing plan warmth only stirs what stands. */
const WARMEST = 4;
const FIRST_WARMTH = 0.1;
const WARMTH_BESIDE_PRESENT = 0.005;
const COLD = 0.0005;
/** Rounds of the first cycle, and what each is longer than the one before. */
const CYCLE_BASE = 400;
const CYCLE_PER_ACTIVITY = 4;
const CYCLE_GROWTH = 1.5;
/** Rounds for each activity: from which a cycle is long, and at which it grows no longer. */
const LONG_CYCLE = 50;
const LONGEST_CYCLE = 200;
/** Length of a cold cycle, as a share of the last warm one. */
const COMB_SHARE = 0.25;

/** Temperature, and what weighs when moves are accepted; the best plan is the objective's alone. */
export interface Cooling {
  /** How much the guide weighs beside the objective. */
  readonly guide: number;
  at(round: number): number;
  /** Share of what moving bars costs that does not count yet. */
  spared(round: number): number;
  isOver(round: number): boolean;
  /** Begins the next cycle: a short cold one where a plan is to be combed. */
  begin(round: number, combing: boolean): void;
}

/**
 * The cooling of a search. Cycles grow longer and warmer, so that a large plan is only combed and a small one is melted again and again. Once they are long for their plan, every
 * other one does without the guide, which never rests where an hour's lateness of a lot would save something else. Depends on the problem and never on the
 * budget: a longer search only adds to a shorter one and is never worse.
 *
 * Beside a standing plan every cycle first looks for a good plan and then for one that is near: what moving costs counts more and more, all of it at the end.
 */
export function createCooling({ activities, present }: Problem): Cooling {
  let from = 0;
  let length = CYCLE_BASE + CYCLE_PER_ACTIVITY * activities.count;
  let highest = present ? WARMTH_BESIDE_PRESENT : FIRST_WARMTH;
  let isGuided = true;
  let now = { length, warmth: highest, guide: 1, spared: 1 };
  const grow = (): void => {
    length = Math.min(Math.ceil(length * CYCLE_GROWTH), CYCLE_BASE + LONGEST_CYCLE * activities.count);
    if (!present) highest = Math.min(WARMEST, highest * 2);
    isGuided = !isGuided || length < LONG_CYCLE * activities.count;
  };
  return {
    get guide() {
      return now.guide;
    },
    at: (round) => now.warmth * (COLD / now.warmth) ** ((round - from) / now.length),
    spared: (round) => now.spared * (1 - (round - from) / now.length),
    isOver: (round) => round >= from + now.length,
    begin(round, combing) {
      from = round;
      if (!combing) grow();
      now = combing
        ? { length: Math.ceil(length * COMB_SHARE), warmth: COLD, guide: 0, spared: 0 }
        : { length, warmth: highest, guide: isGuided ? 1 : 0, spared: 1 };
    },
  };
}
