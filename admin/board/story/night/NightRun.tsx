import Box from '@mui/material/Box';
import { NotPlanned } from '../RunStory.tsx';
import { GhostToggle } from '../report/GhostToggle.tsx';
import type { Reporting, RunReport } from '../report/use-report.ts';

interface Props {
  report: RunReport;
  reporting: Reporting;
  onMessages(): void;
}

/** What the card of a night does not say of the night's run: what could not be planned, and where the bars came from. */
export const NightRun = ({ report, reporting, onMessages }: Props) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
    <Box component="span" sx={{ fontSize: '0.82rem', whiteSpace: 'nowrap' }}>
      <NotPlanned run={report} onMessages={onMessages} />
    </Box>
    {report.moved > 0 ? <GhostToggle reporting={reporting} /> : null}
  </Box>
);
