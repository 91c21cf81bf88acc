import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { FieldErrors } from '../../server/domain/ground/errors.ts';
import { firstMessage } from '../parts/messages.ts';
import { Refused } from '../parts/Refused.tsx';
import { signIn } from '../providers/auth-provider.ts';
import { fieldsOf, messageOf } from '../providers/client.ts';
import { backToLeft, landingPath, useSession } from '../providers/session.ts';
import { LOGIN } from '../texts/shell.ts';
import { PublicLayout } from './PublicLayout.tsx';

/** Signs in; a success loads the page that one was sent away from, else where the plant says, a refusal stands under its field. */
export const LoginPage = () => {
  const [fields, setFields] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { left } = useSession();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(undefined);
    try {
      await signIn(String(form.get('employee_id') ?? ''), String(form.get('password') ?? ''));
      if (!backToLeft()) window.location.assign(landingPath());
    } catch (error) {
      const refused = fieldsOf(error);
      setFields(refused);
      if (!refused.employee_id && !refused.password) setFailure(messageOf(error));
      setBusy(false);
    }
  };

  const field = (name: 'employee_id' | 'password') => ({
    name,
    id: name,
    fullWidth: true,
    error: fields[name] !== undefined,
    helperText: firstMessage(fields[name]) ?? ' ',
  });
  return (
    <PublicLayout>
      {left ? (
        <Alert severity="info" sx={{ mb: 3 }}>
          {left}
        </Alert>
      ) : null}
      <form onSubmit={submit} noValidate>
        <Stack spacing={1}>
          <TextField {...field('employee_id')} label={LOGIN.employeeId} placeholder={LOGIN.employeeId} autoComplete="username" autoFocus />
          <TextField {...field('password')} label={LOGIN.password} type="password" autoComplete="current-password" />
          <Refused message={failure} />
          <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
            {LOGIN.submit}
          </Button>
          <Link component={RouterLink} to="/reset_password_token" variant="body2" sx={{ alignSelf: 'center', pt: 1 }}>
            {LOGIN.forgot}
          </Link>
        </Stack>
      </form>
    </PublicLayout>
  );
};
