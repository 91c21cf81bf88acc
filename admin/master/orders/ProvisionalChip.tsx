import Chip from '@mui/material/Chip';
import { Link } from 'react-router';
import type { Success } from '../../../server/contract/handlers.ts';
import { monthDay } from '../../figures/format.ts';
import { tint } from '../../layout/palette.ts';
import { promiseOf } from '../../parts/addresses.ts';
import { lastDay } from '../../promises/keep/held.ts';
import { PROVISIONAL } from '../../texts/promises/keep.ts';

type Order = Pick<Success<'listOrders'>['results'][number], 'serial_number' | 'promise'>;

/** Marks a provisional order with the day until which it is held, and leads to the question that it answers; nothing of any other order. */
export const ProvisionalChip = ({ order: { serial_number, promise } }: { order: Order }) =>
  promise ? (
    <Chip
      size="small"
      clickable
      component={Link}
      // Elsewhere a press of the row opens the order.
      onClick={(event) => event.stopPropagation()}
      to={promiseOf(promise.id)}
      label={PROVISIONAL.chip(monthDay(lastDay(promise)))}
      aria-label={PROVISIONAL.open(serial_number, monthDay(lastDay(promise)))}
      sx={{ ml: 1, fontFamily: 'fontFamily', fontWeight: 700, color: tint('primary-strong'), bgcolor: tint('pill') }}
    />
  ) : null;
