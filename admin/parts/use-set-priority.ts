import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { Priority } from '../../server/domain/plant/priority.ts';
import { PRIORITY_WORDS } from '../../server/domain/texts/plan/priority.ts';
import { messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { freshenPlan } from '../providers/schedule-writes.ts';
import { PRIORITY } from '../texts/priority.ts';

/** Gives an order a priority and has everything read anew that shows it; says so, or why not. */
export function useSetPriority(): (order: number, serial: string, priority: Priority) => Promise<void> {
  const notify = useNotify();
  const queries = useQueryClient();
  const { call } = useCalls();
  return async (order, serial, priority) => {
    try {
      await call('setOrderPriority', { body: { orders: [order], priority } });
      notify(PRIORITY.set(serial, PRIORITY_WORDS[priority]), { type: 'success' });
      await Promise.all([freshenPlan(), queries.invalidateQueries({ queryKey: ['orders'] })]);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
}
