import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import type { PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { tint } from '../../layout/palette.ts';
import { CHIPS } from '../../texts/board/search.ts';
import { withFilters } from './address.ts';
import { type Choices, chipsOf, isUsualRange } from './chips.ts';
import { defaultFilters, type Filters } from './filters.ts';

/** Height of the row, whatever it shows. */
export const CHIPS_PX = 30;

interface Props {
  filters: Filters;
  today: PlantDate;
  choices: Choices;
  onSearch(filters: Filters): void;
  /** How much is found, in words. */
  hits: string;
  /** At the right end: the order of what is found. */
  ordering?: ReactNode;
}

const pillSx = {
  display: 'inline-flex',
  alignItems: 'center',
  height: 26,
  borderRadius: '13px',
  border: 1,
  fontSize: 13,
  whiteSpace: 'nowrap',
} as const;

const Pill = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <Box
    component="li"
    sx={{ ...pillSx, pl: 1.25, bgcolor: tint('pill'), borderColor: `color-mix(in srgb, ${tint('primary')} 38%, transparent)` }}
  >
    {label}
    <ButtonBase
      aria-label={CHIPS.remove(label)}
      onClick={onRemove}
      sx={{ width: 26, height: 24, borderRadius: '13px', color: 'text.secondary' }}
    >
      <Close sx={{ fontSize: 16 }} />
    </ButtonBase>
  </Box>
);

/** The active conditions, each with its ×, what they leave, and its order. The row is always there: nothing moves when a condition comes. */
export const ChipsRow = ({ filters, today, choices, onSearch, hits, ordering }: Props) => {
  const chips = chipsOf(filters, today, choices);
  const isUsual = withFilters(new URLSearchParams(), filters, today).size === 0;
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: CHIPS_PX,
        flex: 'none',
        fontSize: 13,
        overflowX: 'auto',
        overflowY: 'hidden',
      }}
    >
      <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {CHIPS.title}
      </Box>
      {chips.length > 0 ? (
        <Box component="ul" aria-label={CHIPS.title} sx={{ display: 'flex', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
          {chips.map(({ label, without }) => (
            <Pill key={label} label={label} onRemove={() => onSearch(without)} />
          ))}
        </Box>
      ) : (
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {CHIPS.none}
        </Box>
      )}
      {isUsualRange(filters, today) ? (
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap', ml: 0.5 }}>
          {CHIPS.usual(filters.to)}
        </Box>
      ) : null}
      {filters.open_only ? null : (
        <ButtonBase
          onClick={() => onSearch({ ...filters, open_only: true })}
          sx={{ ...pillSx, pl: 0.75, pr: 1.25, borderStyle: 'dashed', borderColor: 'text.secondary', color: 'text.secondary' }}
        >
          <Add sx={{ fontSize: 16, mr: 0.25 }} />
          {CHIPS.openOnly}
        </ButtonBase>
      )}
      {isUsual ? null : (
        <Button sx={{ minHeight: 28, px: 1, fontSize: 13, fontWeight: 700 }} onClick={() => onSearch(defaultFilters(today))}>
          {CHIPS.clear}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      <Box component="span" role="status" sx={{ whiteSpace: 'nowrap', color: 'text.secondary' }}>
        {hits}
      </Box>
      {ordering}
    </Box>
  );
};
