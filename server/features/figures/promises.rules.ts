import { daysBetween, type PlantDate } from '../../domain/ground/plant-time.ts';
import type { Span } from './periods.rules.ts';
import type { PromisedOrder } from './promises.store.ts';

/** 回答遵守率: what became of the days that were promised in a span. */
export interface PromiseFigures {
  from_date: PlantDate;
  to_date: PlantDate;
  /** Lines of questions that were answered with a day, and those that were held. */
  answered: number;
  held: number;
  /** Those that a real order took over and that is not shipped yet, and of these the ones whose day has passed. */
  open: number;
  overdue: number;
  /** Those whose order was shipped, of these the ones shipped on the promised day or before, and by how many days the others were not. */
  shipped: number;
  kept: number;
  late_days: number;
  orders: (PromisedOrder & { shipped_on: PlantDate; late_days: number })[];
}

/** Sums up what was promised. */
export function promiseFiguresOf(
  { from, to }: Span,
  lines: Pick<PromiseFigures, 'answered' | 'held'>,
  promised: readonly PromisedOrder[],
  today: PlantDate,
): PromiseFigures {
  const open = promised.filter(({ shipped_on }) => shipped_on === null);
  const orders = promised.flatMap(({ shipped_on, ...order }) =>
    shipped_on === null ? [] : { ...order, shipped_on, late_days: Math.max(0, daysBetween(order.promised_on, shipped_on)) },
  );
  return {
    from_date: from,
    to_date: to,
    ...lines,
    open: open.length,
    overdue: open.filter(({ promised_on }) => promised_on < today).length,
    shipped: orders.length,
    kept: orders.filter(({ late_days }) => late_days === 0).length,
    late_days: orders.reduce((sum, { late_days }) => sum + late_days, 0),
    orders,
  };
}
