import { NOWHERE } from './ovens.ts';

/** Steps of the logarithm of the temperature. */
export const STEPS = 64;

/**
 * How an annealing run spends its time over temperatures, hottest first. Costs of one problem live on several scales (a late job against a minute of
 * running time), so time goes where an earlier run saw the cost fall, and little where nothing happened.
 */
export interface Cooling {
  readonly temperature: Float64Array;
  /** Mean cost seen at each temperature. */
  readonly cost: Float64Array;
  /** Share of moves taken that changed the cost. */
  readonly taken: Float64Array;
  /** Share of a run spent until the end of each step; the last is 1. */
  readonly until: Float64Array;
}

/** Even cooling from hot to cold. */
export function evenCooling(hot: number, cold: number): Cooling {
  const temperature = Float64Array.from({ length: STEPS }, (_, step) => hot * (cold / hot) ** (step / (STEPS - 1)));
  const until = Float64Array.from({ length: STEPS }, (_, step) => (step + 1) / STEPS);
  return { temperature, cost: new Float64Array(STEPS), taken: new Float64Array(STEPS), until };
}

/** Sums of what a run saw at each step: costs, shares of moves taken, readings. */
export interface Thermometer {
  readonly sum: Float64Array;
  readonly taken: Float64Array;
  readonly seen: Float64Array;
}

export const newThermometer = (): Thermometer => ({
  sum: new Float64Array(STEPS),
  taken: new Float64Array(STEPS),
  seen: new Float64Array(STEPS),
});

/** Costs in steps (late or not): a run starts where the mean cost is this much above the best. Costs that grow with time: where this share of moves is taken, */
const TOO_HOT = 0.4;
const TOO_LIVELY = 0.08;
/** and is no longer looked at where less than this share of the cost is still to be won. */
const TOO_COLD = 2e-5;
/** Evenly spent share beside what follows the fall of the cost. */
const [FLOOR, GRADUAL_FLOOR] = [0.4, 1];
const QUENCH = 0.04;

/** Spends time by the square root of the fall of the cost at each step; `best` is the best cost known. */
export function learn(cooling: Cooling, { sum, taken, seen }: Thermometer, best: number, gradual: boolean): void {
  const { cost, until } = cooling;
  note(cooling, sum, taken, seen);
  for (let step = STEPS - 1, known = best; step >= 0; step--) {
    if (cost[step] === 0) cost[step] = known;
    known = Math.max(known, cost[step]!);
  }
  const last = cost[STEPS - 1]!;
  let hot = 0;
  const tooHot = (step: number): boolean => (gradual ? cooling.taken[step]! > TOO_LIVELY : cost[step]! - best > TOO_HOT * Math.abs(best));
  while (hot < STEPS - 8 && tooHot(hot)) hot++;
  let cold = STEPS - 1;
  const worth = Math.max(TOO_COLD * Math.abs(best), 0);
  while (cold > hot + 4 && cost[cold]! - last <= worth) cold--;
  const weight = new Float64Array(STEPS);
  let total = 0;
  let level = cost[hot]!;
  for (let step = hot; step <= cold; step++) {
    const next = Math.min(level, cost[Math.min(STEPS - 1, step + 1)]!);
    weight[step] = Math.sqrt(level - next);
    level = next;
    total += weight[step]!;
  }
  const floor = total > 0 ? ((gradual ? GRADUAL_FLOOR : FLOOR) * total) / (cold - hot + 1) : 1;
  for (let step = hot; step <= cold; step++) weight[step]! += floor;
  const all = weight.reduce((a, b) => a + b, 0);
  const rest = STEPS - 1 - cold;
  const quench = rest > 0 ? QUENCH : 0;
  let spent = 0;
  for (let step = 0; step < STEPS; step++) {
    spent += step <= cold ? ((1 - quench) * weight[step]!) / all : quench / rest;
    until[step] = spent;
  }
  until[STEPS - 1] = 1;
}

/** Takes in what a run saw; steps that no run saw yet are read off the straight line between their neighbours. */
function note(cooling: Cooling, sum: Float64Array, taken: Float64Array, seen: Float64Array): void {
  let before = NOWHERE;
  for (let step = 0; step < STEPS; step++) {
    if (seen[step] === 0) continue;
    const mean = sum[step]! / seen[step]!;
    cooling.cost[step] = cooling.cost[step]! > 0 ? (cooling.cost[step]! + mean) / 2 : mean;
    cooling.taken[step] = taken[step]! / seen[step]!;
    const from = before === NOWHERE ? step : before;
    for (let between = before + 1; between < step; between++) {
      if (cooling.cost[between]! > 0) continue;
      const part = (between - from) / Math.max(1, step - from);
      for (const values of [cooling.cost, cooling.taken]) values[between] = values[from]! + part * (values[step]! - values[from]!);
    }
    before = step;
  }
}

/** The step of a run at `progress` 0..1, not before `from`. */
export function stepAt(cooling: Cooling, progress: number, from: number): number {
  let step = from;
  while (step < STEPS - 1 && cooling.until[step]! <= progress) step++;
  return step;
}
