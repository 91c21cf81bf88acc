import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { firstMessage } from '../parts/messages.ts';
import { call, fieldsOf, messageOf } from '../providers/client.ts';
import { keepToken, keepUser, useSession } from '../providers/session.ts';
import { PublicLayout } from '../session/PublicLayout.tsx';
import { TERMINAL } from '../texts/terminals.ts';
import { TARGET_PX } from '../today/look.ts';

/** Pairs this device: its token is kept, and its name. */
async function pairWith(code: string): Promise<void> {
  const { token, terminal } = await call('pairTerminal', { body: { code } });
  keepToken(token);
  keepUser({ id: -terminal.id, employee_id: terminal.name, name: terminal.name, name_furigana: '', permission: 'manager' });
}

/** Asks for the code; one that came with the address (the QR) is used at once. */
export const Pairing = () => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { left } = useSession();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const pair = async (code: string): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await pairWith(code);
      navigate('/terminal', { replace: true });
    } catch (error) {
      setFailure(firstMessage(fieldsOf(error).code) ?? messageOf(error));
      setBusy(false);
    }
  };
  const tried = useRef(false);
  const given = params.get('code');
  useEffect(() => {
    if (!given || tried.current) return;
    tried.current = true;
    void pair(given);
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void pair(String(new FormData(event.currentTarget).get('code') ?? ''));
  };
  return (
    <PublicLayout title={TERMINAL.title}>
      {left && !failure ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          {left}
        </Alert>
      ) : null}
      <form onSubmit={submit} noValidate>
        <Stack spacing={2}>
          <TextField
            name="code"
            label={TERMINAL.code}
            defaultValue={given ?? ''}
            autoComplete="off"
            autoFocus
            fullWidth
            error={failure !== undefined}
            helperText={failure ?? TERMINAL.codeHint}
            slotProps={{ htmlInput: { inputMode: 'numeric', style: { fontSize: 30, letterSpacing: 6, textAlign: 'center' } } }}
          />
          <Button type="submit" variant="contained" size="large" loading={busy} fullWidth sx={{ minHeight: TARGET_PX, fontSize: 20 }}>
            {TERMINAL.pair}
          </Button>
        </Stack>
      </form>
    </PublicLayout>
  );
};
