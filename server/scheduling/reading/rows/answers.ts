import { TICKS_PER_DAY } from '../../../domain/ground/constants.ts';
import { piecesOf } from '../../../domain/plant/piece.ts';
import { isOutsourced } from '../../../domain/plant/task-purpose.ts';
import { type Horizon, WORK_FROM, WORK_TO } from './horizon.ts';
import type { OrderTaskRow, OutsourcingAnswerRow, PlanningRows } from './input.ts';

/** The rows with 完了数 of partners counted as received: what is done counts, whoever says so first. A row without a quantity has its share of the order's. */
export function withCompleted(rows: PlanningRows): PlanningRows {
  const done = new Map(rows.outsourcing_answers.map((answer) => [answer.order_task_id, answer.completed_quantity ?? 0]));
  if (![...done.values()].some((pieces) => pieces > 0)) return rows;
  const pieces = piecesOfLots(rows);
  const order_tasks = rows.order_tasks.map((row): OrderTaskRow => {
    const completed = done.get(row.id) ?? 0;
    if (completed <= row.received_quantity || !isOutsourced(row)) return row;
    return {
      ...row,
      order_quantity: row.order_quantity > 0 ? row.order_quantity : (pieces.get(row.lot_id) ?? 0),
      received_quantity: completed,
    };
  });
  return { ...rows, order_tasks };
}

/** The rows with what was closed in the plant counted as received on that day. */
export function withClosed(rows: PlanningRows): PlanningRows {
  const closed = new Map(rows.closed.map(({ order_task_id, closed_on }) => [order_task_id, closed_on]));
  if (closed.size === 0) return rows;
  const order_tasks = rows.order_tasks.map(
    (row): OrderTaskRow =>
      closed.has(row.id) ? { ...row, received: true, last_reception_date: row.last_reception_date ?? closed.get(row.id) ?? null } : row,
  );
  return { ...rows, order_tasks };
}

function piecesOfLots({ orders, lots }: PlanningRows): Map<number, number> {
  const counts = new Map<number, number>();
  for (const lot of lots) counts.set(lot.order_id, (counts.get(lot.order_id) ?? 0) + 1);
  const known = new Map(orders.map((order) => [order.id, order]));
  return new Map(lots.map((lot) => [lot.id, piecesOf(known.get(lot.order_id)!, null, counts.get(lot.order_id)!)]));
}

/** The tick at which an answered lot is back: 08:30 of the first working day on or after the date. */
export function answeredTick(horizon: Horizon, { answered_date }: OutsourcingAnswerRow): number | null {
  if (answered_date === null) return null;
  let day = horizon.midnight(answered_date) / TICKS_PER_DAY;
  while (!horizon.worksOn(day)) day += 1;
  return day * TICKS_PER_DAY + WORK_FROM + 1;
}

/**
 * Tick before which a lot must be handed over for the answer `back` to hold: the end of work on the day the answer was given for, or as late as the lead time
 * allows. A later handover takes the lead time.
 */
export function handoverLimit(horizon: Horizon, { handover_date }: OutsourcingAnswerRow, back: number, days: number): number {
  const agreed = handover_date === null ? 0 : horizon.midnight(handover_date) + WORK_TO;
  const byLead = (Math.floor(back / TICKS_PER_DAY) - days + 1) * TICKS_PER_DAY;
  return Math.max(0, Math.min(back, Math.max(agreed, byLead)));
}
