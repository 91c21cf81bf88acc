import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';
import { SHELL } from '../texts/shell.ts';

/** Keeps a broken page from taking the shell with it. React knows error boundaries only as classes. */
export class ErrorShield extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

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
