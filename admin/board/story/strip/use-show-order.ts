import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../providers/client.ts';
import { useCalls } from '../../../providers/queries.ts';
import type { Entry } from '../../chart/scene/bars.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { barToShow } from './bar-to-show.ts';
import type { LateOrder } from './use-overview.ts';

/** An order to be shown: by its bar if known, else where a late one is looked at if it may be late, else by the lot and the order tasks of a message. */
export interface Wanted {
  order_id: number;
  serial_number: string;
  entry_id?: number | null | undefined;
  late?: boolean;
  lot?: string | undefined;
  order_task_ids?: readonly number[] | undefined;
}

/** Shows an order's bar; one that the plan does not have, on its own page. */
export function useShowOrder(onJump: (jump: Jump) => void): (wanted: Wanted) => void {
  const { call, callAll } = useCalls();
  const navigate = useNavigate();
  const notify = useNotify();
  return ({ order_id, serial_number, entry_id, late = false, lot, order_task_ids = [] }) => {
    if (entry_id) return onJump({ entry_id, order_id, serial_number });
    const show = (entries: Entry[]): void => {
      const bar = barToShow(entries, order_task_ids, lot);
      if (bar) onJump({ entry_id: bar.id, order_id, serial_number });
      else navigate(`/orders/${order_id}`);
    };
    const order_ids = String(order_id);
    const asLate = async (): Promise<LateOrder | undefined> => (await call('listLateOrders', { query: { order_ids } })).results[0];
    const find = async (): Promise<void> => {
      const found = late ? await asLate() : undefined;
      if (found) onJump({ entry_id: found.entry_id, order_id, serial_number });
      else show(await callAll('listSchedules', { order_ids }));
    };
    find().catch((error: unknown) => notify(messageOf(error), { type: 'error' }));
  };
}
