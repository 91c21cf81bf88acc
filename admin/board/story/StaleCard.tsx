import PlayArrow from '@mui/icons-material/PlayArrow';
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import { tint } from '../../layout/palette.ts';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { BOARD } from '../../texts/board/board.ts';
import { misfitsSaid, STALE } from '../../texts/board/runs.ts';
import { CARD_ROW, CARD_WORDS } from '../run/card-line.ts';
import type { Jump } from '../search/quick/jump.ts';
import { CardEnd } from './CardEnd.tsx';
import { MisfitList } from './lists/MisfitList.tsx';
import type { Reporting } from './report/use-report.ts';

interface Props {
  reporting: Reporting;
  onRun(): void;
  onJump(jump: Jump): void;
}

const LINE = { ...CARD_ROW, bgcolor: tint('caution'), fontSize: '0.88rem' } as const;

/** Says that masters or orders have changed since the plan was made, lists the bars that do not fit any more, and leads to a new plan. */
export const StaleCard = ({ reporting, onRun, onJump }: Props) => {
  const misfits = misfitsSaid(reporting);
  const changed = STALE.changed(reporting.stale, reporting.stops);
  const list = { open: reporting.listsMisfits, show: reporting.listMisfits };
  return (
    <>
      <Box role="status" sx={LINE}>
        <WarningAmber color="warning" fontSize="small" />
        <Box sx={CARD_WORDS} title={[changed, ...misfits].join('\n')}>
          <Box component="h2" sx={{ display: 'inline', m: 0, mr: 1.5, fontSize: 'inherit', fontWeight: 700 }}>
            {changed}
          </Box>
          {misfits.map((text) => (
            <Box key={text} component="span" sx={{ mr: 1.5 }}>
              {text}
            </Box>
          ))}
        </Box>
        <CardEnd list={reporting.misfits + reporting.keptMisfits > 0 ? list : undefined} onClose={reporting.closeStale}>
          <RoleButton operation="runSchedule" startIcon={<PlayArrow />} onClick={onRun} sx={{ minHeight: 28 }}>
            {BOARD.run}
          </RoleButton>
        </CardEnd>
      </Box>
      {list.open ? <MisfitList onJump={onJump} /> : null}
    </>
  );
};
