import { useRecordContext, useRedirect, useRefresh } from 'react-admin';
import { numeral } from '../../parts/format.ts';
import { ORDER_WORDS as WORDS } from '../../texts/master.ts';
import { DeleteButton } from '../DeleteAllButton.tsx';
import type { Entry, LotPlan, Order } from './lot-plans.ts';

/** What goes with an order or a lot, as sentences. */
function counted(tasks: number, entries: readonly Entry[]): string[] {
  const locked = entries.filter((entry) => entry.locked).length;
  return [WORDS.deleteOneBody(numeral(tasks), numeral(entries.length)), ...(locked > 0 ? [WORDS.deleteAllLocked(numeral(locked))] : [])];
}

/** Deletes the order of the page, after the dialog; leads back to the list. */
export const DeleteOrderButton = ({ order }: { order: Order }) => {
  const redirect = useRedirect();
  return (
    <DeleteButton
      operation="deleteOrder"
      id={order.id}
      label={WORDS.deleteOne}
      title={WORDS.deleteOneTitle(order.serial_number)}
      success={WORDS.deletedOne}
      count={async () => counted(order.order_tasks.length, order.entries)}
      onDeleted={() => redirect('list', 'orders')}
    />
  );
};

/** Deletes a lot of the order of the page, after the dialog. */
export const DeleteLotButton = ({ plan: { lot, tasks } }: { plan: LotPlan }) => {
  const order = useRecordContext<Order>();
  const refresh = useRefresh();
  if (!order) return null;
  const entries = tasks.flatMap(({ entry }) => entry ?? []);
  return (
    <DeleteButton
      operation="deleteLot"
      id={lot.id}
      label={WORDS.deleteLot}
      name={`${lot.lot_number} ${WORDS.deleteLot}`}
      title={WORDS.deleteLotTitle(order.serial_number, lot.lot_number)}
      success={WORDS.deletedOne}
      count={async () => counted(lot.task_count, entries)}
      onDeleted={refresh}
    />
  );
};
