import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { tint } from '../../../layout/palette.ts';
import { REPORT } from '../../../texts/board/runs.ts';
import type { Reporting } from './use-report.ts';

interface Props {
  reporting: Pick<Reporting, 'shownRun' | 'showMoves'>;
  /** There is no room for its words. */
  brief?: boolean;
}

/** The outline of a former place, as on the board. */
const Outline = ({ on = false }: { on?: boolean }) => (
  <Box
    aria-hidden="true"
    sx={{
      width: 26,
      height: 13,
      border: '1.5px dashed',
      borderColor: on ? 'primary.main' : 'text.secondary',
      borderRadius: '3px',
      bgcolor: on ? tint('normal') : 'transparent',
    }}
  />
);

/** 変わった工程を表示, with what the outline on the board means; where there is little room, the outline alone. */
export const GhostToggle = ({ reporting, brief = false }: Props) => {
  const on = reporting.shownRun !== undefined;
  const show = (_: unknown, isOn: boolean): void => reporting.showMoves(isOn);
  if (brief)
    return (
      <Checkbox
        checked={on}
        onChange={show}
        title={REPORT.showMoves}
        icon={<Outline />}
        checkedIcon={<Outline on />}
        slotProps={{ input: { 'aria-label': REPORT.showMoves } }}
        sx={{ width: 34, height: 28, p: 0, flexShrink: 0, borderRadius: 1 }}
      />
    );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, flexShrink: 0, whiteSpace: 'nowrap' }}>
      <FormControlLabel
        label={REPORT.showMoves}
        control={<Checkbox size="small" checked={on} onChange={show} sx={{ p: 0.5 }} />}
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
        <Outline />
        {REPORT.formerPlace}
      </Box>
    </Box>
  );
};
