import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { SUNK_CAUSES } from '../../../domain/ground/constants.ts';
import { type LateCause, lateCauses } from '../runs.store.ts';
import { type LateBar, lateBars } from './late-bars.store.ts';

export { type LateBar, type LateCause, lateCauses };

const SUNK: readonly string[] = SUNK_CAUSES;

/** The process at which an order is looked at: the one that waits, else the one that its cause speaks of, where that can be helped. */
const stepToShow = (why: LateCause | undefined): number | null | undefined =>
  why?.wait ? why.wait.order_task_id : why && !SUNK.includes(why.cause) ? why.order_task_id : undefined;

/** Where these late orders are looked at, by order. */
export async function barsToShow(
  db: Db,
  plan: Plan,
  orders: readonly number[],
  causes?: ReadonlyMap<number, LateCause>,
): Promise<Map<number, LateBar>> {
  const why = causes ?? (await lateCauses(db, plan, orders));
  return lateBars(
    db,
    plan,
    orders,
    orders.flatMap((id) => stepToShow(why.get(id)) ?? []),
  );
}
