import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { type ReactNode, useState } from 'react';
import { foundNothing, REPORT, whyMoved } from '../../texts/runs.ts';
import type { Jump } from '../search/jump.ts';
import { CardFrame } from './CardFrame.tsx';
import { GhostToggle } from './GhostToggle.tsx';
import { ReportLists } from './ReportLists.tsx';
import type { Reporting, RunReport } from './use-report.ts';

/** Red where the run made it worse, and only there. */
const Figure = ({ worse, children }: { worse: boolean; children: ReactNode }) => (
  <Box component="span" sx={worse ? { color: 'error.main' } : {}}>
    {children}
  </Box>
);

const Figures = ({ report, onMessages }: { report: RunReport; onMessages(): void }) => {
  const unplaced = REPORT.unplaced(report.unplaced);
  return (
    <Box component="h2" sx={{ m: 0, fontSize: '0.9rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
      {REPORT.done}
      <Figure worse={report.late_before !== null && report.late_after > report.late_before}>
        {REPORT.late(report.late_before, report.late_after)}
      </Figure>
      {REPORT.comma}
      {REPORT.moved(report.moved)}
      {REPORT.comma}
      {report.unplaced > 0 ? (
        <Link component="button" type="button" color="error" onClick={onMessages} sx={{ font: 'inherit', verticalAlign: 'baseline' }}>
          {unplaced}
        </Link>
      ) : (
        unplaced
      )}
    </Box>
  );
};

/** Why, what had to move, whom it touched, how long it took, who asked for it. */
function notesOf(report: RunReport): string[] {
  const { reasons } = report;
  return [
    ...(report.unchanged ? [REPORT.unchanged] : []),
    ...(reasons[0] === undefined ? [] : [reasons.length === 1 ? REPORT.because(reasons[0]) : REPORT.reflected(reasons)]),
    ...foundNothing(report),
    ...whyMoved(report),
    ...(report.newly_late_count > 0 ? [REPORT.newly(report.newly_late_count)] : []),
    ...(report.saved_count > 0 ? [REPORT.saved(report.saved_count)] : []),
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
}

/** 立案の結果: what the newest run did; until it is closed, or the next run. */
export const RunReportCard = ({ report, reporting, onJump, onMessages }: Props) => {
  const [open, setOpen] = useState(false);
  return (
    <CardFrame label={REPORT.title} edge="primary.main">
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', lg: 'nowrap' },
          alignItems: 'center',
          columnGap: 1.5,
          rowGap: 0.5,
          minHeight: 56,
          px: 1.5,
          py: 0.75,
        }}
      >
        <CheckCircle color="primary" fontSize="small" />
        <Box sx={{ flex: { xs: '1 1 240px', lg: 1 }, minWidth: 0 }}>
          <Figures report={report} onMessages={onMessages} />
          <Box sx={{ fontSize: '0.82rem', color: 'text.secondary', '& > span:not(:last-child)::after': { content: '"\\3000"' } }}>
            {notesOf(report).map((note) => (
              <span key={note}>{note}</span>
            ))}
          </Box>
        </Box>
        {report.moved > 0 ? <GhostToggle reporting={reporting} /> : null}
        {report.unchanged ? null : (
          <Button aria-expanded={open} onClick={() => setOpen(!open)} sx={{ minHeight: 32, whiteSpace: 'nowrap' }}>
            {open ? REPORT.closeList : REPORT.openList}
          </Button>
        )}
        <IconButton size="small" aria-label={REPORT.close} onClick={reporting.close}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      {open ? <ReportLists report={report} onJump={onJump} /> : null}
    </CardFrame>
  );
};
