import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import type { FieldErrors } from '../../server/domain/ground/errors.ts';
import { firstMessage } from '../parts/messages.ts';
import { Refused } from '../parts/Refused.tsx';
import { fieldsOf, messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { clearSession } from '../providers/session.ts';
import { RESET_WORDS as WORDS } from '../texts/master.ts';
import { COMMON } from '../texts/parts.ts';
import { TITLES } from '../texts/shell.ts';
import { PublicLayout } from './PublicLayout.tsx';

/** Sets a new password with the link that a master_admin made. */
const ResetPasswordPage = () => {
  const { call } = useCalls();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [done, setDone] = useState(false);
  const link = useQuery({
    queryKey: ['validateResetToken', token],
    queryFn: () => call('validateResetToken', { body: { token } }),
    retry: false,
  });
  const toLogin = (
    <Link component={RouterLink} to="/login" variant="body2" sx={{ alignSelf: 'center' }}>
      {WORDS.toLogin}
    </Link>
  );
  return (
    <PublicLayout title={TITLES.resetPassword}>
      <Stack spacing={1.5} sx={{ minHeight: 180 }}>
        {done ? <Alert severity="success">{WORDS.done}</Alert> : null}
        {link.error && !done ? <Alert severity="error">{WORDS.badLink}</Alert> : null}
        {link.isPending ? <Typography variant="body2">{COMMON.loading}</Typography> : null}
        {link.data && !done ? (
          <>
            <Typography variant="body2">{WORDS.forWhom(link.data.employee_id)}</Typography>
            <NewPasswordForm token={token} onDone={() => setDone(true)} />
          </>
        ) : null}
        {toLogin}
      </Stack>
    </PublicLayout>
  );
};

const NewPasswordForm = ({ token, onDone }: { token: string; onDone(): void }) => {
  const { call } = useCalls();
  const [fields, setFields] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password') ?? '');
    setFailure(undefined);
    if (password !== String(form.get('repeat') ?? '')) return setFields({ repeat: [WORDS.differs] });
    setFields({});
    setBusy(true);
    try {
      await call('confirmPasswordReset', { body: { token, password } });
      clearSession();
      onDone();
    } catch (error) {
      const refused = fieldsOf(error);
      setFields(refused);
      if (!refused.password) setFailure(messageOf(error));
      setBusy(false);
    }
  };
  const field = (name: string, label: string) => ({
    id: name,
    name,
    label,
    type: 'password',
    autoComplete: 'new-password',
    fullWidth: true,
    error: fields[name] !== undefined,
    helperText: firstMessage(fields[name]) ?? ' ',
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={1}>
        <TextField {...field('password', WORDS.newPassword)} autoFocus />
        <TextField {...field('repeat', WORDS.repeat)} />
        <Refused message={failure} />
        <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
          {WORDS.save}
        </Button>
      </Stack>
    </form>
  );
};

export default ResetPasswordPage;
