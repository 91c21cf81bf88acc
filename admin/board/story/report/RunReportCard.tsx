import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { placedFirst } from '../../../../server/domain/texts/plan/run-report.ts';
import { REPORT } from '../../../texts/board/runs.ts';
import { lateSaid, movedSaid, rushSaid, shifted, staysSaid, whyMoved } from '../../../texts/board/story.ts';
import { CARD_ROW, CARD_SENTENCE } from '../../run/card-line.ts';
import type { useRun } from '../../run/use-run.ts';
import { useYielding } from '../../run/use-yielding.ts';
import { WholeWords } from '../../run/WholeWords.tsx';
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
    ...(reasons[0] === undefined ? [] : [reasons.length === 1 ? REPORT.because(reasons[0]) : REPORT.reflected(reasons)]),
    ...placedFirst(report.first_orders),
    ...rushSaid(report),
    ...(offersChoice(report) ? [] : [...shifted(report), ...whyMoved(report)]),
    REPORT.seconds(report.seconds),
    REPORT.by(report.finished_at, report.requested_by_name),
    ...(report.unchanged ? [REPORT.longer] : []),
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

/** What gives way when the line is short, beyond the notes, in this order; at last the line is two. */
const YIELDS = { moves: 1, list: 2, lead: 3, steps: 4, line: 5 } as const;

const briefOf = (step: number) => (step >= YIELDS.steps ? 'both' : step >= YIELDS.lead ? 'lead' : undefined);

/** Between the parts of the line there is less room, too; of two lines there is enough. */
const tight = (step: number) => (step === YIELDS.line ? { flexWrap: 'wrap' } : step >= YIELDS.list ? { columnGap: 0.5 } : {});

/** What the pointer reads: all that the line may have left out. */
const wholeOf = (report: RunReport): string =>
  [
    ...(staysSaid(report) || isFirst(report) ? [] : [`${REPORT.done}${lateSaid(report)}${REPORT.comma}${movedSaid(report)}`]),
    ...notesOf(report),
  ].join('\n');

/** 立案の結果: what the newest run did; until it is closed, or the next run. */
export const RunReportCard = ({ report, reporting, onJump, onMessages, onAsk }: Props) => {
  const [open, show] = useState(false);
  const notes = notesOf(report);
  const [line, least] = useYielding(YIELDS.line, wholeOf(report));
  // Two lines have room for all of it.
  const step = least < YIELDS.line ? least : 0;
  const list = report.unchanged || isFirst(report) ? undefined : { open, show };
  return (
    <>
      <Box ref={line} sx={{ ...CARD_ROW, ...tight(least) }}>
        <CheckCircle color="primary" fontSize="small" />
        <Box sx={{ ...CARD_SENTENCE, fontSize: '0.82rem', fontVariantNumeric: 'tabular-nums' }} title={wholeOf(report)}>
          <h2>
            <RunStory run={report} brief={briefOf(step)} onMessages={onMessages} />
          </h2>
          <WholeWords parts={notes} sx={{ color: 'text.secondary' }} />
        </Box>
        {offersChoice(report) ? <Choice report={report} reporting={reporting} /> : null}
        {report.moved > 0 ? <GhostToggle reporting={reporting} brief={step >= YIELDS.moves} /> : null}
        <CardEnd list={list} brief={step >= YIELDS.list} onClose={reporting.close} />
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
