import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { COMMON } from '../texts/parts.ts';

/** A titled part of a page. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: 2, mb: 1.5, minWidth: 0 }}>
      <Typography component="h2" variant="h2" id={id} sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
};

/** A part of a form whose fields stand in a grid of twelve columns. */
export const FieldSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(12, minmax(0, 1fr))', columnGap: 1.5, rowGap: 1 }}>{children}</Box>
  </Section>
);

/** What stands while a row is on its way. */
export const Waiting = () => (
  <Paper variant="outlined" sx={{ p: 2 }} aria-busy="true" aria-label={COMMON.loading} role="status">
    <Skeleton width={120} height={32} />
    <Skeleton height={56} />
    <Skeleton height={56} />
    <Skeleton height={56} width="60%" />
  </Paper>
);
