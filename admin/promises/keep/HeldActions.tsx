import PlayArrow from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Confirm, useNotify } from 'react-admin';
import { nameOf } from '../../parts/format.ts';
import { useMay } from '../../providers/roles.ts';
import { COMMON } from '../../texts/parts.ts';
import { KEEP } from '../../texts/promises/keep.ts';
import { FulfilDialog } from './FulfilDialog.tsx';
import { type Held, USUAL_DAYS } from './held.ts';
import { usePlanFirst } from './plan-first.tsx';
import { type Refusal, useHolding } from './use-holding.ts';

const SMALL = { minHeight: 28, py: 0, px: 1 } as const;

/** 先に立案 of what the plan does not keep, 受注に結ぶ, 延長 and 解除, for those who may. */
export const HeldActions = ({ held }: { held: Held }) => {
  const notify = useNotify();
  const { busy, extend, release } = useHolding();
  const [asking, setAsking] = useState<'fulfil' | 'release'>();
  const [mayFulfil, mayExtend, mayRelease] = [useMay('fulfilPromise'), useMay('extendPromise'), useMay('releasePromise')];
  const first = usePlanFirst();
  const { serial_number, date } = held.kept;
  const close = (): void => setAsking(undefined);
  const change = async (changing: Promise<Refusal | undefined>): Promise<void> => {
    const refusal = await changing;
    if (refusal) notify(refusal.message, { type: 'error' });
  };
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      {held.kept.broken && first.ask ? (
        <Button
          size="small"
          startIcon={<PlayArrow />}
          aria-label={KEEP.firstOf(serial_number)}
          disabled={busy || first.pending !== false}
          onClick={() => first.ask?.(held)}
          sx={SMALL}
        >
          {first.pending ? KEEP.planning : KEEP.first}
        </Button>
      ) : null}
      {mayFulfil ? (
        <Button size="small" aria-label={KEEP.fulfilOf(serial_number)} disabled={busy} onClick={() => setAsking('fulfil')} sx={SMALL}>
          {KEEP.fulfil}
        </Button>
      ) : null}
      {mayExtend ? (
        <Button
          size="small"
          aria-label={KEEP.extendOf(serial_number, USUAL_DAYS)}
          loading={busy}
          onClick={() => void change(extend(held, USUAL_DAYS))}
          sx={SMALL}
        >
          {KEEP.extend(USUAL_DAYS)}
        </Button>
      ) : null}
      {mayRelease ? (
        <Button size="small" aria-label={KEEP.releaseOf(serial_number)} disabled={busy} onClick={() => setAsking('release')} sx={SMALL}>
          {KEEP.release}
        </Button>
      ) : null}
      {asking === 'fulfil' ? <FulfilDialog held={held} onClose={close} /> : null}
      {asking === 'release' ? (
        <Confirm
          isOpen
          loading={busy}
          title={KEEP.releaseAsk(serial_number)}
          content={KEEP.releaseHint(nameOf(held.answer), date)}
          confirm={KEEP.release}
          confirmColor="warning"
          cancel={COMMON.cancel}
          onConfirm={() => void change(release(held)).then(close)}
          onClose={close}
        />
      ) : null}
    </Box>
  );
};
