import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { formatMonthDay } from '../../../server/domain/ground/plant-time.ts';
import { ListTable } from '../../board/story/lists/ListTable.tsx';
import type { ListColumn } from '../../board/story/lists/list-columns.ts';
import { Card, Nothing } from '../../figures/Card.tsx';
import { LIST } from '../../texts/parts.ts';
import { COMPARE, daysMore, lateDays, shortName } from '../../texts/plans.ts';
import { ganttPath } from '../ways.ts';
import type { Compared, Comparison } from './load.ts';
import { moreDays } from './orders.ts';

type Order = Comparison['orders'][number];

const day = (date: string | null | undefined): string => (date ? formatMonthDay(date) : COMPARE.unknown);
const lateLook = (days: number | undefined) => ((days ?? 0) > 0 ? { color: 'error.main' } : {});
/** Later in this plan: red where it is later than it should be, green where the other is. */
const moreLook = ({ late_days: [one = 0, other = 0] }: Order) => {
  if (one === other) return { color: 'text.secondary' };
  return { fontWeight: 700, color: one > other ? 'error.main' : 'success.main' };
};

/** What is said of an order that ships on another day: of each plan its day and how late that is, and what is between both. */
function columnsOf(one: Compared, other: Compared): ListColumn<Order>[] {
  const { columns, of } = COMPARE;
  const names = [one, other].map(shortName);
  // Two former plans are called alike.
  const plans = names[0] === names[1] ? COMPARE.sides : names;
  return [
    { label: columns.serial, text: ({ serial_number }) => serial_number },
    { label: columns.product, text: ({ product_name }) => product_name },
    { label: columns.deadline, text: ({ deadline_date }) => day(deadline_date) },
    ...plans.map((name, at) => ({ label: of(columns.ships, name), text: ({ ships }: Order) => day(ships[at]) })),
    ...plans.map((name, at) => ({
      label: of(columns.late, name),
      figure: true as const,
      text: ({ late_days }: Order) => lateDays(late_days[at] ?? 0),
      look: ({ late_days }: Order) => lateLook(late_days[at]),
    })),
    {
      label: columns.difference,
      figure: true,
      text: (order) => daysMore(moreDays(order)),
      look: moreLook,
    },
  ];
}

interface Props {
  plans: readonly Compared[];
  orders: readonly Order[];
  count: number;
  /** Brings more; undefined: all are there. */
  onMore: (() => void) | undefined;
  busy: boolean;
}

/** 出荷日が違う製番: the worst first, each with the way to its bar in this plan, the other's places beside it. */
export const OrderTable = ({ plans: [one, other], orders, count, onMore, busy }: Props) => {
  if (!one || !other) return null;
  const wayOf = ({ order_id, entry_id }: Order): string =>
    entry_id === null ? `/orders/${order_id}` : ganttPath(one, { with: other.id, bar: entry_id });
  return (
    <Card title={COMPARE.orders} hint={COMPARE.ordersHint}>
      {orders.length === 0 ? <Nothing>{COMPARE.sameOrders}</Nothing> : null}
      {orders.length > 0 ? (
        <Box
          role="region"
          aria-label={LIST.table(COMPARE.orders)}
          tabIndex={0}
          sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
        >
          <ListTable
            label={COMPARE.orders}
            columns={columnsOf(one, other)}
            rows={orders}
            keyOf={({ order_id }) => order_id}
            lead={(order) => (
              <MuiLink component={Link} to={wayOf(order)} sx={{ fontWeight: 700 }}>
                {order.serial_number}
              </MuiLink>
            )}
            foot={{ shown: orders.length, count, onMore, busy }}
            sx={{ border: 0 }}
          />
        </Box>
      ) : null}
    </Card>
  );
};
