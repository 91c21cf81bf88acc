import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useMay } from '../../../providers/roles.ts';
import { UNDO } from '../../../texts/board/undo.ts';
import { SHELL } from '../../../texts/shell.ts';
import { KEYS, type Way } from './undo-keys.ts';
import type { useUndo } from './use-undo.tsx';

type Undoing = ReturnType<typeof useUndo>;

const ICONS = { undo: Undo, redo: Redo } as const;

/** 元に戻す and やり直す: each says what it would do, or why nothing. */
export const UndoButtons = ({ undo }: { undo: Undoing }) => (
  <>
    <UndoButton way="undo" undo={undo} />
    <UndoButton way="redo" undo={undo} />
  </>
);

const UndoButton = ({ way, undo: { may, why, history, go } }: { way: Way; undo: Undoing }) => {
  const role = useMay('undoSchedule');
  const step = history?.[way];
  const Icon = ICONS[way];
  const reason = role ? (may ? history?.[`${way}_reason`] : why) : SHELL.notAllowed;
  return (
    <Tooltip describeChild title={reason ?? (step ? UNDO.hint(UNDO[way], KEYS[way], step.label) : '')}>
      <span style={role ? undefined : { cursor: 'not-allowed' }}>
        <IconButton aria-label={UNDO[way]} color="inherit" disabled={!role || !may || !step} onClick={() => step && go(way, step.step)}>
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
};
