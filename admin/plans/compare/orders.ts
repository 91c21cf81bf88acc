import { dayNumber } from '../../../server/domain/ground/plant-time.ts';
import type { Plan } from '../../providers/plan/published.ts';
import type { Comparison } from './load.ts';

type Order = Comparison['orders'][number];

/** Whether what two plans move is counted from the same plan. */
export const hasSameBase = (plans: readonly Pick<Plan, 'base'>[]): boolean =>
  plans.length === 2 && plans[0]?.base !== null && plans[0]?.base === plans[1]?.base;

/** By how many days an order ships later in this plan; where a day is not known, by how many it is later than it should be. */
export function moreDays({ ships: [one, other], late_days: [late = 0, otherLate = 0] }: Pick<Order, 'ships' | 'late_days'>): number {
  return one && other ? dayNumber(one) - dayNumber(other) : late - otherLate;
}
