import Flag from '@mui/icons-material/OutlinedFlag';
import Chip from '@mui/material/Chip';
import { brokenText } from '../../../server/domain/files/promise-answers.ts';
import type { Held } from './held.ts';

/** That the plan does not keep what is held: the day that it reaches now, or that it has not all of the order. */
export const BrokenChip = ({ answer: { date }, kept }: Pick<Held, 'answer' | 'kept'>) => {
  const said = brokenText({ date, kept });
  return said === undefined ? null : (
    <Chip size="small" color="error" icon={<Flag />} label={said} sx={{ fontWeight: 700, '& .MuiChip-icon': { fontSize: 15 } }} />
  );
};
