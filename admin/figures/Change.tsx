import Box from '@mui/material/Box';
import type { Difference } from './format.ts';

const TONES = { good: 'success.main', bad: 'error.main', neutral: 'text.primary' } as const;
/** ▲, ▼ or nothing. */
export const arrowOf = (by: number): string => (by > 0 ? '\u25b2' : by < 0 ? '\u25bc' : '');

/** A difference: arrow, amount and, where there is room, the word for it. The word is always read out. */
export const Change = ({
  difference,
  unit = '',
  digits = 0,
  word = true,
}: {
  difference: Difference;
  unit?: string;
  digits?: number;
  word?: boolean;
}) => (
  <Box component="span" sx={{ color: TONES[difference.tone], fontWeight: 700, whiteSpace: 'nowrap' }} title={difference.word}>
    {difference.by === 0 ? null : `${arrowOf(difference.by)} ${Math.abs(difference.by).toFixed(digits)}${unit} `}
    {word || difference.by === 0 ? difference.word : null}
  </Box>
);
