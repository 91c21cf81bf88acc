import ArrowDownward from '@mui/icons-material/ArrowDownward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Segment } from '../../parts/Segment.tsx';
import { ORDERINGS } from '../../texts/board/search.ts';
import type { Ordering } from './address.ts';

const VALUES = ['delivery_date', '-late_days'] as const satisfies readonly Ordering[];

/** 並び: how the orders of the Gantt follow one another. */
export const OrderingSwitch = ({ value, onChange }: { value: Ordering; onChange(ordering: Ordering): void }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 1, whiteSpace: 'nowrap' }}>
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {ORDERINGS.title}
    </Box>
    <Segment
      label={ORDERINGS.title}
      values={VALUES}
      value={value}
      show={(ordering) => (
        <>
          {ORDERINGS[ordering]}
          {ordering === '-late_days' ? <ArrowDownward sx={{ fontSize: 15, ml: 0.25 }} /> : null}
        </>
      )}
      onChange={onChange}
      sx={{ bgcolor: 'background.paper' }}
    />
  </Box>
);

/** Says that the rows would stand otherwise by now, and brings them into their order; they stay where one works until then. */
export const Resorted = ({ onResort }: { onResort: (() => void) | undefined }) =>
  onResort ? (
    <Box role="status" sx={{ display: 'flex', alignItems: 'center', color: 'warning.main', whiteSpace: 'nowrap' }}>
      {ORDERINGS.changed}
      <Button sx={{ minHeight: 28, px: 1, fontSize: 13, fontWeight: 700 }} onClick={onResort}>
        {ORDERINGS.resort}
      </Button>
    </Box>
  ) : null;
