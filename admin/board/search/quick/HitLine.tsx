import Box from '@mui/material/Box';
import { formatMonthDay } from '../../../../server/domain/ground/plant-time.ts';
import { PRIORITY_WORDS } from '../../../../server/domain/texts/plan/priority.ts';
import { lateBy } from '../../../texts/board/board.ts';
import { FIND } from '../../../texts/board/find.ts';
import { CHIPS } from '../../../texts/board/search.ts';
import type { Hit } from './found.ts';

const softSx = { color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', flex: 1 } as const;
const endSx = { whiteSpace: 'nowrap', color: 'text.secondary' } as const;

type Order = Extract<Hit, { kind: 'order' }>;

/** How an order stands: late by so many days, finished, not planned, or when it is due. */
const Standing = ({ order }: { order: Order }) => {
  if (order.entry_id === null) return <>{FIND.unplanned}</>;
  if (!order.open) return <>{FIND.finished}</>;
  return (
    <>
      {order.priority === 'rush' ? (
        <Box component="strong" sx={{ color: 'var(--rush)', mr: 1 }}>
          {PRIORITY_WORDS.rush}
        </Box>
      ) : null}
      {order.deadline_date ? FIND.deadline(formatMonthDay(order.deadline_date)) : null}
      {order.shipping_date ? ` ${FIND.shipping(formatMonthDay(order.shipping_date))}` : null}
      {order.late_days > 0 ? (
        <Box component="strong" sx={{ color: 'error.main', ml: 1 }}>
          {lateBy(order.late_days)}
        </Box>
      ) : null}
    </>
  );
};

function wordsOf(hit: Hit): [name: string, note: string] {
  if (hit.kind === 'order') return [hit.serial_number, hit.product_name];
  return hit.kind === 'product' ? [hit.product_name, hit.product_code] : [hit.facility_name, hit.facility_code];
}

/** One hit of the quick field: its name, what it is, how it stands. */
export const HitLine = ({ hit }: { hit: Hit }) => {
  const [name, note] = wordsOf(hit);
  return (
    <Box sx={{ display: 'flex', gap: 1.25, width: '100%', minWidth: 0 }}>
      <Box component="span" sx={{ fontWeight: 700, whiteSpace: 'nowrap' }}>
        {name}
      </Box>
      <Box component="span" sx={softSx}>
        {note}
      </Box>
      <Box component="span" sx={endSx}>
        {hit.kind === 'order' ? <Standing order={hit} /> : null}
        {hit.kind === 'product' ? CHIPS.orders(hit.order_count) : null}
      </Box>
    </Box>
  );
};
