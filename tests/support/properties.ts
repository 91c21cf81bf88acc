import { configureGlobal, type Parameters } from 'fast-check';

const LONG = Boolean(process.env.LONG_TESTS);
/** Draws of a property that plans, in the proof of a change. */
const FEW = 15;

// The proof of a change says the same however often it is asked; the long tests (`npm run test:all`) try what nobody has tried yet.
if (!LONG) configureGlobal({ seed: 20260401 });

/** How often a property that takes its time is drawn: so often among the long tests, a few times in the proof of a change. `more`: what else fast-check is told. */
export const draws = <Ts>(often: number, more: Parameters<Ts> = {}): Parameters<Ts> => ({
  numRuns: LONG ? often : Math.min(FEW, often),
  ...more,
});

/** So many seeds among the long tests, a third of them in the proof of a change. */
export const seeds = (often: number): number[] => Array.from({ length: LONG ? often : Math.ceil(often / 3) }, (_, seed) => seed + 1);
