import Box from '@mui/material/Box';
import type { SystemStyleObject } from '@mui/system';

const LINE_EM = 1.6;

/** In a line that is too short for them the words go on in a next one, which is not seen; even the first, for something without width stands before it. */
const WHOLE = {
  display: 'flex',
  flexWrap: 'wrap',
  minWidth: 0,
  lineHeight: LINE_EM,
  overflow: 'hidden',
  height: { lg: `${LINE_EM}em` },
  '&::before': { content: '""', width: 0, height: `${LINE_EM}em` },
  '& > span': { mr: '1em', whiteSpace: { lg: 'nowrap' } },
} as const;

interface Props {
  parts: readonly string[];
  /** What the pointer reads. */
  title?: string;
  sx?: SystemStyleObject;
}

/** Words behind one another in what room there is: those that have none are left out whole, never cut. */
export const WholeWords = ({ parts, title, sx = {} }: Props) => (
  <Box component="span" title={title} sx={{ ...WHOLE, ...sx }}>
    {parts.map((part) => (
      <span key={part}>{part}</span>
    ))}
  </Box>
);
