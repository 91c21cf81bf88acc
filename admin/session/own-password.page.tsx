import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Form, PasswordInput, required, Title, useNotify } from 'react-admin';
import { type FieldValues, useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { changeOwnPassword } from '../providers/auth-provider.ts';
import { fieldsOf, messageOf } from '../providers/client.ts';
import { formErrors } from '../providers/form-errors.ts';
import { landingPath, useSession } from '../providers/session.ts';
import { OWN_PASSWORD as WORDS } from '../texts/shell.ts';

const Save = () => {
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" variant="contained" loading={isSubmitting} sx={{ alignSelf: 'flex-start' }}>
      {WORDS.title}
    </Button>
  );
};

/** Everybody's own password: the present one, and the new one twice. */
const OwnPasswordPage = () => {
  const notify = useNotify();
  const navigate = useNavigate();
  const { user } = useSession();
  const change = async ({ current_password, password, repeat }: FieldValues) => {
    if (password !== repeat) return { repeat: WORDS.differs };
    try {
      await changeOwnPassword({ current_password, password });
      notify(WORDS.done, { type: 'success' });
      void navigate(landingPath());
      return undefined;
    } catch (error) {
      const fields = formErrors(fieldsOf(error));
      if (Object.keys(fields).length === 0) notify(messageOf(error), { type: 'error' });
      return fields;
    }
  };
  const field = (source: string, label: string, autoComplete: string) => (
    <PasswordInput source={source} label={label} autoComplete={autoComplete} validate={required()} fullWidth />
  );
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Title title={WORDS.title} preferenceKey={false} />
      <Form onSubmit={change} noValidate>
        <Stack spacing={2} sx={{ maxWidth: 420 }}>
          <Typography variant="body2">{WORDS.hint}</Typography>
          {/* Password managers ask whose it is. */}
          <input type="text" name="username" autoComplete="username" value={user?.employee_id ?? ''} readOnly hidden />
          {field('current_password', WORDS.current, 'current-password')}
          {field('password', WORDS.password, 'new-password')}
          {field('repeat', WORDS.repeat, 'new-password')}
          <Save />
        </Stack>
      </Form>
    </Paper>
  );
};

export default OwnPasswordPage;
