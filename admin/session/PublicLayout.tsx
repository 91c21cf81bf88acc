import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { LOGIN, PRODUCT } from '../texts/shell.ts';

/** A page without a session: its content alone, centred in a narrow card. */
export const PublicLayout = ({ title, children }: { title?: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title ?? LOGIN.submit} | ${PRODUCT}`;
  }, [title]);
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Paper variant="outlined" sx={{ width: '100%', maxWidth: 400, p: { xs: 3, sm: 4 } }}>
        <Typography component="h1" variant="h1" sx={{ textAlign: 'center', mb: title ? 0.5 : 3 }}>
          {PRODUCT}
        </Typography>
        {title ? (
          <Typography component="h2" variant="body2" color="text.secondary" sx={{ textAlign: 'center', mb: 3 }}>
            {title}
          </Typography>
        ) : null}
        {children}
      </Paper>
    </Box>
  );
};
