import { useNotify } from 'react-admin';
import { call, messageOf } from '../../providers/client.ts';
import type { Bar } from '../chart/bars.ts';
import { type Plan, withEntries } from './use-plan.ts';

/** Locks of entries and orders: the server's answer is what is shown. */
export function useLocks(change: (changer: (plan: Plan) => Plan) => void) {
  const notify = useNotify();
  const refused = (error: unknown) => notify(messageOf(error), { type: 'error' });

  const toggle = (bar: Bar): Promise<void> =>
    call('switchLockStatus', { id: bar.entry.id, body: { version: bar.entry.version } })
      .then((entry) => change((plan) => withEntries(plan, [entry])))
      .catch(refused);

  const lockOrder = (order: number, lock: boolean): Promise<void> =>
    call(lock ? 'lockOrder' : 'unlockOrder', { body: { order } })
      .then(({ results }) =>
        change((plan) => {
          const info = plan.orders.get(order);
          const orders = info ? new Map(plan.orders).set(order, { ...info, locked: lock }) : plan.orders;
          return { ...withEntries(plan, results), orders };
        }),
      )
      .catch(refused);

  return { toggle, lockOrder };
}
