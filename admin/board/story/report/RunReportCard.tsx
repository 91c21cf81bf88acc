import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { placedFirst } from '../../../../server/domain/texts/plan/run-report.ts';
import { REPORT } from '../../../texts/board/runs.ts';
import { foundNothing, rushSaid, shifted, whyMoved } from '../../../texts/board/story.ts';
import { CARD_ROW, CARD_SENTENCE } from '../../run/card-line.ts';
import type { useRun } from '../../run/use-run.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { CardEnd } from '../CardEnd.tsx';
import { isFirst, RunStory } from '../RunStory.tsx';
import { BehindFrozen } from './BehindFrozen.tsx';
import { Choice } from './Choice.tsx';
import { GhostToggle } from './GhostToggle.tsx';
import { ReportLists } from './ReportLists.tsx';
import type { Reporting, RunReport } from './use-report.ts';

/** The second line of the card: reasons, orders placed first, changes of orders and bars, seconds, and the planner. Where there is a choice, what became of orders and bars is in the list. */
function notesOf(report: RunReport): string[] {
  const { reasons, behind_frozen_count: behind, frozen_days } = report;
  return [
    ...(behind > 0 && frozen_days !== null ? [REPORT.behind(behind, frozen_days)] : []),
    ...(report.unchanged ? [REPORT.unchanged] : []),
    ...(reasons[0] === undefined ? [] : [reasons.length === 1 ? REPORT.because(reasons[0]) : REPORT.reflected(reasons)]),
    ...placedFirst(report.first_orders),
    ...foundNothing(report),
    ...rushSaid(report),
    ...(offersChoice(report) ? [] : [...shifted(report), ...whyMoved(report)]),
    REPORT.seconds(report.seconds),
    REPORT.by(report.finished_at, report.requested_by_name),
  ];
}

/** Whether there are several plans to choose from. */
const offersChoice = ({ alternatives }: RunReport): boolean => alternatives.length > 1;

interface Props {
  report: RunReport;
  reporting: Reporting;
  onJump(jump: Jump): void;
  /** Opens the messages. */
  onMessages(): void;
  /** Opens the run dialog. */
  onAsk: ReturnType<typeof useRun>['ask'];
}

/** 立案の結果: what the newest run did; until it is closed, or the next run. */
export const RunReportCard = ({ report, reporting, onJump, onMessages, onAsk }: Props) => {
  const [open, show] = useState(false);
  return (
    <>
      <Box sx={CARD_ROW}>
        <CheckCircle color="primary" fontSize="small" />
        <Box sx={CARD_SENTENCE} title={notesOf(report).join('\n')}>
          <Box component="h2" sx={{ m: 0, mr: 1.5, fontSize: '0.82rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
            {REPORT.done}
            <RunStory run={report} onMessages={onMessages} />
          </Box>
          <Box component="span" sx={{ fontSize: '0.82rem', color: 'text.secondary', '& > span': { mr: '1em' } }}>
            {notesOf(report).map((note) => (
              <span key={note}>{note}</span>
            ))}
          </Box>
        </Box>
        {offersChoice(report) ? <Choice report={report} reporting={reporting} /> : null}
        {report.moved > 0 ? <GhostToggle reporting={reporting} /> : null}
        <CardEnd list={report.unchanged || isFirst(report) ? undefined : { open, show }} onClose={reporting.close} />
      </Box>
      {open ? (
        <>
          <BehindFrozen report={report} onJump={onJump} onAsk={onAsk} />
          <ReportLists report={report} onJump={onJump} />
        </>
      ) : null}
    </>
  );
};
