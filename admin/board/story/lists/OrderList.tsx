import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Success } from '../../../../server/contract/handlers.ts';
import { useShownKey } from '../../../providers/plan/shown-plan.ts';
import { byParts, useCalls } from '../../../providers/queries.ts';
import { LATE_TABLE } from '../../../texts/board/strip.ts';
import type { Message } from '../strip/use-messages.ts';
import type { LateOrder } from '../strip/use-overview.ts';
import { SortedList } from './ListTable.tsx';
import { OrderButton } from './OrderButton.tsx';
import { ORDER_COLUMNS, type OrderRow, rowsOf, WORST_ORDERS } from './order-columns.ts';

/** Orders in time, as the plan describes them. */
function useInfo(ids: readonly number[]): Success<'getScheduleOrderInfo'> | undefined {
  const { call } = useCalls();
  const { data } = useQuery({
    queryKey: useShownKey()(['overview', 'orders', ids]),
    queryFn: async ({ signal }) => {
      const infos = await byParts(ids, (order_ids) => call('getScheduleOrderInfo', { query: { order_ids }, signal }));
      return Object.assign({}, ...infos) as Success<'getScheduleOrderInfo'>;
    },
    enabled: ids.length > 0,
  });
  return data;
}

interface Props {
  orders: Message['orders'];
  late: ReadonlyMap<number, LateOrder>;
  /** The order that was shown last. */
  current: number | undefined;
  onShow(row: OrderRow): void;
}

/** The orders of a message as a list; each leads to its bar. */
export const OrderList = ({ orders, late, current, onShow }: Props) => {
  const unknown = useMemo(() => orders.flatMap(({ order_id }) => (late.has(order_id) ? [] : [order_id])), [orders, late]);
  const info = useInfo(unknown);
  const rows = useMemo(() => rowsOf(orders, late, info ?? {}), [orders, late, info]);
  return (
    <SortedList
      label={LATE_TABLE.label}
      columns={ORDER_COLUMNS}
      worst={WORST_ORDERS}
      file={LATE_TABLE.file}
      rows={rows}
      keyOf={({ order_id }) => order_id}
      lead={(row) => <OrderButton onShow={() => onShow(row)}>{row.serial_number}</OrderButton>}
      isCurrent={({ order_id }) => order_id === current}
      sx={{ mt: 0.75, ml: { sm: 9 } }}
    />
  );
};
