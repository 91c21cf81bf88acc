import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import type { Query } from '../../server/contract/handlers.ts';
import { FIGURES } from '../texts/figures.ts';
import type { Figures } from './format.ts';

export type Chosen = NonNullable<Query<'getFigures'>>;
type Kind = Figures['period']['kind'];

const KINDS = Object.keys(FIGURES.kinds) as Kind[];

/** Which days: this week, the last, this month, or from and to. */
export const PeriodChooser = ({
  chosen,
  onChoose,
  days,
}: {
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  days: { from: string; to: string } | undefined;
}) => {
  const [picking, setPicking] = useState(chosen.period === 'range');
  const [from, setFrom] = useState(chosen.from_date ?? '');
  const [to, setTo] = useState(chosen.to_date ?? '');
  const choose = (kind: Kind | null): void => {
    if (kind === null) return;
    setPicking(kind === 'range');
    if (kind !== 'range') onChoose({ period: kind });
    else {
      setFrom(from || (days?.from ?? ''));
      setTo(to || (days?.to ?? ''));
    }
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={FIGURES.period}
        value={picking ? 'range' : (chosen.period ?? 'this_week')}
        onChange={(_, kind: Kind | null) => choose(kind)}
      >
        {KINDS.map((kind) => (
          <ToggleButton
            key={kind}
            value={kind}
            sx={{
              px: 1.75,
              py: 0.5,
              fontWeight: 600,
              color: 'text.primary',
              whiteSpace: 'nowrap',
              '&.Mui-selected, &.Mui-selected:hover': { bgcolor: 'primary.dark', color: 'primary.contrastText' },
            }}
          >
            {FIGURES.kinds[kind]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {picking ? (
        <Box
          component="form"
          sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}
          onSubmit={(event) => {
            event.preventDefault();
            onChoose({ period: 'range', from_date: from, to_date: to });
          }}
        >
          <TextField
            type="date"
            required
            label={FIGURES.from}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <TextField
            type="date"
            required
            label={FIGURES.to}
            value={to}
            onChange={(event) => setTo(event.target.value)}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: from } }}
          />
          <Button type="submit" variant="outlined">
            {FIGURES.show}
          </Button>
        </Box>
      ) : null}
    </Box>
  );
};
