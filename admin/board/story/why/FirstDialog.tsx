import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode } from 'react';
import type { Success } from '../../../../server/contract/handlers.ts';
import { alsoOrders, effectText, gainText, payText, WHY } from '../../../texts/board/why.ts';
import type { useRun } from '../../run/use-run.ts';
import { isUseless, type Lateness } from './layout.ts';

/** What the reasons ask of the runs of a board. */
export type Running = Pick<ReturnType<typeof useRun>, 'pending' | 'start' | 'starting'>;

interface Props {
  lateness: Pick<Lateness, 'order_id' | 'serial_number'>;
  /** Null: it would win nothing, or, while it is refined, is not known yet; undefined: of it nothing is reckoned. */
  effect: Success<'getAdvice'>['first'] | undefined;
  /** It is not known yet, or of a short search so far. */
  refining: boolean;
  /** What is known of it beside that; then it can be placed first whatever that wins. */
  told?: ReactNode;
  open: boolean;
  run: Running;
  onClose(): void;
}

/** Asks before an order is placed first: what it wins, and who pays for it. */
export const FirstDialog = ({ lateness: { order_id, serial_number }, effect, refining, told, open, run, onClose }: Props) => {
  const start = (): void => void run.start({ first_orders: [order_id] }).finally(onClose);
  return (
    <Dialog open={open} onClose={run.starting ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby="first-title">
      <DialogTitle id="first-title">{WHY.confirm(serial_number)}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <DialogContentText sx={{ fontSize: '0.9rem' }}>{WHY.confirmBody}</DialogContentText>
        {told}
        {effect === undefined ? null : effect === null ? (
          <Box sx={{ color: 'text.secondary' }} aria-live="polite">
            {refining ? WHY.computing : WHY.firstUseless}
          </Box>
        ) : (
          <Box>
            <Box component="b" sx={{ color: 'success.main' }}>
              {serial_number} {gainText(effect)}
            </Box>
            {refining ? <Box sx={{ color: 'text.secondary' }}>{WHY.refining}</Box> : <Box>{effectText(effect)}</Box>}
          </Box>
        )}
        {!effect || refining ? null : effect.pays.length > 0 ? (
          <Box>
            <Box sx={{ fontWeight: 700 }}>{WHY.pays}</Box>
            <Box component="ul" sx={{ m: 0, pl: 2.5, fontVariantNumeric: 'tabular-nums' }}>
              {effect.pays.map((pay) => (
                <li key={pay.order_id}>{payText(pay)}</li>
              ))}
            </Box>
            {alsoOrders(effect.pays_count - effect.pays.length)}
          </Box>
        ) : (
          <Box>{WHY.paysNone}</Box>
        )}
      </DialogContent>
      <DialogActions sx={{ gap: 1, px: 3, pb: 2 }}>
        <Button onClick={onClose} disabled={run.starting}>
          {WHY.cancel}
        </Button>
        <Button variant="contained" loading={run.starting} disabled={!told && isUseless(effect ?? null, refining)} onClick={start}>
          {WHY.run}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
