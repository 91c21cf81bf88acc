import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { REPORT } from '../../texts/runs.ts';
import { GhostToggle } from './GhostToggle.tsx';
import type { Reporting, RunReport } from './use-report.ts';

interface Props {
  report: RunReport;
  reporting: Reporting;
  onMessages(): void;
}

/** What the card of a night does not say of the night's run: what could not be planned, and where the bars came from. */
export const NightRun = ({ report, reporting, onMessages }: Props) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
    {report.unplaced > 0 ? (
      <Link component="button" type="button" color="error" onClick={onMessages} sx={{ fontSize: '0.82rem', fontWeight: 700 }}>
        {REPORT.unplaced(report.unplaced)}
      </Link>
    ) : (
      <Box component="span" sx={{ fontSize: '0.82rem', whiteSpace: 'nowrap', ...(report.unplaced > 0 ? { color: 'error.main' } : {}) }}>
        {REPORT.unplaced(report.unplaced)}
      </Box>
    )}
    {report.moved > 0 ? <GhostToggle reporting={reporting} /> : null}
  </Box>
);
