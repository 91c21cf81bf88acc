import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';

/** What stands left of a card in the place under the strip: its colour says what it is about. */
const EDGE_PX = 4;

/** The frame of what stands in the card's place. */
export const CardFrame = ({ label, edge, children }: { label: string; edge: 'primary.main' | 'warning.main'; children: ReactNode }) => (
  <Paper
    variant="outlined"
    component="section"
    aria-label={label}
    sx={{ mt: 1, flexShrink: 0, overflow: 'hidden', borderLeft: `${EDGE_PX}px solid`, borderLeftColor: edge }}
  >
    {children}
  </Paper>
);
