import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../providers/client.ts';
import { useCalls } from '../../../providers/queries.ts';
import type { Entry } from '../../chart/scene/bars.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { barToShow } from './bar-to-show.ts';

/** An order to be shown: by its bar if known, else by the lot and the order tasks of a message. */
export interface Wanted {
  order_id: number;
  serial_number: string;
  entry_id?: number | null | undefined;
  lot?: string | undefined;
  order_task_ids?: readonly number[] | undefined;
}

/** Shows an order's bar; one that the plan does not have, on its own page. */
export function useShowOrder(onJump: (jump: Jump) => void): (wanted: Wanted) => void {
  const { callAll } = useCalls();
  const navigate = useNavigate();
  const notify = useNotify();
  return ({ order_id, serial_number, entry_id, lot, order_task_ids = [] }) => {
    if (entry_id) return onJump({ entry_id, order_id, serial_number });
    const show = (entries: Entry[]): void => {
      const bar = barToShow(entries, order_task_ids, lot);
      if (bar) onJump({ entry_id: bar.id, order_id, serial_number });
      else navigate(`/orders/${order_id}`);
    };
    void callAll('listSchedules', { order_ids: String(order_id) }).then(show, (error: unknown) =>
      notify(messageOf(error), { type: 'error' }),
    );
  };
}
