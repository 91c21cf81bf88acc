import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { now } from '../../providers/clock.ts';
import { BOARD } from '../../texts/board.ts';
import { PENDING } from '../../texts/runs.ts';
import { CardFrame } from './CardFrame.tsx';
import type { QueueEntry } from './use-pending.ts';

/** Before so much of a run is done nobody can say how long it takes. */
const TELLING_SHARE = 0.12;

/** Seconds that a run will still take if it goes on as it went; undefined while that cannot be said. */
function secondsLeft({ progress, started_at }: Pick<QueueEntry, 'progress' | 'started_at'>): number | undefined {
  if (started_at === null || progress < TELLING_SHARE) return undefined;
  const taken = (now() - Date.parse(started_at)) / 1000;
  return Math.max(1, Math.round((taken * (1 - progress)) / progress));
}

/** Says that a run is pending, what it is doing, how far it is and how long it will take. */
export const PendingBanner = ({ run, onCancel }: { run: QueueEntry | undefined; onCancel(): void }) => {
  const progress = run?.progress ?? 0;
  const waiting = run === undefined || run.status === 'queued';
  const left = run && !waiting ? secondsLeft(run) : undefined;
  return (
    <CardFrame label={PENDING.running} edge="primary.main">
      <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 2, rowGap: 0.5, flexWrap: 'wrap', minHeight: 56, px: 1.5, py: 0.75 }}>
        <Box component="span" role="status" sx={{ fontSize: '0.88rem', fontWeight: 700 }}>
          {BOARD.pending}
        </Box>
        <LinearProgress
          variant={waiting ? 'indeterminate' : 'determinate'}
          value={progress * 100}
          aria-label={PENDING.running}
          sx={{ flex: 1, minWidth: 80, maxWidth: 320, height: 6, borderRadius: 3 }}
        />
        <Box component="span" sx={{ minWidth: 260, color: 'text.secondary', fontSize: '0.82rem', fontVariantNumeric: 'tabular-nums' }}>
          {waiting ? PENDING.queued : `${PENDING.phases[run.phase] ?? PENDING.running} ${PENDING.percent(progress)}`}
          {left === undefined ? '' : `　${PENDING.left(left)}`}
        </Box>
        <Box sx={{ flex: 1 }} />
        <RoleButton operation="cancelScheduleQueue" disabled={run === undefined} onClick={onCancel} sx={{ minHeight: 32 }}>
          {PENDING.cancel}
        </RoleButton>
      </Box>
    </CardFrame>
  );
};
