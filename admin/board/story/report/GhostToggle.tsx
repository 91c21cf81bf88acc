import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { REPORT } from '../../../texts/board/runs.ts';
import type { Reporting } from './use-report.ts';

/** 変わった工程を表示, with what the outline on the board means. */
export const GhostToggle = ({ reporting }: { reporting: Pick<Reporting, 'shownRun' | 'showMoves'> }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, flexShrink: 0, whiteSpace: 'nowrap' }}>
    <FormControlLabel
      label={REPORT.showMoves}
      control={
        <Checkbox size="small" checked={reporting.shownRun !== undefined} onChange={(_, on) => reporting.showMoves(on)} sx={{ p: 0.5 }} />
      }
      sx={{ m: 0, '& .MuiFormControlLabel-label': { fontSize: '0.82rem', fontWeight: 700 } }}
    />
    <Box
      sx={{
        display: 'none',
        '@media (min-width: 1800px)': { display: 'flex' },
        alignItems: 'center',
        gap: 0.75,
        color: 'text.secondary',
        fontSize: '0.8rem',
      }}
    >
      <Box aria-hidden="true" sx={{ width: 26, height: 13, border: '1.5px dashed', borderColor: 'text.secondary', borderRadius: '3px' }} />
      {REPORT.formerPlace}
    </Box>
  </Box>
);
