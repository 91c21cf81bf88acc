import Box from '@mui/material/Box';
import type { SystemStyleObject } from '@mui/system';
import { REPORT } from '../../../texts/board/runs.ts';
import { othersText, shifted, whyMoved } from '../../../texts/board/story.ts';
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
  /** The words for its lateness, and their look. */
  said(order: Order): string;
  look: SystemStyleObject;
  onJump(jump: Jump): void;
}

const SMALL = { fontSize: '0.82rem' } as const;
const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** The first of some orders, each with the way to its bar, and how many more there are. */
const Orders = <Order extends Reported>({ title, orders, count, said, look, onJump }: OrdersProps<Order>) => (
  <Box component="section" sx={{ minWidth: 0 }}>
    <Box component="h3" sx={{ ...SMALL, m: 0, mb: 0.5, fontWeight: 700 }}>
      {title}
    </Box>
    {orders.length === 0 ? <Box sx={{ ...SMALL, color: 'text.secondary' }}>{REPORT.none}</Box> : null}
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {orders.map((order) => (
        <Box
          key={order.order_id}
          component="li"
          sx={{ ...SMALL, display: 'flex', gap: 1, minHeight: 26, alignItems: 'center', borderTop: 1, borderColor: 'divider' }}
        >
          <OrderButton onShow={wayTo(order, onJump)}>{order.serial_number}</OrderButton>
          <Box component="span" sx={{ ...CUT, flex: 1, minWidth: 0 }}>
            {order.product_name}
          </Box>
          <Box component="span" sx={{ whiteSpace: 'nowrap', ...look }}>
            {said(order)}
          </Box>
        </Box>
      ))}
    </Box>
    {count > orders.length ? <Box sx={{ ...SMALL, color: 'text.secondary' }}>{othersText(count - orders.length)}</Box> : null}
  </Box>
);

/** Orders that became late, orders that were saved, and orders behind frozen bars, each leading to its bar; below them the moved bars. */
export const ReportLists = ({ report, onJump }: { report: RunReport; onJump(jump: Jump): void }) => (
  <Box role="region" aria-label={REPORT.lists} tabIndex={0} sx={LIST_REGION}>
    <Box sx={{ ...SMALL, mb: 1, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      {[...shifted(report), ...whyMoved(report)].map((text) => (
        <span key={text}>{text}</span>
      ))}
    </Box>
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
      <Orders
        title={REPORT.newlyList(report.newly_late_count)}
        orders={report.newly_late}
        count={report.newly_late_count}
        said={({ late_days }) => REPORT.lateDays(late_days)}
        look={{ color: 'error.main', fontWeight: 700 }}
        onJump={onJump}
      />
      <Orders
        title={REPORT.savedList(report.saved_count)}
        orders={report.saved}
        count={report.saved_count}
        said={({ late_days }) => REPORT.wasLate(late_days)}
        look={{ color: 'text.secondary' }}
        onJump={onJump}
      />
    </Box>
    {report.later_late.length > 0 ? <Later report={report} onJump={onJump} /> : null}
    {report.behind_frozen_count > NAMED ? <Behind report={report} onJump={onJump} /> : null}
    <MovedList onJump={onJump} />
  </Box>
);

/** Orders that were late before and are later now: who pays. */
const Later = ({ report: { later_late }, onJump }: Parameters<typeof ReportLists>[0]) => (
  <Box sx={{ mt: 2 }}>
    <Orders
      title={REPORT.laterList(later_late.length)}
      orders={later_late}
      count={later_late.length}
      said={({ late_days_before, late_days }) => REPORT.laterOrder(late_days_before, late_days)}
      look={{ color: 'error.main', fontWeight: 700 }}
      onJump={onJump}
    />
  </Box>
);

const Behind = ({ report: { behind_frozen: orders, behind_frozen_count: count }, onJump }: Parameters<typeof ReportLists>[0]) => (
  <Box sx={{ mt: 2 }}>
    <Orders
      title={REPORT.behindList(count)}
      orders={orders}
      count={count}
      said={({ late_days_before, late_days, gain_days }) => REPORT.behindOrder(late_days_before, late_days, gain_days)}
      look={{ color: 'error.main' }}
      onJump={onJump}
    />
  </Box>
);
