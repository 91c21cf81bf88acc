import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useMay } from '../../providers/roles.ts';
import { KEEP } from '../../texts/promises/keep.ts';
import { FulfilDialog } from './FulfilDialog.tsx';
import type { Held } from './held.ts';
import { useHolding } from './use-holding.ts';

const SMALL = { minHeight: 28, py: 0, px: 1 } as const;

/** 受注に結ぶ and 解除, for those who may. */
export const HeldActions = ({ held }: { held: Held }) => {
  const notify = useNotify();
  const { busy, release } = useHolding();
  const [isTying, setIsTying] = useState(false);
  const [mayFulfil, mayRelease] = [useMay('fulfilPromise'), useMay('releasePromise')];
  const { serial_number } = held.kept;
  const giveUp = async (): Promise<void> => {
    const refusal = await release(held);
    if (refusal) notify(refusal.message, { type: 'error' });
  };
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      {mayFulfil ? (
        <Button size="small" aria-label={KEEP.fulfilOf(serial_number)} disabled={busy} onClick={() => setIsTying(true)} sx={SMALL}>
          {KEEP.fulfil}
        </Button>
      ) : null}
      {mayRelease ? (
        <Button size="small" aria-label={KEEP.releaseOf(serial_number)} loading={busy} onClick={() => void giveUp()} sx={SMALL}>
          {KEEP.release}
        </Button>
      ) : null}
      {isTying ? <FulfilDialog held={held} onClose={() => setIsTying(false)} /> : null}
    </Box>
  );
};
