import Chip from '@mui/material/Chip';
import { plantDate } from '../../../server/domain/ground/plant-time.ts';
import { tint } from '../../layout/palette.ts';
import { now } from '../../providers/clock.ts';
import { KEEP } from '../../texts/promises/keep.ts';
import { daysLeft, type Kept } from './held.ts';

/** For how long a day is held yet; amber on the last day and the one before. */
export const DueChip = ({ kept }: { kept: Pick<Kept, 'expires_at'> }) => {
  const days = daysLeft(kept, plantDate(now()));
  const isSoon = days <= 1;
  return (
    <Chip
      size="small"
      label={KEEP.left(days)}
      sx={{ fontWeight: 700, color: tint(isSoon ? 'caution-ink' : 'soft'), bgcolor: tint(isSoon ? 'caution' : 'head') }}
    />
  );
};
