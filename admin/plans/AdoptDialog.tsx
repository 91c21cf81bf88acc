import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { ADOPT } from '../texts/plans.ts';
import type { Adopting } from './use-adopt.ts';

/** What stands in the way of the plan that was chosen, what stays as it is, and the way on in spite of it. */
export const AdoptDialog = ({ adopting: { hindered, busy, goOn, again, dismiss } }: { adopting: Adopting }) => {
  if (!hindered) return null;
  const { plan, message, anyway } = hindered;
  return (
    <Dialog open onClose={busy === undefined ? dismiss : undefined} maxWidth="xs" fullWidth aria-labelledby="adopt-title">
      <DialogTitle id="adopt-title">{ADOPT.title(plan)}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ color: 'text.primary' }}>{message}</DialogContentText>
        {plan.premises?.length ? (
          <Box component="ul" sx={{ my: 1, pl: 2.5 }}>
            {plan.premises.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </Box>
        ) : null}
        <DialogContentText sx={{ mt: 1.5, fontSize: '0.85rem' }}>
          {ADOPT.stays}
          {ADOPT.lost}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={dismiss} disabled={busy !== undefined} autoFocus>
          {ADOPT.cancel}
        </Button>
        {anyway && plan.kind === 'scenario' ? (
          <Button variant="outlined" disabled={busy !== undefined} onClick={() => void again(plan)}>
            {ADOPT.again}
          </Button>
        ) : null}
        <Button variant="contained" color={anyway ? 'warning' : 'primary'} loading={busy !== undefined} onClick={() => void goOn()}>
          {anyway ? ADOPT.anyway(plan) : ADOPT.verb(plan)}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
