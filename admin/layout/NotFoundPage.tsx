import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Title } from 'react-admin';
import { Link } from 'react-router';
import { landingPath } from '../providers/session.ts';
import { SHELL, TITLES } from '../texts/shell.ts';

/** The page for an unknown address, or for one that the role may not open. */
export const NotFoundPage = () => (
  <Paper variant="outlined" sx={{ p: 6, textAlign: 'center' }}>
    <Title title={TITLES.notFound} preferenceKey={false} />
    <Typography sx={{ mb: 3 }}>{SHELL.notFound}</Typography>
    <Button component={Link} to={landingPath()} variant="outlined">
      {SHELL.toProducts}
    </Button>
  </Paper>
);
