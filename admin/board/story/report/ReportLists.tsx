import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { frozenWouldHelp, REPORT } from '../../../texts/board/runs.ts';
import { whyMoved } from '../../../texts/board/story.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { LIST_REGION } from '../lists/list-region.ts';
import { MovedList } from '../lists/MovedList.tsx';
import { OrderButton, wayTo } from '../lists/OrderButton.tsx';
import { NAMED } from './BehindFrozen.tsx';
import type { RunReport } from './use-report.ts';

type Reported = RunReport['newly_late'][number];

interface OrdersProps<Order extends Reported> {
  title: string;
  orders: readonly Order[];
  count: number;
  said: (order: Order) => ReactNode;
  onJump(jump: Jump): void;
}

const Orders = <Order extends Reported>({ title, orders, count, said, onJump }: OrdersProps<Order>) => (
  <Box component="section" sx={{ minWidth: 0 }}>
    <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: '0.82rem', fontWeight: 700 }}>
      {title}
    </Box>
    {orders.length === 0 ? <Box sx={{ color: 'text.secondary', fontSize: '0.82rem' }}>{REPORT.none}</Box> : null}
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {orders.map((order) => (
        <Box
          key={order.order_id}
          component="li"
          sx={{ display: 'flex', gap: 1, minHeight: 26, alignItems: 'center', borderTop: 1, borderColor: 'divider', fontSize: '0.82rem' }}
        >
          <OrderButton onShow={wayTo(order, onJump)}>{order.serial_number}</OrderButton>
          <Box component="span" sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {order.product_name}
          </Box>
          {said(order)}
        </Box>
      ))}
    </Box>
    {count > orders.length ? <Box sx={{ color: 'text.secondary', fontSize: '0.82rem' }}>{REPORT.more(count - orders.length)}</Box> : null}
  </Box>
);

/** Which orders the run made late, which it saved and which the frozen days made late, each with the way to its bar, and what moved. */
export const ReportLists = ({ report, onJump }: { report: RunReport; onJump(jump: Jump): void }) => (
  <Box role="region" aria-label={REPORT.lists} tabIndex={0} sx={LIST_REGION}>
    {whyMoved(report).map((text) => (
      <Box key={text} sx={{ mb: 1, fontSize: '0.82rem' }}>
        {text}
        {frozenWouldHelp(report) ? `。${REPORT.frozenHint}` : ''}
      </Box>
    ))}
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
      <Orders
        title={REPORT.newlyList(report.newly_late_count)}
        orders={report.newly_late}
        count={report.newly_late_count}
        said={({ late_days }) => (
          <Box component="b" sx={{ color: 'error.main', whiteSpace: 'nowrap' }}>
            {REPORT.lateDays(late_days)}
          </Box>
        )}
        onJump={onJump}
      />
      <Orders
        title={REPORT.savedList(report.saved_count)}
        orders={report.saved}
        count={report.saved_count}
        said={({ late_days }) => (
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {REPORT.wasLate(late_days)}
          </Box>
        )}
        onJump={onJump}
      />
    </Box>
    {report.behind_frozen_count > NAMED ? (
      <Box sx={{ mt: 2 }}>
        <Orders
          title={REPORT.behindList(report.behind_frozen_count)}
          orders={report.behind_frozen}
          count={report.behind_frozen_count}
          said={({ late_days_before, late_days, gain_days }) => (
            <Box component="span" sx={{ color: 'error.main', whiteSpace: 'nowrap' }}>
              {REPORT.behindOrder(late_days_before, late_days, gain_days)}
            </Box>
          )}
          onJump={onJump}
        />
      </Box>
    ) : null}
    <MovedList onJump={onJump} />
  </Box>
);
