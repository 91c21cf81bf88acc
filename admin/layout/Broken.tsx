import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { SHELL } from '../texts/shell.ts';

/** The sentence in place of a page that cannot be drawn. */
export const Broken = () => (
  <Alert
    severity="error"
    action={
      <Button color="inherit" onClick={() => window.location.reload()}>
        {SHELL.refresh}
      </Button>
    }
  >
    <AlertTitle>{SHELL.broken}</AlertTitle>
    {SHELL.brokenHint}
  </Alert>
);
