import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { PENDING, REPORT, STALE } from '../../texts/board/runs.ts';
import { CARD_ROW, CARD_SENTENCE, LINE_CARD } from '../run/card-line.ts';
import { PendingBanner } from '../run/PendingBanner.tsx';
import type { useRun } from '../run/use-run.ts';
import type { Jump } from '../search/quick/jump.ts';
import { CardEnd } from './CardEnd.tsx';
import { MisfitList } from './lists/MisfitList.tsx';
import { BehindFrozen } from './report/BehindFrozen.tsx';
import { RunReportCard } from './report/RunReportCard.tsx';
import type { Reporting } from './report/use-report.ts';
import { StaleCard } from './StaleCard.tsx';

/** The edge at the left of a card; its colour tells a run from a warning. */
const EDGE_PX = 4;

/** The frame of a card under the strip. */
const CardFrame = ({ label, edge, children }: { label: string; edge: 'primary.main' | 'warning.main'; children: ReactNode }) => (
  <Paper
    variant="outlined"
    component="section"
    aria-label={label}
    sx={{ ...LINE_CARD, borderLeft: `${EDGE_PX}px solid`, borderLeftColor: edge }}
  >
    {children}
  </Paper>
);

/** Whether the line under the strip has a card of the run, beside that of the night. */
export function showsRun({ run: { pending }, reporting: { report, stale }, told }: Pick<Props, 'run' | 'reporting' | 'told'>): boolean {
  if (pending || stale.length > 0) return true;
  return report !== undefined && !report.closed && (!told || report.behind_frozen_count > 0);
}

interface Props {
  run: ReturnType<typeof useRun>;
  reporting: Reporting;
  /** The card of the night above tells of this run already. */
  told: boolean;
  onJump(jump: Jump): void;
  onMessages(): void;
}

/** The end of the line under the strip holds one card at a time: the run under way, the stale plan, or the report of the newest run. */
export const RunPlace = ({ run, reporting, told, onJump, onMessages }: Props) => {
  const { report, stale } = reporting;
  if (run.pending)
    return (
      <CardFrame label={PENDING.running} edge="primary.main">
        <PendingBanner run={run.run} onCancel={run.cancel} />
      </CardFrame>
    );
  if (stale.length > 0)
    return (
      <CardFrame label={STALE.title} edge="warning.main">
        <StaleCard reporting={reporting} onRun={() => run.ask()} onJump={onJump} />
      </CardFrame>
    );
  if (!report || report.closed) return null;
  if (!told)
    return (
      <CardFrame key={report.id} label={REPORT.title} edge="primary.main">
        <RunReportCard report={report} reporting={reporting} onJump={onJump} onMessages={onMessages} onAsk={run.ask} />
      </CardFrame>
    );
  // The card of the night has no room for it.
  return report.behind_frozen_count > 0 ? (
    <CardFrame label={REPORT.behindTitle} edge="warning.main">
      <BehindFrozen report={report} onJump={onJump} onAsk={run.ask} />
    </CardFrame>
  ) : null;
};

/** The bars that do not fit any more of a plan that is not the published one: no card tells of what it is stale, and no run mends it. */
export const MisfitCard = ({ onJump, onClose }: Pick<Props, 'onJump'> & { onClose(): void }) => (
  <CardFrame label={STALE.title} edge="warning.main">
    <Box sx={CARD_ROW}>
      <WarningAmber color="warning" fontSize="small" />
      <Box sx={CARD_SENTENCE}>
        <h2>{STALE.list}</h2>
      </Box>
      <Box sx={{ flex: 1 }} />
      <CardEnd list={undefined} onClose={onClose} />
    </Box>
    <MisfitList onJump={onJump} />
  </CardFrame>
);
