import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { COMMON } from '../texts/parts.ts';

/** Stands where a part of a page could not be fetched, with the next try. */
export const NotFetched = ({ again }: { again(): void }) => (
  <Alert severity="error" role="alert" action={<Button onClick={again}>{COMMON.again}</Button>} sx={{ py: 0 }}>
    {COMMON.notFetched}
  </Alert>
);
