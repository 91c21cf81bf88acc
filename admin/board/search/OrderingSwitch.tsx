import ArrowDownward from '@mui/icons-material/ArrowDownward';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { ORDERINGS } from '../../texts/search.ts';
import type { Ordering } from './address.ts';

const VALUES = ['delivery_date', '-late_days'] as const satisfies readonly Ordering[];

/** 並び: how the orders of the Gantt follow one another. */
export const OrderingSwitch = ({ value, onChange }: { value: Ordering; onChange(ordering: Ordering): void }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ml: 1, whiteSpace: 'nowrap' }}>
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {ORDERINGS.title}
    </Box>
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={value}
      aria-label={ORDERINGS.title}
      onChange={(_, next: Ordering | null) => next && onChange(next)}
      sx={{
        bgcolor: 'background.paper',
        '& .MuiToggleButton-root': {
          height: 28,
          px: 1.25,
          py: 0,
          fontSize: 13,
          color: 'text.secondary',
          '&.Mui-selected': { color: 'primary.main', fontWeight: 700 },
        },
      }}
    >
      {VALUES.map((ordering) => (
        <ToggleButton key={ordering} value={ordering}>
          {ORDERINGS[ordering]}
          {ordering === '-late_days' ? <ArrowDownward sx={{ fontSize: 15, ml: 0.25 }} /> : null}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  </Box>
);
