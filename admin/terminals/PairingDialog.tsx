import Hourglass from '@mui/icons-material/HourglassEmpty';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useEffect, useState } from 'react';
import { epochMs } from '../../server/domain/ground/plant-time.ts';
import { tint } from '../layout/palette.ts';
import { Refused } from '../parts/Refused.tsx';
import { messageOf } from '../providers/client.ts';
import { now } from '../providers/clock.ts';
import { useCalls } from '../providers/queries.ts';
import { PAIRING as WORDS } from '../texts/terminals.ts';
import type { Terminal } from './terminal.ts';

const QR_PX = 190;

/** The seconds that a code is still good. */
function useSecondsLeft(until: string | undefined): number | undefined {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = window.setInterval(() => setAt(now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return until === undefined ? undefined : Math.max(0, Math.round((epochMs(until) - at) / 1000));
}

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <Box component="li" sx={{ display: 'flex', gap: 1.5 }}>
    <Box
      component="span"
      aria-hidden
      sx={{
        width: 24,
        height: 24,
        flexShrink: 0,
        borderRadius: 12,
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'action.selected',
        fontWeight: 700,
        fontSize: 13,
      }}
    >
      {number}
    </Box>
    <Box>
      <strong>{title}</strong>
      <Box sx={{ color: 'text.secondary', fontSize: 14 }}>{children}</Box>
    </Box>
  </Box>
);

interface Props {
  terminal: Terminal;
  /** When it was paired, as this dialog was opened: another moment means that a device has come. */
  before: string | null;
  onClose(said?: string): void;
}

/** Shows the code that pairs a device with the terminal, as digits and as a QR; closes by itself when one has come. */
export const PairingDialog = ({ terminal, before, onClose }: Props) => {
  const { call } = useCalls();
  const code = useQuery({
    queryKey: ['createTerminalCode', terminal.id],
    queryFn: () => call('createTerminalCode', { id: terminal.id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const left = useSecondsLeft(code.data?.expires_at);
  const paired = terminal.paired_at !== before;
  useEffect(() => {
    if (paired) onClose(WORDS.done(terminal.name));
  });
  const address = `${window.location.origin}/terminal`;
  const digits = code.data?.code;
  return (
    <Dialog open onClose={() => onClose()} fullWidth maxWidth="md" aria-labelledby="pairing-title">
      <DialogTitle id="pairing-title">
        {WORDS.title}
        <Box component="span" sx={{ ml: 1.5, fontSize: 14, fontWeight: 400, color: 'text.secondary' }}>
          {terminal.name} — {terminal.facilities.map(({ name }) => name).join('、')}
        </Box>
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', gap: 4, flexWrap: 'wrap' }}>
        <Box sx={{ flex: 1, minWidth: 300 }}>
          <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
            <Step number={1} title={WORDS.steps[0]}>
              {address}
            </Step>
            <Step number={2} title={WORDS.steps[1]}>
              {WORDS.once}
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1, color: 'text.primary' }}>
                <Box
                  sx={{
                    px: 2.5,
                    py: 1,
                    border: 1,
                    borderColor: 'divider',
                    borderRadius: 2,
                    bgcolor: 'action.hover',
                    minWidth: 206,
                    fontSize: 38,
                    fontWeight: 700,
                    letterSpacing: 2,
                    fontVariantNumeric: 'tabular-nums',
                    textAlign: 'center',
                  }}
                >
                  {digits && left ? `${digits.slice(0, 3)} ${digits.slice(3)}` : '― ―'}
                </Box>
                <Box>
                  {WORDS.valid}
                  <Box sx={{ fontWeight: 700, fontSize: 17, fontVariantNumeric: 'tabular-nums' }}>
                    {left === undefined ? '' : left > 0 ? WORDS.left(Math.floor(left / 60), left % 60) : WORDS.expired}
                  </Box>
                </Box>
              </Box>
            </Step>
            <Step number={3} title={WORDS.steps[2](terminal.name)}>
              {WORDS.closes}
            </Step>
          </Box>
          <Box
            sx={{
              mt: 2,
              pt: 1.5,
              borderTop: 1,
              borderColor: 'divider',
              display: 'grid',
              gridTemplateColumns: 'auto 1fr',
              gap: 0.5,
              columnGap: 1.5,
            }}
          >
            <Box sx={{ color: 'text.secondary' }}>{WORDS.may}</Box>
            <Box>{WORDS.mayWords}</Box>
            <Box sx={{ color: 'text.secondary' }}>{WORDS.mayNot}</Box>
            <Box>{WORDS.mayNotWords}</Box>
          </Box>
          <Refused message={code.error ? messageOf(code.error) : undefined} />
        </Box>
        <Box sx={{ textAlign: 'center' }}>
          <Box
            sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: tint('white'), width: QR_PX + 34, height: QR_PX + 34 }}
          >
            {digits && left ? <QRCodeSVG value={`${address}?code=${digits}`} size={QR_PX} marginSize={0} title={WORDS.qr} /> : null}
          </Box>
          <Box
            role="status"
            sx={{
              mt: 1,
              color: 'warning.main',
              fontWeight: 700,
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'center',
              gap: 0.5,
            }}
          >
            <Hourglass fontSize="small" aria-hidden />
            {WORDS.waiting}
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void code.refetch()}>{WORDS.fresh}</Button>
        <Box sx={{ flex: 1 }} />
        <Button onClick={() => onClose()}>{WORDS.later}</Button>
      </DialogActions>
    </Dialog>
  );
};
