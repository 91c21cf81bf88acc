import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId, useState } from 'react';
import { Refused } from '../../parts/Refused.tsx';
import { FULFIL } from '../../texts/promises/keep.ts';
import type { Held } from './held.ts';
import { OrderField, type RealOrder } from './OrderField.tsx';
import { useHolding } from './use-holding.ts';

/** The list of orders has room in it: it covers no button. */
const CONTENT_PX = 320;

/** 受注に結ぶ: asks which order takes the place of what is held, now or once a file brings it, and says what that does. */
export const FulfilDialog = ({ held, onClose }: { held: Held; onClose(): void }) => {
  const id = useId();
  const { busy, fulfil } = useHolding();
  const [order, setOrder] = useState<RealOrder | null>(null);
  const [unknown, setUnknown] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const chosen = order ?? (unknown === undefined ? null : { serial_number: unknown });
  const tie = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!chosen) return;
    const refusal = await fulfil(held, chosen);
    setRefused(refusal?.message);
    if (!refusal) onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <form onSubmit={(event) => void tie(event)}>
        <DialogTitle id={id}>{FULFIL.title(held.kept.serial_number)}</DialogTitle>
        <DialogContent sx={{ minHeight: CONTENT_PX }}>
          <DialogContentText sx={{ mb: 2 }}>{FULFIL.what}</DialogContentText>
          <OrderField answer={held.answer} order={order} onChange={setOrder} onUnknown={setUnknown} />
          {order && order.number !== held.answer.pieces ? (
            <Alert severity="warning" sx={{ mt: 1.5 }}>
              {FULFIL.other(held.answer.pieces, order.number)}
            </Alert>
          ) : null}
          {order === null && unknown !== undefined ? (
            <Alert severity="info" sx={{ mt: 1.5 }}>
              {FULFIL.unknown(unknown)}
            </Alert>
          ) : null}
          <Box sx={{ mt: refused ? 1.5 : 0 }}>
            <Refused message={refused} />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{FULFIL.cancel}</Button>
          <Button type="submit" variant="contained" disabled={!chosen} loading={busy}>
            {FULFIL.tie}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
