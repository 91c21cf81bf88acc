import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNotify } from 'react-admin';
import { formatInstant } from '../../../server/domain/ground/plant-time.ts';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { messageOf } from '../../providers/client.ts';
import { useCalls } from '../../providers/queries.ts';
import { queryClient } from '../../providers/query-client.ts';
import { EMPLOYEE_WORDS as WORDS } from '../../texts/master.ts';
import { COMMON } from '../../texts/parts.ts';

/** Makes a link that sets a new password once, and shows it to be handed over. */
export const ResetLinkButton = ({ employee, name }: { employee: number; name: string }) => {
  const notify = useNotify();
  const { call } = useCalls();
  const id = useId();
  const [open, setOpen] = useState(false);
  const link = useMutation({
    mutationFn: () => call('createResetLink', { id: employee }),
    onSuccess: () => setOpen(true),
    onError: (error) => notify(messageOf(error), { type: 'error' }),
  });
  // Only now: the answered request leaves the page, and with it this dialog.
  const close = () => {
    setOpen(false);
    void queryClient.invalidateQueries({ queryKey: ['listPasswordResetRequests'] });
  };
  const copy = async () => {
    await navigator.clipboard.writeText(link.data?.url ?? '');
    notify(WORDS.copied, { type: 'success' });
  };
  return (
    <>
      <RoleButton operation="createResetLink" variant="outlined" loading={link.isPending} onClick={() => link.mutate()}>
        {WORDS.resetLink}
      </RoleButton>
      <Dialog open={open} onClose={close} aria-labelledby={id} fullWidth maxWidth="sm">
        <DialogTitle id={id}>{`${WORDS.resetLinkTitle} ${name}`}</DialogTitle>
        <DialogContent>
          <TextField
            fullWidth
            margin="dense"
            multiline
            value={link.data?.url ?? ''}
            helperText={link.data ? WORDS.resetLinkHint(formatInstant(link.data.expires_at)) : ' '}
            slotProps={{ htmlInput: { readOnly: true, 'aria-label': WORDS.resetLinkTitle } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={copy}>{WORDS.copy}</Button>
          <Button variant="contained" onClick={close} autoFocus>
            {COMMON.close}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};
