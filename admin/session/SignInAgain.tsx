import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { firstMessage } from '../parts/messages.ts';
import { renewSession } from '../providers/auth-provider.ts';
import { fieldsOf, messageOf } from '../providers/client.ts';
import { useSession, useSignInQuestion } from '../providers/session.ts';
import { AGAIN, LOGIN } from '../texts/shell.ts';

/** Asks for the password over the page whose session has ended; what stands there stays, and what was refused is sent again. */
export const SignInAgain = () => {
  const question = useSignInQuestion();
  return question ? <Question {...question} /> : null;
};

const Question = ({ why, answer }: NonNullable<ReturnType<typeof useSignInQuestion>>) => {
  const { user } = useSession();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A form of the page that the dialog stands in is not sent with it.
    event.stopPropagation();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setBusy(true);
    try {
      await renewSession(password);
      answer(true);
    } catch (error) {
      setFailure(firstMessage(fieldsOf(error).password) ?? messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="sign-in-again">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id="sign-in-again">{AGAIN.title}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{`${why} ${AGAIN.hint}`}</DialogContentText>
          <TextField
            name="password"
            id="password-again"
            type="password"
            label={LOGIN.password}
            autoComplete="current-password"
            autoFocus
            fullWidth
            error={failure !== undefined}
            helperText={failure ?? (user ? AGAIN.as(user.employee_id, user.name) : ' ')}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => answer(false)}>{AGAIN.leave}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {LOGIN.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
