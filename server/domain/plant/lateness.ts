import { DELIVERED_STATUSES } from '../ground/constants.ts';
import { daysBetween, type PlantDate } from '../ground/plant-time.ts';

/** What finished, delivered and late mean, in words; the views of the database say the same of bars, lots and orders (tests/db/plan-states). */

/** What the files say of how much of an order task has come. */
export interface ReceivedRow {
  received: boolean;
  order_quantity: number;
  received_quantity: number;
}

/** Whether all that was ordered has come, by the mark of the file or by quantity. */
export const isAllReceived = ({ received, order_quantity, received_quantity }: ReceivedRow): boolean =>
  received || (order_quantity > 0 && received_quantity >= order_quantity);

/** Whether an order is closed by its state of delivery: nothing of it is planned any more. */
export const isDelivered = (delivery_status: string): boolean => (DELIVERED_STATUSES as readonly string[]).includes(delivery_status.trim());

/** Calendar days by which something that ends on a day misses its due date; 0 without one. */
export const lateDays = (ends: PlantDate, due: PlantDate | null): number => (due === null ? 0 : Math.max(0, daysBetween(due, ends)));

/** Days by which an order is late of which one more bar ends on a day, its lots as they are planned. */
export function lateUntil(
  { lots, delivery_date }: { lots: readonly { end_date: PlantDate | null }[]; delivery_date: PlantDate | null },
  day: PlantDate,
): number {
  const last = lots.reduce((latest, { end_date }) => (end_date !== null && end_date > latest ? end_date : latest), day);
  return lateDays(last, delivery_date);
}
