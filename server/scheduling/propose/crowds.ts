import { type Cause, isOfOthers, type LateOrder } from '../explain/causes.ts';
import { NONE, type Problem } from '../problem.ts';

/** Late orders that wait at a machine: their days by order, those that other orders have of them, and from when to when they wait. */
export interface Crowd {
  readonly machine: number;
  readonly days: Map<number, number>;
  readonly others: Map<number, number>;
  from: number;
  to: number;
}

/** Causes of which a day more, or a unit more, of a facility may take days. */
const isOfRoom = (cause: Cause): boolean => isOfOthers(cause) || cause === 'closed_calendar' || cause === 'stopped';

/** The days of a late order that are down to causes of a kind. */
export const daysOf = ({ parts }: LateOrder, is: (cause: Cause) => boolean): number =>
  parts.reduce((sum, { cause, days }) => sum + (is(cause) ? days : 0), 0);

/** Late orders by the machines at which they wait, or which were shut to them, or at which their mates wait. */
export function crowdsOf(problem: Problem, late: readonly LateOrder[]): Crowd[] {
  const crowds = new Map<number, Crowd>();
  for (const order of late) {
    const { wait, mateWait } = order;
    const days = daysOf(order, isOfRoom);
    if (!wait || days === 0) continue;
    const { order_id } = problem.plant!.orders[order.job]!;
    for (const machine of new Set([wait.machine, wait.shut, mateWait?.machine ?? NONE])) {
      if (machine === NONE || (problem.plant!.machines[machine]?.facility_id ?? null) === null) continue;
      const { from, to } = mateWait?.machine === machine ? mateWait : wait;
      const crowd = crowds.get(machine) ?? { machine, days: new Map(), others: new Map(), from, to };
      crowds.set(machine, crowd);
      crowd.days.set(order_id, days);
      crowd.others.set(order_id, daysOf(order, isOfOthers));
      crowd.from = Math.min(crowd.from, from);
      crowd.to = Math.max(crowd.to, to);
    }
  }
  return [...crowds.values()];
}
