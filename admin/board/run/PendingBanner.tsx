import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { useRef } from 'react';
import { RUN_PHASES } from '../../../server/domain/texts/plan/runs.ts';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { BOARD } from '../../texts/board/board.ts';
import { PENDING } from '../../texts/board/runs.ts';
import { CARD_ROW } from './card-line.ts';
import type { QueueEntry } from './use-pending.ts';

/** So much of a run must have been seen before anybody can say how long it takes. */
const TELLING_SHARE = 0.1;

/** Seconds left of a run at the pace seen so far, independent of the server's clock; undefined while the pace is not known. */
function useSecondsLeft(run: QueueEntry | undefined): number | undefined {
  const first = useRef<{ id: number; progress: number; at: number }>(undefined);
  if (run?.status !== 'running') return undefined;
  const { id, progress } = run;
  if (first.current?.id !== id) first.current = { id, progress, at: performance.now() };
  const seen = progress - first.current.progress;
  if (seen < TELLING_SHARE) return undefined;
  const taken = (performance.now() - first.current.at) / 1000;
  return Math.max(1, Math.round((taken * (1 - progress)) / seen));
}

/** Beside the card of a night there is no room for all of it: the phase says more than the sentence. */
const GIVES_WAY = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { lg: 'nowrap' } } as const;

/** Tells of a pending run: its progress and the seconds left; the pointer reads its phase. */
export const PendingBanner = ({ run, onCancel }: { run: QueueEntry | undefined; onCancel(): void }) => {
  const progress = run?.progress ?? 0;
  const waiting = run === undefined || run.status === 'queued';
  const left = useSecondsLeft(run);
  return (
    <Box sx={CARD_ROW}>
      <Box component="span" role="status" title={BOARD.pending} sx={{ ...GIVES_WAY, fontSize: '0.88rem', fontWeight: 700 }}>
        {BOARD.pending}
      </Box>
      <LinearProgress
        variant={waiting ? 'indeterminate' : 'determinate'}
        value={progress * 100}
        aria-label={PENDING.running}
        sx={{ flex: 1, minWidth: 60, maxWidth: 320, height: 6, borderRadius: 3 }}
      />
      <Box
        component="span"
        title={waiting ? undefined : (RUN_PHASES[run.phase] ?? PENDING.running)}
        sx={{
          minWidth: { xl: 160 },
          whiteSpace: 'nowrap',
          color: 'text.secondary',
          fontSize: '0.82rem',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {waiting ? PENDING.queued : `${PENDING.making} ${PENDING.percent(progress)}`}
        {left === undefined ? '' : `　${PENDING.left(left)}`}
      </Box>
      <Box sx={{ flex: 1 }} />
      <RoleButton
        operation="cancelScheduleQueue"
        disabled={run === undefined}
        onClick={onCancel}
        sx={{ minHeight: 28, flexShrink: 0, whiteSpace: 'nowrap' }}
      >
        {PENDING.cancel}
      </RoleButton>
    </Box>
  );
};
