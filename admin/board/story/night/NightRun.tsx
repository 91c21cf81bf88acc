import Box from '@mui/material/Box';
import { hasNotPlanned, NotPlanned } from '../RunStory.tsx';
import { GhostToggle } from '../report/GhostToggle.tsx';
import type { Reporting, RunReport } from '../report/use-report.ts';

interface Props {
  run: RunReport;
  reporting: Reporting;
  onMessages(): void;
}

/** The rest of a night's run, above the columns of its card: what could not be planned, if anything, and where the bars came from. */
export const NightRun = ({ run, reporting, onMessages }: Props) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexShrink: 0, flexWrap: { xs: 'wrap', lg: 'nowrap' } }}>
    {hasNotPlanned(run) ? (
      <Box component="span" sx={{ fontSize: '0.82rem', whiteSpace: 'nowrap' }}>
        <NotPlanned run={run} onMessages={onMessages} />
      </Box>
    ) : null}
    {run.moved > 0 ? <GhostToggle reporting={reporting} /> : null}
  </Box>
);
