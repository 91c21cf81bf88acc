import type { Success } from '../../../contract/handlers.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { barsToShow } from '../../runs/story/causes.service.ts';
import { foundBy } from './find.store.ts';

/** Orders, products and facilities that a text names, the nearest first. A late order leads to the bar that the list of late orders leads to. */
export async function findInPlan(db: Db, plan: Plan, text: string): Promise<Success<'findInSchedule'>> {
  const { ofLot, ...found } = await foundBy(db, plan, text);
  const late = ofLot ? [] : found.orders.filter(({ open, late_days }) => open && late_days > 0);
  if (late.length === 0) return found;
  const bars = await barsToShow(
    db,
    plan,
    late.map(({ order_id }) => order_id),
  );
  return { ...found, orders: found.orders.map((order) => ({ ...order, entry_id: bars.get(order.order_id)?.entry_id ?? order.entry_id })) };
}
