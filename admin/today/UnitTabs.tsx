import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { TODAY } from '../texts/today.ts';
import { TARGET_PX } from './look.ts';
import type { Unit } from './with-taps.ts';

/** On a phone the units of a furnace are tabs, with their state under the name. */
export const UnitTabs = ({ units, chosen, onChoose }: { units: readonly Unit[]; chosen: number; onChoose(unit: number): void }) => (
  <Box role="group" sx={{ display: 'flex', gap: 1, overflow: 'auto', flexShrink: 0 }}>
    {units.map(({ unit, state, stop }) => (
      <ButtonBase
        key={unit}
        aria-pressed={unit === chosen}
        onClick={() => onChoose(unit)}
        sx={{
          minWidth: 84,
          height: TARGET_PX,
          borderRadius: 2,
          border: unit === chosen ? 2 : 1,
          borderColor: unit === chosen ? 'primary.main' : 'divider',
          bgcolor: 'background.paper',
          display: 'grid',
          px: 1,
        }}
      >
        <Box sx={{ fontSize: 16, fontWeight: 700, lineHeight: 1.2 }}>{TODAY.unit(unit)}</Box>
        <Box sx={{ fontSize: 12, fontWeight: 600 }}>{stop ? TODAY.standing : TODAY.states[state]}</Box>
      </ButtonBase>
    ))}
  </Box>
);
