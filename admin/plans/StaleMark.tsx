import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { Plan } from '../providers/plan/published.ts';
import { PLANS } from '../texts/plans.ts';

/** That something is otherwise than when the plan was made, and for the pointer what. */
export const StaleMark = ({ parts }: { parts: Plan['stale_of'] }) => (
  <Tooltip describeChild title={parts.length > 0 ? PLANS.staleOf(parts) : ''}>
    <Box
      component="span"
      tabIndex={0}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontSize: '0.8rem', whiteSpace: 'nowrap' }}
    >
      <WarningAmber sx={{ fontSize: 16 }} aria-hidden />
      {PLANS.stale}
    </Box>
  </Tooltip>
);
