import type { components } from '../../../contract/types.ts';
import type { PageBounds } from '../../../db/list.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import { adviceAgainst, causeInBrief, daysInParts, daysSaid, partOfPlace } from '../../../domain/texts/plan/late.ts';
import { barsToShow, type LateBar, type LateCause, lateCauses } from '../../runs/story/causes.service.ts';
import { entryOrder, type LateCounts, type LateOrder, type LatePage, latePage } from './late.store.ts';

type Late = components['schemas']['LateScheduleOrder'];

/** A page of the late open orders of the plan, the latest first, with how late each is, why, and where to look first; and how many there are in all. */
export async function lateOnes(
  db: Db,
  plan: Plan,
  today: PlantDate,
  page: LatePage,
): Promise<LateCounts & { found: number; orders: Late[] }> {
  const { orders, ...counts } = await latePage(db, plan, today, page);
  const ids = orders.map(({ order_id }) => order_id);
  const causes = await lateCauses(db, plan, ids);
  const bars = await barsToShow(db, plan, ids, causes);
  return { ...counts, orders: orders.flatMap((order) => lateWith(order, bars.get(order.order_id), causes.get(order.order_id))) };
}

/** Which late orders are listed: of all, those of these orders, or the one that is looked at by this bar. */
interface Asked extends PageBounds {
  orderIds: readonly number[] | undefined;
  entry: number | undefined;
}

/** A page of the late orders of the plan, the latest first, and how many there are. */
export async function listedLate(
  db: Db,
  plan: Plan,
  today: PlantDate,
  { entry, orderIds, ...page }: Asked,
): Promise<{ count: number; rows: Late[] }> {
  if (entry === undefined) {
    const { found, orders } = await lateOnes(db, plan, today, { ...page, orderIds });
    return { count: found, rows: orders };
  }
  const order = await entryOrder(db, plan, entry);
  const { orders } = await lateOnes(db, plan, today, { ...page, orderIds: order.filter((id) => !orderIds || orderIds.includes(id)) });
  const rows = orders.filter(({ entry_id }) => entry_id === entry);
  return { count: rows.length, rows };
}

/** Why an order is late, while its days are those that the run found. */
function whyOf(why: LateCause | undefined, late_days: number): Pick<Late, 'cause' | 'cause_name' | 'cause_days' | 'advice'> {
  if (!why) return { cause: null, cause_name: null, cause_days: null, advice: null };
  // Days that have changed since are made of other parts.
  const parts = why.late_days === late_days ? why.parts : [];
  return {
    cause: causeInBrief(why.cause, why.place),
    cause_name: partOfPlace(why.cause, why.cause === 'outsourcing_lead' ? why.place : null),
    cause_days: daysSaid(parts, why.cause) || null,
    advice: `${daysInParts(late_days, parts)}${adviceAgainst(why.cause)}` || null,
  };
}

/** Nothing where the order's last bar was finished between two questions. */
function lateWith({ delivery_date, ...order }: LateOrder, bar: LateBar | undefined, why: LateCause | undefined): Late[] {
  return bar ? [{ ...bar, ...order, deadline_date: delivery_date, ...whyOf(why, order.late_days) }] : [];
}
