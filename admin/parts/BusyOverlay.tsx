import Backdrop from '@mui/material/Backdrop';
import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import { OVERLAY_Z_INDEX } from '../../server/domain/ground/constants.ts';

/** Covers the page while something runs that must not be disturbed, and says what. */
export const BusyOverlay = ({ text }: { text: string | undefined }) => (
  <Backdrop open={text !== undefined} unmountOnExit sx={{ zIndex: OVERLAY_Z_INDEX }}>
    <Paper role="alert" aria-busy="true" sx={{ px: 3, py: 2, display: 'flex', alignItems: 'center', gap: 2 }}>
      <CircularProgress size={22} aria-hidden />
      {text}
    </Paper>
  </Backdrop>
);
