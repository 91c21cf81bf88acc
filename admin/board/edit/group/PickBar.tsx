import Close from '@mui/icons-material/Close';
import Delete from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import { useEffect, useRef } from 'react';
import { Confirm } from 'react-admin';
import { tint } from '../../../layout/palette.ts';
import { moreText } from '../../../texts/board/loads.ts';
import { PICKS } from '../../../texts/board/moves.ts';
import type { ShownBoard } from '../../chart/Board.tsx';
import { entryIdsOf } from '../../chart/scene/group/group-move.ts';
import { type Access, mayMove } from '../../chart/scene/rules.ts';
import { CHIPS_PX } from '../../search/ChipsRow.tsx';
import type { Picked } from './use-picks.ts';

interface Props {
  picked: Picked;
  board: ShownBoard;
  access: Access;
}

/** Esc selects nothing any more, where nothing else is closed by it. */
function useEscape(clear: () => void): void {
  const latest = useRef(clear);
  latest.current = clear;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') === null) latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** So many bars are named, and the rest counted. */
const MOST_NAMED = 6;

/** What bars are called. */
const Names = ({ of }: { of: readonly string[] }) => (
  <Box component="ul" sx={{ mt: 0, mb: 1, pl: 2.5, color: 'text.primary' }}>
    {of.slice(0, MOST_NAMED).map((name) => (
      <li key={name}>{name}</li>
    ))}
    {of.length > MOST_NAMED ? <li>{moreText(of.length - MOST_NAMED)}</li> : null}
  </Box>
);

/** What can be done with the bars that are selected: above the board, in the line of its conditions, for every row of it can be selected. */
export const PickBar = ({ picked, board, access }: Props) => {
  const { bars, removal } = picked;
  const clear = (): void => picked.pick([]);
  useEscape(clear);
  const movable = bars.find(({ entry }) => mayMove(entry, access));
  return (
    <Paper
      elevation={6}
      role="toolbar"
      aria-label={PICKS.label}
      className="on-dark"
      sx={{
        position: 'absolute',
        bottom: '100%',
        left: '50%',
        transform: 'translateX(-50%)',
        zIndex: 7,
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        pl: 2,
        pr: 0.5,
        height: CHIPS_PX,
        whiteSpace: 'nowrap',
        borderRadius: 2,
        bgcolor: tint('drawer'),
        color: tint('ink'),
        fontSize: 13,
        '& .MuiButton-root': { color: tint('primary'), minHeight: 28, py: 0 },
        '& .MuiButton-root.Mui-disabled': { color: tint('soft') },
      }}
    >
      <b role="status">{PICKS.count(entryIdsOf(bars).length)}</b>
      <Button size="small" sx={{ ml: 1 }} disabled={!movable} onClick={() => movable && board.current?.move()?.begin(movable)}>
        {PICKS.move}
      </Button>
      <Button size="small" disabled={!access.edits} onClick={() => picked.lock(true)}>
        {PICKS.lock}
      </Button>
      <Button size="small" disabled={!access.edits} onClick={() => picked.lock(false)}>
        {PICKS.unlock}
      </Button>
      <Button size="small" disabled={!access.edits} onClick={picked.askRemoval}>
        {PICKS.remove}
      </Button>
      <IconButton size="small" aria-label={PICKS.clear} title={PICKS.clear} onClick={clear} sx={{ color: tint('ink') }}>
        <Close fontSize="small" />
      </IconButton>
      {removal ? (
        <Confirm
          isOpen
          title={PICKS.removeTitle(removal.entries.length)}
          content={
            <>
              <Names of={removal.names} />
              {removal.kept.length > 0 ? (
                <>
                  <div>{PICKS.removeKept(removal.kept.length)}</div>
                  <Names of={removal.kept} />
                </>
              ) : null}
              <div>{PICKS.removeText}</div>
            </>
          }
          confirm={PICKS.remove}
          confirmColor="warning"
          ConfirmIcon={Delete}
          CancelIcon={Close}
          loading={picked.busy}
          onConfirm={picked.remove}
          onClose={picked.keep}
        />
      ) : null}
    </Paper>
  );
};
