import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';

/** Term and text in two columns. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <Box
    component="dl"
    sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 2.5, rowGap: 0.5, m: 0, fontSize: '0.875rem' }}
  >
    {facts.map(([term, text]) => (
      <Fragment key={term}>
        <Box component="dt" sx={{ color: 'text.secondary' }}>
          {term}
        </Box>
        <Box component="dd" sx={{ m: 0 }}>
          {text}
        </Box>
      </Fragment>
    ))}
  </Box>
);
