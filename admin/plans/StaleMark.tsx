import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { Plan } from '../providers/plan/published.ts';
import { PLANS } from '../texts/plans.ts';

interface Props {
  parts: Plan['stale_of'];
  /** There is no room for its words. */
  brief?: boolean;
}

/** That something is otherwise than when the plan was made, and for the pointer what. */
export const StaleMark = ({ parts, brief = false }: Props) => {
  const word = PLANS.staleWord(parts);
  return (
    <Tooltip describeChild title={parts.length > 0 ? PLANS.staleOf(parts) : brief ? word : ''}>
      <Box
        component="span"
        tabIndex={0}
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontSize: '0.8rem', whiteSpace: 'nowrap' }}
      >
        <WarningAmber sx={{ fontSize: brief ? 18 : 16 }} {...(brief ? { titleAccess: word } : { 'aria-hidden': true })} />
        {brief ? null : word}
      </Box>
    </Tooltip>
  );
};
