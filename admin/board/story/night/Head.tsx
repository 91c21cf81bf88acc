import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** The head of a column: its title, and what stands at its right end. */
export const Head = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 24, gap: 1 }}>
    <Typography component="h3" variant="h3" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
      {title}
    </Typography>
    {children}
  </Box>
);
