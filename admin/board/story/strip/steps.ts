import type { LateOrder } from './use-overview.ts';

/** A late order as it was shown, with its place among the late ones. */
export interface Shown {
  order_id: number;
  at: number;
}

/** The place of the order shown last among the late ones; undefined before the first step, or once it is late no more. */
export function placeOf(orders: readonly Pick<LateOrder, 'order_id'>[], last: Shown | undefined): number | undefined {
  if (!last) return undefined;
  const found = orders.findIndex(({ order_id }) => order_id === last.order_id);
  return found >= 0 ? found : undefined;
}

/** Where a step from the last place leads, round and round; without a last place to the first or the last, from one that is late no more to its neighbour. */
export function stepFrom(orders: readonly Pick<LateOrder, 'order_id'>[], last: Shown | undefined, step: 1 | -1): number {
  const at = placeOf(orders, last);
  const count = orders.length;
  if (at !== undefined) return (at + step + count) % count;
  if (last === undefined) return step === 1 ? 0 : count - 1;
  // The one behind it has moved up into its place.
  return Math.min(Math.max(0, step === 1 ? last.at : last.at - 1), count - 1);
}
