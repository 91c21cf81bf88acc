import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { tint } from '../../layout/palette.ts';
import { useMay } from '../../providers/roles.ts';
import { KEEP } from '../../texts/promises/keep.ts';
import type { Answer, Answered } from '../answered.ts';
import { Serial } from '../Serial.tsx';
import { Awaits } from './Awaits.tsx';
import { BrokenChip } from './BrokenChip.tsx';
import { DueChip } from './DueChip.tsx';
import { HeldActions } from './HeldActions.tsx';
import { HoldForm, type HoldProps } from './HoldForm.tsx';
import { isHoldable, type Kept, lastDay } from './held.ts';
import { StateChip } from './StateChip.tsx';
import { Wanted, Wish } from './Wish.tsx';

/** What became of an answered day: how it can be held, until when it is, by which order it was taken. */
export const Holding = (props: HoldProps) => {
  const { answer, answered } = props;
  const may = useMay('keepPromise');
  return (
    <>
      {isHoldable(answer) ? (
        may ? (
          <HoldForm key={`${answered.id} ${answer.line}`} {...props} />
        ) : (
          <Wish answer={answer} answered={answered} />
        )
      ) : null}
      {may ? <Wanted answered={answered} /> : null}
      {answer.kept ? <State answer={answer} answered={answered} kept={answer.kept} /> : null}
    </>
  );
};

const State = ({ answer, answered, kept }: { answer: Answer; answered: Answered; kept: Kept }) => {
  if (kept.state === 'released' || kept.state === 'expired')
    return <Strip state={kept.state}>{KEEP.was(kept.serial_number, kept.date, lastDay(kept))}</Strip>;
  if (kept.state === 'fulfilled')
    return (
      <Strip state={kept.state}>
        <span>
          <Serial of={kept.serial_number} />
          {KEEP.fulfilled(kept.date)}
        </span>
        <BrokenChip answer={answer} kept={kept} />
      </Strip>
    );
  const held = { promise: answered, answer, kept };
  return (
    <Strip state={kept.state}>
      <Serial of={kept.serial_number} />
      <span>{KEEP.by(kept.kept_by_name ?? kept.kept_by, kept.date, lastDay(kept))}</span>
      <Awaits held={held} />
      <DueChip kept={kept} />
      <BrokenChip {...held} />
      <Box sx={{ ml: { sm: 'auto' } }}>
        <HeldActions held={held} />
      </Box>
    </Strip>
  );
};

const Strip = ({ state, children }: { state: Kept['state']; children: ReactNode }) => (
  <Box
    sx={{
      flexBasis: '100%',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 1.25,
      rowGap: 0.5,
      minHeight: 36,
      px: 1.25,
      py: 0.25,
      borderRadius: 1,
      bgcolor: state === 'kept' ? tint('pill') : 'transparent',
      fontSize: 13.5,
    }}
  >
    <StateChip state={state} />
    {children}
  </Box>
);
