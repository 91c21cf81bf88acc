import Close from '@mui/icons-material/Close';
import PlayArrow from '@mui/icons-material/PlayArrow';
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { tint } from '../../layout/palette.ts';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { BOARD } from '../../texts/board/board.ts';
import { REPORT, STALE } from '../../texts/board/runs.ts';
import type { Jump } from '../search/quick/jump.ts';
import { MisfitList } from './lists/MisfitList.tsx';
import type { Reporting } from './report/use-report.ts';

interface Props {
  reporting: Reporting;
  onRun(): void;
  onJump(jump: Jump): void;
}

/** How many bars do not fit any more, and what becomes of them. */
function misfitsOf({ misfits, keptMisfits }: Reporting): string[] {
  return [...(misfits > 0 ? [STALE.misfits(misfits)] : []), ...(keptMisfits > 0 ? [STALE.kept(keptMisfits)] : [])];
}

/** That the plan was made from what is no longer so, the bars that do not fit any more, and the way to a new one. */
export const StaleCard = ({ reporting, onRun, onJump }: Props) => (
  <>
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
        bgcolor: tint('caution'),
        fontSize: '0.88rem',
      }}
    >
      <WarningAmber color="warning" fontSize="small" />
      <Box sx={{ display: 'flex', flex: 1, flexWrap: 'wrap', columnGap: 1.5, minWidth: 200 }}>
        <Box component="h2" sx={{ m: 0, fontSize: 'inherit', fontWeight: 700 }}>
          {STALE.changed(reporting.stale)}
        </Box>
        {misfitsOf(reporting).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </Box>
      {misfitsOf(reporting).length > 0 ? (
        <Button
          aria-expanded={reporting.listsMisfits}
          onClick={() => reporting.listMisfits(!reporting.listsMisfits)}
          sx={{ minHeight: 32, whiteSpace: 'nowrap' }}
        >
          {reporting.listsMisfits ? REPORT.closeList : REPORT.openList}
        </Button>
      ) : null}
      <RoleButton operation="runSchedule" startIcon={<PlayArrow />} onClick={onRun} sx={{ minHeight: 32 }}>
        {BOARD.run}
      </RoleButton>
      <IconButton size="small" aria-label={REPORT.close} onClick={reporting.closeStale}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
    {reporting.listsMisfits ? <MisfitList onJump={onJump} /> : null}
  </>
);
