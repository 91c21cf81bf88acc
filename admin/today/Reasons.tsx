import Block from '@mui/icons-material/BlockOutlined';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useState } from 'react';
import { formatMonthDay, plantDate } from '../../server/domain/ground/plant-time.ts';
import { DEFECTS, type Defect, STOPS, type StopReason } from '../../server/domain/texts/plan/reasons.ts';
import { STOPPING, TAPS } from '../texts/today.ts';
import { BUTTON_HEIGHT, CHIPS, chip, TARGET_PX } from './look.ts';
import { Stepper } from './Stepper.tsx';
import { timeOf } from './when.ts';
import type { Unit } from './with-taps.ts';

interface ListProps<Key extends string> {
  title: string;
  words: Readonly<Record<Key, string>>;
  onChoose(key: Key): void;
  onClose(): void;
  closeWord?: string;
  /** Beside the word that closes. */
  children?: ReactNode;
}

/** A short list to be tapped with gloves; one tap chooses. */
export const ChooseOne = <Key extends string>({ title, words, onChoose, onClose, closeWord = TAPS.close, children }: ListProps<Key>) => (
  <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="choose-title">
    <DialogTitle id="choose-title">{title}</DialogTitle>
    <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: 1 }}>
      {(Object.keys(words) as Key[]).map((key) => (
        <Button key={key} variant="outlined" onClick={() => onChoose(key)} sx={{ minHeight: TARGET_PX, fontSize: 17, fontWeight: 700 }}>
          {words[key]}
        </Button>
      ))}
    </DialogContent>
    <DialogActions>
      {children}
      <Button sx={{ minHeight: TARGET_PX }} onClick={onClose}>
        {closeWord}
      </Button>
    </DialogActions>
  </Dialog>
);

interface GoodProps {
  what: string;
  value: number;
  most: number;
  defect: Defect | null;
  onCount(value: number, defect: Defect | null): void;
}

/** `割れ 2` of pieces that are no good ones; nothing while all are. */
export const Lost = ({ value, most, defect }: Pick<GoodProps, 'value' | 'most' | 'defect'>) =>
  value < most ? (
    <Box component="span" sx={{ ...CHIPS.unsent, px: 0.5, borderRadius: 1, fontWeight: 700, whiteSpace: 'nowrap', flexShrink: 0 }}>
      {STOPPING.lost(defect && DEFECTS[defect], most - value)}
    </Box>
  ) : null;

/** Good pieces. One less counts at once; while it has no reason, it asks why. */
export const GoodPieces = ({ what, value, most, defect, onCount }: GoodProps) => {
  const [asked, setAsked] = useState(false);
  const change = (next: number): void => {
    setAsked(next < value && defect === null);
    onCount(next, next < most ? defect : null);
  };
  return (
    <>
      <Stepper what={what} value={value} most={most} onChange={change} />
      {asked ? (
        <ChooseOne
          title={STOPPING.whyDefect(what)}
          words={DEFECTS}
          onChoose={(reason) => {
            setAsked(false);
            onCount(value, reason);
          }}
          closeWord={STOPPING.countAnyway}
          onClose={() => setAsked(false)}
        >
          <Button sx={{ minHeight: TARGET_PX }} onClick={() => change(value + 1)}>
            {STOPPING.countBack}
          </Button>
        </ChooseOne>
      ) : null}
    </>
  );
};

/** What can be said of a facility, or of one unit of it, that stands. */
export interface StopActions {
  stop(unit: number | null, reason: StopReason): void;
  resume(unit: number | null): void;
}

interface StopProps {
  what: string;
  unit: number | null;
  stop: Unit['stop'];
  actions: StopActions;
}

/** 停止 with its reason, or 再開 while it stands. */
export const StopButton = ({ what, unit, stop, actions }: StopProps) => {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <ButtonBase
        aria-label={stop ? STOPPING.resumeOf(what) : STOPPING.stopOf(what)}
        onClick={() => (stop ? actions.resume(stop.unit) : setAsked(true))}
        sx={{
          height: BUTTON_HEIGHT,
          width: { xs: 64, md: 76 },
          flexShrink: 0,
          borderRadius: 2,
          border: 1,
          flexDirection: 'column',
          fontSize: 15,
          fontWeight: 700,
          color: stop ? 'success.main' : 'warning.main',
          borderColor: 'currentColor',
        }}
      >
        {stop ? <PlayArrow aria-hidden /> : <Block aria-hidden />}
        {stop ? STOPPING.resume : STOPPING.stop}
      </ButtonBase>
      {asked ? (
        <ChooseOne
          title={STOPPING.whyStop(what)}
          words={STOPS}
          onChoose={(reason) => {
            setAsked(false);
            actions.stop(unit, reason);
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  );
};

/** `停止中 設備故障 10:42から`. */
export const StopChip = ({ stop, now }: { stop: Unit['stop']; now: number }) =>
  stop ? (
    <Box component="span" sx={chip('late')}>
      <Block aria-hidden />
      {STOPPING.since(STOPS[stop.reason], timeOf(stop.stopped_at, now))}
      {stop.resumes_on ? ` ${STOPPING.resumesOn(formatMonthDay(stop.resumes_on), stop.resumes_on <= plantDate(now))}` : null}
    </Box>
  ) : null;
