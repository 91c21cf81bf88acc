import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { daysBetween } from '../../../server/domain/ground/plant-time.ts';
import { day } from '../../parts/format.ts';
import { ORDER_PLAN as WORDS } from '../../texts/ways.ts';
import type { Order } from './lot-plans.ts';

const Figure = ({ label, strong = false, color, children }: { label: string; strong?: boolean; color?: string; children: ReactNode }) => (
  <Box>
    <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
      {label}
    </Box>
    <Box
      component="dd"
      sx={{ m: 0, fontSize: strong ? '1.5rem' : '1.125rem', lineHeight: 1.4, fontWeight: 700, color: color ?? 'text.primary' }}
    >
      {children}
    </Box>
  </Box>
);

/** Why there is no day yet, or that nothing is left to do. */
function noteOf({ open, lots, entries, shipping_date, delivery_status }: Order): string | undefined {
  const isDone = lots.every(({ task_count, finished_count }) => finished_count === task_count);
  if (!open) return isDone ? WORDS.shipped : WORDS.delivered(delivery_status);
  if (entries.length === 0) return WORDS.none;
  const unplanned = lots.reduce((sum, { unplanned_count }) => sum + unplanned_count, 0);
  if (unplanned > 0) return WORDS.unplanned(unplanned);
  return shipping_date === null ? WORDS.crossed : undefined;
}

function lateness({ shipping_date, delivery_date, late_days }: Order): string {
  if (late_days > 0) return WORDS.days(late_days);
  return shipping_date && delivery_date ? WORDS.daysEarly(daysBetween(shipping_date, delivery_date)) : '';
}

interface Props {
  order: Order;
  /** Why it is late, as the last run found. */
  cause: string | undefined;
}

/** When an order ships, said plainly: the day, its deadline, by how much it misses it, and why. */
export const Shipping = ({ order, cause }: Props) => {
  const late = order.late_days > 0;
  const note = noteOf(order);
  return (
    <>
      <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 5, rowGap: 1.5, alignItems: 'end', m: 0 }}>
        <Figure label={WORDS.shipping} strong>
          {day(order.shipping_date) || WORDS.undecided}
        </Figure>
        <Figure label={WORDS.deadline}>{day(order.delivery_date) || WORDS.noDeadline}</Figure>
        {lateness(order) ? (
          <Figure label={WORDS.late} {...(late ? { color: 'error.main' } : {})}>
            {lateness(order)}
          </Figure>
        ) : null}
        {late && cause ? <Figure label={WORDS.cause}>{cause}</Figure> : null}
      </Box>
      {note ? <Box sx={{ mt: 1, typography: 'body2', color: 'text.secondary' }}>{note}</Box> : null}
    </>
  );
};
