import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { boardOf } from '../parts/addresses.ts';
import { KEEP } from '../texts/promises/keep.ts';

/** A serial number with the way to its bars. */
export const Serial = ({ of }: { of: string }) => (
  <MuiLink component={Link} to={boardOf(of)} aria-label={KEEP.toBoard(of)} sx={{ fontWeight: 700 }}>
    {of}
  </MuiLink>
);
