import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink, useLocation } from 'react-router';
import { WAYS } from '../../texts/ways.ts';
import type { Entry } from '../chart/scene/bars.ts';
import { boardPath } from '../search/use-address.ts';

/** The address of a board that shows a bar, whatever its filters are. */
export const ganttOf = (entryId: number): string => boardPath('gantt', { bar: entryId });
export const calendarOf = (entryId: number): string => boardPath('facility-calendar', { bar: entryId });

type Way = [to: string, word: string];

function waysOf({ id, order_id, product_id, facility }: Entry, onCalendar: boolean): Way[] {
  return [
    onCalendar ? [ganttOf(id), WAYS.gantt] : [calendarOf(id), WAYS.calendar],
    [`/orders/${order_id}`, WAYS.order],
    ...(product_id === null ? [] : [[`/products/${product_id}`, WAYS.product] as Way]),
    ...(facility === null ? [] : [[`/facilities/${facility}`, WAYS.facility] as Way]),
  ];
}

/** Where a bar leads: to itself on the other board, to its order, product and facility. */
export const BarLinks = ({ entry }: { entry: Entry }) => {
  const onCalendar = useLocation().pathname === '/facility-calendar';
  return (
    <Box
      component="nav"
      aria-label={WAYS.title}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5, fontSize: '0.875rem' }}
    >
      {waysOf(entry, onCalendar).map(([to, word]) => (
        <Link key={to} component={RouterLink} to={to} sx={{ py: 0.25 }}>
          {word}
        </Link>
      ))}
    </Box>
  );
};
