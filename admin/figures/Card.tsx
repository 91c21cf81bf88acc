import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { type ReactNode, useId } from 'react';

interface CardProps {
  title: string;
  /** Small words after the title, and more of them for the pointer. */
  hint?: string;
  more?: string;
  /** At the right end of the title's line. */
  extra?: ReactNode;
  children: ReactNode;
}

/** A part of the page with its heading. */
export const Card = ({ title, hint, more, extra, children }: CardProps) => {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ px: 1.75, py: 1.25, minWidth: 0, display: 'flex', flexDirection: 'column', breakInside: 'avoid' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 1.25, rowGap: 0.25, mb: 0.75 }}>
        <Box component="h2" id={id} sx={{ typography: 'h2', m: 0 }}>
          {title}
        </Box>
        {hint ? (
          <Box title={more} sx={{ fontSize: '0.78rem', color: 'text.secondary' }}>
            {hint}
          </Box>
        ) : null}
        <Box sx={{ flex: 1 }} />
        {extra}
      </Box>
      {children}
    </Paper>
  );
};

/** Below a table of the first rows: shows all of them, or these alone again. */
export const ShowAll = ({ all, words, onToggle }: { all: boolean; words: { all: string; fewer: string }; onToggle(): void }) => (
  <Box sx={{ textAlign: 'right' }}>
    <Button size="small" onClick={onToggle} aria-expanded={all}>
      {all ? words.fewer : words.all}
    </Button>
  </Box>
);

/** The place of a card's content while nothing is known yet. */
export const Nothing = ({ children }: { children: string }) => (
  <Box
    sx={{
      flex: 1,
      display: 'grid',
      placeItems: 'center',
      minHeight: 96,
      color: 'text.secondary',
      textAlign: 'center',
      typography: 'body2',
    }}
  >
    {children}
  </Box>
);
