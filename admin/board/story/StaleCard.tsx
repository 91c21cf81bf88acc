import PlayArrow from '@mui/icons-material/PlayArrow';
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import { tint } from '../../layout/palette.ts';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { BOARD } from '../../texts/board/board.ts';
import { misfitsSaid, STALE } from '../../texts/board/runs.ts';
import { CARD_ROW, CARD_SENTENCE } from '../run/card-line.ts';
import { useYielding } from '../run/use-yielding.ts';
import { WholeWords } from '../run/WholeWords.tsx';
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

/** What gives way when the line is short, beyond what is told of the bars; at last the line is two. */
const YIELDS = { list: 1, line: 2 } as const;

/** Says that masters or orders have changed since the plan was made, lists the bars that do not fit any more, and leads to a new plan. */
export const StaleCard = ({ reporting, onRun, onJump }: Props) => {
  const misfits = misfitsSaid(reporting);
  const changed = STALE.changed(reporting.stale, reporting.stops);
  const list = { open: reporting.listsMisfits, show: reporting.listMisfits };
  const whole = [changed, ...misfits].join('\n');
  const [line, step] = useYielding(YIELDS.line, whole);
  return (
    <>
      <Box ref={line} role="status" sx={step < YIELDS.line ? LINE : { ...LINE, flexWrap: 'wrap' }}>
        <WarningAmber color="warning" fontSize="small" />
        <Box sx={CARD_SENTENCE} title={whole}>
          <h2>{changed}</h2>
          <WholeWords parts={misfits} />
        </Box>
        <CardEnd
          list={reporting.misfits + reporting.keptMisfits > 0 ? list : undefined}
          brief={step >= YIELDS.list}
          onClose={reporting.closeStale}
        >
          <RoleButton operation="runSchedule" startIcon={<PlayArrow />} onClick={onRun} sx={{ minHeight: 28 }}>
            {BOARD.run}
          </RoleButton>
        </CardEnd>
      </Box>
      {list.open ? <MisfitList onJump={onJump} /> : null}
    </>
  );
};
