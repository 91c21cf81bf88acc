import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { FieldErrors } from '../../server/domain/ground/errors.ts';
import { firstMessage } from '../parts/messages.ts';
import { Refused } from '../parts/Refused.tsx';
import { fieldsOf, messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { RESET_WORDS as WORDS } from '../texts/master.ts';
import { LOGIN, TITLES } from '../texts/shell.ts';
import { PublicLayout } from './PublicLayout.tsx';

/** Files a request for a new password; it says the same whether the id exists or not. */
const ResetRequestPage = () => {
  const { call } = useCalls();
  const [fields, setFields] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const employee_id = String(new FormData(event.currentTarget).get('employee_id') ?? '');
    setState('busy');
    setFields({});
    setFailure(undefined);
    try {
      await call('requestPasswordReset', { body: { employee_id } });
      setState('sent');
    } catch (error) {
      const refused = fieldsOf(error);
      setFields(refused);
      if (!refused.employee_id) setFailure(messageOf(error));
      setState('asking');
    }
  };
  return (
    <PublicLayout title={TITLES.resetRequest}>
      <form onSubmit={submit} noValidate>
        <Stack spacing={1.5}>
          {state === 'sent' ? (
            <Alert severity="success">{WORDS.sent}</Alert>
          ) : (
            <>
              <Typography variant="body2">{WORDS.intro}</Typography>
              <TextField
                id="employee_id"
                name="employee_id"
                label={LOGIN.employeeId}
                placeholder={LOGIN.employeeId}
                autoComplete="username"
                autoFocus
                fullWidth
                error={fields.employee_id !== undefined}
                helperText={firstMessage(fields.employee_id) ?? ' '}
              />
              <Refused message={failure} />
              <Button type="submit" variant="contained" size="large" loading={state === 'busy'} fullWidth>
                {WORDS.submit}
              </Button>
            </>
          )}
          <Link component={RouterLink} to="/login" variant="body2" sx={{ alignSelf: 'center' }}>
            {WORDS.toLogin}
          </Link>
        </Stack>
      </form>
    </PublicLayout>
  );
};

export default ResetRequestPage;
