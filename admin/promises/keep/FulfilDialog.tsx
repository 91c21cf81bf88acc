import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId, useState } from 'react';
import { isProvisional } from '../../../server/domain/texts/plan/promises.ts';
import { nameOf } from '../../parts/format.ts';
import { Refused } from '../../parts/Refused.tsx';
import { FULFIL } from '../../texts/promises/keep.ts';
import type { Held } from './held.ts';
import { OrderField, type RealOrder, type Unknown } from './OrderField.tsx';
import { useHolding } from './use-holding.ts';

/** Why what is held cannot be tied to a number that none of the orders has that fit; undefined: it can wait for it. */
function wrongOf({ serial_number, other }: Unknown, { answer }: Held): string | undefined {
  if (other === undefined) return isProvisional(serial_number) ? FULFIL.notReal(serial_number) : undefined;
  if (other.promise !== null) return FULFIL.notReal(other.serial_number);
  return other.product_id === answer.product_id
    ? FULFIL.closed(other.serial_number)
    : FULFIL.otherProduct(other.serial_number, nameOf(other));
}

/** The list of orders has room in it: it covers no button. */
const CONTENT_PX = 320;

/** 受注に結ぶ: asks which order takes the place of what is held, now or once a file brings it, and says what that does. */
export const FulfilDialog = ({ held, onClose }: { held: Held; onClose(): void }) => {
  const id = useId();
  const { busy, fulfil } = useHolding();
  const [order, setOrder] = useState<RealOrder | null>(null);
  const [exact, setExact] = useState<RealOrder>();
  const [unknown, setUnknown] = useState<Unknown>();
  const [refused, setRefused] = useState<string>();
  const wrong = unknown && wrongOf(unknown, held);
  // What stands in the field now says more than what was picked before.
  const real = exact ?? order;
  const chosen = real ?? (unknown === undefined || wrong !== undefined ? null : { serial_number: unknown.serial_number });
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
          <OrderField answer={held.answer} order={order} onChange={setOrder} onExact={setExact} onUnknown={setUnknown} />
          {real && real.number !== held.answer.pieces ? (
            <Alert severity="warning" sx={{ mt: 1.5 }}>
              {FULFIL.other(held.answer.pieces, real.number)}
            </Alert>
          ) : null}
          {real?.shipping_date && real.shipping_date > held.kept.date ? (
            <Alert severity="warning" sx={{ mt: 1.5 }}>
              {FULFIL.later(held.kept.date, real.shipping_date)}
            </Alert>
          ) : null}
          {real === null && unknown !== undefined ? (
            <Alert severity={wrong === undefined ? 'info' : 'warning'} sx={{ mt: 1.5 }}>
              {wrong ?? FULFIL.unknown(unknown.serial_number)}
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
