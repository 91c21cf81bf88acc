import Flag from '@mui/icons-material/OutlinedFlag';
import Chip from '@mui/material/Chip';
import { KEEP } from '../../texts/promises/keep.ts';
import type { Kept } from './held.ts';

/** That the plan does not keep what is held: the day that it reaches now, or that it has not all of the order. */
export const BrokenChip = ({ kept: { broken, reaches } }: { kept: Pick<Kept, 'broken' | 'reaches'> }) =>
  broken ? (
    <Chip
      size="small"
      color="error"
      icon={<Flag />}
      label={reaches === null ? KEEP.unplanned : KEEP.late(reaches)}
      sx={{ fontWeight: 700, '& .MuiChip-icon': { fontSize: 15 } }}
    />
  ) : null;
