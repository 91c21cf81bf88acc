import WarningAmber from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import { CONTRADICTIONS } from '../../server/domain/texts/plan/marks.ts';
import { chip } from './look.ts';

/** `前工程 未完了: 外注塗装`; nothing where all is done. */
export const OpenBefore = ({ processes }: { processes: readonly string[] }) =>
  processes.length === 0 ? null : (
    <Box
      component="span"
      sx={[chip('unsent') as object, { alignSelf: 'flex-start', whiteSpace: 'normal', borderRadius: 2, lineHeight: 1.35 }]}
    >
      <WarningAmber aria-hidden />
      {CONTRADICTIONS.open_before(processes)}
    </Box>
  );
