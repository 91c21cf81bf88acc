import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Close from '@mui/icons-material/Close';
import Info from '@mui/icons-material/InfoOutlined';
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import { useEffect, useState } from 'react';
import { useCloseNotification, useNotificationContext } from 'react-admin';
import { tint } from '../../layout/palette.ts';
import { UNDO } from '../../texts/board/undo.ts';
import { KEYS, type Way } from './undo/undo-keys.ts';

/** So many warnings are said at once; a single one more is said as well. */
const LISTED = 3;

export interface SavedNoticeProps {
  /** What happened; further lines are what the planner should know. */
  text: string;
  warnings?: readonly string[] | undefined;
  /** Offered: the way that takes back what the notice says. */
  way?: Way | undefined;
  /** Nothing was done; it says why. */
  idle?: boolean;
  /** The way has its keys, too. */
  keyed?: boolean;
  onPress?(): void;
}

const ICONS = { warning: WarningAmber, primary: Info, success: CheckCircle } as const;

/** What was done, with the way back. Only the newest can be taken back: it leaves as soon as another one waits. */
export const SavedNotice = ({ text, warnings = [], way, idle = false, keyed = true, onPress }: SavedNoticeProps) => {
  const close = useCloseNotification();
  const waiting = useNotificationContext().notifications.length > 0;
  useEffect(() => {
    if (waiting) close();
  }, [waiting, close]);
  const tone = warnings.length > 0 ? 'warning' : idle ? 'primary' : 'success';
  const Icon = ICONS[tone];
  const act = (): void => {
    close();
    onPress?.();
  };
  return (
    <Paper
      elevation={6}
      className="on-dark"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        minHeight: 46,
        maxWidth: 860,
        bgcolor: tint('drawer'),
        color: tint('ink'),
      }}
    >
      <Icon fontSize="small" sx={{ color: tint(tone) }} />
      <Box role="alert" sx={{ py: 1, fontSize: '0.85rem' }}>
        <div>{text}</div>
        <Warnings lines={warnings} />
      </Box>
      {way ? <WayButton way={way} keyed={keyed} onPress={act} /> : null}
      <IconButton size="small" aria-label={UNDO.close} onClick={close} sx={{ color: tint('ink'), ml: way ? 0 : 1 }}>
        <Close fontSize="small" />
      </IconButton>
    </Paper>
  );
};

/** The way back, or forth, with its keys. */
const WayButton = ({ way, keyed, onPress }: { way: Way; keyed: boolean; onPress(): void }) => (
  <Button onClick={onPress} sx={{ color: tint('primary'), minHeight: 32 }}>
    {UNDO[way]}
    {keyed ? (
      <Box
        component="kbd"
        aria-hidden
        sx={{
          ml: 1.5,
          px: 0.75,
          border: 1,
          borderColor: tint('edge'),
          borderRadius: 0.5,
          font: 'inherit',
          fontWeight: 400,
          fontSize: '0.75rem',
          color: tint('ink'),
        }}
      >
        {KEYS[way]}
      </Box>
    ) : null}
  </Button>
);

/** What the planner should know: the first few, all where they are asked for. */
const Warnings = ({ lines }: { lines: readonly string[] }) => {
  const [open, setOpen] = useState(false);
  const all = [...new Set(lines)];
  const shown = open || all.length <= LISTED + 1 ? all : all.slice(0, LISTED);
  const said = shown.map((line) => <div key={line}>{UNDO.warning(line)}</div>);
  if (open)
    return (
      <Box role="group" aria-label={UNDO.warnings} tabIndex={0} sx={{ maxHeight: '40vh', overflowY: 'auto' }}>
        {said}
      </Box>
    );
  return (
    <>
      {said}
      {all.length > shown.length ? (
        <Button size="small" onClick={() => setOpen(true)} sx={{ color: tint('primary'), px: 0.5, minHeight: 24 }}>
          {UNDO.more(all.length - shown.length)}
        </Button>
      ) : null}
    </>
  );
};
