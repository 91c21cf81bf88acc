import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useNotify } from 'react-admin';
import { useMay } from '../../providers/roles.ts';
import { KEEP } from '../../texts/promises/keep.ts';
import type { Held } from './held.ts';
import { useHolding } from './use-holding.ts';

/** Which number takes the place of what is held once a file brings it, and that it no longer shall; nothing where none is awaited. */
export const Awaits = ({ held }: { held: Held }) => {
  const { awaits, serial_number } = held.kept;
  const may = useMay('fulfilPromise');
  const notify = useNotify();
  const { busy, stopAwaiting } = useHolding();
  if (awaits === null) return null;
  const stop = async (): Promise<void> => {
    const refusal = await stopAwaiting(held);
    if (refusal) notify(refusal.message, { type: 'error' });
  };
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', fontSize: 12, color: 'text.secondary' }}>
      {KEEP.awaits(awaits)}
      {may ? (
        <IconButton
          size="small"
          disabled={busy}
          title={KEEP.stopAwaiting}
          aria-label={KEEP.stopAwaitingOf(serial_number, awaits)}
          onClick={() => void stop()}
          sx={{ p: 0.375, ml: 0.25 }}
        >
          <Close sx={{ fontSize: 14 }} />
        </IconButton>
      ) : null}
    </Box>
  );
};
