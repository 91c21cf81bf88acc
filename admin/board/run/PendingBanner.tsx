import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { BOARD, PENDING } from '../../texts/board.ts';
import type { QueueEntry } from './use-pending.ts';

/** Says that a run is pending and how far it is. */
export const PendingBanner = ({ run, onCancel }: { run: QueueEntry | undefined; onCancel(): void }) => {
  const progress = run?.progress ?? 0;
  const waiting = run === undefined || run.status === 'queued';
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ py: 0.25, mb: 1.25, alignItems: 'center', '& .MuiAlert-message': { flex: 1 } }}
      action={
        <RoleButton operation="cancelScheduleQueue" size="small" color="inherit" disabled={run === undefined} onClick={onCancel}>
          {PENDING.cancel}
        </RoleButton>
      }
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <span>{BOARD.pending}</span>
        <LinearProgress
          variant={waiting ? 'indeterminate' : 'determinate'}
          value={progress * 100}
          aria-label={PENDING.running}
          sx={{ flex: 1, minWidth: 80, maxWidth: 320, height: 6, borderRadius: 3 }}
        />
        <Box component="span" sx={{ minWidth: 120, color: 'text.secondary' }}>
          {waiting ? PENDING.queued : `${PENDING.running} ${PENDING.percent(progress)}`}
        </Box>
      </Box>
    </Alert>
  );
};
