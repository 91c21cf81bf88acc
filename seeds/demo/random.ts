/** A stream of numbers in [0, 1), the same for the same seed on every machine (mulberry32, public domain, Tommy Ettinger). */
export type Random = () => number;

/** The stream of this seed. */
export function mulberry32(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A stream of its own for one area, so that more orders or more defects never change what the other areas drew. */
export function streamOf(seed: number, area: string): Random {
  let hash = 0x811c9dc5 ^ (seed >>> 0);
  for (const character of area) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return mulberry32(hash);
}

/** A number in [low, high). */
export const uniform = (random: Random, low: number, high: number): number => low + (high - low) * random();
/** A whole number from low to high, both included. */
export const whole = (random: Random, low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
/** True with this probability. */
export const chance = (random: Random, probability: number): boolean => random() < probability;

/** A standard normal number (Box-Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
/** A lognormal number with this median. */
export const lognormal = (random: Random, median: number, sigma: number): number => median * Math.exp(sigma * normal(random));

/** The value nearest to `value` within [low, high]. */
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
/** Rounds to a multiple of `step` without binary dust. */
export const roundTo = (value: number, step: number): number => Number((Math.round(value / step) * step).toFixed(6));

/** One of the values. Throws RangeError for none. */
export function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
}

/** One of the values, by weight. Throws RangeError for none. */
export function weighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = random() * total;
  for (const [value, weight] of choices) {
    rest -= weight;
    if (rest < 0) return value;
  }
  const last = choices.at(-1);
  if (last === undefined) throw new RangeError('nothing to pick from');
  return last[0];
}

/** The values in a new, random order. */
export function shuffled<T>(random: Random, values: readonly T[]): T[] {
  const result = [...values];
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [result[index], result[other]] = [result[other] as T, result[index] as T];
  }
  return result;
}
