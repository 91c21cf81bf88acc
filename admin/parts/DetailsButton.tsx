import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { COMMON } from '../texts/parts.ts';

/** Leads from a row of a list to its own page. */
export const DetailsButton = ({ to, subject }: { to: string; subject: string }) => (
  <Button component={Link} to={to} aria-label={`${subject} ${COMMON.details}`} sx={{ minHeight: 30 }}>
    {COMMON.details}
  </Button>
);
