import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import type { ReactNode } from 'react';
import { tint } from '../../layout/palette.ts';
import { messageOf } from '../../providers/client.ts';
import { BOARD } from '../../texts/board/board.ts';
import { BOARD_PLACE } from '../story/strip/board-place.ts';

/** What stands in the board's place. */
export type BoardState = 'loading' | 'failed' | 'empty' | 'ready';

/** The state from what has come so far. */
export function stateOf(failed: boolean, drawn: boolean, waiting: boolean, loaded: boolean): BoardState {
  if (failed && !loaded) return 'failed';
  if (waiting) return 'loading';
  return drawn ? 'ready' : 'empty';
}

interface Props {
  state: BoardState;
  error: unknown;
  /** Another page is on its way; this one stays, paler. */
  stale: boolean;
  /** Another plan than the published one is shown. */
  elsewhere: boolean;
  /** The rows are those of another plan still: they can only be seen. */
  inert: boolean;
  onRetry(): void;
  /** What stands here while there is nothing to show. */
  empty: ReactNode;
  children: ReactNode;
}

const Middle = ({ children }: { children: ReactNode }) => (
  <Box sx={{ height: '100%', display: 'grid', placeItems: 'center', color: 'text.secondary', p: 3, textAlign: 'center' }}>{children}</Box>
);

/** The board's place: the board, or why it is not there. Its size is the same in every state. */
export const BoardFrame = ({ state, error, stale, elsewhere, inert, onRetry, empty, children }: Props) => (
  <Box
    className={BOARD_PLACE}
    // In a low window what is unfolded above leaves fewer rows: the page never scrolls.
    sx={{
      flex: 1,
      minHeight: 'clamp(220px, calc(100dvh - 490px), 320px)',
      minWidth: 0,
      position: 'relative',
      bgcolor: 'background.paper',
      borderRadius: 2,
      ...(elsewhere ? { outline: `2px solid ${tint('plan')}` } : {}),
    }}
  >
    {stale || state === 'loading' ? (
      <LinearProgress aria-label={BOARD.loading} sx={{ position: 'absolute', inset: '0 0 auto', zIndex: 6, height: 3, borderRadius: 2 }} />
    ) : null}
    {state === 'ready' ? (
      <Box inert={inert} sx={{ height: '100%', opacity: stale ? 0.6 : 1 }}>
        {children}
      </Box>
    ) : null}
    {state === 'empty' ? <Middle>{empty}</Middle> : null}
    {state === 'failed' ? (
      <Middle>
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={onRetry}>
              {BOARD.reload}
            </Button>
          }
        >
          {messageOf(error)}
        </Alert>
      </Middle>
    ) : null}
  </Box>
);
