import Close from '@mui/icons-material/Close';
import PlayArrow from '@mui/icons-material/PlayArrow';
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { BOARD } from '../../texts/board.ts';
import { REPORT, STALE } from '../../texts/runs.ts';
import { CardFrame } from './CardFrame.tsx';
import type { Reporting } from './use-report.ts';

/** That the plan was made from what is no longer so, and the way to a new one. */
export const StaleCard = ({ reporting, onRun }: { reporting: Reporting; onRun(): void }) => (
  <CardFrame label={STALE.title} edge="warning.main">
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: 1.25,
        minHeight: 44,
        px: 1.5,
        py: 0.5,
        bgcolor: (theme) => (theme.palette.mode === 'light' ? '#fdf6e6' : '#2e2818'),
        fontSize: '0.88rem',
      }}
    >
      <WarningAmber color="warning" fontSize="small" />
      <Box sx={{ display: 'flex', flex: 1, flexWrap: 'wrap', columnGap: 1.5, minWidth: 200 }}>
        <Box component="h2" sx={{ m: 0, fontSize: 'inherit', fontWeight: 700 }}>
          {STALE.changed(reporting.stale)}
        </Box>
        {reporting.misfits > 0 ? <span>{STALE.misfits(reporting.misfits)}</span> : null}
      </Box>
      <RoleButton operation="runSchedule" startIcon={<PlayArrow />} onClick={onRun} sx={{ minHeight: 32 }}>
        {BOARD.run}
      </RoleButton>
      <IconButton size="small" aria-label={REPORT.close} onClick={reporting.closeStale}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  </CardFrame>
);
