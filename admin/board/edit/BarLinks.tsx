import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink, useLocation } from 'react-router';
import { WAYS } from '../../texts/ways.ts';
import type { Entry } from '../chart/scene/bars.ts';
import { type View, viewOf } from '../search/address.ts';
import { boardPath } from '../search/use-address.ts';

/** The address of a board that shows a bar of the published plan, or of the one that is shown, whatever its filters are. */
export const ganttOf = (entryId: number, shown: Shown = {}): string => boardPath('gantt', { bar: entryId, ...shown });
export const calendarOf = (entryId: number, shown: Shown = {}): string => boardPath('facility-calendar', { bar: entryId, ...shown });

/** The address of the charge sheets of a plan. */
export const chargeSheetPath = (asked: string, plan: number | undefined): string =>
  `/charge-sheet?${asked}${plan === undefined ? '' : `&plan=${plan}`}`;

/** Which plan a board shows, and whose places stand beside it. */
type Shown = Partial<Pick<View, 'plan' | 'with'>>;

type Way = [to: string, word: string];

function waysOf({ id, order_id, product_id, facility }: Entry, onCalendar: boolean, shown: Shown): Way[] {
  return [
    onCalendar ? [ganttOf(id, shown), WAYS.gantt] : [calendarOf(id, shown), WAYS.calendar],
    [`/orders/${order_id}`, WAYS.order],
    ...(product_id === null ? [] : [[`/products/${product_id}`, WAYS.product] as Way]),
    ...(facility === null ? [] : [[`/facilities/${facility}`, WAYS.facility] as Way]),
  ];
}

/** Where a bar leads: to itself on the other board, to its order, product and facility. */
export const BarLinks = ({ entry }: { entry: Entry }) => {
  const { pathname, search } = useLocation();
  const { plan, with: other } = viewOf(new URLSearchParams(search));
  return (
    <Box
      component="nav"
      aria-label={WAYS.title}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5, fontSize: '0.875rem' }}
    >
      {waysOf(entry, pathname === '/facility-calendar', { plan, with: other }).map(([to, word]) => (
        <Link key={to} component={RouterLink} to={to} sx={{ py: 0.25 }}>
          {word}
        </Link>
      ))}
    </Box>
  );
};
