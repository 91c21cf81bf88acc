import ChevronRight from '@mui/icons-material/ChevronRight';
import CloudDone from '@mui/icons-material/CloudDoneOutlined';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import CloudUpload from '@mui/icons-material/CloudUploadOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Info from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { plantClock } from '../../server/domain/ground/plant-time.ts';
import { now } from '../providers/clock.ts';
import { TAPS } from '../texts/today.ts';
import { CHIPS, TARGET_PX } from './look.ts';
import { discard, type KeptTap, sentTaps, type Taps, tryAgain } from './taps.ts';
import { timeOf } from './when.ts';

/** All is well: another device has said the same before. */
const isCalm = ({ elsewhere }: KeptTap): boolean => elsewhere === 'same';

const Kept = ({ kept }: { kept: KeptTap }) => (
  <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
    <Box sx={{ fontWeight: 700 }}>
      {plantClock(kept.tap.at)} {kept.label} {kept.tap.worker}
    </Box>
    {kept.reason === undefined ? (
      <Box sx={{ color: 'text.secondary' }}>{TAPS.kept}</Box>
    ) : (
      <>
        <Box sx={{ color: isCalm(kept) ? 'text.primary' : 'error.main' }}>{kept.reason}</Box>
        <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
          <Button variant="contained" sx={{ minHeight: TARGET_PX }} onClick={() => discard(kept.key)}>
            {kept.elsewhere ? TAPS.confirm : TAPS.discard}
          </Button>
          {/* What another device has said stands, however often this one says it. */}
          {kept.elsewhere ? null : (
            <Button variant="outlined" sx={{ minHeight: TARGET_PX }} onClick={() => tryAgain(kept.key)}>
              {TAPS.again}
            </Button>
          )}
        </Box>
      </>
    )}
  </Box>
);

/** What this device has sent, the newest first. */
const Sent = () => {
  const sent = sentTaps();
  if (sent.length === 0) return <Box sx={{ color: 'text.secondary' }}>{TAPS.noneSent}</Box>;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {sent.map(({ at, label, worker }) => (
        <Box component="li" key={`${at} ${label}`} sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
          <strong>{timeOf(at, now())}</strong> {label} {worker}
        </Box>
      ))}
    </Box>
  );
};

/** At most so many lines; what a refusal says beyond them is in the list. */
const lines = (most: number) =>
  ({
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: most,
    overflow: 'hidden',
    lineHeight: 1.2,
    wordBreak: 'auto-phrase',
  }) as const;

const Listed = ({ title, taps }: { title: string; taps: readonly KeptTap[] }) =>
  taps.length === 0 ? null : (
    <>
      <Box component="h3" sx={{ m: 0, mt: 1, fontSize: 16 }}>
        {title}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {taps.map((kept) => (
          <Kept key={kept.key} kept={kept} />
        ))}
      </Box>
    </>
  );

interface StripProps {
  taps: Taps;
  away: boolean;
  seenAt: string | undefined;
  /** Beside more than its usual neighbours. */
  narrow?: boolean;
}

/** What became of the taps of this device: sent, kept until the connection is back, or refused. Its place is always there. */
export const TapStrip = ({ taps, away, seenAt, narrow = false }: StripProps) => {
  const [open, setOpen] = useState(false);
  const waiting = taps.kept.filter(({ reason }) => reason === undefined);
  const said = taps.kept.filter(({ reason }) => reason !== undefined);
  const refused = said.filter((kept) => !isCalm(kept));
  const told = said.find(isCalm);
  const lost = away || taps.away;
  const [Icon, title, note, colors] =
    refused.length > 0
      ? ([ErrorIcon, TAPS.refused(refused.length), refused[0]!.reason, CHIPS.late] as const)
      : waiting.length > 0
        ? taps.sending && !lost
          ? ([CloudUpload, TAPS.sending(waiting.length), '', CHIPS.waiting] as const)
          : ([CloudOff, TAPS.unsent(waiting.length), lost && seenAt ? TAPS.keptSince(seenAt) : TAPS.kept, CHIPS.unsent] as const)
        : told
          ? ([Info, told.reason ?? '', '', CHIPS.waiting] as const)
          : lost
            ? ([CloudOff, TAPS.away, seenAt ? TAPS.shown(seenAt) : '', CHIPS.unsent] as const)
            : ([CloudDone, taps.sentAt ? TAPS.sent(plantClock(taps.sentAt)) : TAPS.connected, '', { color: 'success.main' }] as const);
  return (
    <>
      {/* Beside the title on a tablet as well: in a row of its own it would push what comes next off the screen. */}
      <ButtonBase
        onClick={() => setOpen(true)}
        aria-label={`${title} ${note} ${TAPS.show}`}
        sx={{
          ...colors,
          minHeight: TARGET_PX,
          width: { xs: '100%', md: narrow ? 210 : 'clamp(210px, calc(100vw - 800px), 400px)' },
          px: 1.25,
          gap: 1,
          borderRadius: 2,
          border: 1,
          borderColor: 'divider',
          justifyContent: 'flex-start',
          textAlign: 'left',
          whiteSpace: 'normal',
        }}
      >
        <Icon aria-hidden />
        <Box sx={{ flex: 1, minWidth: 0 }} role="status">
          <Box sx={{ ...lines(note ? 1 : 2), fontWeight: 700, fontSize: 16 }}>{title}</Box>
          {note ? <Box sx={{ ...lines(2), fontSize: 13 }}>{note}</Box> : null}
        </Box>
        <ChevronRight aria-hidden sx={{ mx: -0.75 }} />
      </ButtonBase>
      <Dialog open={open} onClose={() => setOpen(false)} fullWidth maxWidth="sm">
        <DialogTitle>{TAPS.title}</DialogTitle>
        <DialogContent>
          <Listed title={TAPS.toConfirm} taps={said} />
          <Listed title={TAPS.waiting} taps={waiting} />
          {taps.kept.length === 0 ? <Box sx={{ color: 'text.secondary' }}>{TAPS.empty}</Box> : null}
          <Box component="h3" sx={{ m: 0, mt: 2, fontSize: 16 }}>
            {TAPS.sentList}
          </Box>
          <Sent />
        </DialogContent>
        <DialogActions>
          <Button sx={{ minHeight: TARGET_PX }} onClick={() => setOpen(false)}>
            {TAPS.close}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};
