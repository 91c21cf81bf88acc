/** A late order as it was shown, with its place among the late ones. */
export interface Shown {
  order_id: number;
  place: number;
}

/**
 * To which place among `count` late orders a step leads, round and round: from the place `at` of the order shown last; from one that is late no more (`last`)
 * to its neighbour; without any to the first or the last.
 */
export function stepFrom(count: number, at: number | undefined, last: Shown | undefined, step: 1 | -1): number {
  if (at !== undefined) return (at + step + count) % count;
  if (last === undefined) return step === 1 ? 0 : count - 1;
  // The one behind it has moved up into its place.
  return Math.min(Math.max(0, step === 1 ? last.place : last.place - 1), count - 1);
}
