import ArrowDownward from '@mui/icons-material/ArrowDownward';
import Box from '@mui/material/Box';
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
