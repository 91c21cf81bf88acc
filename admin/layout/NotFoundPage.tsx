import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Title } from 'react-admin';
import { Link } from 'react-router';
import { POST_LOGIN_PATH } from '../../server/domain/ground/constants.ts';
import { SHELL, TITLES } from '../texts/shell.ts';

/** The page for an unknown address, or for one that the role may not open. */
export const NotFoundPage = () => (
  <Paper variant="outlined" sx={{ p: 6, textAlign: 'center' }}>
    <Title title={TITLES.notFound} preferenceKey={false} />
    <Typography sx={{ mb: 3 }}>{SHELL.notFound}</Typography>
    <Button component={Link} to={POST_LOGIN_PATH} variant="outlined">
      {SHELL.toProducts}
    </Button>
  </Paper>
);
