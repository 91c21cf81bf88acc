import { daysBetween, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import type { Answer } from '../answered.ts';

/** A day of shipping and how many orders move for it, where it stands in the picture. */
export interface CurvePoint {
  date: PlantDate;
  orders: number;
  late: number;
  x: number;
  y: number;
}

export interface Curve {
  points: CurvePoint[];
  /** The line through them: as many orders move until the next day. */
  path: string;
  wished: number | undefined;
  most: number;
}

/** The step curve of an answer within this box: the earlier the day, the more orders move. Undefined where there is nothing but its own day. */
export function curveOf(
  { date, wished_date, earlier }: Pick<Answer, 'date' | 'wished_date' | 'earlier'>,
  box: { left: number; right: number; top: number; bottom: number },
): Curve | undefined {
  if (date === null || earlier.length === 0) return undefined;
  const costs = [{ date, moved_orders: 0, newly_late: 0 }, ...earlier].sort((one, other) => one.date.localeCompare(other.date));
  const first = costs[0]?.date ?? date;
  const span = Math.max(1, daysBetween(first, date));
  const most = Math.max(1, ...costs.map(({ moved_orders }) => moved_orders));
  const xOf = (day: PlantDate): number => box.left + (daysBetween(first, day) / span) * (box.right - box.left);
  const points = costs.map((cost) => ({
    date: cost.date,
    orders: cost.moved_orders,
    late: cost.newly_late,
    x: xOf(cost.date),
    y: box.bottom - (cost.moved_orders / most) * (box.bottom - box.top),
  }));
  return {
    points,
    path: points.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x} V${y}`)).join(' '),
    wished: wished_date !== null && wished_date >= first && wished_date <= date ? xOf(wished_date) : undefined,
    most,
  };
}
