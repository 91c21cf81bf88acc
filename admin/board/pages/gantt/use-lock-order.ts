import { useNotify } from 'react-admin';
import { messageOf } from '../../../providers/client.ts';
import { useCalls } from '../../../providers/queries.ts';
import { BOARD } from '../../../texts/board/board.ts';
import { useSaved } from '../../edit/undo/use-undo.tsx';
import { type Plan, withEntries } from './use-plan.ts';

/** Locks all of an order, or frees it: the server's answer is what is shown. */
export function useLockOrder(change: (changer: (plan: Plan) => Plan) => void): (order: number, lock: boolean) => Promise<void> {
  const notify = useNotify();
  const saved = useSaved();
  const { call } = useCalls();
  return (order, lock) =>
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
}
