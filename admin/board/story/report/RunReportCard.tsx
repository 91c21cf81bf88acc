import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { useMay } from '../../../providers/roles.ts';
import { frozenWouldHelp, REPORT } from '../../../texts/board/runs.ts';
import { displacedOf, foundNothing, shifted } from '../../../texts/board/story.ts';
import type { useRun } from '../../run/use-run.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { CardEnd } from '../CardEnd.tsx';
import { isFirst, RunStory } from '../RunStory.tsx';
import { BehindFrozen } from './BehindFrozen.tsx';
import { GhostToggle } from './GhostToggle.tsx';
import { ReportLists } from './ReportLists.tsx';
import type { Reporting, RunReport } from './use-report.ts';

/** The second line of the card: reasons, changes of orders and bars, seconds, and the planner. */
function notesOf(report: RunReport): string[] {
  const { reasons } = report;
  return [
    ...(report.unchanged ? [REPORT.unchanged] : []),
    ...(reasons[0] === undefined ? [] : [reasons.length === 1 ? REPORT.because(reasons[0]) : REPORT.reflected(reasons)]),
    ...foundNothing(report),
    ...shifted(report),
    ...displacedOf(report),
    REPORT.seconds(report.seconds),
    REPORT.by(report.finished_at, report.requested_by_name),
  ];
}

interface Props {
  report: RunReport;
  reporting: Reporting;
  onJump(jump: Jump): void;
  /** Opens the messages. */
  onMessages(): void;
  /** Opens the run dialog. */
  onAsk: ReturnType<typeof useRun>['ask'];
}

/** 固定日数 that the way to a calmer plan adds to the plant's: a week of work. */
const MORE_FROZEN_DAYS = 5;

const LINE = {
  ...{ display: 'flex', flexWrap: { xs: 'wrap', lg: 'nowrap' }, alignItems: 'center' },
  ...{ columnGap: 1.5, rowGap: 0.5, minHeight: 56, px: 1.5, py: 0.75 },
} as const;

/** Leads to a run with more 固定日数 where many bars moved freely. */
const Calmer = ({ report, onAsk }: Pick<Props, 'report' | 'onAsk'>) =>
  useMay('runSchedule') && frozenWouldHelp(report) ? (
    <Link
      component="button"
      type="button"
      title={REPORT.frozenHint}
      onClick={() => onAsk({ more_frozen_days: MORE_FROZEN_DAYS })}
      sx={{ font: 'inherit', verticalAlign: 'baseline' }}
    >
      {REPORT.frozenAgain}
    </Link>
  ) : null;

/** 立案の結果: what the newest run did; until it is closed, or the next run. */
export const RunReportCard = ({ report, reporting, onJump, onMessages, onAsk }: Props) => {
  const [open, show] = useState(false);
  return (
    <>
      <Box sx={LINE}>
        <CheckCircle color="primary" fontSize="small" />
        <Box sx={{ flex: { xs: '1 1 240px', lg: 1 }, minWidth: 0 }}>
          <Box component="h2" sx={{ m: 0, fontSize: '0.9rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
            {REPORT.done}
            <RunStory run={report} onMessages={onMessages} />
          </Box>
          <Box sx={{ fontSize: '0.82rem', color: 'text.secondary', '& > span': { display: 'inline-block', mr: '1em' } }}>
            {notesOf(report).map((note) => (
              <span key={note}>{note}</span>
            ))}
            <Calmer report={report} onAsk={onAsk} />
          </Box>
        </Box>
        {report.moved > 0 ? <GhostToggle reporting={reporting} /> : null}
        <CardEnd list={report.unchanged || isFirst(report) ? undefined : { open, show }} onClose={reporting.close} />
      </Box>
      <BehindFrozen report={report} onJump={onJump} onAsk={onAsk} />
      {open ? <ReportLists report={report} onJump={onJump} /> : null}
    </>
  );
};
