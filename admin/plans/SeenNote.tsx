import Alert from '@mui/material/Alert';
import { ADOPT, PLANS } from '../texts/plans.ts';
import type { Seen } from './use-seen.ts';

/** That another plan is published by now than when this was opened, and that a run is pending. */
export const SeenNote = ({ seen: { changed, running } }: { seen: Seen }) => (
  <>
    {changed ? (
      <Alert severity="info" sx={{ mb: 1 }}>
        {ADOPT.sentence(changed.text)}
      </Alert>
    ) : null}
    {running ? (
      <Alert severity="info" sx={{ mb: 1 }}>
        {PLANS.running}
      </Alert>
    ) : null}
  </>
);
