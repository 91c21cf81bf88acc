import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { ADOPT } from '../texts/plans.ts';
import type { Adopting } from './use-adopt.ts';

/** What stands in the way of the plan that was chosen, and the way on in spite of it, where there is one. */
export const AdoptDialog = ({ adopting: { hindered, busy, adopt, dismiss } }: { adopting: Adopting }) => {
  if (!hindered) return null;
  const { plan, message, mayGoOn } = hindered;
  return (
    <Dialog open onClose={busy === undefined ? dismiss : undefined} maxWidth="xs" fullWidth aria-labelledby="adopt-title">
      <DialogTitle id="adopt-title">{ADOPT.title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ color: 'text.primary' }}>{message}</DialogContentText>
        {mayGoOn ? <DialogContentText sx={{ mt: 1.5, fontSize: '0.85rem' }}>{ADOPT.lost}</DialogContentText> : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={dismiss} disabled={busy !== undefined} autoFocus variant={mayGoOn ? 'text' : 'contained'}>
          {mayGoOn ? ADOPT.cancel : ADOPT.close}
        </Button>
        {mayGoOn ? (
          <Button variant="contained" color="warning" loading={busy !== undefined} onClick={() => void adopt(plan, true)}>
            {ADOPT.anyway}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
};
