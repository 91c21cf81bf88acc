import Chip from '@mui/material/Chip';
import { tint } from '../../layout/palette.ts';
import { KEEP } from '../../texts/promises/keep.ts';
import type { Kept } from './held.ts';

const LOOKS = {
  kept: { color: tint('on-primary'), bgcolor: tint('primary') },
  fulfilled: { color: tint('success'), bgcolor: tint('finished') },
  released: { color: tint('soft'), bgcolor: tint('head') },
  expired: { color: tint('caution-ink'), bgcolor: tint('caution') },
} as const;

/** The mark of what became of a day. */
export const StateChip = ({ state }: { state: Kept['state'] }) => (
  <Chip size="small" label={KEEP.states[state]} sx={{ fontWeight: 700, ...LOOKS[state] }} />
);
