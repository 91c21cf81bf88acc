import { useDataProvider, useNotify } from 'react-admin';
import { messageOf } from '../../providers/client.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';
import { BOARD } from '../../texts/board/board.ts';
import { useSaved } from '../edit/undo/use-undo.tsx';
import { useLock } from '../edit/use-lock.ts';
import { type Plan, withEntries } from './use-plan.ts';

/** Locks of entries and orders: the server's answer is what is shown. */
export function useLocks(change: (changer: (plan: Plan) => Plan) => void) {
  const notify = useNotify();
  const saved = useSaved();
  const { call } = useDataProvider<PlannerDataProvider>();
  const toggle = useLock((entry) => change((plan) => withEntries(plan, [entry])));

  const lockOrder = (order: number, lock: boolean): Promise<void> =>
    call(lock ? 'lockOrder' : 'unlockOrder', { body: { order } })
      .then(({ results, warnings = [] }) => {
        change((plan) => {
          const info = plan.orders.get(order);
          const orders = info ? new Map(plan.orders).set(order, { ...info, locked: lock }) : plan.orders;
          return { ...withEntries(plan, results), orders };
        });
        saved((lock ? BOARD.orderLocked : BOARD.orderUnlocked)(results[0]?.serial_number ?? ''), { warnings, named: true });
      })
      .catch((error: unknown) => notify(messageOf(error), { type: 'error' }));

  return { toggle, lockOrder };
}
