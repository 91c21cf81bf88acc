import { REPORT } from '../../texts/board/runs.ts';
import type { Jump } from '../search/quick/jump.ts';
import { CardFrame } from './CardFrame.tsx';
import { PendingBanner } from './PendingBanner.tsx';
import { BehindFrozen } from './report/BehindFrozen.tsx';
import { RunReportCard } from './report/RunReportCard.tsx';
import type { Reporting } from './report/use-report.ts';
import { StaleCard } from './stale/StaleCard.tsx';
import type { useRun } from './use-run.ts';

interface Props {
  run: ReturnType<typeof useRun>;
  reporting: Reporting;
  /** The card of the night above tells of this run already. */
  told: boolean;
  onJump(jump: Jump): void;
  onMessages(): void;
}

/** The place under the strip, for one thing at a time: the run under way, that the plan is stale, what the newest run did. */
export const RunPlace = ({ run, reporting, told, onJump, onMessages }: Props) => {
  const { report, stale } = reporting;
  if (run.pending) return <PendingBanner run={run.run} onCancel={run.cancel} />;
  if (stale.length > 0) return <StaleCard reporting={reporting} onRun={() => run.ask()} onJump={onJump} />;
  if (!report || report.closed) return null;
  // The card of the night has no room for it.
  if (told)
    return report.behind_frozen_count > 0 ? (
      <CardFrame label={REPORT.behindTitle} edge="warning.main">
        <BehindFrozen report={report} onJump={onJump} onAsk={run.ask} />
      </CardFrame>
    ) : null;
  return <RunReportCard key={report.id} report={report} reporting={reporting} onJump={onJump} onMessages={onMessages} onAsk={run.ask} />;
};
